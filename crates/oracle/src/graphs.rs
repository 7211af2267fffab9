//! Every small graph, multigraph and digraph.

use std::collections::BTreeSet;
use std::sync::Arc;
use switchyard::graph::{Digraph, Graph, VertexId};
use switchyard::switching::Network;

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
    (2..=max)
        .flat_map(connected_graphs)
        .flat_map(|graph| terminals(&graph).map(move |(l, r)| network(graph.clone(), l, r)))
}

/// Every multigraph, loops included, on exactly `n` vertices with exactly `m` edges, connected or
/// not, one of each isomorphism class.
///
/// A multigraph is how often it has each pair of vertices. Every one with an edge more is one with
/// an edge less and that edge; of all its renumberings the largest stands for the class.
pub fn multigraphs(n: usize, m: usize) -> Vec<Graph> {
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..=v).map(move |u| (u, v))).collect();
    let place = |u: usize, v: usize| {
        let pair = (u.min(v), u.max(v));
        let place = pairs.iter().position(|&p| p == pair);
        place.expect("a pair of vertices")
    };
    let images: Vec<Vec<usize>> = permutations(n)
        .iter()
        .map(|p| pairs.iter().map(|&(u, v)| place(p[u], p[v])).collect())
        .collect();
    let representative = |counts: &[u8]| -> Vec<u8> {
        let renumbered = images.iter().map(|image| {
            let mut renumbered = vec![0; counts.len()];
            for (&to, &count) in image.iter().zip(counts) {
                renumbered[to] = count;
            }
            renumbered
        });
        renumbered.max().expect("there is a permutation")
    };
    let mut classes = BTreeSet::from([vec![0; pairs.len()]]);
    for _ in 0..m {
        let mut larger = BTreeSet::new();
        for counts in &classes {
            for pair in 0..pairs.len() {
                let mut more = counts.clone();
                more[pair] += 1;
                larger.insert(representative(&more));
            }
        }
        classes = larger;
    }
    let graph = |counts: Vec<u8>| {
        let times = pairs.iter().zip(counts);
        let edges = times.flat_map(|(&pair, count)| vec![pair; count.into()]);
        Graph::from_pairs(n, &edges.collect::<Vec<_>>())
    };
    classes.into_iter().map(graph).collect()
}

/// The digraph on `n` nodes of this number: bit u·n + v is the arc from u to v. There are
/// 2^(n²) of them, loops included.
pub fn digraph(n: usize, number: usize) -> Digraph<'static> {
    let all = (0..n as u32).flat_map(|u| (0..n as u32).map(move |v| (u, v)));
    let there = all.enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
    Digraph::from_arcs(n, &there.map(|(_, arc)| arc).collect::<Vec<_>>())
}

/// Every pair of terminals of a graph.
pub fn terminals(graph: &Graph) -> impl Iterator<Item = (usize, usize)> + use<> {
    let n = graph.vertex_count();
    (0..n).flat_map(|right| (0..right).map(move |left| (left, right)))
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
