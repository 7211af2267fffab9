//! The place of this process among others that work together: `--processes`, `--process`,
//! `--hosts`.

use crate::io::exit::CmdError;
use answers::hash::Fnv;
use std::path::{Path, PathBuf};
use std::time::Duration;
use switchyard_cluster::net::{HostList, Place, Secret, read_hosts};

/// The variable that a secret may come from.
pub const SECRET: &str = "SSG_SECRET";

/// The place of this process among others. Global, so that the options may also follow the kind of
/// a survey.
#[derive(Clone, Debug, clap::Args)]
pub struct PlaceArgs {
    /// The number of processes that work together
    #[arg(long, global = true, value_name = "P", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    processes: u32,
    /// The number of this process, from 0
    #[arg(long, global = true, value_name = "I", default_value_t = 0)]
    process: u32,
    /// The host list: one line `HOST:PORT` per process, and a line `secret WORD` unless the variable
    /// SSG_SECRET contains it; `-` is standard input
    #[arg(long, global = true, value_name = "FILE")]
    hosts: Option<PathBuf>,
    /// Seconds to wait for the other processes at the start
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
    /// End when this process ends
    #[arg(long, global = true, value_name = "PID", hide = true)]
    parent: Option<i32>,
}

impl PlaceArgs {
    /// The place of this process; `job` identifies its work.
    ///
    /// # Errors
    /// When the arguments or the host list do not fit.
    pub fn resolve(&self, workers: usize, job: &str) -> Result<Place, CmdError> {
        self.parent.map_or(Ok(()), die_with)?;
        let alone = Place::alone(workers);
        let (addresses, secret) = match (self.processes, &self.hosts) {
            (1, _) => (alone.addresses, alone.secret),
            (processes, Some(hosts)) => {
                let list = read_hosts(hosts, processes as usize)?;
                let secret = secret(hosts, &list)?;
                (list.addresses, secret)
            }
            (processes, None) => {
                return Err(CmdError::Input(format!(
                    "{processes} processes need a list of their addresses: --hosts FILE"
                )));
            }
        };
        let place = Place {
            process: self.process as usize,
            addresses,
            secret,
            workers,
            job: Fnv::of(job.as_bytes()),
            patience: Duration::from_secs(self.patience),
        };
        Ok(place.checked()?)
    }
}

/// The secret of the run: from the host list, or from the environment.
fn secret(path: &Path, list: &HostList) -> Result<Secret, CmdError> {
    let outside = match std::env::var(SECRET) {
        Ok(word) => {
            let refuse = |why: String| CmdError::Input(format!("{SECRET}: {why}"));
            Some(Secret::new(&word).map_err(refuse)?)
        }
        Err(_) => None,
    };
    match (outside, list.secret.clone()) {
        (Some(outside), Some(inside)) if outside != inside => Err(CmdError::Input(format!(
            "{}: has another secret than the variable {SECRET}",
            path.display()
        ))),
        (Some(secret), _) | (None, Some(secret)) => Ok(secret),
        (None, None) => Err(CmdError::Input(format!(
            "{}: has no secret, by which the processes recognise each other: add a line such as `secret \
             {}`, the same for all of them, or set the variable {SECRET}",
            path.display(),
            Secret::invent()
        ))),
    }
}

/// Ends with the process that started this one, even if that is killed.
#[cfg(target_os = "linux")]
fn die_with(parent: i32) -> Result<(), CmdError> {
    use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(std::io::Error::from)?;
    // It may have died before this call.
    if getppid() == Pid::from_raw(parent) {
        Ok(())
    } else {
        Err(CmdError::Interrupted)
    }
}

#[cfg(not(target_os = "linux"))]
fn die_with(_: i32) -> Result<(), CmdError> {
    Ok(())
}
