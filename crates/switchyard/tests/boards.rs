//! The sample networks: every file is in the index, and every outcome in the index is the true one.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use switchyard::format::network;
use switchyard::switching::check::check;
use switchyard::switching::solve::solve;
use switchyard::switching::{Outcome, Position};

fn boards() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../boards")
}

/// The rows of the index: file, outcome, title, about.
fn index() -> Vec<[String; 4]> {
    let text = fs::read_to_string(boards().join("index.tsv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("file\toutcome\ttitle\tabout"));
    let row = |line: &str| {
        let cells: Vec<String> = line.split('\t').map(str::to_string).collect();
        assert!(cells.iter().all(|cell| !cell.is_empty()), "{line}");
        cells.try_into().expect("four cells")
    };
    lines.map(row).collect()
}

#[test]
fn the_index_names_every_network_once() {
    let indexed: Vec<String> = index().into_iter().map(|[file, ..]| file).collect();
    let files = fs::read_dir(boards())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let networks: BTreeSet<String> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "net"))
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_string())
        .collect();
    assert_eq!(indexed.len(), networks.len());
    assert_eq!(indexed.into_iter().collect::<BTreeSet<_>>(), networks);
}

#[test]
fn every_board_has_the_outcome_of_its_row() {
    for [file, outcome, ..] in index() {
        let bytes = fs::read(boards().join(&file)).unwrap();
        let board = network::parse(&bytes).unwrap_or_else(|faults| panic!("{file}: {faults}"));
        let written = network::write(&board);
        assert_eq!(written.as_bytes(), bytes, "{file} is not as we write it");
        let position = Position::new(Arc::new(board));
        let verdict = solve(&position);
        let name = match verdict.outcome {
            Outcome::Short => "short",
            Outcome::Cut => "cut",
            Outcome::First => "first",
        };
        assert_eq!(name, outcome, "{file}");
        check(&position, &verdict.certificate)
            .unwrap_or_else(|refusal| panic!("{file}: {refusal}"));
    }
}
