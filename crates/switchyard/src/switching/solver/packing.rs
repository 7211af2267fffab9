//! The two largest forests of a graph and what they say about it, without any game.

use super::clumps::Clumps;
use super::degeneracy::DegeneracyOrder;
use super::matroid_union::{TwoForests, two_forests};
use crate::graph::{EdgeId, Graph, VertexId};

/// Two disjoint forests of largest total size, with the vertex sets that explain the size.
///
/// **Theorems used** (Nash-Williams 1961, 1964; Tutte 1961; Edmonds 1965). Let ρ be the total size.
/// - A vertex set X holds at most 2(|X| − 1) edges of two forests. The *dependent classes* are disjoint sets
///   that hold exactly that many, and at least one edge more; every edge that is left out lies inside one. So
///   ρ = (edges between different classes) + Σ 2(|X| − 1), where a vertex of no dependent set is a class by
///   itself.
/// - The edges split into two forests exactly when none is left out: no set holds more than 2(|X| − 1) edges,
///   that is, the graph is (2,2)-sparse. A dependent class is a witness that they do not.
/// - There are two disjoint spanning trees exactly when ρ = 2(n − 1). If there are not, the classes are a
///   partition into k parts with fewer than 2(k − 1) edges between them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Packing {
    /// The edges of either forest, in increasing order.
    pub forests: [Vec<EdgeId>; 2],
    /// The dependent class of every vertex: two vertices of one class have the same number. The numbers count
    /// from 0 in the order of the classes' first vertices.
    pub dependent: Vec<u32>,
    /// The clump of every vertex, numbered in the same way: the largest sets that two disjoint trees span
    /// (Roskind and Tarjan 1985).
    pub clumps: Vec<u32>,
}

/// Two disjoint forests with as many edges as two forests can hold.
///
/// Complexity: two largest forests and one refinement into clumps; near-linear.
///
/// ```
/// use switchyard::{Graph, pack};
/// // Three parallel edges and a bridge: one of the three is left out.
/// let packing = pack(&Graph::from_pairs(3, &[(0, 1), (0, 1), (0, 1), (1, 2)]));
/// assert_eq!(packing.rank(), 3);
/// assert_eq!(packing.dependent, [0, 0, 1]);
/// assert_eq!(packing.clumps, [0, 0, 1]);
/// ```
pub fn pack(graph: &Graph) -> Packing {
    let ends = |edge| graph.ends(edge).map(|end| end.index() as u32);
    let ids: Vec<EdgeId> = graph.edges().filter(|&edge| !graph.is_loop(edge)).collect();
    let edges: Vec<[u32; 2]> = ids.iter().map(|&edge| ends(edge)).collect();
    let order = DegeneracyOrder::new(graph.vertex_count(), edges, ids);
    let TwoForests { up, class } = two_forests(graph.vertex_count(), order.core, &order.edges);
    let clumps = Clumps::new(&up, order.core);
    let forests = [0, 1].map(|t| {
        let held = up.iter().map(|slots| slots[t]);
        let held = held.filter(|slot| !slot.is_free());
        let mut forest: Vec<EdgeId> = held.map(|slot| order.ids[slot.edge as usize]).collect();
        forest.sort_unstable();
        forest
    });
    let numbers = order.number.iter();
    Packing {
        forests,
        dependent: numbered(numbers.clone().map(|&at| class[at as usize])),
        clumps: numbered(numbers.map(|&at| clumps.name(at))),
    }
}

impl Packing {
    /// The total size of the forests: the rank of the union of two graphic matroids.
    pub fn rank(&self) -> usize {
        self.forests.iter().map(Vec::len).sum()
    }

    /// The vertex sets of more than one vertex among classes that are given by numbers, by first vertex.
    pub fn sets(classes: &[u32]) -> Vec<Vec<VertexId>> {
        let count = classes.iter().max().map_or(0, |&last| last as usize + 1);
        let mut sets = vec![Vec::new(); count];
        for (vertex, &class) in classes.iter().enumerate() {
            sets[class as usize].push(VertexId::new(vertex));
        }
        sets.retain(|set| set.len() > 1);
        sets
    }
}

/// The same classes, numbered from 0 as they first occur.
fn numbered(names: impl ExactSizeIterator<Item = u32>) -> Vec<u32> {
    let mut number = vec![None; names.len()];
    let mut next = 0;
    names
        .map(|name| {
            *number[name as usize].get_or_insert_with(|| {
                next += 1;
                next - 1
            })
        })
        .collect()
}
