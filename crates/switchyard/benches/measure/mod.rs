//! What the solver costs on one network: processor time as multiples of a union-find pass, and memory.
//!
//! Every case runs in a process of its own, so that its peak memory can be read off and that it can be
//! stopped; the pass over the same edges in random order runs in the same process, so that a noisy
//! machine slows both. Every certificate is checked.

#![allow(dead_code)] // every bench uses its own part of this

use crate::recipes::Recipe;
use rand::seq::SliceRandom;
use rustix::time::{ClockId, clock_gettime};
use std::collections::HashMap;
use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use switchyard::Rng;
use switchyard::internals::UnionFind;
use switchyard::switching::{Network, Position, check, outcome, study};

/// How this program is started again for one case: `--case times|all|peaks|wall|wall-1|once EDGES LIMIT RECIPE`.
const CASE: &str = "--case";

/// What is known of a case. What was not measured within the limit is missing.
#[derive(Clone, Debug)]
pub struct Case {
    values: HashMap<String, f64>,
    /// Who wins.
    pub outcome: Option<String>,
    /// The processor seconds that it may take.
    limit: f64,
}

impl Case {
    /// A figure by its name: `vertices`, `edges`, `pass`, `outcome`, `all`, `check`, seconds of wall clock for `wall`, or
    /// bytes for `peak-outcome`, `peak-all`.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.values.get(name).copied()
    }

    pub fn edges(&self) -> f64 {
        self.get("edges").unwrap_or(0.0)
    }

    /// A time as a multiple of the pass; `None` if it took longer than the limit.
    pub fn passes(&self, name: &str) -> Option<f64> {
        Some(self.get(name)? / self.get("pass")?)
    }

    /// The time for everything as a multiple of the pass, or as much of it as the limit is.
    pub fn at_least_passes(&self) -> f64 {
        let over = self.limit / self.get("pass").unwrap_or(f64::INFINITY);
        self.passes("all").unwrap_or(over)
    }

    pub fn limit(&self) -> f64 {
        self.limit
    }

    /// Takes over the figures of another process for the same case.
    pub fn add(&mut self, other: &Case) {
        let new = other
            .values
            .iter()
            .map(|(name, value)| (name.clone(), *value));
        self.values.extend(new);
    }
}

/// Measures one case in a process of its own: its `times`, or the time for `all` only, or the `peaks` of its
/// memory, or the `wall` clock for everything, as `wall-1` on one core.
///
/// # Errors
/// When the recipe makes no network.
pub fn measure(what: &str, recipe: &Recipe, edges: usize, limit: f64) -> Result<Case, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program)
        .args([
            CASE,
            what,
            &edges.to_string(),
            &limit.to_string(),
            &recipe.to_string(),
        ])
        // glibc keeps what is freed unless it is large; for the peaks all of it is to go back.
        .envs((what == "peaks").then_some(("MALLOC_MMAP_THRESHOLD_", "65536")))
        .envs((what == "wall-1").then_some(("RAYON_NUM_THREADS", "1")))
        .output()
        .map_err(|error| error.to_string())?;
    if ![Some(0), Some(OVER)].contains(&output.status.code()) {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    let mut case = Case {
        values: HashMap::new(),
        outcome: None,
        limit,
    };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        match line.split_once(' ') {
            Some(("winner", who)) => case.outcome = Some(who.to_owned()),
            Some((name, value)) => {
                let value = value.parse().map_err(|_| format!("{line:?}"))?;
                case.values.insert(name.to_owned(), value);
            }
            None => return Err(format!("{line:?}")),
        }
    }
    Ok(case)
}

/// If this process was started for one case, measures it and returns `true`.
pub fn is_case(args: &[String]) -> bool {
    let [first, what, edges, limit, recipe] = args else {
        return false;
    };
    if first != CASE {
        return false;
    }
    let edges = edges.parse().expect("a number of edges");
    let limit: f64 = limit.parse().expect("a number of seconds");
    let recipe: Recipe = recipe.parse().expect("a recipe");
    let network = recipe.network(edges).unwrap_or_else(|error| {
        eprintln!("{error}");
        std::process::exit(1);
    });
    let network = Arc::new(network);
    if what == ONCE {
        // Under Valgrind no clock can be read.
        tell("edges", network.graph().edge_count());
        let _ = black_box(study(&Position::new(network)));
        return true;
    }
    limit_processor_time(limit);
    match what.as_str() {
        "peaks" => peaks(&network),
        "all" => times(&network, false),
        "wall" | "wall-1" => wall(&network),
        _ => times(&network, true),
    }
    true
}

/// The case that only does everything once.
const ONCE: &str = "once";

/// How many instructions per edge `study` executes for one case on one core, as Valgrind counts them; and the number of
/// edges.
///
/// # Errors
/// When the recipe makes no network, or there is no Valgrind.
pub fn instructions(recipe: &Recipe, edges: usize) -> Result<(f64, f64), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=switchyard::switching::solver::solve::study")
        .arg(program)
        .args([CASE, ONCE, &edges.to_string(), "0", &recipe.to_string()])
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let (found, told) = (
        String::from_utf8_lossy(&output.stderr),
        String::from_utf8_lossy(&output.stdout),
    );
    let number_after = |text: &str, name: &str| -> Option<f64> {
        let (_, rest) = text.split_once(name)?;
        rest.split_whitespace().next()?.parse().ok()
    };
    let edges = number_after(&told, "edges ");
    let collected = number_after(&found, "Collected : ");
    let per_edge = collected
        .zip(edges)
        .map(|(count, edges)| (count / edges, edges));
    per_edge.ok_or_else(|| found.trim().to_owned())
}

/// The exit code of a case that was over its limit.
const OVER: i32 = 3;

/// Ends this process after this many processor seconds more, whatever it does.
///
/// Not by the system's own limit: where a process has one, Linux counts its time in ticks of
/// milliseconds.
fn limit_processor_time(seconds: f64) {
    let end = processor_time() + Duration::from_secs_f64(seconds);
    thread::spawn(move || {
        loop {
            let left = end.saturating_sub(processor_time());
            if left.is_zero() {
                std::process::exit(OVER);
            }
            // Several threads may use up what is left at once.
            thread::sleep((left / 4).max(Duration::from_millis(20)));
        }
    });
}

fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

/// The processor seconds that a call takes, so that other programs do not count.
pub fn time<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let before = processor_time();
    let result = work();
    (
        processor_time().saturating_sub(before).as_secs_f64(),
        result,
    )
}

/// What takes this many seconds is measured twice.
const LONG: f64 = 1.0;

/// The least of the first time and two others, or one other if they are long. Never the first alone: it also pays for
/// memory that the system has to find.
fn least(first: f64, work: impl Fn() -> f64) -> f64 {
    let second = first.min(work());
    if first > LONG {
        return second;
    }
    second.min(work())
}

/// Prints a figure at once, so that it is not lost if the next one takes too long.
fn tell(name: &str, value: impl std::fmt::Display) {
    use std::io::Write;
    println!("{name} {value}");
    std::io::stdout().flush().expect("the pipe is open");
}

fn times(network: &Arc<Network>, with_outcome: bool) {
    let graph = network.graph();
    tell("vertices", graph.vertex_count());
    tell("edges", graph.edge_count());
    tell("pass", union_find_pass(network));
    let position = || Position::new(Arc::clone(network));
    if with_outcome {
        let outcome = || time(|| outcome(&position())).0;
        tell("outcome", least(outcome(), outcome));
    }
    let (first, (verdict, _)) = time(|| study(&position()));
    tell("winner", format!("{:?}", verdict.outcome));
    tell("all", least(first, || time(|| study(&position())).0));
    let (checking, checked) = time(|| check(&position(), &verdict.certificate));
    checked.expect("the certificate is valid");
    tell("check", checking);
}

fn wall(network: &Arc<Network>) {
    let study = || {
        let start = Instant::now();
        let _ = black_box(study(&Position::new(Arc::clone(network))));
        start.elapsed().as_secs_f64()
    };
    tell("edges", network.graph().edge_count());
    tell("wall", least(study(), study));
}

/// The yardstick: a spanning forest by union-find, edges in random order; the best of five.
pub fn union_find_pass(network: &Network) -> f64 {
    let graph = network.graph();
    let mut order: Vec<_> = graph.edges().map(|edge| graph.ends(edge)).collect();
    order.shuffle(&mut Rng::from_seed(1));
    let pass = || {
        let mut forest = UnionFind::new(graph.vertex_count());
        let joined = order
            .iter()
            .filter(|[u, v]| forest.union(u.index(), v.index()));
        black_box(joined.count());
    };
    (0..5).map(|_| time(pass).0).fold(f64::INFINITY, f64::min)
}

/// The most memory that this process has while it does the work, in bytes; 0 where it is not known.
fn peak<T>(work: impl FnOnce() -> T) -> f64 {
    // Makes the peak count from here, where the system can.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    work();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    1024.0 * kilobytes.unwrap_or(0.0)
}

fn peaks(network: &Arc<Network>) {
    let position = || Position::new(Arc::clone(network));
    tell("edges", network.graph().edge_count());
    tell("peak-outcome", peak(|| outcome(&position())));
    tell("peak-all", peak(|| study(&position())));
}

/// A number of edges as people write it: `100000` or `1e5`.
pub fn count(text: &str) -> Result<usize, String> {
    Ok(number::<f64>("a number of edges", text)? as usize)
}

/// A number from the arguments.
pub fn number<T: std::str::FromStr>(name: &str, text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("{name}: {text:?} is no number"))
}
