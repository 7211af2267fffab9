//! The gallery: the boards of `boards/`, compiled into the program.

use crate::wire::page::{GalleryItem, GalleryJson};
use axum::Json;
use std::sync::LazyLock;

static GALLERY: LazyLock<GalleryJson> = LazyLock::new(|| {
    let boards = vec![
        item(
            "figure-3.net",
            "networks",
            "Chase, figure 3",
            "The example of 1972: whoever moves first wins.",
            include_str!("../../../../../boards/figure-3.net"),
        ),
        item(
            "course.net",
            "networks",
            "The course’s network",
            "Five edges, four nodes.",
            include_str!("../../../../../boards/course.net"),
        ),
        item(
            "butler-thawed.coins",
            "coins",
            "Butler, thawed",
            "Draws become possible.",
            include_str!("../../../../../boards/butler-thawed.coins"),
        ),
    ];
    GalleryJson { boards }
});

fn item(id: &str, room: &'static str, title: &str, line: &str, text: &str) -> GalleryItem {
    GalleryItem {
        id: id.to_owned(),
        room,
        title: title.to_owned(),
        line: line.to_owned(),
        text: text.to_owned(),
        coins: Vec::new(),
    }
}

/// Answers with the whole gallery.
pub async fn serve() -> Json<GalleryJson> {
    Json(GALLERY.clone())
}
