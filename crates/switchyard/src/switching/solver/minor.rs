//! The network that is left of a position: SHORT's edges contracted, CUT's removed.

use super::degeneracy::Layout;
use super::orientation::NONE;
use crate::ds::union_find::UnionFind;
use crate::graph::EdgeId;
use crate::switching::{Claim, Position};

/// What is left to play on, without loops.
///
/// Vertices and edges are in an order of their own, chosen for speed.
#[derive(Clone, Debug)]
pub(crate) struct Minor<Id = EdgeId> {
    pub vertices: usize,
    /// The vertex here that a vertex of the board has become part of.
    pub vertex_of: Vec<u32>,
    /// The free edges that join two different vertices here, the earlier ends first.
    pub edges: Vec<[u32; 2]>,
    /// What the board calls each of `edges`, where that matters.
    pub ids: Vec<Id>,
    /// How many vertices the core has: the first ones.
    pub core: usize,
    pub left: u32,
    pub right: u32,
}

/// What the edges of a minor can be called: by their names on the board, or nothing.
pub(crate) trait Name: Copy {
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
        let (vertices, mut vertex_of) = merge(position);
        let mut edges = Vec::with_capacity(position.free_count());
        let mut ids = Vec::with_capacity(position.free_count());
        for edge in position.free_edges() {
            let ends = graph.ends(edge).map(|end| vertex_of[end.index()]);
            if ends[0] != ends[1] {
                edges.push(ends);
                ids.push(Id::of(edge));
            }
        }
        let layout = Layout::new(vertices, edges, ids);
        for vertex in &mut vertex_of {
            *vertex = layout.number[*vertex as usize];
        }
        Self {
            vertices,
            left: vertex_of[network.left().index()],
            right: vertex_of[network.right().index()],
            vertex_of,
            edges: layout.edges,
            ids: layout.ids,
            core: layout.core,
        }
    }

    /// Which vertices are still connected to the terminals.
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

/// The vertices that are left once SHORT's edges are contracted: how many, and which of them each
/// vertex of the board has become part of.
fn merge(position: &Position) -> (usize, Vec<u32>) {
    let graph = position.network().graph();
    let mut joined = UnionFind::new(graph.vertex_count());
    for edge in graph.edges() {
        if position.claim_of(edge) == Claim::Short {
            let [u, v] = graph.ends(edge);
            joined.union(u.index(), v.index());
        }
    }
    let mut vertices = 0;
    let mut vertex_of = vec![NONE; graph.vertex_count()];
    for vertex in 0..graph.vertex_count() {
        let root = joined.find(vertex);
        if vertex_of[root] == NONE {
            vertex_of[root] = vertices;
            vertices += 1;
        }
        vertex_of[vertex] = vertex_of[root];
    }
    (vertices as usize, vertex_of)
}
