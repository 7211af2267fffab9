//! Coins on a digraph: labels as `{"M":0,"E":{"inf":[1]}}`, positions, moves.

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use switchyard::coins::{
    self, Game, LabelSet, LabelsBuilder, NamedDigraph, Position, Push, RatedMove, Rating, Value,
};

/// A label or the value of a sum: a number, or `{"inf":[…]}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LabelJson {
    /// A number.
    Finite(u32),
    /// ∞(K).
    Infinite {
        /// K, ascending.
        inf: Vec<u32>,
    },
}

impl From<&Value> for LabelJson {
    fn from(value: &Value) -> Self {
        match value {
            Value::Finite(number) => Self::Finite(*number),
            Value::Infinite(set) => Self::Infinite {
                inf: set.members().to_vec(),
            },
        }
    }
}

impl std::fmt::Display for LabelJson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Finite(number) => write!(f, "{number}"),
            Self::Infinite { inf } => write!(f, "∞({})", LabelSet::new(inf.clone())),
        }
    }
}

impl From<coins::Label<'_>> for LabelJson {
    fn from(label: coins::Label<'_>) -> Self {
        Self::from(&Value::from(label))
    }
}

/// One step of `ssg coins trace`: a node is labelled.
#[derive(Debug, Serialize)]
pub struct TraceStepJson<'a> {
    /// The node.
    pub node: std::borrow::Cow<'a, str>,
    /// Its label.
    pub label: LabelJson,
    /// When its number was given; `null` for ∞.
    pub counter: Option<u32>,
    /// The number that is being given out.
    pub round: u32,
    /// Why.
    pub reason: String,
}

/// The answer of `ssg coins label`, written node by node.
#[derive(Serialize)]
pub struct LabelsJson<'a> {
    labels: NamedLabels<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counters: Option<NamedCounters<'a>>,
}

impl<'a> LabelsJson<'a> {
    /// The labels of the board, with the counter function if wanted.
    pub fn new(board: &'a NamedDigraph<'a>, labels: &'a coins::Labels, counters: bool) -> Self {
        Self {
            labels: NamedLabels { board, labels },
            counters: counters.then_some(NamedCounters { board, labels }),
        }
    }
}

struct NamedLabels<'a> {
    board: &'a NamedDigraph<'a>,
    labels: &'a coins::Labels,
}

impl Serialize for NamedLabels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.labels.len()))?;
        for node in self.board.digraph().nodes() {
            let label = LabelJson::from(self.labels.of(node));
            map.serialize_entry(&self.board.names().of(node), &label)?;
        }
        map.end()
    }
}

struct NamedCounters<'a> {
    board: &'a NamedDigraph<'a>,
    labels: &'a coins::Labels,
}

impl Serialize for NamedCounters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for node in self.board.digraph().nodes() {
            if let Some(counter) = self.labels.counter(node) {
                map.serialize_entry(&self.board.names().of(node), &counter)?;
            }
        }
        map.end()
    }
}

#[derive(Deserialize)]
struct LabelsRead {
    labels: BTreeMap<String, LabelJson>,
    counters: BTreeMap<String, u32>,
}

/// Reads what [`LabelsJson`] writes with counters.
///
/// # Errors
/// What is wrong with it.
pub fn read_labels(board: &NamedDigraph<'_>, bytes: &[u8]) -> Result<coins::Labels, String> {
    let read: LabelsRead = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let index = board.names().index();
    let mut labels = LabelsBuilder::new(board.digraph().node_count());
    for (name, label) in read.labels {
        let node = index.find(&name);
        let node = node.ok_or_else(|| format!("no node is called {name:?}"))?;
        match label {
            LabelJson::Infinite { inf } => labels.infinite(node, LabelSet::new(inf)),
            LabelJson::Finite(number) if number >= 1 << 31 => {
                return Err(format!("node {name} has the impossible label {number}"));
            }
            LabelJson::Finite(number) => {
                let counter = read.counters.get(&name);
                let counter = counter.ok_or_else(|| format!("node {name} has no counter"))?;
                labels.finite(node, number, *counter);
            }
        }
    }
    let missing = |node| format!("node {} has no label", board.names().of(node));
    labels.finish().map_err(missing)
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedPush {
    /// The node where the coin was.
    pub from: String,
    /// The node where it goes.
    pub to: String,
}

impl NamedPush {
    fn new(board: &NamedDigraph<'_>, push: Push) -> Self {
        Self {
            from: board.names().of(push.from).into_owned(),
            to: board.names().of(push.to).into_owned(),
        }
    }
}

/// A move with what it does and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RatedPush {
    /// The move.
    #[serde(flatten)]
    pub step: NamedPush,
    /// `wins`, `draws` or `loses`, for the player who makes it.
    pub result: String,
    /// The value of what it leaves.
    pub value: LabelJson,
    /// Why, in words.
    pub reason: String,
}

impl RatedPush {
    fn new(board: &NamedDigraph<'_>, rated: &RatedMove) -> Self {
        Self {
            step: NamedPush::new(board, rated.push),
            result: rated.rating.to_string(),
            value: LabelJson::from(&rated.value),
            reason: rated.reason.to_string(),
        }
    }
}

/// The answer of `ssg coins solve`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CoinSolution {
    /// `first`, `second` or `draw`.
    pub outcome: String,
    /// The value of the position.
    pub value: LabelJson,
    /// The move that wins or keeps the draw; `null` if the position is lost.
    #[serde(rename = "move")]
    pub best: Option<NamedPush>,
    /// In a lost position, the move that puts off the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay: Option<NamedPush>,
    /// Why the move wins or draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Every move, if wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<RatedPush>>,
}

impl CoinSolution {
    /// The answer for a position, with every move if wanted.
    pub fn new(
        board: &NamedDigraph<'_>,
        game: &Game<'_>,
        position: &Position,
        moves: bool,
    ) -> Self {
        let value = game.value(position);
        let best = game.best(position);
        let (good, bad) = match best {
            Some(best) if best.rating == Rating::Loses => (None, Some(best)),
            best => (best, None),
        };
        let step = |rated: &RatedMove| NamedPush::new(board, rated.push);
        let rated = || {
            let moves = game.moves(position);
            moves.iter().map(|m| RatedPush::new(board, m)).collect()
        };
        Self {
            outcome: value.outcome().to_string(),
            value: LabelJson::from(&value),
            best: good.as_ref().map(step),
            delay: bad.as_ref().map(step),
            reason: good.map(|good| good.reason.to_string()),
            moves: moves.then(rated),
        }
    }
}

/// The answer of `ssg coins check`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckedLabelsJson {
    /// Whether the labels are right.
    pub valid: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl CheckedLabelsJson {
    /// Valid unless there is a reason.
    pub fn new(reason: Option<String>) -> Self {
        Self {
            valid: reason.is_none(),
            reason,
        }
    }
}
