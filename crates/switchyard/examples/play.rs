//! Plays a game between two players and judges every move.
//!
//! `cargo run --example play`

use std::error::Error;
use switchyard::generate::planted;
use switchyard::player::Builtin;
use switchyard::review::Review;
use switchyard::{Position, Rng, Side, referee};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // A random network in which SHORT has two disjoint spanning trees, and wins moving second.
    let network = planted(8, 16, &mut Rng::from_seed(3))?.build();
    let start = Position::new(network);
    let mut short = Builtin::PERFECT.sit(Side::Short, &start, 0);
    let mut cut = "greedy".parse::<Builtin>()?.sit(Side::Cut, &start, 1);
    let game = referee::play(start.clone(), Side::Cut, &mut *short, &mut *cut);

    let mut review = Review::new(start, game.first);
    for &edge in &game.moves {
        let judged = review.step(Some(edge))?;
        println!("{} plays {edge}: {}", judged.side, judged.judgement);
    }
    println!("{} has won", game.ending.winner);
    assert_eq!(game.ending.winner, Side::Short);
    Ok(())
}
