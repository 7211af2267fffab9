//! What several processes cost: time, bytes sent an arc, memory a process, against the engine of one
//! machine on the same digraph in the same run.
//!
//! `cargo bench -p switchyard-cluster --bench cluster [-- ARCS… FAMILY… pP]`: by default 10⁶, 10⁷ and
//! 10⁸ arcs of the geometric and the nearly acyclic family, five arcs a node, with 1, 2 and 4 processes
//! of one worker on this machine, over loopback. Every process is one of its own; memory is the most
//! that the system ever counted for it, mapped files included. The labels of every run are held against
//! the engine's, and up to 10⁷ arcs verified by the checker.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use switchyard::coins::{Engine, Label, Labels, label_with, random};
use switchyard::graph::{Digraph, NodeId};
use switchyard_cluster::check::check;
use switchyard_cluster::label::{Job, label};
use switchyard_cluster::net::{Place, Secret};
use switchyard_cluster::shards::{LabelShard, ShardLabel, shard_digraph};

const FAMILIES: [&str; 3] = ["geometric", "dag", "uniform"];
/// Verified by the checker up to this many arcs.
const CHECKED: usize = 20_000_000;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, folder, process, addresses @ ..] = &args[..]
        && mode == "process"
    {
        return process_of(Path::new(folder), process, addresses);
    }
    let mut sizes: Vec<usize> = args.iter().filter_map(|arg| arg.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000_000, 10_000_000, 100_000_000];
    }
    let named = |family: &&&str| args.iter().any(|arg| arg == *family);
    let mut families: Vec<&str> = FAMILIES.iter().filter(named).copied().collect();
    if families.is_empty() {
        families = vec!["geometric", "dag"];
    }
    let mut counts: Vec<usize> = args
        .iter()
        .filter_map(|arg| arg.strip_prefix('p')?.parse().ok())
        .collect();
    if counts.is_empty() {
        counts = vec![1, 2, 4];
    }
    println!(
        "| digraph | arcs | engine | processes | rounds | time | against the engine | bytes sent an arc \
         | most memory of a process | a node and arc of it | checked in |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for family in families {
        for &arcs in &sizes {
            measure(family, arcs, &counts);
        }
    }
}

fn digraph(family: &str, arcs: usize) -> Digraph<'static> {
    match family {
        "geometric" => random::geometric(arcs / 5, 5.0, 1),
        "dag" => random::nearly_acyclic(arcs / 5, arcs, 0.01, 1),
        _ => random::uniform(arcs / 5, arcs, 1),
    }
}

fn measure(family: &str, arcs: usize, counts: &[usize]) {
    let folder = scratch();
    let digraph = digraph(family, arcs);
    let start = Instant::now();
    let engine = match Engine::choose(&digraph) {
        Engine::Parallel => Engine::Level,
        engine => engine,
    };
    let expected = label_with(&digraph, engine);
    let alone = start.elapsed().as_secs_f64();
    for &processes in counts {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        shard_digraph(&digraph, processes as u32, &folder).expect("shards");
        let start = Instant::now();
        let shares = run(&folder, processes);
        let wall = start.elapsed().as_secs_f64();
        compare(&folder, processes as u32, &expected);
        let sum = |field: usize| shares.iter().map(|share| share[field]).sum::<u64>();
        let most = shares.iter().map(|share| share[1]).max().unwrap_or(0);
        let checked = if arcs <= CHECKED {
            let start = Instant::now();
            let verdict = check(&folder, &folder).expect("files");
            verdict.expect("right labels");
            format!("{:.1} s", start.elapsed().as_secs_f64())
        } else {
            "–".to_owned()
        };
        let (arcs, nodes) = (digraph.arc_count() as u64, digraph.node_count() as u64);
        println!(
            "| {family} | {arcs} | {alone:.2} s | {processes} | {} | {wall:.2} s | {:.1} × | {:.3} | \
             {:.0} MB | {:.1} B | {checked} |",
            shares[0][2],
            wall / alone,
            sum(0) as f64 / arcs as f64,
            most as f64 / 1e6,
            most as f64 * processes as f64 / (nodes + arcs) as f64,
        );
    }
    let _ = std::fs::remove_dir_all(&folder);
}

fn scratch() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_TMPDIR").map(PathBuf::from);
    let place = target.unwrap_or_else(std::env::temp_dir);
    place.join(format!("bench-cluster-{}", std::process::id()))
}

/// Starts the processes: for each the bytes it sent, its memory, and the rounds.
fn run(folder: &Path, processes: usize) -> Vec<[u64; 3]> {
    let free: Vec<TcpListener> = (0..processes)
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("a port"))
        .collect();
    let addresses: Vec<String> = free
        .iter()
        .map(|port| port.local_addr().expect("an address").to_string())
        .collect();
    drop(free);
    let program = std::env::current_exe().expect("this program");
    let start = |process: usize| {
        let mut command = Command::new(&program);
        command.arg("process").arg(folder).arg(process.to_string());
        command.args(&addresses).stdout(Stdio::piped());
        command.spawn().expect("a process")
    };
    let children: Vec<_> = (0..processes).map(start).collect();
    let read = |child: std::process::Child| {
        let output = child.wait_with_output().expect("an end");
        assert!(output.status.success(), "a process failed");
        let text = String::from_utf8(output.stdout).expect("text");
        let mut words = text
            .split_whitespace()
            .map(|word| word.parse().expect("numbers"));
        std::array::from_fn(|_| words.next().expect("three numbers"))
    };
    children.into_iter().map(read).collect()
}

/// One of the processes.
fn process_of(folder: &Path, process: &str, addresses: &[String]) {
    let place = Place {
        process: process.parse().expect("a number"),
        addresses: addresses.to_vec(),
        secret: Secret::new("a-secret-of-the-bench").expect("long enough"),
        workers: 1,
        job: 1,
        patience: Duration::from_secs(60),
    };
    let job = Job {
        graph: folder.to_owned(),
        labels: folder.to_owned(),
        checkpoint: None,
        progress: Arc::new(|_| ()),
    };
    let report = label(&place, &job).unwrap_or_else(|error| panic!("{error}"));
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|line| line.trim().strip_suffix("kB"));
    let peak: u64 = peak.and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    let (sent, rounds) = (report.traffic.sent, report.progress.round);
    println!("{sent} {} {rounds}", peak * 1024);
}

fn compare(folder: &Path, shards: u32, expected: &Labels) {
    for shard in 0..shards {
        let labels = LabelShard::open(folder, shard).expect("labels");
        for local in 0..labels.cut.size(shard) {
            let node = NodeId::new(labels.cut.node(shard, local as u32) as usize);
            let same = match (labels.of(local), expected.of(node)) {
                (ShardLabel::Finite(one, _), Label::Finite(other)) => one == other,
                (ShardLabel::Infinite(one), Label::Infinite(other)) => one == other.members(),
                _ => false,
            };
            assert!(same, "node {node}");
        }
    }
}
