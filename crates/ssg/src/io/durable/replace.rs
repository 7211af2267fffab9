//! Files written at once: all of the new one, or still the old one.

use crate::io::exit::{CmdError, CmdResult};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

/// A file in the making. Its name belongs to the old file, if there is one, until
/// [`Replacement::finish`]; dropped before that, it leaves no trace.
#[derive(Debug)]
pub struct Replacement {
    /// Nothing once it is finished.
    out: Option<BufWriter<File>>,
    /// Where it is made; nowhere else if the name is no plain file's, such as that of a pipe.
    draft: Option<PathBuf>,
    path: PathBuf,
}

impl Replacement {
    /// Begins a file of this name.
    ///
    /// # Errors
    /// When the folder allows no new file.
    pub fn begin(path: &Path) -> Result<Self, CmdError> {
        Self::open(path).map_err(|error| named(path, &error))
    }

    fn open(path: &Path) -> io::Result<Self> {
        // A link stays a link: what it points to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&path).ok();
        let plain = old.as_ref().is_none_or(fs::Metadata::is_file);
        let (file, draft) = if plain {
            let draft = draft_of(&path)?;
            (File::create_new(&draft)?, Some(draft))
        } else {
            (File::options().write(true).open(&path)?, None)
        };
        let out = Some(BufWriter::with_capacity(1 << 16, file));
        let made = Self { out, draft, path };
        if let (Some(old), Some(draft)) = (old, &made.draft) {
            fs::set_permissions(draft, old.permissions())?;
        }
        Ok(made)
    }

    /// Everything is written: from now on the name belongs to this file.
    ///
    /// # Errors
    /// When the disk refuses; then the old file stays.
    pub fn finish(mut self) -> CmdResult {
        let path = self.path.clone();
        self.commit().map_err(|error| named(&path, &error))
    }

    fn commit(&mut self) -> io::Result<()> {
        let out = self.out.take().expect("finished once");
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Some(draft) = &self.draft else {
            return Ok(());
        };
        file.sync_all()?;
        fs::rename(draft, &self.path)?;
        self.draft = None;
        // The name is on the disk once its folder is.
        let folder = self.path.parent().filter(|f| !f.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.as_mut().expect("not finished").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().expect("not finished").flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(draft) = self.draft.take() {
            // Nothing is written to a draft that is given up.
            self.out.take().map(BufWriter::into_parts);
            let _ = fs::remove_file(draft);
        }
    }
}

/// A name beside the file, which nobody else takes: `.NAME.PROCESS-NUMBER.part`.
fn draft_of(path: &Path) -> io::Result<PathBuf> {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not the name of a file",
        ));
    };
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = name.to_string_lossy();
    Ok(path.with_file_name(format!(".{name}.{}-{number}.part", process::id())))
}

/// Writes a whole file.
///
/// # Errors
/// When that is not possible; then the old file stays.
pub fn write(path: &Path, contents: &[u8]) -> CmdResult {
    let mut file = Replacement::begin(path)?;
    file.write_all(contents)
        .map_err(|error| named(path, &error))?;
    file.finish()
}

fn named(path: &Path, error: &io::Error) -> CmdError {
    CmdError::Input(format!("{}: {error}", path.display()))
}
