//! GraphML: a graph in XML.
//!
//! Read are `node` and `edge` elements wherever they occur; what other elements and data say is ignored.
//! `edgedefault="directed"` makes a digraph, whose arcs a network takes without their direction. A node whose
//! data `terminal` is `L` or `R` is a terminal (the data's key is declared by
//! `<key id="…" for="node" attr.name="terminal"/>`, or is called `terminal`). Vertices are numbered in the order of the nodes, except that ids which are the
//! numbers from 1 (or 0) on keep their order.
//! Definition: <http://graphml.graphdrawing.org/specification.html>.

use super::listed::{Edge, ends, push_second_node};
use super::names::Builder;
use super::scan::text;
use super::{Description, ParseErrors};
use crate::graph::VertexId;
use quick_xml::XmlVersion;
use quick_xml::escape::escape;
use quick_xml::events::{BytesStart, Event};
use std::collections::HashSet;
use std::fmt;

/// Reads a GraphML file.
///
/// # Errors
/// Every fault of the file, each with its line; of faults in the XML itself, the first.
pub fn parse(bytes: &[u8]) -> Result<Description, ParseErrors> {
    let text = text(bytes)?;
    let mut xml = quick_xml::Reader::from_str(text);
    let mut lines = Lines {
        text,
        at: 0,
        line: 1,
    };
    let mut reader = Reader::default();
    loop {
        let event = xml.read_event();
        let line = lines.at(xml.buffer_position());
        match event {
            Ok(Event::Eof) => break,
            Ok(event) => reader.take(line, event),
            Err(error) => {
                let line = lines.at(xml.error_position());
                reader
                    .faults
                    .push(line, format!("the XML is broken: {error}"));
                break;
            }
        }
    }
    reader.finish(lines.line)
}

/// Counts lines up to a place that only moves on.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn at(&mut self, place: u64) -> usize {
        let place = (place as usize).clamp(self.at, self.text.len());
        let passed = &self.text.as_bytes()[self.at..place];
        self.line += memchr::memchr_iter(b'\n', passed).count();
        self.at = place;
        self.line
    }
}

#[derive(Default)]
struct Reader {
    builder: Builder,
    /// The edges, until all nodes are known.
    edges: Vec<Edge>,
    /// The ids of the keys for `terminal`.
    keys: HashSet<String>,
    depth: usize,
    graphs: usize,
    directed: bool,
    /// The nodes that are open, outermost first.
    open: Vec<VertexId>,
    /// What the open `terminal` data has said so far.
    role: Option<String>,
    faults: ParseErrors,
}

impl Reader {
    fn take(&mut self, line: usize, event: Event<'_>) {
        match event {
            Event::Start(element) => {
                self.depth += 1;
                self.start(line, &element);
            }
            Event::Empty(element) => {
                self.start(line, &element);
                self.end(line, element.local_name().as_ref());
            }
            Event::End(element) => {
                self.depth = self.depth.saturating_sub(1);
                self.end(line, element.local_name().as_ref());
            }
            Event::Text(text) => self.say(&text.xml10_content()),
            Event::CData(text) => self.say(&text.xml10_content()),
            _ => {}
        }
    }

    fn say(&mut self, text: &str) {
        if let Some(role) = &mut self.role {
            role.push_str(text);
        }
    }

    fn start(&mut self, line: usize, element: &BytesStart<'_>) {
        match element.local_name().as_ref() {
            "graph" if self.open.is_empty() => {
                self.graphs += 1;
                let kind = self.attribute(line, element, "edgedefault");
                self.directed = kind.as_deref() == Some("directed");
                if self.graphs > 1 {
                    self.faults
                        .push(line, "a second graph: expected one graph in the file");
                }
            }
            "node" => self.node(line, element),
            "edge" => self.edge(line, element),
            "hyperedge" => self
                .faults
                .push(line, "hyperedges join no two vertices: not a network"),
            "key" => self.key(line, element),
            "data" if !self.open.is_empty() => {
                let key = self.attribute(line, element, "key");
                if key.is_some_and(|key| key == "terminal" || self.keys.contains(&key)) {
                    self.role = Some(String::new());
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, line: usize, name: &str) {
        match name {
            "node" => {
                self.open.pop();
            }
            "data" => {
                if let (Some(role), Some(&node)) = (self.role.take(), self.open.last()) {
                    self.builder.terminal(node, &role, line, &mut self.faults);
                }
            }
            _ => {}
        }
    }

    fn node(&mut self, line: usize, element: &BytesStart<'_>) {
        let id = self.needed(line, element, "id");
        if let Some(id) = &id
            && self.builder.known(id).is_some()
        {
            push_second_node(&mut self.faults, line, id);
        }
        // A node without an id still opens: its end must close something.
        let vertex = self.builder.vertex(&id.unwrap_or_default());
        self.open.push(vertex);
    }

    fn edge(&mut self, line: usize, element: &BytesStart<'_>) {
        let source = self.needed(line, element, "source");
        let target = self.needed(line, element, "target");
        // An edge without one of them is a fault already.
        if source.is_some() && target.is_some() {
            let ends = [source, target];
            self.edges.push(Edge { line, ends });
        }
    }

    fn key(&mut self, line: usize, element: &BytesStart<'_>) {
        let name = self.attribute(line, element, "attr.name");
        if name.as_deref() == Some("terminal")
            && let Some(id) = self.needed(line, element, "id")
        {
            self.keys.insert(id);
        }
    }

    fn needed(&mut self, line: usize, element: &BytesStart<'_>, name: &str) -> Option<String> {
        let (found, before) = (self.attribute(line, element, name), self.faults.count());
        if found.is_none() && self.faults.count() == before {
            let element = element.local_name();
            let element = element.as_ref();
            self.faults
                .push(line, format!("<{element}> needs the attribute {name}"));
        }
        found
    }

    fn attribute(&mut self, line: usize, element: &BytesStart<'_>, name: &str) -> Option<String> {
        for attribute in element.attributes() {
            let value = attribute
                .map_err(|error| error.to_string())
                .and_then(|attribute| {
                    if attribute.key.as_ref() != name {
                        return Ok(None);
                    }
                    let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                    value
                        .map(|value| Some(value.into_owned()))
                        .map_err(|error| error.to_string())
                });
            match value {
                Ok(None) => {}
                Ok(Some(value)) => return Some(value),
                Err(reason) => {
                    self.faults
                        .push(line, format!("the XML is broken: {reason}"));
                    return None;
                }
            }
        }
        None
    }

    fn finish(mut self, last: usize) -> Result<Description, ParseErrors> {
        if self.depth > 0 && self.faults.is_empty() {
            self.faults.push(last, "the file ends within an element");
        }
        if self.graphs == 0 && self.faults.is_empty() {
            self.faults.push(last, "there is no <graph> element");
        }
        let known = |id: &str| self.builder.known(id);
        self.builder.ends = ends(&self.edges, known, &mut self.faults);
        let read = self.builder.finish(self.faults)?;
        Ok(Description {
            directed: self.directed,
            ..read
        })
    }
}

/// Whether a name can be an attribute's value and come back the same.
fn is_attribute(name: &str) -> bool {
    !name.contains(|c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'))
}

/// Writes a GraphML file.
///
/// # Errors
/// Those of the writer.
pub fn write(description: &Description, out: &mut impl fmt::Write) -> fmt::Result {
    let Description { graph, .. } = description;
    let names = description.names.if_all(is_attribute);
    out.write_str(concat!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
        "  <key id=\"terminal\" for=\"node\" attr.name=\"terminal\" attr.type=\"string\"/>\n",
    ))?;
    let kind = if description.directed {
        "directed"
    } else {
        "undirected"
    };
    writeln!(out, "  <graph edgedefault=\"{kind}\">")?;
    for v in graph.vertices() {
        let name = names.of(v);
        write!(out, "    <node id=\"{}\"", escape(&*name))?;
        match description.role(v) {
            Some(role) => writeln!(out, "><data key=\"terminal\">{role}</data></node>")?,
            None => out.write_str("/>\n")?,
        }
    }
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge).map(|end| names.of(end));
        let (u, v) = (escape(&*u), escape(&*v));
        writeln!(
            out,
            "    <edge id=\"e{edge}\" source=\"{u}\" target=\"{v}\"/>"
        )?;
    }
    out.write_str("  </graph>\n</graphml>\n")
}
