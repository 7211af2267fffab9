//! `ssg`, the program of Switchyard: all input and output is here, the games are in the library.
//!
//! Two things are public: [`main`], which is the whole program, and [`fuzz_api`], the places where
//! foreign bytes come in.

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

/// Reads the command line and obeys it.
pub fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => io::exit::report(commands::run(cli)),
        Err(said) => io::exit::usage(&said),
    }
}
