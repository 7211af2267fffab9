//! How the solver grows: every family at 10⁵, 10⁶ and 10⁷ edges, as ratios to one union-find pass.
//!
//! `make bench-scale` prints the table. Every case runs in a process of its own, so that its peak
//! memory can be read off; the pass over the same edges in random order runs in the same process,
//! so that a noisy machine slows both. Every result is checked.
//!
//! `cargo bench --bench scale -- [--max EDGES] [FAMILY…]`

// The allocator of the program, so that the figures are those of the program.
#[path = "../../ssg/src/huge_pages.rs"]
mod huge_pages;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use switchyard::ds::union_find::UnionFind;
use switchyard::graph::{Graph, VertexId};
use switchyard::switching::check::check;
use switchyard::switching::solve::{outcome, study};
use switchyard::switching::{Network, Position};

#[global_allocator]
static MEMORY: huge_pages::HugePages = huge_pages::HugePages;

type Pairs = Vec<(u32, u32)>;

/// A family of networks: its name, and what makes a member of about so many edges. Vertices 0 and
/// 1 are the terminals.
type Family = (&'static str, fn(usize, &mut ChaCha8Rng) -> (usize, Pairs));

const FAMILIES: &[Family] = &[
    ("bridgit-rows", |m, _| bridgit(m, Order::Rows)),
    ("bridgit-columns", |m, _| bridgit(m, Order::Columns)),
    ("bridgit-shuffled", |m, rng| {
        let (n, mut pairs) = bridgit(m, Order::Rows);
        pairs.shuffle(rng);
        (n, renamed(n, pairs, rng))
    }),
    ("random-1.5n", |m, rng| random(m, m * 2 / 3, rng)),
    ("random-1.79n", |m, rng| random(m, m * 100 / 179, rng)),
    ("random-2n", |m, rng| random(m, m / 2, rng)),
    ("random-4n", |m, rng| random(m, m / 4, rng)),
    ("regular-4", regular),
    ("planted", planted),
    ("geometric", geometric),
    ("attachment", attachment),
    ("ladder", |m, _| ladder(m)),
    ("clump-chain", clump_chain),
    ("dense", |m, rng| random(m, 2 * m.isqrt(), rng)),
];

#[derive(Clone, Copy)]
enum Order {
    Rows,
    Columns,
}

/// The M-board: M columns and M − 1 rows of nodes between the terminals.
fn bridgit(m: usize, order: Order) -> (usize, Pairs) {
    let side = (m / 2).isqrt() as u32;
    let node = |row: u32, column: u32| match row {
        0 => 0,
        _ if row == side => 1,
        _ => 2 + (row - 1) * side + column,
    };
    let mut pairs = Vec::with_capacity(m);
    let mut cell = |row: u32, column: u32| {
        pairs.push((node(row, column), node(row + 1, column)));
        if row > 0 && column + 1 < side {
            pairs.push((node(row, column), node(row, column + 1)));
        }
    };
    for a in 0..side {
        for b in 0..side {
            match order {
                Order::Rows => cell(a, b),
                Order::Columns => cell(b, a),
            }
        }
    }
    (2 + (side * (side - 1)) as usize, pairs)
}

fn renamed(n: usize, mut pairs: Pairs, rng: &mut ChaCha8Rng) -> Pairs {
    let mut name: Vec<u32> = (2..n as u32).collect();
    name.shuffle(rng);
    name.splice(0..0, [0, 1]);
    for (u, v) in &mut pairs {
        (*u, *v) = (name[*u as usize], name[*v as usize]);
    }
    pairs
}

fn two(rng: &mut impl Rng, n: usize) -> (u32, u32) {
    let u = rng.random_range(0..n as u32);
    (u, (u + rng.random_range(1..n as u32)) % n as u32)
}

fn random(m: usize, n: usize, rng: &mut ChaCha8Rng) -> (usize, Pairs) {
    (n, (0..m).map(|_| two(rng, n)).collect())
}

/// Every vertex has four ends, paired at random.
fn regular(m: usize, rng: &mut ChaCha8Rng) -> (usize, Pairs) {
    let n = m / 2;
    let mut ends: Vec<u32> = (0..4 * n as u32).map(|end| end / 4).collect();
    ends.shuffle(rng);
    let pairs = ends.chunks(2).map(|pair| (pair[0], pair[1]));
    (n, pairs.filter(|(u, v)| u != v).collect())
}

/// Two random trees and nothing else.
fn planted(m: usize, rng: &mut ChaCha8Rng) -> (usize, Pairs) {
    let n = m / 2 + 1;
    let mut name: Vec<u32> = (0..n as u32).collect();
    let mut pairs = Vec::with_capacity(m);
    for _ in 0..2 {
        name.shuffle(rng);
        for child in 1..n {
            pairs.push((name[child], name[rng.random_range(0..child)]));
        }
    }
    pairs.shuffle(rng);
    (n, pairs)
}

/// Points in a square, joined when they are close: about 2.5 edges a point.
fn geometric(m: usize, rng: &mut ChaCha8Rng) -> (usize, Pairs) {
    let n = m * 2 / 5;
    let cells = (n as f64 / 2.0).sqrt() as usize;
    // m = n²πr²/2
    let radius = (2.0 * m as f64 / (std::f64::consts::PI * (n as f64).powi(2))).sqrt();
    let cells = cells.min((1.0 / radius) as usize);
    let points: Vec<(f64, f64)> = (0..n).map(|_| (rng.random(), rng.random())).collect();
    let cell = |(x, y): (f64, f64)| {
        let at = |z: f64| ((z * cells as f64) as usize).min(cells - 1);
        (at(x), at(y))
    };
    let mut grid = vec![Vec::new(); cells * cells];
    for (i, &point) in points.iter().enumerate() {
        let (x, y) = cell(point);
        grid[y * cells + x].push(i as u32);
    }
    let mut pairs = Vec::with_capacity(m + m / 8);
    for (i, &point) in points.iter().enumerate() {
        let (x, y) = cell(point);
        for yy in y.saturating_sub(1)..=(y + 1).min(cells - 1) {
            for xx in x.saturating_sub(1)..=(x + 1).min(cells - 1) {
                for &j in grid[yy * cells + xx].iter().filter(|&&j| (j as usize) < i) {
                    let other = points[j as usize];
                    let distance = (point.0 - other.0).powi(2) + (point.1 - other.1).powi(2);
                    if distance < radius * radius {
                        pairs.push((i as u32, j));
                    }
                }
            }
        }
    }
    (n, pairs)
}

/// Every new vertex is joined to two old ones, chosen by their degrees.
fn attachment(m: usize, rng: &mut ChaCha8Rng) -> (usize, Pairs) {
    let n = m / 2;
    let mut ends: Vec<u32> = vec![0, 1];
    let mut pairs = vec![(0, 1)];
    for new in 2..n as u32 {
        for _ in 0..2 {
            let old =
                ends[rng.random_range(0..ends.len() - usize::from(ends.last() == Some(&new)))];
            let old = if old == new { 0 } else { old };
            pairs.push((new, old));
            ends.extend([old, new]);
        }
    }
    (n, pairs)
}

/// Two rails and rungs: long and thin.
fn ladder(m: usize) -> (usize, Pairs) {
    let rungs = (m / 3) as u32;
    // The terminals are at the far ends.
    let node = |rung: u32, side: u32| match (rung, side) {
        (0, 0) => 0,
        (r, 1) if r == rungs - 1 => 1,
        (0, _) => 2,
        _ => 2 * rung + side + 1 - u32::from(rung == rungs - 1),
    };
    let mut pairs = Vec::with_capacity(m);
    for rung in 0..rungs {
        pairs.push((node(rung, 0), node(rung, 1)));
        if rung + 1 < rungs {
            for side in 0..2 {
                pairs.push((node(rung, side), node(rung + 1, side)));
            }
        }
    }
    (2 * rungs as usize + 1, pairs)
}

/// Lumps of 50 vertices and 150 edges, each joined to the next by three edges.
fn clump_chain(m: usize, rng: &mut ChaCha8Rng) -> (usize, Pairs) {
    let lumps = (m / 153) as u32;
    let mut pairs = Vec::with_capacity(m);
    for lump in 0..lumps {
        for _ in 0..150 {
            let (u, v) = two(rng, 50);
            pairs.push((50 * lump + u, 50 * lump + v));
        }
        if lump + 1 < lumps {
            for _ in 0..3 {
                let (u, v) = two(rng, 50);
                pairs.push((50 * lump + u, 50 * (lump + 1) + v));
            }
        }
    }
    (50 * lumps as usize, pairs)
}

fn network(family: &Family, m: usize) -> Network {
    let mut rng = ChaCha8Rng::seed_from_u64(m as u64);
    let (n, pairs) = family.1(m, &mut rng);
    let mut graph = Graph::new(n);
    graph.reserve(pairs.len());
    for (u, v) in pairs {
        graph.add_edge(VertexId::new(u as usize), VertexId::new(v as usize));
    }
    Network::new(graph, VertexId::new(0), VertexId::new(1)).expect("two terminals")
}

/// The processor seconds that a call takes, so that other programs do not count.
fn time<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let now = || Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default();
    let before = now();
    let result = work();
    (now().saturating_sub(before).as_secs_f64(), result)
}

/// The yardstick: a spanning forest by union-find, edges in random order; the best of three.
fn union_find_pass(network: &Network) -> f64 {
    let graph = network.graph();
    let mut order: Vec<_> = graph.edges().map(|edge| graph.ends(edge)).collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(1));
    let pass = || {
        let mut forest = UnionFind::new(graph.vertex_count());
        let joined = order
            .iter()
            .filter(|[u, v]| forest.union(u.index(), v.index()));
        black_box(joined.count());
    };
    (0..3).map(|_| time(pass).0).fold(f64::INFINITY, f64::min)
}

/// A figure of this process from the system, in bytes; 0 where there is none.
fn memory(field: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(field));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    1024.0 * kilobytes.unwrap_or(0.0)
}

/// The most memory that this process has while it does the work, in bytes.
fn peak<T>(work: impl FnOnce() -> T) -> f64 {
    // Makes the peak count from here, where the system can.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    work();
    memory("VmHWM")
}

/// The peaks of one case, in this process, in bytes an edge: outcome, all.
fn peaks(network: &Arc<Network>) {
    let edges = network.graph().edge_count() as f64;
    let after_outcome = peak(|| outcome(&Position::new(network.clone()))) / edges;
    let after_all = peak(|| study(&Position::new(network.clone()))) / edges;
    println!("{after_outcome} {after_all}");
}

/// The times of one case, in this process.
fn times(network: &Arc<Network>) {
    let edges = network.graph().edge_count();
    let rounds = if edges > 2_000_000 { 1 } else { 3 };
    let least = |work: &dyn Fn() -> f64| (0..rounds).map(|_| work()).fold(f64::INFINITY, f64::min);
    let only = least(&|| time(|| outcome(&Position::new(network.clone()))).0);
    let all = least(&|| time(|| study(&Position::new(network.clone()))).0);
    let position = Position::new(network.clone());
    let (verdict, _) = study(&position);
    let (checking, checked) = time(|| check(&position, &verdict.certificate));
    checked.expect("the certificate is valid");
    let pass = union_find_pass(network);
    println!(
        "{edges} {pass} {only} {all} {checking} {:?}",
        verdict.outcome
    );
}

/// Runs one case in a process of its own; its words.
fn run(what: &str, family: &str, m: usize) -> Vec<String> {
    let program = std::env::current_exe().expect("this program");
    let output = Command::new(program)
        .args([what, family, &m.to_string()])
        // glibc keeps what is freed unless it is large; for the peaks all of it is to go back.
        .envs((what == "--peaks").then_some(("MALLOC_MMAP_THRESHOLD_", "65536")))
        .output()
        .expect("this program runs");
    assert!(output.status.success(), "{family} at {m} failed");
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().map(str::to_string).collect()
}

fn numbers(words: &[String]) -> Vec<f64> {
    let number = |word: &String| word.parse().expect("a number");
    words.iter().map(number).collect()
}

fn main() {
    let mut args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| arg != "--bench")
        .collect();
    if let [what, family, m] = args.as_slice()
        && (what == "--times" || what == "--peaks")
    {
        let family = FAMILIES.iter().find(|known| known.0 == family);
        let network = network(family.expect("a family"), m.parse().expect("a number"));
        let work = if what == "--times" { times } else { peaks };
        return work(&Arc::new(network));
    }
    let mut max = 10_000_000;
    if let Some(at) = args.iter().position(|arg| arg == "--max") {
        max = args[at + 1].parse().expect("a number of edges");
        args.drain(at..at + 2);
    }
    println!(
        "| family | edges | outcome | pass, s | outcome, × | all, × | check, × | bytes/edge, outcome | bytes/edge, all | growth, × | growth, time |"
    );
    println!("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    let chosen = |family: &&Family| args.is_empty() || args.iter().any(|arg| arg == family.0);
    for family in FAMILIES.iter().filter(chosen) {
        table(family.0, max);
    }
}

/// The rows of one family.
fn table(family: &str, max: usize) {
    let mut smallest = None;
    for m in [100_000, 1_000_000, 10_000_000] {
        if m > max {
            break;
        }
        let words = run("--times", family, m);
        let (outcome, values) = words.split_last().expect("six words");
        let [edges, pass, only, all, checking] = numbers(values)[..] else {
            panic!("five numbers: {words:?}");
        };
        let bytes = numbers(&run("--peaks", family, m));
        let (start, ratio, time) = *smallest.get_or_insert((edges, all / pass, all));
        // The power of the number of edges with which something has grown since the smallest size.
        let growth = |factor: f64| {
            if edges > start {
                format!("{:.2}", factor.ln() / (edges / start).ln())
            } else {
                String::new()
            }
        };
        println!(
            "| {family} | {edges} | {outcome} | {pass:.4} | {:.1} | {:.1} | {:.1} | {:.0} | {:.0} | {} | {} |",
            only / pass,
            all / pass,
            checking / pass,
            bytes[0],
            bytes[1],
            growth(all / pass / ratio),
            growth(all / time),
        );
    }
}
