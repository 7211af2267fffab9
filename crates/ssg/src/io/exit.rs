//! How a command ends: the exit codes of the program and the messages for them.

use crate::io::terminal::{escape, note};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use thiserror::Error;

/// What a command returns.
pub type CmdResult = Result<(), CmdError>;

/// Why a command did not answer.
#[derive(Debug, Error)]
pub enum CmdError {
    /// Bad arguments or bad input: exit 2. The text may have several lines, one per fault.
    #[error("{0}")]
    Input(String),
    /// A check was made and failed: exit 1.
    #[error("{0}")]
    Refused(String),
    /// Stopped by the user: exit 130.
    #[error("interrupted")]
    Interrupted,
    /// Reading or writing failed: exit 2, except that a closed pipe is not an error.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl CmdError {
    /// A bad-input failure from anything printable.
    pub fn input(text: &impl ToString) -> Self {
        Self::Input(text.to_string())
    }

    fn code(&self) -> u8 {
        match self {
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Refused(_) => 1,
            Self::Input(_) | Self::Io(_) => 2,
            Self::Interrupted => 130,
        }
    }
}

/// Prints the error on stderr, if there is one, and returns the exit code.
pub fn report(done: CmdResult) -> ExitCode {
    // Buffered output counts too: an answer that cannot be written is an error.
    let done = done.and_then(|()| Ok(io::stdout().flush()?));
    let Err(failure) = done else {
        return ExitCode::SUCCESS;
    };
    let code = failure.code();
    if code != 0 {
        for line in failure.to_string().lines() {
            note(&format_args!("ssg: {line}"));
        }
    }
    ExitCode::from(code)
}

/// Output of the command-line parser: help and version are answers and go to stdout, everything
/// else is an error in the arguments.
pub fn usage(said: &clap::Error) -> ExitCode {
    if said.use_stderr() {
        let _ = write!(io::stderr(), "{}", escape(&said.to_string()));
        return ExitCode::from(2);
    }
    let text = said.render();
    let written = if io::stdout().is_terminal() {
        write!(io::stdout(), "{}", text.ansi())
    } else {
        write!(io::stdout(), "{text}")
    };
    report(written.map_err(CmdError::from))
}
