//! Kinds that are not random; only a counter is kept in memory.

use super::{Blueprint, Impossible, product, size};
use crate::bridgit::{Board, BoardError};
use crate::graph::VertexId;

type Made = Result<Blueprint, Impossible>;

/// A grid of vertices, each joined to its neighbours; the terminals are opposite corners.
///
/// # Errors
/// When the grid has no room for two terminals or is too large.
pub fn grid(rows: usize, columns: usize) -> Made {
    let vertices = size(product(rows, columns))?;
    let across = product(rows, columns.saturating_sub(1));
    let edges = size(across.saturating_add(product(rows.saturating_sub(1), columns)))?;
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
    let edges = size(product(vertices, vertices.saturating_sub(1)) / 2)?;
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
    let edges = size(product(first, second))?;
    let vertices = size(first as u64 + second as u64)?;
    let row = move |u| (first..vertices).map(move |v| [VertexId::new(u), VertexId::new(v)]);
    Blueprint::new(vertices, edges, (0..first).flat_map(row))
}

/// The Bridg-It board of size M, on which the first player wins.
///
/// # Errors
/// When there is no board of this size.
pub fn bridgit(size: usize) -> Made {
    if !(2..=Board::MAX_SIZE).contains(&size) {
        return Impossible::because(BoardError::Size(size).to_string());
    }
    bridgit_rectangle(size, size)
}

/// A rectangular Bridg-It board: `columns` columns and `rows` − 1 rows of nodes between the
/// terminals, with vertices and edges numbered as on the square board. SHORT's shortest path has
/// `rows` edges, CUT's smallest cut `columns`; the side that has less to do wins even moving second,
/// and on the square the first player wins.
///
/// # Errors
/// When a side is 0, or the board is too large.
pub fn bridgit_rectangle(columns: usize, rows: usize) -> Made {
    if columns == 0 || rows == 0 {
        return Impossible::because("a Bridg-It board has at least one column and one row");
    }
    let vertices = size(product(columns, rows - 1).saturating_add(2))?;
    let horizontal = product(columns - 1, rows - 1);
    let edges = size(product(columns, rows).saturating_add(horizontal))?;
    let node = move |level: usize, column: usize| {
        VertexId::new(match level {
            0 => 0,
            _ if level == rows => vertices - 1,
            _ => 1 + (level - 1) * columns + column,
        })
    };
    let row = move |row: usize| {
        let down = (0..columns).map(move |column| [node(row, column), node(row + 1, column)]);
        let across = if row + 1 < rows { columns - 1 } else { 0 };
        down.chain((0..across).map(move |c| [node(row + 1, c), node(row + 1, c + 1)]))
    };
    Ok(Blueprint::new(vertices, edges, (0..rows).flat_map(row))?.fixed())
}

/// The hypercube: vertices are the words of this many bits, joined when one bit differs. The
/// terminals are antipodal.
///
/// # Errors
/// When there is no dimension, or too many.
pub fn hypercube(dimension: usize) -> Made {
    // The largest that fits: 27 · 2²⁶ edges.
    if !(1..=27).contains(&dimension) {
        return Impossible::because(format!(
            "{dimension} dimensions: a hypercube has 1 to 27 of them here"
        ));
    }
    let vertices = 1_usize << dimension;
    let up = move |v: usize| {
        let zeros = (0..dimension).filter(move |bit| v >> bit & 1 == 0);
        zeros.map(move |bit| [v, v | 1 << bit].map(VertexId::new))
    };
    let edges = dimension << (dimension - 1);
    Blueprint::new(vertices, edges, (0..vertices).flat_map(up))
}

/// A power of a path: vertices in a row, joined when they are at most `power` steps apart. The
/// terminals are the two ends.
///
/// # Errors
/// When there are fewer than two vertices, no power, one as large as the path, or too many edges.
pub fn path_power(vertices: usize, power: usize) -> Made {
    if power == 0 || power >= vertices {
        return Impossible::because(format!(
            "power {power} of a path of {vertices} vertices: expected 1 to the vertices less one"
        ));
    }
    let missing = product(power, power + 1) / 2;
    let edges = size(product(vertices, power) - missing)?;
    let row = move |u: usize| (u + 1..=(u + power).min(vertices - 1)).map(move |v| [u, v]);
    let all = (0..vertices).flat_map(row);
    Blueprint::new(vertices, edges, all.map(|ends| ends.map(VertexId::new)))
}

/// A power of a cycle: vertices in a ring, joined when they are at most `power` steps apart. The
/// terminals are opposite each other.
///
/// # Errors
/// When there is no power, the two neighbours at that distance are not different, or there are too
/// many edges.
pub fn cycle_power(vertices: usize, power: usize) -> Made {
    if power == 0 || power.checked_mul(2).is_none_or(|both| both >= vertices) {
        return Impossible::because(format!(
            "power {power} of a cycle of {vertices} vertices: expected 1 to less than half of them"
        ));
    }
    let edges = size(product(vertices, power))?;
    let row = move |u: usize| (1..=power).map(move |step| [u, (u + step) % vertices]);
    let all = (0..vertices).flat_map(row);
    let cycle = Blueprint::new(vertices, edges, all.map(|ends| ends.map(VertexId::new)))?;
    Ok(cycle.between([0, vertices / 2].map(VertexId::new)))
}
