//! Random networks.

use super::names::OutcomeName;
use super::network::NetworkJson;
use super::numbers::number;
use serde::{Deserialize, Serialize};

/// A random network.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomJson {
    /// How many vertices.
    #[serde(deserialize_with = "number")]
    pub nodes: usize,
    /// How many edges.
    #[serde(deserialize_with = "number")]
    pub edges: usize,
    /// The outcome it must have; any if not given.
    #[serde(default)]
    pub outcome: Option<OutcomeName>,
    /// Whoever moves first wins, and either side has at most this many winning first moves.
    #[serde(default)]
    pub winning_moves: Option<usize>,
    /// What it follows from; chance if not given.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// A network made by chance.
#[derive(Debug, Serialize)]
pub struct MadeJson {
    /// The network.
    pub network: NetworkJson,
    /// The seed it follows from.
    pub seed: u64,
}
