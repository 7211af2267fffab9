//! Kinds without chance: nothing is held in memory but a counter.

use super::{Blueprint, Impossible};
use crate::bridgit::Board;
use crate::graph::{Graph, VertexId};

type Made = Result<Blueprint, Impossible>;

/// The product, or why such a network is too large.
fn times(a: usize, b: usize) -> Result<usize, Impossible> {
    let product = a
        .checked_mul(b)
        .filter(|&product| product <= 4 * Graph::MAX_SIZE);
    product.ok_or_else(|| Impossible(format!("{a} times {b} is too large for a network")))
}

/// A grid of vertices, each joined to its neighbours; the terminals are opposite corners.
///
/// # Errors
/// When the grid has no room for two terminals or is too large.
pub fn grid(rows: usize, columns: usize) -> Made {
    let vertices = times(rows, columns)?;
    let edges = times(rows, columns.saturating_sub(1))? + times(rows.saturating_sub(1), columns)?;
    let at = move |i| {
        let right = (i % columns + 1 < columns).then(|| [i, i + 1]);
        let down = (i + columns < vertices).then(|| [i, i + columns]);
        right
            .into_iter()
            .chain(down)
            .map(|ends| ends.map(VertexId::new))
    };
    Blueprint::new(vertices, edges, (0..vertices).flat_map(at))
}

/// A ladder: two rails joined by rungs. The terminals are the start of one rail and the end of the
/// other; odd vertices are on the first rail, even ones on the second.
///
/// # Errors
/// When there is no rung, or too many.
pub fn ladder(rungs: usize) -> Made {
    grid(rungs, 2)
}

/// The complete graph.
///
/// # Errors
/// When there are fewer than two vertices, or too many edges.
pub fn complete(vertices: usize) -> Made {
    let edges = times(vertices, vertices.saturating_sub(1))? / 2;
    let row = |v| (0..v).map(move |u| [VertexId::new(u), VertexId::new(v)]);
    Blueprint::new(vertices, edges, (1..vertices).flat_map(row))
}

/// The complete bipartite graph; the terminals are the first vertex of one part and the last of the
/// other.
///
/// # Errors
/// When a part is empty, or there are too many edges.
pub fn bipartite(first: usize, second: usize) -> Made {
    if first == 0 || second == 0 {
        return Impossible::because("each part of a bipartite network needs a vertex");
    }
    let edges = times(first, second)?;
    let row = move |u| (first..first + second).map(move |v| [VertexId::new(u), VertexId::new(v)]);
    Blueprint::new(first + second, edges, (0..first).flat_map(row))
}

/// The Bridg-It board of size M, on which the first player wins.
///
/// # Errors
/// When there is no board of this size.
pub fn bridgit(size: usize) -> Made {
    let board = Board::new(size).map_err(|error| Impossible(error.to_string()))?;
    let network = board.network().as_ref().clone();
    let terminals = [network.left(), network.right()];
    let graph = network.into_graph();
    let ends = graph.edges().map(|edge| graph.ends(edge)).collect();
    let blueprint = Blueprint::of(graph.vertex_count(), ends)?;
    Ok(blueprint.between(terminals).fixed())
}
