//! The principal partition {P, P*, R} of a graph.

use super::clumps::Refinement;
use super::forests::TwoForests;
use super::layout::lay_out;
use crate::graph::{EdgeId, Graph};

/// The principal partition: for every edge who wins its own game.
///
/// The game of an edge e is played on the graph without e, between e's ends.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Partition {
    /// SHORT wins even moving second.
    pub p: Vec<EdgeId>,
    /// CUT wins even moving second.
    pub p_star: Vec<EdgeId>,
    /// Whoever moves first wins.
    pub r: Vec<EdgeId>,
}

/// The principal partition of the graph.
///
/// **Theorem used** (Kishi and Kajitani 1969; Bruno and Weinberg 1970). An edge is in P exactly
/// when it lies in a dependent set, one that two forests cannot hold; in P* when a parallel copy of
/// it would still fit, that is, when its ends lie in different clumps; in R otherwise.
///
/// Complexity: two largest forests and one refinement into clumps, near-linear.
pub fn partition(graph: &Graph) -> Partition {
    let label = |edge| graph.ends(edge).map(|end| end.index() as u32);
    let mut ids: Vec<EdgeId> = graph.edges().filter(|&edge| !graph.is_loop(edge)).collect();
    let mut edges: Vec<[u32; 2]> = ids.iter().map(|&edge| label(edge)).collect();
    let number = lay_out(graph.vertex_count(), &mut edges, &mut ids);
    let TwoForests {
        of, mut exchange, ..
    } = TwoForests::new(graph.vertex_count(), &edges);
    let clumps = Refinement::new(graph.vertex_count(), &edges, &of);
    let clump = clumps.names();
    let mut partition = Partition::default();
    for edge in graph.edges() {
        let [u, v] = label(edge).map(|end| number[end as usize]);
        let part = if exchange.part(u) == exchange.part(v) {
            &mut partition.p
        } else if clump[u as usize] == clump[v as usize] {
            &mut partition.r
        } else {
            &mut partition.p_star
        };
        part.push(edge);
    }
    partition
}
