//! Files by their paths below a folder, with `/` between the parts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Contents by path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What went wrong, in words.
#[derive(Debug)]
pub struct Error(pub String);

impl Error {
    fn io(path: &Path, error: &std::io::Error) -> Self {
        Self(format!("{}: {error}", path.display()))
    }
}

/// What stands behind the last dot of a name.
pub fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// The bytes of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|error| Error::io(path, &error))
}

/// Every file below a folder.
pub fn walk(folder: &Path) -> Result<Files, Error> {
    let mut files = Files::new();
    collect(folder, "", &mut files)?;
    Ok(files)
}

fn collect(folder: &Path, prefix: &str, files: &mut Files) -> Result<(), Error> {
    let wrong = |error| Error::io(folder, &error);
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, read(&entry.path())?);
        }
    }
    Ok(())
}

/// Writes the files to a folder, which then has no others.
pub fn write(files: &Files, folder: &Path) -> Result<(), Error> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| Error::io(folder, &error))?;
    }
    for (name, bytes) in files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| Error::io(parent, &error))?;
        fs::write(&path, bytes).map_err(|error| Error::io(&path, &error))?;
    }
    Ok(())
}
