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
    Play(crate::commands::play::Args),
    /// Play Constructor (SHORT), moving first: the tournament protocol
    C1(crate::commands::protocol::Args),
    /// Play Constructor (SHORT), moving second
    C2(crate::commands::protocol::Args),
    /// Play Destructor (CUT), moving first
    D1(crate::commands::protocol::Args),
    /// Play Destructor (CUT), moving second
    D2(crate::commands::protocol::Args),
    /// Say who wins a position of the switching game, and with which moves
    Solve(crate::commands::solve::Args),
    /// Verify the certificate of a verdict
    Check(crate::commands::check::Args),
    /// Print the principal partition of a network's graph
    Partition(crate::commands::partition::Args),
    /// Show the 1972 algorithm at work on a network, step by step
    Trace(crate::commands::trace::Args),
    /// Shannon's robot: currents, and what becomes of it on Bridg-It boards
    Analog(crate::commands::analog::Args),
    /// Coins on a digraph: label, solve, play, check, make and convert
    Coins(crate::commands::coins::Args),
    /// Make a network of some kind: random, planted, a board, a grid …
    Gen(crate::commands::generate::Args),
    /// Convert a network between file formats
    Convert(crate::commands::convert::Args),
    /// Play two players against each other and record the games
    Referee(crate::commands::referee::Args),
    /// Let everybody play everybody, from both sides and in both orders
    Tournament(crate::commands::tournament::Args),
    /// Step through recorded games and judge every move again
    Replay(crate::commands::replay::Args),
    /// Speak the Go Text Protocol, on Bridg-It boards and networks
    Gtp(crate::commands::gtp::Args),
    /// Serve the page: draw, play, and see why
    Serve(crate::serve::Args),
    /// Hold everything against exhaustive search: every small network and digraph, random games
    Verify(crate::commands::verify::Args),
    /// Start several processes on this machine that work together
    #[cfg(feature = "cluster")]
    Cluster(crate::commands::cluster::Args),
    /// Run a program under supervision: what `referee` and `tournament` start
    #[command(hide = true)]
    Supervise(crate::arena::supervisor::Args),
    /// Print a completion script for a shell
    Completions(crate::commands::completions::Args),
    /// Print the man page of the program, or of one of its commands
    Man(crate::commands::completions::ManArgs),
}
