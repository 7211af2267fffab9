//! A shard of labels, as `Labels` has them in memory: one word per node, and the distinct sets.
//!
//! | section | content, words of 32 bits |
//! |---|---|
//! | 0 | for every node its number, or 2³¹ plus the place of its set |
//! | 1 | for every node its counter, 0 for ∞ |
//! | 2 | for every set where its numbers begin, and their count at the end |
//! | 3 | the numbers of the sets, each ascending |
//!
//! The eight numbers of the header: id of the digraph, nodes, 0, shards, this shard, 0, 0, 0.

use super::sections::{self, Kind, Sections};
use super::{Cut, labels_path};
use crate::ClusterError;
use std::path::Path;

const INFINITE: u32 = 1 << 31;

/// The label of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardLabel<'a> {
    /// A number and its counter.
    Finite(u32, u32),
    /// ∞(K): the members of K, ascending.
    Infinite(&'a [u32]),
}

/// The labels of a shard, mapped.
#[derive(Debug)]
pub struct LabelShard {
    file: Sections,
    /// How the digraph is divided.
    pub cut: Cut,
}

impl LabelShard {
    /// Opens the labels of a shard in this folder, checking their form.
    ///
    /// # Errors
    /// When the file is missing or damaged.
    pub fn open(folder: &Path, shard: u32) -> Result<Self, ClusterError> {
        let file = Sections::open(&labels_path(folder, shard), Kind::Labels)?;
        let [id, nodes, _, shards, index, ..] = file.fields;
        if nodes > Cut::MOST_NODES || shards == 0 || shards > u64::from(Cut::MOST_SHARDS) {
            return Err(ClusterError::file(
                file.path(),
                "its numbers are beyond all bounds",
            ));
        }
        if index != u64::from(shard) {
            let reason = format!("it is shard {index}, not {shard}: was it renamed?");
            return Err(ClusterError::file(file.path(), reason));
        }
        let shards = shards as u32;
        let cut = Cut { nodes, shards, id };
        let this = Self { file, cut };
        match this.broken(cut.size(shard)) {
            Some(reason) => Err(ClusterError::file(this.file.path(), reason)),
            None => Ok(this),
        }
    }

    /// Opens the labels of all shards in this folder.
    ///
    /// # Errors
    /// When one is missing, damaged, or of another digraph than the first.
    pub fn open_all(folder: &Path) -> Result<Vec<Self>, ClusterError> {
        let first = Self::open(folder, 0)?;
        let cut = first.cut;
        let mut all = vec![first];
        for shard in 1..cut.shards {
            let next = Self::open(folder, shard)?;
            cut.same(&next.cut, next.path())?;
            all.push(next);
        }
        Ok(all)
    }

    fn broken(&self, nodes: usize) -> Option<&'static str> {
        let (words, starts) = (self.file.words(0), self.file.words(2));
        let sets = starts.len().saturating_sub(1);
        if words.len() != nodes || self.file.words(1).len() != nodes {
            return Some("there is not a label for every node");
        }
        let end = starts.last().map_or(0, |&end| end as usize);
        if starts.is_empty() || !starts.is_sorted() || end != self.file.words(3).len() {
            return Some("the places of its sets are wrong");
        }
        let beyond = |&word: &u32| word >= INFINITE && (word & !INFINITE) as usize >= sets;
        words.iter().any(beyond).then_some("a set is missing")
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The label of the node of this number.
    #[inline]
    pub fn of(&self, local: usize) -> ShardLabel<'_> {
        let word = self.file.words(0)[local];
        if word < INFINITE {
            return ShardLabel::Finite(word, self.file.words(1)[local]);
        }
        let set = (word & !INFINITE) as usize;
        let starts = self.file.words(2);
        let span = starts[set] as usize..starts[set + 1] as usize;
        ShardLabel::Infinite(&self.file.words(3)[span])
    }

    /// The number and counter of a node, unless it is ∞.
    #[inline]
    pub fn finite(&self, local: usize) -> Option<(u32, u32)> {
        let word = self.file.words(0)[local];
        (word < INFINITE).then(|| (word, self.file.words(1)[local]))
    }
}

/// Labels to be written.
#[derive(Debug, Default)]
pub struct ShardLabels {
    words: Vec<u32>,
    counters: Vec<u32>,
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl ShardLabels {
    /// None yet.
    pub fn new(nodes: usize) -> Self {
        Self {
            words: Vec::with_capacity(nodes),
            counters: Vec::with_capacity(nodes),
            starts: vec![0],
            members: Vec::new(),
        }
    }

    /// The next node has a number.
    pub fn finite(&mut self, label: u32, counter: u32) {
        self.words.push(label);
        self.counters.push(counter);
    }

    /// The next node is ∞ with the set of this place.
    pub fn infinite(&mut self, set: usize) {
        self.words.push(INFINITE | set as u32);
        self.counters.push(0);
    }

    /// The place of a set that is new.
    pub fn new_set(&mut self, members: impl IntoIterator<Item = u32>) -> usize {
        self.members.extend(members);
        self.starts.push(self.members.len() as u32);
        self.starts.len() - 2
    }

    /// Writes the labels of a shard.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, folder: &Path, cut: &Cut, shard: u32) -> Result<(), ClusterError> {
        let fields = [
            cut.id,
            cut.nodes,
            0,
            u64::from(cut.shards),
            u64::from(shard),
            0,
            0,
            0,
        ];
        let sections: [&[u8]; 8] = [
            bytemuck::cast_slice(&self.words),
            bytemuck::cast_slice(&self.counters),
            bytemuck::cast_slice(&self.starts),
            bytemuck::cast_slice(&self.members),
            &[],
            &[],
            &[],
            &[],
        ];
        sections::write(&labels_path(folder, shard), Kind::Labels, fields, sections)
    }
}
