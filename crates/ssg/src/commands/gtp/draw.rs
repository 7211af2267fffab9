//! The board as text: `showboard`.

use super::game::{GtpBoard, GtpGame};
use crate::cli::board::drawing;
use std::fmt::Write as _;
use switchyard::graph::EdgeId;
use switchyard::switching::{Claim, Position};

/// The board, with who owns what.
pub fn draw(game: &GtpGame) -> String {
    let position = game.position();
    let board = match game.board() {
        GtpBoard::Bridgit(board) => {
            let spelling = game.coordinates();
            let column = |column| spelling.column(column);
            drawing(board, position, column, |row| spelling.row(board, row))
        }
        GtpBoard::Network(_) => draw_network(position),
    };
    let end = match position.winner() {
        Some(winner) => format!("{winner} has won\n"),
        None => String::new(),
    };
    // A response may not begin on the command's line if its columns are to stand.
    format!("the board\n{board}{end}")
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
