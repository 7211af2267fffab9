//! A shard of a digraph: the arcs that leave its nodes, by where they lead.
//!
//! The nodes that the arcs lead to are the shard's *ghost nodes*: when one of them changes, its
//! owner sends it once to every shard that has it as a ghost, and the shard knows whose follower it
//! is.
//!
//! | section | content, words of 32 bits |
//! |---|---|
//! | 0 | for every owner where its ghosts begin; S + 1 entries |
//! | 1 | the ghosts, by owner, ascending: their numbers among the owner's nodes |
//! | 2 | for every ghost where its predecessors begin, and the number of arcs at the end |
//! | 3 | the predecessors, by ghost: their numbers in this shard, one per arc |
//!
//! The eight numbers of the header: id, nodes, all arcs, shards, this shard, the checksum of the names
//! (see `names.rs`), 0, 0.

use super::sections::{Kind, Sections};
use super::{Cut, arcs_path};
use crate::ClusterError;
use std::ops::Range;
use std::path::Path;

/// The largest number of nodes of a shard with this many arcs. Nodes are not listed, so without
/// this bound a file of a few bytes could exhaust memory.
pub(super) fn most_nodes(arcs: usize) -> usize {
    10_000_000 + 4 * arcs
}

/// A shard of a digraph, mapped.
#[derive(Debug)]
pub struct ArcShard {
    file: Sections,
    /// How the digraph is divided.
    pub cut: Cut,
    /// The arcs of the whole digraph.
    pub all_arcs: u64,
    /// The checksum of the nodes' names, 0 if they are called 1, 2, 3, ….
    pub(super) names_check: u64,
    /// Which shard this is.
    pub index: u32,
}

impl ArcShard {
    /// Opens the shard in this folder, and checks all its numbers.
    ///
    /// # Errors
    /// When it is missing or damaged.
    pub fn open(folder: &Path, shard: u32) -> Result<Self, ClusterError> {
        let file = Sections::open(&arcs_path(folder, shard), Kind::Arcs)?;
        let [id, nodes, all_arcs, shards, index, names_check, ..] = file.fields;
        if id == 0 {
            let reason = "its writing was stopped: cut the digraph into shards again";
            return Err(ClusterError::file(file.path(), reason));
        }
        if nodes > Cut::MOST_NODES || shards == 0 || shards > u64::from(Cut::MOST_SHARDS) {
            return Err(ClusterError::file(
                file.path(),
                "its numbers are beyond all bounds",
            ));
        }
        let shards = shards as u32;
        if index != u64::from(shard) {
            let reason = format!("it is shard {index}, not {shard}: was it renamed?");
            return Err(ClusterError::file(file.path(), reason));
        }
        let cut = Cut { nodes, shards, id };
        let this = Self {
            file,
            cut,
            all_arcs,
            names_check,
            index: shard,
        };
        match this.broken() {
            Some(reason) => Err(ClusterError::file(this.file.path(), reason)),
            None => Ok(this),
        }
    }

    /// What is wrong with the rows, if anything is.
    fn broken(&self) -> Option<&'static str> {
        let (owners, ghosts) = (self.file.words(0), self.file.words(1));
        let (starts, arcs) = (self.file.words(2), self.file.words(3));
        if self.nodes() > most_nodes(arcs.len()) {
            return Some("it has more nodes than its arcs allow");
        }
        let rising = |words: &[u32], length: usize, last: usize| {
            words.len() == length
                && words.first() == Some(&0)
                && words.last().is_some_and(|&end| end as usize == last)
                && words.is_sorted()
        };
        if !rising(owners, self.cut.shards as usize + 1, ghosts.len()) {
            return Some("the places of its owners are wrong");
        }
        if !rising(starts, ghosts.len() + 1, arcs.len()) {
            return Some("the places of its rows are wrong");
        }
        for owner in 0..self.cut.shards {
            let some = &ghosts[self.ghosts_of(owner)];
            let last = some.last().map_or(0, |&last| last as usize + 1);
            if !some.is_sorted_by(|a, b| a < b) || last > self.cut.size(owner) {
                return Some("an arc leads to a node that does not exist");
            }
        }
        let nodes = self.nodes();
        let beyond = arcs.iter().any(|&from| from as usize >= nodes);
        beyond.then_some("an arc leaves a node that does not exist")
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The number of its nodes.
    pub fn nodes(&self) -> usize {
        self.cut.size(self.index)
    }

    /// The number of arcs that leave its nodes.
    pub fn arcs(&self) -> usize {
        self.file.words(3).len()
    }

    /// The ghosts that belong to an owner.
    pub fn ghosts_of(&self, owner: u32) -> Range<usize> {
        let owners = self.file.words(0);
        owners[owner as usize] as usize..owners[owner as usize + 1] as usize
    }

    /// All ghosts: their numbers among the nodes of their owners.
    pub fn ghosts(&self) -> &[u32] {
        self.file.words(1)
    }

    /// The rows of the ghosts: where each begins, and what they hold.
    pub fn rows(&self) -> (&[u32], &[u32]) {
        (self.file.words(2), self.file.words(3))
    }

    /// The number of arcs that leave each node.
    pub fn degrees(&self) -> Vec<u32> {
        let mut degrees = vec![0; self.nodes()];
        for &from in self.file.words(3) {
            degrees[from as usize] += 1;
        }
        degrees
    }
}
