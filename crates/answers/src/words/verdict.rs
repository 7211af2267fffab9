//! Who wins, in a sentence.

use switchyard::graph::EdgeId;
use switchyard::switching::{Outcome, Position, Side, Target, Verdict};

/// The outcome alone, for where the moves or the proof follow.
pub fn headline(position: &Position, outcome: Outcome) -> &'static str {
    match (position.winner(), outcome) {
        (Some(winner), _) => won(position.network().target(), winner),
        (None, Outcome::Short) => "SHORT wins, whoever moves first.",
        (None, Outcome::Cut) => "CUT wins, whoever moves first.",
        (None, Outcome::First) => "Whoever moves first wins.",
    }
}

/// The outcome with its reason.
pub fn sentence(position: &Position, verdict: &Verdict) -> String {
    let target = position.network().target();
    match (position.winner(), verdict.outcome) {
        (Some(winner), _) => won(target, winner).to_owned(),
        (None, Outcome::Short) if target == Target::All => {
            "SHORT wins this even moving second: two \
            trees without a common edge join all vertices, and whatever CUT takes from one, the \
            other mends."
                .to_owned()
        }
        (None, Outcome::Cut) if target == Target::All => "CUT wins this even moving second: two \
            forests without a common edge hold every edge between the clumps, and there are two \
            vertices that neither ever joins."
            .to_owned(),
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

fn won(target: Target, winner: Side) -> &'static str {
    match winner {
        Side::Short if target == Target::All => "SHORT has won: its edges join all vertices.",
        Side::Cut if target == Target::All => "CUT has won: the network is in two parts.",
        Side::Short => "SHORT has won: its edges join L and R.",
        Side::Cut => "CUT has won: L and R are cut off from each other.",
    }
}

fn winning_moves(edges: &[EdgeId]) -> String {
    match edges.len() {
        1 => "one winning move".to_owned(),
        n => format!("{n} winning moves"),
    }
}
