//! The network that is left of a position: SHORT's edges contracted, CUT's removed.

use super::{Claim, Position};
use crate::graph::EdgeId;
use crate::union_find::UnionFind;

/// Marks a vertex of the board that is no longer connected to the terminals.
pub(crate) const OUT: u32 = u32::MAX;

/// What is left to play on, without loops and without what hangs apart from the terminals.
///
/// Its vertices are numbered from 0 in the order of the board.
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
        let mut joined = UnionFind::new(graph.vertex_count());
        for edge in graph.edges() {
            if position.claim_of(edge) == Claim::Short {
                let [u, v] = graph.ends(edge);
                joined.union(u.index(), v.index());
            }
        }
        let (vertices, vertex_of) = number_vertices(position, &mut joined);
        let mut minor = Self {
            vertices,
            edges: Vec::with_capacity(position.free_count()),
            ids: Vec::with_capacity(position.free_count()),
            left: vertex_of[network.left().index()],
            right: vertex_of[network.right().index()],
            vertex_of,
        };
        for edge in position.free_edges() {
            let ends = graph.ends(edge).map(|end| minor.vertex_of[end.index()]);
            if ends[0] != ends[1] {
                minor.edges.push(ends);
                minor.ids.push(edge);
            }
        }
        minor
    }
}

fn number_vertices(position: &Position, joined: &mut UnionFind) -> (usize, Vec<u32>) {
    let graph = position.network().graph();
    let mut vertices = 0;
    let mut vertex_of = vec![OUT; graph.vertex_count()];
    for vertex in graph.vertices() {
        if !position.is_in_play(vertex) {
            continue;
        }
        let root = joined.find(vertex.index());
        if vertex_of[root] == OUT {
            vertex_of[root] = vertices;
            vertices += 1;
        }
        vertex_of[vertex.index()] = vertex_of[root];
    }
    (vertices as usize, vertex_of)
}
