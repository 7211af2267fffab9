//! `ssg`, the program of Switchyard: all input and output is here, the games are in the library.

mod args;
mod completions;
mod convert;
#[allow(dead_code)] // until every command that can fail is here
mod exit;
mod input;
mod lesson;
mod output;
mod paint;
mod play;
mod side;
mod trace;
mod wire;

use args::{Cli, Command};
use clap::Parser;
use exit::Done;
use std::process::ExitCode;

fn main() -> ExitCode {
    exit::report(run(Cli::parse().command))
}

fn run(command: Command) -> Done {
    match command {
        Command::Play(args) => play::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man => completions::man(),
    }
}
