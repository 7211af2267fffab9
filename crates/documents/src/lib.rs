//! The documents of the repository as HTML pages: for the static site, and inside the program, whose server shows them
//! beside the page.

mod pages;

pub use pages::{Extent, POLICY, build};
use std::collections::BTreeMap;

/// Contents by path, with `/` between the parts.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What went wrong, in words.
#[derive(Debug)]
pub struct Error(pub String);

/// What stands behind the last dot of a name.
pub fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// The page's colours and fonts as a style sheet, for pages that are dark where the reader's system is: the page itself
/// has a switch, and marks its root.
///
/// # Panics
/// When the page's sheet has no dark colours; a test excludes this.
#[must_use]
pub fn tokens() -> String {
    let (light, dark) = include_str!("../assets/tokens.css")
        .split_once(":root[data-theme='dark'] {")
        .expect("a block of dark colours, after the light ones");
    format!("{light}@media (prefers-color-scheme: dark) {{\n:root {{{dark}}}\n")
}

/// The documents and what they show, as they were when this was compiled; of boards the names alone.
static SOURCES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/sources.rs"));

/// The compiled documents as pages, with their pictures and data, by their paths from the root of the page.
///
/// # Errors
/// When a document links to an anchor that does not exist; a test excludes this.
pub fn compiled() -> Result<Files, Error> {
    let sources = SOURCES
        .iter()
        .map(|&(name, bytes)| (name.to_owned(), bytes.to_vec()));
    build(&sources.collect(), Extent::Documents)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_are_the_page_s_in_light_and_dark() {
        let sheet = tokens();
        let value = |text: &str| {
            let (_, rest) = text.split_once("--paper: ").unwrap();
            rest.split(';').next().unwrap().to_owned()
        };
        let (light, dark) = sheet
            .split_once("@media (prefers-color-scheme: dark) {")
            .unwrap();
        assert_ne!(value(light), value(dark));
        assert!(!sheet.contains("data-theme"), "there is no switch");
        let count = |brace: char| sheet.matches(brace).count();
        assert_eq!(count('{'), count('}'));
        // Every colour has a dark one, except those that are the same in both.
        let named = |text: &str| text.matches("\n  --").count();
        assert!(named(dark) >= 19 && named(light) > named(dark));
    }

    #[test]
    fn the_compiled_documents_are_pages_without_dead_links() {
        let files = compiled().unwrap();
        let text = |path: &str| String::from_utf8(files[path].clone()).unwrap();
        assert!(text("docs/index.html").contains("<h1 id=\"switchyard\">Switchyard</h1>"));
        assert!(
            text("docs/report.html")
                .contains("<figure class=\"board\"><iframe src=\"../index.html#board=")
        );
        assert!(files["docs/images/networks.png"].starts_with(b"\x89PNG"));
        let pages = files.keys().filter(|name| ending(name) == "html");
        assert!(pages.clone().count() > 25);
        for page in pages {
            // What the program does not contain is not linked to.
            let html = text(page);
            assert!(!html.contains("rust/switchyard"), "{page}");
            for link in html.split(" href=\"../").skip(1) {
                let target = link
                    .split(['"', '#'])
                    .next()
                    .unwrap()
                    .trim_start_matches("../");
                let is_there = target == "index.html" || files.contains_key(target);
                assert!(is_there, "{page} links to {target}");
            }
        }
    }
}
