//! The commands, one file or folder per command: `pub struct Args` and `pub fn run(&Args)`.

pub mod analog;
pub mod args;
pub mod check;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod coins;
pub mod completions;
pub mod convert;
pub mod dual;
pub mod generate;
pub mod grade;
pub mod gtp;
pub mod partition;
pub mod play;
pub mod protocol;
pub mod puzzle;
pub mod referee;
pub mod replay;
pub mod serve;
pub mod solve;
pub mod survey;
pub mod tournament;
pub mod trace;
pub mod verify;

use crate::arena::supervisor;
use crate::io::exit::CmdResult;
use args::{Cli, Command};
use switchyard::switching::Side::{Cut, Short};

/// Runs the command that was named; without one, prints help.
pub fn run(cli: Cli) -> CmdResult {
    let Some(command) = cli.command else {
        return completions::help();
    };
    match command {
        Command::Play(args) => play::run(&args),
        Command::C1(args) => protocol::run(&args, Short, Short),
        Command::C2(args) => protocol::run(&args, Short, Cut),
        Command::D1(args) => protocol::run(&args, Cut, Cut),
        Command::D2(args) => protocol::run(&args, Cut, Short),
        Command::Solve(args) => solve::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Partition(args) => partition::run(&args),
        Command::Dual(args) => dual::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::Analog(args) => analog::run(&args),
        Command::Coins(args) => coins::run(&args),
        Command::Gen(args) => generate::run(&args),
        Command::Puzzle(args) => puzzle::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Supervise(args) => supervisor::run(&args),
        Command::Referee(args) => referee::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Grade(args) => grade::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "cluster")]
        Command::Cluster(args) => cluster::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Survey(args) => survey::run(&args),
        Command::Man(args) => completions::man(&args),
    }
}
