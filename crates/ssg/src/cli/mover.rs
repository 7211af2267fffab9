//! Who moves first in a game against the machine, on the command line.

/// One of the two who play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Mover {
    /// You
    Human,
    /// The machine
    Machine,
}
