//! The dual of a planar network: what is SHORT's game on one is CUT's game on the other.
//!
//! Draw the network with the edge e0 between its terminals in the plane. The faces are the vertices of the dual, and
//! edge i joins the faces on its two sides; the faces on the sides of e0 are the terminals. A set of edges is a circuit of
//! one graph exactly when it is a smallest cut of the other, so SHORT's claims are CUT's deletions on the other side.
//!
//! Every block (a largest part without a cut vertex) is drawn by itself, and all are drawn in one common outer face.
//! Parallel edges are drawn side by side and are in series in the dual; the dual of a loop is a bridge and that of a
//! bridge a loop.

use super::Network;
use crate::graph::planar::{self, Block, blocks};
use crate::graph::{Graph, VertexId};
use std::collections::HashMap;
use thiserror::Error;

/// Why a network has no dual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DualError {
    /// It cannot be drawn in the plane.
    #[error("the network, with an edge between its terminals, is not planar")]
    NotPlanar,
    /// No path joins the terminals.
    #[error(
        "no path joins the terminals: CUT has won, and the terminals of the dual would be one vertex"
    )]
    Apart,
}

/// The dual network: edge i crosses edge i.
///
/// # Errors
/// When the network with e0 is not planar, or its terminals are apart.
pub fn dual(network: &Network) -> Result<Network, DualError> {
    let graph = network.graph();
    let index = |v: VertexId| v.index();
    let mut edges: Vec<[usize; 2]> = graph.edges().map(|e| graph.ends(e).map(index)).collect();
    let e0 = edges.len();
    edges.push([network.left(), network.right()].map(index));
    let dual = Dual::of(graph.vertex_count(), &edges).ok_or(DualError::NotPlanar)?;
    let [left, right] = dual.ends[e0].map(VertexId::new);
    let mut ends: Vec<[VertexId; 2]> = Vec::with_capacity(e0);
    ends.extend(dual.ends[..e0].iter().map(|pair| pair.map(VertexId::new)));
    let graph = Graph::from_ends(dual.faces, ends);
    Network::new(graph, left, right).map_err(|_| DualError::Apart)
}

/// The faces that every edge is between.
struct Dual {
    faces: usize,
    ends: Vec<[usize; 2]>,
}

/// The outer face, in which every block is drawn.
const OUTER: usize = 0;

impl Dual {
    fn of(vertices: usize, edges: &[[usize; 2]]) -> Option<Self> {
        let mut dual = Self {
            faces: 1,
            ends: vec![[OUTER; 2]; edges.len()],
        };
        // Parallel edges are one line until the end.
        let mut lines: Vec<([usize; 2], Vec<usize>)> = Vec::new();
        let mut line_of: HashMap<[usize; 2], usize> = HashMap::new();
        for (edge, &[u, v]) in edges.iter().enumerate() {
            if u == v {
                dual.ends[edge] = [OUTER, dual.new_face()];
                continue;
            }
            let ends = [u.min(v), u.max(v)];
            let line = *line_of.entry(ends).or_insert(lines.len());
            if line == lines.len() {
                lines.push((ends, Vec::new()));
            }
            lines[line].1.push(edge);
        }
        let pairs: Vec<[usize; 2]> = lines.iter().map(|line| line.0).collect();
        for block in blocks(vertices, &pairs) {
            let sides = dual.draw(&pairs, &block)?;
            for (&line, [one, other]) in block.iter().zip(sides) {
                let mut face = one;
                let (last, others) = lines[line].1.split_last()?;
                for &edge in others {
                    let next = dual.new_face();
                    dual.ends[edge] = [face, next];
                    face = next;
                }
                dual.ends[*last] = [face, other];
            }
        }
        Some(dual)
    }

    fn new_face(&mut self) -> usize {
        self.faces += 1;
        self.faces - 1
    }

    /// Draws a block; the faces on the two sides of each of its lines.
    fn draw(&mut self, pairs: &[[usize; 2]], block: &[usize]) -> Option<Vec<[usize; 2]>> {
        if block.len() == 1 {
            return Some(vec![[OUTER; 2]]);
        }
        // The vertices of the block, numbered from 0.
        let mut number: HashMap<usize, usize> = HashMap::new();
        let mut edges = Vec::with_capacity(block.len());
        for &line in block {
            edges.push(pairs[line].map(|v| {
                let next = number.len();
                *number.entry(v).or_insert(next)
            }));
        }
        let faces = planar::faces(&Block {
            vertices: number.len(),
            edges: &edges,
        })?;
        let mut sides: HashMap<[usize; 2], Vec<usize>> = HashMap::new();
        for (place, face) in faces.iter().enumerate() {
            let name = if place == 0 { OUTER } else { self.new_face() };
            for (i, &u) in face.iter().enumerate() {
                let v = face[(i + 1) % face.len()];
                sides.entry([u.min(v), u.max(v)]).or_default().push(name);
            }
        }
        let side = |&[u, v]: &[usize; 2]| match sides[&[u.min(v), u.max(v)]][..] {
            [one, other] => [one, other],
            _ => unreachable!("a line of a block has a face on either side"),
        };
        Some(edges.iter().map(side).collect())
    }
}
