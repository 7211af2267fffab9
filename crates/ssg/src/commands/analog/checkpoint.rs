//! Checkpoints: one line of JSON per finished item, so that an interrupted run can resume.

use crate::io::durable::{Kind, Line, Log, Sharing};
use crate::io::exit::{CmdError, CmdResult};
use crate::pool::Pool;
use crate::wire;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

/// A line of a checkpoint.
pub trait Entry: Serialize + DeserializeOwned {
    /// What a file of such lines is called.
    const FILE: &'static str;
    /// The fields that other checkpoints have and this one has not: results of one experiment must not
    /// be taken for those of another.
    const FOREIGN: &'static [&'static str];
}

fn parse<T: Entry>(line: &str) -> Result<T, String> {
    wire::parse_without(line.as_bytes(), T::FOREIGN)
}

/// A file with one line per finished item.
pub struct Checkpoint {
    log: Option<Log>,
}

impl Checkpoint {
    /// Opens the file, if one is wanted, and reads its lines.
    fn open<T: Entry>(path: Option<&Path>) -> Result<(Self, Vec<T>), CmdError> {
        let Some(path) = path else {
            return Ok((Self { log: None }, Vec::new()));
        };
        let kind = Kind {
            name: T::FILE,
            recognise: |line| parse::<T>(line).map(drop),
            sharing: Sharing::Alone,
        };
        let (log, entries) = Log::open(path, &kind, |lines| {
            let entry = |line: &Line| parse(&line.text).map_err(|why| line.fault(&why));
            lines.iter().map(entry).collect()
        })?;
        Ok((Self { log: Some(log) }, entries))
    }

    /// The same for several processes: the first has the file, and all get what it holds.
    pub fn shared<T: Entry>(
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
