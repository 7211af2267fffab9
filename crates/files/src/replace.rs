//! Replacement of files: after any interruption there is the complete new file, or the old one.

use crate::draft::Draft;
use rustix::fs::{Access, AtFlags, CWD, Gid, Uid, accessat, fchown};
use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// A file that is being written. Its name belongs to the old file, if there is one, until
/// [`Replacement::finish`]; dropped before that, it leaves no trace.
///
/// - A link stays a link: the file that it leads to is replaced, or made if it is missing.
/// - A file that may not be written is not replaced, even where its folder would allow it.
/// - Mode and owner stay. Where that is impossible, where the file has several names (hard links), and
///   where its folder allows no new file, the new contents are collected in memory and written over
///   the old ones at the end: then a kill in the middle of that last write leaves a file that is neither.
/// - What is no plain file (a pipe, a terminal, `/dev/null`) is written to as it comes.
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    way: Way,
}

#[derive(Debug)]
enum Way {
    Draft(Draft, BufWriter<File>),
    InPlace(File, Vec<u8>),
    Stream(BufWriter<File>),
}

/// How much is written at a time.
const BUFFER: usize = 1 << 16;

impl Replacement {
    /// Begins a file of this name.
    ///
    /// # Errors
    /// When it may not be written.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let path = target(path)?;
        let way = match fs::metadata(&path) {
            Ok(old) if old.is_file() => over(&path, &old)?,
            Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(_) => {
                let file = File::options().write(true).open(&path)?;
                Way::Stream(BufWriter::with_capacity(BUFFER, file))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => draft(&path)?,
            Err(error) => return Err(error),
        };
        Ok(Self { path, way })
    }

    /// Everything is written: from now on the name belongs to this file.
    ///
    /// # Errors
    /// When the disk refuses. Then the old file stays, unless it had to be written over.
    pub fn finish(self) -> io::Result<()> {
        match self.way {
            Way::Draft(draft, mut out) => {
                out.flush()?;
                draft.replace(&self.path)
            }
            Way::InPlace(mut file, contents) => {
                file.rewind()?;
                file.write_all(&contents)?;
                file.set_len(contents.len() as u64)?;
                file.sync_all()
            }
            Way::Stream(mut out) => out.flush(),
        }
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.way {
            Way::Draft(_, out) | Way::Stream(out) => out.write(bytes),
            Way::InPlace(_, contents) => contents.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.way {
            Way::Draft(_, out) | Way::Stream(out) => out.flush(),
            Way::InPlace(..) => Ok(()),
        }
    }
}

fn draft(path: &Path) -> io::Result<Way> {
    let draft = Draft::beside(path)?;
    let out = BufWriter::with_capacity(BUFFER, draft.file.try_clone()?);
    Ok(Way::Draft(draft, out))
}

/// How an old file gets new contents.
fn over(path: &Path, old: &Metadata) -> io::Result<Way> {
    accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS)?;
    if old.nlink() == 1
        && let Some(draft) = draft_like(path, old)?
    {
        return Ok(draft);
    }
    let file = File::options().write(true).open(path)?;
    Ok(Way::InPlace(file, Vec::new()))
}

/// A draft with the owner and the mode of the old file, where that can be had.
fn draft_like(path: &Path, old: &Metadata) -> io::Result<Option<Way>> {
    let way = match draft(path) {
        Ok(way) => way,
        Err(error) => {
            return match error.kind() {
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Ok(None),
                _ => Err(error),
            };
        }
    };
    let Way::Draft(draft, _) = &way else {
        return Ok(None);
    };
    let new = draft.file.metadata()?;
    if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
        let (owner, group) = (Uid::from_raw(old.uid()), Gid::from_raw(old.gid()));
        if fchown(&draft.file, Some(owner), Some(group)).is_err() {
            return Ok(None);
        }
    }
    draft.file.set_permissions(old.permissions())?;
    Ok(Some(way))
}

/// The file that a name leads to through links, which need not be there.
///
/// # Errors
/// When the links lead round.
pub fn target(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            // No link, or nothing at all.
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links, one leading to the next"))
}

/// Writes a whole file.
///
/// # Errors
/// When that is not possible; then the old file stays, as [`Replacement`] says.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = Replacement::begin(path)?;
    file.write_all(contents)?;
    file.finish()
}

#[cfg(test)]
mod tests;
