//! The principal partition {P, P*, R} of a graph.

use super::clumps::clumps;
use super::pebbles::Pebbles;
use super::trees::two_forests;
use crate::graph::{EdgeId, Graph};

/// The principal partition: for every edge who wins its own game.
///
/// The game of an edge e is played on the graph without e, between e's ends.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Partition {
    /// SHORT wins even moving second.
    pub p: Vec<EdgeId>,
    /// CUT wins even moving second.
    pub p_star: Vec<EdgeId>,
    /// Whoever moves first wins.
    pub r: Vec<EdgeId>,
}

/// The principal partition of the graph.
///
/// **Theorem used** (Kishi and Kajitani 1969; Bruno and Weinberg 1970). An edge is in P exactly
/// when it lies in a dependent set, one that two forests cannot hold; in P* when a parallel copy of
/// it would still fit, that is, when its ends lie in different clumps; in R otherwise.
///
/// Complexity: a pebble game, then O((n + m) log n).
pub fn partition(graph: &Graph) -> Partition {
    let label = |edge| graph.ends(edge).map(|end| end.index() as u32);
    let ids: Vec<EdgeId> = graph.edges().filter(|&edge| !graph.is_loop(edge)).collect();
    let edges: Vec<[u32; 2]> = ids.iter().map(|&edge| label(edge)).collect();
    let mut pebbles = Pebbles::new(graph.vertex_count());
    for (edge, &ends) in edges.iter().enumerate() {
        pebbles.insert(edge as u32, ends);
    }
    let forests = two_forests(&mut pebbles, edges.len());
    let clump = clumps(graph.vertex_count(), &edges, &forests);
    let mut partition = Partition::default();
    for edge in graph.edges() {
        let [u, v] = label(edge);
        let part = if pebbles.find(u) == pebbles.find(v) {
            &mut partition.p
        } else if clump[u as usize] == clump[v as usize] {
            &mut partition.r
        } else {
            &mut partition.p_star
        };
        part.push(edge);
    }
    partition
}
