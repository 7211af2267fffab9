//! What the clever code is held against: plain search, and every small graph.
//!
//! Nothing here is fast and nothing here is clever, so that reading it once is enough to trust it.
//! It knows the boards and the rules of the two games and no algorithm: not the solver, the checker,
//! the engines, nor the positions' own idea of who has won. The tests use it, and the long verification.

pub mod coins;
pub mod graphs;
pub mod rational;
pub mod sampler;
pub mod switching;
