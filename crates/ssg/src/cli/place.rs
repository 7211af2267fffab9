//! Where a process stands among others that work together: `--processes`, `--process`, `--hosts`.

use crate::io::exit::CmdError;
use answers::hash::Fnv;
use std::path::PathBuf;
use std::time::Duration;
use switchyard_cluster::net::{Place, read_hosts};

/// Where this process stands among others.
#[derive(Clone, Debug, clap::Args)]
pub struct PlaceArgs {
    /// The number of processes that work together
    #[arg(long, value_name = "P", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    processes: u32,
    /// Which of them this is, from 0
    #[arg(long, value_name = "I", default_value_t = 0)]
    process: u32,
    /// Where they listen: a line `HOST:PORT` for each
    #[arg(long, value_name = "FILE")]
    hosts: Option<PathBuf>,
    /// Seconds that they wait for each other at the start
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
}

impl PlaceArgs {
    /// The place of this process; `job` tells its work from every other.
    ///
    /// # Errors
    /// When the arguments or the host list do not fit.
    pub fn resolve(&self, workers: usize, job: &str) -> Result<Place, CmdError> {
        let addresses = match (self.processes, &self.hosts) {
            (1, _) => Place::alone(workers).addresses,
            (processes, Some(hosts)) => read_hosts(hosts, processes as usize)?,
            (processes, None) => {
                return Err(CmdError::Input(format!(
                    "{processes} processes need a list of their addresses: --hosts FILE"
                )));
            }
        };
        let place = Place {
            process: self.process as usize,
            addresses,
            workers,
            job: Fnv::of(job.as_bytes()),
            patience: Duration::from_secs(self.patience),
        };
        Ok(place.checked()?)
    }
}
