//! Pairs in memory to outcome, winning moves and certificate: the Rust side of `make bench-python`.
//!
//! An example of this crate, so that the library is the same build as in the extension module. The arguments are a
//! file of pairs of 32-bit numbers, the number of vertices, and how often to repeat; vertices 0 and 1 are the
//! terminals. Prints the processor seconds of one run, the outcome and the number of winning moves.

use huge_pages::HugePages;
use switchyard::graph::{Graph, VertexId};
use switchyard::{Network, Outcome, Position, Verdict, solve};

#[global_allocator]
static MEMORY: HugePages = HugePages;

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(path), Some(vertices), Some(repeats)) = (args.next(), args.next(), args.next())
    else {
        println!("usage: rust_side PAIRS VERTICES REPEATS");
        return;
    };
    let vertices: usize = vertices.parse().expect("a number of vertices");
    let repeats: u32 = repeats.parse().expect("a number of repeats");
    let bytes = std::fs::read(path).expect("a file of pairs");
    let word = |bytes: &[u8; 4]| u32::from_le_bytes(*bytes);
    let words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(word).collect();
    drop(bytes);
    let (mut seconds, mut verdict) = run(&words, vertices);
    for _ in 1..repeats {
        let (more, again) = run(&words, vertices);
        seconds += more;
        verdict = again;
    }
    let seconds = seconds / f64::from(repeats);
    let moves = verdict.winning.short.len() + verdict.winning.cut.len();
    let outcome = match verdict.outcome {
        Outcome::Short => "short",
        Outcome::Cut => "cut",
        Outcome::First => "first",
    };
    println!("{seconds} {outcome} {moves}");
}

/// The processor seconds until the answer is there, and the answer. As in Python, what was made is freed after that.
fn run(words: &[u32], vertices: usize) -> (f64, Verdict) {
    let begun = processor_seconds();
    let pairs = words.as_chunks::<2>().0.iter();
    let ends = pairs.map(|pair| pair.map(|end| VertexId::new(end as usize)));
    let graph = Graph::from_ends(vertices, ends.collect());
    let network = Network::new(graph, VertexId::new(0), VertexId::new(1)).expect("a network");
    let position = Position::new(network);
    let verdict = solve(&position);
    (processor_seconds() - begun, verdict)
}

/// Processor time of all threads so far, in steps of a hundredth of a second (Linux): a busy machine makes little
/// difference to it.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2);
    let ticks = ticks.filter_map(|word| word.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}
