//! A Bridg-It board as text.

use std::fmt::Write as _;
use switchyard::bridgit::{Board, Coord};
use switchyard::switching::{Claim, Position};

/// SHORT's nodes are `o`, CUT's `*`; a bridge is drawn at the midpoint that names it.
///
/// The two functions name the columns and rows, by their numbers from the left and from the top.
pub fn drawing(
    board: &Board,
    position: &Position,
    column_name: impl Fn(u32) -> String,
    row_name: impl Fn(u32) -> u32,
) -> String {
    let span = board.span();
    let wide = column_name(span).len() + 1;
    let gutter = span.to_string().len() + 1;
    let mut text = " ".repeat(gutter);
    for column in 1..=span {
        let _ = write!(text, "{:>wide$}", column_name(column));
    }
    text.push('\n');
    // P and Q are the bars above and below; CUT's terminals are the two sides.
    let bar = format!(
        "{}{}\n",
        " ".repeat(gutter + wide),
        "=".repeat(wide * (span as usize - 1))
    );
    text.push_str(&bar);
    for row in 1..=span {
        let _ = write!(text, "{:>gutter$}", row_name(row));
        for column in 1..=span {
            let mark = mark(board, position, Coord { row, column });
            let _ = write!(text, "{mark:>wide$}");
        }
        text.push('\n');
    }
    text + &bar
}

fn mark(board: &Board, position: &Position, coord: Coord) -> char {
    let Some(edge) = board.edge_at(coord) else {
        return if coord.row.is_multiple_of(2) {
            'o'
        } else {
            '*'
        };
    };
    // Where SHORT's bridge is vertical, CUT's is horizontal, and conversely.
    match (position.claim_of(edge), board.is_vertical(edge)) {
        (Claim::Free, _) => '.',
        (Claim::Short, true) | (Claim::Cut, false) => '|',
        (Claim::Short, false) | (Claim::Cut, true) => '-',
    }
}
