//! Output to files and standard output: long texts in pieces, JSON, lists for people.

use crate::io::durable::Replacement;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::terminal::{Escaping, escape};
use crate::wire;
use serde::Serialize;
use std::fmt::{self, Display};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::Path;

/// Standard output for data: unchanged, except that control characters are escaped on a terminal.
pub enum Stdout {
    /// To a file or another program.
    Data(BufWriter<StdoutLock<'static>>),
    /// To a terminal.
    Terminal(Escaping<BufWriter<StdoutLock<'static>>>),
}

/// Standard output, buffered: flush it at the end.
pub fn stdout() -> Stdout {
    let out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if io::stdout().is_terminal() {
        Stdout::Terminal(Escaping::new(out))
    } else {
        Stdout::Data(out)
    }
}

/// Standard output for people: control characters are escaped wherever it goes.
pub fn prose() -> Escaping<BufWriter<StdoutLock<'static>>> {
    Escaping::new(BufWriter::new(io::stdout().lock()))
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Data(out) => out.write(bytes),
            Self::Terminal(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Data(out) => out.flush(),
            Self::Terminal(out) => out.flush(),
        }
    }
}

/// Prints a text for people: control characters in it are escaped wherever it goes.
pub fn say(text: &str) -> CmdResult {
    let mut out = io::stdout().lock();
    out.write_all(escape(text).as_bytes())?;
    Ok(out.flush()?)
}

/// Prints a long answer for a command that must finish its work even if nobody reads the answer.
#[derive(Debug, Default)]
pub struct Listener {
    gone: bool,
}

impl Listener {
    /// As [`say`]; but when the reader has closed the pipe, nothing more is printed and the command
    /// continues.
    ///
    /// # Errors
    /// Any other error of writing.
    pub fn say(&mut self, text: &str) -> CmdResult {
        if self.gone {
            return Ok(());
        }
        match say(text) {
            Err(CmdError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(())
            }
            said => said,
        }
    }
}

enum Sink {
    Stdout(Stdout),
    File(Replacement),
}

/// A buffered writer that the library, which knows no files, can write text to.
pub struct Output {
    out: Sink,
    /// The error, which `fmt::Error` cannot carry.
    error: Option<io::Error>,
}

impl Output {
    /// Writes to a new file, which replaces the old one at the end; `-` is standard output.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn to(path: &Path) -> Result<Self, CmdError> {
        let out = if crate::io::path::is_stdin(path) {
            Sink::Stdout(stdout())
        } else {
            Sink::File(Replacement::begin(path)?)
        };
        Ok(Self { out, error: None })
    }

    /// Writes bytes that are not text.
    ///
    /// # Errors
    /// What the file or stream answers.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.out {
            Sink::Stdout(out) => out.write_all(bytes),
            Sink::File(file) => file.write_all(bytes),
        }
    }

    /// Writes the rest of the buffer; only then does the file exist.
    ///
    /// # Errors
    /// The first error of the file or stream.
    pub fn finish(mut self) -> Result<(), CmdError> {
        if let Some(error) = self.error.take() {
            return Err(error.into());
        }
        match self.out {
            Sink::Stdout(mut out) => Ok(out.flush()?),
            Sink::File(file) => file.finish(),
        }
    }
}

impl fmt::Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

/// Prints one JSON object and a newline.
pub fn json(value: &impl Serialize) -> CmdResult {
    let mut out = stdout();
    wire::write(&mut out, value)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Prints an answer: one JSON object, or the text for people.
pub fn answer<J: Serialize>(
    as_json: bool,
    value: impl FnOnce() -> J,
    text: impl FnOnce() -> String,
) -> CmdResult {
    if as_json {
        json(&value())
    } else {
        say(&text())
    }
}

/// A list for people: all of a short one, the beginning of a long one.
pub fn list(items: &[impl Display]) -> String {
    const SHOWN: usize = 60;
    if items.is_empty() {
        return "none".to_string();
    }
    let shown: Vec<String> = items.iter().take(SHOWN).map(ToString::to_string).collect();
    let list = shown.join(" ");
    match items.len() {
        0..=SHOWN => list,
        many => format!("{list} … ({many} in all; --json lists them)"),
    }
}

/// The end of a command that gives a verdict: a refusal takes precedence over an error of the
/// output, so that the exit code does not depend on the reader.
pub fn verdict(said: CmdResult, refused: Option<CmdError>) -> CmdResult {
    refused.map_or(said, Err)
}
