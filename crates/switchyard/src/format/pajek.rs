//! Pajek: `*Vertices n`, a line for each vertex that has a label, then `*Edges` and `*Arcs`.
//!
//! Sections may begin in any case; `*Edgeslist` and `*Arcslist` give a vertex and its neighbours; `*Matrix` and
//! sections of other kinds are refused. `%` starts a comment, and `% terminals L R` names the terminals by their
//! numbers. The vertices are called by their labels where each has one of its own, otherwise by their numbers. A
//! file that has arcs and no edges is a digraph; a network takes its arcs without their direction.

use super::names::{Builder, set_terminal};
use super::scan::{Directive, LineReader, Shown, count, directive, feed, lines, vertex};
use super::{Description, Names, ParseErrors, Terminal, vertex_limit};
use crate::graph::{Graph, VertexId};
use std::collections::HashSet;
use std::fmt;

/// Reads a Pajek file.
///
/// # Errors
/// Every fault of the file, each with its line.
pub fn parse(bytes: &[u8]) -> Result<Description, ParseErrors> {
    let mut reader = Reader::default();
    let last = feed(&mut reader, lines(bytes));
    reader.finish(last)
}

/// What the lines of a section say.
#[derive(Clone, Copy, Default, PartialEq)]
enum Section {
    /// Before the first, and in sections that could not be read.
    #[default]
    None,
    Vertices,
    /// One edge or arc a line.
    Pairs,
    /// A vertex and its neighbours.
    Neighbours,
}

#[derive(Default)]
struct Reader {
    section: Section,
    /// The number of vertices and the line that declares it.
    vertices: Option<(usize, usize)>,
    /// The labels that there are.
    labels: Vec<(VertexId, String)>,
    ends: Vec<[VertexId; 2]>,
    /// Whether there are `*Edges`, and `*Arcs`.
    kinds: [bool; 2],
    /// Terminals by their numbers, which are checked when the number of vertices is known.
    terminals: Vec<(usize, [String; 2])>,
    faults: ParseErrors,
}

impl LineReader for Reader {
    fn take(&mut self, line: usize, text: &[u8]) -> Result<(), String> {
        match text {
            [] => Ok(()),
            [b'%', comment @ ..] => {
                if let Some(Directive::Terminals(left, right)) = directive(comment) {
                    let words = [left, right].map(|word| String::from_utf8_lossy(word).into());
                    self.terminals.push((line, words));
                }
                Ok(())
            }
            [b'*', ..] => self.section(line, text),
            _ => match self.section {
                Section::None => Ok(()),
                Section::Vertices => self.label(text),
                Section::Pairs => self.pair(text),
                Section::Neighbours => self.neighbours(text),
            },
        }
    }

    fn faults(&mut self) -> &mut ParseErrors {
        &mut self.faults
    }
}

impl Reader {
    fn section(&mut self, line: usize, text: &[u8]) -> Result<(), String> {
        let mut words = super::scan::words(text);
        let name = words.next().unwrap_or_default().to_ascii_lowercase();
        self.section = Section::None;
        match name.as_slice() {
            b"*network" | b"*partition" | b"*vector" => Ok(()),
            b"*vertices" => {
                if let Some((_, first)) = self.vertices {
                    return Err(format!(
                        "a second network: the vertices of the first are declared on line {first}"
                    ));
                }
                let word = words.next().unwrap_or_default();
                let vertices = count(word, "the number of vertices")?;
                self.vertices = Some((vertices, line));
                self.section = Section::Vertices;
                Ok(())
            }
            b"*edges" | b"*edgeslist" | b"*arcs" | b"*arcslist" => {
                if self.vertices.is_none() {
                    return Err("this section stands before *Vertices".to_string());
                }
                self.kinds[usize::from(name.starts_with(b"*arcs"))] = true;
                self.section = if name.ends_with(b"list") {
                    Section::Neighbours
                } else {
                    Section::Pairs
                };
                Ok(())
            }
            _ => Err(format!(
                "{} is not read: expected *Vertices, *Edges, *Arcs, *Edgeslist or *Arcslist",
                Shown(text)
            )),
        }
    }

    fn vertex(&self, word: &[u8]) -> Result<VertexId, String> {
        vertex(word, self.vertices.map_or(0, |(vertices, _)| vertices))
    }

    /// `number "label" …`; coordinates and shapes say nothing here.
    fn label(&mut self, text: &[u8]) -> Result<(), String> {
        let end = text.iter().position(u8::is_ascii_whitespace);
        let (number, rest) = text.split_at(end.unwrap_or(text.len()));
        let vertex = self.vertex(number)?;
        let rest = rest.trim_ascii_start();
        let label = match rest {
            [] => return Ok(()),
            [b'"', quoted @ ..] => {
                let end = quoted.iter().position(|&byte| byte == b'"');
                &quoted[..end.ok_or("a label without its closing quote")?]
            }
            plain => super::scan::words(plain).next().unwrap_or_default(),
        };
        let label =
            str::from_utf8(label).map_err(|_| format!("{} is not text in UTF-8", Shown(label)))?;
        self.labels.push((vertex, label.to_string()));
        Ok(())
    }

    fn pair(&mut self, text: &[u8]) -> Result<(), String> {
        let mut words = super::scan::words(text);
        let (Some(u), Some(v)) = (words.next(), words.next()) else {
            return Err(format!("expected two vertices, found {}", Shown(text)));
        };
        let ends = [self.vertex(u)?, self.vertex(v)?];
        self.ends.push(ends);
        Ok(())
    }

    fn neighbours(&mut self, text: &[u8]) -> Result<(), String> {
        let mut words = super::scan::words(text);
        let from = self.vertex(words.next().unwrap_or_default())?;
        for word in words {
            let to = self.vertex(word)?;
            self.ends.push([from, to]);
        }
        Ok(())
    }

    fn finish(mut self, last: usize) -> Result<Description, ParseErrors> {
        let Some((vertices, line)) = self.vertices else {
            self.faults
                .push(last, "there is no section *Vertices, which counts them");
            return self.faults.or(Description::default());
        };
        let (edges, limit) = (self.ends.len(), vertex_limit(self.ends.len()));
        if vertices > limit {
            let reason = format!(
                "{vertices} vertices are too many for {edges} edges: at most {limit} are allowed"
            );
            self.faults.push(line, reason);
            return self.faults.or(Description::default());
        }
        let [mut left, mut right] = [None, None];
        for (line, words) in std::mem::take(&mut self.terminals) {
            for (place, word) in [&mut left, &mut right].into_iter().zip(words) {
                match vertex(word.as_bytes(), vertices) {
                    Ok(vertex) => set_terminal(place, vertex, line, &mut self.faults),
                    Err(reason) => self.faults.push(line, reason),
                }
            }
        }
        let directed = self.kinds == [false, true];
        match own_labels(vertices, self.labels) {
            None => self.faults.or(Description {
                graph: Graph::from_ends(vertices, self.ends),
                left,
                right,
                names: Names::FromOne,
                directed,
            }),
            Some(labels) => {
                let mut builder = Builder::default();
                for label in &labels {
                    builder.vertex(label);
                }
                builder.ends = self.ends;
                for (role, terminal) in [("L", left), ("R", right)] {
                    if let Some(Terminal { vertex, line }) = terminal {
                        let line = line.map_or(1, Into::into);
                        builder.terminal(vertex, role, line, &mut self.faults);
                    }
                }
                let read = builder.finish(self.faults)?;
                Ok(Description { directed, ..read })
            }
        }
    }
}

/// The labels in the order of the vertices, if every vertex has exactly one of its own.
fn own_labels(vertices: usize, labels: Vec<(VertexId, String)>) -> Option<Vec<String>> {
    if labels.len() != vertices {
        return None;
    }
    let mut own = vec![String::new(); vertices];
    for (vertex, label) in labels {
        own[vertex.index()] = label;
    }
    let mut seen = HashSet::with_capacity(vertices);
    let each = own
        .iter()
        .all(|label| !label.is_empty() && seen.insert(label));
    each.then_some(own)
}

/// Whether a label can be quoted and read back unchanged.
fn is_label(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| c == '"' || c.is_control())
}

/// Writes a Pajek file.
///
/// # Errors
/// Those of the writer.
pub fn write(description: &Description, out: &mut impl fmt::Write) -> fmt::Result {
    let graph = &description.graph;
    if let Some([left, right]) = description.terminals() {
        writeln!(out, "% terminals {left} {right}")?;
    }
    writeln!(out, "*Vertices {}", graph.vertex_count())?;
    let names = description.names.if_all(is_label);
    for v in graph.vertices() {
        writeln!(out, "{v} \"{}\"", names.of(v))?;
    }
    out.write_str(if description.directed {
        "*Arcs\n"
    } else {
        "*Edges\n"
    })?;
    graph
        .edges()
        .try_for_each(|edge| super::network::write_edge(out, graph.ends(edge)))
}
