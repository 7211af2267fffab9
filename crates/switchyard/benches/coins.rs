//! How fast the labels come, as multiples of one pass over the arcs with a random gather an arc.
//!
//! `cargo bench -p switchyard --bench coins [-- NODES…]`, by default 10⁵, 10⁶ and 10⁷ nodes with five
//! arcs a node. One-core figures are processor time, so that other work on the machine matters less;
//! figures for several threads are time on the wall. Reading is no part of it, the transpose is.

use std::fs;
use std::hint::black_box;
use std::time::Instant;
use switchyard::coins::engine::{Engine, label_with};
use switchyard::coins::{Labels, random};
use switchyard::digraph::Digraph;

fn main() {
    let sizes: Vec<usize> = std::env::args()
        .filter_map(|arg| arg.parse().ok())
        .collect();
    let sizes = if sizes.is_empty() {
        vec![100_000, 1_000_000, 10_000_000]
    } else {
        sizes
    };
    println!(
        "| digraph | nodes | arcs | engine | pass | labels | ratio | numbers | several threads |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for &nodes in &sizes {
        for (name, digraph) in families(nodes) {
            row(name, &digraph);
        }
    }
    row(
        "transitive tournament",
        &random::transitive_tournament(3000),
    );
}

fn families(nodes: usize) -> impl Iterator<Item = (&'static str, Digraph<'static>)> {
    let make = move |i| match i {
        0 => ("geometric out-degree", random::geometric(nodes, 5.0, 1)),
        1 => (
            "DAG, 1 % back",
            random::nearly_acyclic(nodes, 5 * nodes, 0.01, 1),
        ),
        _ => ("uniform", random::uniform(nodes, 5 * nodes, 1)),
    };
    (0..3).map(make)
}

fn row(name: &str, digraph: &Digraph<'_>) {
    // The engine for one core: the choice between one and several is measured apart.
    let engine = match Engine::choose(digraph) {
        Engine::Parallel => Engine::Level,
        engine => engine,
    };
    let repeats = (100_000_000 / digraph.arc_count().max(1)).clamp(3, 20);
    let (mut pass, mut labels) = (f64::MAX, f64::MAX);
    let (mut one, mut all) = (f64::MAX, f64::MAX);
    let mut found = Labels::default();
    let words: Vec<u32> = (0..digraph.node_count() as u32).collect();
    // In turns, so that what disturbs the one disturbs the other.
    for _ in 0..repeats {
        pass = pass.min(seconds(processor_time, || gather(digraph, &words)).0);
        let (time, answer) = seconds(processor_time, || label_with(digraph, engine));
        labels = labels.min(time);
        found = answer;
        one = one.min(seconds(wall_time, || label_with(digraph, Engine::Level)).0);
        all = all.min(seconds(wall_time, || label_with(digraph, Engine::Parallel)).0);
    }
    let numbers = found
        .iter()
        .filter(|label| label.finite().is_some())
        .count();
    println!(
        "| {name} | {} | {} | {engine:?} | {pass:.4} s | {labels:.4} s | {:.2} × | {:.1} % | {:.2} × faster than Level |",
        digraph.node_count(),
        digraph.arc_count(),
        labels / pass,
        100.0 * numbers as f64 / found.len() as f64,
        one / all,
    );
}

/// The measure of all things: every arc once, in order, and a word of its target.
fn gather(digraph: &Digraph<'_>, words: &[u32]) -> u64 {
    let targets = digraph.rows().targets.iter();
    targets.map(|&to| u64::from(words[to as usize])).sum()
}

fn seconds<T>(clock: fn() -> f64, work: impl FnOnce() -> T) -> (f64, T) {
    let start = clock();
    let answer = black_box(work());
    (clock() - start, answer)
}

fn wall_time() -> f64 {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// The processor time of this thread as Linux counts it; elsewhere the time on the wall.
fn processor_time() -> f64 {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = stat.and_then(|stat| stat.split(' ').next()?.parse::<f64>().ok());
    spent.map_or_else(wall_time, |nanoseconds| nanoseconds / 1e9)
}
