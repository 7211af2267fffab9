//! Work lists, by the threads of this process or by several processes together.
//!
//! All processes run the same command and reach the same lists. A single process works with
//! threads; among several, any free thread gets the next item, and every process receives every
//! result. Only the first process writes checkpoints, logs and the answer.

pub mod local;
#[cfg(not(feature = "cluster"))]
mod no_remote;
#[cfg(feature = "cluster")]
mod remote;

#[cfg(not(feature = "cluster"))]
use no_remote::Remote;
#[cfg(feature = "cluster")]
use remote::Remote;

use crate::cli::place::PlaceArgs;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::interrupt;
use crate::wire;
use indicatif::ProgressBar;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// This process, alone or among others.
#[derive(Debug)]
pub struct Pool {
    others: Option<Remote>,
}

impl Pool {
    /// Connects to the other processes, if any; `job` identifies this work.
    ///
    /// # Errors
    /// When they cannot be reached.
    pub fn join(place: &PlaceArgs, job: &str) -> Result<Self, CmdError> {
        let others = Remote::meet(place, job)?;
        Ok(Self { others })
    }

    /// Whether this is the process that writes.
    pub fn is_first(&self) -> bool {
        self.others.as_ref().is_none_or(Remote::follow)
    }

    /// Sends the data of the first process to all.
    ///
    /// # Errors
    /// When a process is gone.
    pub fn share<T: Serialize + DeserializeOwned>(&mut self, own: T) -> Result<T, CmdError> {
        let Some(others) = &mut self.others else {
            return Ok(own);
        };
        let shared = others.share(wire::line_of(&own).into_bytes())?;
        wire::parse(&shared).map_err(CmdError::Input)
    }

    /// Does `work` for every item on `jobs` threads of each process; `done` gets the results as
    /// they arrive, on this thread. After a signal to stop, items in progress are finished and
    /// their results passed to `done`.
    ///
    /// # Errors
    /// The first failure of an item or of `done`, a signal to stop, or a process that is gone.
    pub fn each<I: Sync, T: Send + Serialize + DeserializeOwned>(
        &mut self,
        items: &[I],
        jobs: usize,
        bar: &ProgressBar,
        work: impl Fn(&I) -> Result<T, CmdError> + Sync,
        mut done: impl FnMut(T) -> CmdResult,
    ) -> CmdResult {
        let Some(others) = &mut self.others else {
            return local::each(items, jobs, bar, work, done);
        };
        interrupt::watch()?;
        let work = |item: usize| {
            interrupt::check()?;
            let result = work(&items[item])?;
            Ok(wire::line_of(&result).into_bytes())
        };
        let heard = |bytes: &[u8]| {
            done(wire::parse(bytes).map_err(CmdError::Input)?)?;
            bar.inc(1);
            Ok(())
        };
        let result = others.each(items.len(), jobs, work, heard);
        bar.finish_and_clear();
        result
    }

    /// Ends the session. Returns whether this is the first process, which prints the results.
    ///
    /// # Errors
    /// When a process is gone.
    pub fn finish(self) -> Result<bool, CmdError> {
        let first = self.is_first();
        self.others.map_or(Ok(()), Remote::finish)?;
        Ok(first)
    }
}
