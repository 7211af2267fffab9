//! The Shannon switching game: its rules, its solution and its players' knowledge.
//!
//! SHORT (Constructor, CONNECT) claims edges to join the terminals of a [`Network`]; CUT
//! (Destructor) destroys edges to part them. A [`Network`] is a validated board, a [`Position`]
//! a board with the moves made so far.

pub mod certificate;
pub mod chase;
pub mod check;
mod connectivity;
pub mod explain;
mod network;
mod position;
mod side;
pub(crate) mod solver;

pub use network::{Network, NetworkError};
pub use position::{Claim, MoveError, Position};
pub use side::{Outcome, Side};
pub use solver::{partition, solve};
