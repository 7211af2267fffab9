//! Matrix Market: a sparse symmetric matrix, one entry per edge.
//!
//! Read are square `coordinate` matrices of every field and symmetry; each stored entry is an edge,
//! whatever its value. In a `general` matrix the entries (i,j) and (j,i) are one edge. Written is
//! `coordinate pattern symmetric`, the larger index first as the format asks, so the ends of an edge
//! may change places. The comment `% terminals L R` names the terminals.

use super::names::set_terminal;
use super::network::write_edge;
use super::scan::{Directive, Shown, count, directive, lines, vertex, words};
use super::{Description, Names, ParseErrors, Terminal, vertex_limit};
use crate::graph::{Graph, VertexId};
use std::collections::HashMap;
use std::fmt;

/// Reads a Matrix Market file.
///
/// # Errors
/// Every fault of the file, each with its line.
pub fn parse(bytes: &[u8]) -> Result<Description, ParseErrors> {
    let mut faults = ParseErrors::default();
    let mut lines = lines(bytes);
    let (line, banner) = lines.next().unwrap_or((1, b""));
    let kind = Kind::read(banner).map_err(|reason| faults.push(line, reason));
    let mut reader = Reader::new(kind.unwrap_or(Kind {
        general: false,
        values: 0,
    }));
    let mut last = line;
    for (line, text) in lines {
        last = line;
        if let Err(reason) = reader.take(line, text, &mut faults) {
            faults.push(line, reason);
        }
    }
    reader.finish(last, faults)
}

/// What the first line says.
#[derive(Clone, Copy)]
struct Kind {
    /// Whether both halves of the matrix are stored.
    general: bool,
    /// How many numbers follow the two indices of an entry.
    values: usize,
}

impl Kind {
    fn read(banner: &[u8]) -> Result<Self, String> {
        let words: Vec<_> = words(banner).map(<[u8]>::to_ascii_lowercase).collect();
        let words: Vec<_> = words.iter().map(Vec::as_slice).collect();
        let [b"%%matrixmarket", object, format, field, symmetry] = words[..] else {
            let banner = Shown(banner);
            return Err(format!(
                "expected `%%MatrixMarket matrix coordinate pattern symmetric`, found {banner}"
            ));
        };
        if (object, format) != (b"matrix", b"coordinate") {
            let (object, format) = (Shown(object), Shown(format));
            return Err(format!(
                "only \"matrix\" \"coordinate\" is a graph, not {object} {format}"
            ));
        }
        let values = match field {
            b"pattern" => 0,
            b"real" | b"integer" | b"double" => 1,
            b"complex" => 2,
            _ => return Err(format!("unknown field {}", Shown(field))),
        };
        let general = match symmetry {
            b"general" => true,
            b"symmetric" | b"skew-symmetric" | b"hermitian" => false,
            _ => return Err(format!("unknown symmetry {}", Shown(symmetry))),
        };
        Ok(Self { general, values })
    }
}

/// The size line; what could not be read of it is `None`, and a fault.
#[derive(Clone, Copy)]
struct Size {
    line: usize,
    vertices: Option<usize>,
    entries: Option<usize>,
}

impl Size {
    fn read(line: usize, text: &[u8], words: &[&[u8]], mut fault: impl FnMut(String)) -> Self {
        let mut size = Self {
            line,
            vertices: None,
            entries: None,
        };
        let &[rows, columns, entries] = words else {
            fault(format!(
                "expected the size line `rows columns entries`, found {}",
                Shown(text)
            ));
            return size;
        };
        let mut read = |word, name| count(word, name).map_err(&mut fault).ok();
        let rows = read(rows, "the number of rows");
        let columns = read(columns, "the number of columns");
        size.entries = read(entries, "the number of entries");
        if let (Some(rows), Some(columns)) = (rows, columns) {
            if rows == columns {
                size.vertices = Some(rows);
            } else {
                fault(format!(
                    "a graph's matrix is square, not {rows} by {columns}"
                ));
            }
        }
        size
    }

    /// The vertices to check against: any, when their number could not be read.
    fn vertices(&self) -> usize {
        self.vertices.unwrap_or(Graph::MAX_SIZE)
    }
}

struct Reader {
    kind: Kind,
    size: Option<Size>,
    entries: usize,
    ends: Vec<[VertexId; 2]>,
    /// In a general matrix: how often each pair was stored below and above the diagonal.
    halves: HashMap<[VertexId; 2], [u32; 2]>,
    /// The words of `% terminals`, until the size is known.
    terminals: Option<(usize, Vec<u8>, Vec<u8>)>,
}

impl Reader {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            size: None,
            entries: 0,
            ends: Vec::new(),
            halves: HashMap::new(),
            terminals: None,
        }
    }

    fn take(&mut self, line: usize, text: &[u8], faults: &mut ParseErrors) -> Result<(), String> {
        if let [b'%', comment @ ..] = text {
            if let Some(Directive::Terminals(left, right)) = directive(comment) {
                self.terminals = Some((line, left.to_vec(), right.to_vec()));
            }
            return Ok(());
        }
        let words: Vec<_> = words(text).collect();
        if words.is_empty() {
            return Ok(());
        }
        let Some(size) = self.size else {
            let fault = |reason| faults.push(line, reason);
            self.size = Some(Size::read(line, text, &words, fault));
            return Ok(());
        };
        self.entries += 1;
        let [row, column, values @ ..] = words.as_slice() else {
            return Err(format!(
                "expected a row and a column, found {}",
                Shown(text)
            ));
        };
        if values.len() != self.kind.values {
            let (wanted, found) = (self.kind.values + 2, words.len());
            return Err(format!(
                "expected {wanted} numbers, found {found}: {}",
                Shown(text)
            ));
        }
        let [row, column] = [row, column].map(|word| {
            let fault = |reason| faults.push(line, reason);
            vertex(word, size.vertices()).map_err(fault).ok()
        });
        if let (Some(row), Some(column)) = (row, column)
            && self.is_new(row, column)
        {
            self.ends.push([row, column]);
        }
        Ok(())
    }

    /// Whether an entry is an edge that its mirror image has not brought already.
    fn is_new(&mut self, row: VertexId, column: VertexId) -> bool {
        if !self.kind.general || row == column {
            return true;
        }
        let (pair, half) = (
            [row.min(column), row.max(column)],
            usize::from(row < column),
        );
        let stored = self.halves.entry(pair).or_default();
        stored[half] += 1;
        stored[half] > stored[1 - half]
    }

    fn finish(self, last: usize, mut faults: ParseErrors) -> Result<Description, ParseErrors> {
        let Some(size) = self.size else {
            faults.push(last, "there is no size line `rows columns entries`");
            return faults.or(Description::default());
        };
        let (found, limit) = (self.entries, vertex_limit(self.entries));
        if let Some(n) = size.vertices.filter(|&n| n > limit) {
            let reason = format!(
                "{n} vertices are too many for {found} entries: at most {limit} are allowed"
            );
            faults.push(size.line, reason);
        }
        if let Some(said) = size.entries.filter(|&said| said != found) {
            let reason = format!("the size line declares {said} entries, but the file has {found}");
            faults.push(size.line, reason);
        }
        let [mut left, mut right]: [Option<Terminal>; 2] = [None, None];
        if let Some((line, l, r)) = self.terminals {
            for (place, word) in [(&mut left, l), (&mut right, r)] {
                match vertex(&word, size.vertices()) {
                    Ok(vertex) => set_terminal(place, vertex, line, &mut faults),
                    Err(reason) => faults.push(line, reason),
                }
            }
        }
        faults.or(())?;
        Ok(Description {
            graph: Graph::from_ends(size.vertices.unwrap_or(0), self.ends),
            left,
            right,
            names: Names::FromOne,
            directed: false,
        })
    }
}

/// Writes a Matrix Market file.
///
/// # Errors
/// Those of the writer.
pub fn write(description: &Description, out: &mut impl fmt::Write) -> fmt::Result {
    let Description { graph, .. } = description;
    out.write_str("%%MatrixMarket matrix coordinate pattern symmetric\n")?;
    if let Some([left, right]) = description.terminals() {
        writeln!(out, "% terminals {left} {right}")?;
    }
    let (n, m) = (graph.vertex_count(), graph.edge_count());
    writeln!(out, "{n} {n} {m}")?;
    graph.edges().try_for_each(|edge| {
        let [u, v] = graph.ends(edge);
        write_edge(out, [u.max(v), u.min(v)])
    })
}
