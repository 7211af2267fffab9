//! Why an edge is in P, P* or R, in sentences.

use super::set;
use std::fmt::Write as _;
use switchyard::graph::EdgeId;
use switchyard::switching::principal::{EdgeClass, EdgeReason};

/// Longer sets are cut short.
const SHOWN: usize = 40;

/// The reason in lines: the part, then the exchanges, then what they show.
pub fn reason(edge: EdgeId, reason: &EdgeReason) -> String {
    let edges = |edges: &[EdgeId]| set(edges, SHOWN);
    let [first, second] = reason.trees.each_ref().map(|tree| {
        let dual = reason.class == EdgeClass::PStar;
        let kept = tree.iter().filter(|&&kept| !dual || kept != edge);
        edges(&kept.copied().collect::<Vec<_>>())
    });
    let steps = steps(reason);
    match reason.class {
        EdgeClass::P if reason.circuit == [edge] => format!(
            "Edge {edge} is in P: it joins a vertex to itself, so SHORT has won its game before it begins.\n"
        ),
        EdgeClass::P => format!(
            "Edge {edge} is in P: SHORT wins its game even moving second.\n{steps}The two trees {first} and \
             {second} span the same vertices, the ends of edge {edge} among them, and have no edge in common. \
             Edge {edge} is in neither.\nIts circuit in the first: {}.\n",
            edges(&reason.circuit)
        ),
        EdgeClass::PStar => format!(
            "Edge {edge} is in P*: CUT wins its game even moving second.\n{steps}A parallel copy of edge {edge} \
             has room beside it, one in each tree. Dually, with the dependent sets contracted, {second} and {first} \
             are two co-trees without a common edge, and edge {edge} is in neither.\nIts cutset: {}.\n",
            edges(&reason.cutset)
        ),
        EdgeClass::R => format!(
            "Edge {edge} is in R: whoever moves first wins its game.\nThe two trees {first} and {second} span the \
             same vertices, so there is no room for a copy of edge {edge}; and no edge outside them depends on it, so \
             no exchange sets it free.\nIts circuit in the tree without it: {}.\nIts cutset in the tree that has \
             it: {}.\n",
            edges(&reason.circuit),
            edges(&reason.cutset)
        ),
    }
}

fn steps(reason: &EdgeReason) -> String {
    let mut said = String::new();
    for (step, number) in reason.steps.iter().zip(1..) {
        let (tree, into) = (step.tree + 1, step.into);
        let _ = match step.out {
            Some(out) => writeln!(
                said,
                "Swap {number}: tree {tree} takes edge {into} for edge {out}."
            ),
            None => writeln!(
                said,
                "Swap {number}: tree {tree} takes edge {into}, for which it has room."
            ),
        };
    }
    said
}
