//! Drawings without crossings, and duals.

use super::network::{DrawnJson, NetworkJson};
use serde::{Deserialize, Serialize};

/// A graph to be drawn.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaneQuestion {
    /// The graph.
    pub graph: DrawnJson,
}

/// Where the vertices go.
#[derive(Debug, Serialize)]
pub struct PlaneJson {
    /// A place for every vertex, from −1 to 1; nothing if the graph is not planar.
    pub places: Option<Vec<[f64; 2]>>,
    /// The dual, if there is one.
    pub dual: Option<DualJson>,
}

/// The dual of a network: edge i crosses edge i.
#[derive(Debug, Serialize)]
pub struct DualJson {
    /// The network.
    pub network: NetworkJson,
    /// A place for each of its vertices.
    pub places: Vec<[f64; 2]>,
}
