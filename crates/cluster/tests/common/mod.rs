//! Digraphs, folders and processes for the tests.

#![allow(dead_code)] // every test file uses its own part of this

use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use switchyard::coins::LabelsError;
use switchyard::coins::rulesets::RulesetError;
use switchyard::coins::{Label, LabelSet, Labels, NamedDigraph, random, rulesets};
use switchyard::graph::{Digraph, NodeId};
use switchyard_cluster::ClusterError;
use switchyard_cluster::check::check;
use switchyard_cluster::label::Job;
use switchyard_cluster::net::Place;
use switchyard_cluster::shards::{ArcShard, LabelShard, ShardLabel, ShardLabels, shard_digraph};
use tempfile::TempDir;

pub struct Families;

impl Families {
    /// Every family that `ssg coins gen` makes, small.
    pub fn small() -> Vec<(&'static str, Digraph<'static>)> {
        let board =
            |board: Result<NamedDigraph<'static>, RulesetError>| board.unwrap().digraph().clone();
        vec![
            ("empty", Digraph::from_arcs(0, &[])),
            (
                "loops",
                Digraph::from_arcs(3, &[(0, 0), (1, 1), (1, 2), (1, 2)]),
            ),
            ("subtraction", board(rulesets::subtraction(60, &[1, 2, 3]))),
            ("ring", board(rulesets::ring(50, &[1, 2, 3]))),
            ("kayles", board(rulesets::octal("0.77", 9))),
            ("uniform", random::uniform(2000, 5000, 1)),
            ("dense", random::uniform(60, 2000, 1)),
            ("geometric", random::geometric(2000, 5.0, 1)),
            ("dag", random::nearly_acyclic(1000, 5000, 0.01, 1)),
            ("tournament", random::transitive_tournament(90)),
            ("knots", knots()),
        ]
    }
}

/// Numbers beyond 64 with cycles among them, so that sets of ∞ are long too.
fn knots() -> Digraph<'static> {
    let mut arcs = Vec::new();
    for from in 0..80_u32 {
        arcs.extend((0..from).map(|to| (from, to)));
    }
    for node in 80..120_u32 {
        arcs.push((node, 80 + (node + 1) % 40));
        arcs.extend((0..node - 40).map(|to| (node, to)));
    }
    Digraph::from_arcs(120, &arcs)
}

/// A digraph in shards, and room for its labels.
pub struct Folder(TempDir);

pub fn sharded(digraph: &Digraph<'_>, shards: u32) -> Folder {
    let folder = Folder(TempDir::new().unwrap());
    for path in [folder.graph(), folder.labels(), folder.checkpoint()] {
        std::fs::create_dir(path).unwrap();
    }
    let made = shard_digraph(digraph, shards, &folder.graph()).unwrap();
    assert_eq!(made.arcs, digraph.arc_count() as u64);
    folder
}

impl Folder {
    pub fn graph(&self) -> PathBuf {
        self.0.path().join("graph")
    }

    pub fn labels(&self) -> PathBuf {
        self.0.path().join("labels")
    }

    pub fn checkpoint(&self) -> PathBuf {
        self.0.path().join("checkpoint")
    }

    pub fn job(&self) -> Job {
        Job {
            graph: self.graph(),
            labels: self.labels(),
            checkpoint: None,
            progress: Arc::new(|_| ()),
        }
    }

    fn shards(&self) -> u32 {
        ArcShard::open(&self.graph(), 0).unwrap().cut.shards
    }

    pub fn label_bytes(&self) -> Vec<Vec<u8>> {
        let path = |shard| self.labels().join(format!("{shard}.labels"));
        let read = |shard| std::fs::read(path(shard)).unwrap();
        (0..self.shards()).map(read).collect()
    }

    pub fn forget_labels(&self) {
        std::fs::remove_dir_all(self.labels()).unwrap();
    }

    /// The rounds that shard 2 has saved.
    pub fn saved_rounds(&self) -> Vec<u32> {
        let entries = std::fs::read_dir(self.checkpoint()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut rounds: Vec<u32> = names
            .filter_map(|name| {
                name.strip_prefix("2.")?
                    .strip_suffix(".state")?
                    .parse()
                    .ok()
            })
            .collect();
        rounds.sort_unstable();
        rounds
    }
}

/// So many processes on free ports of this machine.
pub fn places(processes: usize, workers: usize) -> Vec<Place> {
    if processes == 1 {
        return vec![Place::alone(workers)];
    }
    let ports: Vec<TcpListener> = (0..processes)
        .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
        .collect();
    let addresses: Vec<String> = ports
        .iter()
        .map(|port| port.local_addr().unwrap().to_string())
        .collect();
    let place = |process| Place {
        process,
        addresses: addresses.clone(),
        workers,
        job: 1,
        patience: Duration::from_secs(20),
    };
    (0..processes).map(place).collect()
}

/// Runs every process, each on a thread of its own; they speak over TCP as if they were far apart.
pub fn run_all<T: Send + 'static>(
    places: &[Place],
    work: impl Fn(&Place) -> Result<T, ClusterError> + Send + Sync + 'static,
) -> Vec<Result<T, ClusterError>> {
    let work = Arc::new(work);
    let threads: Vec<_> = places
        .iter()
        .map(|place| {
            let (place, work) = (place.clone(), Arc::clone(&work));
            thread::spawn(move || work(&place))
        })
        .collect();
    threads
        .into_iter()
        .map(|thread| thread.join().unwrap())
        .collect()
}

/// A label, whoever keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plain {
    Finite(u32),
    Infinite(Vec<u32>),
}

pub fn labels_of(folder: &Folder) -> Vec<Plain> {
    let shards: Vec<LabelShard> = (0..folder.shards())
        .map(|shard| LabelShard::open(&folder.labels(), shard).unwrap())
        .collect();
    let nodes = shards[0].cut.nodes as usize;
    let of = |node: usize| match shards[node % shards.len()].of(node / shards.len()) {
        ShardLabel::Finite(label, _) => Plain::Finite(label),
        ShardLabel::Infinite(set) => Plain::Infinite(set.to_vec()),
    };
    (0..nodes).map(of).collect()
}

pub fn assert_same(name: &str, found: &[Plain], expected: &Labels) {
    assert_eq!(found.len(), expected.len(), "{name}");
    for (node, found) in found.iter().enumerate() {
        let expected = match expected.of(NodeId::new(node)) {
            Label::Finite(label) => Plain::Finite(label),
            Label::Infinite(set) => Plain::Infinite(LabelSet::members(set).to_vec()),
        };
        assert_eq!(found, &expected, "{name}, node {node}");
    }
}

/// Whatever label of a node is changed, the checker refuses it, and names a rule that is broken.
pub fn every_altered_label_is_refused() {
    let digraph = random::uniform(40, 80, 7);
    let folder = sharded(&digraph, 3);
    let expected = switchyard::coins::label(&digraph);
    let mut rules = [0; 4];
    for changed in 0..40 {
        for change in [Plain::Finite(0), Plain::Finite(1), Plain::Infinite(vec![0])] {
            let label = |node: usize| match expected.of(NodeId::new(node)) {
                _ if node == changed => (change.clone(), 9),
                Label::Finite(label) => {
                    let counter = expected.counter(NodeId::new(node)).unwrap();
                    (Plain::Finite(label), counter)
                }
                Label::Infinite(set) => (Plain::Infinite(set.members().to_vec()), 0),
            };
            let same = match (&change, expected.of(NodeId::new(changed))) {
                (Plain::Finite(one), Label::Finite(other)) => *one == other,
                (Plain::Infinite(one), Label::Infinite(other)) => one == other.members(),
                _ => false,
            };
            if same {
                continue;
            }
            let cut = ArcShard::open(&folder.graph(), 0).unwrap().cut;
            for shard in 0..3 {
                let mut labels = ShardLabels::new(cut.size(shard));
                for local in 0..cut.size(shard) {
                    match label(cut.node(shard, local as u32) as usize) {
                        (Plain::Finite(label), counter) => labels.finite(label, counter),
                        (Plain::Infinite(set), _) => {
                            let place = labels.new_set(set);
                            labels.infinite(place);
                        }
                    }
                }
                labels.write(&folder.labels(), &cut, shard).unwrap();
            }
            let refusal = check(&folder.graph(), &folder.labels()).unwrap();
            let refusal = refusal.expect_err("an altered label");
            rules[match refusal {
                LabelsError::NotMex { .. } => 0,
                LabelsError::NoWayBack { .. } => 1,
                LabelsError::WrongSet { .. } => 2,
                LabelsError::NotInfinite { .. } => 3,
                other => panic!("{other}: shards have a label for each node"),
            }] += 1;
        }
    }
    assert!(rules[0] > 0 && rules[2] > 0, "{rules:?}");
}
