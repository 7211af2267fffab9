//! Labels and counters as text: one node per line, `NODE LABEL COUNTER`.
//!
//! A label is a number, or `∞(…)` with the numbers of K between commas (`inf(…)` is read too), and
//! then the counter is `-`. This is what [`check`](crate::coins::check) verifies.

use super::text::LineError;
use crate::coins::labels::{LabelSet, Labels, LabelsBuilder};
use crate::coins::named::NamedDigraph;
use std::fmt;

/// Writes the labels of a board, in the order of its nodes.
///
/// # Errors
/// Those of `out`.
pub fn write(board: &NamedDigraph<'_>, labels: &Labels, out: &mut impl fmt::Write) -> fmt::Result {
    for node in board.digraph().nodes() {
        let name = board.names().of(node);
        let label = labels.of(node);
        match labels.counter(node) {
            Some(counter) => writeln!(out, "{name} {label} {counter}")?,
            None => writeln!(out, "{name} {label} -")?,
        }
    }
    Ok(())
}

/// Reads the labels of a board, in any order of the nodes.
///
/// # Errors
/// Every line with an error, up to a limit.
pub fn parse(board: &NamedDigraph<'_>, bytes: &[u8]) -> Result<Labels, Vec<LineError>> {
    const MOST_FAULTS: usize = 20;
    let index = board.names().index();
    let mut labels = LabelsBuilder::new(board.digraph().node_count());
    let mut faults = Vec::new();
    let mut last = 0;
    for (i, line) in bytes.split(|&b| b == b'\n').enumerate() {
        last = i + 1;
        let read = read_line(line, |name| index.find(name), &mut labels);
        faults.extend(read.err().map(|what| LineError { line: last, what }));
        if faults.len() >= MOST_FAULTS {
            return Err(faults);
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    labels.finish().map_err(|node| {
        let what = format!("node {} has no label", board.names().of(node));
        vec![LineError { line: last, what }]
    })
}

fn read_line(
    line: &[u8],
    find: impl Fn(&str) -> Option<crate::graph::NodeId>,
    labels: &mut LabelsBuilder,
) -> Result<(), String> {
    let line = str::from_utf8(line).map_err(|_| "not UTF-8 text".to_owned())?;
    let line = line.split_once('#').map_or(line, |(before, _)| before);
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, label, counter] = words[..] else {
        return if words.is_empty() {
            Ok(())
        } else {
            Err("a label is three words, NODE LABEL COUNTER".to_owned())
        };
    };
    let node = find(name).ok_or_else(|| format!("no node is called {name:?}"))?;
    if labels.knows(node) {
        return Err(format!("node {name} has a label already"));
    }
    if let Some(set) = infinite(label)? {
        if counter != "-" {
            return Err(format!("∞ has no counter: - and not {counter:?}"));
        }
        labels.infinite(node, set);
        return Ok(());
    }
    let label = number(label)?;
    let counter = counter.parse();
    let counter = counter.map_err(|_| "the counter is a number from 0".to_owned())?;
    labels.finite(node, label, counter);
    Ok(())
}

fn infinite(label: &str) -> Result<Option<LabelSet>, String> {
    let inside = label.strip_prefix("∞(").or(label.strip_prefix("inf("));
    let Some(inside) = inside.and_then(|inside| inside.strip_suffix(')')) else {
        return Ok(None);
    };
    let members = inside.split(',').filter(|member| !member.is_empty());
    let members: Result<Vec<u32>, String> = members.map(number).collect();
    Ok(Some(LabelSet::new(members?)))
}

/// A number that can be a label at all.
fn number(word: &str) -> Result<u32, String> {
    let number: Option<u32> = word.parse().ok().filter(|&number| number < 1 << 31);
    number.ok_or_else(|| format!("a label is a number or ∞(…), and not {word:?}"))
}

#[cfg(test)]
mod tests {
    use super::super::text;
    use super::*;
    use crate::coins::engine;

    #[test]
    fn what_is_written_reads_back_the_same() {
        let board = text::parse(b"a b\nb a\nc b\nc d\ne d\ne e\n", &mut |_| ()).unwrap();
        let labels = engine::label(board.digraph());
        let mut written = String::new();
        write(&board, &labels, &mut written).unwrap();
        assert!(written.contains("e ∞(0) -"), "{written}");
        let read = parse(&board, written.as_bytes()).unwrap();
        for node in board.digraph().nodes() {
            assert_eq!(read.of(node), labels.of(node));
            assert_eq!(read.counter(node), labels.counter(node));
        }
        let ascii = written.replace('∞', "inf");
        assert_eq!(parse(&board, ascii.as_bytes()).unwrap(), read);
    }

    #[test]
    fn every_faulty_line_is_reported() {
        let board = text::parse(b"a b\n", &mut |_| ()).unwrap();
        let said = |text: &str| -> Vec<String> {
            let faults = parse(&board, text.as_bytes()).unwrap_err();
            faults.iter().map(LineError::to_string).collect()
        };
        assert_eq!(
            said("a 1\nx 0 1\na one 2\na 1 two\n"),
            [
                "line 1: a label is three words, NODE LABEL COUNTER",
                "line 2: no node is called \"x\"",
                "line 3: a label is a number or ∞(…), and not \"one\"",
                "line 4: the counter is a number from 0",
            ]
        );
        assert_eq!(said("a 1 2"), ["line 1: node b has no label"]);
        assert_eq!(
            said("b 0 1\nb 0 1\n")[0],
            "line 2: node b has a label already"
        );
        assert_eq!(
            said("b inf(0) 3")[0],
            "line 1: ∞ has no counter: - and not \"3\""
        );
    }
}
