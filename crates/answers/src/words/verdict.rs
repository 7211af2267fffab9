//! Who wins, in a sentence.

use switchyard::graph::EdgeId;
use switchyard::switching::Verdict;
use switchyard::switching::{Outcome, Position, Side};

/// The outcome alone, for where the moves or the proof follow.
pub fn headline(position: &Position, outcome: Outcome) -> &'static str {
    match (position.winner(), outcome) {
        (Some(winner), _) => won(winner),
        (None, Outcome::Short) => "SHORT wins, whoever moves first.",
        (None, Outcome::Cut) => "CUT wins, whoever moves first.",
        (None, Outcome::First) => "Whoever moves first wins.",
    }
}

/// The outcome with its reason.
pub fn sentence(position: &Position, verdict: &Verdict) -> String {
    match (position.winner(), verdict.outcome) {
        (Some(winner), _) => won(winner).to_owned(),
        (None, Outcome::Short) => "SHORT wins this even moving second: two trees without a \
            common edge hold the terminals together, and whatever CUT takes from one, the other \
            mends."
            .to_owned(),
        (None, Outcome::Cut) => "CUT wins this even moving second: two forests without a common \
            edge hold every edge between the clumps, and neither ever joins the terminals."
            .to_owned(),
        (None, Outcome::First) => format!(
            "Whoever moves first wins: SHORT would have {}, CUT {}.",
            winning_moves(&verdict.winning.short),
            winning_moves(&verdict.winning.cut)
        ),
    }
}

fn won(winner: Side) -> &'static str {
    match winner {
        Side::Short => "SHORT has won: its edges join L and R.",
        Side::Cut => "CUT has won: L and R are parted.",
    }
}

fn winning_moves(edges: &[EdgeId]) -> String {
    match edges.len() {
        1 => "one winning move".to_owned(),
        n => format!("{n} winning moves"),
    }
}
