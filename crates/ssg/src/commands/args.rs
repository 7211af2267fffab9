//! The command line: one variant per command; the arguments are defined in the module of each
//! command.

use clap::{Parser, Subcommand};

/// Solve and play graph games perfectly: the Shannon switching game, and coins on a digraph.
#[derive(Debug, Parser)]
#[command(name = "ssg", version, max_term_width = 100)]
pub struct Cli {
    /// What to do; without it, help is printed.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands of the program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play against the machine in the terminal
    Play(super::play::Args),
    /// Play Constructor (SHORT), moving first: the tournament protocol
    C1(super::protocol::Args),
    /// Play Constructor (SHORT), moving second
    C2(super::protocol::Args),
    /// Play Destructor (CUT), moving first
    D1(super::protocol::Args),
    /// Play Destructor (CUT), moving second
    D2(super::protocol::Args),
    /// Say who wins a position of the switching game, and with which moves
    Solve(super::solve::Args),
    /// Verify the certificate of a verdict
    Check(super::check::Args),
    /// Print the principal partition of a network's graph
    Partition(super::partition::Args),
    /// Print the planar dual of a network: what SHORT wins on one, CUT wins on the other
    Dual(super::dual::Args),
    /// Show Chase's algorithm of 1972 on a network, step by step
    Trace(super::trace::Args),
    /// Shannon's robot: currents on any network, its results on Bridg-It boards
    Analog(super::analog::Args),
    /// Coins on a digraph: label, solve, play, check, generate and convert
    Coins(super::coins::Args),
    /// Generate a network: random, planted, a board, a grid …
    Gen(super::generate::Args),
    /// Generate a puzzle, with an answer that the solver has certified
    Puzzle(super::puzzle::Args),
    /// Convert a network between file formats
    Convert(super::convert::Args),
    /// Play two players against each other and record the games
    Referee(super::referee::Args),
    /// Play a round robin: every pair of players, with both sides and in both orders
    Tournament(super::tournament::Args),
    /// Grade a class: build every submission, check the protocol, play, and report
    Grade(super::grade::Args),
    /// Step through recorded games and judge every move again
    Replay(super::replay::Args),
    /// Speak the Go Text Protocol, on Bridg-It boards and networks
    Gtp(super::gtp::Args),
    /// Serve the page: draw, play, and see why
    Serve(super::serve::Args),
    /// Compare everything with exhaustive search: all small networks and digraphs, random games
    Verify(super::verify::Args),
    /// Survey random networks: outcomes, partitions and labels, compared with their laws
    Survey(super::survey::Args),
    /// Start several processes on this machine that work together
    #[cfg(feature = "cluster")]
    Cluster(super::cluster::Args),
    /// Run a program under supervision: what `referee` and `tournament` start
    #[command(hide = true)]
    Supervise(crate::arena::supervisor::Args),
    /// Print a completion script for a shell
    Completions(super::completions::Args),
    /// Print the man page of the program, or of one of its commands
    Man(super::completions::ManArgs),
}
