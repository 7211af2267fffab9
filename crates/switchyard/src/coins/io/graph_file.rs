//! Digraphs in the formats that graphs are exchanged in: DOT, GraphML, GML, node-link JSON, Pajek, digraph6.
//!
//! A file whose extension or beginning names such a format is read as one; any other text is a coin-game file.

use super::text::{self, LineError};
use crate::coins::named::NamedDigraph;
use crate::coins::names::{NamesBuilder, is_word};
use crate::format::{Description, Format, Names, ParseErrors};
use crate::graph::{Digraph, Graph, VertexId};

/// After this many errors the others are only counted.
const MOST_FAULTS: usize = 20;

/// Reads a digraph in whatever text format it is, of at most this many arcs where a byte can stand
/// for several.
///
/// # Errors
/// Every faulty line, up to a sensible number.
pub fn parse(
    extension: Option<&str>,
    bytes: &[u8],
    most_arcs: usize,
    progress: &mut dyn FnMut(usize),
) -> Result<NamedDigraph<'static>, Vec<LineError>> {
    match format_of(extension, bytes) {
        Some(format) => {
            let read = format.parse_at_most(bytes, most_arcs);
            from_description(format, read.map_err(|faults| lines(&faults))?)
        }
        None => text::parse(bytes, progress),
    }
}

/// The format of a file, if it is one of these; `None` for a coin-game file.
pub fn format_of(extension: Option<&str>, bytes: &[u8]) -> Option<Format> {
    let named = extension.and_then(Format::of_extension);
    let format = named.unwrap_or_else(|| Format::of_beginning(bytes));
    // `.net` names our networks too, and only the content tells.
    let pajek = || Some(Format::of_beginning(bytes)).filter(|&format| format == Format::Pajek);
    let format = Some(format)
        .filter(|format| format.has_arcs())
        .or_else(pajek)?;
    // Nodes of a coin game may be called `graph` or `creator`: the other formats need a bracket as well.
    let bracket = |byte: &u8| matches!(byte, b'{' | b'[');
    let bare = matches!(format, Format::Dot | Format::Gml) && named.is_none();
    (!bare || bytes.iter().take(4096).any(bracket)).then_some(format)
}

fn lines(faults: &ParseErrors) -> Vec<LineError> {
    let kept = faults.kept().iter().take(MOST_FAULTS);
    let line = |fault: &crate::format::ParseError| LineError {
        line: fault.line,
        what: fault.reason.clone(),
    };
    kept.map(line).collect()
}

/// The digraph that a file describes.
fn from_description(
    format: Format,
    description: Description,
) -> Result<NamedDigraph<'static>, Vec<LineError>> {
    let refuse = |what: String| vec![LineError { line: 1, what }];
    let Description { graph, names, .. } = description;
    if !description.directed && graph.edge_count() > 0 {
        return Err(refuse(format!(
            "this {format} file holds an undirected graph: coins move along arcs"
        )));
    }
    let index = |vertex: VertexId| vertex.index() as u32;
    let arc = |edge| {
        let [from, to] = graph.ends(edge);
        (index(from), index(to))
    };
    let arcs: Vec<(u32, u32)> = graph.edges().map(arc).collect();
    let digraph = Digraph::from_arcs(graph.vertex_count(), &arcs);
    if names == Names::FromOne {
        return Ok(NamedDigraph::numbered(digraph));
    }
    let mut words = NamesBuilder::default();
    for vertex in graph.vertices() {
        let name = names.of(vertex);
        if !is_word(&name) || words.node(&name).is_none() {
            return Err(refuse(format!(
                "{name:?} cannot name a node: names are words without blanks and #"
            )));
        }
    }
    Ok(NamedDigraph::new(words.finish(), digraph))
}

/// What a graph file says of a digraph.
pub fn description(board: &NamedDigraph<'_>) -> Description {
    let digraph = board.digraph();
    let ends = |(from, to): (crate::graph::NodeId, crate::graph::NodeId)| {
        [from, to].map(|node| VertexId::new(node.index()))
    };
    let name = |node| board.names().of(node).into_owned();
    Description {
        graph: Graph::from_ends(digraph.node_count(), digraph.arcs().map(ends).collect()),
        names: Names::Words(digraph.nodes().map(name).collect()),
        directed: true,
        ..Description::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<NamedDigraph<'static>, Vec<LineError>> {
        parse(None, text.as_bytes(), 1000, &mut |_| ())
    }

    #[test]
    fn every_format_with_arcs_reads_what_it_writes() {
        let board = read("a b\nb a\nb c\nc c\nd\n").unwrap();
        for format in Format::ALL.into_iter().filter(|format| format.has_arcs()) {
            let mut text = String::new();
            format.write(&description(&board), &mut text).unwrap();
            let again = read(&text).unwrap();
            let arcs = |board: &NamedDigraph<'_>| board.digraph().arcs().collect::<Vec<_>>();
            assert_eq!(arcs(&again), arcs(&board), "{format}: {text}");
            if format != Format::Digraph6 {
                assert_eq!(again, board, "{format}: {text}");
            }
        }
    }

    #[test]
    fn a_dot_file_is_no_coin_game_file() {
        let board = read("digraph {\n a->b;\n b->a;\n}").unwrap();
        assert_eq!(board.digraph().node_count(), 2);
        assert_eq!(board.digraph().arc_count(), 2);
        let names = read("digraph a\na b\n").unwrap();
        assert_eq!(names.digraph().node_count(), 3);
        let faults = read("graph { a -- b }").unwrap_err();
        assert!(faults[0].what.contains("undirected"), "{faults:?}");
        let faults = read("digraph {\n a -> ;\n}").unwrap_err();
        assert_eq!(faults[0].line, 2);
        assert!(read("digraph { \"a b\" -> c }").is_err());
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        assert_eq!(read("a b\n\0\0\0\n").unwrap_err()[0].line, 2);
    }
}
