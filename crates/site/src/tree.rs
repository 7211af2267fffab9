//! Files by their paths below a folder, with `/` between the parts.

use std::fs;
use std::path::Path;
pub use switchyard_documents::{Error, Files, ending};

fn wrong(path: &Path, error: &std::io::Error) -> Error {
    Error(format!("{}: {error}", path.display()))
}

/// The bytes of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|error| wrong(path, &error))
}

/// Every file below a folder.
pub fn walk(folder: &Path) -> Result<Files, Error> {
    let mut files = Files::new();
    collect(folder, "", &mut files)?;
    Ok(files)
}

fn collect(folder: &Path, prefix: &str, files: &mut Files) -> Result<(), Error> {
    let failed = |error| wrong(folder, &error);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
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
        fs::remove_dir_all(folder).map_err(|error| wrong(folder, &error))?;
    }
    for (name, bytes) in files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| wrong(parent, &error))?;
        fs::write(&path, bytes).map_err(|error| wrong(&path, &error))?;
    }
    Ok(())
}
