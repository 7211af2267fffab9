//! Data to files and to standard output: long texts a piece at a time, JSON, lists for people.

use crate::io::durable::Replacement;
use crate::io::exit::{CmdError, CmdResult};
use crate::wire;
use serde::Serialize;
use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;
use switchyard::graph::EdgeId;

enum Sink {
    Stdout(BufWriter<StdoutLock<'static>>),
    File(Replacement),
}

/// A buffered writer that the library, which knows no files, can write text to.
pub struct Output {
    out: Sink,
    /// What went wrong, for which the library has no word.
    error: Option<io::Error>,
}

impl Output {
    /// Writes to this file, which is made anew and replaces an old one at the end; `-` is standard
    /// output.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn to(path: &Path) -> Result<Self, CmdError> {
        let out = if crate::io::path::is_stdin(path) {
            Sink::Stdout(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
        } else {
            Sink::File(Replacement::begin(path)?)
        };
        Ok(Self { out, error: None })
    }

    /// Writes bytes that are no text.
    ///
    /// # Errors
    /// What the file or stream answers.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.out {
            Sink::Stdout(out) => out.write_all(bytes),
            Sink::File(file) => file.write_all(bytes),
        }
    }

    /// Writes what is still held back; a file is there from now on, and not before.
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
    let mut out = BufWriter::new(io::stdout().lock());
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
        Ok(io::stdout().lock().write_all(text().as_bytes())?)
    }
}

/// A list of edges for people: all of a short one, the beginning of a long one.
pub fn edge_list(edges: &[EdgeId]) -> String {
    const SHOWN: usize = 60;
    if edges.is_empty() {
        return "none".to_string();
    }
    let shown: Vec<String> = edges.iter().take(SHOWN).map(EdgeId::to_string).collect();
    let list = shown.join(" ");
    match edges.len() {
        0..=SHOWN => list,
        many => format!("{list} … ({many} in all; --json lists them)"),
    }
}
