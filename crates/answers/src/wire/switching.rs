//! Positions of the switching game: verdicts with what is drawn over a board, explanations, histories.

use super::certificate::CertificateJson;
use super::names::{OutcomeName, SideName};
use super::network::NetworkJson;
use super::numbers::number;
use super::players::PlayerJson;
use super::principal::EdgeReasonJson;
use super::verdict::{PartitionJson, WinningMovesJson};
use serde::{Deserialize, Serialize};

/// A claim of an edge.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MoveJson {
    /// Who made it.
    pub side: SideName,
    /// The edge.
    #[serde(deserialize_with = "number")]
    pub edge: usize,
}

/// A network and the moves made on it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameJson {
    /// The board.
    pub network: NetworkJson,
    /// The moves, in order.
    #[serde(default)]
    pub moves: Vec<MoveJson>,
}

/// What to say about a position, and whether to move in it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionQuestion {
    /// The board.
    pub network: NetworkJson,
    /// The moves, in order.
    #[serde(default)]
    pub moves: Vec<MoveJson>,
    /// What else to send.
    #[serde(default)]
    pub overlays: Vec<Overlay>,
    /// Whose move to make, if anybody's.
    #[serde(default)]
    pub reply: Option<ReplyWish>,
}

/// An edge of a graph, as a game between its ends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeQuestion {
    /// The board; its terminals do not matter.
    pub network: NetworkJson,
    /// The edge.
    #[serde(deserialize_with = "number")]
    pub edge: usize,
}

/// Why an edge is in P, P* or R.
#[derive(Debug, Serialize)]
pub struct EdgeAnswer {
    /// What shows it.
    #[serde(flatten)]
    pub reason: EdgeReasonJson,
    /// In words.
    pub sentence: String,
}

/// What can be drawn over a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Overlay {
    /// P, P* and R.
    Partition,
    /// The clumps.
    Clumps,
    /// Currents and potentials.
    Currents,
}

/// A move to be made by a built-in player.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyWish {
    /// For this side.
    pub side: SideName,
    /// By this player.
    pub player: PlayerJson,
}

/// The answer to a [`PositionQuestion`].
#[derive(Debug, Serialize)]
pub struct PositionAnswer {
    /// Who has won.
    pub winner: Option<SideName>,
    /// Who wins under perfect play.
    pub outcome: OutcomeName,
    /// Every winning move of each side.
    pub winning_moves: WinningMovesJson,
    /// The verdict in a sentence.
    pub sentence: String,
    /// What the machine announces if it chooses its side here.
    pub announcement: AnnouncementJson,
    /// The proof.
    pub certificate: CertificateJson,
    /// The move that was asked for; everything else is about the position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<EdgeJson>,
    /// Why that move was made, if the position before it was lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonJson>,
    /// Why that move was made and not another winning one, if the position before it was won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won: Option<WonJson>,
    /// The outcome before that move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<OutcomeName>,
    /// The principal partition of the graph as drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partition: Option<PartitionJson>,
    /// The clumps of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clumps: Option<Vec<Vec<usize>>>,
    /// The currents of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currents: Option<CurrentsOverlay>,
}

/// Why a move was made in a lost position.
#[derive(Debug, Serialize)]
pub struct ReasonJson {
    /// In words.
    pub sentence: String,
    /// How many replies there are.
    pub replies: usize,
    /// How many of them keep the win.
    pub winning: usize,
    /// The players whose next reply is likely to be an error.
    pub errs: Vec<&'static str>,
    /// The player that the move beats, whatever it replies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutes: Option<&'static str>,
}

/// Why a winning move was made, and not another.
#[derive(Debug, Serialize)]
pub struct WonJson {
    /// In words.
    pub sentence: String,
    /// How many moves win.
    pub winning: usize,
    /// The resistance between the terminals before and after the move; `null` where they are apart.
    pub resistance: [f64; 2],
}

/// An edge alone.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EdgeJson {
    /// The edge.
    pub edge: usize,
}

/// One of the three announcements of 1972.
#[derive(Debug, Serialize)]
pub struct AnnouncementJson {
    /// `short`, `cut`, or `choose`.
    pub role: &'static str,
    /// The words.
    pub text: &'static str,
    /// The machine's first move, where the human chooses the side.
    #[serde(rename = "move")]
    pub first_move: Option<usize>,
}

/// Currents and potentials.
#[derive(Debug, Serialize)]
pub struct CurrentsOverlay {
    /// The current of every edge; 0 where none flows.
    pub currents: Vec<f64>,
    /// The potential of every vertex; nothing where it hangs apart.
    pub potentials: Vec<Option<f64>>,
    /// The edges with the most current.
    pub best: Vec<usize>,
}

/// Why a move was answered as it was.
#[derive(Debug, Serialize)]
pub struct ExplanationJson {
    /// The move that was answered.
    pub hit: usize,
    /// The answers that keep the win.
    pub replies: Vec<usize>,
    /// The answer that was given, if one was.
    pub chosen: Option<usize>,
    /// Who keeps the win.
    pub winner: SideName,
    /// The tree that was broken.
    pub broken: Vec<usize>,
    /// The other tree.
    pub whole: Vec<usize>,
    /// Its path between the ends of the move.
    pub path: Vec<usize>,
    /// One side of the gap.
    pub side: Vec<usize>,
    /// In the join-all game: two vertices that CUT keeps apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apart: Option<[usize; 2]>,
    /// All this in words.
    pub sentence: String,
}

/// The outcome before the first move and after every move.
#[derive(Debug, Serialize)]
pub struct OutcomesJson<T> {
    /// One more than there are moves.
    pub outcomes: Vec<T>,
}

/// The steps of the 1972 algorithm.
#[derive(Debug, Serialize)]
pub struct ChaseJson {
    /// The steps, as `ssg trace --json` writes them.
    pub steps: Vec<super::chase::StepJson>,
    /// The two unplayable branches.
    pub extra: [usize; 2],
}
