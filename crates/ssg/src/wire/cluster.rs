//! What `ssg coins label` prints of shards with `--json`: an object for each process.

use serde::Serialize;

/// What a process did.
#[derive(Clone, Debug, Serialize)]
pub struct LabelledJson {
    /// Its number.
    pub process: usize,
    /// Of how many.
    pub processes: usize,
    /// All nodes of the digraph.
    pub nodes: u64,
    /// All arcs of the digraph.
    pub arcs: u64,
    /// Nodes with a number; the others are ∞.
    pub numbers: u64,
    /// The largest number that was tried.
    pub levels: u32,
    /// Rounds of messages.
    pub rounds: u32,
    /// The nodes of this process.
    pub own_nodes: u64,
    /// The arcs of this process.
    pub own_arcs: u64,
    /// Bytes that it sent to other processes.
    pub bytes_sent: u64,
    /// Its peak memory, mapped files included, if the system reports it.
    pub peak_memory: Option<u64>,
    /// Wall-clock seconds, from the first connection to the end.
    pub seconds: f64,
    /// The round of the checkpoint that it went on from.
    pub resumed: Option<u32>,
}
