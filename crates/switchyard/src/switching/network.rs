//! The board: a graph with two terminals, validated, and what SHORT has to join.

use super::Target;
use crate::graph::{EdgeId, Graph, VertexId};
use thiserror::Error;

/// A graph with two distinct terminals: a board of the switching game.
///
/// In the join-all game ([`Target::All`]) the terminals mean nothing; they stay as the file names them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    graph: Graph,
    left: VertexId,
    right: VertexId,
    target: Target,
}

/// Why a graph and two terminals are not a [`Network`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// A terminal that is not in the graph.
    #[error("terminal {terminal} is not one of the {vertices} vertices")]
    NoSuchTerminal {
        /// The terminal as given.
        terminal: VertexId,
        /// How many vertices there are.
        vertices: usize,
    },
    /// Both terminals are the same vertex.
    #[error("the terminals L and R are both vertex {0}; they must differ")]
    SameTerminals(VertexId),
    /// An edge ends at a vertex that is not in the graph.
    #[error("edge {edge} ends at vertex {vertex}, which is not one of the {vertices} vertices")]
    NoSuchVertex {
        /// The edge.
        edge: EdgeId,
        /// Its end as given.
        vertex: VertexId,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A graph with too few vertices for a game.
    #[error("{0} vertices: there is nothing to join with fewer than two")]
    TooSmall(usize),
    /// More vertices or edges than a [`Graph`] can have.
    #[error("{vertices} vertices and {edges} edges: a network has at most {max} of each", max = Graph::MAX_SIZE)]
    TooLarge {
        /// How many vertices there are.
        vertices: usize,
        /// How many edges there are.
        edges: usize,
    },
}

impl Network {
    /// Checks the terminals and makes the board.
    ///
    /// # Errors
    /// When a terminal does not exist or both are one vertex.
    pub fn new(graph: Graph, left: VertexId, right: VertexId) -> Result<Self, NetworkError> {
        for terminal in [left, right] {
            if !graph.has_vertex(terminal) {
                let vertices = graph.vertex_count();
                return Err(NetworkError::NoSuchTerminal { terminal, vertices });
            }
        }
        if left == right {
            return Err(NetworkError::SameTerminals(left));
        }
        let target = Target::Terminals;
        Ok(Self {
            graph,
            left,
            right,
            target,
        })
    }

    /// The board of the join-all game on this graph: SHORT has to join all vertices.
    ///
    /// ```
    /// use switchyard::{Graph, Network, Outcome, Position, outcome};
    /// let triangle = Graph::from_pairs(3, &[(0, 1), (1, 2), (2, 0)]);
    /// assert_eq!(outcome(&Position::new(Network::join_all(triangle)?)), Outcome::First);
    /// # Ok::<(), switchyard::NetworkError>(())
    /// ```
    ///
    /// # Errors
    /// When there are fewer than two vertices.
    pub fn join_all(graph: Graph) -> Result<Self, NetworkError> {
        let vertices = graph.vertex_count();
        if vertices < 2 {
            return Err(NetworkError::TooSmall(vertices));
        }
        let network = Self::new(graph, VertexId::new(0), VertexId::new(1))?;
        Ok(network.with_target(Target::All))
    }

    /// The same board with this target.
    #[must_use]
    pub fn with_target(self, target: Target) -> Self {
        Self { target, ..self }
    }

    /// What SHORT has to join.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The network with these zero-based terminals and edges.
    ///
    /// ```
    /// use switchyard::Network;
    /// let network = Network::from_pairs(4, (0, 3), &[(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)])?;
    /// assert_eq!(network.graph().edge_count(), 5);
    /// # Ok::<(), switchyard::NetworkError>(())
    /// ```
    ///
    /// # Errors
    /// When an edge or a terminal names a vertex that does not exist, when both terminals are one
    /// vertex, or when the network is too large.
    pub fn from_pairs(
        vertices: usize,
        terminals: (usize, usize),
        pairs: &[(usize, usize)],
    ) -> Result<Self, NetworkError> {
        if vertices.max(pairs.len()) > Graph::MAX_SIZE {
            let edges = pairs.len();
            return Err(NetworkError::TooLarge { vertices, edges });
        }
        // An index beyond all ids is beyond the vertices too.
        let id = |index: usize| VertexId::new(index.min(Graph::MAX_SIZE));
        let mut graph = Graph::new(vertices);
        graph.reserve(pairs.len());
        for (edge, &(u, v)) in pairs.iter().enumerate() {
            if let Some(&vertex) = [u, v].iter().find(|&&end| end >= vertices) {
                return Err(NetworkError::NoSuchVertex {
                    edge: EdgeId::new(edge),
                    vertex: id(vertex),
                    vertices,
                });
            }
            graph.add_edge(id(u), id(v));
        }
        Self::new(graph, id(terminals.0), id(terminals.1))
    }

    /// The graph without the terminals' marks.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The left terminal, L.
    pub fn left(&self) -> VertexId {
        self.left
    }

    /// The right terminal, R.
    pub fn right(&self) -> VertexId {
        self.right
    }

    /// The graph alone.
    pub fn into_graph(self) -> Graph {
        self.graph
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(vertices: usize, terminals: (usize, usize), pairs: &[(usize, usize)]) -> String {
        let network = Network::from_pairs(vertices, terminals, pairs);
        network.unwrap_err().to_string()
    }

    #[test]
    fn a_network_that_cannot_be_says_why() {
        assert_eq!(
            error(3, (0, 2), &[(0, 1), (1, 3)]),
            "edge 2 ends at vertex 4, which is not one of the 3 vertices"
        );
        assert_eq!(
            error(3, (0, 3), &[]),
            "terminal 4 is not one of the 3 vertices"
        );
        assert_eq!(
            error(3, (1, 1), &[]),
            "the terminals L and R are both vertex 2; they must differ"
        );
        assert_eq!(
            error(usize::MAX, (0, 1), &[]),
            format!(
                "{} vertices and 0 edges: a network has at most {} of each",
                usize::MAX,
                Graph::MAX_SIZE
            )
        );
        assert!(error(2, (0, usize::MAX), &[(0, 1)]).starts_with("terminal"));
    }
}
