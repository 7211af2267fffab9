//! Shannon's robot as a player.

use super::{Forfeit, Player};
use crate::analog::circuit::CircuitError;
use crate::analog::currents::{Effort, best_edges};
use crate::graph::EdgeId;
use crate::switching::{Position, Side};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Plays an edge with the most current; ties are broken uniformly.
///
/// The same for both sides: on the dual network the heuristic picks the same moves.
#[derive(Clone, Debug)]
pub struct AnalogPlayer {
    rng: ChaCha8Rng,
    effort: Effort,
}

impl AnalogPlayer {
    /// Currents that agree to this many bits are equal to the player (any smaller gap is far
    /// below what a circuit could show; a proof is a matter for experiments).
    pub const BITS: u32 = 256;

    /// A player whose ties follow from the seed.
    pub fn new(seed: u64) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            effort: Effort::Bits(Self::BITS),
        }
    }
}

impl Player for AnalogPlayer {
    fn observe(&mut self, _position: &Position, _side: Side, _edge: EdgeId) {}

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        let edges = match best_edges(position, self.effort) {
            Ok(best) => best.edges,
            // Whatever arithmetic does, a legal move is better than none.
            Err(CircuitError::IllConditioned) => position.free_edges().collect(),
            Err(over) => return Err(Forfeit::Crashed(over.to_string())),
        };
        Ok(edges[self.rng.random_range(0..edges.len())])
    }
}
