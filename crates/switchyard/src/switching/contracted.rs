//! The network with SHORT's edges contracted: the one place that joins their ends.

use super::{Claim, Position};
use crate::ds::NONE;
use crate::ds::union_find::UnionFind;
use crate::graph::{EdgeId, Graph, VertexId};

/// How many edges ahead of its use a link is prefetched.
const AHEAD: usize = 8;

/// The contracted vertices of a graph: sets of vertices joined by contracted edges. Each is named
/// by one of its members, its representative.
#[derive(Clone, Debug)]
pub(crate) struct Contracted(UnionFind);

impl Contracted {
    /// Nothing contracted yet.
    pub(crate) fn none(graph: &Graph) -> Self {
        Self(UnionFind::new(graph.vertex_count()))
    }

    /// These edges contracted.
    pub(crate) fn by(graph: &Graph, edges: impl Iterator<Item = EdgeId> + Clone) -> Self {
        let mut contracted = Self::none(graph);
        let mut ahead = edges.clone().skip(AHEAD);
        for edge in edges {
            for end in ahead.next().into_iter().flat_map(|soon| graph.ends(soon)) {
                contracted.prefetch(end.index());
            }
            contracted.contract(graph, edge);
        }
        contracted
    }

    /// SHORT's edges contracted.
    pub(crate) fn of(position: &Position) -> Self {
        let graph = position.network().graph();
        let is_short = |edge: &EdgeId| position.claim_of(*edge) == Claim::Short;
        Self::by(graph, graph.edges().filter(is_short))
    }

    /// Contracts an edge; `false` if it was a loop.
    pub(crate) fn contract(&mut self, graph: &Graph, edge: EdgeId) -> bool {
        self.join(graph.ends(edge))
    }

    /// Makes one vertex of the two; `false` if they were one already.
    pub(crate) fn join(&mut self, [u, v]: [VertexId; 2]) -> bool {
        self.0.union(u.index(), v.index())
    }

    /// Whether two vertices have become one.
    pub(crate) fn is_one(&mut self, [u, v]: [VertexId; 2]) -> bool {
        self.0.same(u.index(), v.index())
    }

    /// Whether all vertices have become one.
    pub(crate) fn is_single(&mut self, graph: &Graph) -> bool {
        let vertices = graph.vertex_count();
        vertices == 0 || self.0.size(0) == vertices
    }

    /// The representative of a vertex.
    #[inline]
    pub(crate) fn find(&mut self, vertex: usize) -> usize {
        self.0.find(vertex)
    }

    /// Prefetches what [`Contracted::find`] reads first.
    pub(crate) fn prefetch(&self, vertex: usize) {
        self.0.prefetch(vertex);
    }

    /// Numbers the contracted vertices from 0, by their first members: how many there are, and
    /// the number of every vertex.
    pub(crate) fn number(mut self, graph: &Graph) -> (usize, Vec<u32>) {
        let mut count = 0;
        let mut number = vec![NONE; graph.vertex_count()];
        for vertex in 0..graph.vertex_count() {
            let root = self.find(vertex);
            if number[root] == NONE {
                number[root] = count;
                count += 1;
            }
            number[vertex] = number[root];
        }
        (count as usize, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracted_vertices_are_numbered_by_their_first_members() {
        let graph = Graph::from_pairs(6, &[(5, 1), (0, 2), (3, 4), (1, 5)]);
        let mut contracted = Contracted::none(&graph);
        let [a, b, _, again] = [0, 1, 2, 3].map(EdgeId::new);
        assert!(contracted.contract(&graph, a) && contracted.contract(&graph, b));
        assert!(!contracted.contract(&graph, again), "a loop by now");
        assert!(contracted.is_one([5, 1].map(VertexId::new)));
        assert_eq!(contracted.number(&graph), (4, vec![0, 1, 0, 2, 3, 1]));
    }
}
