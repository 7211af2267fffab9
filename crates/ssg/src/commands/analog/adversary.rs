//! `ssg analog adversary`: the robot against an opponent who knows it.

use super::anywhere;
use super::board;
use super::checkpoint::{Checkpoint, Entry};
use super::first_moves::{FirstMoves, refuted};
use super::ground::{self, Ground};
use crate::cli::place::PlaceArgs;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use crate::pool::Pool;
use crate::pool::local;
use crate::wire::analog::{
    AdversaryJson, LineJson, RefutationJson, RefutedJson, SquareJson, TallyJson, record,
};
use num_rational::BigRational;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use switchyard::analog::CircuitError;
use switchyard::graph::EdgeId;
use switchyard::switching::Side;
use switchyard_experiments::adversary::{Adversary, Reach, Refutation};
use switchyard_experiments::quota::Robot;

/// Arguments of `ssg analog adversary`.
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
    /// Write the refuting games to this file, for `ssg replay`
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: PlaceArgs,
}

/// Boards up to this size are searched to the end: there the robot does not lose every game.
const SMALL: usize = 3;

impl Entry for RefutedJson {
    const FILE: &'static str = "a checkpoint of `ssg analog adversary`";
    const FOREIGN: &'static [&'static str] = &[];
}

/// The results of all first moves of a board.
pub struct Outcomes {
    robot: Robot,
    /// How each orbit of first moves is beaten, where it is.
    pub refuted: HashMap<EdgeId, RefutedJson>,
}

/// How many decisions of the robot the search may take for a first move: some minutes.
const MOST: u64 = 300_000;

/// Searches and prints.
pub fn run(args: &Args) -> CmdResult {
    let size = match args.ground.ground(MOST)? {
        Ground::Square(size) => size,
        Ground::Field(_) if args.checkpoint.is_some() => {
            return Err(CmdError::Input("--checkpoint is for M-boards".to_owned()));
        }
        Ground::Field(field) => {
            let hands = anywhere::Hands {
                jobs: args.jobs,
                place: &args.place,
                json: args.json,
            };
            return anywhere::adversary(&field, &hands, args.lines.as_deref());
        }
    };
    let mut pool = Pool::join(&args.place, &format!("analog adversary {size}"))?;
    let path = args.checkpoint.as_deref();
    let outcomes = Outcomes::compute(size, args.jobs, path, &mut pool)?;
    if !pool.finish()? {
        return Ok(());
    }
    if let Some(path) = &args.lines {
        crate::io::durable::write(path, outcomes.records().as_bytes())?;
    }
    let json = outcomes.json();
    output::answer(args.json, || &json, || text(&json))
}

impl Outcomes {
    /// Refutes all first moves that the checkpoint does not hold.
    pub fn compute(
        size: usize,
        jobs: usize,
        path: Option<&Path>,
        pool: &mut Pool,
    ) -> Result<Self, CmdError> {
        let robot = Robot::new(board(size)?);
        let (mut checkpoint, before) = Checkpoint::shared::<RefutedJson>(path, pool)?;
        let mut hunt = Hunt {
            traps: Vec::new(),
            refuted: HashMap::new(),
            robot: &robot,
        };
        for entry in before {
            hunt.restore(entry)?;
        }
        let all: Vec<EdgeId> = robot.first_moves().into_iter().map(|(e, _)| e).collect();
        let bar = local::bar(all.len(), &format!("adversary, M = {size}"));
        bar.inc(hunt.refuted.len() as u64);
        let mut hands = Hands {
            pool,
            jobs,
            bar: &bar,
            checkpoint: &mut checkpoint,
        };
        if size <= SMALL {
            hunt.exhaust(&all, &mut hands)?;
        } else {
            hunt.rounds(&all, &mut hands)?;
        }
        bar.finish_and_clear();
        let refuted = hunt.refuted;
        Ok(Self { robot, refuted })
    }

    /// The refuting games, one record per line.
    pub fn records(&self) -> String {
        let size = self.robot.board().size();
        let lines = self
            .in_order()
            .into_iter()
            .flat_map(|entry| &entry.found.lines);
        lines.map(|line| record(size, line).line()).collect()
    }

    fn in_order(&self) -> Vec<&RefutedJson> {
        let moves = self.robot.first_moves();
        moves
            .iter()
            .filter_map(|(edge, _)| self.refuted.get(edge))
            .collect()
    }

    /// The answer.
    pub fn json(&self) -> SquareJson<AdversaryJson<RefutedJson>> {
        let board = self.robot.board();
        let mut named = Vec::new();
        for (edge, _) in self.robot.first_moves() {
            let entry = self.refuted.get(&edge);
            let wins: Option<BigRational> =
                entry.map(|entry| entry.found.wins.parse().expect("checked when read"));
            let name = |image| board.write_move(Side::Cut, image);
            named.extend(
                board
                    .orbit(edge)
                    .into_iter()
                    .map(|image| (name(image), wins.clone())),
            );
        }
        let refutations = self.in_order().into_iter().cloned().collect();
        SquareJson {
            size: board.size(),
            found: FirstMoves::sort(named).opposed(refutations),
        }
    }
}

/// Who does the work, and where it is noted.
struct Hands<'h> {
    pool: &'h mut Pool,
    jobs: usize,
    bar: &'h indicatif::ProgressBar,
    checkpoint: &'h mut Checkpoint,
}

/// The search for refutations of all first moves.
///
/// In each round every move that is left is tried, in parallel, with what is known; then one of
/// those still left gets a search of its own, whose result is known in the next round. So the
/// result does not depend on the number of threads.
struct Hunt<'r> {
    robot: &'r Robot,
    traps: Vec<Vec<EdgeId>>,
    refuted: HashMap<EdgeId, RefutedJson>,
}

impl Hunt<'_> {
    fn rounds(&mut self, all: &[EdgeId], hands: &mut Hands<'_>) -> CmdResult {
        let mut hopeless: Vec<EdgeId> = Vec::new();
        // Traps that all moves left have been tried with.
        let mut tried = 0;
        loop {
            let left: Vec<EdgeId> = all
                .iter()
                .copied()
                .filter(|edge| !self.refuted.contains_key(edge))
                .collect();
            let traps = self.traps[tried..].to_vec();
            tried = self.traps.len();
            if !traps.is_empty() {
                let robot = self.robot;
                let work = |&edge: &EdgeId| {
                    let mut adversary = Adversary::new(robot);
                    let found = adversary.recall(edge, &traps).map_err(refused)?;
                    Ok(found.map(|found| entry(robot, edge, &found, &adversary)))
                };
                let hidden = indicatif::ProgressBar::hidden();
                let (bar, checkpoint) = (hands.bar, &mut *hands.checkpoint);
                hands
                    .pool
                    .each(&left, hands.jobs, &hidden, work, |found| match found {
                        Some(entry) => {
                            bar.inc(1);
                            self.keep(entry, checkpoint)
                        }
                        None => Ok(()),
                    })?;
            }
            let next = left
                .into_iter()
                .find(|edge| !self.refuted.contains_key(edge) && !hopeless.contains(edge));
            let Some(edge) = next else {
                return Ok(());
            };
            match self.search(edge)? {
                Some(entry) => {
                    hands.bar.inc(1);
                    self.keep(entry, hands.checkpoint)?;
                }
                None => hopeless.push(edge),
            }
        }
    }

    fn search(&self, edge: EdgeId) -> Result<Option<RefutedJson>, CmdError> {
        let mut adversary = Adversary::new(self.robot);
        for reach in Reach::LADDER {
            crate::io::interrupt::check()?;
            if let Some(found) = adversary.search(edge, reach).map_err(refused)? {
                return Ok(Some(entry(self.robot, edge, &found, &adversary)));
            }
        }
        Ok(None)
    }

    /// Small boards: the exact value of every first move, by full search.
    fn exhaust(&mut self, all: &[EdgeId], hands: &mut Hands<'_>) -> CmdResult {
        let robot = self.robot;
        let work = |&edge: &EdgeId| {
            let mut adversary = Adversary::new(robot);
            let wins = adversary.value(edge).map_err(refused)?;
            let mut found = None;
            for reach in Reach::LADDER {
                if found.is_none() {
                    found = adversary.search(edge, reach).map_err(refused)?;
                }
            }
            let none = Refutation {
                trap: Vec::new(),
                lines: Vec::new(),
            };
            let mut entry = entry(robot, edge, found.as_ref().unwrap_or(&none), &adversary);
            entry.found.wins = wins.to_string();
            Ok(entry)
        };
        let left: Vec<EdgeId> = all
            .iter()
            .copied()
            .filter(|edge| !self.refuted.contains_key(edge))
            .collect();
        let checkpoint = &mut *hands.checkpoint;
        hands
            .pool
            .each(&left, hands.jobs, hands.bar, work, |entry| {
                self.keep(entry, checkpoint)
            })
    }

    /// Notes a result.
    fn keep(&mut self, entry: RefutedJson, checkpoint: &mut Checkpoint) -> CmdResult {
        checkpoint.add(&entry)?;
        self.restore(entry)
    }

    /// Takes an entry: a result, or one of a checkpoint.
    fn restore(&mut self, entry: RefutedJson) -> CmdResult {
        let board = self.robot.board();
        let RefutationJson {
            first, wins, trap, ..
        } = &entry.found;
        let refusal = |text: String| CmdError::Input(format!("checkpoint, move {first}: {text}"));
        if entry.size != board.size() {
            return Err(refusal(format!(
                "it is of the board M = {}, not {}",
                entry.size,
                board.size()
            )));
        }
        let read = |text: &String| {
            board
                .parse_move(text)
                .map_err(|error| refusal(error.to_string()))
        };
        let edge = read(first)?;
        let trap = trap.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        if wins.parse::<BigRational>().is_err() {
            return Err(refusal(format!("{wins:?} is not a fraction")));
        }
        if !trap.is_empty() && !self.traps.contains(&trap) {
            self.traps.push(trap);
        }
        self.refuted.insert(edge, entry);
        Ok(())
    }
}

/// A result as it is noted.
fn entry(
    robot: &Robot,
    edge: EdgeId,
    found: &Refutation,
    adversary: &Adversary<'_>,
) -> RefutedJson {
    let board = robot.board();
    let trap = found.trap.iter();
    let found = RefutationJson {
        first: board.write_move(Side::Cut, edge),
        wins: "0".to_owned(),
        trap: trap
            .map(|&edge| board.write_move(Side::Short, edge))
            .collect(),
        lines: found.lines.iter().map(LineJson::from).collect(),
        tally: TallyJson::from(&adversary.tally),
        solved: adversary.solved,
    };
    SquareJson {
        size: board.size(),
        found,
    }
}

fn refused(error: CircuitError) -> CmdError {
    CmdError::Refused(error.to_string())
}

fn text(json: &SquareJson<AdversaryJson<RefutedJson>>) -> String {
    let SquareJson { size, found } = json;
    let mut text = match &found.quota {
        Some(quota) => format!(
            "M = {size}: against an opponent who knows it the robot, moving first, wins with \
             probability {quota}\n"
        ),
        None => format!(
            "M = {size}: {} first moves are unresolved: {}\n",
            found.unresolved_first_moves.len(),
            found.unresolved_first_moves.join(" ")
        ),
    };
    let lines = found.refutations.iter().map(|entry| refuted(&entry.found));
    text.extend(lines);
    text
}
