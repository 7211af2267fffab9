//! Text to networks and back: every fault of a file reported at once, each with its line.
//!
//! A [`Description`] is what a file says: a graph, and terminals if the format names any. Only
//! [`Description::into_network`] makes a playable [`Network`] of it. Readers take bytes, never
//! panic, and never allocate by a count that a file merely declares.

mod fault;
pub mod network;
mod scan;

pub use fault::{Fault, Faults};

use crate::graph::{Graph, VertexId};
use crate::switching::{Network, NetworkError};

/// How many vertices a file may declare beyond four for every edge it holds.
///
/// Isolated vertices are legal, so a count of vertices cannot be checked against the edges; but
/// every later step pays for each of them, and a file of ten bytes must not exhaust the memory.
pub const SPARE_VERTICES: usize = 1_000_000;

/// The most vertices that a file with this many edges may declare.
pub fn vertex_limit(edges: usize) -> usize {
    (SPARE_VERTICES + 4 * edges).min(Graph::MAX_SIZE)
}

/// What a file says, before anyone has checked that it makes a board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Description {
    /// The graph.
    pub graph: Graph,
    /// The terminal L, where the file names it.
    pub left: Option<Terminal>,
    /// The terminal R, where the file names it.
    pub right: Option<Terminal>,
}

/// A terminal and the line that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// The vertex.
    pub vertex: VertexId,
    /// The line of the file, from 1.
    pub line: usize,
}

impl Description {
    /// The description of a network that exists already.
    pub fn of(network: Network) -> Self {
        let terminal = |vertex| Some(Terminal { vertex, line: 0 });
        Self {
            left: terminal(network.left()),
            right: terminal(network.right()),
            graph: network.into_graph(),
        }
    }

    /// The board, if the description makes one.
    ///
    /// # Errors
    /// When a terminal is not named, does not exist, or both are one vertex.
    pub fn into_network(self) -> Result<Network, Faults> {
        let mut faults = Faults::default();
        for (name, terminal) in [
            ("left terminal L", self.left),
            ("right terminal R", self.right),
        ] {
            if terminal.is_none() {
                faults.push(1, format!("the file does not name the {name}"));
            }
        }
        let (Some(left), Some(right)) = (self.left, self.right) else {
            return Err(faults);
        };
        Network::new(self.graph, left.vertex, right.vertex).map_err(|error| {
            let line = match error {
                NetworkError::NoSuchTerminal { terminal, .. } if terminal == left.vertex => {
                    left.line
                }
                _ => right.line,
            };
            Faults::one(line, error.to_string())
        })
    }
}
