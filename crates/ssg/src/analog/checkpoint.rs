//! What is done, a JSON line each, so that long work can go on where it was stopped.

use crate::exit::{Done, Failure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file that grows by a line for everything done.
pub struct Checkpoint {
    file: Option<(File, PathBuf)>,
}

impl Checkpoint {
    /// Opens the file, if there is to be one, and reads what it holds. A last line without its
    /// newline was being written when the program was killed: it is dropped.
    pub fn open<T: DeserializeOwned>(path: Option<&Path>) -> Result<(Self, Vec<T>), Failure> {
        let Some(path) = path else {
            return Ok((Self { file: None }, Vec::new()));
        };
        let refusal = |error| Failure::Input(format!("{}: {error}", path.display()));
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(refusal(error)),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut done = Vec::new();
        for (number, line) in text[..whole].lines().enumerate() {
            let entry = serde_json::from_str(line).map_err(|error| {
                Failure::Input(format!("{}:{}: {error}", path.display(), number + 1))
            })?;
            done.push(entry);
        }
        let mut options = OpenOptions::new();
        let file = options.create(true).write(true).truncate(false).open(path);
        let file = file.map_err(refusal)?;
        file.set_len(whole as u64).map_err(refusal)?;
        drop(file);
        let file = OpenOptions::new().append(true).open(path);
        let file = Some((file.map_err(refusal)?, path.to_owned()));
        Ok((Self { file }, done))
    }

    /// Adds a line.
    pub fn add(&mut self, entry: &impl Serialize) -> Done {
        if let Some((file, path)) = &mut self.file {
            let mut line = serde_json::to_vec(entry).expect("plain data");
            line.push(b'\n');
            let refusal = |error| Failure::Input(format!("{}: {error}", path.display()));
            file.write_all(&line).map_err(refusal)?;
        }
        Ok(())
    }
}
