//! Two players that are worth beating: they look at the board as a beginner does.

use super::{Forfeit, Player, heuristics};
use crate::graph::EdgeId;
use crate::switching::{Position, Side};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// Plays on a shortest route between the terminals, chosen evenly among the edges that lie on one.
///
/// SHORT's own edges cost nothing. As SHORT it races, as CUT it blocks. It beats a random player
/// nearly always, and never sees two threats at once.
#[derive(Clone, Debug)]
pub struct GreedyPlayer {
    rng: ChaCha8Rng,
}

impl GreedyPlayer {
    /// A player whose choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        Self { rng }
    }
}

impl Player for GreedyPlayer {
    fn observe(&mut self, _: &Position, _: Side, _: EdgeId) {}

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        pick(&heuristics::shortest(position), &mut self.rng)
    }
}

/// Plays in the weakest place: an edge of a smallest cut, on a shortest route if there is such.
///
/// As CUT it cuts there, as SHORT it reinforces there.
#[derive(Clone, Debug)]
pub struct MinCutPlayer {
    rng: ChaCha8Rng,
}

impl MinCutPlayer {
    /// A player whose choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        Self { rng }
    }
}

impl Player for MinCutPlayer {
    fn observe(&mut self, _: &Position, _: Side, _: EdgeId) {}

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        let cut = heuristics::min_cut(position);
        let routes = heuristics::shortest(position);
        let both: Vec<EdgeId> = cut
            .iter()
            .copied()
            .filter(|edge| routes.binary_search(edge).is_ok())
            .collect();
        let pool = if both.is_empty() { &cut } else { &both };
        pick(pool, &mut self.rng)
    }
}

/// One of `edges`, evenly.
pub(super) fn pick(edges: &[EdgeId], rng: &mut ChaCha8Rng) -> Result<EdgeId, Forfeit> {
    let picked = edges.choose(rng).copied();
    picked.ok_or_else(|| Forfeit::Crashed("asked for a move in a finished game".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, VertexId};
    use crate::switching::Network;
    use std::sync::Arc;

    /// A long way of single edges beside a short one with a doubled edge.
    fn position() -> Position {
        let graph = Graph::from_pairs(4, &[(0, 1), (1, 2), (2, 3), (0, 3), (1, 2)]);
        let network = Network::new(graph, VertexId::new(0), VertexId::new(3)).unwrap();
        Position::new(Arc::new(network))
    }

    #[test]
    fn greedy_takes_the_shortest_route() {
        for seed in 0..20 {
            let edge = GreedyPlayer::new(seed).choose(&position()).unwrap();
            assert_eq!(edge.label(), 4);
        }
    }

    #[test]
    fn min_cut_plays_the_weak_place() {
        let mut position = position();
        position.play(Side::Short, EdgeId::new(0)).unwrap();
        position.play(Side::Cut, EdgeId::new(3)).unwrap();
        for seed in 0..20 {
            let edge = MinCutPlayer::new(seed).choose(&position).unwrap();
            assert_eq!(edge.label(), 3);
        }
    }

    #[test]
    fn the_seed_decides() {
        let graph = Graph::from_pairs(3, &[(0, 1); 9]);
        let network = Network::new(graph, VertexId::new(0), VertexId::new(1)).unwrap();
        let position = Position::new(Arc::new(network));
        let choose = |seed| GreedyPlayer::new(seed).choose(&position).unwrap();
        assert_eq!(choose(3), choose(3));
        assert!((0..20).any(|seed| choose(seed) != choose(0)));
    }
}
