//! `ssg analog trap M LINE`: which first moves of the robot a given line refutes.

use super::board;
use crate::cli::place::PlaceArgs;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use crate::pool::Pool;
use crate::pool::local;
use crate::wire::analog::TrapJson;
use switchyard::graph::EdgeId;
use switchyard::switching::Side;
use switchyard_experiments::adversary::Adversary;
use switchyard_experiments::quota::{Robot, drawn_first_moves};

/// Arguments of `ssg analog trap`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The size of the board, M
    size: usize,
    /// SHORT's moves, in Fischer's coordinates, such as `c1 e3 a7 g5`; they are tried as given and under the symmetries of the board
    #[arg(required = true, value_name = "MOVE")]
    line: Vec<String>,
    /// Try these first moves of the robot instead of all
    #[arg(
        long,
        value_name = "MOVE,…",
        value_delimiter = ',',
        conflicts_with = "sample"
    )]
    first: Vec<String>,
    /// Try N random first moves instead of all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// The seed of the random moves
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = local::default_jobs())]
    jobs: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: PlaceArgs,
}

/// Tries the line after every first move.
pub fn run(args: &Args) -> CmdResult {
    let robot = Robot::new(board(args.size)?);
    let read = |text: &String| {
        let edge = robot.board().parse_move(text);
        edge.map_err(|error| CmdError::Input(format!("{text}: {error}")))
    };
    let line: Vec<EdgeId> = args.line.iter().map(read).collect::<Result<_, _>>()?;
    // Each first move with how many it stands for.
    let firsts: Vec<(EdgeId, usize)> = match args.sample {
        None if !args.first.is_empty() => {
            let firsts = args.first.iter().map(|first| Ok((read(first)?, 1)));
            firsts.collect::<Result<_, CmdError>>()?
        }
        None => robot.first_moves(),
        Some(count) => {
            let drawn = drawn_first_moves(&robot, count, args.seed);
            drawn.into_iter().map(|edge| (edge, 1)).collect()
        }
    };
    let job = format!("analog trap {} {:?} {firsts:?}", args.size, args.line);
    let mut pool = Pool::join(&args.place, &job)?;
    let bar = local::bar(firsts.len(), &format!("trap, M = {}", args.size));
    let work = |&(edge, weight): &(EdgeId, usize)| {
        let refuted = Adversary::new(&robot).is_refuted_by(edge, &line);
        let refuted = refuted.map_err(|error| CmdError::Refused(error.to_string()))?;
        Ok((edge.index(), weight, refuted))
    };
    let (mut refuted, mut all, mut left) = (0, 0, Vec::new());
    pool.each(
        &firsts,
        args.jobs,
        &bar,
        work,
        |(edge, weight, is_refuted)| {
            all += weight;
            if is_refuted {
                refuted += weight;
            } else {
                left.push(EdgeId::new(edge));
            }
            Ok(())
        },
    )?;
    if !pool.finish()? {
        return Ok(());
    }
    left.sort_unstable();
    left.dedup();
    let name = |&edge: &EdgeId| robot.board().write_move(Side::Cut, edge);
    let answer = TrapJson {
        size: args.size,
        line: args.line.clone(),
        first_moves: all,
        refuted,
        left: left.iter().map(name).collect(),
    };
    output::answer(args.json, || &answer, || text(&answer))
}

fn text(answer: &TrapJson) -> String {
    format!(
        "M = {}: {} refutes {} of {} first moves; up to symmetry it leaves {}\n",
        answer.size,
        answer.line.join(" "),
        answer.refuted,
        answer.first_moves,
        output::list(&answer.left)
    )
}
