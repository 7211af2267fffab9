//! `ssg`, the program of Switchyard: all input and output is here, the games are in the library.

mod args;
mod clock;
mod completions;
mod contest;
mod contestant;
#[allow(dead_code)] // until every command that can fail is here
mod exit;
mod guard;
mod input;
mod interrupt;
mod lesson;
mod paint;
mod play;
mod process;
mod referee;
mod replay;
mod side;
mod streams;
mod trace;
mod wire;

use args::{Cli, Command};
use clap::Parser;
use exit::Done;
use std::process::ExitCode;

fn main() -> ExitCode {
    exit::report(match Cli::parse().command {
        Some(command) => run(command),
        None => completions::help(),
    })
}

fn run(command: Command) -> Done {
    match command {
        Command::Play(args) => play::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Guard(args) => guard::run(&args),
        Command::Referee(args) => referee::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Man => completions::man(),
    }
}
