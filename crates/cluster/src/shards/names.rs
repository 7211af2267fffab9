//! The names of the nodes, where they are not 1, 2, 3, …: one file beside the shards.
//!
//! | section | content |
//! |---|---|
//! | 0 | for every node where its name begins, and the length of all names at the end; 64 bits each |
//! | 1 | the names, UTF-8, one after the other |
//!
//! The eight numbers of the header: id of the digraph, nodes, 0, …. Every shard of the digraph carries the
//! checksum of the names, so altered, exchanged or missing names are detected.

use super::sections::{self, Kind, Sections};
use super::{ArcShard, Cut, names_path};
use crate::ClusterError;
use std::path::Path;

/// The names of a digraph's nodes, mapped.
#[derive(Debug)]
pub struct NodeNames(Sections);

impl NodeNames {
    /// The names of the digraph that this is a shard of; `None` if its nodes are called 1, 2, 3, ….
    ///
    /// # Errors
    /// When they are missing, damaged, or another digraph's.
    pub fn open(folder: &Path, shard: &ArcShard) -> Result<Option<Self>, ClusterError> {
        if shard.names_check == 0 {
            return Ok(None);
        }
        let path = names_path(folder);
        let file = Sections::open(&path, Kind::Names)?;
        let this = Self(file);
        match this.broken(shard) {
            Some(reason) => Err(ClusterError::file(&path, reason)),
            None => Ok(Some(this)),
        }
    }

    fn broken(&self, shard: &ArcShard) -> Option<&'static str> {
        let [id, nodes, ..] = self.0.fields;
        if (id, nodes) != (shard.cut.id, shard.cut.nodes) {
            return Some("it belongs to another digraph");
        }
        let (starts, names) = (self.0.bytes(0), self.0.bytes(1));
        if check(starts, names) != shard.names_check {
            return Some("it was altered: the shards have the checksum of other names");
        }
        let (starts, Ok(names)) = (self.0.long_words(0), str::from_utf8(names)) else {
            return Some("it is not UTF-8 text");
        };
        let places = starts.len() as u64 == nodes + 1
            && starts.is_sorted()
            && starts.last() == Some(&(names.len() as u64))
            && starts.iter().all(|&at| names.is_char_boundary(at as usize));
        (!places).then_some("there is not a name for every node")
    }

    /// The name of a node, counted from 0.
    pub fn of(&self, node: u64) -> &str {
        let starts = self.0.long_words(0);
        let [start, end] = [node, node + 1].map(|node| starts[node as usize] as usize);
        str::from_utf8(&self.0.bytes(1)[start..end]).unwrap_or_default()
    }
}

/// The checksum that shards keep; 0 says that there are no names.
fn check(starts: &[u8], names: &[u8]) -> u64 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(starts);
    hasher.update(names);
    1 << 32 | u64::from(hasher.finalize())
}

/// Names to be written.
#[derive(Clone, Debug)]
pub struct NamesToWrite {
    starts: Vec<u64>,
    names: String,
}

impl NamesToWrite {
    /// The names of all nodes, in their order.
    pub fn new<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Self {
        let mut this = Self {
            starts: vec![0],
            names: String::new(),
        };
        for name in names {
            this.names.push_str(name.as_ref());
            this.starts.push(this.names.len() as u64);
        }
        this
    }

    pub(super) fn check(&self) -> u64 {
        check(bytemuck::cast_slice(&self.starts), self.names.as_bytes())
    }

    pub(super) fn write(&self, folder: &Path, cut: &Cut) -> Result<(), ClusterError> {
        let fields = [cut.id, cut.nodes, 0, 0, 0, 0, 0, 0];
        let mut parts: [&[u8]; 8] = [&[]; 8];
        parts[0] = bytemuck::cast_slice(&self.starts);
        parts[1] = self.names.as_bytes();
        sections::write(&names_path(folder), Kind::Names, fields, parts)
    }
}

/// Removes the names of a digraph that was in this folder before, but no file of another kind.
pub(super) fn remove(folder: &Path) -> Result<(), ClusterError> {
    let path = names_path(folder);
    if !sections::is(&path, Kind::Names) {
        return Ok(());
    }
    std::fs::remove_file(&path).map_err(ClusterError::io(&path))
}

#[cfg(test)]
mod tests {
    use super::super::shard_named;
    use super::*;
    use std::fs;
    use switchyard::graph::Digraph;

    const NAMES: [&str; 4] = ["M", "A1", "ä∞", "b"];

    fn read(folder: &Path) -> Result<Vec<String>, String> {
        let say = |error: ClusterError| error.to_string();
        let shard = ArcShard::open(folder, 0).map_err(say)?;
        let names = NodeNames::open(folder, &shard).map_err(say)?;
        let names = names.ok_or("no names")?;
        Ok((0..4).map(|node| names.of(node).to_owned()).collect())
    }

    /// Every bit, every length, another digraph's file, none at all: refused, and never a wrong name.
    #[test]
    fn names_are_those_that_were_written_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let digraph = Digraph::from_arcs(4, &[(0, 1), (1, 2), (3, 3)]);
        let names = NamesToWrite::new(NAMES);
        shard_named(&digraph, Some(&names), 2, folder.path()).unwrap();
        assert_eq!(read(folder.path()).unwrap(), NAMES);
        let path = names_path(folder.path());
        let whole = fs::read(&path).unwrap();
        let mut unnoticed = 0;
        for bit in 0..whole.len() * 8 {
            let mut altered = whole.clone();
            altered[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &altered).unwrap();
            // Only the filling behind a section may differ.
            if let Ok(found) = read(folder.path()) {
                assert_eq!(found, NAMES);
                unnoticed += 1;
            }
        }
        assert!(unnoticed <= 7 * 8, "{unnoticed}");
        for end in 0..whole.len() {
            fs::write(&path, &whole[..end]).unwrap();
            assert!(read(folder.path()).is_err(), "{end}");
        }
        fs::remove_file(&path).unwrap();
        assert!(read(folder.path()).unwrap_err().contains("names"));

        // Other names of the same digraph, with checksums of their own.
        let elsewhere = tempfile::tempdir().unwrap();
        let others = NamesToWrite::new(["M", "A1", "ä∞", "c"]);
        shard_named(&digraph, Some(&others), 2, elsewhere.path()).unwrap();
        fs::copy(names_path(elsewhere.path()), &path).unwrap();
        assert!(read(folder.path()).unwrap_err().contains("other names"));
        // A digraph of numbers takes the names of its predecessor away, and nobody else's file.
        shard_named(&digraph, None, 2, folder.path()).unwrap();
        assert!(!path.exists());
        fs::write(&path, "my own list\n").unwrap();
        shard_named(&digraph, None, 2, folder.path()).unwrap();
        assert_eq!(read(folder.path()), Err("no names".to_owned()));
        assert!(shard_named(&digraph, Some(&names), 2, folder.path()).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "my own list\n");
    }
}
