//! DOT, the language of Graphviz.
//!
//! Read is the whole language: `graph` and `digraph` (a network takes arcs without direction), `strict` (no
//! parallel edges), edge chains, subgraphs as ends of edges, ports, attributes, quoted, joined and
//! HTML strings, and all three kinds of comment. A node attribute `terminal=L` or `terminal=R` names
//! a terminal; all other attributes are ignored. Vertices are numbered as they first occur, except
//! that names which are the numbers from 1 (or 0) on keep their order.
//! Definition: <https://graphviz.org/doc/info/lang.html>.

mod lexer;

use super::names::Builder;
use super::scan::text;
use super::{Description, ParseErrors};
use crate::graph::VertexId;
use lexer::{Lexer, Token};
use std::collections::HashSet;
use std::fmt;

/// Subgraphs deeper than this are refused: they would only exhaust the stack.
const DEEPEST: usize = 100;

/// Edges between subgraphs multiply: a text may name this many of them, and one more a byte.
const SPARE_EDGES: usize = 1_000_000;

/// Reads a DOT file in which at most this many edges join subgraphs.
///
/// # Errors
/// Every fault of the file, each with its line.
pub fn parse_at_most(bytes: &[u8], most_edges: usize) -> Result<Description, ParseErrors> {
    let text = text(bytes)?;
    let mut reader = Reader {
        lexer: Lexer::new(text),
        builder: Builder::default(),
        faults: ParseErrors::default(),
        seen: None,
        directed: false,
        multiplied: 0,
        most: SPARE_EDGES.saturating_add(text.len()).min(most_edges),
    };
    reader.graph();
    let Reader {
        mut faults,
        builder,
        lexer,
        directed,
        ..
    } = reader;
    faults.append(lexer.into_faults());
    let read = builder.finish(faults)?;
    Ok(Description { directed, ..read })
}

/// The vertices at one end of an edge statement.
struct End {
    vertices: Vec<VertexId>,
    /// The node's name, when the end is a node and not a subgraph.
    node: Option<VertexId>,
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    builder: Builder,
    faults: ParseErrors,
    /// In a strict graph: the pairs that are joined already.
    seen: Option<HashSet<[VertexId; 2]>>,
    directed: bool,
    /// Edges between subgraphs so far, those that a strict graph has already among them.
    multiplied: usize,
    /// The most of them that are allowed.
    most: usize,
}

impl Reader<'_> {
    fn fault(&mut self, reason: impl Into<String>) {
        self.faults.push(self.lexer.start(), reason);
    }

    fn expected(&mut self, what: &str) {
        if self.lexer.is_stopped() {
            return;
        }
        let found = self.lexer.peek().to_string();
        self.fault(format!("expected {what}, found {found}"));
    }

    /// `[strict] (graph | digraph) [ID] { … }`, and nothing after it.
    fn graph(&mut self) {
        if self.lexer.take_word("strict") {
            self.seen = Some(HashSet::new());
        }
        self.directed = self.lexer.take_word("digraph");
        if !self.directed && !self.lexer.take_word("graph") {
            return self.expected("graph or digraph");
        }
        if matches!(self.lexer.peek(), Token::Id { .. }) {
            self.lexer.next();
        }
        if *self.lexer.peek() != Token::Sign('{') {
            return self.expected("{");
        }
        self.block(0);
        if *self.lexer.peek() != Token::End {
            self.expected("the end of the file: it holds one graph");
        }
    }

    /// `{ statements }`; returns the vertices named inside.
    fn block(&mut self, depth: usize) -> Vec<VertexId> {
        self.lexer.next();
        let mut named = Vec::new();
        loop {
            match self.lexer.peek() {
                Token::Sign('}') => {
                    self.lexer.next();
                    break;
                }
                Token::Sign(';' | ',') => {
                    self.lexer.next();
                }
                Token::End => {
                    self.expected("}");
                    self.lexer.stop();
                    break;
                }
                _ => self.statement(depth, &mut named),
            }
        }
        named.sort_unstable();
        named.dedup();
        named
    }

    fn statement(&mut self, depth: usize, named: &mut Vec<VertexId>) {
        for kind in ["graph", "node", "edge"] {
            if self.lexer.take_word(kind) {
                if *self.lexer.peek() == Token::Sign('[') {
                    self.attributes(None);
                } else {
                    self.expected("[");
                    self.skip();
                }
                return;
            }
        }
        let Some(mut from) = self.end(depth, true) else {
            return;
        };
        named.extend(&from.vertices);
        let mut chain = false;
        while *self.lexer.peek() == Token::Edge {
            self.lexer.next();
            let Some(to) = self.end(depth, false) else {
                return;
            };
            self.join(&from.vertices, &to.vertices);
            named.extend(&to.vertices);
            (from, chain) = (to, true);
        }
        let node = from.node.filter(|_| !chain);
        while *self.lexer.peek() == Token::Sign('[') {
            self.attributes(node);
        }
        if matches!(self.lexer.peek(), Token::Sign('=' | ':' | ']')) {
            self.expected("a statement");
            self.skip();
        }
    }

    /// The rest of `name = value`, an attribute of the graph.
    fn assignment(&mut self) {
        self.lexer.next();
        if matches!(self.lexer.peek(), Token::Id { .. }) {
            self.lexer.next();
        } else {
            self.expected("a value");
            self.skip();
        }
    }

    /// A node with its port, or a subgraph; at the start of a statement perhaps an assignment,
    /// which is neither.
    fn end(&mut self, depth: usize, start: bool) -> Option<End> {
        let subgraph = self.lexer.take_word("subgraph");
        if subgraph && matches!(self.lexer.peek(), Token::Id { .. }) {
            self.lexer.next();
        }
        if *self.lexer.peek() == Token::Sign('{') {
            if depth == DEEPEST {
                self.fault(format!("subgraphs more than {DEEPEST} deep"));
                self.lexer.stop();
                return None;
            }
            let vertices = self.block(depth + 1);
            return Some(End {
                vertices,
                node: None,
            });
        }
        if subgraph {
            // `subgraph name` alone: an empty one, or one named before, whose vertices are known.
            return Some(End {
                vertices: Vec::new(),
                node: None,
            });
        }
        let Token::Id { text, .. } = self.lexer.peek() else {
            self.expected("a node");
            self.skip();
            return None;
        };
        let name = text.to_string();
        self.lexer.next();
        if start && *self.lexer.peek() == Token::Sign('=') {
            self.assignment();
            return None;
        }
        self.ports();
        let node = self.builder.vertex(&name);
        Some(End {
            vertices: vec![node],
            node: Some(node),
        })
    }

    fn ports(&mut self) {
        while *self.lexer.peek() == Token::Sign(':') {
            self.lexer.next();
            if matches!(self.lexer.peek(), Token::Id { .. }) {
                self.lexer.next();
            } else {
                self.expected("a port");
            }
        }
    }

    /// `[ name = value, … ]`, of a node or of anything else.
    fn attributes(&mut self, node: Option<VertexId>) {
        self.lexer.next();
        loop {
            match self.lexer.peek() {
                Token::Sign(']') => {
                    self.lexer.next();
                    return;
                }
                Token::Sign(',' | ';') => {
                    self.lexer.next();
                }
                Token::Id { .. } => self.attribute(node),
                _ => {
                    self.expected("an attribute or ]");
                    return self.skip();
                }
            }
        }
    }

    fn attribute(&mut self, node: Option<VertexId>) {
        let (name, line) = (self.lexer.next().to_string(), self.lexer.start());
        if *self.lexer.peek() != Token::Sign('=') {
            return;
        }
        self.lexer.next();
        let Token::Id { text, .. } = self.lexer.peek() else {
            return self.expected("a value");
        };
        let value = text.to_string();
        self.lexer.next();
        if let Some(node) = node.filter(|_| name.eq_ignore_ascii_case("terminal")) {
            self.builder.terminal(node, &value, line, &mut self.faults);
        }
    }

    fn join(&mut self, from: &[VertexId], to: &[VertexId]) {
        let total = from.len().saturating_mul(to.len());
        if total > 1 {
            self.multiplied = self.multiplied.saturating_add(total);
            if self.multiplied > self.most {
                let most = self.most;
                return self.fault(format!(
                    "{total} edges between two subgraphs: more than {most} in all"
                ));
            }
        }
        let directed = self.directed;
        for &u in from {
            for &v in to {
                let pair = if directed || u <= v { [u, v] } else { [v, u] };
                let new = |seen: &mut HashSet<_>| seen.insert(pair);
                if self.seen.as_mut().is_none_or(new) {
                    self.builder.ends.push([u, v]);
                }
            }
        }
    }

    /// After an error: continues after the next semicolon, or at the next brace.
    fn skip(&mut self) {
        loop {
            match self.lexer.peek() {
                Token::Sign('}') | Token::End => return,
                Token::Sign(';') => {
                    self.lexer.next();
                    return;
                }
                _ => self.lexer.next(),
            };
        }
    }
}

/// Whether a name can be quoted and read back unchanged.
fn is_quotable(name: &str) -> bool {
    !name.contains(|c: char| c == '\\' || c.is_control())
}

/// A name as DOT writes it.
struct Id<'a>(&'a str);

impl fmt::Display for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = !self.0.is_empty() && self.0.bytes().all(|byte| byte.is_ascii_digit());
        if number {
            f.write_str(self.0)
        } else {
            write!(f, "\"{}\"", self.0.replace('"', "\\\""))
        }
    }
}

/// Writes a DOT file: every vertex, then every edge with its label.
///
/// # Errors
/// Those of the writer.
pub fn write(description: &Description, out: &mut impl fmt::Write) -> fmt::Result {
    let Description { graph, .. } = description;
    let names = description.names.if_all(is_quotable);
    let (kind, join) = if description.directed {
        ("digraph", "->")
    } else {
        ("graph", "--")
    };
    writeln!(out, "{kind} {{")?;
    for v in graph.vertices() {
        let name = names.of(v);
        write!(out, "  {}", Id(&name))?;
        if let Some(role) = description.role(v) {
            write!(out, " [terminal={role}, shape=doublecircle]")?;
        }
        out.write_str(";\n")?;
    }
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge).map(|end| names.of(end));
        writeln!(out, "  {} {join} {} [label={edge}];", Id(&u), Id(&v))?;
    }
    out.write_str("}\n")
}
