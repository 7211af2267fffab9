//! sparse6, nauty's format for sparse graphs: a graph in a line of printable characters, loops and parallel
//! edges among them.
//!
//! After `:` and the number of vertices come pairs (b, x), one bit and as many as n - 1 has. A
//! vertex v begins at 0; b = 1 moves it on by one; then x > v makes v = x, and any other x is an
//! edge between x and v. The format has no terminals and no order of the edges: they are written,
//! and so numbered, by their larger end and then by the smaller. Incremental lines (`;`) are
//! refused. Definition: B. D. McKay, "graph6 and sparse6 graph formats" (formats.txt).

use super::graph6::{ZERO, check_characters, only_graph, order, write_order};
use super::{Description, ParseErrors, WriteError, too_many_edges, vertex_limit};
use crate::graph::{Graph, VertexId};
use std::fmt;

pub(super) const HEADER: &[u8] = b">>sparse6<<";

/// Reads a sparse6 file of at most this many edges: a character can hold six.
///
/// # Errors
/// Every fault of the file, each with its line.
pub fn parse_at_most(bytes: &[u8], most_edges: usize) -> Result<Description, ParseErrors> {
    only_graph(bytes, "sparse6", |text| {
        decode(text.strip_prefix(HEADER).unwrap_or(text), most_edges)
    })
}

/// The graph in a line, which begins with `:`.
pub(super) fn decode(text: &[u8], most_edges: usize) -> Result<Graph, String> {
    let text = match text {
        [b':', text @ ..] => text,
        [b';', ..] => {
            let reason = "a line that begins with ; is incremental: only whole graphs are read";
            return Err(reason.to_string());
        }
        _ => return Err("expected sparse6, which begins with :".to_string()),
    };
    check_characters(text, "sparse6")?;
    let (n, body) = order(text).ok_or("the line ends within the number of vertices")?;
    let width = bits_of(n);
    let mut bits = Bits { body, at: 0 };
    let (mut v, mut ends) = (0, Vec::new());
    while let Some((step, x)) = bits.pair(width) {
        v += step;
        // The last character is filled up with ones, which can move v or x out of the graph.
        if v >= n || x >= n {
            break;
        }
        if x > v {
            v = x;
            continue;
        }
        if ends.len() == most_edges {
            return Err(too_many_edges(most_edges.saturating_add(1), most_edges));
        }
        ends.push([x, v].map(VertexId::new));
    }
    let limit = vertex_limit(ends.len());
    if n > limit {
        let edges = ends.len();
        return Err(format!(
            "{n} vertices are too many for {edges} edges: at most {limit} are allowed"
        ));
    }
    Ok(Graph::from_ends(n, ends))
}

/// How many bits the largest of n vertices takes.
fn bits_of(n: usize) -> usize {
    (usize::BITS - n.saturating_sub(1).leading_zeros()) as usize
}

/// The bits of a line, six a character.
struct Bits<'a> {
    body: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    /// The next pair: one bit, and a number of `width` bits.
    fn pair(&mut self, width: usize) -> Option<(usize, usize)> {
        if self.at + 1 + width > 6 * self.body.len() {
            return None;
        }
        let step = self.bit();
        let x = (0..width).fold(0, |x, _| x << 1 | self.bit());
        Some((step, x))
    }

    fn bit(&mut self) -> usize {
        let bit = (self.body[self.at / 6] - ZERO) >> (5 - self.at % 6) & 1;
        self.at += 1;
        usize::from(bit)
    }
}

/// Writes a sparse6 file; the terminals are left out.
///
/// # Errors
/// Those of the writer.
pub fn write(description: &Description, out: &mut impl fmt::Write) -> Result<(), WriteError> {
    let graph = &description.graph;
    let n = graph.vertex_count();
    let sorted = |edge| {
        let [u, v] = graph.ends(edge);
        (u.max(v).index(), u.min(v).index())
    };
    let mut pairs: Vec<(usize, usize)> = graph.edges().map(sorted).collect();
    pairs.sort_unstable();
    let mut line = Line::new(bits_of(n));
    let mut v = 0;
    for (high, low) in pairs {
        if high > v + 1 {
            line.pair(1, high);
            line.pair(0, low);
        } else {
            line.pair(u8::from(high > v), low);
        }
        v = high;
    }
    line.fill(n, v);
    out.write_char(':')?;
    write_order(n, out)?;
    out.write_str(&line.text)?;
    Ok(out.write_char('\n')?)
}

/// Bits that become characters.
struct Line {
    width: usize,
    text: String,
    held: u8,
    count: usize,
}

impl Line {
    fn new(width: usize) -> Self {
        Self {
            width,
            text: String::new(),
            held: 0,
            count: 0,
        }
    }

    fn pair(&mut self, step: u8, x: usize) {
        self.push(step);
        for shift in (0..self.width).rev() {
            self.push((x >> shift & 1) as u8);
        }
    }

    fn push(&mut self, bit: u8) {
        self.held = self.held << 1 | bit;
        self.count += 1;
        if self.count == 6 {
            self.text.push(char::from(ZERO + self.held));
            (self.held, self.count) = (0, 0);
        }
    }

    /// Fills up the last character with ones. Where they would be read as a loop at the last vertex, a zero
    /// stands before them.
    fn fill(&mut self, n: usize, v: usize) {
        if self.count == 0 {
            return;
        }
        let spare = 6 - self.count;
        if n == 1 << self.width && spare > self.width && v + 2 == n {
            self.push(0);
        }
        while self.count > 0 {
            self.push(1);
        }
    }
}
