//! Graphs that a file lists as nodes with ids and edges between them: what GML, node-link JSON and GraphML share.

use super::names::Builder;
use super::scan::Shown;
use super::{Description, ParseErrors};
use crate::graph::VertexId;
use std::collections::{HashMap, HashSet};

/// A node of the file.
#[derive(Default)]
pub(super) struct Node {
    pub(super) line: usize,
    pub(super) id: Option<String>,
    pub(super) label: Option<String>,
    /// Which terminal it is.
    pub(super) terminal: Option<String>,
}

/// An edge of the file.
#[derive(Default)]
pub(super) struct Edge {
    pub(super) line: usize,
    /// The ids of its source and its target.
    pub(super) ends: [Option<String>; 2],
}

/// What a file lists.
#[derive(Default)]
pub(super) struct Listed {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    pub(super) directed: bool,
    pub(super) faults: ParseErrors,
}

impl Listed {
    /// The description. The vertices are called by their labels where every node has one of its own, and by
    /// their ids otherwise.
    pub(super) fn finish(mut self) -> Result<Description, ParseErrors> {
        let mut builder = Builder::default();
        let by_label = every_node_has_a_label(&self.nodes);
        let mut known: HashMap<&str, VertexId> = HashMap::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let Some(id) = &node.id else {
                self.faults.push(node.line, "a node needs an id");
                continue;
            };
            let name = node.label.as_ref().filter(|_| by_label).unwrap_or(id);
            let vertex = builder.vertex(name);
            if known.insert(id, vertex).is_some() {
                push_second_node(&mut self.faults, node.line, id);
            }
            if let Some(role) = &node.terminal {
                builder.terminal(vertex, role, node.line, &mut self.faults);
            }
        }
        builder.ends = ends(&self.edges, |id| known.get(id).copied(), &mut self.faults);
        let read = builder.finish(self.faults)?;
        Ok(Description {
            directed: self.directed,
            ..read
        })
    }
}

fn every_node_has_a_label(nodes: &[Node]) -> bool {
    let mut seen = HashSet::with_capacity(nodes.len());
    let labels = || nodes.iter().map(|node| node.label.as_deref().unwrap_or(""));
    labels().all(|label| !label.is_empty()) && labels().all(|label| seen.insert(label))
}

/// Notes that a node has the id of another one.
pub(super) fn push_second_node(faults: &mut ParseErrors, line: usize, id: &str) {
    let id = Shown(id.as_bytes());
    faults.push(line, format!("a second node has the id {id}"));
}

/// The ends of the edges, where `known` finds the vertex of an id; edges without two known ends are faults.
pub(super) fn ends(
    edges: &[Edge],
    known: impl Fn(&str) -> Option<VertexId>,
    faults: &mut ParseErrors,
) -> Vec<[VertexId; 2]> {
    let mut joined = Vec::with_capacity(edges.len());
    for Edge { line, ends } in edges {
        let [Some(source), Some(target)] = ends else {
            faults.push(*line, "an edge needs a source and a target");
            continue;
        };
        let ends = [source, target].map(|id| {
            let found = known(id);
            if found.is_none() {
                let id = Shown(id.as_bytes());
                faults.push(*line, format!("there is no node {id}"));
            }
            found
        });
        if let [Some(u), Some(v)] = ends {
            joined.push([u, v]);
        }
    }
    joined
}
