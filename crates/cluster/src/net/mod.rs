//! From a host list to connected workers.

mod hello;
mod hosts;
mod link;
mod meet;
mod run;
mod secret;

pub use hosts::{HostList, read_hosts};
pub use run::{Traffic, run};
pub use secret::Secret;

use crate::ClusterError;
use std::time::Duration;

/// This process among all processes of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of this process, from 0.
    pub process: usize,
    /// Where each process listens, `HOST:PORT`; one entry, never used, when there is one process.
    pub addresses: Vec<String>,
    /// The secret of the run; not used when there is one process.
    pub secret: Secret,
    /// Worker threads of each process.
    pub workers: usize,
    /// What is being done: processes that were given different work refuse each other.
    pub job: u64,
    /// How long the processes wait for each other at the start.
    pub patience: Duration,
}

impl Place {
    /// The only process.
    pub fn alone(workers: usize) -> Self {
        Self {
            process: 0,
            addresses: vec!["here".to_owned()],
            secret: Secret::random(),
            workers,
            job: 0,
            patience: Duration::from_secs(60),
        }
    }

    /// The number of processes.
    pub fn processes(&self) -> usize {
        self.addresses.len()
    }

    /// The workers of all processes.
    pub fn all_workers(&self) -> usize {
        self.processes() * self.workers
    }

    /// Checks that the numbers fit each other.
    ///
    /// # Errors
    /// What does not.
    pub fn checked(self) -> Result<Self, ClusterError> {
        let (process, processes) = (self.process, self.processes());
        if process >= processes {
            return Err(ClusterError::Setup(format!(
                "there is no process {process} of {processes}: they are numbered from 0 to {}",
                processes - 1
            )));
        }
        if self.workers == 0 {
            return Err(ClusterError::Setup("a process needs a worker".to_owned()));
        }
        Ok(self)
    }
}
