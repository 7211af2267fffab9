//! Shannon's robot as a player.

use super::weakest::with_terminals;
use super::{Forfeit, Player};
use crate::Rng;
use crate::analog::{CircuitError, Effort, best_edges};
use crate::graph::EdgeId;
use crate::switching::{Position, Side};
use rand::RngExt;

/// Plays an edge with the most current; ties are broken uniformly.
///
/// The same for both sides: on the dual network the heuristic picks the same moves.
#[derive(Clone, Debug)]
pub struct AnalogPlayer {
    rng: Rng,
    effort: Effort,
}

impl AnalogPlayer {
    /// The player takes currents that agree to this many bits for equal. A smaller gap is far below what
    /// a circuit could show.
    pub const BITS: u32 = 256;

    /// A player whose ties follow from the seed.
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Rng::from_seed(seed),
            effort: Effort::Bits(Self::BITS),
        }
    }
}

impl Player for AnalogPlayer {
    fn observe(&mut self, _position: &Position, _side: Side, _edge: EdgeId) {}

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        let edges = match best_edges(&with_terminals(position), self.effort) {
            Ok(best) => best.edges,
            // A legal move is better than none.
            Err(CircuitError::IllConditioned) => position.free_edges().collect(),
            Err(CircuitError::Shorted | CircuitError::Apart) => return Err(Forfeit::NoMove),
        };
        Ok(edges[self.rng.random_range(0..edges.len())])
    }
}
