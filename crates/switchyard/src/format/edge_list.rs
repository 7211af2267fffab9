//! Plain edge lists: one edge per line, `u v`.
//!
//! `#` and `%` start comment lines; words are separated by blanks or a comma; a third column that
//! is a number (a weight) or a dictionary in braces (what networkx writes) is ignored; a word alone declares
//! a vertex. When all words are numbers
//! they are the vertices' labels, from 0 if a 0 occurs and from 1 otherwise, and numbers left out
//! are isolated vertices; otherwise the words are names, numbered as they first occur. Two comments
//! mean something: `# terminals L R` names the terminals and `# vertices n` the number of vertices.

use super::names::{Builder, set_terminal};
use super::network::write_edge;
use super::scan::{Directive, Shown, count, directive, lines, number, words};
use super::{Description, Names, ParseErrors, vertex_limit};
use crate::graph::{Graph, VertexId};
use std::fmt;

/// Reads an edge list.
///
/// # Errors
/// Every fault of the file, each with its line.
pub fn parse(bytes: &[u8]) -> Result<Description, ParseErrors> {
    let (mut numbers, mut zero, mut edges) = (true, false, 0);
    for line in lines(bytes).filter_map(|(_, text)| Line::read(text).ok()) {
        let all = line.vertices();
        numbers &= all.clone().all(|word| number(word).is_some());
        zero |= all.clone().any(|word| number(word) == Some(0));
        edges += usize::from(matches!(line, Line::Edge(..)));
    }
    match (numbers, zero) {
        (true, true) => parse_numbers(bytes, 0, edges),
        (true, false) => parse_numbers(bytes, 1, edges),
        _ => parse_words(bytes),
    }
}

/// What a line says.
enum Line<'a> {
    Nothing,
    Vertex(&'a [u8]),
    Edge(&'a [u8], &'a [u8]),
    Terminals(&'a [u8], &'a [u8]),
    Count(&'a [u8]),
}

impl<'a> Line<'a> {
    fn read(text: &'a [u8]) -> Result<Self, String> {
        if let [b'#' | b'%', comment @ ..] = text {
            return Ok(match directive(comment) {
                Some(Directive::Terminals(left, right)) => Self::Terminals(left, right),
                Some(Directive::Vertices(count)) => Self::Count(count),
                None => Self::Nothing,
            });
        }
        let text = without_dictionary(text);
        let mut words = text
            .split(|byte| byte.is_ascii_whitespace() || *byte == b',')
            .filter(|word| !word.is_empty());
        match [words.next(), words.next(), words.next(), words.next()] {
            [None, ..] => Ok(Self::Nothing),
            [Some(u), None, ..] => Ok(Self::Vertex(u)),
            [Some(u), Some(v), None, _] => Ok(Self::Edge(u, v)),
            [Some(u), Some(v), Some(weight), None] if is_weight(weight) => Ok(Self::Edge(u, v)),
            _ => Err(format!("expected two vertices, found {}", Shown(text))),
        }
    }

    /// The words of the line that name vertices.
    fn vertices(&self) -> impl Iterator<Item = &'a [u8]> + Clone + use<'a> {
        let (u, v) = match *self {
            Self::Nothing | Self::Count(_) => (None, None),
            Self::Vertex(u) => (Some(u), None),
            Self::Edge(u, v) | Self::Terminals(u, v) => (Some(u), Some(v)),
        };
        u.into_iter().chain(v)
    }
}

/// A line without the attributes that networkx puts behind the two vertices, in braces.
fn without_dictionary(text: &[u8]) -> &[u8] {
    // A brace within a word belongs to the word.
    let open = memchr::memmem::find(text, b" {");
    match open {
        Some(open) if text.ends_with(b"}") && words(&text[..open]).count() == 2 => &text[..open],
        _ => text,
    }
}

fn is_weight(word: &[u8]) -> bool {
    str::from_utf8(word).is_ok_and(|word| word.parse::<f64>().is_ok())
}

fn parse_words(bytes: &[u8]) -> Result<Description, ParseErrors> {
    let (mut builder, mut faults) = (Builder::default(), ParseErrors::default());
    let mut terminals = Vec::new();
    for (line, text) in lines(bytes) {
        let mut name = |word| {
            if let Ok(word) = str::from_utf8(word) {
                return builder.vertex(word);
            }
            faults.push(line, format!("{} is not text in UTF-8", Shown(word)));
            VertexId::new(0)
        };
        match Line::read(text) {
            Ok(Line::Nothing) => {}
            Ok(Line::Vertex(u)) => {
                name(u);
            }
            Ok(Line::Edge(u, v)) => {
                let ends = [name(u), name(v)];
                builder.ends.push(ends);
            }
            Ok(Line::Terminals(left, right)) => terminals.push((line, left, right)),
            Ok(Line::Count(_)) => {
                let reason = "a count of vertices needs numbers for vertices; declare a name alone on its line";
                faults.push(line, reason);
            }
            Err(reason) => faults.push(line, reason),
        }
    }
    // Last, so that they do not number the vertices.
    for (line, left, right) in terminals {
        for (role, word) in [("L", left), ("R", right)] {
            match str::from_utf8(word)
                .ok()
                .and_then(|word| builder.known(word))
            {
                Some(vertex) => builder.terminal(vertex, role, line, &mut faults),
                None => faults.push(line, format!("there is no vertex {}", Shown(word))),
            }
        }
    }
    builder.finish(faults)
}

fn parse_numbers(bytes: &[u8], first: usize, edges: usize) -> Result<Description, ParseErrors> {
    let mut faults = ParseErrors::default();
    let mut list = Numbers {
        first,
        limit: vertex_limit(edges),
        said: Description::default(),
        vertices: 0,
        ends: Vec::with_capacity(edges),
    };
    // The count first: it may be on any line, and every vertex is checked against it.
    for (line, text) in lines(bytes) {
        if let Ok(Line::Count(word)) = Line::read(text)
            && let Err(reason) = list.declare(word)
        {
            faults.push(line, reason);
        }
    }
    for (line, text) in lines(bytes) {
        match Line::read(text) {
            Ok(said) => list.take(line, &said, &mut faults),
            Err(reason) => faults.push(line, reason),
        }
    }
    faults.or(())?;
    let names = if first == 0 {
        Names::FromZero
    } else {
        Names::FromOne
    };
    Ok(Description {
        graph: Graph::from_ends(list.vertices, list.ends),
        names,
        ..list.said
    })
}

/// A list whose vertices are numbers.
struct Numbers {
    first: usize,
    limit: usize,
    said: Description,
    vertices: usize,
    ends: Vec<[VertexId; 2]>,
}

impl Numbers {
    fn declare(&mut self, word: &[u8]) -> Result<(), String> {
        let vertices = count(word, "the number of vertices")?;
        if vertices > self.limit {
            let limit = self.limit;
            return Err(format!(
                "{vertices} vertices are too many: at most {limit} are allowed here"
            ));
        }
        (self.vertices, self.limit) = (vertices, vertices);
        Ok(())
    }

    fn take(&mut self, line: usize, said: &Line<'_>, faults: &mut ParseErrors) {
        let mut vertex = |word: &[u8]| {
            let index = number(word).and_then(|value| usize::try_from(value).ok());
            let index = index.and_then(|value| value.checked_sub(self.first));
            let Some(index) = index.filter(|&index| index < self.limit) else {
                let (word, first) = (Shown(word), self.first);
                let reason = if self.limit == 0 {
                    format!("there is no vertex {word}: none is declared")
                } else {
                    let last = self.limit - 1 + first;
                    format!("there is no vertex {word}: they may be {first} to {last} here")
                };
                faults.push(line, reason);
                return None;
            };
            self.vertices = self.vertices.max(index + 1);
            Some(VertexId::new(index))
        };
        match *said {
            Line::Nothing | Line::Count(_) => {}
            Line::Vertex(u) => {
                vertex(u);
            }
            Line::Edge(u, v) => {
                if let [Some(u), Some(v)] = [u, v].map(vertex) {
                    self.ends.push([u, v]);
                }
            }
            Line::Terminals(left, right) => {
                if let [Some(left), Some(right)] = [left, right].map(vertex) {
                    set_terminal(&mut self.said.left, left, line, faults);
                    set_terminal(&mut self.said.right, right, line, faults);
                }
            }
        }
    }
}

/// Whether a name can be written in an edge list.
fn is_word(name: &str) -> bool {
    let odd = |c: char| c.is_whitespace() || c == ',';
    !name.is_empty() && !name.starts_with(['#', '%', '\u{feff}']) && !name.contains(odd)
}

/// Writes an edge list.
///
/// # Errors
/// Those of the writer.
pub fn write(description: &Description, out: &mut impl fmt::Write) -> fmt::Result {
    let Description { graph, .. } = description;
    let words = description.names.if_all(is_word);
    // Words that are all numbers would be read as labels, so they become labels.
    let names = match &*words {
        Names::Words(words) if words.iter().any(|word| number(word.as_bytes()).is_none()) => {
            &description.names
        }
        _ => &Names::FromOne,
    };
    if let Some([left, right]) = description.terminals() {
        writeln!(out, "# terminals {} {}", names.of(left), names.of(right))?;
    }
    if let Names::Words(words) = names {
        for word in words {
            writeln!(out, "{word}")?;
        }
        for edge in graph.edges() {
            let [u, v] = graph.ends(edge);
            writeln!(out, "{} {}", names.of(u), names.of(v))?;
        }
        return Ok(());
    }
    writeln!(out, "# vertices {}", graph.vertex_count())?;
    graph
        .edges()
        .try_for_each(|edge| write_edge(out, graph.ends(edge)))
}
