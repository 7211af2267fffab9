//! Players of the switching game, all behind one trait.

pub mod analog;
pub mod builtin;
pub mod greedy;
mod heuristics;
pub mod perfect;
pub mod random;
pub mod weakened;

use crate::graph::EdgeId;
use crate::switching::{Position, Side};
use thiserror::Error;

/// Why a player did not give a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Forfeit {
    /// What it said is not a legal move.
    #[error("illegal move {said:?}: {why}")]
    IllegalMove {
        /// What the player said.
        said: String,
        /// Why that is no move.
        why: String,
    },
    /// It used up its time.
    #[error("out of time")]
    Timeout,
    /// It ended, crashed or closed its streams in the middle of the game.
    #[error("quit early: {0}")]
    Crashed(String),
}

/// A player of one side of one game.
///
/// The referee makes the moves on the position; the player is told of every move that was made,
/// its own included, and is asked for one when it is its turn and the game is not over.
pub trait Player {
    /// A move was made; `position` is the position after it.
    fn observe(&mut self, position: &Position, side: Side, edge: EdgeId);

    /// The move to make now.
    ///
    /// # Errors
    /// When the player has no legal move to offer: it then loses.
    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit>;
}
