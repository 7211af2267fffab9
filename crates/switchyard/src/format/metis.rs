//! METIS: a line `n m`, then for every vertex a line with its neighbours.
//!
//! Every edge is in the lines of both its ends; lines that disagree are a fault. Weights and sizes,
//! which the third number of the first line declares, are ignored. `%` starts a comment line, and
//! `% terminals L R` names the terminals. The format has no loops and no order of the edges: they
//! are numbered by the lines of their smaller ends. Definition: G. Karypis, "METIS: A Software
//! Package …" (manual, 4.1.1).

use super::names::set_terminal;
use super::scan::{
    Directive, LineReader, Shown, count, directive, feed, number, vertex, without_mark, words,
};
use super::{Description, Names, ParseErrors, Terminal, WriteError, vertex_limit};
use crate::graph::{Graph, VertexId};
use std::fmt::{self, Write as _};

/// Reads a METIS file.
///
/// # Errors
/// Every fault of the file, each with its line.
pub fn parse(bytes: &[u8]) -> Result<Description, ParseErrors> {
    let mut reader = Reader::default();
    let last = feed(&mut reader, lines(bytes));
    reader.finish(last)
}

/// Whether a file is a METIS file to its last line and has an edge: the first line that does not fit ends the search, and in
/// a file of another format that is one of the first.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    let mut reader = Reader::default();
    let fits = lines(bytes).all(|(line, text)| reader.take(line, text).is_ok());
    let whole = |head: Head| reader.seen == head.vertices && head.edges > 0;
    fits && reader.head.is_some_and(whole) && reader.finish(1).is_ok()
}

/// The lines of a file. An empty line is a vertex without neighbours, so nothing may be trimmed away but the end of the
/// last.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let body = without_mark(bytes);
    let body = body.strip_suffix(b"\n").unwrap_or(body);
    let lines = body.split(|&byte| byte == b'\n').enumerate();
    lines.map(|(line, text)| (line + 1, text.trim_ascii()))
}

/// The first line.
#[derive(Clone, Copy)]
struct Head {
    line: usize,
    vertices: usize,
    edges: usize,
    /// Numbers before the neighbours of a vertex.
    before: usize,
    /// Whether a weight follows every neighbour.
    weighted: bool,
}

#[derive(Default)]
struct Reader {
    head: Option<Head>,
    /// How many vertices have had their lines.
    seen: usize,
    /// Edges as the lines of their smaller ends have them, and of their larger ends.
    from_below: Vec<[VertexId; 2]>,
    from_above: Vec<[VertexId; 2]>,
    left: Option<Terminal>,
    right: Option<Terminal>,
    faults: ParseErrors,
}

impl LineReader for Reader {
    fn take(&mut self, line: usize, text: &[u8]) -> Result<(), String> {
        match (text, self.head) {
            ([b'%', comment @ ..], head) => match (directive(comment), head) {
                (Some(Directive::Terminals(left, right)), Some(Head { vertices, .. })) => {
                    let [left, right] = [vertex(left, vertices)?, vertex(right, vertices)?];
                    set_terminal(&mut self.left, left, line, &mut self.faults);
                    set_terminal(&mut self.right, right, line, &mut self.faults);
                    Ok(())
                }
                (Some(Directive::Terminals(..)), None) => {
                    Err("the terminals stand before the first line, `n m`".to_string())
                }
                _ => Ok(()),
            },
            ([], None) => Ok(()),
            (text, None) => {
                self.head = Some(head(line, text)?);
                Ok(())
            }
            (text, Some(head)) if self.seen < head.vertices => {
                let from = VertexId::new(self.seen);
                self.seen += 1;
                self.neighbours(from, &head, text)
            }
            ([], _) => Ok(()),
            (_, Some(head)) => Err(format!(
                "more lines than the {} vertices that line {} declares",
                head.vertices, head.line
            )),
        }
    }

    fn faults(&mut self) -> &mut ParseErrors {
        &mut self.faults
    }
}

impl Reader {
    fn neighbours(&mut self, from: VertexId, head: &Head, text: &[u8]) -> Result<(), String> {
        let mut rest = words(text).skip(head.before);
        while let Some(word) = rest.next() {
            let to = vertex(word, head.vertices)?;
            if head.weighted && rest.next().is_none() {
                return Err(format!("the edge to {to} has no weight"));
            }
            match from.cmp(&to) {
                std::cmp::Ordering::Less => self.from_below.push([from, to]),
                std::cmp::Ordering::Greater => self.from_above.push([to, from]),
                std::cmp::Ordering::Equal => {
                    return Err(format!("METIS knows no loops: {from} is its own neighbour"));
                }
            }
        }
        Ok(())
    }

    fn finish(mut self, last: usize) -> Result<Description, ParseErrors> {
        let Some(head) = self.head else {
            if self.faults.is_empty() {
                self.faults.push(last, "there is no first line `n m`");
            }
            return self.faults.or(Description::default());
        };
        let (found, limit) = (self.from_below.len(), vertex_limit(self.from_below.len()));
        if head.vertices > limit {
            let reason = format!(
                "{} vertices are too many for {found} edges: at most {limit} are allowed",
                head.vertices
            );
            self.faults.push(head.line, reason);
        }
        if self.faults.is_empty() {
            if let Some([u, v]) = one_sided(&self.from_below, self.from_above) {
                let reason =
                    format!("the lines of {u} and {v} disagree about the edges between them");
                self.faults.push(head.line, reason);
            } else if head.edges != found {
                let reason = format!(
                    "the first line declares {} edges, but the file has {found}",
                    head.edges
                );
                self.faults.push(head.line, reason);
            }
        }
        self.faults.or(())?;
        Ok(Description {
            graph: Graph::from_ends(head.vertices, self.from_below),
            left: self.left,
            right: self.right,
            names: Names::FromOne,
            directed: false,
        })
    }
}

fn head(line: usize, text: &[u8]) -> Result<Head, String> {
    let all: Vec<&[u8]> = words(text).collect();
    let [vertices, edges, rest @ ..] = all.as_slice() else {
        return Err(format!("expected `n m`, found {}", Shown(text)));
    };
    let kind = rest.first().copied().unwrap_or(b"0");
    let flag = |place: usize| match kind.iter().rev().nth(place) {
        None | Some(b'0') => Ok(0),
        Some(b'1') => Ok(1),
        _ => Err(format!(
            "expected a format of 0 and 1, found {}",
            Shown(kind)
        )),
    };
    let [weighted, weights, sizes] = [flag(0)?, flag(1)?, flag(2)?];
    let each = match rest.get(1).map(|word| number(word)) {
        None => 1,
        Some(Some(many @ 1..=64)) => many as usize,
        Some(_) => return Err("the number of weights a vertex has is 1 to 64".to_string()),
    };
    Ok(Head {
        line,
        vertices: count(vertices, "the number of vertices")?,
        edges: count(edges, "the number of edges")?,
        before: sizes + weights * each,
        weighted: weighted == 1,
    })
}

/// A pair that one list has more often than the other.
fn one_sided(below: &[[VertexId; 2]], mut above: Vec<[VertexId; 2]>) -> Option<[VertexId; 2]> {
    let mut below = below.to_vec();
    below.sort_unstable();
    above.sort_unstable();
    let common = below.len().min(above.len());
    let at = (0..common)
        .find(|&i| below[i] != above[i])
        .unwrap_or(common);
    match (below.get(at), above.get(at)) {
        (Some(a), Some(b)) => Some(*a.min(b)),
        (a, b) => a.or(b).copied(),
    }
}

/// Writes a METIS file.
///
/// # Errors
/// When there is a loop, or the writer fails.
pub fn write(description: &Description, out: &mut impl fmt::Write) -> Result<(), WriteError> {
    let graph = &description.graph;
    let is_loop = |edge: &_| {
        let [u, v] = graph.ends(*edge);
        u == v
    };
    if let Some(edge) = graph.edges().find(is_loop) {
        let reason = format!("METIS knows no loops: edge {edge} joins a vertex to itself");
        return Err(WriteError::Unwritable(reason));
    }
    writeln!(out, "{} {}", graph.vertex_count(), graph.edge_count())?;
    if let Some([left, right]) = description.terminals() {
        writeln!(out, "% terminals {left} {right}")?;
    }
    let mut lines = vec![String::new(); graph.vertex_count()];
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge);
        for (from, to) in [(u, v), (v, u)] {
            let line = &mut lines[from.index()];
            let blank = if line.is_empty() { "" } else { " " };
            write!(line, "{blank}{to}")?;
        }
    }
    Ok(lines.iter().try_for_each(|line| writeln!(out, "{line}"))?)
}
