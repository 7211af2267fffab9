//! Node-link JSON, as networkx and D3 write it: an object with the lists `nodes` and `edges` (or `links`).
//!
//! A node has an `id`, a text, a number or a list of these; where no node has one, their places in
//! the list are the ids, from 0. An edge has a `source` and a `target`. A node's `terminal` is
//! `"L"` or `"R"`. With `"directed": true` the edges are arcs, which a network takes without their
//! direction. Everything else is skipped without being stored, however large or deep.

use super::listed::{Edge, Listed, Node};
use super::scan::{Shown, text};
use super::{Description, ParseErrors};
use crate::graph::VertexId;
use std::fmt::{self, Write as _};

/// Reads a node-link file.
///
/// # Errors
/// Every fault of the file, each with its line; of faults in the JSON itself, the first.
pub fn parse(bytes: &[u8]) -> Result<Description, ParseErrors> {
    let mut json = Json {
        text: text(bytes)?,
        at: 0,
        line: 1,
    };
    let mut reader = Reader::default();
    if let Err(reason) = reader.file(&mut json) {
        reader.listed.faults.push(json.line, reason);
    }
    reader.finish(json.line)
}

type Read<T> = Result<T, String>;

/// A text of JSON, read from left to right.
struct Json<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Json<'a> {
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if !byte.is_ascii_whitespace() {
                return Some(byte);
            }
            self.line += usize::from(byte == b'\n');
            self.at += 1;
        }
        None
    }

    fn expected<T>(&mut self, what: &str) -> Read<T> {
        let found = if self.peek().is_none() {
            "the end of the file".to_string()
        } else {
            let rest = &self.text[self.at..];
            let end = rest.find(|c: char| c.is_whitespace() || c == ',');
            Shown(&rest.as_bytes()[..end.unwrap_or(rest.len()).max(1)]).to_string()
        };
        Err(format!("expected {what}, found {found}"))
    }

    fn sign(&mut self, sign: u8) -> Read<()> {
        if self.peek() == Some(sign) {
            self.at += 1;
            return Ok(());
        }
        self.expected(&char::from(sign).to_string())
    }

    /// A list or an object: `member` reads each of its members.
    fn members(
        &mut self,
        [open, close]: [u8; 2],
        mut member: impl FnMut(&mut Self) -> Read<()>,
    ) -> Read<()> {
        self.sign(open)?;
        if self.peek() == Some(close) {
            self.at += 1;
            return Ok(());
        }
        loop {
            member(self)?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == close => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return self.expected(&format!(", or {}", char::from(close))),
            }
        }
    }

    fn list(&mut self, member: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        self.members([b'[', b']'], member)
    }

    fn object(&mut self, mut field: impl FnMut(&mut Self, &str) -> Read<()>) -> Read<()> {
        self.members([b'{', b'}'], |json| {
            let key = json.string()?;
            json.sign(b':')?;
            field(json, &key)
        })
    }

    fn string(&mut self) -> Read<String> {
        self.sign(b'"')?;
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut plain = String::new();
        let mut from = start;
        loop {
            match bytes.get(self.at) {
                None => return Err("a string without its closing quote".to_string()),
                Some(b'"') => {
                    plain.push_str(&self.text[from..self.at]);
                    self.at += 1;
                    return Ok(plain);
                }
                Some(b'\\') => {
                    plain.push_str(&self.text[from..self.at]);
                    self.at += 1;
                    plain.push(self.escaped()?);
                    from = self.at;
                }
                Some(byte) if *byte < b' ' => {
                    return Err("a control character in a string".to_string());
                }
                Some(_) => self.at += 1,
            }
        }
    }

    /// The character behind a backslash.
    fn escaped(&mut self) -> Read<char> {
        let byte = self.text.as_bytes().get(self.at).copied();
        self.at += usize::from(byte.is_some_and(|byte| byte.is_ascii()));
        match byte {
            Some(plain @ (b'"' | b'\\' | b'/')) => Ok(char::from(plain)),
            Some(b'b') => Ok('\u{8}'),
            Some(b'f') => Ok('\u{c}'),
            Some(b'n') => Ok('\n'),
            Some(b'r') => Ok('\r'),
            Some(b't') => Ok('\t'),
            Some(b'u') => self.code_point(),
            _ => Err("a backslash before a character that it cannot stand before".to_string()),
        }
    }

    fn code_point(&mut self) -> Read<char> {
        let high = self.code_unit()?;
        let code = if (0xd800..0xdc00).contains(&high) && self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            let low = self.code_unit()?;
            0x1_0000 + ((high - 0xd800) << 10) + (low.wrapping_sub(0xdc00) & 0x3ff)
        } else {
            high
        };
        char::from_u32(code).ok_or_else(|| "half of a character in a string".to_string())
    }

    fn code_unit(&mut self) -> Read<u32> {
        let digits = self.text.get(self.at..self.at + 4);
        let code = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let code = code.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += 4 * usize::from(code.is_some());
        code.ok_or_else(|| "\\u needs four hexadecimal digits".to_string())
    }

    /// A number, `true`, `false` or `null`, as it is written.
    fn word(&mut self) -> Read<&'a str> {
        self.peek();
        let rest = &self.text[self.at..];
        let of_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.');
        let word = &rest[..rest.find(|c| !of_word(c)).unwrap_or(rest.len())];
        if matches!(
            word,
            "true" | "false" | "null" | "NaN" | "Infinity" | "-Infinity"
        ) || word.parse::<f64>().is_ok()
        {
            self.at += word.len();
            return Ok(word);
        }
        self.expected("a value")
    }

    /// Passes over a value: a counter and no stack, however deep it is.
    fn skip(&mut self) -> Read<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                Some(b'[' | b'{') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(b']' | b'}' | b',' | b':') if depth > 0 => {
                    depth -= usize::from(matches!(self.peek(), Some(b']' | b'}')));
                    self.at += 1;
                }
                Some(b'"') => {
                    self.string()?;
                }
                _ => {
                    self.word()?;
                }
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// What names a node: a text, a number, or a list of these.
    fn name(&mut self) -> Read<String> {
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'[') => {
                let mut name = String::new();
                self.list(|json| {
                    if !name.is_empty() {
                        name.push(',');
                    }
                    name.push_str(&json.atom()?);
                    Ok(())
                })?;
                Ok(name)
            }
            _ => self.atom(),
        }
    }

    fn atom(&mut self) -> Read<String> {
        match self.peek() {
            Some(b'"') => self.string(),
            _ => Ok(self.word()?.to_string()),
        }
    }
}

#[derive(Default)]
struct Reader {
    /// Whether there were the lists of nodes and of edges.
    lists: [bool; 2],
    listed: Listed,
}

impl Reader {
    fn file(&mut self, json: &mut Json<'_>) -> Read<()> {
        json.object(|json, key| match key {
            "nodes" => {
                self.lists[0] = true;
                json.list(|json| self.node(json))
            }
            "edges" | "links" => {
                self.lists[1] = true;
                json.list(|json| self.edge(json))
            }
            "directed" => {
                self.listed.directed = json.word()? == "true";
                Ok(())
            }
            _ => json.skip(),
        })?;
        match json.peek() {
            None => Ok(()),
            Some(_) => json.expected("the end of the file: it holds one graph"),
        }
    }

    fn node(&mut self, json: &mut Json<'_>) -> Read<()> {
        json.peek();
        let mut node = Node {
            line: json.line,
            ..Node::default()
        };
        json.object(|json, key| {
            match key {
                "id" => node.id = Some(json.name()?),
                "terminal" if json.peek() == Some(b'"') => node.terminal = Some(json.string()?),
                _ => json.skip()?,
            }
            Ok(())
        })?;
        self.listed.nodes.push(node);
        Ok(())
    }

    fn edge(&mut self, json: &mut Json<'_>) -> Read<()> {
        json.peek();
        let mut edge = Edge {
            line: json.line,
            ..Edge::default()
        };
        json.object(|json, key| {
            match key {
                "source" => edge.ends[0] = Some(json.name()?),
                "target" => edge.ends[1] = Some(json.name()?),
                _ => json.skip()?,
            }
            Ok(())
        })?;
        self.listed.edges.push(edge);
        Ok(())
    }

    fn finish(mut self, last: usize) -> Result<Description, ParseErrors> {
        let Listed { nodes, faults, .. } = &mut self.listed;
        if faults.is_empty() && self.lists != [true, true] {
            let reason = "a graph needs the lists `nodes` and `edges` (or `links`)";
            faults.push(last, reason);
        }
        if nodes.iter().all(|node| node.id.is_none()) {
            for (place, node) in nodes.iter_mut().enumerate() {
                node.id = Some(place.to_string());
            }
        }
        self.listed.finish()
    }
}

/// A text as JSON writes it.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c.is_control() => write!(f, "\\u{:04x}", c as u32)?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

/// A name: a number where names are numbers, a text otherwise.
fn id(description: &Description, v: VertexId) -> String {
    match &description.names {
        super::Names::Words(words) => Quoted(&words[v.index()]).to_string(),
        numbers => numbers.of(v).into_owned(),
    }
}

/// Writes a node-link file as networkx does, one node or edge per line.
///
/// # Errors
/// Those of the writer.
pub fn write(description: &Description, out: &mut impl fmt::Write) -> fmt::Result {
    let graph = &description.graph;
    let (directed, parallel) = (description.directed, description.has_parallel_edges());
    write!(
        out,
        "{{\"directed\": {directed}, \"multigraph\": {parallel}, \"graph\": {{}},\n\"nodes\": ["
    )?;
    let mut comma = "";
    for v in graph.vertices() {
        write!(out, "{comma}\n{{\"id\": {}", id(description, v))?;
        if let Some(role) = description.role(v) {
            write!(out, ", \"terminal\": \"{role}\"")?;
        }
        out.write_char('}')?;
        comma = ",";
    }
    out.write_str("\n],\n\"edges\": [")?;
    comma = "";
    for (i, edge) in graph.edges().enumerate() {
        let [u, v] = graph.ends(edge).map(|end| id(description, end));
        write!(out, "{comma}\n{{\"source\": {u}, \"target\": {v}")?;
        if parallel {
            write!(out, ", \"key\": {i}")?;
        }
        out.write_char('}')?;
        comma = ",";
    }
    out.write_str("\n]}\n")
}
