//! Network files in every format.

use crate::bytes::Bytes;
use switchyard::format::{Description, Format, ParseErrors};
use switchyard::graph::VertexId;
use switchyard::switching::{Position, check, solve};

/// The first byte chooses the format, or leaves it to be guessed; the rest is the file.
///
/// A fault names a line of the file, or the line after the last one, where something is missing.
/// What is read is written in every format that can say it and read back the same. What makes a
/// board is solved, and the certificate holds.
pub fn networks(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let choice = bytes.below(Format::ALL.len() + 1);
    let file = bytes.rest();
    let format = match Format::ALL.get(choice) {
        Some(&format) => format,
        // A file in two formats has its refusal.
        None => Format::detect(file).unwrap_or(Format::Metis),
    };
    match format.parse(file) {
        Ok(description) => {
            written_and_read(&description);
            solved(description);
        }
        Err(faults) => plain(&faults, file),
    }
}

fn plain(faults: &ParseErrors, file: &[u8]) {
    let lines = file.split(|&byte| byte == b'\n').count();
    assert!(!faults.kept().is_empty() && faults.count() >= faults.kept().len());
    for fault in faults.kept() {
        assert!(
            (1..=lines + 1).contains(&fault.line),
            "{fault:?} of {lines} lines"
        );
        assert!(!fault.reason.is_empty());
    }
}

fn written_and_read(description: &Description) {
    /// Larger graphs say nothing new here, and seven formats take their time.
    const MOST: usize = 2_000;
    if description.graph.vertex_count() > MOST {
        return;
    }
    for format in Format::ALL {
        let mut text = String::new();
        if format.write(description, &mut text).is_err() {
            continue;
        }
        let again = match format.parse(text.as_bytes()) {
            Ok(again) => again,
            Err(faults) => panic!("{format} refuses its own {text:?}: {faults:?}"),
        };
        let counts = |d: &Description| (d.graph.vertex_count(), d.graph.edge_count());
        assert_eq!(counts(&again), counts(description), "{format}: {text:?}");
        if format.keeps_labels() {
            assert_eq!(pairs(&again), pairs(description), "{format}: {text:?}");
            assert_eq!(again.terminals(), description.terminals(), "{format}");
        }
    }
}

/// The ends of every edge, the smaller first: a matrix format may turn an edge round.
fn pairs(description: &Description) -> Vec<[VertexId; 2]> {
    let graph = &description.graph;
    let sorted = |edge| {
        let [u, v] = graph.ends(edge);
        [u.min(v), u.max(v)]
    };
    graph.edges().map(sorted).collect()
}

fn solved(description: Description) {
    const MOST: usize = 200;
    if description.graph.edge_count() > MOST || description.graph.vertex_count() > MOST {
        return;
    }
    if let Ok(network) = description.into_network() {
        let position = Position::new(network);
        let verdict = solve(&position);
        assert_eq!(verdict.outcome, position.outcome());
        assert_eq!(verdict.outcome, verdict.certificate.outcome());
        assert_eq!(check(&position, &verdict.certificate), Ok(()));
    }
}
