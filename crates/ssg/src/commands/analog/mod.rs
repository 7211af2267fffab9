//! `ssg analog …`: Shannon's robot.

mod adversary;
mod anywhere;
mod checkpoint;
mod currents;
mod first_moves;
mod ground;
mod quota;
mod reproduce;
mod results;
mod sample;
mod svg;
mod trap;

use crate::io::exit::{CmdError, CmdResult};
use clap::Subcommand;
use switchyard::bridgit::Board;

/// Arguments of `ssg analog`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The currents of a network, and the edges that carry the most
    Currents(currents::Args),
    /// Robot against robot on a board or any network: the exact probability that the first player wins
    Quota(quota::Args),
    /// The robot against an opponent who knows it: a refuting line for every first move
    Adversary(adversary::Args),
    /// Which first moves of the robot a given line of the opponent refutes
    Trap(trap::Args),
    /// The robot on any network, by sampling: with bulbs or faulty parts, and against any player
    Sample(sample::Args),
    /// Compare Fischer's paper with computed values, point by point
    Reproduce(reproduce::Args),
    /// Write the tables and plots of docs/results/analog; an interrupted run resumes
    Results(results::Args),
}

/// Runs the command.
pub fn run(args: &Args) -> CmdResult {
    match &args.command {
        Command::Currents(args) => currents::run(args),
        Command::Quota(args) => quota::run(args),
        Command::Adversary(args) => adversary::run(args),
        Command::Trap(args) => trap::run(args),
        Command::Sample(args) => sample::run(args),
        Command::Reproduce(args) => reproduce::run(args),
        Command::Results(args) => results::run(args),
    }
}

/// The largest board that experiments are made on: the engine's integers have room for it.
const LARGEST: usize = 400;

/// The board of this size, if experiments can be made on it.
fn board(size: usize) -> Result<Board, CmdError> {
    if size > LARGEST {
        return Err(CmdError::Input(format!(
            "experiments go up to M = {LARGEST}, not {size}"
        )));
    }
    Board::new(size).map_err(|error| CmdError::input(&error))
}
