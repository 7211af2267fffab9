//! Two heuristic players: a shortest path, and a minimum cut.

use super::{Forfeit, Player, heuristics};
use crate::Rng;
use crate::graph::EdgeId;
use crate::switching::{Position, Side};
use rand::seq::IndexedRandom;

/// Plays an edge of a shortest path between the terminals, chosen uniformly among all such edges.
///
/// SHORT's own edges have length zero. It beats a random player nearly always, and never sees two threats
/// at once.
#[derive(Clone, Debug)]
pub struct GreedyPlayer {
    rng: Rng,
}

impl GreedyPlayer {
    /// A player whose choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        let rng = Rng::from_seed(seed);
        Self { rng }
    }
}

impl Player for GreedyPlayer {
    fn observe(&mut self, _: &Position, _: Side, _: EdgeId) {}

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        pick(&heuristics::shortest(position), &mut self.rng)
    }
}

/// Plays an edge of a minimum cut, on a shortest path if the cut has such an edge.
#[derive(Clone, Debug)]
pub struct MinCutPlayer {
    rng: Rng,
}

impl MinCutPlayer {
    /// A player whose choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        let rng = Rng::from_seed(seed);
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

/// One of `edges`, chosen uniformly.
pub(super) fn pick(edges: &[EdgeId], rng: &mut Rng) -> Result<EdgeId, Forfeit> {
    let picked = edges.choose(rng).copied();
    picked.ok_or(Forfeit::NoMove)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::network;

    /// A single edge beside a path of three, whose middle edge is doubled.
    fn position() -> Position {
        let pairs = [(0, 1), (1, 2), (2, 3), (0, 3), (1, 2)];
        Position::new(network(4, (0, 3), &pairs))
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
        let position = Position::new(network(3, (0, 1), &[(0, 1); 9]));
        let choose = |seed| GreedyPlayer::new(seed).choose(&position).unwrap();
        assert_eq!(choose(3), choose(3));
        assert!((0..20).any(|seed| choose(seed) != choose(0)));
    }
}
