//! The Shannon switching game: its rules and its solution.
//!
//! SHORT (Constructor, CONNECT) claims edges to join the terminals of a [`Network`]; CUT
//! (Destructor) deletes edges to separate them. A [`Network`] is a validated board, a [`Position`]
//! a board with the moves made so far. The same solver serves the join-all game, in which SHORT has to
//! join every vertex: [`Network::target`] says which. [`solve`](solve()) gives the outcome of a position, every winning
//! move and a [`Certificate`], and [`check`](check()) verifies certificates without the solver.

pub mod certificate;
pub mod chase;
mod check;
mod connectivity;
pub(crate) mod contracted;
mod dual;
mod explain;
mod network;
mod position;
pub mod principal;
mod side;
pub(crate) mod solver;
mod target;

pub use certificate::Certificate;
pub use check::partition::{PartitionError, check_partition};
pub use check::{CertificateError, ProofPart, check};
pub use dual::{DualError, dual};
pub use explain::{Explanation, clumps, explain};
pub use network::{Network, NetworkError};
pub use position::{Claim, MoveError, Position};
pub use side::{Outcome, Side, UnknownOutcomeError, UnknownSideError};
pub use solver::packing::{Packing, pack};
pub use solver::partition::{Partition, partition};
pub use solver::principal::{edge_reason, prove_partition};
pub use solver::solve::{Verdict, WinningMoves, outcome, solve, study};
pub use target::{Target, UnknownTargetError};
