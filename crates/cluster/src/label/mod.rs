//! The generalised Sprague–Grundy labels of a sharded digraph, as a feedback loop.
//!
//! The algorithm goes level by level, like the engine of one machine, but with messages. At level i
//! a node is *open* if it has no number and 0 … i−1 are among its followers' numbers. A node that
//! gets the number i informs its predecessors. A node that is informed for the first time of a
//! follower with number i has *gained* i, and informs its predecessors too. Every open node counts
//! its *blocking* followers: those without a number that have not gained i. An open node without
//! blocking followers that has not gained i itself gets the number i.
//!
//! The loop runs in rounds: messages received in a round take effect at its end, and are answered
//! in the next. The counter of a node is the round in which it got its number. The follower's
//! follower that made this possible had sent its message two rounds before, so counters decrease as
//! required. A level ends with a round without changes, and when no node is open the labels are
//! complete. Labels, counters and K sets do not depend on the number of workers and processes: a
//! round uses exactly the messages of the round before.
//!
//! **Cost.** At each level, a node is sent at most once to each shard that has arcs to it. Nodes
//! are sent in ascending order as gaps, most of which take one byte. So at most Σ (label + 1) nodes
//! are sent, over the ghosts of all shards. Memory: 4 bytes per arc and 8 per ghost node, mapped
//! from the file; 32 bytes per node and 6 per ghost node for the state.

mod checkpoint;
mod ghosts;
mod rounds;
mod shard_set;
mod state;

#[cfg(test)]
pub(crate) use checkpoint::begun;
pub use shard_set::Progress;

use crate::ClusterError;
use crate::net::{self, Place, Traffic};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What is to be labelled, and where everything is.
#[derive(Clone)]
pub struct Job {
    /// The folder of the digraph's shards.
    pub graph: PathBuf,
    /// The folder that gets the labels.
    pub labels: PathBuf,
    /// Where checkpoints are kept, and how often they are made.
    pub checkpoint: Option<(PathBuf, Duration)>,
    /// Called at process 0 with the progress, every round.
    pub progress: Arc<dyn Fn(&Progress) + Send + Sync>,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("graph", &self.graph)
            .field("labels", &self.labels)
            .field("checkpoint", &self.checkpoint)
            .finish_non_exhaustive()
    }
}

/// The result, as one process knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The final counts of all processes.
    pub progress: Progress,
    /// The arcs of this process.
    pub own_arcs: u64,
    /// The nodes of this process.
    pub own_nodes: u64,
    /// The bytes that it sent.
    pub traffic: Traffic,
    /// The round of the checkpoint from which it resumed.
    pub resumed: Option<u32>,
}

/// Labels the shards of this process, together with the other processes, and writes their labels.
///
/// # Errors
/// When a shard is missing or damaged, a file cannot be written, or another process is gone.
pub fn label(place: &Place, job: &Job) -> Result<Report, ClusterError> {
    for folder in [Some(&job.labels), job.checkpoint.as_ref().map(|(f, _)| f)] {
        let Some(folder) = folder else { continue };
        std::fs::create_dir_all(folder).map_err(ClusterError::io(folder))?;
    }
    let job = Arc::new(job.clone());
    let (answers, traffic) = net::run(place, move |worker| {
        let shard_set = shard_set::ShardSet::new(Arc::clone(&job), worker.index(), worker.peers());
        rounds::run(worker, shard_set)
    })?;
    let mut reports = answers.into_iter();
    let first: shard_set::Share = reports
        .next()
        .ok_or_else(|| ClusterError::Setup("a worker broke down".to_owned()))?;
    let all = reports.fold(first, |sum, share| sum.plus(&share));
    Ok(Report {
        progress: all.progress,
        own_arcs: all.arcs,
        own_nodes: all.nodes,
        traffic,
        resumed: all.resumed,
    })
}
