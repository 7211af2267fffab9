//! Players of the switching game, all behind one trait.

#[cfg(feature = "analog")]
mod analog;
mod builtin;
mod greedy;
mod heuristics;
mod perfect;
mod random;
mod weakened;
mod weakest;

#[cfg(feature = "analog")]
pub use analog::AnalogPlayer;
pub use builtin::{Builtin, UnknownPlayerError};
pub use greedy::{GreedyPlayer, MinCutPlayer};
#[cfg(all(feature = "coins", feature = "generate"))]
pub(crate) use heuristics::{min_cut, shortest};
pub use perfect::PerfectPlayer;
pub use perfect::lost::{Belief, Expected, Model, Policy, Reason};
pub use perfect::won::Shortening;
pub use random::RandomPlayer;
pub use weakened::Weakened;

use crate::graph::EdgeId;
use crate::switching::{Position, Side};
use thiserror::Error;

/// Why a player did not give a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Forfeit {
    /// Its answer is not a legal move.
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
    /// It used more of something than it may: memory, processes, files.
    #[error("over a limit: {0}")]
    Limit(String),
    /// It was asked for a move when the game was over.
    #[error("asked for a move in a finished game")]
    NoMove,
    /// The user stopped the game.
    #[error("interrupted")]
    Interrupted,
}

/// A player of one side of one game.
///
/// The referee makes the moves on the position. The player observes every move, its own included, and
/// chooses one when it is its turn and the game is not over.
pub trait Player {
    /// A move was made; `position` is the position after it.
    fn observe(&mut self, position: &Position, side: Side, edge: EdgeId);

    /// The move to make now.
    ///
    /// # Errors
    /// When the player has no legal move to offer: it then loses.
    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit>;

    /// Why the move that was chosen last, and not made yet, was chosen: for a player that says so, in a
    /// position that it loses under perfect play.
    fn reason(&self) -> Option<&Reason> {
        None
    }

    /// Why the move that was chosen last, and not made yet, was chosen among several winning moves: for a
    /// player that says so.
    fn shortening(&self) -> Option<&Shortening> {
        None
    }
}
