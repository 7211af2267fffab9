//! `ssg survey KIND …`: the same question about many random networks, compared with a law.
//!
//! The work is a list of chunks, each some runs of one point. Every run has a seed of its own,
//! which follows from the survey's seed, the point's parameters and the number of the run; so
//! results do not depend on which thread computes which chunk and when, and a survey with more runs
//! contains one with fewer.

mod kinds;
mod plot;
mod report;

use crate::cli::place::PlaceArgs;
use crate::io::durable::{self, Kind as LogKind, Line, LineFault, Log, Sharing};
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use crate::io::terminal::note;
use crate::pool::Pool;
use crate::pool::local;
use crate::wire;
use crate::wire::survey::{ChunkJson, SurveyHeader};
use answers::hash::Fnv;
use kinds::{Kind, Point};
use report::Report;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use switchyard_experiments::survey::Tally;

/// Arguments of `ssg survey`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct Args {
    #[command(subcommand)]
    kind: Kind,
    /// Random networks or digraphs at every point
    #[arg(long, global = true, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    runs: u64,
    /// The seed of all random choices
    #[arg(long, global = true, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The log of finished runs, from which the same command resumes
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Discard the log and start again
    #[arg(long, global = true, requires = "log")]
    restart: bool,
    /// Runs at a time
    #[arg(long, global = true, value_name = "N", default_value_t = local::default_jobs())]
    jobs: usize,
    /// Write the points to this file as CSV
    #[arg(long, global = true, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Draw the points, with their intervals and the law, to this file
    #[arg(long, global = true, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Print one JSON object per point
    #[arg(long, global = true)]
    json: bool,
    #[command(flatten)]
    place: PlaceArgs,
}

const HELP: &str = "\
Parameters are lists; every size is combined with every value of the other parameter. Counts come with \
Wilson's intervals at 95 %, means with their standard errors. Where a law is known (gnm, gnp, regular, \
labels, hitting), its predictions are computed and compared: χ² for outcomes, deviations in standard \
errors for means. docs/surveys.md explains the laws and shows results.

Examples:
  ssg survey gnp --nodes 1000,10000 --degree 3.4,3.6,4,5 --runs 400
  ssg survey gnp --nodes 1000,4000,16000 --window=-20,-10,0,10,20 --svg window.svg
  ssg survey lattice triangular --side 40 --keep 0.6,0.65,0.7 --target all
  ssg survey labels --nodes 1000000 --degree 2,2.7,3 --runs 5 --json
  ssg survey hitting --nodes 100,1000,10000 --runs 500";

/// Some runs of one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Chunk {
    point: usize,
    from: u64,
    to: u64,
}

/// Does the work and shows the points.
pub fn run(args: &Args) -> CmdResult {
    let points = args.kind.points()?;
    let header = SurveyHeader {
        version: SurveyHeader::VERSION,
        kind: args.kind.name().to_owned(),
        points: points
            .iter()
            .map(|point| point.parameters.clone())
            .collect(),
        runs: args.runs,
        seed: args.seed,
    };
    let mut pool = Pool::join(&args.place, &header.line())?;
    let chunks = chunks(&points, args.runs);
    let done = all_chunks(args, &header, &points, &chunks, &mut pool)?;
    if !pool.finish()? {
        return Ok(());
    }
    let mut tallies = vec![Tally::default(); points.len()];
    // In the order of the list, so that sums do not depend on who was faster.
    for (chunk, result) in done {
        tallies[chunk.point] += result.tally();
    }
    let report = Report::new(&args.kind, &points, &tallies, args.seed);
    if let Some(path) = &args.csv {
        durable::write(path, report.csv().as_bytes())?;
    }
    if let Some(path) = &args.svg {
        durable::write(path, report.svg().as_bytes())?;
    }
    if args.json {
        let lines: String = report.json().iter().map(wire::line_of).collect();
        return output::say(&lines);
    }
    output::say(&report.text())
}

/// The list of the work: chunks of some seconds at most, unless a single run takes longer.
fn chunks(points: &[Point], runs: u64) -> Vec<Chunk> {
    /// Edges that are solved in a second or so.
    const EDGES: f64 = 300_000.0;
    let mut chunks = Vec::new();
    for (point, Point { subject, .. }) in points.iter().enumerate() {
        let step = (EDGES / subject.size().max(1.0)).clamp(1.0, 10_000.0) as usize;
        chunks.extend((0..runs).step_by(step).map(|from| Chunk {
            point,
            from,
            to: runs.min(from + step as u64),
        }));
    }
    chunks
}

/// The seed of a run, from the survey's seed, the point and the number of the run.
fn seed_of(header: &SurveyHeader, point: &Point, run: u64) -> u64 {
    let mut hash = Fnv::new();
    hash.text(&header.kind);
    hash.text(&wire::line_of(&point.parameters));
    hash.bytes(&header.seed.to_le_bytes());
    hash.bytes(&run.to_le_bytes());
    hash.value()
}

/// The results of all chunks: those in the log, and the rest by doing them.
fn all_chunks(
    args: &Args,
    header: &SurveyHeader,
    points: &[Point],
    chunks: &[Chunk],
    pool: &mut Pool,
) -> Result<BTreeMap<Chunk, ChunkJson>, CmdError> {
    // Of several processes the first has the log, and the others hear what it holds.
    let (mut log, before) = match args.log.as_ref().filter(|_| pool.is_first()) {
        None => (None, Vec::new()),
        Some(path) => {
            let (log, before) = open(path, args.restart, header, chunks)?;
            (Some(log), before)
        }
    };
    let before = pool.share(before)?;
    let mut done: BTreeMap<Chunk, ChunkJson> = before.into_iter().map(placed).collect();
    let left: Vec<Chunk> = chunks
        .iter()
        .copied()
        .filter(|chunk| !done.contains_key(chunk))
        .collect();
    let bar = local::bar(chunks.len(), "survey");
    bar.inc((chunks.len() - left.len()) as u64);
    bar.reset_eta();
    let work = |&Chunk { point, from, to }: &Chunk| {
        let at = &points[point];
        let seeds = (from..to).map(|run| seed_of(header, at, run));
        let tally = Tally::of(&at.subject, seeds).map_err(|error| CmdError::input(&error))?;
        Ok(ChunkJson::new(point, from, to, &tally))
    };
    let swept = pool.each(&left, args.jobs, &bar, work, |result: ChunkJson| {
        if let Some(log) = &mut log {
            log.add(&result.line())?;
        }
        let (chunk, result) = placed(result);
        done.insert(chunk, result);
        Ok(())
    });
    if let Some(log) = &mut log {
        log.sync()?;
    }
    if let (Err(_), Some(path), true) = (&swept, &args.log, pool.is_first()) {
        let (some, all, path) = (done.len(), chunks.len(), path.display());
        note(&format_args!(
            "ssg: {some} of {all} parts are in {path}; the same command resumes from it"
        ));
    }
    swept.map(|()| done)
}

fn placed(result: ChunkJson) -> (Chunk, ChunkJson) {
    let ChunkJson {
        point, from, to, ..
    } = result;
    (Chunk { point, from, to }, result)
}

/// A log is recognised by its first line.
const KIND: LogKind = LogKind {
    name: "the log of a survey",
    recognise: |line| SurveyHeader::parse(line).map(drop),
    sharing: Sharing::Alone,
};

/// Opens the log of this survey, and reads the finished chunks.
fn open(
    path: &Path,
    restart: bool,
    header: &SurveyHeader,
    chunks: &[Chunk],
) -> Result<(Log, Vec<ChunkJson>), CmdError> {
    let (mut log, (begun, done)) = if restart {
        (Log::restart(path, &KIND)?, (false, Vec::new()))
    } else {
        Log::open(path, &KIND, |lines| done_before(lines, header, chunks))?
    };
    if !begun {
        log.add(&header.line())?;
    }
    Ok((log, done))
}

/// Whether the log has been begun, and what it says is done.
fn done_before(
    lines: &[Line],
    header: &SurveyHeader,
    chunks: &[Chunk],
) -> Result<(bool, Vec<ChunkJson>), LineFault> {
    let Some((first, lines)) = lines.split_first() else {
        return Ok((false, Vec::new()));
    };
    if SurveyHeader::parse(&first.text).map_err(|why| first.fault(&why))? != *header {
        return Err(first.fault("the log of another survey; begin anew with --restart"));
    }
    let mut left: BTreeSet<Chunk> = chunks.iter().copied().collect();
    let mut done = Vec::new();
    for line in lines {
        let result = ChunkJson::parse(&line.text).map_err(|why| line.fault(&why))?;
        let (chunk, result) = placed(result);
        if !left.remove(&chunk) {
            return Err(line.fault("no part of this survey that is not in the log already"));
        }
        done.push(result);
    }
    Ok((true, done))
}
