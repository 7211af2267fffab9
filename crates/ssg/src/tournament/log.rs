//! The log of a tournament: a line about it, then a line for every game, as games end.
//!
//! A line is written in one piece and the file is only ever extended, so whatever stops the
//! program leaves whole lines and at most one torn one at the end, which is cut off when the
//! tournament goes on. The file is locked while a tournament writes to it.

use crate::exit::Failure;
use crate::wire::record::Record;
use crate::wire::tournament::Header;
use rustix::fs::{FlockOperation, flock};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// An open log.
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
    synced: Instant,
}

/// How often what is written is forced to the disk: a crash of the *machine* costs no more.
const SYNC: Duration = Duration::from_secs(1);

impl Log {
    /// Opens the log of the tournament `header` and gives it with the games already in it, each at
    /// its place in the plan.
    ///
    /// # Errors
    /// When the file is in use, is damaged, or is the log of another tournament.
    pub fn open(
        path: &Path,
        header: &Header,
        games: usize,
        index: impl Fn(&Record) -> Option<usize>,
    ) -> Result<(Self, Vec<Option<Record>>), Failure> {
        let mut log = Self::lock(path)?;
        let text = log.read_whole_lines()?;
        let mut done = vec![None; games];
        let mut lines = text.lines().enumerate();
        let Some((_, first)) = lines.next() else {
            log.write(&header.line())?;
            return Ok((log, done));
        };
        let found = Header::parse(first).map_err(|why| log.fault(1, &why))?;
        if let Some(difference) = found.difference(header) {
            return Err(log.fault(
                1,
                &format!(
                    "the log of another tournament: {difference}; name another file with --log, \
                     or begin this one anew with --restart"
                ),
            ));
        }
        for (number, line) in lines {
            let record = Record::parse(line).map_err(|why| log.fault(number + 1, &why))?;
            let place = index(&record)
                .ok_or_else(|| log.fault(number + 1, "no game of this tournament"))?;
            if done[place].replace(record).is_some() {
                return Err(log.fault(number + 1, "this game is in the log already"));
            }
        }
        Ok((log, done))
    }

    fn lock(path: &Path) -> Result<Self, Failure> {
        let refuse = |why: &str| Failure::Input(format!("{}: {why}", path.display()));
        let file = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| refuse(&error.to_string()))?;
        flock(&file, FlockOperation::NonBlockingLockExclusive)
            .map_err(|_| refuse("another tournament is writing to this log"))?;
        Ok(Self {
            file,
            path: path.to_owned(),
            synced: Instant::now(),
        })
    }

    /// The text up to the last newline; what follows it is cut off the file.
    fn read_whole_lines(&mut self) -> Result<String, Failure> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        let whole = whole.map_or(0, |last| last + 1);
        if whole < bytes.len() {
            bytes.truncate(whole);
            self.file.set_len(whole as u64)?;
        }
        String::from_utf8(bytes).map_err(|_| self.fault(1, "not a text file"))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When the disk is full, say.
    pub fn add(&mut self, record: &Record) -> Result<(), Failure> {
        self.write(&record.line())?;
        if self.synced.elapsed() >= SYNC {
            self.sync()?;
        }
        Ok(())
    }

    /// Forces everything to the disk.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&mut self) -> Result<(), Failure> {
        self.file.sync_data().map_err(|error| self.broken(&error))?;
        self.synced = Instant::now();
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| self.broken(&error))
    }

    fn broken(&self, error: &std::io::Error) -> Failure {
        Failure::Input(format!("{}: {error}", self.path.display()))
    }

    fn fault(&self, line: usize, why: &str) -> Failure {
        Failure::Input(format!("{}:{line}: {why}", self.path.display()))
    }
}
