//! The naive side of every comparison: exhaustive search, and all small graphs.
//!
//! Nothing here is fast and nothing here is clever, so that reading it once is enough to trust it.
//! It uses the boards and the rules of the two games, but no algorithm of the library: neither the
//! solver, the checker and the engines, nor `Position`'s own answer to who has won. The tests use
//! it, and the long verification.

pub mod coins;
pub mod graphs;
pub mod rational;
pub mod sampler;
pub mod switching;
