//! How fast the labels come, as multiples of one pass over the arcs with a random gather an arc.
//!
//! `cargo bench -p switchyard --bench coins [-- NODES… FAMILY…]`, by default 10⁵, 10⁶ and 10⁷ nodes with
//! five arcs a node, and all families: geometric, dag, uniform, tournament. One-core figures are processor time, so that other work on the machine matters less.
//! For several threads there are two figures, both against the level engine on one core: by the
//! wall, which only an idle machine makes true, and by the processor time of the calling thread and
//! the busiest other one. Reading is no part of it, the transpose is. Every figure is the best of
//! several, taken in turns.

use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::time::{Duration, Instant};
use switchyard::coins::{Engine, label_with};
use switchyard::coins::{Labels, random};
use switchyard::graph::Digraph;

const FAMILIES: [&str; 4] = ["geometric", "dag", "uniform", "tournament"];

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut sizes: Vec<usize> = args.iter().filter_map(|arg| arg.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![100_000, 1_000_000, 10_000_000];
    }
    let named = |family: &&str| args.iter().any(|arg| arg == family);
    let all = !FAMILIES.iter().any(named);
    println!("Threads: {}\n", rayon::current_num_threads());
    println!(
        "| digraph | nodes | arcs | engine | pass | labels | ratio | numbers \
         | faster with threads: wall | processor |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for family in FAMILIES.iter().filter(|family| all || named(family)) {
        if *family == "tournament" {
            row(family, &random::transitive_tournament(3000));
            continue;
        }
        for &nodes in &sizes {
            row(family, &digraph(family, nodes));
        }
    }
}

fn digraph(family: &str, nodes: usize) -> Digraph<'static> {
    match family {
        "geometric" => random::geometric(nodes, 5.0, 1),
        "dag" => random::nearly_acyclic(nodes, 5 * nodes, 0.01, 1),
        _ => random::uniform(nodes, 5 * nodes, 1),
    }
}

fn row(name: &str, digraph: &Digraph<'_>) {
    // The engine for one core: the choice between one and several is measured apart.
    let engine = match Engine::choose(digraph) {
        Engine::Parallel => Engine::Level,
        engine => engine,
    };
    let repeats = (100_000_000 / digraph.arc_count().max(1)).clamp(3, 20);
    let mut best = [f64::MAX; 5];
    let mut found = Labels::default();
    let words: Vec<u32> = (0..digraph.node_count() as u32).collect();
    // In turns, so that what disturbs the one disturbs the other.
    for _ in 0..repeats {
        let (answer, time) = timed(|| label_with(digraph, engine));
        let pass = timed(|| gather(digraph, &words)).1;
        // Threads share the work of the level engine only.
        let all = match engine {
            Engine::Level => timed(|| label_with(digraph, Engine::Parallel)).1,
            _ => time,
        };
        found = answer;
        let figures = [pass.own, time.own, time.wall, all.wall, all.busiest];
        for (best, figure) in best.iter_mut().zip(figures) {
            *best = best.min(figure);
        }
    }
    let [pass, labels, wall, wall_of_all, busiest] = best;
    let numbers = found.iter().filter(|label| label.finite().is_some());
    let faster = match engine {
        Engine::Level => format!("{:.2} × | {:.2} ×", wall / wall_of_all, labels / busiest),
        _ => "– | –".to_owned(),
    };
    println!(
        "| {name} | {} | {} | {engine:?} | {pass:.4} s | {labels:.4} s | {:.2} × | {:.1} % | {faster} |",
        digraph.node_count(),
        digraph.arc_count(),
        labels / pass,
        100.0 * numbers.count() as f64 / found.len() as f64,
    );
}

/// The measure of all things: every arc once, in order, and a word of its target.
fn gather(digraph: &Digraph<'_>, words: &[u32]) -> u64 {
    let targets = digraph.rows().targets.iter();
    targets.map(|&to| u64::from(words[to as usize])).sum()
}

/// What some work took, in seconds.
#[derive(Clone, Copy)]
struct Time {
    wall: f64,
    /// Processor time of this thread.
    own: f64,
    /// The same and that of the busiest other thread.
    busiest: f64,
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Time) {
    let others = || rayon::broadcast(|_| processor_time());
    let (before, own, start) = (others(), processor_time(), Instant::now());
    let answer = black_box(work());
    let wall = start.elapsed().as_secs_f64();
    let own = processor_time() - own;
    let spent = others()
        .into_iter()
        .zip(before)
        .map(|(after, before)| after - before);
    let busiest = own + spent.fold(0.0, f64::max);
    (answer, Time { wall, own, busiest })
}

/// The processor time of this thread.
fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default().as_secs_f64()
}
