//! The minor of a position: SHORT's edges contracted, CUT's deleted.

use super::degeneracy::DegeneracyOrder;
use crate::ds::union_find::UnionFind;
use crate::graph::{EdgeId, VertexId};
use crate::switching::Position;
use crate::switching::contracted::Contracted;

/// The minor of a position, without loops, in degeneracy order.
#[derive(Clone, Debug)]
pub(crate) struct Minor<Id = EdgeId> {
    pub vertices: usize,
    /// The vertex of the minor into which each vertex of the board was contracted.
    pub vertex_of: Vec<u32>,
    /// The free edges that are not loops, their earlier ends first.
    pub edges: Vec<[u32; 2]>,
    /// The board's name of each edge, where that matters.
    pub ids: Vec<Id>,
    /// The size of the 3-core, whose vertices are the first ones.
    pub core: usize,
    pub left: u32,
    pub right: u32,
}

/// What is stored of an edge's name on the board: all of it, or nothing.
pub(crate) trait Name: Copy + Send + Sync {
    fn of(edge: EdgeId) -> Self;
}

impl Name for EdgeId {
    fn of(edge: EdgeId) -> Self {
        edge
    }
}

impl Name for () {
    fn of(_: EdgeId) -> Self {}
}

impl<Id: Name> Minor<Id> {
    pub(crate) fn of(position: &Position) -> Self {
        let network = position.network();
        let graph = network.graph();
        let (vertices, vertex_of) = Contracted::of(position).number(graph);
        let mut edges = Vec::with_capacity(position.free_count());
        let mut ids = Vec::with_capacity(position.free_count());
        for edge in position.free_edges() {
            let ends = graph.ends(edge).map(|end| vertex_of[end.index()]);
            if ends[0] != ends[1] {
                edges.push(ends);
                ids.push(Id::of(edge));
            }
        }
        let terminals = [network.left(), network.right()].map(VertexId::index);
        Self::arrange((vertices, vertex_of), edges, ids, terminals)
    }

    /// The minor of these edges: how many vertices it has and which of them each vertex of the board
    /// has become part of, the edges between different ones, and the terminals as the board numbers them.
    pub(crate) fn arrange(
        (vertices, mut vertex_of): (usize, Vec<u32>),
        edges: Vec<[u32; 2]>,
        ids: Vec<Id>,
        [left, right]: [usize; 2],
    ) -> Self {
        let order = DegeneracyOrder::new(vertices, edges, ids);
        for vertex in &mut vertex_of {
            *vertex = order.number[*vertex as usize];
        }
        Self {
            vertices,
            left: vertex_of[left],
            right: vertex_of[right],
            vertex_of,
            edges: order.edges,
            ids: order.ids,
            core: order.core,
        }
    }

    /// Which vertices are connected to the terminals.
    pub(crate) fn in_play(&self) -> Vec<bool> {
        let mut joined = UnionFind::new(self.vertices);
        for &[u, v] in &self.edges {
            joined.union(u as usize, v as usize);
        }
        let root = joined.find(self.left as usize);
        let vertices = 0..self.vertices;
        vertices.map(|vertex| joined.find(vertex) == root).collect()
    }
}
