//! Why a reply keeps the win: what a move does to the two trees, and what mends it.
//!
//! **Theorem used** (Chase 1972, theorem 1; Maire 2004, figures 3 to 6). When CUT destroys an edge
//! of one tree, the other tree's path between its ends crosses the gap; SHORT claims an edge of
//! that path that crosses. Dually, when SHORT claims an edge of one forest and so closes a circuit
//! with the other (the unplayable edge e0 included), CUT destroys an edge of that circuit.
//!
//! Complexity: O(n + m) beyond the verdict.

use super::certificate::{Certificate, Proof, TwoForests, TwoTrees};
use super::solve::solve;
use super::solver::decomposition::Structure;
use super::{Claim, Position, Side};
use crate::ds::union_find::UnionFind;
use crate::graph::{EdgeId, VertexId};
use std::collections::VecDeque;

/// What a move by the losing side does, and the replies that keep the win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The side that wins.
    pub winner: Side,
    /// The tree (forest) with the move in it; both lists are empty if it is in neither.
    pub broken: Vec<EdgeId>,
    /// The other tree (forest).
    pub whole: Vec<EdgeId>,
    /// The way between the move's ends in the other tree: free edges only.
    pub path: Vec<EdgeId>,
    /// The side of the move's first end in the broken tree, when CUT made the gap.
    pub side: Vec<VertexId>,
    /// The edges of the path that answer the move. None: no answer is needed.
    pub replies: Vec<EdgeId>,
}

/// Explains the answer to `hit`, a move of the side that loses `position` even moving first.
///
/// `None` if nobody wins the position moving second, or the edge is not free.
///
/// ```
/// use std::sync::Arc;
/// use switchyard::graph::{EdgeId, Graph, VertexId};
/// use switchyard::switching::{Network, Position, explain::explain};
///
/// let graph = Graph::from_pairs(2, &[(0, 1), (0, 1)]);
/// let network = Network::new(graph, VertexId::new(0), VertexId::new(1)).unwrap();
/// let position = Position::new(Arc::new(network));
/// let why = explain(&position, EdgeId::new(0)).unwrap();
/// assert_eq!(why.replies, [EdgeId::new(1)]);
/// ```
pub fn explain(position: &Position, hit: EdgeId) -> Option<Explanation> {
    if !position.is_legal(hit) {
        return None;
    }
    match solve(position).certificate {
        Certificate::Second(Proof::Short(trees)) => Some(mend(position, hit, trees)),
        Certificate::Second(Proof::Cut(forests)) => Some(open(position, hit, forests)),
        Certificate::Over(_) | Certificate::First { .. } => None,
    }
}

/// The largest vertex sets of more than one vertex that two disjoint trees span in what is left
/// of the position: the clumps. Vertices that SHORT has joined count as one.
pub fn clumps(position: &Position) -> Vec<Vec<VertexId>> {
    if position.winner().is_some() {
        return Vec::new();
    }
    let (structure, name) = Structure::with_clumps(position);
    let minor = &structure.minor;
    let names = name.iter().map(|&name| name as usize + 1).max();
    let mut sets = vec![Vec::new(); names.unwrap_or(0)];
    for (vertex, &at) in minor.vertex_of.iter().enumerate() {
        sets[name[at as usize] as usize].push(VertexId::new(vertex));
    }
    sets.retain(|set| set.len() > 1);
    sets.sort_unstable();
    sets
}

/// CUT destroys an edge of one of SHORT's trees.
fn mend(position: &Position, hit: EdgeId, certificate: TwoTrees) -> Explanation {
    let Some((broken, whole)) = split(hit, certificate.trees) else {
        return untouched(Side::Short);
    };
    let mut gap = owned_by_short(position);
    for &edge in broken.iter().filter(|&&edge| edge != hit) {
        join(position, &mut gap, edge);
    }
    let [from, _] = position.network().graph().ends(hit);
    let near = gap.find(from.index());
    let is_near = |gap: &mut UnionFind, vertex: VertexId| gap.find(vertex.index()) == near;
    let path = path(position, hit, &whole, &mut owned_by_short(position)).unwrap_or_default();
    let graph = position.network().graph();
    let crosses = |gap: &mut UnionFind, edge: EdgeId| {
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
        side: side.filter(|&vertex| is_near(&mut gap, vertex)).collect(),
        broken,
        whole,
        path,
        replies,
    }
}

/// SHORT claims an edge of one of CUT's forests.
fn open(position: &Position, hit: EdgeId, certificate: TwoForests) -> Explanation {
    let Some((broken, whole)) = split(hit, certificate.forests) else {
        return untouched(Side::Cut);
    };
    let mut joined = owned_by_short(position);
    for class in &certificate.classes {
        for pair in class.windows(2) {
            joined.union(pair[0].index(), pair[1].index());
        }
    }
    let network = position.network();
    // The unplayable edge stands in both forests: joining the terminals contracts it.
    joined.union(network.left().index(), network.right().index());
    let path = path(position, hit, &whole, &mut joined).unwrap_or_default();
    Explanation {
        winner: Side::Cut,
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

fn owned_by_short(position: &Position) -> UnionFind {
    let graph = position.network().graph();
    let mut joined = UnionFind::new(graph.vertex_count());
    for edge in graph.edges() {
        if position.claim_of(edge) == Claim::Short {
            join(position, &mut joined, edge);
        }
    }
    joined
}

fn join(position: &Position, joined: &mut UnionFind, edge: EdgeId) {
    let [u, v] = position.network().graph().ends(edge);
    joined.union(u.index(), v.index());
}

/// The edges of `forest` on the way between the ends of `hit`, where vertices that are `joined`
/// count as one; `None` if there is no way.
fn path(
    position: &Position,
    hit: EdgeId,
    forest: &[EdgeId],
    joined: &mut UnionFind,
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
    use crate::graph::Graph;
    use crate::switching::{Network, Outcome, solve};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::sync::Arc;

    fn random_position(random: &mut ChaCha8Rng) -> Position {
        let vertices = random.random_range(2..8);
        let mut graph = Graph::new(vertices);
        for _ in 0..random.random_range(1..16) {
            let mut end = || VertexId::new(random.random_range(0..vertices));
            graph.add_edge(end(), end());
        }
        let right = VertexId::new(vertices - 1);
        let network = Network::new(graph, VertexId::new(0), right).unwrap();
        let mut position = Position::new(Arc::new(network));
        for turn in 0..random.random_range(0..4) {
            let free: Vec<EdgeId> = position.free_edges().collect();
            if position.winner().is_none() && !free.is_empty() {
                let edge = free[random.random_range(0..free.len())];
                position.play(Side::BOTH[turn % 2], edge).unwrap();
            }
        }
        position
    }

    /// Every reply keeps the win, and where none is named any move does, a pass included.
    #[test]
    fn replies_keep_the_win() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let mut answered = 0;
        for _ in 0..600 {
            let position = random_position(&mut random);
            for hit in position.free_edges().collect::<Vec<_>>() {
                let Some(why) = explain(&position, hit) else {
                    continue;
                };
                let mut after = position.clone();
                after.play(why.winner.other(), hit).unwrap();
                if why.replies.is_empty() {
                    assert_eq!(solve::outcome(&after), Outcome::from(why.winner));
                }
                for &reply in &why.replies {
                    let mut mended = after.clone();
                    mended.play(why.winner, reply).unwrap();
                    assert_eq!(solve::outcome(&mended), Outcome::from(why.winner));
                    answered += 1;
                }
            }
        }
        assert!(answered > 500, "only {answered} replies were tried");
    }

    /// The gap lies between the move's ends: the rest of the broken tree stays on its side, and every
    /// reply bridges it.
    #[test]
    fn the_gap_has_two_sides() {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        let mut gaps = 0;
        for _ in 0..600 {
            let position = random_position(&mut random);
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
    fn nothing_to_explain_when_whoever_moves_first_wins() {
        let graph = Graph::from_pairs(2, &[(0, 1)]);
        let network = Network::new(graph, VertexId::new(0), VertexId::new(1)).unwrap();
        let position = Position::new(Arc::new(network));
        assert_eq!(explain(&position, EdgeId::new(0)), None);
        assert_eq!(explain(&position, EdgeId::new(7)), None);
    }

    /// Inside a clump, doubling any edge never raises the rank; the naive rank is Chase's.
    #[test]
    fn clumps_are_the_sets_that_two_trees_span() {
        let pairs = [(0, 1), (0, 1), (1, 2), (2, 3), (2, 3), (2, 3), (3, 4)];
        let graph = Graph::from_pairs(5, &pairs);
        let network = Network::new(graph, VertexId::new(0), VertexId::new(3)).unwrap();
        let sets = clumps(&Position::new(Arc::new(network)));
        let [a, b, c, d] = [0, 1, 2, 3].map(VertexId::new);
        assert_eq!(sets, [vec![a, b], vec![c, d]]);
    }
}
