//! `ssg`, the program of Switchyard: all input and output is here, the games are in the library.

mod args;
mod check;
mod completions;
mod convert;
#[allow(dead_code)] // until every command that can fail is here
mod exit;
mod input;
mod lesson;
mod output;
mod paint;
mod partition;
mod play;
mod position;
mod protocol;
mod side;
mod solve;
mod trace;
mod wire;

use args::{Cli, Command};
use clap::Parser;
use exit::Done;
use std::process::ExitCode;
use switchyard::switching::Side::{Cut, Short};

fn main() -> ExitCode {
    exit::report(run(Cli::parse().command))
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
        Command::Convert(args) => convert::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man => completions::man(),
    }
}
