//! digraph6, nauty's format for digraphs: after `&` and the number of vertices, the adjacency matrix row by row.
//!
//! Loops can be written and parallel arcs cannot. A network takes the arcs without their direction; coins move
//! along them. The arcs are numbered in the order of the matrix.
//! Definition: B. D. McKay, "graph6 and sparse6 graph formats" (formats.txt).

use super::graph6::{ZERO, check_characters, only_graph, order, write_order};
use super::{Description, ParseErrors, WriteError, too_many_edges};
use crate::graph::{Graph, VertexId};
use std::fmt;

const HEADER: &[u8] = b">>digraph6<<";
/// The most vertices that are written: their matrix takes 170 MiB.
const LARGEST: usize = 1 << 15;

/// Reads a digraph6 file of at most this many arcs: a character holds six.
///
/// # Errors
/// Every fault of the file, each with its line.
pub fn parse_at_most(bytes: &[u8], most_edges: usize) -> Result<Description, ParseErrors> {
    let read = only_graph(bytes, "digraph6", |text| {
        decode(text.strip_prefix(HEADER).unwrap_or(text), most_edges)
    })?;
    Ok(Description {
        directed: true,
        ..read
    })
}

fn decode(text: &[u8], most_edges: usize) -> Result<Graph, String> {
    let Some(text) = text.strip_prefix(b"&") else {
        return Err("expected digraph6, which begins with &".to_string());
    };
    check_characters(text, "digraph6")?;
    let (n, body) = order(text).ok_or("the line ends within the number of vertices")?;
    let length = n.checked_mul(n).map(|bits| bits.div_ceil(6));
    if length != Some(body.len()) {
        let wanted = length.map_or("too many".into(), |length| length.to_string());
        let found = body.len();
        return Err(format!(
            "{n} vertices need {wanted} characters of matrix, found {found}"
        ));
    }
    let ones = |byte: &u8| (byte - ZERO).count_ones() as usize;
    let arcs: usize = body.iter().map(ones).sum();
    if arcs > most_edges {
        return Err(too_many_edges(arcs, most_edges));
    }
    let mut ends = Vec::with_capacity(arcs);
    for (place, byte) in body.iter().enumerate() {
        for shift in (0..6).rev().filter(|shift| (byte - ZERO) >> shift & 1 == 1) {
            let at = 6 * place + 5 - shift;
            if at >= n * n {
                return Err("the unused bits of the last character are not zero".to_string());
            }
            ends.push([at / n, at % n].map(VertexId::new));
        }
    }
    Ok(Graph::from_ends(n, ends))
}

/// Writes a digraph6 file, every edge as an arc from its first end to its second; the terminals are left out.
///
/// # Errors
/// When there are parallel arcs or too many vertices for a matrix, or the writer fails.
pub fn write(description: &Description, out: &mut impl fmt::Write) -> Result<(), WriteError> {
    let graph = &description.graph;
    let n = graph.vertex_count();
    if n > LARGEST {
        let reason =
            format!("digraph6 writes a matrix: {n} vertices are too many, {LARGEST} the most");
        return Err(WriteError::Unwritable(reason));
    }
    let mut body = vec![ZERO; (n * n).div_ceil(6)];
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge);
        let at = u.index() * n + v.index();
        let (place, bit) = (&mut body[at / 6], 1 << (5 - at % 6));
        if (*place - ZERO) & bit != 0 {
            let reason = format!("digraph6 knows no parallel arcs: {edge} is a second {u} {v}");
            return Err(WriteError::Unwritable(reason));
        }
        *place += bit;
    }
    out.write_char('&')?;
    write_order(n, out)?;
    out.write_str(std::str::from_utf8(&body).unwrap_or_default())?;
    Ok(out.write_char('\n')?)
}
