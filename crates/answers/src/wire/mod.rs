//! The JSON of questions and answers, one file per area. Everything counts from 1.

pub mod bridgit;
pub mod certificate;
pub mod chase;
pub mod coin_page;
pub mod coins;
pub mod currents;
pub mod files;
pub mod gallery;
pub mod names;
pub mod network;
mod numbers;
pub mod plane;
pub mod players;
pub mod principal;
pub mod puzzle;
pub mod random;
pub mod record;
pub mod replay;
pub mod switching;
pub mod verdict;

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
pub fn line_of(data: &impl Serialize) -> String {
    let mut line = serde_json::to_string(data).expect("plain data");
    line.push('\n');
    line
}
