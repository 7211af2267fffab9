//! The coin-game file: one arc per line, `FROM TO`; a word alone declares a node; `#` starts a comment.

use crate::coins::named::NamedDigraph;
use crate::coins::names::NamesBuilder;
use crate::graph::{Digraph, NodeId};
use std::fmt;
use thiserror::Error;

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct LineError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// After this many errors a file is taken for something else.
const MOST_FAULTS: usize = 20;

/// How many lines pass between two reports of progress.
const REPORT: usize = 1 << 16;

/// Reads a coin-game file. `progress` is called from time to time with the number of bytes read.
///
/// # Errors
/// Every faulty line, up to a sensible number.
pub fn parse(
    bytes: &[u8],
    progress: &mut dyn FnMut(usize),
) -> Result<NamedDigraph<'static>, Vec<LineError>> {
    let mut reader = Reader {
        has_zeros: bytes.contains(&0),
        ..Reader::default()
    };
    let mut read = 0;
    for (i, line) in bytes.split_inclusive(|&b| b == b'\n').enumerate() {
        reader.line(i + 1, line);
        read += line.len();
        if i % REPORT == 0 {
            progress(read);
        }
        if reader.faults.len() >= MOST_FAULTS {
            break;
        }
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    /// Whether some line has a byte 0.
    has_zeros: bool,
    nodes: NamesBuilder,
    arcs: Vec<(u32, u32)>,
    faults: Vec<LineError>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &[u8]) {
        if let Err(what) = self.read(line) {
            let line = number;
            self.faults.push(LineError { line, what });
        }
    }

    fn read(&mut self, line: &[u8]) -> Result<(), String> {
        if self.has_zeros && line.contains(&0) {
            return Err("a byte 0: this is not a text file".to_owned());
        }
        let line = str::from_utf8(line).map_err(|_| "not UTF-8 text".to_owned())?;
        let line = line.split_once('#').map_or(line, |(before, _)| before);
        let mut words = line.split_whitespace();
        let Some(from) = words.next() else {
            return Ok(());
        };
        let to = words.next();
        let more = words.count();
        if more > 0 {
            return Err(format!(
                "an arc is two words, FROM TO, and here are {}",
                more + 2
            ));
        }
        let from = self.node(from)?;
        if let Some(to) = to {
            if self.arcs.len() == Digraph::MAX_ARCS {
                return Err("too many arcs".to_owned());
            }
            let to = self.node(to)?;
            self.arcs.push((from.index() as u32, to.index() as u32));
        }
        Ok(())
    }

    fn node(&mut self, word: &str) -> Result<NodeId, String> {
        if self.nodes.len() == Digraph::MAX_NODES {
            return Err("too many nodes".to_owned());
        }
        let node = self.nodes.node(word);
        node.ok_or_else(|| "the names together are longer than 4 GiB".to_owned())
    }

    fn finish(self) -> Result<NamedDigraph<'static>, Vec<LineError>> {
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        let digraph = Digraph::from_arcs(self.nodes.len(), &self.arcs);
        Ok(NamedDigraph::new(self.nodes.finish(), digraph))
    }
}

/// Writes a board line by line, so that reading it back gives the same nodes in the same order.
///
/// # Errors
/// What `out` answers.
pub fn write(board: &NamedDigraph<'_>, out: &mut impl fmt::Write) -> fmt::Result {
    let digraph = board.digraph();
    // Nodes below this one have been named already.
    let mut named = 0;
    for from in digraph.nodes() {
        named = declare(board, named, from.index(), out)?;
        for to in digraph.followers(from) {
            // The arc itself names the next node, or the next two, if they are its own.
            let with_from = named.max(from.index() + 1);
            named = if to.index() <= with_from {
                with_from.max(to.index() + 1)
            } else {
                declare(board, named, to.index() + 1, out)?
            };
            let (from, to) = (board.names().of(from), board.names().of(to));
            writeln!(out, "{from} {to}")?;
        }
    }
    declare(board, named, digraph.node_count(), out)?;
    Ok(())
}

/// Names the nodes from `named` up to `wanted`, each alone on a line.
fn declare(
    board: &NamedDigraph<'_>,
    named: usize,
    wanted: usize,
    out: &mut impl fmt::Write,
) -> Result<usize, fmt::Error> {
    for node in named..wanted {
        writeln!(out, "{}", board.names().of(NodeId::new(node)))?;
    }
    Ok(named.max(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<NamedDigraph<'static>, Vec<LineError>> {
        parse(text.as_bytes(), &mut |_| ())
    }

    #[test]
    fn arcs_declarations_comments_and_blank_lines() {
        let board = read("# a map\nA B  # an arc\r\n\n lone\nB B\nA B").unwrap();
        let names: Vec<_> = board
            .digraph()
            .nodes()
            .map(|v| board.names().of(v))
            .collect();
        assert_eq!(names, ["A", "B", "lone"]);
        let arcs: Vec<_> = board
            .digraph()
            .arcs()
            .map(|(u, v)| (u.index(), v.index()))
            .collect();
        assert_eq!(arcs, [(0, 1), (0, 1), (1, 1)]);
    }

    #[test]
    fn every_faulty_line_is_reported() {
        let faults = read("A B\nA B C\n# fine\nA B C D\n").unwrap_err();
        let said: Vec<String> = faults.iter().map(LineError::to_string).collect();
        assert_eq!(
            said,
            [
                "line 2: an arc is two words, FROM TO, and here are 3",
                "line 4: an arc is two words, FROM TO, and here are 4"
            ]
        );
        assert_eq!(parse(b"A \xff\n", &mut |_| ()).unwrap_err()[0].line, 1);
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let exact = ["", "a\n", "a c\nb c\nb d\ne\n", "x x\ny z\n", "p\nq p\n"];
        let other = [
            "a c\nb\nc a\nc c\nd\n",
            "a\nb\nc\na c\n",
            "x\ny\nz\nx z\nz y\n",
        ];
        for text in exact.into_iter().chain(other) {
            let board = read(text).unwrap();
            let mut written = String::new();
            write(&board, &mut written).unwrap();
            assert_eq!(read(&written).unwrap(), board, "{text:?}");
            assert!(!exact.contains(&text) || written == text, "{written:?}");
        }
    }
}
