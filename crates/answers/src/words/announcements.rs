//! The three announcements of the program of 1972, each of which leaves the machine with a won game.

use switchyard::graph::EdgeId;
use switchyard::switching::Verdict;
use switchyard::switching::certificate::Certificate;
use switchyard::switching::{Outcome, Side};

/// What the machine announces when it may choose its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The machine's side; `None` if the human chooses after the machine's first move.
    pub role: Option<Side>,
    /// The words of 1972.
    pub text: &'static str,
    /// The machine's first move, where the human chooses the side: it wins for either.
    pub first_move: Option<EdgeId>,
}

/// The announcement for the position of this verdict.
pub fn announcement(verdict: &Verdict) -> Announcement {
    let (role, text, first_move) = match verdict.outcome {
        Outcome::Short => (
            Some(Side::Short),
            "I am the connect player, you move first.",
            None,
        ),
        Outcome::Cut => (
            Some(Side::Cut),
            "I am the cut player, you move first.",
            None,
        ),
        Outcome::First => (
            None,
            "See my first move, you choose which player you want to be.",
            opening(&verdict.certificate),
        ),
    };
    Announcement {
        role,
        text,
        first_move,
    }
}

/// The move that wins for either side: the certificate's two openings are one edge.
fn opening(certificate: &Certificate) -> Option<EdgeId> {
    match certificate {
        Certificate::First { short, .. } => Some(short.edge),
        _ => None,
    }
}
