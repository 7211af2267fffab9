//! Why a reply keeps the win: what a move does to the two trees, and what repairs them.
//!
//! **Theorem used** (Chase 1972, theorem 1; Maire 2004, figures 3 to 6). When CUT deletes an edge of
//! one tree, the other tree's path between its ends crosses the gap; SHORT claims an edge of that path
//! that crosses. Dually, when SHORT claims an edge of one forest and so closes a circuit with the other
//! (the unplayable edge e0 included), CUT deletes an edge of that circuit.
//!
//! Complexity: O(n + m) beyond the verdict.

use super::certificate::{Certificate, Proof, TwoForests, TwoTrees};
use super::contracted::Contracted;
use super::solver::decomposition::Decomposition;
use super::solver::minor::Minor;
use super::solver::solve::solve;
use super::{Position, Side};
use crate::graph::{EdgeId, VertexId};
use std::collections::VecDeque;

/// What a move by the losing side does, and the replies that keep the win.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explanation {
    /// The side that wins.
    pub winner: Side,
    /// The tree (forest) that contains the move; empty, like `whole`, if neither does.
    pub broken: Vec<EdgeId>,
    /// The other tree (forest).
    pub whole: Vec<EdgeId>,
    /// The path between the move's ends in the other tree: free edges only.
    pub path: Vec<EdgeId>,
    /// The part of the broken tree with the move's first end, if CUT made the move.
    pub side: Vec<VertexId>,
    /// In the join-all game, if CUT wins: the ends of the unplayable edge, which CUT keeps apart.
    pub apart: Option<[VertexId; 2]>,
    /// The edges of the path that answer the move; empty if no answer is needed.
    pub replies: Vec<EdgeId>,
}

/// Explains the answer to `hit`, a move of the side that loses `position` even moving first.
///
/// `None` if no side wins the position moving second, or the edge is not free.
///
/// ```
/// use switchyard::{EdgeId, Network, Position, explain};
///
/// let position = Position::new(Network::from_pairs(2, (0, 1), &[(0, 1), (0, 1)])?);
/// let why = explain(&position, EdgeId::new(0)).expect("SHORT wins moving second");
/// assert_eq!(why.replies, [EdgeId::new(1)]);
/// # Ok::<(), switchyard::NetworkError>(())
/// ```
pub fn explain(position: &Position, hit: EdgeId) -> Option<Explanation> {
    if !position.is_legal(hit) {
        return None;
    }
    match solve(position).certificate {
        Certificate::Second(Proof::Short(trees)) => Some(repair(position, hit, trees)),
        Certificate::Second(Proof::Cut(forests)) => Some(disconnect(position, hit, forests)),
        Certificate::Over(_) | Certificate::First { .. } => None,
    }
}

/// The clumps of a position (Roskind and Tarjan 1985): the maximal vertex sets of more than one vertex
/// that two disjoint trees span in its minor, where SHORT's edges are contracted and CUT's deleted.
pub fn clumps(position: &Position) -> Vec<Vec<VertexId>> {
    let Ok(minor) = Minor::unless_over(position) else {
        return Vec::new();
    };
    let target = position.network().target();
    let (decomposition, clumps) = Decomposition::with_clumps(minor, target);
    let minor = &decomposition.minor;
    let mut sets = vec![Vec::new(); minor.vertices];
    for (vertex, &at) in minor.vertex_of.iter().enumerate() {
        sets[clumps.name(at) as usize].push(VertexId::new(vertex));
    }
    sets.retain(|set| set.len() > 1);
    sets.sort_unstable();
    sets
}

/// CUT deletes an edge of one of SHORT's trees.
fn repair(position: &Position, hit: EdgeId, certificate: TwoTrees) -> Explanation {
    let Some((broken, whole)) = split(hit, certificate.trees) else {
        return untouched(Side::Short);
    };
    let graph = position.network().graph();
    let mut gap = Contracted::of(position);
    for &edge in broken.iter().filter(|&&edge| edge != hit) {
        gap.contract(graph, edge);
    }
    let [from, _] = graph.ends(hit);
    let is_near = |gap: &mut Contracted, vertex: VertexId| gap.is_one([vertex, from]);
    let path = path(position, hit, &whole, &mut Contracted::of(position)).unwrap_or_default();
    let crosses = |gap: &mut Contracted, edge: EdgeId| {
        let [u, v] = graph.ends(edge);
        is_near(gap, u) != is_near(gap, v)
    };
    let replies = path
        .iter()
        .copied()
        .filter(|&edge| crosses(&mut gap, edge))
        .collect();
    let side = certificate.vertices.iter().copied();
    Explanation {
        winner: Side::Short,
        apart: None,
        side: side.filter(|&vertex| is_near(&mut gap, vertex)).collect(),
        broken,
        whole,
        path,
        replies,
    }
}

/// SHORT claims an edge of one of CUT's forests.
fn disconnect(position: &Position, hit: EdgeId, certificate: TwoForests) -> Explanation {
    let Some((broken, whole)) = split(hit, certificate.forests) else {
        return untouched(Side::Cut);
    };
    let mut joined = Contracted::of(position);
    for class in &certificate.classes {
        for pair in class.windows(2) {
            joined.join([pair[0], pair[1]]);
        }
    }
    let network = position.network();
    // The unplayable edge is in both forests: joining its ends contracts it.
    let terminals = [network.left(), network.right()];
    joined.join(certificate.apart.unwrap_or(terminals));
    let path = path(position, hit, &whole, &mut joined).unwrap_or_default();
    Explanation {
        winner: Side::Cut,
        apart: certificate.apart,
        replies: path.clone(),
        broken,
        whole,
        path,
        side: Vec::new(),
    }
}

fn untouched(winner: Side) -> Explanation {
    Explanation {
        winner,
        apart: None,
        broken: Vec::new(),
        whole: Vec::new(),
        path: Vec::new(),
        side: Vec::new(),
        replies: Vec::new(),
    }
}

/// The list with the edge, then the other one.
fn split(hit: EdgeId, [first, second]: [Vec<EdgeId>; 2]) -> Option<(Vec<EdgeId>, Vec<EdgeId>)> {
    if first.contains(&hit) {
        Some((first, second))
    } else if second.contains(&hit) {
        Some((second, first))
    } else {
        None
    }
}

/// The edges of `forest` on the path between the ends of `hit`, where `joined` vertices count as one;
/// `None` if there is no path.
fn path(
    position: &Position,
    hit: EdgeId,
    forest: &[EdgeId],
    joined: &mut Contracted,
) -> Option<Vec<EdgeId>> {
    let graph = position.network().graph();
    let mut rows = vec![Vec::new(); graph.vertex_count()];
    for &edge in forest {
        let [u, v] = graph.ends(edge).map(|end| joined.find(end.index()));
        rows[u].push((edge, v));
        rows[v].push((edge, u));
    }
    let [from, to] = graph.ends(hit).map(|end| joined.find(end.index()));
    let mut by: Vec<Option<(EdgeId, usize)>> = vec![None; graph.vertex_count()];
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for &(edge, next) in &rows[at] {
            if next != from && by[next].is_none() {
                by[next] = Some((edge, at));
                queue.push_back(next);
            }
        }
    }
    let mut path = Vec::new();
    let mut at = to;
    while at != from {
        let (edge, before) = by[at]?;
        path.push(edge);
        at = before;
    }
    path.reverse();
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::switching::{Outcome, Target};
    use crate::testing::{network, played, random_network, random_position};
    use crate::{EdgeId, Rng};

    /// Every reply keeps the win, and where there is none any move does, a pass included.
    #[test]
    fn replies_keep_the_win() {
        for target in [Target::Terminals, Target::All] {
            let mut rng = Rng::from_seed(5);
            let mut answered = 0;
            for _ in 0..600 {
                let network = random_network(&mut rng, 16).with_target(target);
                let position = played(&mut rng, network);
                answered += position
                    .free_edges()
                    .map(|hit| check_replies(&position, hit))
                    .sum::<usize>();
            }
            assert!(
                answered > 500,
                "only {answered} replies were tried: {target:?}"
            );
        }
    }

    /// Plays every reply to a move; how many there are.
    fn check_replies(position: &Position, hit: EdgeId) -> usize {
        let Some(why) = explain(position, hit) else {
            return 0;
        };
        let mut after = position.clone();
        after.play(why.winner.other(), hit).unwrap();
        if why.replies.is_empty() {
            assert_eq!(after.outcome(), Outcome::from(why.winner));
        }
        for &reply in &why.replies {
            let mut repaired = after.clone();
            repaired.play(why.winner, reply).unwrap();
            assert_eq!(repaired.outcome(), Outcome::from(why.winner));
        }
        why.replies.len()
    }

    /// The gap separates the move's ends: no other edge of the broken tree crosses it, and every reply
    /// does.
    #[test]
    fn the_gap_has_two_sides() {
        let mut rng = Rng::from_seed(6);
        let mut gaps = 0;
        for _ in 0..600 {
            let position = random_position(&mut rng);
            let graph = position.network().graph();
            for hit in position.free_edges() {
                let Some(why) = explain(&position, hit).filter(|why| !why.side.is_empty()) else {
                    continue;
                };
                let sides = |edge: &EdgeId| graph.ends(*edge).map(|end| why.side.contains(&end));
                assert_eq!(sides(&hit), [true, false]);
                let others = why.broken.iter().filter(|&&edge| edge != hit);
                assert!(others.map(sides).all(|[u, v]| u == v));
                assert!(why.replies.iter().map(sides).all(|[u, v]| u != v));
                gaps += 1;
            }
        }
        assert!(gaps > 200, "only {gaps} gaps");
    }

    #[test]
    fn nothing_to_explain_when_the_first_mover_wins() {
        let position = Position::new(network(2, (0, 1), &[(0, 1)]));
        assert_eq!(explain(&position, EdgeId::new(0)), None);
        assert_eq!(explain(&position, EdgeId::new(7)), None);
    }

    #[test]
    fn clumps_are_the_sets_that_two_trees_span() {
        let pairs = [(0, 1), (0, 1), (1, 2), (2, 3), (2, 3), (2, 3), (3, 4)];
        let sets = clumps(&Position::new(network(5, (0, 3), &pairs)));
        let [a, b, c, d] = [0, 1, 2, 3].map(VertexId::new);
        assert_eq!(sets, [vec![a, b], vec![c, d]]);
    }
}
