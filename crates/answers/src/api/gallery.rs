//! The gallery: the boards of `boards/`, compiled into the program.

use crate::wire::files::FileJson;
use crate::wire::gallery::{GalleryItem, GalleryJson};
use crate::{Answered, ApiError};
use std::sync::LazyLock;

macro_rules! boards {
    ($($name:literal),* $(,)?) => {
        /// Name and content of every board but the largest; the tests compare the list with the directory.
        const FILES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../../boards/", $name)))),*];
    };
}

boards![
    "apart.net",
    "archipelago.net",
    "bridgit-2.net",
    "bridgit-3.net",
    "bridgit-5.net",
    "bridgit-8.net",
    "butler-looped.coins",
    "butler-snowed.coins",
    "butler-thawed.coins",
    "chase-2.net",
    "course.net",
    "cube.net",
    "figure-3.net",
    "grid.net",
    "ladder.net",
    "maire-1.net",
    "maire-6.net",
    "maire-p-star.net",
    "maire-p.net",
    "maire-r.net",
    "near-threshold.net",
    "needle.net",
    "octahedron.net",
    "odd-bits.net",
    "one-edge.net",
    "parallel.net",
    "path-square-6.net",
    "path-square-8.net",
    "petersen.net",
    "scattered.net",
    "series.net",
    "tetrahedron.net",
    "two-bridges.net",
    "two-islands.net",
    "utilities.net",
    "wheel.net",
];

/// The largest board, apart from the others: the module for a first game leaves it out.
const LARGEST: (&str, &str) = (
    "class-size.net",
    include_str!("../../../../boards/class-size.net"),
);

/// A line on every board: file, outcome, title, about, and the coins that a coin game begins with.
const INDEX: &str = include_str!("../../../../boards/index.tsv");

static GALLERY: LazyLock<GalleryJson> = LazyLock::new(|| GalleryJson {
    boards: INDEX.lines().skip(1).filter_map(item).collect(),
});

fn item(line: &str) -> Option<GalleryItem> {
    let mut fields = line.split('\t');
    let (file, _outcome) = (fields.next()?, fields.next()?);
    let (title, about) = (fields.next()?, fields.next()?);
    let coins = fields.next();
    Some(GalleryItem {
        id: file.to_owned(),
        room: if coins.is_some() { "coins" } else { "networks" },
        title: title.to_owned(),
        line: about.to_owned(),
        coins: coins.map_or_else(Vec::new, |coins| {
            coins.split_whitespace().map(str::to_owned).collect()
        }),
    })
}

/// The titles of all boards.
pub fn list() -> &'static GalleryJson {
    &GALLERY
}

/// The text of one board.
///
/// # Errors
/// When there is no such board.
pub fn board(name: &str) -> Answered<FileJson> {
    let largest = || (LARGEST.0 == name).then(|| file(LARGEST));
    let found = small_board(name).or_else(largest);
    found.ok_or_else(|| ApiError::not_found(name))
}

/// The text of one board, if it is there and not the largest.
pub fn small_board(name: &str) -> Option<FileJson> {
    let found = FILES.iter().find(|(file, _)| *file == name);
    found.copied().map(file)
}

fn file((name, text): (&str, &str)) -> FileJson {
    let (name, text) = (name.to_owned(), text.to_owned());
    FileJson { text, name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_board_is_in_the_gallery() {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../boards");
        let mut there = BTreeSet::new();
        for entry in std::fs::read_dir(directory).unwrap() {
            there.insert(entry.unwrap().file_name().into_string().unwrap());
        }
        there.remove("index.tsv");
        let embedded = FILES.iter().chain([&LARGEST]);
        let embedded: BTreeSet<String> = embedded.map(|(name, _)| (*name).to_owned()).collect();
        let shown: BTreeSet<String> = GALLERY.boards.iter().map(|item| item.id.clone()).collect();
        assert_eq!(embedded, there);
        assert_eq!(shown, there);
    }
}
