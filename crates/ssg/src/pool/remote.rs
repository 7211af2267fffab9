//! Work shared with other processes.

use crate::cli::place::PlaceArgs;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::terminal::note;
use switchyard_cluster::ClusterError;
use switchyard_cluster::work::{Session, Stop};

impl From<ClusterError> for CmdError {
    fn from(fault: ClusterError) -> Self {
        Self::Input(fault.to_string())
    }
}

/// The other processes of a work list.
#[derive(Debug)]
pub struct Remote(Session);

impl Remote {
    /// Connects to them, if there are any.
    pub fn meet(place: &PlaceArgs, job: &str) -> Result<Option<Self>, CmdError> {
        let place = place.resolve(1, job)?;
        if place.processes() == 1 {
            return Ok(None);
        }
        let mut session = Session::join(&place)?;
        // Items may take minutes: a run that has failed must not wait for them.
        session.on_lost_process(|fault| {
            note(&format_args!("ssg: {fault}"));
            std::process::exit(2);
        });
        Ok(Some(Self(session)))
    }

    /// Whether this is the first process.
    pub fn follow(&self) -> bool {
        self.0.is_first()
    }

    /// Sends the bytes of the first process to all.
    pub fn share(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, CmdError> {
        Ok(self.0.share(bytes)?)
    }

    /// Works on the items together.
    pub fn each(
        &mut self,
        items: usize,
        jobs: usize,
        work: impl Fn(usize) -> Result<Vec<u8>, CmdError> + Sync,
        mut done: impl FnMut(&[u8]) -> CmdResult,
    ) -> CmdResult {
        let result = self.0.each(items, jobs, work, |_, bytes| done(bytes));
        result.map_err(|stop| match stop {
            Stop::Cluster(fault) => fault.into(),
            Stop::Item(failure) => failure,
        })
    }

    /// Ends the session.
    pub fn finish(self) -> CmdResult {
        Ok(self.0.finish()?)
    }
}
