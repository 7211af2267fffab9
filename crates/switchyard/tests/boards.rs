//! The sample boards: every file is in the index, and every outcome in the index is the true one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use switchyard::coins::Game;
use switchyard::coins::io::text;
use switchyard::format::network;
use switchyard::switching::check;
use switchyard::switching::solve;
use switchyard::switching::{Outcome, Position};

fn boards() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../boards")
}

/// A row of the index; only coin games have coins to begin with.
struct Row {
    file: String,
    outcome: String,
    coins: Option<String>,
}

fn index() -> Vec<Row> {
    let text = fs::read_to_string(boards().join("index.tsv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("file\toutcome\ttitle\tabout\tcoins"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        assert!(cells.iter().all(|cell| !cell.is_empty()), "{line}");
        let is_coins = Path::new(cells[0]).extension() == Some("coins".as_ref());
        assert_eq!(cells.len(), if is_coins { 5 } else { 4 }, "{line}");
        Row {
            file: cells[0].to_string(),
            outcome: cells[1].to_string(),
            coins: cells.get(4).map(ToString::to_string),
        }
    };
    lines.map(row).collect()
}

#[test]
fn the_index_names_every_board_once() {
    let indexed: Vec<String> = index().into_iter().map(|row| row.file).collect();
    let files = fs::read_dir(boards())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let there: BTreeSet<String> = files.filter(|file| file != "index.tsv").collect();
    assert_eq!(indexed.len(), there.len());
    assert_eq!(indexed.into_iter().collect::<BTreeSet<_>>(), there);
}

#[test]
fn every_coin_game_has_the_outcome_of_its_row() {
    for row in index() {
        let Some(coins) = row.coins else { continue };
        let bytes = fs::read(boards().join(&row.file)).unwrap();
        let board = text::parse(&bytes, &mut |_| ()).unwrap_or_else(|_| panic!("{}", row.file));
        let coins: Vec<&str> = coins.split(' ').collect();
        let position = board.position(&coins).unwrap();
        let outcome = Game::new(board.digraph().clone()).outcome(&position);
        assert_eq!(outcome.to_string(), row.outcome, "{}", row.file);
    }
}

#[test]
fn every_network_has_the_outcome_of_its_row() {
    for row in index() {
        let Row { file, outcome, .. } = row;
        if row.coins.is_some() {
            continue;
        }
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
