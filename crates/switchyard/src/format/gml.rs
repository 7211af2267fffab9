//! GML, the Graph Modelling Language: keys with values, which are numbers, strings or lists in brackets.
//!
//! Read is the list `graph` with its lists `node` (`id`, `label`, `terminal`) and `edge` (`source`, `target`);
//! all other keys are ignored. The vertices are called by their labels where every node has one of its own,
//! and by their ids otherwise. `directed 1` makes a digraph, whose arcs a network takes without their direction.
//! Definition: M. Himsolt, "GML: A portable Graph File Format" (1997).

use super::listed::{Edge, Listed, Node};
use super::scan::{Shown, text};
use super::{Description, ParseErrors};
use crate::graph::VertexId;
use std::borrow::Cow;
use std::fmt;

/// Reads a GML file.
///
/// # Errors
/// Every fault of the file, each with its line; of faults in the brackets and keys, the first.
pub fn parse(bytes: &[u8]) -> Result<Description, ParseErrors> {
    let mut lexer = Lexer {
        text: text(bytes)?,
        line: 1,
    };
    let mut reader = Reader::default();
    if let Err(reason) = reader.file(&mut lexer) {
        reader.listed.faults.push(lexer.line, reason);
    }
    reader.finish(lexer.line)
}

/// A word of the language.
#[derive(Debug, PartialEq)]
enum Token<'a> {
    Key(&'a str),
    Value(Cow<'a, str>),
    Open,
    Close,
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => write!(f, "{}", Shown(key.as_bytes())),
            Self::Value(value) => write!(f, "{}", Shown(value.as_bytes())),
            Self::Open => f.write_str("["),
            Self::Close => f.write_str("]"),
            Self::End => f.write_str("the end of the file"),
        }
    }
}

struct Lexer<'a> {
    /// What is still to be read.
    text: &'a str,
    line: usize,
}

impl<'a> Lexer<'a> {
    fn advance(&mut self, length: usize) -> &'a str {
        let (passed, rest) = self.text.split_at(length);
        self.line += memchr::memchr_iter(b'\n', passed.as_bytes()).count();
        self.text = rest;
        passed
    }

    fn skip_blanks(&mut self) {
        loop {
            let blank = self.text.len() - self.text.trim_start().len();
            self.advance(blank);
            if !self.text.starts_with('#') {
                return;
            }
            let end = self.text.find('\n').unwrap_or(self.text.len());
            self.advance(end);
        }
    }

    fn next(&mut self) -> Result<Token<'a>, String> {
        self.skip_blanks();
        let Some(first) = self.text.chars().next() else {
            return Ok(Token::End);
        };
        match first {
            '[' | ']' => {
                self.advance(1);
                Ok(if first == '[' {
                    Token::Open
                } else {
                    Token::Close
                })
            }
            '"' => self.string(),
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '"');
                let word = self.advance(self.text.find(ends).unwrap_or(self.text.len()));
                Ok(if first.is_alphabetic() || first == '_' {
                    Token::Key(word)
                } else {
                    Token::Value(word.into())
                })
            }
        }
    }

    fn string(&mut self) -> Result<Token<'a>, String> {
        let inner = &self.text[1..];
        let Some(end) = inner.find('"') else {
            return Err("a string without its closing quote".to_string());
        };
        let passed = self.advance(end + 2);
        Ok(Token::Value(unescaped(&passed[1..=end])))
    }
}

/// A string with its character references resolved.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return text.into();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(12).position(|byte| byte == b';');
        let found = end.and_then(|end| Some((character(&rest[1..end])?, end)));
        let (c, end) = found.unwrap_or(('&', 0));
        plain.push(c);
        rest = &rest[end + 1..];
    }
    plain.push_str(rest);
    plain.into()
}

/// The character that a reference between `&` and `;` stands for.
fn character(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "lt" => Some('<'),
        "gt" => Some('>'),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

#[derive(Default)]
struct Reader {
    graphs: usize,
    listed: Listed,
}

impl Reader {
    fn file(&mut self, lexer: &mut Lexer<'_>) -> Result<(), String> {
        loop {
            match lexer.next()? {
                Token::End => return Ok(()),
                Token::Key(key) if key.eq_ignore_ascii_case("graph") => {
                    self.graphs += 1;
                    if self.graphs > 1 {
                        let reason = "a second graph: expected one graph in the file";
                        return Err(reason.to_string());
                    }
                    open(lexer, "graph")?;
                    self.graph(lexer)?;
                }
                Token::Key(_) => skip(lexer)?,
                other => return Err(format!("expected a key, found {other}")),
            }
        }
    }

    fn graph(&mut self, lexer: &mut Lexer<'_>) -> Result<(), String> {
        loop {
            match lexer.next()? {
                Token::Close => return Ok(()),
                Token::Key("node") => self.node(lexer)?,
                Token::Key("edge") => self.edge(lexer)?,
                Token::Key("directed") => match lexer.next()? {
                    Token::Value(value) => self.listed.directed = value != "0",
                    other => return Err(format!("directed is 0 or 1, not {other}")),
                },
                Token::Key(_) => skip(lexer)?,
                other => return Err(format!("expected a key or ], found {other}")),
            }
        }
    }

    fn node(&mut self, lexer: &mut Lexer<'_>) -> Result<(), String> {
        open(lexer, "node")?;
        let mut node = Node {
            line: lexer.line,
            ..Node::default()
        };
        let Node {
            id,
            label,
            terminal,
            ..
        } = &mut node;
        values(
            lexer,
            &mut [("id", id), ("label", label), ("terminal", terminal)],
        )?;
        self.listed.nodes.push(node);
        Ok(())
    }

    fn edge(&mut self, lexer: &mut Lexer<'_>) -> Result<(), String> {
        open(lexer, "edge")?;
        let mut edge = Edge {
            line: lexer.line,
            ..Edge::default()
        };
        let [source, target] = &mut edge.ends;
        values(lexer, &mut [("source", source), ("target", target)])?;
        self.listed.edges.push(edge);
        Ok(())
    }

    fn finish(mut self, last: usize) -> Result<Description, ParseErrors> {
        let faults = &mut self.listed.faults;
        if self.graphs == 0 && faults.is_empty() {
            faults.push(last, "there is no graph: expected graph [ … ]");
        }
        self.listed.finish()
    }
}

/// The bracket after a key that must have a list.
fn open(lexer: &mut Lexer<'_>, key: &str) -> Result<(), String> {
    match lexer.next()? {
        Token::Open => Ok(()),
        other => Err(format!("expected [ after {key}, found {other}")),
    }
}

/// Reads the rest of a list into the places of its keys; other keys are skipped.
fn values(lexer: &mut Lexer<'_>, places: &mut [(&str, &mut Option<String>)]) -> Result<(), String> {
    loop {
        match lexer.next()? {
            Token::Close => return Ok(()),
            Token::Key(key) => match places.iter_mut().find(|(known, _)| *known == key) {
                Some((_, place)) => match lexer.next()? {
                    Token::Value(value) => **place = Some(value.into_owned()),
                    other => return Err(format!("expected a value after {key}, found {other}")),
                },
                None => skip(lexer)?,
            },
            other => return Err(format!("expected a key or ], found {other}")),
        }
    }
}

/// Passes over the value of a key that says nothing here.
fn skip(lexer: &mut Lexer<'_>) -> Result<(), String> {
    let mut depth = 0_usize;
    loop {
        match lexer.next()? {
            Token::Open => depth += 1,
            Token::Close if depth == 0 => return Err("expected a value, found ]".to_string()),
            Token::Close => depth -= 1,
            Token::End => return Err("the file ends within a list".to_string()),
            // A word in the place of a value is one, as some writers have it (`directed true`).
            Token::Key(_) if depth > 0 => continue,
            Token::Key(_) | Token::Value(_) => {}
        }
        if depth == 0 {
            return Ok(());
        }
    }
}

/// A name as GML writes it: in ASCII, without quotes and ampersands.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' | '&' => write!(f, "&#{};", c as u32)?,
                ' '..='~' => write!(f, "{c}")?,
                _ => write!(f, "&#{};", c as u32)?,
            }
        }
        f.write_str("\"")
    }
}

/// Writes a GML file: ids from 0, the names as labels.
///
/// # Errors
/// Those of the writer.
pub fn write(description: &Description, out: &mut impl fmt::Write) -> fmt::Result {
    let graph = &description.graph;
    let names = description.names.if_all(|name| !name.is_empty());
    out.write_str("graph [\n")?;
    if description.directed {
        out.write_str("  directed 1\n")?;
    }
    let parallel = description.has_parallel_edges();
    if parallel {
        out.write_str("  multigraph 1\n")?;
    }
    for v in graph.vertices() {
        let (id, label) = (v.index(), names.of(v));
        write!(out, "  node [\n    id {id}\n    label {}\n", Quoted(&label))?;
        if let Some(role) = description.role(v) {
            writeln!(out, "    terminal \"{role}\"")?;
        }
        out.write_str("  ]\n")?;
    }
    for (i, edge) in graph.edges().enumerate() {
        let [u, v] = graph.ends(edge).map(VertexId::index);
        write!(out, "  edge [\n    source {u}\n    target {v}\n")?;
        if parallel {
            writeln!(out, "    key {i}")?;
        }
        out.write_str("  ]\n")?;
    }
    out.write_str("]\n")
}
