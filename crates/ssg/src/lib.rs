//! `ssg`, the program of Switchyard: all input and output is here, the games are in the library.
//!
//! Two things are public: [`main`], which is the whole program, and [`fuzz_api`], the entry points
//! for untrusted bytes.

mod arena;
mod cli;
mod commands;
pub mod fuzz_api;
mod io;
mod league;
mod pool;
mod serve;
mod wire;

use clap::Parser;
use commands::args::Cli;
use std::process::ExitCode;

/// Parses the command line and runs the command.
pub fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => io::exit::report(commands::run(cli)),
        Err(said) => io::exit::usage(&said),
    }
}
