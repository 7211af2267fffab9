//! `ssg puzzle KIND`: a puzzle made from a seed, with an answer that the solver has certified.

use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use crate::io::terminal::note;
use answers::api::puzzle::make;
use answers::wire::puzzle::{AnswerJson, PuzzleJson, PuzzleWish};
use answers::words;
use clap::ValueEnum;

/// Arguments of `ssg puzzle`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// What the puzzle asks for
    #[arg(value_enum)]
    kind: KindName,
    /// The random seed; equal seeds give equal puzzles [default: a new one, printed on stderr]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How hard it is, from 1 to 5 [default: any]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=5))]
    difficulty: Option<u8>,
    /// Print the answer too
    #[arg(long)]
    answer: bool,
    /// Print one JSON object, with the answer
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
The board is printed as a file: a network, or the arcs of a digraph. The difficulty is measured: it grows \
with the board, and is higher where simple rules (a shortest path, a smallest cut, counting the moves that \
each side needs) do not find the answer.

Examples:
  ssg puzzle only-move --difficulty 4
  ssg puzzle two-trees --seed 7 --answer
  ssg puzzle keep-draw --json";

/// The kinds of puzzle.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum KindName {
    /// The only winning move of the side to move
    #[value(alias = "only-one-move", alias = "only-one-move-wins")]
    OnlyMove,
    /// SHORT, CUT, or whoever moves first
    WhoWins,
    /// Two spanning trees that together are the whole network
    #[value(alias = "find-the-two-trees")]
    TwoTrees,
    /// The side that wins, given who moves first
    #[value(alias = "which-side-would-you-take")]
    WhichSide,
    /// The label of a node of a digraph
    #[value(alias = "label-this-node")]
    Label,
    /// The only move of a coin that keeps a draw
    #[value(alias = "keep-the-draw")]
    KeepDraw,
}

/// Some kinds have no puzzle of some difficulty for one seed in six: so many others are tried where none is given.
const SEEDS: usize = 20;

/// Makes a puzzle and prints it.
pub fn run(args: &Args) -> CmdResult {
    // A reader of JSON may keep numbers as doubles, which are exact up to 2^53.
    let mut seed = args.seed.unwrap_or_else(|| rand::random::<u64>() >> 11);
    let mut puzzle = make(&wish(args, seed), seed);
    for _ in 0..SEEDS {
        if puzzle.is_ok() || args.seed.is_some() {
            break;
        }
        seed = rand::random::<u64>() >> 11;
        puzzle = make(&wish(args, seed), seed);
    }
    if args.seed.is_none() {
        note(&format_args!("ssg: seed {seed}"));
    }
    let puzzle = puzzle.map_err(|error| CmdError::input(&error.reason))?;
    if args.json {
        return output::json(&puzzle);
    }
    output::say(&text(&puzzle, args.answer))
}

fn wish(args: &Args, seed: u64) -> PuzzleWish {
    PuzzleWish {
        kind: args
            .kind
            .to_possible_value()
            .map(|value| value.get_name().to_owned()),
        difficulty: args.difficulty,
        seed: Some(seed),
        board: None,
    }
}

fn text(puzzle: &PuzzleJson, with_answer: bool) -> String {
    let coins = match puzzle.coins.as_slice() {
        [] => String::new(),
        coins => format!("Coins: {}\n", coins.join(" ")),
    };
    let answer = if with_answer {
        format!("\nAnswer: {}\n", answer(&puzzle.answer))
    } else {
        String::new()
    };
    let PuzzleJson {
        question,
        difficulty,
        network,
        ..
    } = puzzle;
    format!("{question}\n{coins}Difficulty: {difficulty} of 5\n\n{network}{answer}")
}

fn answer(answer: &AnswerJson) -> String {
    match answer {
        AnswerJson::Edges(edges) => format!("edge {}", output::list(edges)),
        AnswerJson::Trees([one, two]) => {
            format!("{} and {}", output::list(one), output::list(two))
        }
        AnswerJson::Outcome(name) => words::puzzle::outcome_name(name).to_owned(),
        AnswerJson::Label(label) => label.to_string(),
        AnswerJson::Push { from, to } => format!("{from} → {to}"),
    }
}
