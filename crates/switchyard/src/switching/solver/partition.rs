//! The principal partition {P, P*, R} of a graph.

use super::clumps::Clumps;
use super::degeneracy::DegeneracyOrder;
use super::matroid_union::{TwoForests, two_forests};
use super::minor::Minor;
use crate::graph::{EdgeId, Graph};
use crate::switching::Position;

/// The principal partition: the winner of every edge's own game.
///
/// The game of an edge e is played on the graph without e, between the ends of e.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Partition {
    /// SHORT wins even moving second.
    pub p: Vec<EdgeId>,
    /// CUT wins even moving second.
    pub p_star: Vec<EdgeId>,
    /// The side that moves first wins.
    pub r: Vec<EdgeId>,
}

/// The principal partition of the graph.
///
/// **Theorem used** (Kishi and Kajitani 1969; Bruno and Weinberg 1970). An edge is in P exactly
/// when it lies in a dependent set, one that two forests cannot hold; in P* when a parallel copy
/// of it would still fit, that is, when its ends lie in different clumps; in R otherwise.
///
/// Complexity: two largest forests and one refinement into clumps; near-linear.
///
/// ```
/// use switchyard::{Graph, partition};
/// // Three parallel edges depend on each other; the bridge after them does not.
/// let parts = partition(&Graph::from_pairs(3, &[(0, 1), (0, 1), (0, 1), (1, 2)]));
/// assert_eq!((parts.p.len(), parts.p_star.len(), parts.r.len()), (3, 1, 0));
/// ```
pub fn partition(graph: &Graph) -> Partition {
    let ends = |edge| graph.ends(edge).map(|end| end.index() as u32);
    let ids: Vec<EdgeId> = graph.edges().filter(|&edge| !graph.is_loop(edge)).collect();
    let edges: Vec<[u32; 2]> = ids.iter().map(|&edge| ends(edge)).collect();
    let DegeneracyOrder {
        number,
        edges,
        core,
        ..
    } = DegeneracyOrder::new(graph.vertex_count(), edges, ids);
    let TwoForests { up, class } = two_forests(graph.vertex_count(), core, &edges);
    drop(edges);
    let clumps = Clumps::new(&up, core);
    Partition::sort_out(graph.edges(), &class, &clumps, |edge| {
        ends(edge).map(|end| number[end as usize])
    })
}

impl Partition {
    /// The partition of the minor of a position, given its dependent sets and clumps.
    pub(crate) fn of_minor(
        position: &Position,
        minor: &Minor,
        class: &[u32],
        clumps: &Clumps,
    ) -> Self {
        let graph = position.network().graph();
        let ends = |edge| graph.ends(edge).map(|end| minor.vertex_of[end.index()]);
        Self::sort_out(position.free_edges(), class, clumps, ends)
    }

    fn sort_out(
        edges: impl Iterator<Item = EdgeId>,
        class: &[u32],
        clumps: &Clumps,
        ends: impl Fn(EdgeId) -> [u32; 2],
    ) -> Self {
        let mut partition = Self::default();
        for edge in edges {
            let ends = ends(edge);
            let [u, v] = ends.map(|end| end as usize);
            let part = if class[u] == class[v] {
                &mut partition.p
            } else if clumps.contain(ends) {
                &mut partition.r
            } else {
                &mut partition.p_star
            };
            part.push(edge);
        }
        partition
    }
}
