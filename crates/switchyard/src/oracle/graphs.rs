//! Every small graph.

use crate::graph::{Graph, VertexId};
use crate::switching::Network;
use std::sync::Arc;

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
