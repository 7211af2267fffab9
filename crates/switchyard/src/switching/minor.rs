//! The network that is left of a position: SHORT's edges contracted, CUT's removed.

use super::layout::lay_out;
use super::{Claim, Position};
use crate::graph::EdgeId;
use crate::union_find::UnionFind;

/// Marks a vertex of the board that is no longer connected to the terminals.
pub(crate) const OUT: u32 = u32::MAX;

/// What is left to play on, without loops and without what hangs apart from the terminals.
///
/// Vertices and edges are in an order of their own, chosen for speed.
#[derive(Clone, Debug)]
pub(crate) struct Minor {
    pub vertices: usize,
    /// The vertex here that a vertex of the board has become part of, or [`OUT`].
    pub vertex_of: Vec<u32>,
    /// The free edges that join two different vertices here.
    pub edges: Vec<[u32; 2]>,
    /// What the board calls each of `edges`.
    pub ids: Vec<EdgeId>,
    pub left: u32,
    pub right: u32,
}

impl Minor {
    pub(crate) fn of(position: &Position) -> Self {
        let network = position.network();
        let graph = network.graph();
        let mut minor = Self::vertices_of(position);
        minor.edges.reserve_exact(position.free_count());
        minor.ids.reserve_exact(position.free_count());
        for edge in position.free_edges() {
            let ends = graph.ends(edge).map(|end| minor.vertex_of[end.index()]);
            if ends[0] != ends[1] {
                minor.edges.push(ends);
                minor.ids.push(edge);
            }
        }
        let number = lay_out(minor.vertices, &mut minor.edges, &mut minor.ids);
        for vertex in minor.vertex_of.iter_mut().filter(|vertex| **vertex != OUT) {
            *vertex = number[*vertex as usize];
        }
        minor.left = minor.vertex_of[network.left().index()];
        minor.right = minor.vertex_of[network.right().index()];
        minor
    }

    /// The vertices alone, in the order of the board.
    fn vertices_of(position: &Position) -> Self {
        let graph = position.network().graph();
        let mut joined = UnionFind::new(graph.vertex_count());
        for edge in graph.edges() {
            if position.claim_of(edge) == Claim::Short {
                let [u, v] = graph.ends(edge);
                joined.union(u.index(), v.index());
            }
        }
        let mut vertices = 0;
        let mut vertex_of = vec![OUT; graph.vertex_count()];
        let in_play = in_play(position);
        for vertex in graph.vertices().filter(|vertex| in_play[vertex.index()]) {
            let root = joined.find(vertex.index());
            if vertex_of[root] == OUT {
                vertex_of[root] = vertices;
                vertices += 1;
            }
            vertex_of[vertex.index()] = vertex_of[root];
        }
        Self {
            vertices: vertices as usize,
            vertex_of,
            edges: Vec::new(),
            ids: Vec::new(),
            left: OUT,
            right: OUT,
        }
    }
}

/// Which vertices are still connected to the terminals.
fn in_play(position: &Position) -> Vec<bool> {
    let graph = position.network().graph();
    let mut joined = UnionFind::new(graph.vertex_count());
    for edge in graph.edges() {
        if position.claim_of(edge) != Claim::Cut {
            let [u, v] = graph.ends(edge);
            joined.union(u.index(), v.index());
        }
    }
    let root = joined.find(position.network().left().index());
    let vertices = 0..graph.vertex_count();
    vertices.map(|vertex| joined.find(vertex) == root).collect()
}
