//! Other processes: where they are, and working with them.

use crate::io::exit::{Done, Failure};
use std::path::PathBuf;
use std::time::Duration;
use switchyard_cluster::Fault;
use switchyard_cluster::net::{Place, digest, read_hosts};
use switchyard_cluster::work::{Session, Stop};

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
    pub fn resolve(&self, workers: usize, job: &str) -> Result<Place, Failure> {
        let addresses = match (self.processes, &self.hosts) {
            (1, _) => Place::alone(workers).addresses,
            (processes, Some(hosts)) => read_hosts(hosts, processes as usize)?,
            (processes, None) => {
                return Err(Failure::Input(format!(
                    "{processes} processes need a list of their addresses: --hosts FILE"
                )));
            }
        };
        let place = Place {
            process: self.process as usize,
            addresses,
            workers,
            job: digest(job.as_bytes()),
            patience: Duration::from_secs(self.patience),
        };
        Ok(place.checked()?)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Input(fault.to_string())
    }
}

/// The other processes of a work list.
#[derive(Debug)]
pub struct Others(Session);

impl Others {
    /// Meets them, if there are to be any.
    pub fn meet(place: &PlaceArgs, job: &str) -> Result<Option<Self>, Failure> {
        let place = place.resolve(1, job)?;
        if place.processes() == 1 {
            return Ok(None);
        }
        let mut session = Session::join(&place)?;
        // Items may take minutes: nobody shall wait for them in vain.
        session.at_loss(|fault| {
            eprintln!("ssg: {fault}");
            std::process::exit(2);
        });
        Ok(Some(Self(session)))
    }

    /// Whether the others follow this one.
    pub fn follow(&self) -> bool {
        self.0.is_first()
    }

    /// Everybody gets the bytes of the first.
    pub fn share(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, Failure> {
        Ok(self.0.share(bytes)?)
    }

    /// Does the items together.
    pub fn each(
        &mut self,
        items: usize,
        jobs: usize,
        work: impl Fn(usize) -> Result<Vec<u8>, Failure> + Sync,
        mut done: impl FnMut(&[u8]) -> Done,
    ) -> Done {
        let result = self.0.each(items, jobs, work, |_, bytes| done(bytes));
        result.map_err(|stop| match stop {
            Stop::Cluster(fault) => fault.into(),
            Stop::Item(failure) => failure,
        })
    }

    /// Parts in good order.
    pub fn finish(self) -> Done {
        Ok(self.0.finish()?)
    }
}
