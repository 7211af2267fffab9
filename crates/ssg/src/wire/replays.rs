//! The data inside a tournament's report: the games, for the script that lists them and links to replays.

use answers::wire::names::TargetName;
use serde::Serialize;

/// Everything that the list needs.
#[derive(Serialize)]
pub struct GamesJson {
    /// Where replays open.
    pub page: String,
    /// The players' names.
    pub players: Vec<String>,
    /// The networks.
    pub networks: Vec<BoardJson>,
    /// The games.
    pub games: Vec<GameJson>,
}

/// A network, in the page's format: a size for a Bridg-It board, otherwise vertices and edges from
/// 0.
#[derive(Serialize)]
pub struct BoardJson {
    /// Its name.
    pub name: String,
    /// The M of a Bridg-It board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// The number of vertices.
    pub vertices: usize,
    /// A terminal.
    pub left: usize,
    /// The other one.
    pub right: usize,
    /// The ends of the edges, one pair after the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<usize>,
    /// What SHORT has to join.
    #[serde(skip_serializing_if = "TargetName::is_default")]
    pub target: TargetName,
}

/// A game. Sides are 0 for SHORT and 1 for CUT.
#[derive(Serialize)]
pub struct GameJson {
    /// Its network.
    pub network: usize,
    /// Its round.
    pub round: u32,
    /// SHORT and CUT.
    pub players: [usize; 2],
    /// Who began.
    pub first: usize,
    /// Who won.
    pub winner: usize,
    /// Why.
    pub reason: &'static str,
    /// Whether it was stolen by the winner, which the loser threw.
    pub upset: bool,
    /// How many moves were made.
    pub length: usize,
    /// What both sides used.
    pub seconds: [f64; 2],
    /// What the loser did wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The moves, edges counted from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<usize>,
}

impl GamesJson {
    /// JSON for use inside an HTML element: nothing in it ends the element.
    pub fn inside_html(&self) -> String {
        super::line_of(self).trim_end().replace('<', "\\u003c")
    }
}
