//! Experiments with the library's players: what `ssg analog` runs.
//!
//! [`quota`] lets Shannon's robot play against itself, [`adversary`] searches for games that it
//! loses against an opponent who knows it, and [`paper`] compares every number of Fischer's paper
//! with what is computed.

pub mod adversary;
pub mod paper;
pub mod quota;
