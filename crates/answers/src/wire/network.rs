//! Networks, and graphs that have no terminals yet.

use super::names::TargetName;
use super::numbers::{number, pairs, perhaps};
use serde::{Deserialize, Serialize};
use switchyard::format::{Description, Names, Terminal};
use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::switching::Network;

/// A network, in JSON; everything counts from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkJson {
    /// How many vertices.
    #[serde(deserialize_with = "number")]
    pub vertices: usize,
    /// L.
    #[serde(deserialize_with = "number")]
    pub left: usize,
    /// R.
    #[serde(deserialize_with = "number")]
    pub right: usize,
    /// The two ends of every edge.
    #[serde(deserialize_with = "pairs")]
    pub edges: Vec<[usize; 2]>,
    /// What SHORT has to join.
    #[serde(default, skip_serializing_if = "TargetName::is_default")]
    pub target: TargetName,
}

impl NetworkJson {
    /// A network as JSON writes it.
    pub fn of(network: &Network) -> Self {
        let graph = network.graph();
        Self {
            vertices: graph.vertex_count(),
            left: network.left().label(),
            right: network.right().label(),
            edges: graph
                .edges()
                .map(|edge: EdgeId| graph.ends(edge).map(VertexId::label))
                .collect(),
            target: network.target().into(),
        }
    }

    /// The network, if it is one.
    ///
    /// # Errors
    /// When a vertex does not exist or the terminals are one.
    pub fn network(&self) -> Result<Network, String> {
        let graph = graph(self.vertices, &self.edges)?;
        let terminal = |label| vertex(label, self.vertices);
        let (left, right) = (terminal(self.left)?, terminal(self.right)?);
        let network = Network::new(graph, left, right).map_err(|error| error.to_string())?;
        Ok(network.with_target(self.target.into()))
    }
}

/// A graph as it is drawn: a network, or one that has no terminals yet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnJson {
    /// How many vertices.
    #[serde(deserialize_with = "number")]
    pub vertices: usize,
    /// L, if it has been chosen.
    #[serde(default, deserialize_with = "perhaps")]
    pub left: Option<usize>,
    /// R, if it has been chosen.
    #[serde(default, deserialize_with = "perhaps")]
    pub right: Option<usize>,
    /// The two ends of every edge.
    #[serde(deserialize_with = "pairs")]
    pub edges: Vec<[usize; 2]>,
    /// What SHORT has to join; of all formats, only game records are written with it.
    #[serde(default)]
    pub target: TargetName,
}

impl DrawnJson {
    /// The network, where both terminals are there.
    pub fn whole(&self) -> Option<NetworkJson> {
        Some(NetworkJson {
            vertices: self.vertices,
            left: self.left?,
            right: self.right?,
            edges: self.edges.clone(),
            target: self.target,
        })
    }

    /// What a file can say of it.
    ///
    /// # Errors
    /// When a vertex does not exist or the terminals are one.
    pub fn description(&self) -> Result<Description, String> {
        if let Some(whole) = self.whole() {
            return Ok(Description::of(whole.network()?));
        }
        let terminal = |label| vertex(label, self.vertices).map(Terminal::from);
        Ok(Description {
            graph: graph(self.vertices, &self.edges)?,
            left: self.left.map(terminal).transpose()?,
            right: self.right.map(terminal).transpose()?,
            names: Names::FromOne,
            directed: false,
        })
    }
}

/// The vertex with this label, among this many.
fn vertex(label: usize, vertices: usize) -> Result<VertexId, String> {
    let known = VertexId::from_label(label).filter(|_| label <= vertices);
    known.ok_or_else(|| format!("there is no vertex {label} among {vertices}"))
}

/// The graph with these edges.
fn graph(vertices: usize, edges: &[[usize; 2]]) -> Result<Graph, String> {
    if vertices > switchyard::format::vertex_limit(edges.len()) {
        return Err(format!("{vertices} vertices are too many"));
    }
    let mut graph = Graph::new(vertices);
    for &[u, v] in edges {
        graph.add_edge(vertex(u, vertices)?, vertex(v, vertices)?);
    }
    Ok(graph)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_checked() {
        let text = r#"{"vertices":3,"left":1,"right":3,"edges":[[1,2],[2,3]]}"#;
        let graph: NetworkJson = serde_json::from_str(text).unwrap();
        let network = graph.network().unwrap();
        assert_eq!(NetworkJson::of(&network), graph);
        for (from, to) in [
            ("[2,3]", "[2,4]"),
            ("[2,3]", "[0,3]"),
            ("\"left\":1", "\"left\":3"),
        ] {
            let graph: NetworkJson = serde_json::from_str(&text.replace(from, to)).unwrap();
            assert!(graph.network().is_err(), "{to}");
        }
    }
}
