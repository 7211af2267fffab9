//! The board as text: `showboard`.

use super::coordinates::Coordinates;
use super::game::{GtpBoard, GtpGame};
use std::fmt::Write as _;
use switchyard::bridgit::{Board, Coord};
use switchyard::graph::EdgeId;
use switchyard::switching::{Claim, Position};

/// The board, with who owns what.
pub fn draw(game: &GtpGame) -> String {
    let position = game.position();
    let board = match game.board() {
        GtpBoard::Bridgit(board) => draw_bridgit(board, position, game.coordinates()),
        GtpBoard::Network(_) => draw_network(position),
    };
    let end = match position.winner() {
        Some(winner) => format!("{winner} has won\n"),
        None => String::new(),
    };
    // A response may not begin on the command's line if its columns are to stand.
    format!("the board\n{board}{end}")
}

/// SHORT's nodes are `o`, CUT's `*`; a bridge is drawn at the midpoint that names it.
fn draw_bridgit(board: &Board, position: &Position, spelling: Coordinates) -> String {
    let span = board.span();
    let wide = spelling.column(span).len() + 1;
    let gutter = span.to_string().len() + 1;
    let mut text = " ".repeat(gutter);
    for column in 1..=span {
        let _ = write!(text, "{:>wide$}", spelling.column(column));
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
        let _ = write!(text, "{:>gutter$}", spelling.row(board, row));
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
    // Where SHORT builds upright, CUT builds level, and the other way round.
    match (position.claim_of(edge), board.is_vertical(edge)) {
        (Claim::Free, _) => '.',
        (Claim::Short, true) | (Claim::Cut, false) => '|',
        (Claim::Short, false) | (Claim::Cut, true) => '-',
    }
}

fn draw_network(position: &Position) -> String {
    let network = position.network();
    let graph = network.graph();
    let mut text = format!(
        "{} vertices, {} edges, terminals {} and {}\n",
        graph.vertex_count(),
        graph.edge_count(),
        network.left(),
        network.right()
    );
    let claims = [
        (Claim::Short, "SHORT"),
        (Claim::Cut, "CUT"),
        (Claim::Free, "free"),
    ];
    for (claim, name) in claims {
        let edges = graph
            .edges()
            .filter(|&edge| position.claim_of(edge) == claim);
        let words: Vec<String> = edges.map(|edge: EdgeId| edge.to_string()).collect();
        let _ = writeln!(text, "{name}: {}", words.join(" "));
    }
    text
}
