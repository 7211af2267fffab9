//! Labels of a digraph in shards, by this process or by several together.

use super::label;
use super::list::Names;
use crate::cli::place::PlaceArgs;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use crate::io::terminal::note;
use crate::wire::cluster::LabelledJson;
use answers::words;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use switchyard_cluster::label::{Job, Progress, Report};
use switchyard_cluster::net::Place;

/// Arguments for shards.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Shards, and several processes")]
pub struct ShardArgs {
    /// The folder for the labels; that of the shards if not given
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Threads of each process
    #[arg(long, value_name = "W", default_value_t = NonZero::<usize>::MIN)]
    workers: NonZero<usize>,
    #[command(flatten)]
    place: PlaceArgs,
    /// Save checkpoints in this folder, and resume from the one there, if any
    #[arg(long, value_name = "FOLDER")]
    checkpoint: Option<PathBuf>,
    /// Seconds from one checkpoint to the next
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 300.0,
        requires = "checkpoint"
    )]
    every: f64,
}

/// Labels the shards of this process.
pub fn label(args: &label::Args) -> CmdResult {
    let shards = &args.shards;
    let place = shards.place.resolve(shards.workers.get(), "coins label")?;
    let every = Duration::try_from_secs_f64(shards.every)
        .map_err(|_| CmdError::Input("--every is a number of seconds".to_owned()))?;
    let progress = Display::new();
    let shown = Arc::clone(&progress);
    let job = Job {
        graph: args.file.clone(),
        labels: shards.output.clone().unwrap_or_else(|| args.file.clone()),
        checkpoint: shards.checkpoint.clone().map(|folder| (folder, every)),
        progress: Arc::new(move |progress| shown.show(progress)),
    };
    let start = Instant::now();
    let report = switchyard_cluster::label::label(&place, &job);
    progress.bar.finish_and_clear();
    let report = report?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        return output::json(&json(&place, &report, seconds));
    }
    if place.process > 0 {
        return Ok(());
    }
    let Progress {
        nodes,
        arcs,
        labelled,
        level,
        round,
    } = report.progress;
    output::say(&format!(
        "{nodes} nodes, {arcs} arcs: {labelled} have numbers, {} are ∞; {} levels, {round} rounds; \
         labels in {}\n",
        nodes - labelled,
        level + 1,
        job.labels.display()
    ))
}

fn json(place: &Place, report: &Report, seconds: f64) -> LabelledJson {
    LabelledJson {
        process: place.process,
        processes: place.processes(),
        nodes: report.progress.nodes,
        arcs: report.progress.arcs,
        numbers: report.progress.labelled,
        levels: report.progress.level + 1,
        rounds: report.progress.round,
        own_nodes: report.own_nodes,
        own_arcs: report.own_arcs,
        bytes_sent: report.traffic.sent,
        peak_memory: peak_memory(),
        seconds,
        resumed: report.resumed,
    }
}

/// The largest amount of memory that this process has had, in bytes.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Progress: a bar on a terminal, an occasional line in a log.
struct Display {
    bar: ProgressBar,
    last: Mutex<Instant>,
}

impl Display {
    fn new() -> Arc<Self> {
        let style = "{wide_bar} {human_pos} of {human_len} nodes have a number; {msg}";
        let bar = ProgressBar::new(1);
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Arc::new(Self {
            bar,
            last: Mutex::new(Instant::now()),
        })
    }

    fn show(&self, progress: &Progress) {
        const PAUSE: Duration = Duration::from_secs(10);
        let Progress {
            nodes,
            labelled,
            level,
            round,
            ..
        } = *progress;
        if io::stderr().is_terminal() {
            self.bar.set_length(nodes);
            self.bar.set_position(labelled);
            self.bar
                .set_message(format!("number {level}, round {round}"));
        } else if let Ok(mut last) = self.last.lock()
            && last.elapsed() >= PAUSE
        {
            *last = Instant::now();
            let (labelled, nodes) = (HumanCount(labelled), HumanCount(nodes));
            note(&format_args!(
                "{labelled} of {nodes} nodes have a number; number {level}, round {round}"
            ));
        }
    }
}

/// Verifies labels in shards: the number of nodes, and what is wrong if anything is.
pub fn check(graph: &Path, labels: &Path) -> Result<(u64, Option<String>), CmdError> {
    if !labels.is_dir() {
        let labels = labels.display();
        return Err(CmdError::Input(format!(
            "{labels}: the digraph is in shards, so the labels must be a folder too"
        )));
    }
    match switchyard_cluster::check::check(graph, labels)? {
        Ok(checked) => {
            // What is valid is said of these nodes, so their names must be in order too.
            Names::open(graph, None)?;
            Ok((checked.nodes, None))
        }
        Err(error) => {
            let names = Names::open(graph, None)?;
            Ok((
                0,
                Some(words::coins::wrong_labels(&error, |node| {
                    names.of(node).into_owned()
                })),
            ))
        }
    }
}
