//! `ssg coins solve FILE NODE…`: who wins, the value, and the move to make.

use super::load::{self, Source};
use crate::io::exit::CmdResult;
use crate::io::output;
use answers::wire::coins::CoinSolution;
use answers::words;
use std::io::{self, Write};
use std::path::PathBuf;
use switchyard::coins::{Game, NamedDigraph, Position};

/// Arguments of `ssg coins solve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The digraph, text or binary; `-` is standard input
    file: PathBuf,
    /// The nodes of the coins; a node with several coins is repeated
    #[arg(required = true, value_name = "NODE")]
    coins: Vec<String>,
    /// Print every move with its effect and the reason
    #[arg(long)]
    moves: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the answer.
pub fn run(args: &Args) -> CmdResult {
    let source = Source::open(&args.file)?;
    let board = source.board()?;
    let position = load::position(&board, &args.file, &args.coins)?;
    let game = Game::new(board.digraph().clone());
    if args.json {
        return output::json(&CoinSolution::new(&board, &game, &position, args.moves));
    }
    let mut out = output::prose();
    print(&board, &game, &position, args.moves, &mut out)?;
    Ok(out.flush()?)
}

fn print(
    board: &NamedDigraph<'_>,
    game: &Game<'_>,
    position: &Position,
    moves: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let names = board.names();
    let value = game.value(position);
    let said = words::coins::headline(value.outcome());
    writeln!(out, "{said}, value {value}")?;
    for coin in position.coins() {
        writeln!(
            out,
            "  coin on {}: {}",
            names.of(*coin),
            game.labels().of(*coin)
        )?;
    }
    if let Some(best) = game.best(position) {
        let does = words::coins::purpose(best.rating);
        let (from, to) = (names.of(best.push.from), names.of(best.push.to));
        writeln!(out, "{does}: {from} {to} ({})", best.reason)?;
    } else {
        writeln!(out, "there is no move: the game is over")?;
    }
    if moves {
        for rated in game.moves(position) {
            let (from, to) = (names.of(rated.push.from), names.of(rated.push.to));
            let (rating, reason) = (rated.rating, rated.reason);
            writeln!(out, "  {from} {to}: {rating}, {reason}")?;
        }
    }
    Ok(())
}
