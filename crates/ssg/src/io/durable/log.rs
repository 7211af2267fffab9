//! Logs: files that get one line for each finished piece of work.

use super::file::LogFile;
use super::seal::{self, Seal};
use crate::io::exit::{CmdError, CmdResult};
use crate::io::terminal::note;
use crate::wire;
use serde::de::IgnoredAny;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A line of a log: the object as it was added, and the line's number in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The JSON object, including its checksum if it has one, which readers ignore.
    pub text: String,
    /// Counted from 1.
    pub number: usize,
}

impl Line {
    /// What is wrong with this line.
    pub fn fault(&self, why: &str) -> LineFault {
        LineFault {
            line: self.number,
            why: why.to_owned(),
        }
    }
}

/// Who else may write to a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Nobody: the log is locked as long as it is open.
    Alone,
    /// Other programs, one line at a time.
    InTurns,
}

/// What a log is written to: a file, or in the tests something that fails.
pub trait Medium: Write {
    /// Truncates to the first `length` bytes.
    fn cut(&mut self, length: u64) -> io::Result<()>;
    /// Forces everything to the disk.
    fn force(&mut self) -> io::Result<()>;
    /// Waits until nobody else writes; returns the length.
    fn take_turn(&mut self) -> io::Result<u64>;
    /// Lets others write.
    fn end_turn(&mut self) -> io::Result<()>;
}

/// A kind of log, known by its first line.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What it is called.
    pub name: &'static str,
    /// Accepts the first line of such a file; the error says why a line is not one.
    pub recognise: fn(&str) -> Result<(), String>,
    /// Who else may write to it.
    pub sharing: Sharing,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFault {
    /// Counted from 1.
    pub line: usize,
    /// In words.
    pub why: String,
}

/// How often the log is forced to disk: a crash of the *machine* loses at most this much.
const SYNC: Duration = Duration::from_secs(1);

/// An open log.
#[derive(Debug)]
pub struct Log<M: Medium = LogFile> {
    medium: M,
    path: PathBuf,
    sharing: Sharing,
    synced: Instant,
}

impl Log {
    /// Opens a log, or creates one, and passes its lines to `read`. The file is changed only if
    /// `read` accepts all of them: then an incomplete last line is removed.
    ///
    /// A file that does not begin like this kind of log is refused before it is locked. A new log
    /// is created together with its first line, so that every log has one.
    ///
    /// # Errors
    /// When the file is something else, is in use or damaged, or `read` refuses a line.
    pub fn open<T>(
        path: &Path,
        kind: &Kind,
        read: impl FnOnce(&[Line]) -> Result<T, LineFault>,
    ) -> Result<(Self, T), CmdError> {
        let refuse = |error: io::Error| CmdError::Input(format!("{}: {error}", path.display()));
        let faulty = |fault: LineFault| fault.in_file(path);
        let (file, bytes) = LogFile::open(path, kind).map_err(refuse)?;
        let contents = Contents::of(&bytes).map_err(faulty)?;
        let answer = read(&contents.lines).map_err(faulty)?;
        let mut log = Self::on(file, path, kind.sharing);
        log.mend(&contents, bytes.len()).map_err(refuse)?;
        Ok((log, answer))
    }

    /// Opens a log of this kind and empties it, or creates one.
    ///
    /// # Errors
    /// When the file is something else, or is in use.
    pub fn restart(path: &Path, kind: &Kind) -> Result<Self, CmdError> {
        let refuse = |error: io::Error| CmdError::Input(format!("{}: {error}", path.display()));
        let (mut file, bytes) = LogFile::open(path, kind).map_err(refuse)?;
        if !bytes.is_empty() {
            file.cut(0).map_err(refuse)?;
        }
        let mut log = Self::on(file, path, kind.sharing);
        log.release().map_err(refuse)?;
        Ok(log)
    }

    /// Removes an incomplete line, or completes a line of which only the newline is missing.
    fn mend(&mut self, contents: &Contents, length: usize) -> io::Result<()> {
        if contents.whole < length {
            self.medium.cut(contents.whole as u64)?;
        } else if contents.open {
            self.medium.write_all(b"\n")?;
        }
        self.release()
    }

    /// Others may write now, if the log is shared.
    fn release(&mut self) -> io::Result<()> {
        match self.sharing {
            Sharing::Alone => Ok(()),
            Sharing::InTurns => self.medium.end_turn(),
        }
    }
}

impl<M: Medium> Log<M> {
    pub(super) fn on(medium: M, path: &Path, sharing: Sharing) -> Self {
        Self {
            medium,
            path: path.to_owned(),
            sharing,
            synced: Instant::now(),
        }
    }

    /// Adds a JSON object as a line of its own.
    ///
    /// # Errors
    /// When it cannot be written, for example because the disk is full. The log is then unchanged.
    pub fn add(&mut self, object: &str) -> CmdResult {
        let line = seal::seal(object);
        self.append(line.as_bytes())
            .map_err(|error| self.broken(&error))?;
        if self.synced.elapsed() >= SYNC {
            self.sync()?;
        }
        Ok(())
    }

    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        let before = self.medium.take_turn()?;
        let written = self.medium.write_all(line);
        if written.is_err() {
            // If this fails too, the log is repaired when it is opened next.
            let _ = self.medium.cut(before);
        }
        if self.sharing == Sharing::InTurns {
            self.medium.end_turn()?;
        }
        written
    }

    /// Forces everything to the disk.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&mut self) -> CmdResult {
        self.medium.force().map_err(|error| self.broken(&error))?;
        self.synced = Instant::now();
        Ok(())
    }

    fn broken(&self, error: &io::Error) -> CmdError {
        CmdError::Input(format!("{}: {error}", self.path.display()))
    }

    #[cfg(test)]
    pub(super) fn into_medium(self) -> M {
        self.medium
    }
}

/// The lines of a log, or of any file of JSON lines, that is only read. An incomplete last line is
/// skipped, and reported.
///
/// # Errors
/// When a line was altered.
pub fn read(path: &Path, bytes: &[u8]) -> Result<Vec<Line>, CmdError> {
    let contents = Contents::of(bytes).map_err(|fault| fault.in_file(path))?;
    if contents.whole < bytes.len() {
        let left = bytes.len() - contents.whole;
        note(&format_args!(
            "ssg: {}:{}: the last line is unfinished ({left} bytes): its writer was stopped",
            path.display(),
            contents.lines.last().map_or(1, |line| line.number + 1)
        ));
    }
    Ok(contents.lines)
}

/// What is in the bytes of a log.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Contents {
    pub lines: Vec<Line>,
    /// The length of all complete lines; an incomplete line follows.
    pub whole: usize,
    /// Whether the last whole line lacks its newline.
    pub open: bool,
}

impl LineFault {
    fn in_file(self, path: &Path) -> CmdError {
        CmdError::Input(format!("{}:{}: {}", path.display(), self.line, self.why))
    }
}

impl Contents {
    /// Splits a log into its complete lines and an incomplete last one; anything else is damage.
    ///
    /// Lines without a checksum are accepted before the first one that has it: they may be older
    /// than checksums, or written by hand. The bytes after the last newline are a line if they are
    /// a complete object, and an incomplete line if they are the beginning of one. Anything else is
    /// not from this program, and is damage.
    pub fn of(bytes: &[u8]) -> Result<Self, LineFault> {
        let damage = |line: usize, why: &str| LineFault {
            line,
            why: why.to_owned(),
        };
        let mut lines = Vec::new();
        let (mut at, mut number, mut sealed) = (0, 0, false);
        while let Some(length) = bytes[at..].iter().position(|&byte| byte == b'\n') {
            let line = &bytes[at..at + length];
            (at, number) = (at + length + 1, number + 1);
            if line.trim_ascii().is_empty() {
                continue;
            }
            match seal::examine(line) {
                Seal::Whole => sealed = true,
                Seal::None if !sealed => {}
                Seal::None => {
                    return Err(damage(number, "damaged: the line has lost its checksum"));
                }
                Seal::Broken => return Err(damage(number, "damaged: the checksum is wrong")),
            }
            push(&mut lines, line, number)?;
        }
        let rest = &bytes[at..];
        number += 1;
        let is_line = match seal::examine(rest) {
            Seal::Whole => true,
            Seal::Broken => return Err(damage(number, "damaged: the checksum is wrong")),
            Seal::None if seal::begins_whole(rest) => {
                return Err(damage(
                    number,
                    "damaged: the line does not end where it should",
                ));
            }
            Seal::None if !matches!(rest.trim_ascii_start().first(), None | Some(b'{')) => {
                return Err(damage(number, "this is no line of such a file"));
            }
            Seal::None if !is_object(rest) => false,
            Seal::None if !sealed => true,
            Seal::None => return Err(damage(number, "damaged: the line has lost its checksum")),
        };
        if is_line {
            push(&mut lines, rest, number)?;
        }
        Ok(Self {
            lines,
            whole: if is_line { bytes.len() } else { at },
            open: is_line,
        })
    }
}

/// Whether this is a complete JSON object.
fn is_object(bytes: &[u8]) -> bool {
    bytes.first() == Some(&b'{') && wire::parse::<IgnoredAny>(bytes).is_ok()
}

fn push(lines: &mut Vec<Line>, line: &[u8], number: usize) -> Result<(), LineFault> {
    let text = String::from_utf8(line.to_vec()).map_err(|_| LineFault {
        line: number,
        why: "not UTF-8 text".to_owned(),
    })?;
    lines.push(Line { text, number });
    Ok(())
}
