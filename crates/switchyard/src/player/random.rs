//! The player that picks a free edge at random.

use super::{Forfeit, Player};
use crate::Rng;
use crate::graph::EdgeId;
use crate::switching::{Claim, Position, Side};
use rand::RngExt;

/// Plays every free edge with the same chance.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    rng: Rng,
    /// The edges that were free when last looked at, and perhaps some that no longer are.
    free: Option<Vec<EdgeId>>,
}

impl RandomPlayer {
    /// The same seed plays the same game against the same opponent.
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Rng::from_seed(seed),
            free: None,
        }
    }
}

impl Player for RandomPlayer {
    fn observe(&mut self, _: &Position, _: Side, _: EdgeId) {}

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        let free = self
            .free
            .get_or_insert_with(|| position.free_edges().collect());
        // Edges played since are dropped when they are drawn: O(1) amortised a move.
        while !free.is_empty() {
            let edge = free.swap_remove(self.rng.random_range(0..free.len()));
            if position.claim_of(edge) == Claim::Free {
                return Ok(edge);
            }
        }
        Err(Forfeit::NoMove)
    }
}
