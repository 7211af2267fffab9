//! What is done, a JSON line each, so that long work can go on where it was stopped.

use crate::io::durable::{Log, Sharing};
use crate::io::exit::{CmdError, CmdResult};
use crate::pool::Pool;
use crate::wire;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

/// A file that grows by a line for everything done.
pub struct Checkpoint {
    log: Option<Log>,
}

impl Checkpoint {
    /// Opens the file, if there is to be one, and reads what it holds.
    fn open<T: DeserializeOwned>(path: Option<&Path>) -> Result<(Self, Vec<T>), CmdError> {
        let Some(path) = path else {
            return Ok((Self { log: None }, Vec::new()));
        };
        let (log, lines) = Log::open(path, Sharing::Alone)?;
        let entries = lines.iter().map(|line| {
            let entry = wire::parse(line.text.as_bytes());
            entry.map_err(|error| log.fault(line.number, &error))
        });
        let entries = entries.collect::<Result<Vec<T>, CmdError>>()?;
        Ok((Self { log: Some(log) }, entries))
    }

    /// The same for several processes: the first has the file, and all get what it holds.
    pub fn shared<T: Serialize + DeserializeOwned>(
        path: Option<&Path>,
        pool: &mut Pool,
    ) -> Result<(Self, Vec<T>), CmdError> {
        let (this, before) = Self::open(path.filter(|_| pool.is_first()))?;
        Ok((this, pool.share(before)?))
    }

    /// Adds a line.
    pub fn add(&mut self, entry: &impl Serialize) -> CmdResult {
        match &mut self.log {
            Some(log) => log.add(wire::line_of(entry).trim_end()),
            None => Ok(()),
        }
    }
}
