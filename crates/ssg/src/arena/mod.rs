//! Games between players, built in or outside programs: clocks, processes, records.

pub mod clock;
pub mod match_runner;
pub mod pipes;
pub mod program;
pub mod seat;
pub mod supervisor;
