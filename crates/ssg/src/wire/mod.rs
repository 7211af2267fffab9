//! The JSON that `--json` and the page speak: a module for each area, and nothing else knows it.

pub mod analog;
pub mod certificate;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod coins;
pub mod page;
pub mod partition;
pub mod record;
pub mod tournament;
pub mod trace;
pub mod verdict;
pub mod verify;

use serde::Serialize;
use switchyard::graph::{EdgeId, VertexId};

/// Edges as in the files: counted from 1.
pub fn labels(edges: &[EdgeId]) -> Vec<usize> {
    edges.iter().map(|edge| edge.label()).collect()
}

/// Vertices as in the files: counted from 1.
pub fn vertex_labels(vertices: &[VertexId]) -> Vec<usize> {
    vertices.iter().map(|vertex| vertex.label()).collect()
}

/// Plain data as a line of JSON, newline included.
fn line_of(data: &impl Serialize) -> String {
    let mut line = serde_json::to_string(data).expect("plain data");
    line.push('\n');
    line
}
