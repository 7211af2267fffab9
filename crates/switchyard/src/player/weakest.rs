//! Heuristics of Shannon's game in the join-all game: they play between the weakest vertex and the one
//! farthest from it.

use super::heuristics::distances;
use crate::graph::VertexId;
use crate::switching::contracted::Contracted;
use crate::switching::{Claim, Network, Position, Side, Target};
use std::borrow::Cow;

/// The position itself, or in the join-all game the same position with two terminals: the contracted
/// vertex with the fewest free edges, which CUT can isolate first, and the one farthest from it.
///
/// SHORT has to join these two as well, and CUT wins by separating them. O(n + m).
pub(super) fn with_terminals(position: &Position) -> Cow<'_, Position> {
    if position.network().target() == Target::Terminals || position.winner().is_some() {
        return Cow::Borrowed(position);
    }
    let graph = position.network().graph();
    let mut contracted = Contracted::of(position);
    let mut leaving = vec![0_usize; graph.vertex_count()];
    for edge in position.free_edges() {
        let [u, v] = graph.ends(edge).map(|end| contracted.find(end.index()));
        if u != v {
            leaving[u] += 1;
            leaving[v] += 1;
        }
    }
    // The game is not over, so there are two contracted vertices, and edges leave each of them.
    let roots = (0..leaving.len()).filter(|&root| leaving[root] > 0);
    let weakest = roots.min_by_key(|&root| leaving[root]).unwrap_or(0);
    let distance = distances(position, VertexId::new(weakest));
    let farthest = (0..distance.len()).max_by_key(|&vertex| (distance[vertex], vertex));
    let ends = [weakest, farthest.unwrap_or(0)].map(VertexId::new);
    between(position, ends).map_or(Cow::Borrowed(position), Cow::Owned)
}

fn between(position: &Position, [left, right]: [VertexId; 2]) -> Option<Position> {
    let graph = position.network().graph();
    let moves = graph
        .edges()
        .filter_map(|edge| match position.claim_of(edge) {
            Claim::Free => None,
            Claim::Short => Some((Side::Short, edge)),
            Claim::Cut => Some((Side::Cut, edge)),
        });
    let network = Network::new(graph.clone(), left, right).ok()?;
    Position::with_moves(network, moves).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{EdgeId, Graph};

    #[test]
    fn the_weakest_vertex_and_the_one_farthest_from_it() {
        // A triangle with a tail of two edges, and SHORT owns the end of the tail.
        let graph = Graph::from_pairs(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)]);
        let mut position = Position::new(Network::join_all(graph).unwrap());
        position.play(Side::Short, EdgeId::new(4)).unwrap();
        let found = with_terminals(&position).into_owned();
        let mut ends = [found.network().left(), found.network().right()].map(VertexId::index);
        ends.sort_unstable();
        assert!(ends == [1, 3] || ends == [1, 4], "{ends:?}");
        assert_eq!(found.claim_of(EdgeId::new(4)), Claim::Short);
        assert_eq!(found.winner(), None);
    }
}
