//! Every small graph, and random multigraphs.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::switching::{Network, Position, Side};

/// Every connected simple graph on exactly `n` vertices, one of each isomorphism class.
///
/// A graph is the set of its edges, a number with a bit for every pair of vertices. Going
/// through all numbers, one not met before is a new class; all its renumberings are then met.
pub fn connected_graphs(n: usize) -> Vec<Graph> {
    assert!(n <= 7, "2^(n(n-1)/2) sets of edges are gone through");
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
    let bit = |u: usize, v: usize| {
        let pair = (u.min(v), u.max(v));
        1_usize
            << pairs
                .iter()
                .position(|&p| p == pair)
                .expect("a pair of vertices")
    };
    // For every permutation, the bit each pair goes to.
    let images: Vec<Vec<usize>> = permutations(n)
        .iter()
        .map(|p| pairs.iter().map(|&(u, v)| bit(p[u], p[v])).collect())
        .collect();
    let mut met = vec![false; 1 << pairs.len()];
    let mut graphs = Vec::new();
    for set in 0..1_usize << pairs.len() {
        if met[set] {
            continue;
        }
        let members: Vec<usize> = (0..pairs.len()).filter(|i| set >> i & 1 == 1).collect();
        for image in &images {
            met[members.iter().map(|&i| image[i]).sum::<usize>()] = true;
        }
        let chosen: Vec<(usize, usize)> = members.iter().map(|&i| pairs[i]).collect();
        let graph = Graph::from_pairs(n, &chosen);
        if is_connected(&graph) {
            graphs.push(graph);
        }
    }
    graphs
}

/// Every connected graph on 2 to `max` vertices with every pair of terminals.
pub fn small_networks(max: usize) -> impl Iterator<Item = Arc<Network>> {
    (2..=max).flat_map(connected_graphs).flat_map(|graph| {
        let n = graph.vertex_count();
        let pairs = (0..n).flat_map(|r| (0..r).map(move |l| (l, r)));
        pairs.map(move |(l, r)| network(graph.clone(), l, r))
    })
}

/// A network from a graph and the zero-based indices of its terminals.
pub fn network(graph: Graph, left: usize, right: usize) -> Arc<Network> {
    let (left, right) = (VertexId::new(left), VertexId::new(right));
    Arc::new(Network::new(graph, left, right).expect("two different terminals"))
}

/// Random networks and positions, the same for the same seed.
pub struct Dice(ChaCha8Rng);

impl Dice {
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

    /// A multigraph of at most so many vertices (at least 2) and edges. The ends of the edges are
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

/// Whether every vertex is reached from the first one.
pub fn is_connected(graph: &Graph) -> bool {
    let n = graph.vertex_count();
    let mut group: Vec<usize> = (0..n).collect();
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge).map(|end| group[end.index()]);
        for vertex in &mut group {
            if *vertex == v {
                *vertex = u;
            }
        }
    }
    group.iter().all(|&g| g == group[0])
}

/// All orders of `0..n`.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in permutations(n - 1) {
        for place in 0..n {
            let mut longer = shorter.clone();
            longer.insert(place, n - 1);
            all.push(longer);
        }
    }
    all
}
