//! The principal partition {P, P*, R} of a graph.

use super::clumps::Clumps;
use super::degeneracy::DegeneracyOrder;
use super::marks::{BETWEEN_CLASSES, BETWEEN_CLUMPS, Marks};
use super::matroid_union::{TwoForests, two_forests};
use crate::ds::parallel::join_if_large;
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
    let mut partition = Partition::default();
    for edge in graph.edges() {
        let [u, v] = ends(edge).map(|end| number[end as usize]);
        let part = if class[u as usize] == class[v as usize] {
            &mut partition.p
        } else if clumps.contain([u, v]) {
            &mut partition.r
        } else {
            &mut partition.p_star
        };
        part.push(edge);
    }
    partition
}

impl Partition {
    /// The partition of the minor of a position; the clumps must have been known when its edges were marked.
    pub(super) fn of_minor(position: &Position, marks: &Marks) -> Self {
        let list = |clumps: u8| {
            let wanted = BETWEEN_CLASSES | clumps;
            marks.list(|mark| mark & (BETWEEN_CLASSES | BETWEEN_CLUMPS) == wanted)
        };
        let (p_star, r) = join_if_large(position.free_count(), || list(BETWEEN_CLUMPS), || list(0));
        // Loops of the minor have no marks.
        let mut p = Vec::with_capacity(position.free_count() - p_star.len() - r.len());
        p.extend(
            position
                .free_edges()
                .filter(|&edge| marks.of(edge) & BETWEEN_CLASSES == 0),
        );
        Self { p, p_star, r }
    }
}
