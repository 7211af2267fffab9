//! Files that are replaced as a whole; errors contain their names.

use crate::io::exit::{CmdError, CmdResult};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is being written: see [`switchyard_files::Replacement`].
#[derive(Debug)]
pub struct Replacement {
    file: switchyard_files::Replacement,
    path: PathBuf,
}

impl Replacement {
    /// Begins a file of this name.
    ///
    /// # Errors
    /// When it may not be written.
    pub fn begin(path: &Path) -> Result<Self, CmdError> {
        let begun = switchyard_files::Replacement::begin(path);
        Ok(Self {
            file: begun.map_err(|error| named(path, &error))?,
            path: path.to_owned(),
        })
    }

    /// Completes the file: it gets its name now.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn finish(self) -> CmdResult {
        let finished = self.file.finish();
        finished.map_err(|error| named(&self.path, &error))
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a whole file.
///
/// # Errors
/// When that is not possible.
pub fn write(path: &Path, contents: &[u8]) -> CmdResult {
    switchyard_files::write(path, contents).map_err(|error| named(path, &error))
}

fn named(path: &Path, error: &io::Error) -> CmdError {
    CmdError::Input(format!("{}: {error}", path.display()))
}
