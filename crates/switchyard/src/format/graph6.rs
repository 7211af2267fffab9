//! graph6, the format of nauty's `geng`: a simple graph in a line of printable characters.
//!
//! The upper triangle of the adjacency matrix, column by column, six bits per character. The format
//! has no terminals, loops, parallel edges or order of the edges: edges read from it are labelled
//! in the order of the triangle. A file holds one graph, with or without the `>>graph6<<` header.
//! Definition: B. D. McKay, "graph6 and sparse6 graph formats" (formats.txt).

use super::scan::{lines, without_mark};
use super::{Description, ParseErrors, WriteError, too_many_edges};
use crate::graph::{Graph, VertexId};
use std::fmt;

/// The first of 64 characters, each of which encodes six bits.
pub(super) const ZERO: u8 = b'?';
const HEADER: &[u8] = b">>graph6<<";
/// Orders up to this take one character, and up to the next four.
const SMALL: usize = 62;
const MEDIUM: usize = 258_047;

/// Reads a graph6 file of at most this many edges: a character holds six, so they are counted before any is made.
///
/// # Errors
/// Every fault of the file, each with its line.
pub fn parse_at_most(bytes: &[u8], most_edges: usize) -> Result<Description, ParseErrors> {
    only_graph(bytes, "graph6", |text| {
        decode(text.strip_prefix(HEADER).unwrap_or(text), most_edges)
    })
}

/// The only line of a file, as one of nauty's formats reads it.
pub(super) fn only_graph(
    bytes: &[u8],
    format: &str,
    decode: impl FnOnce(&[u8]) -> Result<Graph, String>,
) -> Result<Description, ParseErrors> {
    let mut graphs = lines(without_mark(bytes)).filter(|(_, text)| !text.is_empty());
    let Some((line, text)) = graphs.next() else {
        let reason = format!("the file is empty: expected a graph in {format}");
        return Err(ParseErrors::one(1, reason));
    };
    let mut faults = ParseErrors::default();
    let graph = decode(text)
        .map_err(|reason| faults.push(line, reason))
        .unwrap_or_default();
    if let Some((second, _)) = graphs.next() {
        let more = graphs.count() + 1;
        let reason = format!("{more} more graphs from here: expected one graph in the file");
        faults.push(second, reason);
    }
    faults.or(Description {
        graph,
        ..Description::default()
    })
}

/// The graph in a line of a stream, graph6 or sparse6, with or without a header.
///
/// # Errors
/// What is wrong with the line.
pub fn graph_of_line(line: &[u8], most_edges: usize) -> Result<Graph, String> {
    let line = line.strip_prefix(HEADER).unwrap_or(line);
    let line = line.strip_prefix(super::sparse6::HEADER).unwrap_or(line);
    match line {
        [b':', ..] => super::sparse6::decode(line, most_edges),
        _ => decode(line, most_edges),
    }
}

/// Refuses characters that none of these formats uses.
pub(super) fn check_characters(text: &[u8], format: &str) -> Result<(), String> {
    match text.iter().position(|byte| !(ZERO..=b'~').contains(byte)) {
        Some(at) => {
            let (byte, at) = (text[at].escape_ascii(), at + 1);
            Err(format!(
                "'{byte}', character {at}, is not of {format}: those are ? to ~"
            ))
        }
        None => Ok(()),
    }
}

fn decode(text: &[u8], most_edges: usize) -> Result<Graph, String> {
    match text.first() {
        Some(b':' | b';') => return Err("this is sparse6, not graph6".to_string()),
        Some(b'&') => return Err("this is digraph6, not graph6".to_string()),
        _ => {}
    }
    check_characters(text, "graph6")?;
    let (n, body) = order(text).ok_or("the line ends within the number of vertices")?;
    let bits = n.checked_mul(n.saturating_sub(1)).map(|twice| twice / 2);
    let length = bits.map(|bits| bits.div_ceil(6));
    if length != Some(body.len()) {
        let (wanted, found) = (
            length.map_or("too many".into(), |l| l.to_string()),
            body.len(),
        );
        return Err(format!(
            "{n} vertices need {wanted} characters of matrix, found {found}"
        ));
    }
    let bit = |at: usize| (body[at / 6] - ZERO) >> (5 - at % 6) & 1 == 1;
    let ones = |byte: &u8| (byte - ZERO).count_ones() as usize;
    let edges: usize = body.iter().map(ones).sum();
    if edges > most_edges {
        return Err(too_many_edges(edges, most_edges));
    }
    let mut ends = Vec::with_capacity(edges);
    let mut at = 0;
    for v in 1..n {
        for u in 0..v {
            if bit(at) {
                ends.push([VertexId::new(u), VertexId::new(v)]);
            }
            at += 1;
        }
    }
    let spare = |at| at < 6 * body.len() && bit(at);
    if (at..at + 6).any(spare) {
        return Err("the unused bits of the last character are not zero".to_string());
    }
    Ok(Graph::from_ends(n, ends))
}

/// The number of vertices, and the characters after it.
pub(super) fn order(text: &[u8]) -> Option<(usize, &[u8])> {
    let (length, rest) = match text {
        [b'~', b'~', rest @ ..] => (6, rest),
        [b'~', rest @ ..] => (3, rest),
        rest => (1, rest),
    };
    let (digits, rest) = rest.split_at_checked(length)?;
    let order = digits
        .iter()
        .fold(0, |n, byte| n << 6 | usize::from(byte - ZERO));
    Some((order, rest))
}

/// Writes a graph6 file; the terminals are left out.
///
/// # Errors
/// When the graph is not simple or is too large for a matrix, or the writer fails.
pub fn write(description: &Description, out: &mut impl fmt::Write) -> Result<(), WriteError> {
    let graph = &description.graph;
    let n = graph.vertex_count();
    if n > MEDIUM {
        let reason =
            format!("graph6 writes a matrix: {n} vertices are too many, {MEDIUM} the most");
        return Err(WriteError::Unwritable(reason));
    }
    let mut body = vec![ZERO; (n * n.saturating_sub(1) / 2).div_ceil(6)];
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge);
        let (low, high) = (u.min(v).index(), u.max(v).index());
        if low == high {
            let reason = format!("graph6 knows no loops: edge {edge} joins vertex {u} to itself");
            return Err(WriteError::Unwritable(reason));
        }
        let at = high * (high - 1) / 2 + low;
        let (place, bit) = (&mut body[at / 6], 1 << (5 - at % 6));
        if (*place - ZERO) & bit != 0 {
            let reason = format!("graph6 knows no parallel edges: edge {edge} is a second {u} {v}");
            return Err(WriteError::Unwritable(reason));
        }
        *place += bit;
    }
    write_order(n, out)?;
    out.write_str(std::str::from_utf8(&body).unwrap_or_default())?;
    Ok(out.write_char('\n')?)
}

/// Writes the number of vertices in front of a graph: in one, four or eight characters.
pub(super) fn write_order(n: usize, out: &mut impl fmt::Write) -> fmt::Result {
    let digit = |shift: usize| char::from(ZERO + ((n >> shift) & 63) as u8);
    let (marks, shifts): (&str, &[usize]) = if n <= SMALL {
        ("", &[0])
    } else if n <= MEDIUM {
        ("~", &[12, 6, 0])
    } else {
        ("~~", &[30, 24, 18, 12, 6, 0])
    };
    out.write_str(marks)?;
    shifts
        .iter()
        .try_for_each(|&shift| out.write_char(digit(shift)))
}
