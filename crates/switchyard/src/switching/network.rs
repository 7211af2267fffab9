//! The board: a graph with two terminals, validated.

use crate::graph::{Graph, VertexId};
use thiserror::Error;

/// A graph with two distinct terminals: a board of the switching game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    graph: Graph,
    left: VertexId,
    right: VertexId,
}

/// Why a graph and two terminals are not a [`Network`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
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
        Ok(Self { graph, left, right })
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
