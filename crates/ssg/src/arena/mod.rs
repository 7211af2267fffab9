//! Games between players, built in or outside programs: clocks, processes, records.

pub mod build;
pub mod clock;
mod control;
pub mod limit_args;
pub mod limits;
pub mod match_runner;
pub mod pipes;
pub mod program;
pub mod sandbox;
pub mod seat;
mod strays;
pub mod supervisor;
mod usage;
