//! `ssg coins …`: coins on a digraph.

mod check;
mod convert;
mod generate;
mod label;
#[cfg(feature = "cluster")]
mod list;
mod load;
mod play;
#[cfg(feature = "cluster")]
mod shard;
#[cfg(feature = "cluster")]
mod sharded;
mod solve;
mod trace;

use crate::io::exit::CmdResult;
use clap::Subcommand;

/// Arguments of `ssg coins`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Label every node: generalized Sprague–Grundy numbers, ∞(K), and counters
    Label(label::Args),
    /// Show the labelling algorithm step by step: every label with its reason and counter
    Trace(trace::Args),
    /// Who wins with coins on these nodes, and by which move
    Solve(solve::Args),
    /// Play against the machine: moves are lines `FROM TO`
    Play(play::Args),
    /// Verify labels, as `ssg coins label` prints them
    Check(check::Args),
    /// Generate a digraph: a classic ruleset or a random one
    Gen(generate::Args),
    /// Convert a digraph between text and the compact binary format
    Convert(convert::Args),
    /// Divide a digraph into shards, to label it on several machines
    #[cfg(feature = "cluster")]
    Shard(shard::Args),
    /// Print the labels of a digraph that is in shards
    #[cfg(feature = "cluster")]
    List(list::Args),
}

/// Runs the command.
pub fn run(args: &Args) -> CmdResult {
    match &args.command {
        Command::Label(args) => label::run(args),
        Command::Trace(args) => trace::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Play(args) => play::run(args),
        Command::Check(args) => check::run(args),
        Command::Gen(args) => generate::run(args),
        Command::Convert(args) => convert::run(args),
        #[cfg(feature = "cluster")]
        Command::Shard(args) => shard::run(args),
        #[cfg(feature = "cluster")]
        Command::List(args) => list::run(args),
    }
}
