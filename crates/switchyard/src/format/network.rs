//! The network format of the course: lines `n`, `m`, `L`, `R`, then `m` lines `u v`.
//!
//! Vertices are numbered from 1; the label of an edge is its place among the edge lines. Spaces
//! and tabs around numbers, CRLF line ends, a byte order mark and blank lines at the end of the
//! file are tolerated. There are no comments and no blank lines in between: the label of an edge is
//! the number of its line less four for every program that reads the format, and must stay so.
//!
//! Reading costs O(bytes) and runs on all cores: the edge lines are cut into blocks, the lines of
//! each block are counted, and every block then writes its edges to their final places.

use super::scan::{Shown, count, vertex, without_mark, words};
use super::{Description, Names, ParseErrors, Terminal, WriteError, vertex_limit};
use crate::ds::parallel;
use crate::graph::{Graph, VertexId};
use crate::switching::Network;
use std::fmt;

type Ends = [VertexId; 2];

/// How many bytes of edge lines one task reads.
const BLOCK: usize = 1 << 18;

/// Reads a network.
///
/// # Errors
/// Every fault of the file, each with its line.
pub fn parse(bytes: &[u8]) -> Result<Network, ParseErrors> {
    describe(bytes)?.into_network()
}

/// Reads the description of a network, without looking at the terminals together.
///
/// # Errors
/// Every fault of the file, each with its line.
pub(super) fn describe(bytes: &[u8]) -> Result<Description, ParseErrors> {
    let mut faults = ParseErrors::default();
    let text = without_mark(bytes).trim_ascii_end();
    if text.is_empty() {
        return Err(ParseErrors::one(
            1,
            "the file is empty: a network begins with the lines n, m, L and R",
        ));
    }
    let (header, body) = Header::read(text, &mut faults);
    let blocks = blocks(body);
    let lines: usize = blocks.iter().map(|block| block.lines).sum();
    header.compare(lines, &mut faults);

    let wanted = header.edges.map_or(lines, |edges| lines.min(edges));
    let limit = header.vertices.unwrap_or(Graph::MAX_SIZE);
    let mut ends = vec![[VertexId::new(0); 2]; wanted];
    faults.append(read_edges(&blocks, limit, &mut ends));
    let (left, right) = header.terminals(&mut faults);
    faults.or(())?;
    Ok(Description {
        graph: Graph::from_ends(limit, ends),
        left,
        right,
        names: Names::FromOne,
        directed: false,
    })
}

/// The first four lines; what could not be read is `None`, and reported as an error.
struct Header {
    vertices: Option<usize>,
    edges: Option<usize>,
    left: Option<usize>,
    right: Option<usize>,
    /// How many of the four lines there are.
    lines: usize,
}

impl Header {
    /// The lines of the header.
    const LINES: usize = 4;

    /// Reads the header; returns it with the rest of the text.
    fn read<'a>(text: &'a [u8], faults: &mut ParseErrors) -> (Self, Option<&'a [u8]>) {
        const NAMES: [&str; Header::LINES] = [
            "the number of vertices n",
            "the number of edges m",
            "the left terminal L",
            "the right terminal R",
        ];
        let mut rest = Some(text);
        let mut values = [None; Self::LINES];
        let mut there = 0;
        for (i, name) in NAMES.into_iter().enumerate() {
            let Some(text) = rest else {
                let s = if there == 1 { "" } else { "s" };
                let reason = format!("the file ends after {there} line{s}: {name} is missing");
                faults.push(there + 1, reason);
                continue;
            };
            there += 1;
            let (line, after) = split_line(text);
            rest = after;
            match header_number(line, name) {
                Ok(value) => values[i] = Some(value),
                Err(reason) => faults.push(i + 1, reason),
            }
        }
        let [vertices, edges, left, right] = values;
        (
            Self {
                vertices,
                edges,
                left,
                right,
                lines: there,
            },
            rest,
        )
    }

    /// Compares what the header declares with the lines that are there.
    fn compare(&self, lines: usize, faults: &mut ParseErrors) {
        if let Some(n) = self.vertices {
            let limit = vertex_limit(lines);
            if n > limit {
                let reason = format!(
                    "{n} vertices are too many for {lines} edge lines: at most {limit} are allowed"
                );
                faults.push(1, reason);
            } else if n < 2 {
                let vertices = if n == 1 {
                    "1 vertex has"
                } else {
                    "0 vertices have"
                };
                faults.push(
                    1,
                    format!("{vertices} no room for two terminals: n must be at least 2"),
                );
            }
        }
        let Some(m) = self.edges else { return };
        if lines < m {
            let reason =
                format!("the file ends after {lines} of the {m} edges that line 2 declares");
            faults.push(self.lines + lines, reason);
        } else if lines > m {
            let surplus = match lines - m {
                1 => "a surplus line".to_string(),
                more => format!("{more} surplus lines from here"),
            };
            faults.push(
                Self::LINES + m + 1,
                format!("{surplus}: line 2 declares {m} edges"),
            );
        }
    }

    /// The terminals, as far as they are vertices.
    fn terminals(&self, faults: &mut ParseErrors) -> (Option<Terminal>, Option<Terminal>) {
        let mut terminal = |name, label: Option<usize>, line| {
            let (label, n) = (label?, self.vertices.unwrap_or(Graph::MAX_SIZE));
            if label == 0 || label > n {
                let reason =
                    format!("{name} = {label} is not a vertex: vertices are numbered 1 to {n}");
                faults.push(line, reason);
                return None;
            }
            let vertex = VertexId::from_label(label)?;
            Some(Terminal::on_line(vertex, line))
        };
        let left = terminal("L", self.left, 3);
        let right = terminal("R", self.right, 4);
        if let (Some(left), Some(right)) = (left, right)
            && left.vertex == right.vertex
        {
            let reason = format!(
                "L and R are both vertex {}: the terminals must differ",
                left.vertex
            );
            faults.push(4, reason);
        }
        (left, right)
    }
}

/// The first line and, if a newline ends it, what follows.
fn split_line(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&text[..end], Some(&text[end + 1..])),
        None => (text, None),
    }
}

/// The only number of a header line.
fn header_number(line: &[u8], name: &str) -> Result<usize, String> {
    let mut words = words(line);
    let Some(word) = words.next() else {
        return Err(format!("a blank line where {name} should be"));
    };
    if words.next().is_some() {
        let comments = match word {
            [b'#' | b'%', ..] => "; this format has no comments",
            _ => "",
        };
        let line = Shown(line.trim_ascii());
        return Err(format!(
            "expected {name} alone on its line, found {line}{comments}"
        ));
    }
    count(word, name)
}

/// A run of whole edge lines.
struct Block<'a> {
    text: &'a [u8],
    lines: usize,
}

/// The edge lines in blocks of about [`BLOCK`] bytes, their lines counted.
fn blocks(body: Option<&[u8]>) -> Vec<Block<'_>> {
    let Some(mut rest) = body else {
        return Vec::new();
    };
    let mut texts = Vec::new();
    loop {
        let end = rest
            .get(BLOCK..)
            .and_then(|after| memchr::memchr(b'\n', after));
        let Some(end) = end else { break };
        texts.push(&rest[..BLOCK + end]);
        rest = &rest[BLOCK + end + 1..];
    }
    texts.push(rest);
    let count = |text| memchr::memchr_iter(b'\n', text).count() + 1;
    let block = |text| Block {
        text,
        lines: count(text),
    };
    parallel::map(texts, block)
}

/// Reads the edges of the first `ends.len()` lines, each to its place.
fn read_edges(blocks: &[Block<'_>], vertices: usize, ends: &mut [Ends]) -> ParseErrors {
    let mut tasks = Vec::with_capacity(blocks.len());
    let (mut line, mut rest) = (Header::LINES + 1, ends);
    for block in blocks {
        let (own, after) = rest.split_at_mut(block.lines.min(rest.len()));
        tasks.push((line, block.text, own));
        (line, rest) = (line + block.lines, after);
    }
    let read = |(line, text, ends)| read_block(line, text, vertices, ends);
    let mut faults = ParseErrors::default();
    for later in parallel::map(tasks, read) {
        faults.append(later);
    }
    faults
}

fn read_block(first: usize, text: &[u8], vertices: usize, ends: &mut [Ends]) -> ParseErrors {
    let mut faults = ParseErrors::default();
    let mut rest = text;
    for (i, place) in ends.iter_mut().enumerate() {
        if let Some((pair, after)) = plain_edge(rest, vertices) {
            *place = pair;
            rest = after;
            continue;
        }
        let (line, after) = split_line(rest);
        if let Some(pair) = edge(line, vertices, |reason| faults.push(first + i, reason)) {
            *place = pair;
        }
        rest = after.unwrap_or_default();
    }
    faults
}

/// The fast path: a line `u v` with single spaces and plain digits; returns what follows the line too.
#[inline]
fn plain_edge(text: &[u8], vertices: usize) -> Option<(Ends, &[u8])> {
    let (u, text) = plain_vertex(text, vertices)?;
    let (v, text) = plain_vertex(text.strip_prefix(b" ")?, vertices)?;
    let text = text.strip_prefix(b"\r").unwrap_or(text);
    Some(([u, v], text.strip_prefix(b"\n")?))
}

/// A vertex from the digits in front of `text`, if they are one to seven.
#[inline]
fn plain_vertex(text: &[u8], vertices: usize) -> Option<(VertexId, &[u8])> {
    let (value, digits) = leading_number(*text.first_chunk()?)?;
    let fits = (1..=vertices).contains(&value);
    fits.then(|| (VertexId::new(value - 1), &text[digits..]))
}

/// The number in front of eight bytes, and how many digits it has; `None` if it has none, or eight and possibly more.
///
/// All eight bytes at once: digits become 0 to 9 and anything else more; what comes after the
/// digits is shifted out; then neighbours are joined to pairs, fours and an eight.
#[inline]
fn leading_number(bytes: [u8; 8]) -> Option<(usize, usize)> {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let word = u64::from_le_bytes(bytes) ^ (ONES * u64::from(b'0'));
    let others = (word | ((word & (ONES * 0x7f)) + ONES * 0x76)) & (ONES * 0x80);
    let digits = (others.trailing_zeros() / 8) as usize;
    if digits == 0 || digits == 8 {
        return None;
    }
    let word = word << (8 * (8 - digits));
    let pairs = (word & (ONES * 0x0f)).wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_ffff_0000_ffff;
    let eight = fours.wrapping_mul(10_000 << 32 | 1) >> 32;
    Some((eight as usize, digits))
}

/// The slow path: any spacing, and reasons when the line is no edge.
fn edge(line: &[u8], vertices: usize, mut fault: impl FnMut(String)) -> Option<Ends> {
    let line = line.trim_ascii();
    let mut words = words(line);
    let (u, v, more) = (words.next(), words.next(), words.next());
    let (Some(u), Some(v), None) = (u, v, more) else {
        fault(match line.first() {
            None => "a blank line before the last edge; edge labels count lines".to_string(),
            Some(b'#' | b'%') => format!("{} is no edge: this format has no comments", Shown(line)),
            Some(_) => format!("expected two vertices, found {}", Shown(line)),
        });
        return None;
    };
    let [u, v] = [u, v].map(|word| vertex(word, vertices).map_err(&mut fault).ok());
    Some([u?, v?])
}

/// The text of a network.
pub fn write(network: &Network) -> String {
    // Writing to a string cannot fail.
    let mut text = String::new();
    let _ = write_to(&mut text, network);
    text
}

/// Writes the text of a network piece by piece.
///
/// # Errors
/// Those of the writer.
pub fn write_to(out: &mut impl fmt::Write, network: &Network) -> fmt::Result {
    write_graph(out, network.graph(), [network.left(), network.right()])
}

/// Writes a description that names both terminals.
pub(super) fn write_description(
    description: &Description,
    out: &mut impl fmt::Write,
) -> Result<(), WriteError> {
    let Some(terminals) = description.terminals() else {
        let reason = "the network format needs both terminals, L and R";
        return Err(WriteError::Unwritable(reason.to_string()));
    };
    Ok(write_graph(out, &description.graph, terminals)?)
}

fn write_graph(out: &mut impl fmt::Write, graph: &Graph, terminals: Ends) -> fmt::Result {
    write_header(out, graph.vertex_count(), graph.edge_count(), terminals)?;
    graph
        .edges()
        .try_for_each(|edge| write_edge(out, graph.ends(edge)))
}

/// Writes the first four lines, for callers that know the counts before the edges.
///
/// # Errors
/// Those of the writer.
pub fn write_header(
    out: &mut impl fmt::Write,
    vertices: usize,
    edges: usize,
    [left, right]: Ends,
) -> fmt::Result {
    write!(out, "{vertices}\n{edges}\n{left}\n{right}\n")
}

/// Writes the line of the next edge.
///
/// # Errors
/// Those of the writer.
pub fn write_edge(out: &mut impl fmt::Write, [u, v]: Ends) -> fmt::Result {
    // Digits by hand: several times faster than the formatting machinery, and this is the inner
    // loop of every generator.
    let mut line = [0_u8; 24];
    let mut start = line.len();
    let mut put = |byte| {
        start -= 1;
        line[start] = byte;
    };
    put(b'\n');
    for (vertex, before) in [(v, Some(b' ')), (u, None)] {
        let mut label = vertex.label();
        loop {
            put(b'0' + (label % 10) as u8);
            label /= 10;
            if label == 0 {
                break;
            }
        }
        before.map(&mut put);
    }
    out.write_str(std::str::from_utf8(&line[start..]).unwrap_or_default())
}

#[cfg(test)]
mod tests;
