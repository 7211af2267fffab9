//! Reading and writing the network format against one union-find pass over the same edges.
//!
//! `cargo bench --bench formats` prints the table of docs/formats.md. Times are the best of several
//! runs, taken in turn, in processor time, since a busy machine would spoil the clock on the wall;
//! only the column for all cores is by the clock. Sizes may be given as arguments.

use rand::seq::SliceRandom;
use rustix::time::{ClockId, clock_gettime};
use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};
use switchyard::Rng;
use switchyard::format::network;
use switchyard::generate;
use switchyard::graph::{Graph, VertexId};
use switchyard::internals::UnionFind;
use switchyard::switching::Network;

/// A planted network, slightly more than two edges per vertex, in random order.
fn shuffled(edges: usize) -> Network {
    let rng = &mut Rng::from_seed(1);
    let vertices = edges * 2 / 5;
    let blueprint = generate::planted(vertices, edges, rng).expect("room for two trees");
    let mut ends: Vec<_> = blueprint.into_edges().collect();
    ends.shuffle(rng);
    let graph = Graph::from_ends(vertices, ends);
    Network::new(graph, VertexId::new(0), VertexId::new(vertices - 1)).expect("two terminals")
}

/// Takes text and forgets it.
struct Nowhere(usize);

impl fmt::Write for Nowhere {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += black_box(text).len();
        Ok(())
    }
}

fn union_find(graph: &Graph) -> usize {
    let mut sets = UnionFind::new(graph.vertex_count());
    let mut joins = 0;
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge);
        joins += usize::from(sets.union(u.index(), v.index()));
    }
    joins
}

/// The seconds that a call takes, on all processors together.
fn work<T>(call: impl FnOnce() -> T) -> f64 {
    let now = || Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default();
    let start = now();
    black_box(call());
    now().saturating_sub(start).as_secs_f64()
}

/// The seconds that a call takes, by the clock on the wall.
fn wait<T>(call: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(call());
    start.elapsed().as_secs_f64()
}

fn main() {
    let given: Vec<usize> = std::env::args()
        .filter_map(|arg| arg.parse().ok())
        .collect();
    let sizes = if given.is_empty() {
        vec![100_000, 1_000_000, 10_000_000]
    } else {
        given
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let alone = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a thread");
    println!(
        "{cores} cores; milliseconds of work, best of 7; in brackets the multiple of the union-find pass\n"
    );
    println!(
        "| edges | MB | union-find | parse, 1 core | parse, all cores, by the clock | write |"
    );
    println!("|---|---|---|---|---|---|");
    for edges in sizes {
        let board = shuffled(edges);
        let text = network::write(&board);
        let mut best = [f64::INFINITY; 4];
        for _ in 0..7 {
            let times = [
                work(|| union_find(board.graph())),
                work(|| alone.install(|| network::parse(text.as_bytes()))),
                wait(|| network::parse(text.as_bytes())),
                work(|| network::write_to(&mut Nowhere(0), &board)),
            ];
            for (best, time) in best.iter_mut().zip(times) {
                *best = best.min(time);
            }
        }
        let [pass, ..] = best;
        let cell = |time: f64| format!("{:.1} ({:.2})", time * 1e3, time / pass);
        println!(
            "| {edges} | {:.1} | {:.1} | {} | {} | {} |",
            text.len() as f64 / 1e6,
            pass * 1e3,
            cell(best[1]),
            cell(best[2]),
            cell(best[3])
        );
    }
}
