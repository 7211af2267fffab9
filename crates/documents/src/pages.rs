//! The documents of the repository as HTML pages.

use crate::{Error, Files, ending};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// What documents may load: boards in frames are the page itself.
pub const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; \
    base-uri 'none'; form-action 'none'";

/// How much of the repository is known beside the documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it: a link that leads nowhere is a fault, and the library's API is part of the site.
    Repository,
    /// The documents alone: what else they name is shown without a link.
    Documents,
}

/// A file that every document needs, with its path, which its content determines.
fn shared(name: &str, content: &[u8]) -> (String, Vec<u8>) {
    let hash = blake3::hash(content).to_hex();
    let (stem, end) = name.split_once('.').unwrap_or((name, ""));
    (
        format!("docs/{stem}-{}.{end}", &hash[..12]),
        content.to_vec(),
    )
}

/// The style sheet of the documents, and their icon.
fn style() -> (String, Vec<u8>) {
    let sheet = crate::tokens() + include_str!("../assets/document.css");
    shared("document.css", sheet.as_bytes())
}

fn icon() -> (String, Vec<u8>) {
    shared("icon.svg", include_bytes!("../assets/icon.svg"))
}

/// The list beside every document: titles of groups, and the sources in them with their names.
const LIST: &[(&str, &[(&str, &str)])] = &[
    (
        "Switchyard",
        &[
            ("README.md", "The tour"),
            ("docs/report.md", "How it works"),
            ("docs/glossary.md", "Glossary"),
        ],
    ),
    (
        "Guides",
        &[
            ("docs/formats.md", "Files and generators"),
            ("docs/tournaments.md", "Tournaments"),
            ("docs/grading.md", "Grading a class"),
            ("docs/coins.md", "Coins on a digraph"),
            ("docs/analog.md", "Shannon's robot"),
            ("docs/cluster.md", "Several machines"),
            ("docs/page.md", "The page"),
            ("docs/lessons.md", "Lessons and puzzles"),
            ("docs/python.md", "The Python package"),
            ("docs/surveys.md", "Laws of random games"),
            ("docs/papers.md", "The five documents, item by item"),
        ],
    ),
    (
        "Results",
        &[
            ("docs/results/analog/README.md", "The robot's quotas"),
            ("docs/results/solver-scale.md", "The solver at scale"),
            ("docs/results/playing.md", "Whole games"),
            ("docs/results/sage.md", "Compared with Sage"),
            ("docs/results/cluster.md", "Labels by several processes"),
            ("docs/results/surveys.md", "Surveys of random games"),
            ("docs/results/hostile.md", "Hostile use"),
            ("docs/results/hostile-server.md", "Hostile requests"),
            ("docs/results/trust.md", "Verification"),
        ],
    ),
    (
        "The code",
        &[
            ("ARCHITECTURE.md", "Architecture"),
            ("docs/trust.md", "What is promised"),
            ("CONTRIBUTING.md", "Contributing"),
            ("CHANGELOG.md", "Changes"),
        ],
    ),
];

/// Where a file of the repository is on the site; `None` if it is not there.
fn place(source: &str) -> Option<String> {
    if source == "README.md" {
        return Some("docs/index.html".to_owned());
    }
    if source == "crates/switchyard" || source == "crates/switchyard/README.md" {
        return Some("rust/switchyard/index.html".to_owned());
    }
    if let Some(board) = source.strip_prefix("boards/") {
        let is_board = matches!(ending(board), "net" | "coins");
        return is_board.then(|| format!("index.html#board={board}"));
    }
    let path = match source.split_once('/') {
        None => format!("docs/{}", source.to_lowercase()),
        Some(("docs", _)) => source.replace("README.md", "index.md"),
        Some(_) => return None,
    };
    match path.strip_suffix(".md") {
        Some(stem) => Some(format!("{stem}.html")),
        None => path
            .contains('/')
            .then_some(path)
            .filter(|_| source.starts_with("docs/")),
    }
}

/// The path of a link in the document `from`, both relative to the root of the repository.
fn resolved(from: &str, link: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The way from a page of the site back to its root.
fn up(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}

/// Every document as a page, and what the documents show. `sources` are the files of the repository that documents
/// may name.
///
/// # Errors
/// When a link or a picture leads nowhere.
pub fn build(sources: &Files, extent: Extent) -> Result<Files, Error> {
    let mut files = Files::from([style(), icon()]);
    let mut anchors = BTreeMap::new();
    let mut links = Vec::new();
    for (source, bytes) in sources {
        let Some(page) = place(source).filter(|page| !page.contains('#')) else {
            continue;
        };
        if ending(source) != "md" {
            files.insert(page, bytes.clone());
            continue;
        }
        let text = String::from_utf8_lossy(bytes);
        let document = Document::read(source, &page, &text, &Known { sources, extent })?;
        links.extend(document.links.iter().map(|to| (source.clone(), to.clone())));
        let html = document.html(&page, source, extent);
        anchors.insert(page.clone(), document.anchors);
        files.insert(page, html.into_bytes());
    }
    for (source, (page, anchor)) in links {
        if anchors
            .get(&page)
            .is_some_and(|known| !known.contains(&anchor))
        {
            return Err(Error(format!("{source}: there is no #{anchor} in {page}")));
        }
    }
    Ok(files)
}

/// What documents may name.
struct Known<'a> {
    sources: &'a Files,
    extent: Extent,
}

impl Known<'_> {
    fn contains(&self, path: &str) -> bool {
        self.sources.contains_key(path)
    }

    fn has_folder(&self, path: &str) -> bool {
        let below = format!("{path}/");
        self.sources.keys().any(|name| name.starts_with(&below))
    }
}

struct Document {
    title: String,
    body: String,
    /// Sections with their anchors.
    sections: Vec<(String, String)>,
    anchors: BTreeSet<String>,
    /// Pages and anchors in them that the document links to.
    links: Vec<(String, String)>,
}

impl Document {
    fn read(source: &str, page: &str, text: &str, known: &Known<'_>) -> Result<Self, Error> {
        let options =
            Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
        let events: Vec<Event<'_>> = Parser::new_ext(text, options).collect();
        let mut document = Self {
            title: String::new(),
            body: String::new(),
            sections: Vec::new(),
            anchors: BTreeSet::new(),
            links: Vec::new(),
        };
        let mut out = Vec::with_capacity(events.len());
        // For every link that is open, whether it is kept.
        let mut kept = Vec::new();
        // As far as a live board has taken the place of what is written.
        let mut done = 0;
        for (at, event) in events.iter().enumerate() {
            if at < done {
                continue;
            }
            if let Some(board) = LiveBoard::begin(&events[at..]) {
                let target = document.target(source, page, board.link, known)?;
                if let Some(html) = target.and_then(|to| board.html(&to)) {
                    out.push(Event::Html(html.into()));
                    done = at + board.events;
                    continue;
                }
            }
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    out.push(document.heading(*level, &events[at + 1..]));
                }
                Event::Start(Tag::Link { dest_url, .. }) => {
                    let target = document.target(source, page, dest_url, known)?;
                    kept.push(target.is_some());
                    out.extend(target.map(|to| linked(event, to)));
                }
                Event::End(TagEnd::Link) => {
                    if kept.pop() == Some(true) {
                        out.push(event.clone());
                    }
                }
                Event::Start(Tag::Image { dest_url, .. }) => {
                    let target = document.target(source, page, dest_url, known)?;
                    let target = target.ok_or_else(|| {
                        Error(format!("{source}: the picture {dest_url} is not in docs/"))
                    })?;
                    out.push(linked(event, target));
                }
                // A table may be wider than a phone.
                Event::Start(Tag::Table(_)) => {
                    out.push(Event::Html("<div class=\"wide\">".into()));
                    out.push(event.clone());
                }
                Event::End(TagEnd::Table) => {
                    out.push(event.clone());
                    out.push(Event::Html("</div>".into()));
                }
                // A sample board is a live one: the page opens it.
                Event::Code(code) if kept.is_empty() && known.contains(code) => {
                    let place = place(code).filter(|place| place.contains('#'));
                    let link = place.map(|to| format!("<a href=\"{}{to}\">", up(page)));
                    let end = link.as_ref().map(|_| Event::InlineHtml("</a>".into()));
                    out.extend(link.map(|link| Event::InlineHtml(link.into())));
                    out.push(event.clone());
                    out.extend(end);
                }
                _ => out.push(event.clone()),
            }
        }
        html::push_html(&mut document.body, out.into_iter());
        document.body = aligned(&document.body);
        Ok(document)
    }

    /// A heading with an anchor, as it is named on the usual hosts of repositories.
    fn heading(&mut self, level: HeadingLevel, after: &[Event<'_>]) -> Event<'static> {
        let inside = after
            .iter()
            .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let text: String = inside
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(&**text),
                _ => None,
            })
            .collect();
        let mut anchor = slug(&text);
        for number in 1.. {
            if self.anchors.insert(anchor.clone()) {
                break;
            }
            anchor = format!("{}-{number}", slug(&text));
        }
        match level {
            HeadingLevel::H1 if self.title.is_empty() => self.title = text,
            HeadingLevel::H2 => self.sections.push((text, anchor.clone())),
            _ => {}
        }
        Event::Start(Tag::Heading {
            level,
            id: Some(anchor.into()),
            classes: Vec::new(),
            attrs: Vec::new(),
        })
    }

    /// Where a link of this document leads on the site; `None` if what it names is not there.
    fn target(
        &mut self,
        source: &str,
        page: &str,
        link: &str,
        known: &Known<'_>,
    ) -> Result<Option<String>, Error> {
        if link.contains("://") || link.starts_with("mailto:") {
            return Ok(Some(link.to_owned()));
        }
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let to = if path.is_empty() {
            source.to_owned()
        } else {
            resolved(source, path)
        };
        let exists = known.contains(&to) || known.has_folder(&to);
        if !exists {
            return match known.extent {
                Extent::Repository => {
                    Err(Error(format!("{source}: the link {link} leads nowhere")))
                }
                Extent::Documents => Ok(None),
            };
        }
        let Some(place) = place(&to).filter(|_| known.contains(&to) || to.starts_with("crates/"))
        else {
            return Ok(None);
        };
        if anchor.is_empty() {
            return Ok(Some(format!("{}{place}", up(page))));
        }
        self.links.push((place.clone(), anchor.to_owned()));
        Ok(Some(format!("{}{place}#{anchor}", up(page))))
    }

    fn html(&self, page: &str, source: &str, extent: Extent) -> String {
        let root = up(page);
        let ((style, _), (icon, _)) = (style(), icon());
        let mut list = String::new();
        for (group, entries) in LIST {
            let _ = write!(list, "<h2>{group}</h2><ul>");
            for (entry, name) in *entries {
                let place = place(entry).unwrap_or_default();
                let here = if *entry == source {
                    " aria-current=\"page\""
                } else {
                    ""
                };
                let _ = write!(
                    list,
                    "<li><a href=\"{root}{place}\"{here}>{}</a></li>",
                    escaped(name)
                );
            }
            list.push_str("</ul>");
        }
        if extent == Extent::Repository {
            let _ = write!(
                list,
                "<ul><li><a href=\"{root}rust/switchyard/index.html\">The library's API</a></li></ul>"
            );
        }
        let mut sections = String::new();
        if self.sections.len() > 2 {
            sections.push_str(
                "<nav class=\"sections\" aria-label=\"On this page\"><h2>On this page</h2><ul>",
            );
            for (text, anchor) in &self.sections {
                let _ = write!(
                    sections,
                    "<li><a href=\"#{anchor}\">{}</a></li>",
                    escaped(text)
                );
            }
            sections.push_str("</ul></nav>");
        }
        let title = match self.title.as_str() {
            "Switchyard" => "Switchyard".to_owned(),
            title => format!("{} · Switchyard", escaped(title)),
        };
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n\
             <meta name=\"referrer\" content=\"no-referrer\" />\n\
             <meta name=\"color-scheme\" content=\"light dark\" />\n<title>{title}</title>\n\
             <link rel=\"icon\" href=\"{root}{icon}\" type=\"image/svg+xml\" />\n\
             <link rel=\"stylesheet\" href=\"{root}{style}\" />\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#text\">Skip to the text</a>\n\
             <header><a class=\"brand\" href=\"{root}index.html\">Switchyard</a>\n\
             <a class=\"contents\" href=\"#all-documents\">All documents</a>\n\
             <a class=\"play\" href=\"{root}index.html\">Play</a></header>\n\
             <div class=\"columns\">\n<nav class=\"documents\" id=\"all-documents\" aria-label=\"Documents\">{list}</nav>\n\
             <main id=\"text\">\n{}</main>\n{sections}</div>\n</body>\n</html>\n",
            self.body
        )
    }
}

/// The columns of tables aligned by classes: the policy of the documents allows no style inside of them.
fn aligned(html: &str) -> String {
    let mut html = html.to_owned();
    for to in ["left", "center", "right"] {
        let style = format!(" style=\"text-align: {to}\"");
        html = html.replace(&style, &format!(" class=\"{to}\""));
    }
    html
}

/// A paragraph that is nothing but a link to a sample board: on the site the board itself stands there.
struct LiveBoard<'a> {
    link: &'a str,
    words: String,
    /// How many events the paragraph takes.
    events: usize,
}

impl<'a> LiveBoard<'a> {
    /// The paragraph that begins here, if it is one link.
    fn begin(events: &'a [Event<'_>]) -> Option<Self> {
        let [
            Event::Start(Tag::Paragraph),
            Event::Start(Tag::Link { dest_url, .. }),
            rest @ ..,
        ] = events
        else {
            return None;
        };
        let inside = rest.iter().map_while(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(&**text),
            Event::SoftBreak => Some(" "),
            _ => None,
        });
        let inside: Vec<&str> = inside.collect();
        let is_all = matches!(
            rest.get(inside.len()..inside.len() + 2)?,
            [Event::End(TagEnd::Link), Event::End(TagEnd::Paragraph)]
        );
        is_all.then(|| Self {
            link: dest_url,
            words: inside.concat(),
            events: inside.len() + 4,
        })
    }

    /// The page in a frame, which is loaded when a reader comes near, with the link below; `None` if the link leads
    /// elsewhere.
    fn html(&self, to: &str) -> Option<String> {
        let (to, words) = (escaped(to), escaped(&self.words));
        to.contains("index.html#board=").then(|| {
            format!(
                "<figure class=\"board\"><iframe src=\"{to}\" title=\"{words}\" loading=\"lazy\"></iframe>\
                 <figcaption><a href=\"{to}\">{words}</a></figcaption></figure>\n"
            )
        })
    }
}

/// The start of a link or picture, with another address.
fn linked(event: &Event<'_>, to: String) -> Event<'static> {
    let to = CowStr::from(to);
    match event.clone().into_static() {
        Event::Start(Tag::Link {
            link_type,
            title,
            id,
            ..
        }) => Event::Start(Tag::Link {
            link_type,
            dest_url: to,
            title,
            id,
        }),
        Event::Start(Tag::Image {
            link_type,
            title,
            id,
            ..
        }) => Event::Start(Tag::Image {
            link_type,
            dest_url: to,
            title,
            id,
        }),
        other => other,
    }
}

fn slug(text: &str) -> String {
    let kept = text
        .chars()
        .filter(|&c| c.is_alphanumeric() || " -_".contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(texts: &[(&str, &str)]) -> Files {
        let sources = texts
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
        sources.collect()
    }

    fn built(texts: &[(&str, &str)], page: &str) -> String {
        let files = build(&sources(texts), Extent::Repository).unwrap();
        String::from_utf8(files[page].clone()).unwrap()
    }

    #[test]
    fn links_lead_to_pages_and_pictures_come_along() {
        let texts = [
            (
                "README.md",
                "# A\n[r](docs/report.md#one-two) ![p](docs/images/p.png) [c](crates/x.rs) [b](#a)",
            ),
            (
                "docs/report.md",
                "# R\n## One, two\n[up](../README.md) [x](https://example.org/) `boards/k.net`",
            ),
            ("docs/images/p.png", "png"),
            ("crates/x.rs", "code"),
            ("boards/k.net", "2"),
        ];
        let tour = built(&texts, "docs/index.html");
        assert!(
            tour.contains("href=\"../docs/report.html#one-two\">r</a>"),
            "{tour}"
        );
        assert!(tour.contains("src=\"../docs/images/p.png\""), "{tour}");
        assert!(tour.contains(" c ") && !tour.contains("x.rs"), "{tour}");
        let report = built(&texts, "docs/report.html");
        assert!(report.contains("<h2 id=\"one-two\">"), "{report}");
        assert!(
            report.contains("href=\"../docs/index.html\">up"),
            "{report}"
        );
        assert!(
            report.contains("href=\"../index.html#board=k.net\"><code>"),
            "{report}"
        );
        assert!(
            build(&sources(&texts), Extent::Repository)
                .unwrap()
                .contains_key("docs/images/p.png")
        );
    }

    #[test]
    fn a_link_that_leads_nowhere_is_refused() {
        for (text, words) in [
            (
                "[a](docs/none.md)",
                "README.md: the link docs/none.md leads nowhere",
            ),
            (
                "[a](#none)",
                "README.md: there is no #none in docs/index.html",
            ),
        ] {
            assert_eq!(
                build(&sources(&[("README.md", text)]), Extent::Repository)
                    .unwrap_err()
                    .0,
                words
            );
        }
    }

    #[test]
    fn where_documents_are_alone_they_link_to_nothing_else() {
        let texts = sources(&[(
            "README.md",
            "[a](crates/switchyard) [b](Makefile) [c](#none)",
        )]);
        assert!(
            build(&texts, Extent::Documents).is_err(),
            "an anchor is theirs"
        );
        let texts = sources(&[("README.md", "[a](crates/switchyard) [b](Makefile)")]);
        let files = build(&texts, Extent::Documents).unwrap();
        let page = String::from_utf8(files["docs/index.html"].clone()).unwrap();
        assert!(page.contains("<p>a b</p>"), "{page}");
        assert!(!page.contains("rust/"), "{page}");
    }

    #[test]
    fn a_link_to_a_board_in_a_paragraph_of_its_own_is_a_live_board() {
        let texts = [
            (
                "docs/a.md",
                "[Try `k` & see](../boards/k.net)\n\nOr [here](../boards/k.net).\n\n[up](../README.md)\n",
            ),
            ("README.md", "# A"),
            ("boards/k.net", "2"),
        ];
        let page = built(&texts, "docs/a.html");
        let frame = "<figure class=\"board\"><iframe src=\"../index.html#board=k.net\" title=\"Try k &amp; see\" \
            loading=\"lazy\"></iframe><figcaption><a href=\"../index.html#board=k.net\">Try k &amp; see</a></figcaption>";
        assert!(page.contains(frame), "{page}");
        assert_eq!(page.matches("<iframe").count(), 1, "{page}");
        assert!(
            page.contains("<p>Or <a href=\"../index.html#board=k.net\">here</a>.</p>"),
            "{page}"
        );
        assert!(
            page.contains("<p><a href=\"../docs/index.html\">up</a></p>"),
            "{page}"
        );
    }

    #[test]
    fn columns_are_aligned_without_inline_styles() {
        let table = "| a | b |\n|--:|:-:|\n| 1 | 2 |\n";
        let page = built(&[("docs/a.md", table)], "docs/a.html");
        assert!(page.contains("<td class=\"right\">1</td>"), "{page}");
        assert!(!page.contains("style=\""), "{page}");
    }

    /// A document that is not in the list beside the others is found by nobody.
    #[test]
    fn every_document_is_listed() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut there = BTreeSet::new();
        for (folder, prefix) in [("docs", "docs/"), ("docs/results", "docs/results/")] {
            let entries = std::fs::read_dir(root.join(folder)).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            there.extend(
                names
                    .filter(|name| ending(name) == "md")
                    .map(|name| format!("{prefix}{name}")),
            );
        }
        let listed = LIST.iter().flat_map(|(_, entries)| *entries);
        let listed: BTreeSet<String> = listed.map(|(source, _)| (*source).to_owned()).collect();
        let missing: Vec<&String> = there.difference(&listed).collect();
        assert!(missing.is_empty(), "not in LIST: {missing:?}");
        for source in &listed {
            assert!(
                root.join(source).is_file(),
                "{source} is listed, and does not exist"
            );
        }
    }

    #[test]
    fn headings_of_the_same_name_get_anchors_of_their_own() {
        let page = built(&[("docs/a.md", "## B\n## B\n")], "docs/a.html");
        assert!(
            page.contains("id=\"b\"") && page.contains("id=\"b-1\""),
            "{page}"
        );
    }
}
