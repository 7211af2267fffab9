//! `ssg` alone, `ssg completions SHELL` and `ssg man [COMMAND]`: written from the same definition as the parser.

use crate::commands::args::Cli;
use crate::io::exit::{CmdError, CmdResult};
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use std::io::{self, Write};

/// Arguments of `ssg completions`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell to complete for
    shell: Shell,
}

/// Prints the completion script.
pub fn run(args: &Args) -> CmdResult {
    // Into a buffer first: the generator panics on a closed pipe, a write here does not.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ssg", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// Arguments of `ssg man`.
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The command, such as `gen` or `analog quota`
    command: Vec<String>,
}

/// The date of the pages, as programs that sort them can read it.
const DATE: &str = "2026-11-16";

/// Prints a man page: `ssg man gen | man -l -`.
pub fn man(args: &ManArgs) -> CmdResult {
    let mut command = without_help(Cli::command());
    // Gives every command its whole name.
    command.build();
    for name in &args.command {
        let found = command.find_subcommand(name).cloned();
        let missing = || CmdError::Input(format!("{command} has no command {name:?}"));
        command = found.ok_or_else(missing)?;
    }
    let title = command.get_display_name().unwrap_or("ssg").to_string();
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .title(title)
        .date(DATE)
        .render(&mut page)?;
    Ok(io::stdout().write_all(&page)?)
}

/// Without the commands `help`, which have no pages: they print other commands' options.
fn without_help(command: Command) -> Command {
    command
        .disable_help_subcommand(true)
        .mut_subcommands(without_help)
}

/// Prints what `--help` prints.
pub fn help() -> CmdResult {
    let help = Cli::command().render_help();
    Ok(write!(io::stdout(), "{help}")?)
}
