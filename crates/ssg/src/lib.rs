//! `ssg`, the program of Switchyard: all input and output is here, the games are in the library.
//!
//! Two things are public: [`main`], which is the whole program, and [`fuzz_api`], the places where
//! foreign bytes come in.

mod arena;
mod cli;
mod commands;
pub mod fuzz_api;
mod io;
mod lesson;
mod pool;
mod serve;
mod wire;

use arena::supervisor;
use clap::Parser;
use cli::args::{Cli, Command};
use commands::{
    analog, check, coins, completions, convert, generate, gtp, partition, play, protocol, referee,
    replay, solve, tournament, trace, verify,
};
use io::exit::{self, CmdResult};
use std::process::ExitCode;
use switchyard::switching::Side::{Cut, Short};

/// Reads the command line and obeys it.
pub fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(Cli {
            command: Some(command),
        }) => exit::report(run(command)),
        Ok(Cli { command: None }) => exit::report(completions::help()),
        Err(said) => exit::usage(&said),
    }
}

fn run(command: Command) -> CmdResult {
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
        Command::Supervise(args) => supervisor::run(&args),
        Command::Referee(args) => referee::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "cluster")]
        Command::Cluster(args) => commands::cluster::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Man(args) => completions::man(&args),
    }
}
