//! Two spanning trees by Switchyard and by Sage's Roskind–Tarjan algorithm, on the same files.
//!
//! `make bench-sage` sets up Sage's Python packages outside the tree and runs this. Both times are
//! processor time of one core from the graph in memory to the trees; both results are checked.

use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use switchyard::Rng;
use switchyard::generate::{bridgit, planted};
use switchyard::graph::{Graph, VertexId};
use switchyard::switching::{Network, Outcome, Position, check, solve};

/// The board with the terminals' edge e0 as an edge like others: exactly two trees.
fn board(size: usize) -> Network {
    let board = bridgit(size).expect("a board").build();
    let [left, right] = [board.left(), board.right()];
    let graph = board.into_graph();
    let ends = graph.edges().map(|edge| graph.ends(edge));
    let ends = ends.chain([[left, right]]).collect();
    Network::new(Graph::from_ends(graph.vertex_count(), ends), left, right).expect("two terminals")
}

/// Two uniform trees without a common edge, and nothing else.
fn two_trees(vertices: usize) -> Network {
    let blueprint = planted(vertices, 2 * vertices - 2, &mut Rng::from_seed(1));
    blueprint.expect("room for two trees").build()
}

/// The file that both read: one pair of numbers per line.
fn write_pairs(network: &Network, path: &Path) {
    let graph = network.graph();
    let mut text = String::new();
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge).map(VertexId::index);
        writeln!(text, "{u} {v}").expect("memory");
    }
    std::fs::write(path, text).expect("a folder to write in");
}

fn read_pairs(path: &Path, like: &Network) -> Network {
    let text = std::fs::read_to_string(path).expect("the file just written");
    let number = |word: &str| word.parse::<usize>().expect("a number");
    let pairs: Vec<(usize, usize)> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(u, v)| (number(u), number(v)))
        .collect();
    let graph = Graph::from_pairs(like.graph().vertex_count(), &pairs);
    Network::new(graph, like.left(), like.right()).expect("two terminals")
}

/// Seconds from the graph to both trees, all winning moves and the certificate: the best of five.
fn ours(network: Network) -> f64 {
    let now = || Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default();
    let network = Arc::new(network);
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let before = now();
        let position = Position::new(network.clone());
        let verdict = solve(&position);
        best = best.min(now().saturating_sub(before).as_secs_f64());
        assert_eq!(verdict.outcome, Outcome::Short, "two trees span the graph");
        check(&position, &verdict.certificate).expect("the certificate is valid");
    }
    best
}

fn sage(python: &str, path: &Path) -> f64 {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/roskind_tarjan.py");
    let run = Command::new(python).arg(script).arg(path).output();
    let run = run.expect("SAGE_PYTHON names a Python");
    let said = String::from_utf8_lossy(&run.stdout);
    let complaint = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{complaint}");
    said.trim().parse().expect("seconds")
}

fn main() {
    let Ok(python) = std::env::var("SAGE_PYTHON") else {
        println!("sage: skipped; `make bench-sage` sets up Sage's packages and runs it");
        return;
    };
    let folder = std::env::temp_dir();
    println!("| network | vertices | edges | Sage, s | Switchyard, s | ratio |");
    println!("|---|--:|--:|--:|--:|--:|");
    let planted = |vertices| {
        (
            format!("two planted trees, {vertices} vertices"),
            two_trees(vertices),
        )
    };
    let bridgit = |size| (format!("Bridg-It M = {size} with e0"), board(size));
    for (name, network) in [planted(2000), planted(10_000), bridgit(50), bridgit(100)] {
        let path: PathBuf = folder.join(format!("sage-{}.pairs", std::process::id()));
        write_pairs(&network, &path);
        let ours = ours(read_pairs(&path, &network));
        let theirs = sage(&python, &path);
        std::fs::remove_file(&path).expect("the file just read");
        let [vertices, edges] = [network.graph().vertex_count(), network.graph().edge_count()];
        let ratio = theirs / ours;
        println!("| {name} | {vertices} | {edges} | {theirs:.2} | {ours:.5} | {ratio:.0} |");
    }
}
