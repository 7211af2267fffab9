//! The boards that come with the program.

use serde::Serialize;

/// A board of the gallery.
#[derive(Clone, Debug, Serialize)]
pub struct GalleryItem {
    /// Its file's name.
    pub id: String,
    /// `networks` or `coins`.
    pub room: &'static str,
    /// Its name.
    pub title: String,
    /// A line on it.
    pub line: String,
    /// Where coins may stand at first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub coins: Vec<String>,
}

/// The gallery.
#[derive(Clone, Debug, Serialize)]
pub struct GalleryJson {
    /// Its boards.
    pub boards: Vec<GalleryItem>,
}
