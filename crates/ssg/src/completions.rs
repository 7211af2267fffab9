//! `ssg` alone, `ssg completions SHELL` and `ssg man`: written from the same definition as the parser.

use crate::args::Cli;
use crate::exit::Done;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};

/// Arguments of `ssg completions`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell to complete for
    shell: Shell,
}

/// Prints the completion script.
pub fn run(args: &Args) -> Done {
    // Into a buffer first: the generator panics on a closed pipe, a write here does not.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ssg", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// Prints the man page.
pub fn man() -> Done {
    Ok(clap_mangen::Man::new(Cli::command()).render(&mut io::stdout())?)
}

/// Prints what `--help` prints.
pub fn help() -> Done {
    let help = Cli::command().render_help();
    Ok(write!(io::stdout(), "{help}")?)
}
