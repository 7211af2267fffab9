//! Puzzles, and attempts at tasks.

use super::coin_page::{DigraphJson, PushJson};
use super::coins::LabelJson;
use super::names::{OutcomeName, SideName};
use super::network::NetworkJson;
use super::switching::MoveJson;
use serde::{Deserialize, Serialize};

/// A wish for a puzzle: of a kind, or the one of a board of the gallery.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleWish {
    /// The kind.
    #[serde(default)]
    pub kind: Option<String>,
    /// From 1 to 5; any if not given.
    #[serde(default)]
    pub difficulty: Option<u8>,
    /// What it follows from; chance if not given.
    #[serde(default)]
    pub seed: Option<u64>,
    /// A board of the gallery that asks something.
    #[serde(default)]
    pub board: Option<String>,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PuzzleJson {
    /// Its kind.
    pub kind: &'static str,
    /// The board as a file: a network, or arcs `FROM TO`.
    pub network: String,
    /// The side that moves first, where the question says so.
    pub side: Option<SideName>,
    /// The coins, by the names of their nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub coins: Vec<String>,
    /// The node that is asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The question, in a sentence.
    pub question: String,
    /// The answer.
    pub answer: AnswerJson,
    /// From 1 to 5.
    pub difficulty: u8,
    /// The seed it follows from, unless it is a board of the gallery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The board's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// The answer of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum AnswerJson {
    /// Edges.
    Edges(Vec<usize>),
    /// The edges of two trees.
    Trees([Vec<usize>; 2]),
    /// An outcome, or a side.
    Outcome(&'static str),
    /// A label.
    Label(LabelJson),
    /// A move of a coin, by the names of the nodes.
    Push {
        /// The node it leaves.
        from: String,
        /// The node it reaches.
        to: String,
    },
}

/// The boards of the gallery that ask something.
#[derive(Debug, Serialize)]
pub struct PuzzleBoards {
    /// Their files.
    pub boards: Vec<&'static str>,
}

/// An attempt at a task on a network or a digraph.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttemptJson {
    /// The network.
    #[serde(default)]
    pub network: Option<NetworkJson>,
    /// The moves made so far.
    #[serde(default)]
    pub moves: Vec<MoveJson>,
    /// Or the digraph.
    #[serde(default)]
    pub digraph: Option<DigraphJson>,
    /// The node of every coin.
    #[serde(default)]
    pub coins: Vec<usize>,
    /// What was asked, with what was said.
    pub task: TaskJson,
}

/// What was asked and what was said.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum TaskJson {
    /// A winning move of a side, which is to move.
    Move(MoveJson),
    /// Who wins.
    Outcome(OutcomeName),
    /// Which side wins if `first` moves first.
    Side {
        /// The side that moves first.
        first: SideName,
        /// The side that was chosen.
        chosen: SideName,
    },
    /// Two spanning trees.
    Trees([Vec<usize>; 2]),
    /// All edges of a part of the principal partition.
    Part {
        /// `p`, `p_star` or `r`.
        part: PartName,
        /// The edges.
        edges: Vec<usize>,
    },
    /// The edge with the largest current.
    Current(usize),
    /// The label of a node.
    Label {
        /// The node.
        node: usize,
        /// The label.
        label: LabelJson,
    },
    /// The best move of a coin.
    Push(PushJson),
    /// Who wins with these coins: `first`, `second` or `draw`.
    CoinOutcome(String),
}

/// A part of the principal partition.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartName {
    /// P.
    P,
    /// P*.
    PStar,
    /// R.
    R,
}

/// Whether an attempt is right, and what refutes it.
#[derive(Debug, Default, Serialize)]
pub struct JudgementJson {
    /// Whether it is.
    pub right: bool,
    /// Why, in a sentence.
    pub sentence: String,
    /// The reply that refutes a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<usize>,
    /// The move of a coin that refutes one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub push: Option<PushJson>,
    /// The edges that the sentence speaks of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<usize>,
}
