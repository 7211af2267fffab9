//! The file of a log: its kind is checked before it is locked, it is locked before it is read, and
//! created with its first line.

use super::log::{Kind, Medium, Sharing};
use rustix::fs::{FlockOperation, OFlags, flock};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// The file of a log.
#[derive(Debug)]
pub enum LogFile {
    /// It exists.
    Open(File),
    /// It is created when its first line is written.
    New(PathBuf, Sharing),
}

/// The longest first line of a log; that of a tournament names its players and networks.
const LONGEST_FIRST_LINE: u64 = 1 << 24;

impl LogFile {
    /// Opens the file at `path`, locked if it is there, and reads it.
    ///
    /// # Errors
    /// When it is something else than a log of this kind, or in use.
    pub fn open(path: &Path, kind: &Kind) -> io::Result<(Self, Vec<u8>)> {
        let path = switchyard_files::target(path)?;
        match fs::metadata(&path) {
            Ok(found) if !found.is_file() => return Err(not_plain(kind)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                switchyard_files::probe(&path)?;
                return Ok((Self::New(path, kind.sharing), Vec::new()));
            }
            Err(error) => return Err(error),
            Ok(_) => {}
        }
        let mut options = File::options();
        // Non-blocking: if it has become a pipe meanwhile, opening it must not wait.
        let flags = OFlags::NONBLOCK.bits().cast_signed();
        let opened = options.read(true).append(true).custom_flags(flags);
        let mut file = opened.open(&path)?;
        if !file.metadata()?.is_file() {
            return Err(not_plain(kind));
        }
        recognise(&mut file, kind)?;
        lock(&file, kind.sharing)?;
        if fs::metadata(&path)?.ino() != file.metadata()?.ino() {
            return Err(io::Error::other(
                "the file was replaced by another meanwhile",
            ));
        }
        // It may have been written to before it was locked.
        recognise(&mut file, kind)?;
        let mut bytes = Vec::new();
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        Ok((Self::Open(file), bytes))
    }

    fn file(&mut self) -> Option<&mut File> {
        match self {
            Self::Open(file) => Some(file),
            Self::New(..) => None,
        }
    }
}

fn not_plain(kind: &Kind) -> io::Error {
    let what = kind.name;
    io::Error::other(format!("{what} is a plain file, and this is none"))
}

fn lock(file: &File, sharing: Sharing) -> io::Result<()> {
    let operation = match sharing {
        Sharing::Alone => FlockOperation::NonBlockingLockExclusive,
        Sharing::InTurns => FlockOperation::LockExclusive,
    };
    let in_use = |_| io::Error::other("another program is writing to this file");
    flock(file, operation).map_err(in_use)
}

/// Refuses a file whose first line is not that of a log of this kind. An empty file is accepted.
fn recognise(file: &mut File, kind: &Kind) -> io::Result<()> {
    file.rewind()?;
    let mut start = BufReader::new(file.take(LONGEST_FIRST_LINE));
    let mut line = Vec::new();
    while line.trim_ascii().is_empty() {
        let before = line.len();
        if start.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        // Blank lines before the first one are skipped.
        debug_assert!(line.len() > before);
    }
    if line.is_empty() {
        return Ok(());
    }
    let why = match str::from_utf8(line.trim_ascii()) {
        Ok(line) => (kind.recognise)(line).err(),
        Err(_) => Some("the first line is no text".to_owned()),
    };
    why.map_or(Ok(()), |why| {
        let what = kind.name;
        Err(io::Error::other(format!(
            "not {what}, so it is left as it is: {why}"
        )))
    })
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Self::New(path, sharing) = self else {
            return self.file().map_or(Ok(0), |file| file.write(bytes));
        };
        let sharing = *sharing;
        match switchyard_files::create_with(path, bytes, |file| lock(file, sharing)) {
            Ok(file) => *self = Self::Open(file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if sharing == Sharing::Alone {
                    return Err(io::Error::other("another program has begun this file"));
                }
                // Another referee has created the file meanwhile: this one appends to it.
                let mut file = File::options().read(true).append(true).open(path)?;
                lock(&file, sharing)?;
                file.write_all(bytes)?;
                *self = Self::Open(file);
            }
            Err(error) => return Err(error),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Medium for LogFile {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file().map_or(Ok(()), |file| file.set_len(length))
    }

    fn force(&mut self) -> io::Result<()> {
        self.file().map_or(Ok(()), |file| file.sync_data())
    }

    fn take_turn(&mut self) -> io::Result<u64> {
        let Some(file) = self.file() else {
            return Ok(0);
        };
        flock(&*file, FlockOperation::LockExclusive)?;
        Ok(file.metadata()?.len())
    }

    fn end_turn(&mut self) -> io::Result<()> {
        let Some(file) = self.file() else {
            return Ok(());
        };
        Ok(flock(&*file, FlockOperation::Unlock)?)
    }
}
