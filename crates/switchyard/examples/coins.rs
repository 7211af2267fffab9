//! Solves a sum of coins on a digraph with cycles, and prints every move with its reason.
//!
//! `cargo run --example coins --features coins`

use std::error::Error;
use switchyard::coins::{Game, Outcome, io::text};

/// A ring of three nodes with an exit; and a heap from which one or two are taken.
const ARCS: &str = "\
a b
b c
c a
c out
h3 h2
h3 h1
h2 h1
h2 h0
h1 h0
";

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let board = text::parse(ARCS.as_bytes(), &mut |_| ()).map_err(|errors| errors[0].clone())?;
    let position = board
        .position(&["c", "h3"])
        .map_err(|errors| errors[0].clone())?;
    let (names, digraph) = board.into_parts();
    let game = Game::new(digraph);
    for node in game.digraph().nodes() {
        println!("{}: {:?}", names.of(node), game.labels().of(node));
    }
    println!("outcome: {}", game.outcome(&position));
    for rated in game.moves(&position) {
        let (from, to) = (names.of(rated.push.from), names.of(rated.push.to));
        println!("{from} -> {to} {}: {}", rated.rating, rated.reason);
    }
    assert_eq!(game.outcome(&position), Outcome::First);
    Ok(())
}
