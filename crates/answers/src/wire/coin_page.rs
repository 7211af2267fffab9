//! Positions of the coin game, by the numbers of nodes; [`super::coins`] has the names.

use super::numbers::{number, numbers, pairs};
use super::players::PlayerJson;
use serde::{Deserialize, Serialize};

/// A digraph for coins.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DigraphJson {
    /// The names of the nodes.
    pub nodes: Vec<String>,
    /// The arcs: from, to.
    #[serde(deserialize_with = "pairs")]
    pub arcs: Vec<[usize; 2]>,
}

/// A digraph, coins, and what to do with them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoinQuestion {
    /// The board.
    pub digraph: DigraphJson,
    /// The node of every coin.
    #[serde(deserialize_with = "numbers")]
    pub coins: Vec<usize>,
    /// Moves to follow, for a history.
    #[serde(default)]
    pub moves: Vec<PushJson>,
    /// Who replies, for a reply.
    #[serde(default)]
    pub player: Option<PlayerJson>,
}

/// A coin pushed along an arc.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PushJson {
    /// The node it leaves.
    #[serde(deserialize_with = "number")]
    pub from: usize,
    /// The node it reaches.
    #[serde(deserialize_with = "number")]
    pub to: usize,
}

/// A label, or the value of a position.
#[derive(Clone, Debug, Serialize)]
pub struct NodeLabelJson {
    /// A number.
    pub value: Option<u32>,
    /// Or ∞ with this set.
    pub infinite: Option<Vec<u32>>,
    /// When the number was given.
    pub order: Option<u32>,
}

/// A coin on a number.
#[derive(Debug, Serialize)]
pub struct NimRow {
    /// The node.
    pub node: usize,
    /// Its label.
    pub label: u32,
}

/// A move of the coin game and what it does.
#[derive(Debug, Serialize)]
pub struct CoinMoveJson {
    /// The node the coin leaves.
    pub from: usize,
    /// The node it reaches.
    pub to: usize,
    /// `win`, `lose` or `draw`, for the mover.
    pub result: &'static str,
    /// Why.
    pub text: String,
}

/// The answer about a position of the coin game.
#[derive(Debug, Serialize)]
pub struct CoinPositionAnswer {
    /// Whether no coin can move.
    pub over: bool,
    /// `first`, `second` or `draw`.
    pub outcome: String,
    /// The label of every node.
    pub labels: Vec<NodeLabelJson>,
    /// The value of the position.
    pub value: NodeLabelJson,
    /// The coins on numbers.
    pub nim: Vec<NimRow>,
    /// Their Nim-sum.
    pub nim_sum: u32,
    /// The coins on ∞.
    pub infinite: Vec<usize>,
    /// Every move, or the first of very many.
    pub moves: Vec<CoinMoveJson>,
    /// How many moves there are.
    pub moves_in_all: usize,
    /// A best move.
    pub best: Option<PushJson>,
    /// The verdict in a sentence.
    pub sentence: String,
}

/// A digraph alone.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceQuestion {
    /// The board.
    pub digraph: DigraphJson,
}

/// The labelling algorithm as a walk.
#[derive(Debug, Serialize)]
pub struct TraceAnswer {
    /// A step for every node.
    pub steps: Vec<LabellingJson>,
}

/// A node is labelled.
#[derive(Debug, Serialize)]
pub struct LabellingJson {
    /// The node.
    pub node: usize,
    /// The number that is being given out.
    pub round: u32,
    /// The label; an ∞ with the numbers that are adjoined at the end.
    pub label: NodeLabelJson,
    /// The arcs that are the reason.
    pub arcs: Vec<[usize; 2]>,
    /// Why, in words.
    pub reason: String,
}

/// The machine's move in the coin game.
#[derive(Debug, Serialize)]
pub struct CoinReply {
    /// None when no coin can move.
    #[serde(rename = "move")]
    pub push: Option<PushJson>,
}
