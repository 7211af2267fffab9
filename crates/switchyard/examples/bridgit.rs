//! Plays Bridg-It on the board of size 4 and draws it after every move.
//!
//! `cargo run --example bridgit`

use std::error::Error;
use switchyard::bridgit::{Board, Coord};
use switchyard::player::{GreedyPlayer, PerfectPlayer, Player};
use switchyard::{Claim, Position, Side};

/// SHORT's bridges as `s`, CUT's as `C`; a dot for every crossing that is free.
fn draw(board: &Board, position: &Position) -> String {
    let mut text = String::new();
    for row in 1..=board.span() {
        for column in 1..=board.span() {
            let edge = board.edge_at(Coord { row, column });
            text.push(match edge.map(|edge| position.claim_of(edge)) {
                None => ' ',
                Some(Claim::Free) => '.',
                Some(Claim::Short) => 's',
                Some(Claim::Cut) => 'C',
            });
        }
        text.push('\n');
    }
    text
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let board = Board::new(4)?;
    let mut position = Position::new(board.network().clone());
    let mut short = PerfectPlayer::new(Side::Short, &position);
    let mut cut = GreedyPlayer::new(5);
    let mut mover = Side::Short;
    while position.winner().is_none() {
        let edge = match mover {
            Side::Short => short.choose(&position)?,
            Side::Cut => cut.choose(&position)?,
        };
        position.play(mover, edge)?;
        short.observe(&position, mover, edge);
        cut.observe(&position, mover, edge);
        println!(
            "{mover} {}\n{}",
            board.write_move(mover, edge),
            draw(&board, &position)
        );
        mover = !mover;
    }
    println!("{:?} has won", position.winner());
    assert_eq!(position.winner(), Some(Side::Short));
    Ok(())
}
