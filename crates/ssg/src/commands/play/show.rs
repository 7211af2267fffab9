//! The board and the proofs in words.

use crate::io::terminal::Style;
use switchyard::graph::{EdgeId, VertexId};
use switchyard::switching::certificate::{Certificate, Proof, Won};
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

/// An edge with its ends.
pub fn edge(position: &Position, edge: EdgeId) -> String {
    let [u, v] = position.network().graph().ends(edge);
    format!("edge {edge} ({u}–{v})")
}

/// The proof in a few sentences.
pub fn proof(certificate: &Certificate) -> String {
    match certificate {
        Certificate::Over(Won::Path(path)) => {
            format!("SHORT's edges {} join the terminals.", edges(path))
        }
        Certificate::Over(Won::Apart(vertices)) => format!(
            "No edge is left that leads out of {}.",
            set(vertices.iter().map(VertexId::to_string))
        ),
        Certificate::Second(proof) => second(proof),
        Certificate::First { short, cut } => format!(
            "SHORT wins with edge {}. After it: {}\nCUT wins with edge {}. After it: {}",
            short.edge,
            second(&short.proof),
            cut.edge,
            second(&cut.proof)
        ),
    }
}

fn second(proof: &Proof) -> String {
    match proof {
        Proof::Short(two) => format!(
            "SHORT has two trees without a common edge, {} and {}, and each joins all of the \
             vertices {}, the terminals among them. Whatever CUT destroys in one of them, an edge \
             of the other mends it.",
            edges(&two.trees[0]),
            edges(&two.trees[1]),
            set(two.vertices.iter().map(VertexId::to_string))
        ),
        Proof::Cut(two) => {
            let classes = two.classes.iter();
            let classes: Vec<String> = classes
                .map(|class| set(class.iter().map(VertexId::to_string)))
                .collect();
            let given = if classes.is_empty() {
                String::new()
            } else {
                format!(
                    "Even with the vertices {} made one each, ",
                    classes.join(", ")
                )
            };
            format!(
                "{given}{} and {} hold every edge that is left, and neither has a circuit or joins \
                 the terminals. Whenever SHORT takes an edge of one, CUT destroys an edge of the \
                 other that would close the ring.",
                edges(&two.forests[0]),
                edges(&two.forests[1])
            )
        }
    }
}

/// A set of edges, as in `{1, 2, 3}`.
pub fn edges(edges: &[EdgeId]) -> String {
    set(edges.iter().map(EdgeId::to_string))
}

fn set(items: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 40;
    let more = items.len().saturating_sub(SHOWN);
    let mut text: Vec<String> = items.take(SHOWN).collect();
    if more > 0 {
        text.push(format!("and {more} more"));
    }
    format!("{{{}}}", text.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use switchyard::graph::Graph;
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
