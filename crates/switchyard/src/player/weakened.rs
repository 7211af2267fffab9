//! A player that makes mistakes with a given probability.

use super::greedy::pick;
use super::{Forfeit, Player};
use crate::Rng;
use crate::graph::EdgeId;
use crate::switching::{Position, Side};
use rand::RngExt;

/// Plays as another player does with probability `strength`, and errs otherwise.
///
/// To err is to play a move that is not winning, chosen uniformly; where every move wins, any move.
pub struct Weakened<P> {
    player: P,
    side: Side,
    strength: f64,
    rng: Rng,
}

impl<P: Player> Weakened<P> {
    /// `player` at `strength` from 0 (always errs) to 1 (never).
    pub fn new(player: P, side: Side, strength: f64, seed: u64) -> Self {
        Self {
            player,
            side,
            strength,
            rng: Rng::from_seed(seed),
        }
    }

    fn err(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        let winning = position.solve().winning;
        let winning = winning.of(self.side);
        let free: Vec<EdgeId> = position.free_edges().collect();
        let errors: Vec<EdgeId> = free
            .iter()
            .copied()
            .filter(|edge| winning.binary_search(edge).is_err())
            .collect();
        let pool = if errors.is_empty() { &free } else { &errors };
        pick(pool, &mut self.rng)
    }
}

impl<P: Player> Player for Weakened<P> {
    fn observe(&mut self, position: &Position, side: Side, edge: EdgeId) {
        self.player.observe(position, side, edge);
    }

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        if self.rng.random::<f64>() < self.strength {
            self.player.choose(position)
        } else {
            self.err(position)
        }
    }
}
