//! `ssg analog quota`: robot against robot.

use super::anywhere::{self, Hands};
use super::board;
use super::checkpoint::{Checkpoint, Entry};
use super::first_moves::{self, FirstMoves, about};
use super::ground::{self, Ground};
use crate::cli::place::PlaceArgs;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use crate::pool::Pool;
use crate::pool::local;
use crate::wire::analog::{FirstMoveJson, QuotaJson, SampledQuotaJson, SquareJson, TallyJson};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use switchyard::graph::EdgeId;
use switchyard::switching::Side;
use switchyard_experiments::quota::{Robot, drawn_first_moves};
use switchyard_experiments::survey::statistics::wilson;
use switchyard_experiments::tally::Tally;

/// Arguments of `ssg analog quota`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    ground: ground::Args,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = local::default_jobs())]
    jobs: usize,
    /// Save progress in this file, and resume from it if it exists (M-boards)
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Estimate the quota from N random first moves (M-boards)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// The seed of the random moves
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: PlaceArgs,
}

impl Entry for FirstMoveJson {
    const FILE: &'static str = "a checkpoint of `ssg analog quota`";
    const FOREIGN: &'static [&'static str] = &["trap", "lines"];
}

/// The results of all first moves of a board.
pub struct Quota {
    /// The board's robot.
    pub robot: Robot,
    /// The probability of winning after a first move of each orbit.
    pub moves: Vec<(EdgeId, BigRational)>,
    /// How all that was reached.
    pub tally: Tally,
}

/// How many decisions a first move may take where play can branch without end: some minutes.
const MOST: u64 = 1_000_000;

/// Computes and prints the quota.
pub fn run(args: &Args) -> CmdResult {
    let size = match args.ground.ground(MOST)? {
        Ground::Square(size) => size,
        Ground::Field(_) if args.checkpoint.is_some() || args.sample.is_some() => {
            return Err(CmdError::Input(
                "--checkpoint and --sample are for M-boards; `ssg analog sample` plays on any network"
                    .to_owned(),
            ));
        }
        Ground::Field(field) => {
            let hands = Hands {
                jobs: args.jobs,
                place: &args.place,
                json: args.json,
            };
            return anywhere::quota(&field, &hands);
        }
    };
    let mut pool = Pool::join(&args.place, &format!("analog quota {size}"))?;
    let path = args.checkpoint.as_deref();
    if let Some(count) = args.sample {
        let robot = Robot::new(board(size)?);
        let drawn = drawn_first_moves(&robot, count, args.seed);
        let done = Quota::play(robot, &drawn, args.jobs, path, &mut pool)?;
        if !pool.finish()? {
            return Ok(());
        }
        let sampled = done.sampled(&drawn, args.seed);
        return output::answer(args.json, || &sampled, || describe(&sampled));
    }
    let quota = Quota::compute(size, args.jobs, path, &mut pool)?;
    if !pool.finish()? {
        return Ok(());
    }
    output::answer(args.json, || quota.json(), || quota.text())
}

impl Quota {
    /// Plays all first moves that the checkpoint does not hold.
    pub fn compute(
        size: usize,
        jobs: usize,
        path: Option<&Path>,
        pool: &mut Pool,
    ) -> Result<Self, CmdError> {
        let robot = Robot::new(board(size)?);
        let all: Vec<EdgeId> = robot.first_moves().into_iter().map(|(e, _)| e).collect();
        Self::play(robot, &all, jobs, path, pool)
    }

    /// Plays those of these first moves that the checkpoint does not hold.
    fn play(
        robot: Robot,
        wanted: &[EdgeId],
        jobs: usize,
        path: Option<&Path>,
        pool: &mut Pool,
    ) -> Result<Self, CmdError> {
        let size = robot.board().size();
        let (mut checkpoint, before) = Checkpoint::shared::<FirstMoveJson>(path, pool)?;
        let mut results = HashMap::new();
        let mut tally = Tally::default();
        for entry in before {
            let (edge, wins) = read(&robot, &entry)?;
            if results.insert(edge, wins).is_none() {
                tally.add(&Tally::from(&entry.tally));
            }
        }
        let mut all: Vec<EdgeId> = wanted.to_vec();
        all.sort_unstable();
        all.dedup();
        let todo: Vec<EdgeId> = all
            .iter()
            .copied()
            .filter(|edge| !results.contains_key(edge))
            .collect();
        let bar = local::bar(all.len(), &format!("M = {size}"));
        bar.inc((all.len() - todo.len()) as u64);
        let work = |&edge: &EdgeId| {
            let first = robot.board().write_move(Side::Cut, edge);
            let played = robot.play_first(edge);
            let done = played
                .map_err(|error| CmdError::Refused(format!("first move {first}: {error}")))?;
            Ok(FirstMoveJson {
                size,
                first,
                wins: done.wins.to_string(),
                tally: TallyJson::from(&done.tally),
            })
        };
        pool.each(&todo, jobs, &bar, work, |entry: FirstMoveJson| {
            let (edge, wins) = read(&robot, &entry)?;
            tally.add(&Tally::from(&entry.tally));
            checkpoint.add(&entry)?;
            results.insert(edge, wins);
            Ok(())
        })?;
        let moves = all
            .into_iter()
            .map(|edge| (edge, results[&edge].clone()))
            .collect();
        Ok(Self {
            robot,
            moves,
            tally,
        })
    }

    /// The quota as the drawn moves, each as often as it was drawn, estimate it.
    fn sampled(&self, drawn: &[EdgeId], seed: u64) -> SampledQuotaJson {
        let wins_after: HashMap<EdgeId, f64> = self
            .moves
            .iter()
            .map(|(edge, wins)| (*edge, about(wins)))
            .collect();
        let wins: f64 = drawn.iter().map(|edge| wins_after[edge]).sum();
        // Ties that decide count in part; there are hardly any.
        let [low, high] = wilson(wins.round() as u64, drawn.len() as u64);
        SampledQuotaJson {
            size: self.robot.board().size(),
            sample: drawn.len() as u64,
            seed,
            wins,
            estimate: wins / drawn.len() as f64,
            interval: [low, high],
            certified: true,
            certificate: TallyJson::from(&self.tally),
        }
    }

    /// Every first move with the probability of winning after it, in the order of the edges.
    fn all(&self) -> Vec<(EdgeId, &BigRational)> {
        let mut all: Vec<(EdgeId, &BigRational)> = Vec::new();
        for (edge, wins) in &self.moves {
            let orbit = self.robot.board().orbit(*edge);
            all.extend(orbit.into_iter().map(|image| (image, wins)));
        }
        all.sort_unstable();
        all
    }

    /// Those of them that do not always win.
    pub fn doubtful(&self) -> impl Iterator<Item = (EdgeId, &BigRational)> {
        let one = BigRational::from_integer(BigInt::from(1));
        let all = self.all().into_iter();
        all.filter(move |(_, wins)| **wins != one)
    }

    /// The answer.
    pub fn json(&self) -> SquareJson<QuotaJson<TallyJson>> {
        let board = self.robot.board();
        let all = self.all().into_iter();
        let named = all.map(|(edge, wins)| {
            let name = board.write_move(Side::Cut, edge);
            (name, Some(wins.clone()))
        });
        SquareJson {
            size: board.size(),
            found: FirstMoves::sort(named).certified(TallyJson::from(&self.tally)),
        }
    }

    fn text(&self) -> String {
        let SquareJson { size, found } = self.json();
        let mut text = format!(
            "M = {size}: the first player wins with probability {} ({:.6})\n",
            found.quota, found.about
        );
        text.push_str(&first_moves::doubtful(&found));
        if size <= 60 {
            text.push_str(&self.map());
        }
        let t = &found.certificate;
        let ties = &t.ties;
        let _ = writeln!(
            text,
            "games of {} to {} moves; {} decisions, all certified: largest bound {:.1e}, smallest \
             gap {:.1e},\n{} refined in {} rounds, ties by series or parallel {}, by symmetry {}, \
             by lifting {}, branches {}",
            t.shortest,
            t.longest,
            t.decisions,
            t.largest_bound,
            t.smallest_gap,
            t.refinements,
            t.rounds,
            ties.classes,
            ties.symmetric,
            ties.lifted,
            t.branches
        );
        text
    }

    /// The vertical edges as the board shows them: `.` wins, `#` loses, `+` ties decide.
    fn map(&self) -> String {
        let size = self.robot.board().size();
        let mut rows = vec![vec!['.'; size]; size];
        for (edge, wins) in self.doubtful() {
            let coord = self.robot.board().coord_of(edge);
            let lost = *wins == BigRational::from_integer(BigInt::ZERO);
            rows[coord.row as usize / 2][coord.column as usize / 2] = if lost { '#' } else { '+' };
        }
        rows.iter()
            .map(|row| {
                row.iter()
                    .flat_map(|&c| [c, ' '])
                    .chain(['\n'])
                    .collect::<String>()
            })
            .collect()
    }
}

fn describe(sampled: &SampledQuotaJson) -> String {
    let t = &sampled.certificate;
    let [low, high] = sampled.interval;
    format!(
        "M = {}: of {} first moves drawn (seed {}) the first player wins {}: {:.4}, between {low:.4} \
         and {high:.4} at 95 %\n{} decisions, all certified, {} refined, smallest gap {:.1e}\n",
        sampled.size,
        sampled.sample,
        sampled.seed,
        sampled.wins,
        sampled.estimate,
        t.decisions,
        t.refinements,
        t.smallest_gap
    )
}

/// An entry of a checkpoint, if it is of this board.
fn read(robot: &Robot, entry: &FirstMoveJson) -> Result<(EdgeId, BigRational), CmdError> {
    let refusal =
        |text: String| CmdError::Input(format!("checkpoint, move {}: {text}", entry.first));
    let size = robot.board().size();
    if entry.size != size {
        return Err(refusal(format!(
            "it is of the board M = {}, not {size}",
            entry.size
        )));
    }
    let edge = robot
        .board()
        .parse_move(&entry.first)
        .map_err(|error| refusal(error.to_string()))?;
    let wins = entry
        .wins
        .parse()
        .map_err(|_| refusal(format!("{:?} is not a fraction", entry.wins)))?;
    Ok((edge, wins))
}
