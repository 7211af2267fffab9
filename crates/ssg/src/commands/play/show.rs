//! The board as text.

use crate::io::terminal::Style;
use switchyard::bridgit::Board;
use switchyard::graph::EdgeId;
use switchyard::switching::{Claim, Position, Side};

/// Every edge with its ends and its owner, in columns.
///
/// SHORT's edges stand out (`1═2`); CUT's have gone (`1 2`).
pub fn board(position: &Position, style: Style) -> String {
    const WIDTH: usize = 78;
    let graph = position.network().graph();
    let cells: Vec<(usize, String)> = graph
        .edges()
        .map(|edge| cell(position, edge, style))
        .collect();
    let widest = cells.iter().map(|cell| cell.0).max().unwrap_or(0) + 3;
    let columns = (WIDTH / widest).max(1);
    // Down the columns, so that neighbours in the file stay neighbours.
    let rows = cells.len().div_ceil(columns);
    let mut text = String::new();
    for row in 0..rows {
        for (width, cell) in cells.iter().skip(row).step_by(rows) {
            text.push_str(cell);
            text.push_str(&" ".repeat(widest - width));
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

/// An edge on the board, and its width in print.
fn cell(position: &Position, edge: EdgeId, style: Style) -> (usize, String) {
    let graph = position.network().graph();
    let widest = graph.edge_count().to_string().len();
    let [u, v] = graph.ends(edge);
    let (line, side) = match position.claim_of(edge) {
        Claim::Free => ("─", None),
        Claim::Short => ("═", Some(Side::Short)),
        Claim::Cut => (" ", Some(Side::Cut)),
    };
    let ends = format!("{u}{line}{v}");
    let width = widest + 2 + ends.chars().count();
    let text = format!("{:>widest$}  {ends}", edge.label());
    match side {
        None => (width, text),
        Some(Side::Short) => (width, style.side(Side::Short, &text)),
        Some(Side::Cut) => (width, style.pale(&text)),
    }
}

/// An edge with its ends, or on a Bridg-It board with the place of its midpoint.
pub fn edge(position: &Position, board: Option<&Board>, edge: EdgeId) -> String {
    if let Some(board) = board {
        return format!("{} (edge {edge})", board.coord_of(edge));
    }
    let [u, v] = position.network().graph().ends(edge);
    format!("edge {edge} ({u}–{v})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use switchyard::graph::{Graph, VertexId};
    use switchyard::switching::Network;

    #[test]
    fn the_board_in_columns() {
        let pairs: Vec<(usize, usize)> = (0..30).map(|i| (i, i + 1)).collect();
        let graph = Graph::from_pairs(31, &pairs);
        let network = Network::new(graph, VertexId::new(0), VertexId::new(30)).unwrap();
        let moves = [(Side::Short, EdgeId::new(0)), (Side::Cut, EdgeId::new(3))];
        let position = Position::with_moves(Arc::new(network), moves).unwrap();
        let text = board(&position, Style::plain());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(lines[0].starts_with(" 1  1═2      6  6─7"), "{text}");
        assert!(lines[3].starts_with(" 4  4 5      9  9─10"), "{text}");
        assert!(lines.iter().all(|line| line.chars().count() <= 78));
    }
}
