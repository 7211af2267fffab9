//! Drafts: files that get their name when they are complete.
//!
//! On Linux, and most file systems, a draft has no name until it is complete, so a program that is
//! killed leaves no half of a file behind. To replace another file it is `.ssg-RANDOM.part` beside it
//! for an instant, since the system renames only what has a name; elsewhere it is so from the start.
//! Such a file may be left over, but its name cannot be guessed and does not collide with others.

use rustix::fs::{AtFlags, CWD, linkat};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

/// A file that is being written. If it is dropped, it disappears.
#[derive(Debug)]
pub(crate) struct Draft {
    pub file: File,
    folder: PathBuf,
    /// Its name, where it must have one.
    name: Option<PathBuf>,
}

impl Draft {
    /// A draft of the file at `path`, readable and appended to.
    pub fn beside(path: &Path) -> io::Result<Self> {
        if path.file_name().is_none() {
            let why = "not the name of a file";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        let folder = folder_of(path).to_owned();
        if let Some(file) = nameless(&folder)? {
            let name = None;
            return Ok(Self { file, folder, name });
        }
        Self::named(folder)
    }

    /// A draft that has a name.
    pub fn named(folder: PathBuf) -> io::Result<Self> {
        let mut options = File::options();
        options.read(true).append(true).create_new(true);
        let (file, name) = with_new_name(&folder, |name| options.open(name))?;
        let name = Some(name);
        Ok(Self { file, folder, name })
    }

    /// Gives the file its name, which may be another file's until now.
    pub fn replace(mut self, path: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        let name = match self.name.clone() {
            Some(name) => name,
            None => with_new_name(&self.folder, |name| self.link(name))?.1,
        };
        // From here on it has a name, which must go if the other one cannot be had.
        self.name = Some(name.clone());
        fs::rename(&name, path)?;
        self.name = None;
        sync_folder(&self.folder)
    }

    /// Gives the file a name that no file has.
    pub fn create(mut self, path: &Path) -> io::Result<File> {
        self.file.sync_all()?;
        match &self.name {
            Some(name) => fs::hard_link(name, path)?,
            None => self.link(path)?,
        }
        sync_folder(&self.folder)?;
        let file = self.file.try_clone()?;
        self.remove();
        Ok(file)
    }

    fn link(&self, name: &Path) -> io::Result<()> {
        let nameless = format!("/proc/self/fd/{}", self.file.as_raw_fd());
        Ok(linkat(CWD, nameless, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }

    fn remove(&mut self) {
        if let Some(name) = self.name.take() {
            let _ = fs::remove_file(name);
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        self.remove();
    }
}

/// A file without a name in this folder, if the system has such.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path) -> io::Result<Option<File>> {
    use rustix::fs::{Mode, OFlags, open};
    use rustix::io::Errno;
    // Without this there is no way to give it a name later.
    if !Path::new("/proc/self/fd").exists() {
        return Ok(None);
    }
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::APPEND | OFlags::CLOEXEC;
    match open(folder, flags, Mode::from_raw_mode(0o666)) {
        Ok(file) => Ok(Some(file.into())),
        // File systems and kernels that do not know of it say one of these.
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(target_os = "linux"))]
fn nameless(_: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

/// Creates something in this folder under a new, unpredictable name.
fn with_new_name<T>(
    folder: &Path,
    make: impl Fn(&Path) -> io::Result<T>,
) -> io::Result<(T, PathBuf)> {
    loop {
        // Short, so that a file may have as long a name as the file system allows.
        let name = folder.join(format!(".ssg-{:016x}.part", rand::random::<u64>()));
        match make(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|made| (made, name)),
        }
    }
}

/// A temporary folder with a new, unpredictable name. It goes away
/// with this value.
#[derive(Debug)]
pub struct ScratchFolder(PathBuf);

impl ScratchFolder {
    /// Makes it inside another folder.
    ///
    /// # Errors
    /// When that is not possible.
    pub fn inside(folder: &Path) -> io::Result<Self> {
        let ((), path) = with_new_name(folder, |name| fs::create_dir(name))?;
        Ok(Self(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// A name is on the disk once its folder is. A folder that may not be read cannot be forced to the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        Ok(folder) => folder.sync_all(),
        Err(_) => Ok(()),
    }
}

/// Makes a file that begins with these bytes: it is there with all of them, or not at all. `prepare` is
/// called before anybody else can see the file. The file is open for reading and appending.
///
/// # Errors
/// When there is such a file already ([`AlreadyExists`](io::ErrorKind::AlreadyExists)), or it cannot be made.
pub fn create_with(
    path: &Path,
    bytes: &[u8],
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<File> {
    let mut draft = Draft::beside(path)?;
    draft.file.write_all(bytes)?;
    prepare(&draft.file)?;
    draft.create(path)
}

/// Whether a file can be made here. Leaves no trace.
///
/// # Errors
/// Why not.
pub fn probe(path: &Path) -> io::Result<()> {
    Draft::beside(path).map(drop)
}
