//! The principal partition {P, P*, R} of a graph.

use super::degeneracy::Layout;
use super::matroid_union::{clumps, two_forests};
use super::minor::Minor;
use crate::graph::{EdgeId, Graph};
use crate::switching::Position;

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
/// when it lies in a dependent set, one that two forests cannot hold; in P* when a parallel copy
/// of it would still fit, that is, when its ends lie in different clumps; in R otherwise.
///
/// Complexity: two largest forests and one refinement into clumps, near-linear.
pub fn partition(graph: &Graph) -> Partition {
    let ends = |edge| graph.ends(edge).map(|end| end.index() as u32);
    let ids: Vec<EdgeId> = graph.edges().filter(|&edge| !graph.is_loop(edge)).collect();
    let edges: Vec<[u32; 2]> = ids.iter().map(|&edge| ends(edge)).collect();
    let Layout {
        number,
        edges,
        core,
        ..
    } = Layout::new(graph.vertex_count(), edges, ids);
    let mut forests = two_forests(graph.vertex_count(), core, &edges);
    drop(edges);
    let clump = clumps(&forests.up(), core);
    let class = forests.parts();
    Partition::sort_out(graph.edges(), &class, &clump, |edge| {
        ends(edge).map(|end| number[end as usize])
    })
}

impl Partition {
    /// The same of what is left of a position, given the dependent set and the clump of every vertex.
    pub(crate) fn of_minor(
        position: &Position,
        minor: &Minor,
        class: &[u32],
        clump: &[u32],
    ) -> Self {
        let graph = position.network().graph();
        let ends = |edge| graph.ends(edge).map(|end| minor.vertex_of[end.index()]);
        Self::sort_out(position.free_edges(), class, clump, ends)
    }

    fn sort_out(
        edges: impl Iterator<Item = EdgeId>,
        class: &[u32],
        clump: &[u32],
        ends: impl Fn(EdgeId) -> [u32; 2],
    ) -> Self {
        let mut partition = Self::default();
        for edge in edges {
            let [u, v] = ends(edge).map(|end| end as usize);
            let part = if class[u] == class[v] {
                &mut partition.p
            } else if clump[u] == clump[v] {
                &mut partition.r
            } else {
                &mut partition.p_star
            };
            part.push(edge);
        }
        partition
    }
}
