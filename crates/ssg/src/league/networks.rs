//! The networks of a round robin: files, and folders of files.

use crate::io::exit::CmdError;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use switchyard::format;

fn refuse(path: &Path, error: &io::Error) -> CmdError {
    CmdError::Input(format!("{}: {error}", path.display()))
}

/// The network files: those named, and in folders those that begin as a network does.
///
/// # Errors
/// When there is none, or a folder cannot be read.
pub fn network_files(given: &[PathBuf]) -> Result<Vec<PathBuf>, CmdError> {
    let mut files = Vec::new();
    for path in given {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut inside = Vec::new();
        for entry in fs::read_dir(path).map_err(|error| refuse(path, &error))? {
            let file = entry.map_err(|error| refuse(path, &error))?.path();
            if file.is_file() && begins_like_network(&file) {
                inside.push(file);
            }
        }
        inside.sort();
        files.append(&mut inside);
    }
    if files.is_empty() {
        let names: Vec<String> = given
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let text = format!("{}: no network here", names.join(", "));
        return Err(CmdError::Input(text));
    }
    Ok(files)
}

/// A folder may hold notes and results too.
fn begins_like_network(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(256).read_to_end(&mut start));
    read.is_ok() && format::begins_like_network(&start)
}
