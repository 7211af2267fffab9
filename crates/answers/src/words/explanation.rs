//! Why a reply keeps the win, in words.

use switchyard::graph::EdgeId;
use switchyard::switching::{Explanation, Side};

/// Longer lists are cut short.
const SHOWN: usize = 12;

/// Why the edge `hit` is answered as it is.
pub fn sentence(hit: EdgeId, found: &Explanation) -> String {
    match (found.winner, found.replies.as_slice()) {
        (winner, []) => format!(
            "Edge {hit} touches nothing that {winner} needs: {winner} may play where it likes."
        ),
        (Side::Short, replies) => format!(
            "Edge {hit} is gone, and one tree has fallen in two. The other still joins its ends \
             along {}; SHORT bridges the gap with {}.",
            list(&found.path),
            list(replies)
        ),
        (Side::Cut, replies) => {
            let ends = match found.apart {
                Some([u, v]) => format!("vertices {u} and {v}, which CUT keeps apart"),
                None => "the terminals".to_owned(),
            };
            format!(
                "Edge {hit} is SHORT's, and closes a circuit with the other forest and the \
                 unplayable edge between {ends}. CUT opens it again with {}.",
                list(replies)
            )
        }
    }
}

fn list(edges: &[EdgeId]) -> String {
    let shown: Vec<String> = edges.iter().take(SHOWN).map(EdgeId::to_string).collect();
    let more = if edges.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}
