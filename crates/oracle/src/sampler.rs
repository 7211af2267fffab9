//! Random boards and positions.

use crate::graphs::network;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use switchyard::graph::{Digraph, EdgeId, Graph, VertexId};
use switchyard::switching::{Network, Position, Side};

/// Random networks and positions, the same for the same seed.
#[derive(Clone, Debug)]
pub struct Sampler(ChaCha8Rng);

impl Sampler {
    /// A sampler that a seed reproduces.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number in `from..=to`.
    pub fn number(&mut self, from: usize, to: usize) -> usize {
        self.0.random_range(from..=to)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.0.random_ratio(1, n)
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.number(0, from.len() - 1)]
    }

    /// A multigraph of at most this many vertices (at least 2) and edges. The ends of the edges are
    /// independent, so there are loops, parallel edges and vertices apart.
    pub fn graph(&mut self, max_vertices: usize, max_edges: usize) -> Graph {
        let n = self.number(2, max_vertices);
        let m = self.number(0, max_edges);
        let mut vertex = || self.number(0, n - 1);
        let pairs: Vec<(usize, usize)> = (0..m).map(|_| (vertex(), vertex())).collect();
        Graph::from_pairs(n, &pairs)
    }

    /// Such a multigraph with two different terminals.
    pub fn network(&mut self, max_vertices: usize, max_edges: usize) -> Arc<Network> {
        let graph = self.graph(max_vertices, max_edges);
        let n = graph.vertex_count();
        let left = self.number(0, n - 1);
        let right = (left + self.number(1, n - 1)) % n;
        network(graph, left, right)
    }

    /// The network with random names for its vertices, and isolated vertices beside them: this many in all.
    pub fn scatter(&mut self, network: &Network, vertices: usize) -> Arc<Network> {
        let graph = network.graph();
        let mut names: Vec<usize> = (0..vertices).collect();
        names.shuffle(&mut self.0);
        let named = |vertex: VertexId| names[vertex.index()];
        let ends = graph.edges().map(|edge| graph.ends(edge).map(named));
        let pairs: Vec<(usize, usize)> = ends.map(|[u, v]| (u, v)).collect();
        let terminals = (named(network.left()), named(network.right()));
        let scattered = Network::from_pairs(vertices, terminals, &pairs);
        let scattered = scattered.expect("there are as many names as vertices");
        Arc::new(scattered.with_target(network.target()))
    }

    /// The edges of the network in a random order.
    pub fn order(&mut self, network: &Network) -> Vec<EdgeId> {
        let mut order: Vec<EdgeId> = network.graph().edges().collect();
        order.shuffle(&mut self.0);
        order
    }

    /// A position of the network in the middle of the game (which may be over): every edge has
    /// been played with chance 1/`one_in`, by either side.
    pub fn position(&mut self, network: &Arc<Network>, one_in: u32) -> Position {
        let mut moves: Vec<(Side, EdgeId)> = Vec::new();
        for edge in network.graph().edges() {
            if self.one_in(one_in) {
                moves.push((self.pick(&Side::BOTH), edge));
            }
        }
        Position::with_moves(network.clone(), moves).expect("every edge stands once")
    }
}

/// Random small digraphs with loops and parallel arcs, sparse and dense.
pub fn random_digraphs(seed: u64, most_nodes: usize) -> impl Iterator<Item = Digraph<'static>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    std::iter::repeat_with(move || {
        let nodes = rng.random_range(1..=most_nodes);
        let count = rng.random_range(0..=nodes * 3);
        let mut node = || rng.random_range(0..nodes) as u32;
        let arcs: Vec<(u32, u32)> = (0..count).map(|_| (node(), node())).collect();
        Digraph::from_arcs(nodes, &arcs)
    })
}
