//! `ssg`, the program of Switchyard: all input and output is here, the games are in the library.
//!
//! Two things are public: [`main`], which is the whole program, and [`doors`], the places where
//! foreign bytes come in.

mod analog;
mod args;
mod check;
mod clock;
#[cfg(feature = "cluster")]
mod cluster;
mod coins;
mod completions;
mod contest;
mod contestant;
mod convert;
mod crew;
pub mod doors;
mod durable;
#[allow(dead_code)] // until every command that can fail is here
mod exit;
mod generate;
mod gtp;
mod guard;
mod input;
mod interrupt;
mod lesson;
mod output;
mod paint;
mod partition;
mod play;
mod position;
mod process;
mod protocol;
mod referee;
mod replay;
mod serve;
mod side;
mod solve;
mod streams;
mod sweep;
mod tournament;
mod trace;
mod verify;
mod wire;

use args::{Cli, Command};
use clap::Parser;
use exit::Done;
use std::process::ExitCode;
use switchyard::switching::Side::{Cut, Short};

/// Reads the command line and obeys it.
pub fn main() -> ExitCode {
    exit::report(match Cli::parse().command {
        Some(command) => run(command),
        None => completions::help(),
    })
}

fn run(command: Command) -> Done {
    match command {
        Command::Play(args) => play::run(&args),
        Command::C1(args) => protocol::run(&args, Short, Short),
        Command::C2(args) => protocol::run(&args, Short, Cut),
        Command::D1(args) => protocol::run(&args, Cut, Cut),
        Command::D2(args) => protocol::run(&args, Cut, Short),
        Command::Solve(args) => solve::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Partition(args) => partition::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::Analog(args) => analog::run(&args),
        Command::Coins(args) => coins::run(&args),
        Command::Gen(args) => generate::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Guard(args) => guard::run(&args),
        Command::Referee(args) => referee::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "cluster")]
        Command::Cluster(args) => cluster::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Man(args) => completions::man(&args),
    }
}
