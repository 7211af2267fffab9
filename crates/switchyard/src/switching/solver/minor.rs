//! The minor of a position: SHORT's edges contracted, CUT's deleted.

use super::degeneracy::DegeneracyOrder;
use crate::ds::parallel::{join_if_large, on_halves};
use crate::ds::union_find::UnionFind;
use crate::graph::{EdgeId, VertexId};
use crate::switching::contracted::Contracted;
use crate::switching::{Position, Side};

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

/// The vertices and edges of a minor in the board's order.
struct Listed<Id> {
    /// How many vertices there are, and which of them each vertex of the board has become part of.
    vertices: (usize, Vec<u32>),
    /// The free edges that are not loops.
    edges: Vec<[u32; 2]>,
    ids: Vec<Id>,
}

impl<Id: Name> Listed<Id> {
    fn of(position: &Position) -> Self {
        let graph = position.network().graph();
        let vertices = Contracted::of(position).number(graph);
        let ends = |edge| graph.ends(edge).map(|end| vertices.1[end.index()]);
        let is_loop = |[u, v]: [u32; 2]| u == v;
        let free = position.free_count();
        let list_edges = || {
            let mut edges = Vec::with_capacity(free);
            edges.extend(
                position
                    .free_edges()
                    .map(ends)
                    .filter(|&ends| !is_loop(ends)),
            );
            edges
        };
        let list_ids = || {
            let mut ids = Vec::with_capacity(free);
            ids.extend(position.free_edges().map(Id::of));
            ids
        };
        let (edges, mut ids) = join_if_large(free, list_edges, list_ids);
        if edges.len() < free {
            let proper = position.free_edges().filter(|&edge| !is_loop(ends(edge)));
            ids.clear();
            ids.extend(proper.map(Id::of));
        }
        Self {
            vertices,
            edges,
            ids,
        }
    }
}

impl<Id: Name> Minor<Id> {
    pub(crate) fn of(position: &Position) -> Self {
        let network = position.network();
        let terminals = [network.left(), network.right()].map(VertexId::index);
        let Listed {
            vertices,
            edges,
            ids,
        } = Listed::of(position);
        Self::arrange(vertices, edges, ids, terminals)
    }

    /// The minor of an undecided position, or who has won.
    pub(crate) fn unless_over(position: &Position) -> Result<Self, Side> {
        position
            .winner()
            .map_or_else(|| Ok(Self::of(position)), Err)
    }

    /// The same if it is known who has won; to find out takes a look at all edges.
    pub(crate) fn unless_known_over(position: &Position) -> Result<Self, Side> {
        position
            .known_winner()
            .map_or_else(|| Ok(Self::of(position)), Err)
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
        on_halves(&mut vertex_of, |vertices| {
            for vertex in vertices {
                *vertex = order.number[*vertex as usize];
            }
        });
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
