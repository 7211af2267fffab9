//! Shortest paths and minimum cuts of a position, for the heuristic players. SHORT's edges cost
//! nothing, CUT's are deleted. In the join-all game they are those between two vertices that
//! [`super::weakest`] chooses.

use super::weakest::with_terminals;
use crate::ds::NONE;
use crate::graph::{EdgeId, VertexId};
use crate::switching::{Claim, Position};
use std::collections::VecDeque;

/// How many more edges SHORT needs from `start` to every vertex: a 0-1 breadth-first search.
pub(super) fn distances(position: &Position, start: VertexId) -> Vec<u32> {
    let vertices = position.network().graph().vertex_count();
    let mut distance = vec![NONE; vertices];
    distance[start.index()] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(vertex) = queue.pop_front() {
        let here = distance[vertex.index()];
        for &(edge, next) in position.incidence().at(vertex) {
            let step = match position.claim_of(edge) {
                Claim::Short => 0,
                Claim::Free => 1,
                Claim::Cut => continue,
            };
            let there = &mut distance[next.index()];
            if here + step < *there {
                *there = here + step;
                if step == 0 {
                    queue.push_front(next);
                } else {
                    queue.push_back(next);
                }
            }
        }
    }
    distance
}

/// The free edges on the shortest routes between the terminals, in O(n + m).
///
/// Empty only when the game is over.
pub(crate) fn shortest(position: &Position) -> Vec<EdgeId> {
    let position = &*with_terminals(position);
    let network = position.network();
    let from_left = distances(position, network.left());
    let from_right = distances(position, network.right());
    let length = from_left[network.right().index()];
    let on_route = |u: VertexId, v: VertexId| {
        let (before, after) = (from_left[u.index()], from_right[v.index()]);
        before != NONE && after != NONE && before + 1 + after == length
    };
    let graph = network.graph();
    position
        .free_edges()
        .filter(|&edge| {
            let [u, v] = graph.ends(edge);
            on_route(u, v) || on_route(v, u)
        })
        .collect()
}

/// A minimum cut of free edges between the terminals: the one nearest L.
///
/// # Theorem used
/// Menger; the edges that leave what L reaches in the residual graph of a maximum flow.
///
/// # Complexity
/// O(k (n + m)) for a cut of k edges, by augmenting paths (Ford and Fulkerson 1956).
pub(crate) fn min_cut(position: &Position) -> Vec<EdgeId> {
    let position = &*with_terminals(position);
    let mut flow = Flow::new(position);
    let reached = loop {
        match flow.search() {
            Search::Path(path) => flow.augment(&path),
            Search::Stuck(reached) => break reached,
        }
    };
    let graph = position.network().graph();
    position
        .free_edges()
        .filter(|&edge| {
            let [u, v] = graph.ends(edge);
            reached[u.index()] != reached[v.index()]
        })
        .collect()
}

/// A flow from L to R: a free edge carries one unit either way, SHORT's edges any amount.
struct Flow<'a> {
    position: &'a Position,
    /// Units from the first to the second end of each free edge.
    units: Vec<i8>,
}

enum Search {
    /// The free edges of an augmenting path, each with the end it is entered from.
    Path(Vec<(EdgeId, VertexId)>),
    /// There is none: the vertices that L still reaches.
    Stuck(Vec<bool>),
}

impl<'a> Flow<'a> {
    fn new(position: &'a Position) -> Self {
        let units = vec![0; position.network().graph().edge_count()];
        Self { position, units }
    }

    /// Units that the edge carries away from `from`.
    fn outward(&self, edge: EdgeId, from: VertexId) -> i8 {
        let [first, _] = self.position.network().graph().ends(edge);
        let units = self.units[edge.index()];
        if first == from { units } else { -units }
    }

    fn search(&self) -> Search {
        let network = self.position.network();
        let vertices = network.graph().vertex_count();
        let mut reached = vec![false; vertices];
        let mut came: Vec<Option<(EdgeId, VertexId)>> = vec![None; vertices];
        reached[network.left().index()] = true;
        let mut queue = VecDeque::from([network.left()]);
        while let Some(vertex) = queue.pop_front() {
            for &(edge, next) in self.position.incidence().at(vertex) {
                let open = match self.position.claim_of(edge) {
                    Claim::Short => true,
                    Claim::Free => self.outward(edge, vertex) < 1,
                    Claim::Cut => false,
                };
                if open && !reached[next.index()] {
                    reached[next.index()] = true;
                    came[next.index()] = Some((edge, vertex));
                    queue.push_back(next);
                }
            }
        }
        if reached[network.right().index()] {
            Search::Path(self.path_back(&came))
        } else {
            Search::Stuck(reached)
        }
    }

    fn path_back(&self, came: &[Option<(EdgeId, VertexId)>]) -> Vec<(EdgeId, VertexId)> {
        let mut path = Vec::new();
        let mut vertex = self.position.network().right();
        while let Some((edge, from)) = came[vertex.index()] {
            if self.position.claim_of(edge) == Claim::Free {
                path.push((edge, from));
            }
            vertex = from;
        }
        path
    }

    fn augment(&mut self, path: &[(EdgeId, VertexId)]) {
        debug_assert!(!path.is_empty(), "SHORT has won: there is no cut");
        for &(edge, from) in path {
            let [first, _] = self.position.network().graph().ends(edge);
            self.units[edge.index()] += if first == from { 1 } else { -1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::switching::{Network, Side};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn position(vertices: usize, pairs: &[(usize, usize)], claims: &[u8]) -> Option<Position> {
        let graph = Graph::from_pairs(vertices, pairs);
        let network = Network::new(graph, VertexId::new(0), VertexId::new(vertices - 1)).unwrap();
        let moves = claims.iter().take(pairs.len()).enumerate();
        let moves = moves.filter_map(|(edge, claim)| match claim {
            0 => Some((Side::Short, EdgeId::new(edge))),
            1 => Some((Side::Cut, EdgeId::new(edge))),
            _ => None,
        });
        let position = Position::with_moves(Arc::new(network), moves).unwrap();
        position.winner().is_none().then_some(position)
    }

    /// Whether SHORT, given `more` edges, has won; or CUT, for `side`.
    fn wins(position: &Position, side: Side, more: &[EdgeId]) -> bool {
        let mut after = position.clone();
        for &edge in more {
            if after.winner().is_none() {
                after.play(side, edge).unwrap();
            }
        }
        after.winner() == Some(side)
    }

    /// All smallest sets of free edges with which `side` would win at once, by trying all.
    fn smallest_sets(position: &Position, side: Side) -> Vec<Vec<EdgeId>> {
        let free: Vec<EdgeId> = position.free_edges().collect();
        let mut best: Vec<Vec<EdgeId>> = Vec::new();
        for mask in 1_u32..1 << free.len() {
            let chosen = free.iter().enumerate();
            let set: Vec<EdgeId> = chosen
                .filter_map(|(i, &edge)| (mask >> i & 1 == 1).then_some(edge))
                .collect();
            let best_size = best.first().map_or(usize::MAX, Vec::len);
            if set.len() <= best_size && wins(position, side, &set) {
                if set.len() < best_size {
                    best.clear();
                }
                best.push(set);
            }
        }
        best
    }

    proptest! {
        #[test]
        fn routes_and_cuts_are_the_smallest_sets(
            vertices in 2_usize..6,
            pairs in prop::collection::vec((0_usize..6, 0_usize..6), 1..9),
            claims in prop::collection::vec(0_u8..6, 9),
        ) {
            let pairs: Vec<_> = pairs.iter().map(|&(u, v)| (u % vertices, v % vertices)).collect();
            let Some(position) = position(vertices, &pairs, &claims) else { return Ok(()) };
            let mut on_routes: Vec<EdgeId> =
                smallest_sets(&position, Side::Short).into_iter().flatten().collect();
            on_routes.sort_unstable();
            on_routes.dedup();
            prop_assert_eq!(shortest(&position), on_routes);
            let cut = min_cut(&position);
            prop_assert!(smallest_sets(&position, Side::Cut).contains(&cut));
        }
    }
}
