//! The command line: one variant a command, the arguments beside the command that reads them.

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
    Play(crate::play::Args),
    /// Play Constructor (SHORT), moving first: the tournament protocol
    C1(crate::protocol::Args),
    /// Play Constructor (SHORT), moving second
    C2(crate::protocol::Args),
    /// Play Destructor (CUT), moving first
    D1(crate::protocol::Args),
    /// Play Destructor (CUT), moving second
    D2(crate::protocol::Args),
    /// Say who wins a position of the switching game, and with which moves
    Solve(crate::solve::Args),
    /// Verify the certificate of a verdict
    Check(crate::check::Args),
    /// Print the principal partition of a network's graph
    Partition(crate::partition::Args),
    /// Show the 1972 algorithm at work on a network, step by step
    Trace(crate::trace::Args),
    /// Shannon's robot: currents, and what becomes of it on Bridg-It boards
    Analog(crate::analog::Args),
    /// Coins on a digraph: label, solve, play, check, make and convert
    Coins(crate::coins::Args),
    /// Make a network of some kind: random, planted, a board, a grid …
    Gen(crate::generate::Args),
    /// Convert a network between file formats
    Convert(crate::convert::Args),
    /// Play two players against each other and record the games
    Referee(crate::referee::Args),
    /// Let everybody play everybody, from both sides and in both orders
    Tournament(crate::tournament::Args),
    /// Step through recorded games and judge every move again
    Replay(crate::replay::Args),
    /// Speak the Go Text Protocol, on Bridg-It boards and networks
    Gtp(crate::gtp::Args),
    /// Serve the page: draw, play, and see why
    Serve(crate::serve::Args),
    /// Hold everything against exhaustive search: every small network and digraph, random games
    Verify(crate::verify::Args),
    /// Start several processes on this machine that work together
    #[cfg(feature = "cluster")]
    Cluster(crate::cluster::Args),
    /// Run a program under guard: what `referee` and `tournament` start
    #[command(hide = true)]
    Guard(crate::guard::Args),
    /// Print a completion script for a shell
    Completions(crate::completions::Args),
    /// Print the man page of the program, or of one of its commands
    Man(crate::completions::ManArgs),
}
