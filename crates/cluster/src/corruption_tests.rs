//! Shards, labels and checkpoints with correct checksums and wrong numbers: they are refused or
//! accepted, and nothing panics.

use crate::check::check;
use crate::label::{Job, begun, label};
use crate::net::Place;
use crate::shards::{ArcShard, LabelShard, shard_digraph};
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use switchyard::coins::random;
use tempfile::TempDir;

/// As `shards/sections.rs` says.
const HEADER: usize = 208;
const FIELDS: usize = 16;
const LENGTHS: usize = 80;
const SECTIONS: usize = 8;

/// A digraph in two shards, its labels, and a checkpoint of its first round.
struct Folder(TempDir);

impl Folder {
    fn new(nodes: usize, arcs: usize) -> Self {
        let this = Self(TempDir::new().unwrap());
        for name in ["graph", "labels", "checkpoint"] {
            std::fs::create_dir(this.part(name)).unwrap();
        }
        let digraph = random::nearly_acyclic(nodes, arcs, 0.05, 5);
        shard_digraph(&digraph, 2, &this.part("graph")).unwrap();
        this.label().unwrap();
        begun(&this.part("graph"), &this.part("checkpoint"));
        this
    }

    fn part(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Labels the digraph, from the checkpoint if there is one.
    fn label(&self) -> Result<Option<u32>, crate::ClusterError> {
        let job = Job {
            graph: self.part("graph"),
            labels: self.part("labels"),
            checkpoint: Some((self.part("checkpoint"), Duration::from_secs(1000))),
            progress: Arc::new(|_| ()),
        };
        label(&Place::alone(1), &job).map(|report| report.resumed)
    }
}

/// Changes up to three words anywhere behind the magic, and mends all checksums.
fn lie(bytes: &mut Vec<u8>, random: &mut ChaCha8Rng) {
    for _ in 0..random.random_range(1..=3) {
        let part = if random.random_bool(0.3) {
            FIELDS
        } else {
            HEADER
        };
        let word = random.random_range(part / 4..bytes.len() / 4) * 4;
        let value: u32 = match random.random_range(0..8) {
            0 => random.random(),
            1 => u32::MAX - random.random_range(0..3),
            2 => random.random_range(0..70),
            _ => random.random_range(0..6),
        };
        bytes[word..word + 4].copy_from_slice(&value.to_le_bytes());
    }
    if random.random_bool(0.1) {
        let length = random.random_range(HEADER / 8..=bytes.len() / 8 + 2) * 8;
        bytes.resize(length, 0);
    }
    mend(bytes);
}

fn mend(bytes: &mut [u8]) {
    let mut from = HEADER;
    for section in 0..SECTIONS {
        let at = LENGTHS + 16 * section;
        let length = u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        let Some(body) = from
            .checked_add(length as usize)
            .and_then(|end| bytes.get(from..end))
        else {
            break;
        };
        let check = crc32fast::hash(body);
        from += body.len().next_multiple_of(8);
        bytes[at + 8..at + 12].copy_from_slice(&check.to_le_bytes());
    }
    let check = crc32fast::hash(&bytes[FIELDS..HEADER]);
    bytes[12..16].copy_from_slice(&check.to_le_bytes());
}

/// Runs everything that reads these files; returns how much was accepted.
fn read_all(folder: &Folder) -> usize {
    let mut believed = 0;
    for shard in 0..2 {
        if let Ok(arcs) = ArcShard::open(&folder.part("graph"), shard) {
            let degrees = arcs.degrees().into_iter().map(|degree| degree as usize);
            assert_eq!(degrees.sum::<usize>(), arcs.arcs());
            believed += 1;
        }
    }
    if let Ok(labels) = LabelShard::open_all(&folder.part("labels")) {
        let cut = labels[0].cut;
        for node in 0..cut.nodes.min(1000) {
            let (shard, local) = (node % u64::from(cut.shards), node / u64::from(cut.shards));
            let _ = labels[shard as usize].of(local as usize);
        }
        believed += 1;
    }
    believed += usize::from(check(&folder.part("graph"), &folder.part("labels")).is_ok());
    match folder.label() {
        Ok(_) => believed += 1,
        Err(error) => assert!(!error.to_string().contains("broke down"), "{error}"),
    }
    believed
}

fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths
        .map(|path| (path.clone(), std::fs::read(path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn files_that_lie_are_refused_or_believed() {
    let folder = Folder::new(12, 30);
    assert_eq!(folder.label().unwrap(), Some(1));
    let folders = ["graph", "labels", "checkpoint"].map(|name| folder.part(name));
    let whole: Vec<_> = folders.iter().flat_map(|folder| files(folder)).collect();
    assert_eq!(read_all(&folder), 5);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut believed = [0; 6];
    for _ in 0..400 {
        for folder in &folders {
            std::fs::remove_dir_all(folder).unwrap();
            std::fs::create_dir(folder).unwrap();
        }
        for (path, bytes) in &whole {
            std::fs::write(path, bytes).unwrap();
        }
        let (path, bytes) = &whole[random.random_range(0..whole.len())];
        let mut bytes = bytes.clone();
        lie(&mut bytes, &mut random);
        std::fs::write(path, bytes).unwrap();
        believed[read_all(&folder)] += 1;
    }
    // Some wrong files are detected and some are not; the test must have tried both.
    assert!(believed[5] > 40 && believed[..5].iter().sum::<usize>() > 40);
}

#[test]
fn nodes_that_no_arc_vouches_for_are_refused() {
    let folder = Folder::new(12, 30);
    let path = folder.part("graph").join("0.arcs");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[FIELDS + 8..FIELDS + 16].copy_from_slice(&u64::from(u32::MAX).to_le_bytes());
    mend(&mut bytes);
    std::fs::write(&path, bytes).unwrap();
    let said = ArcShard::open(&folder.part("graph"), 0)
        .unwrap_err()
        .to_string();
    assert!(said.ends_with("more nodes than its arcs allow"), "{said}");
}

#[test]
fn labels_of_two_digraphs_are_not_listed_together() {
    let [small, large] = [12, 40].map(|nodes| Folder::new(nodes, 60));
    let labels = large.part("labels");
    std::fs::copy(
        small.part("labels").join("1.labels"),
        labels.join("1.labels"),
    )
    .unwrap();
    let said = LabelShard::open_all(&labels).unwrap_err().to_string();
    assert!(said.ends_with("it belongs to another digraph"), "{said}");
}
