//! `ssg gtp`: the Go Text Protocol, version 2, on Bridg-It boards and networks.

mod coordinates;
mod draw;
mod engine;
mod game;
mod request;
mod rules;
pub mod sgf;

use crate::cli::terminals;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use coordinates::Coordinates;
use engine::Engine;
pub use game::GtpBoard;
use request::Request;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use switchyard::bridgit::Board;
use switchyard::player::Builtin;

/// Arguments of `ssg gtp`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Who answers `genmove`: perfect, perfect@P, analog, min-cut, greedy, random
    #[arg(long, value_name = "NAME", default_value = "perfect")]
    player: Builtin,
    /// The probability, 0 to 1, that a move of `perfect` is not an error
    #[arg(long, value_name = "P", value_parser = crate::cli::strength::strength)]
    strength: Option<f64>,
    /// The seed of the player's random choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The Bridg-It board to begin with
    #[arg(
        long,
        value_name = "M",
        default_value_t = 5,
        conflicts_with = "network"
    )]
    size: usize,
    /// How moves on Bridg-It boards are written: `fischer`, or `gtp` for GoGui and other Go clients
    #[arg(long, value_enum, value_name = "SPELLING", default_value_t)]
    coordinates: Coordinates,
    /// A network to begin with
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    #[command(flatten)]
    terminals: terminals::Args,
}

/// Obeys commands until `quit` or the end of the input.
pub fn run(args: &Args) -> CmdResult {
    let board = match &args.network {
        Some(path) => GtpBoard::Network(Arc::new(args.terminals.load(path)?)),
        None => GtpBoard::Bridgit(Board::new(args.size).map_err(|why| CmdError::input(&why))?),
    };
    let mut player = args.player;
    if let Some(strength) = args.strength {
        player.weaken(strength);
    }
    let engine =
        Engine::new(board, args.coordinates, player, args.seed).map_err(CmdError::Input)?;
    converse(engine, io::stdin().lock(), output::stdout())
}

/// Answers every line until `quit` or the end.
fn converse(mut engine: Engine, mut input: impl BufRead, mut output: impl Write) -> CmdResult {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let Some(request) = Request::parse(&String::from_utf8_lossy(&line)) else {
            continue;
        };
        let answer = engine.obey(&request.command, &request.arguments);
        output.write_all(request.response(&answer).as_bytes())?;
        output.flush()?;
        if request.command == "quit" {
            return Ok(());
        }
    }
}

/// The dialogue with an engine on an empty board; what it said.
pub fn dialogue(board: GtpBoard, player: Builtin, said: &[u8]) -> String {
    let mut answers = Vec::new();
    let engine = Engine::new(board, Coordinates::Fischer, player, 1);
    let done = converse(
        engine.expect("any board has Fischer's coordinates"),
        said,
        &mut answers,
    );
    done.expect("bytes in memory can be read and written");
    String::from_utf8(answers).expect("responses are text")
}
