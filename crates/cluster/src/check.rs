//! Verifies sharded labels with no more than one shard in memory; does not depend on how they were
//! computed.
//!
//! The rules are those of `switchyard::coins::check` (Fraenkel and Perl): a number is the least one
//! missing among the followers' numbers, and every follower labelled higher has a follower with the
//! same number and a smaller counter; K of ∞(K) is the set of the followers' numbers, and some
//! follower ∞(L) has the least number missing from K not in L.
//!
//! Two passes over the shards. The first reads the labels of a shard's ghosts, owner by owner, and
//! writes for every node the numbers of its followers, each with its least counter; the second
//! reads these lists of the ghosts, and checks the rule of every arc. Both read each file
//! sequentially, so that pages no longer needed can leave the memory.

use crate::ClusterError;
use crate::shards::{ArcShard, Kind, LabelShard, Sections, ShardLabel, write_sections};
use std::path::{Path, PathBuf};
use switchyard::coins::{LabelSet, LabelsError};
use switchyard_files::ScratchFolder;

/// A node whose label breaks its rule; nodes count from 0.
pub type WrongLabel = LabelsError<u64>;

/// What was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Nodes.
    pub nodes: u64,
    /// Arcs.
    pub arcs: u64,
}

/// Verifies the labels in one folder against the digraph in another. Temporarily needs 8 bytes of
/// disk per arc in the folder of the labels.
///
/// # Errors
/// When a file is missing, damaged, or of another digraph.
pub fn check(graph: &Path, labels: &Path) -> Result<Result<Checked, WrongLabel>, ClusterError> {
    let scratch = ScratchFolder::inside(labels).map_err(ClusterError::io(labels))?;
    Checker {
        graph,
        labels,
        scratch,
    }
    .check()
}

struct Checker<'a> {
    graph: &'a Path,
    labels: &'a Path,
    scratch: ScratchFolder,
}

impl Checker<'_> {
    fn check(&self) -> Result<Result<Checked, WrongLabel>, ClusterError> {
        let first = ArcShard::open(self.graph, 0)?;
        let mut checked = Checked {
            nodes: first.cut.nodes,
            arcs: 0,
        };
        let shards = first.cut.shards;
        drop(first);
        for shard in 0..shards {
            let arcs = ArcShard::open(self.graph, shard)?;
            checked.arcs += arcs.arcs() as u64;
            if let Err(refusal) = self.gather(&arcs)? {
                return Ok(Err(refusal));
            }
        }
        for shard in 0..shards {
            let arcs = ArcShard::open(self.graph, shard)?;
            if let Err(refusal) = self.compare(&arcs)? {
                return Ok(Err(refusal));
            }
        }
        Ok(Ok(checked))
    }

    fn labels(&self, arcs: &ArcShard, shard: u32) -> Result<LabelShard, ClusterError> {
        let labels = LabelShard::open(self.labels, shard)?;
        arcs.cut.same(&labels.cut, labels.path())?;
        Ok(labels)
    }

    /// First pass: writes the numbers of each node's followers, and compares them with its label.
    fn gather(&self, arcs: &ArcShard) -> Result<Result<(), WrongLabel>, ClusterError> {
        let mut below = Below::with_room(&arcs.degrees());
        let (starts, sources) = arcs.rows();
        for owner in 0..arcs.cut.shards {
            let labels = self.labels(arcs, owner)?;
            for ghost in arcs.ghosts_of(owner) {
                let Some(entry) = labels.finite(arcs.ghosts()[ghost] as usize) else {
                    continue;
                };
                for &u in &sources[starts[ghost] as usize..starts[ghost + 1] as usize] {
                    below.add(u as usize, entry.into());
                }
            }
        }
        below.tidy();
        let own = self.labels(arcs, arcs.index)?;
        for local in 0..arcs.nodes() {
            let node = arcs.cut.node(arcs.index, local as u32);
            if let Some(wrong) = wrong_by_itself(node, own.of(local), below.row(local)) {
                return Ok(Err(wrong));
            }
        }
        below.write(&self.below(arcs.index)).map(Ok)
    }

    fn below(&self, shard: u32) -> PathBuf {
        self.scratch.path().join(format!("{shard}.below"))
    }

    /// Second pass: every arc against its rule.
    fn compare(&self, arcs: &ArcShard) -> Result<Result<(), WrongLabel>, ClusterError> {
        let own = self.labels(arcs, arcs.index)?;
        let (starts, sources) = arcs.rows();
        let mut kept_back = vec![false; arcs.nodes()];
        for owner in 0..arcs.cut.shards {
            let labels = self.labels(arcs, owner)?;
            let below = Mapped::open(&self.below(owner))?;
            for ghost in arcs.ghosts_of(owner) {
                let place = arcs.ghosts()[ghost];
                let (label, row) = (labels.finite(place as usize), below.row(place as usize));
                for &u in &sources[starts[ghost] as usize..starts[ghost + 1] as usize] {
                    match own.of(u as usize) {
                        ShardLabel::Finite(number, counter) => {
                            let higher = label.is_none_or(|(label, _)| label > number);
                            let earlier = |found| found < counter;
                            if higher && !least_counter(row, number).is_some_and(earlier) {
                                return Ok(Err(LabelsError::NoWayBack {
                                    node: arcs.cut.node(arcs.index, u),
                                    label: number,
                                    counter,
                                    follower: arcs.cut.node(owner, place),
                                }));
                            }
                        }
                        ShardLabel::Infinite(set) => {
                            kept_back[u as usize] |=
                                label.is_none() && least_counter(row, mex(set)).is_none();
                        }
                    }
                }
            }
        }
        for (local, kept_back) in kept_back.into_iter().enumerate() {
            if let ShardLabel::Infinite(set) = own.of(local)
                && !kept_back
            {
                let node = arcs.cut.node(arcs.index, local as u32);
                let mex = mex(set);
                return Ok(Err(LabelsError::NotInfinite { node, mex }));
            }
        }
        Ok(Ok(()))
    }
}

/// What is wrong with a label, according to the numbers of the followers alone.
fn wrong_by_itself(node: u64, label: ShardLabel<'_>, below: &[Entry]) -> Option<WrongLabel> {
    let found: Vec<u32> = below.iter().map(|entry| entry[0]).collect();
    match label {
        ShardLabel::Finite(label, _) => {
            let mex = mex(&found);
            (mex != label).then_some(LabelsError::NotMex { node, label, mex })
        }
        ShardLabel::Infinite(stated) => (found != stated).then(|| LabelsError::WrongSet {
            node,
            stated: LabelSet::new(stated.to_vec()),
            found: LabelSet::new(found),
        }),
    }
}

/// The least number missing from ascending ones.
fn mex(set: &[u32]) -> u32 {
    set.iter().zip(0..).take_while(|&(&k, i)| k == i).count() as u32
}

/// A number among the followers, and its least counter.
type Entry = [u32; 2];

fn least_counter(row: &[Entry], label: u32) -> Option<u32> {
    let place = row.binary_search_by_key(&label, |entry| entry[0]);
    place.ok().map(|place| row[place][1])
}

/// For every node the numbers among its followers, ascending, each with its least counter.
struct Below {
    starts: Vec<u32>,
    /// Where the next entry of a node goes.
    ends: Vec<u32>,
    entries: Vec<Entry>,
}

impl Below {
    fn with_room(degrees: &[u32]) -> Self {
        let mut total = 0;
        let mut starts = Vec::with_capacity(degrees.len() + 1);
        for degree in degrees {
            starts.push(total);
            total += degree;
        }
        Self {
            ends: starts.clone(),
            starts,
            entries: vec![[0, 0]; total as usize],
        }
    }

    fn add(&mut self, node: usize, entry: Entry) {
        let end = &mut self.ends[node];
        self.entries[*end as usize] = entry;
        *end += 1;
    }

    /// Sorts the rows, keeps the least counter of each number, and moves the rows together.
    fn tidy(&mut self) {
        let mut kept = 0;
        for node in 0..self.starts.len() {
            let span = self.starts[node] as usize..self.ends[node] as usize;
            self.entries[span.clone()].sort_unstable();
            self.starts[node] = kept as u32;
            for i in span {
                let entry = self.entries[i];
                if kept == self.starts[node] as usize || self.entries[kept - 1][0] != entry[0] {
                    self.entries[kept] = entry;
                    kept += 1;
                }
            }
            self.ends[node] = kept as u32;
        }
        self.entries.truncate(kept);
    }

    fn row(&self, node: usize) -> &[Entry] {
        &self.entries[self.starts[node] as usize..self.ends[node] as usize]
    }

    fn write(&self, path: &Path) -> Result<(), ClusterError> {
        let mut sections: [&[u8]; 8] = [&[]; 8];
        sections[0] = bytemuck::cast_slice(&self.starts);
        sections[1] = bytemuck::cast_slice(&self.ends);
        sections[2] = bytemuck::cast_slice(&self.entries);
        write_sections(path, Kind::Below, [0; 8], sections)
    }
}

/// A [`Below`] in a file.
struct Mapped(Sections);

impl Mapped {
    fn open(path: &Path) -> Result<Self, ClusterError> {
        Sections::open(path, Kind::Below).map(Self)
    }

    fn row(&self, node: usize) -> &[Entry] {
        let (starts, ends) = (self.0.words(0), self.0.words(1));
        let entries: &[Entry] = bytemuck::cast_slice(self.0.words(2));
        &entries[starts[node] as usize..ends[node] as usize]
    }
}
