//! Graphs and their typed ids: the undirected multigraph of the switching game, and the digraph of
//! the coin game.
//!
//! A graph is a number of vertices and a list of edges; loops and parallel edges are allowed. Ids are
//! zero-based in code and are displayed from 1, as in the network files.

macro_rules! typed_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        /// As its label, which counts from 1.
        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u64(self.label() as u64)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let label = usize::deserialize(deserializer)?;
                let error = || serde::de::Error::custom("labels count from 1 and fit 32 bits");
                Self::from_label(label).ok_or_else(error)
            }
        }

        impl $name {
            /// The id with this zero-based index.
            ///
            /// # Panics
            /// In debug builds, if the index does not fit 32 bits; graphs are smaller than that.
            #[inline]
            pub fn new(index: usize) -> Self {
                debug_assert!(u32::try_from(index).is_ok());
                Self(index as u32)
            }

            /// The id that a file calls `label` (labels count from 1); `None` for 0.
            pub fn from_label(label: usize) -> Option<Self> {
                let index = label.checked_sub(1)?;
                u32::try_from(index).ok().map(Self)
            }

            /// The zero-based index, for use with slices.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The label in files and in print: the index plus one.
            pub fn label(self) -> usize {
                self.index() + 1
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.label())
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "#{}", self.label())
            }
        }
    };
}

pub(crate) mod csr;
#[cfg(feature = "coins")]
mod digraph;
pub(crate) mod planar;
pub mod plane;
#[cfg(feature = "coins")]
mod transpose;

#[cfg(feature = "coins")]
pub use digraph::{Digraph, NodeId, Rows, RowsError};

use csr::Csr;

typed_id! {
    /// A vertex of a [`Graph`].
    VertexId
}
typed_id! {
    /// An edge of a [`Graph`].
    EdgeId
}

/// A finite undirected multigraph, possibly with loops, possibly disconnected.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Graph {
    vertices: u32,
    ends: Vec<[VertexId; 2]>,
}

impl Graph {
    /// The most vertices, and the most edges, that a graph can have.
    pub const MAX_SIZE: usize = i32::MAX as usize - 2;

    /// A graph on `vertices` vertices without edges.
    ///
    /// # Panics
    /// If there are more than [`Graph::MAX_SIZE`] vertices.
    pub fn new(vertices: usize) -> Self {
        assert!(vertices <= Self::MAX_SIZE, "too many vertices");
        Self {
            vertices: vertices as u32,
            ends: Vec::new(),
        }
    }

    /// A graph from zero-based pairs: short, for tests and examples.
    ///
    /// # Panics
    /// If a pair names a vertex that does not exist.
    pub fn from_pairs(vertices: usize, pairs: &[(usize, usize)]) -> Self {
        let mut graph = Self::new(vertices);
        for &(u, v) in pairs {
            graph.add_edge(VertexId::new(u), VertexId::new(v));
        }
        graph
    }

    /// A graph from the ends of all its edges at once.
    ///
    /// # Panics
    /// If an end is not a vertex, or there are more than [`Graph::MAX_SIZE`] vertices or edges.
    pub fn from_ends(vertices: usize, ends: Vec<[VertexId; 2]>) -> Self {
        let graph = Self::new(vertices);
        let largest = ends.iter().map(|&[u, v]| u.max(v)).max();
        assert!(
            largest.is_none_or(|v| v.0 < graph.vertices),
            "no such vertex"
        );
        assert!(ends.len() <= Self::MAX_SIZE, "too many edges");
        Self { ends, ..graph }
    }

    /// Reserves memory for `edges` more edges.
    pub fn reserve(&mut self, edges: usize) {
        self.ends.reserve_exact(edges);
    }

    /// Adds an edge and returns its id.
    ///
    /// # Panics
    /// If an end is not a vertex of this graph, or the graph is full.
    pub fn add_edge(&mut self, u: VertexId, v: VertexId) -> EdgeId {
        assert!(u.0 < self.vertices && v.0 < self.vertices, "no such vertex");
        assert!(self.ends.len() < Self::MAX_SIZE, "too many edges");
        self.ends.push([u, v]);
        EdgeId::new(self.ends.len() - 1)
    }

    /// The number of vertices.
    #[inline]
    pub fn vertex_count(&self) -> usize {
        self.vertices as usize
    }

    /// The number of edges.
    #[inline]
    pub fn edge_count(&self) -> usize {
        self.ends.len()
    }

    /// The two ends of an edge, in the order they were given.
    #[inline]
    pub fn ends(&self, edge: EdgeId) -> [VertexId; 2] {
        self.ends[edge.index()]
    }

    /// Whether the edge joins a vertex to itself.
    pub fn is_loop(&self, edge: EdgeId) -> bool {
        let [u, v] = self.ends(edge);
        u == v
    }

    /// All vertices.
    pub fn vertices(
        &self,
    ) -> impl ExactSizeIterator<Item = VertexId> + DoubleEndedIterator + Clone + use<> {
        (0..self.vertex_count()).map(VertexId::new)
    }

    /// All edges.
    pub fn edges(
        &self,
    ) -> impl ExactSizeIterator<Item = EdgeId> + DoubleEndedIterator + Clone + use<> {
        (0..self.edge_count()).map(EdgeId::new)
    }

    /// Whether this edge id belongs to the graph.
    pub fn has_edge(&self, edge: EdgeId) -> bool {
        edge.index() < self.edge_count()
    }

    /// Whether this vertex id belongs to the graph.
    pub fn has_vertex(&self, vertex: VertexId) -> bool {
        vertex.index() < self.vertex_count()
    }
}

/// The edges at every vertex, in compressed rows: built once, read often.
///
/// A loop is listed twice at its vertex.
#[derive(Clone, Debug)]
pub struct Incidence(Csr<(EdgeId, VertexId)>);

impl Incidence {
    /// The rows of `graph`, in O(n + m).
    pub fn new(graph: &Graph) -> Self {
        Self::of(graph, |_| true)
    }

    /// The rows of the subgraph of the edges that `keep` accepts.
    pub fn of(graph: &Graph, keep: impl Fn(EdgeId) -> bool + Sync) -> Self {
        let entries = graph.edges().filter(|&edge| keep(edge)).flat_map(|edge| {
            let [u, v] = graph.ends(edge);
            [(u.0, (edge, v)), (v.0, (edge, u))]
        });
        Self(Csr::new(graph.vertex_count(), entries))
    }

    /// The number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.0.row_count()
    }

    /// The edges at `vertex`, each with the vertex at its other end.
    #[inline]
    pub fn at(&self, vertex: VertexId) -> &[(EdgeId, VertexId)] {
        self.0.row(vertex.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_count_from_one() {
        assert_eq!(VertexId::from_label(0), None);
        assert_eq!(VertexId::from_label(3), Some(VertexId::new(2)));
        assert_eq!(EdgeId::new(4).to_string(), "5");
    }

    #[test]
    fn incidence_lists_every_edge_at_both_ends() {
        let graph = Graph::from_pairs(3, &[(0, 1), (1, 2), (1, 1), (0, 1)]);
        let rows = Incidence::new(&graph);
        let at = |v: usize| -> Vec<usize> {
            let row = rows.at(VertexId::new(v));
            row.iter().map(|(e, _)| e.index()).collect()
        };
        assert_eq!(at(0), [0, 3]);
        assert_eq!(at(1), [0, 1, 2, 2, 3]);
        assert_eq!(at(2), [1]);
    }
}
