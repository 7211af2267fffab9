//! From arcs to shards, with no more than one shard in memory.

use super::arcs::most_nodes;
use super::names::{self, NamesToWrite};
use super::sections::{self, Kind};
use super::{Cut, arcs_path};
use crate::ClusterError;
use answers::hash::Fnv;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use switchyard::graph::{Digraph, NodeId};
use switchyard_files::ScratchFolder;

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharded {
    /// How the digraph is divided.
    pub cut: Cut,
    /// The number of arcs.
    pub arcs: u64,
    /// Ghost nodes of all shards: how many nodes would be sent if every node changed.
    pub ghosts: u64,
}

/// Writes the shards of a digraph in memory, or of a mapped file.
///
/// # Errors
/// When a file cannot be written, or a shard would have too many arcs.
pub fn shard_digraph(
    digraph: &Digraph<'_>,
    shards: u32,
    folder: &Path,
) -> Result<Sharded, ClusterError> {
    shard_named(digraph, None, shards, folder)
}

/// The same, with the names of the nodes, unless they are 1, 2, 3, ….
///
/// # Errors
/// When a file cannot be written, or a shard would have too many arcs.
pub fn shard_named(
    digraph: &Digraph<'_>,
    names: Option<&NamesToWrite>,
    shards: u32,
    folder: &Path,
) -> Result<Sharded, ClusterError> {
    let nodes = digraph.node_count();
    let arcs = |shard: u32, each: &mut dyn FnMut(u32, u32)| {
        for node in (shard as usize..nodes).step_by(shards as usize) {
            for follower in digraph.followers(NodeId::new(node)) {
                each(node as u32, follower.index() as u32);
            }
        }
        Ok(())
    };
    write_all((nodes as u64, names), shards, folder, arcs)
}

/// Arcs that arrive one by one, in any order, and do not fit into memory: they are first
/// distributed to one file per shard.
#[derive(Debug)]
pub struct Sorter {
    folder: PathBuf,
    scratch: ScratchFolder,
    piles: Vec<BufWriter<File>>,
    nodes: u64,
}

impl Sorter {
    /// For this number of shards in this folder.
    ///
    /// # Errors
    /// When a file cannot be made.
    pub fn new(folder: &Path, shards: u32) -> Result<Self, ClusterError> {
        let scratch = ScratchFolder::inside(folder).map_err(ClusterError::io(folder))?;
        let pile = |shard| {
            let path = pile_path(scratch.path(), shard);
            let file = File::create(&path).map_err(ClusterError::io(&path))?;
            Ok(BufWriter::with_capacity(1 << 16, file))
        };
        let piles = (0..shards).map(pile).collect::<Result<_, ClusterError>>()?;
        Ok(Self {
            folder: folder.to_owned(),
            scratch,
            piles,
            nodes: 0,
        })
    }

    /// Declares that there are at least this many nodes.
    pub fn node(&mut self, node: u32) {
        self.nodes = self.nodes.max(u64::from(node) + 1);
    }

    /// Adds an arc.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn arc(&mut self, from: u32, to: u32) -> Result<(), ClusterError> {
        self.node(from.max(to));
        let shard = from as usize % self.piles.len();
        let pile = &mut self.piles[shard];
        let both = u64::from(from) | u64::from(to) << 32;
        let written = pile.write_all(&both.to_le_bytes());
        written.map_err(ClusterError::io(&pile_path(
            self.scratch.path(),
            shard as u32,
        )))
    }

    /// Writes the shards.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish(self) -> Result<Sharded, ClusterError> {
        let (scratch, shards) = (self.scratch.path(), self.piles.len() as u32);
        for (pile, shard) in self.piles.into_iter().zip(0..) {
            let flushed = pile
                .into_inner()
                .map_err(std::io::IntoInnerError::into_error);
            flushed.map_err(ClusterError::io(&pile_path(scratch, shard)))?;
        }
        let arcs = |shard: u32, each: &mut dyn FnMut(u32, u32)| {
            let path = pile_path(scratch, shard);
            let file = File::open(&path).map_err(ClusterError::io(&path))?;
            let mut pile = BufReader::with_capacity(1 << 20, file);
            let mut both = [0; 8];
            loop {
                match pile.read_exact(&mut both) {
                    Ok(()) => {}
                    Err(error) if error.kind() == ErrorKind::UnexpectedEof => break,
                    Err(error) => return Err(ClusterError::io(&path)(error)),
                }
                let word = |at: usize| u32::from_le_bytes(both[at..at + 4].try_into().expect("4"));
                each(word(0), word(4));
            }
            fs::remove_file(&path).map_err(ClusterError::io(&path))
        };
        write_all((self.nodes, None), shards, &self.folder, arcs)
    }
}

fn pile_path(folder: &Path, shard: u32) -> PathBuf {
    folder.join(format!("{shard}.pile"))
}

/// Calls back with every arc that leaves a shard.
type TellArcs<'a> = dyn Fn(u32, &mut dyn FnMut(u32, u32)) -> Result<(), ClusterError> + 'a;

/// Writes all shards. The id of the digraph depends on all of them, so the headers are written
/// again at the end.
fn write_all(
    (nodes, names): (u64, Option<&NamesToWrite>),
    shards: u32,
    folder: &Path,
    tell: impl Fn(u32, &mut dyn FnMut(u32, u32)) -> Result<(), ClusterError>,
) -> Result<Sharded, ClusterError> {
    let mut cut = Cut {
        nodes,
        shards,
        id: 0,
    };
    let mut contents = format!("{nodes} {shards}");
    let (mut arcs, mut ghosts) = (0, 0);
    let mut built = Vec::new();
    for shard in 0..shards {
        let parts = Parts::build(&cut, shard, &tell, folder)?;
        arcs += parts.arcs.len() as u64;
        ghosts += parts.ghosts.len() as u64;
        let _ = write!(contents, " {}", parts.check());
        let path = arcs_path(folder, shard);
        parts.write(&path, &cut, 0)?;
        built.push(path);
    }
    // 0 is the id of shards that were not finished.
    cut.id = Fnv::of(contents.as_bytes()).max(1);
    match names {
        Some(names) => names.write(folder, &cut)?,
        None => names::remove(folder)?,
    }
    for path in &built {
        let check = names.map_or(0, NamesToWrite::check);
        sections::set_fields(path, &[(0, cut.id), (2, arcs), (5, check)])?;
    }
    Ok(Sharded { cut, arcs, ghosts })
}

/// The arrays of a shard.
struct Parts {
    shard: u32,
    owners: Vec<u32>,
    ghosts: Vec<u32>,
    starts: Vec<u32>,
    arcs: Vec<u32>,
}

impl Parts {
    fn build(
        cut: &Cut,
        shard: u32,
        tell: &TellArcs<'_>,
        folder: &Path,
    ) -> Result<Self, ClusterError> {
        // By owner first, each arc as (number of its target, number of its source).
        let mut by_owner: Vec<Vec<u64>> = vec![Vec::new(); cut.shards as usize];
        let shards = cut.shards;
        let mut count = 0_u64;
        tell(shard, &mut |from, to| {
            let arc = u64::from(to / shards) << 32 | u64::from(from / shards);
            by_owner[(to % shards) as usize].push(arc);
            count += 1;
        })?;
        if count > u64::from(u32::MAX) {
            let reason = format!("{count} arcs are too many for a shard: ask for more shards");
            return Err(ClusterError::file(&arcs_path(folder, shard), reason));
        }
        if cut.size(shard) > most_nodes(count as usize) {
            let nodes = cut.size(shard);
            let reason = format!("{nodes} nodes are too many for a shard of {count} arcs");
            return Err(ClusterError::file(&arcs_path(folder, shard), reason));
        }
        let mut parts = Self {
            shard,
            owners: vec![0],
            ghosts: Vec::new(),
            starts: Vec::new(),
            arcs: Vec::with_capacity(count as usize),
        };
        for mut some in by_owner {
            some.sort_unstable();
            parts.add(&some);
        }
        parts.starts.push(parts.arcs.len() as u32);
        Ok(parts)
    }

    /// The arcs to the nodes of the next owner, sorted.
    fn add(&mut self, arcs: &[u64]) {
        let mut last = None;
        for arc in arcs {
            let to = (arc >> 32) as u32;
            if last != Some(to) {
                last = Some(to);
                self.ghosts.push(to);
                self.starts.push(self.arcs.len() as u32);
            }
            self.arcs.push(*arc as u32);
        }
        self.owners.push(self.ghosts.len() as u32);
    }

    fn sections(&self) -> [&[u8]; 4] {
        [
            bytemuck::cast_slice(&self.owners),
            bytemuck::cast_slice(&self.ghosts),
            bytemuck::cast_slice(&self.starts),
            bytemuck::cast_slice(&self.arcs),
        ]
    }

    fn check(&self) -> u64 {
        let checks = self.sections().map(crc32fast::hash);
        Fnv::of(bytemuck::cast_slice(&checks))
    }

    fn write(&self, path: &Path, cut: &Cut, all_arcs: u64) -> Result<(), ClusterError> {
        let (shards, shard) = (u64::from(cut.shards), u64::from(self.shard));
        let fields = [cut.id, cut.nodes, all_arcs, shards, shard, 0, 0, 0];
        let [a, b, c, d] = self.sections();
        sections::write(path, Kind::Arcs, fields, [a, b, c, d, &[], &[], &[], &[]])
    }
}
