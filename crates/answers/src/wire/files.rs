//! Texts of every file format, to be read and written.

use super::coin_page::{DigraphJson, PushJson};
use super::names::TargetName;
use super::network::DrawnJson;
use super::numbers::numbers;
use super::switching::MoveJson;
use serde::{Deserialize, Serialize};

/// A text to be read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextJson {
    /// The text.
    pub text: String,
    /// The room that asks: `coins` reads digraphs.
    #[serde(default)]
    pub room: Option<String>,
}

/// What a text says.
#[derive(Debug, Default, Serialize)]
pub struct ReadJson {
    /// `network` or `coins`.
    pub kind: &'static str,
    /// The format it was in.
    pub format: String,
    /// The names of the nodes.
    pub names: Vec<String>,
    /// The edges or arcs.
    pub edges: Vec<[usize; 2]>,
    /// L, if the text names it.
    pub left: Option<usize>,
    /// R, if the text names it.
    pub right: Option<usize>,
    /// What SHORT has to join, if a game record says it.
    #[serde(skip_serializing_if = "TargetName::is_default")]
    pub target: TargetName,
    /// The moves of a game record; edge 0 is a pass.
    pub moves: Vec<MoveJson>,
    /// What the reader should know.
    pub notes: Vec<String>,
}

/// What is to be written, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteJson {
    /// A format of `ssg convert`, `record` or `coins`.
    pub format: String,
    /// A network; most formats do without its terminals.
    #[serde(default)]
    pub network: Option<DrawnJson>,
    /// The names of its vertices.
    #[serde(default)]
    pub names: Option<Vec<String>>,
    /// The moves of a record, in order; a pass is edge 0.
    #[serde(default)]
    pub moves: Vec<MoveJson>,
    /// A digraph.
    #[serde(default)]
    pub digraph: Option<DigraphJson>,
    /// Coins at the start, for a comment.
    #[serde(default, deserialize_with = "numbers")]
    pub coins: Vec<usize>,
    /// The moves of a coin game, for comments.
    #[serde(default)]
    pub pushes: Vec<PushJson>,
}

/// A file for the user.
#[derive(Debug, Serialize)]
pub struct FileJson {
    /// Its content.
    pub text: String,
    /// A name for it.
    pub name: String,
}
