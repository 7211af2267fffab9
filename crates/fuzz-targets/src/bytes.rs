//! Small numbers from bytes: how a target turns the fuzzer's input into a board.

use switchyard::graph::{Graph, VertexId};
use switchyard::switching::Network;

/// Bytes, taken one after another; zeros once they are all taken.
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    /// A number below `end`, which is at least 1.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    /// What has not been taken.
    pub fn rest(self) -> &'a [u8] {
        self.0
    }

    /// A network with at most this many vertices and edges, two bytes for each edge.
    pub fn network(&mut self, vertices: usize, edges: usize) -> Network {
        let vertices = 2 + self.below(vertices - 1);
        let edges = self.below(edges + 1);
        let mut graph = Graph::new(vertices);
        for _ in 0..edges {
            let [u, v] = [(); 2].map(|()| VertexId::new(self.below(vertices)));
            graph.add_edge(u, v);
        }
        let right = 1 + self.below(vertices - 1);
        Network::new(graph, VertexId::new(0), VertexId::new(right)).expect("0 < right < vertices")
    }
}
