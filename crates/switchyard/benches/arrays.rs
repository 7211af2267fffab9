//! Pairs in memory to outcome, winning moves and certificate: the Rust side of the comparison with Python
//! (`make bench-python`, crates/python/bench/bench.py).
//!
//! The argument is a file of pairs of 32-bit numbers, and the number of vertices; vertices 0 and 1 are the terminals.
//! Prints the processor seconds, the outcome and the number of winning moves.

use huge_pages::HugePages;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;
use switchyard::graph::{Graph, VertexId};
use switchyard::{Network, Outcome, Position, solve};

#[global_allocator]
static MEMORY: HugePages = HugePages;

fn main() {
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let (Some(path), Some(vertices)) = (args.next(), args.next()) else {
        println!("arrays: skipped; `make bench-python` runs it");
        return;
    };
    let vertices: usize = vertices.parse().expect("a number of vertices");
    let bytes = std::fs::read(path).expect("a file of pairs");
    let word = |bytes: &[u8; 4]| u32::from_le_bytes(*bytes);
    let words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(word).collect();
    drop(bytes);
    // Processor time, so that a busy machine makes no difference.
    let now = || Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default();
    let begun = now();
    let pairs = words.as_chunks::<2>().0.iter();
    let ends = pairs.map(|pair| pair.map(|end| VertexId::new(end as usize)));
    let graph = Graph::from_ends(vertices, ends.collect());
    let network = Network::new(graph, VertexId::new(0), VertexId::new(1)).expect("a network");
    let verdict = solve(&Position::new(network));
    let seconds = now().saturating_sub(begun).as_secs_f64();
    let moves = verdict.winning.short.len() + verdict.winning.cut.len();
    let outcome = match verdict.outcome {
        Outcome::Short => "short",
        Outcome::Cut => "cut",
        Outcome::First => "first",
    };
    println!("{seconds} {outcome} {moves}");
}
