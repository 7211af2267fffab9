//! The files of the page and the documents, compiled into the program, or those of a site (`--site`).

use super::error::{self, HttpError};
use super::site;
use super::state::AppState;
use answers::ApiError;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

/// The page loads only its own files, and stands in frames of the documents. Images may be `blob:`, because the page
/// draws its PNG export from an SVG that it made itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A file, as it is sent.
#[derive(Debug)]
pub struct Asset {
    kind: &'static str,
    /// How long it is good for.
    cache: &'static str,
    /// Its content.
    pub bytes: Bytes,
    tag: HeaderValue,
}

impl Asset {
    /// A file of this name.
    pub fn new(name: &str, bytes: Bytes) -> Self {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        let tag = HeaderValue::from_str(&tag).expect("hexadecimal digits make a header");
        // A new program brings a new page, so the browser asks again every time; but the files of a site's version
        // never change, and must be at hand when the server is gone.
        let is_versioned = name.starts_with("a/");
        let cache = if is_versioned { FOR_EVER } else { "no-cache" };
        let kind = kind(name);
        Self {
            kind,
            cache,
            bytes,
            tag,
        }
    }
}

macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        /// Path and content of every file; the tests compare the list with the directory.
        const FILES: &[(&str, &[u8])] =
            &[$(($name, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/page/", $name)))),*];
    };
}

assets![
    "analysis.js",
    "api.js",
    "arrange.js",
    "beside.js",
    "board.css",
    "board.js",
    "chase.js",
    "commands.js",
    "curriculum.js",
    "documents.js",
    "ending.js",
    "engine/choose.js",
    "engine/install.js",
    "engine/module.js",
    "engine/notice.js",
    "engine/pool.js",
    "engine/server.js",
    "engine/worker.js",
    "files.js",
    "game.js",
    "geometry.js",
    "glyphs.js",
    "ground.js",
    "icon.svg",
    "icons.js",
    "index.html",
    "input.js",
    "keys.js",
    "labelling.js",
    "ladder.js",
    "layout.js",
    "layouts.js",
    "lessons.js",
    "loop.js",
    "main.js",
    "motion.js",
    "panel.css",
    "paths.js",
    "pending.js",
    "places.js",
    "quests.js",
    "render.js",
    "review.js",
    "scene.js",
    "share.js",
    "shelf.js",
    "small.css",
    "sound.js",
    "stamps.js",
    "state.js",
    "storage.js",
    "store.js",
    "style.css",
    "thumbs.js",
    "tikz.js",
    "tokens.css",
    "ui.js",
    "views/boards.js",
    "views/chrome.js",
    "views/edit.js",
    "views/ending.js",
    "views/help.js",
    "views/moves.js",
    "views/play.js",
    "views/quest.js",
    "views/refs.js",
    "views/review.js",
    "views/steps.js",
    "views/strip.js",
    "views/tabs.js",
    "views/why.js",
    "words.js",
];

static ASSETS: LazyLock<HashMap<&'static str, Asset>> = LazyLock::new(|| {
    let asset = |&(name, bytes): &(&'static str, &'static [u8])| {
        (name, Asset::new(name, sent(name, bytes)))
    };
    FILES.iter().map(asset).collect()
});

/// The documents as pages, which are made when somebody first asks for one.
static DOCUMENTS: LazyLock<HashMap<String, Asset>> = LazyLock::new(|| {
    let files = switchyard_documents::compiled().unwrap_or_else(|error| {
        // A test excludes this; the page is served all the same.
        tracing::error!("there are no documents: {}", error.0);
        switchyard_documents::Files::new()
    });
    let asset = |(name, bytes): (String, Vec<u8>)| {
        let asset = Asset::new(&name, bytes.into());
        (name, asset)
    };
    files.into_iter().map(asset).collect()
});

/// A file that the program contains; a folder is its index.
fn own(path: &str) -> Option<&'static Asset> {
    let is_folder = path.is_empty() || path.ends_with('/');
    let index = is_folder.then(|| format!("{path}index.html"));
    let name = index.as_deref().unwrap_or(path);
    if is_document(name) {
        return DOCUMENTS.get(name);
    }
    ASSETS.get(name)
}

fn is_document(name: &str) -> bool {
    name.starts_with("docs/")
}

/// What is sent of a file: of a script the code alone.
fn sent(name: &str, bytes: &'static [u8]) -> Bytes {
    match std::str::from_utf8(bytes) {
        Ok(source) if is_script(name) => Bytes::from(code_of(source)),
        _ => Bytes::from_static(bytes),
    }
}

fn is_script(name: &str) -> bool {
    name.rsplit('.').next() == Some("js")
}

/// JavaScript without indentation and without comments that begin a line: a third of its bytes. Lines are kept, so
/// that semicolons are inserted as before; the text of a template that goes over several lines is left alone.
fn code_of(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let (mut in_comment, mut in_template) = (false, false);
    for line in source.lines() {
        let mut rest = line;
        if !in_template {
            rest = line.trim_start();
            if in_comment || rest.starts_with("/*") {
                let Some((_, after)) = rest.split_once("*/") else {
                    in_comment = true;
                    continue;
                };
                in_comment = false;
                rest = after.trim_start();
            }
            if rest.is_empty() || rest.starts_with("//") {
                continue;
            }
        }
        let ticks = rest.matches('`').count() - rest.matches("\\`").count();
        in_template ^= ticks % 2 == 1;
        code.push_str(rest);
        code.push('\n');
    }
    code
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        Some("csv" | "ndjson" | "txt") => "text/plain; charset=utf-8",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// Answers with a file of the page, or with 304 when the browser has it.
pub async fn serve(State(state): State<AppState>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return HttpError(error::wrong_method()).into_response();
    }
    let path = request.uri().path();
    let name = path.trim_start_matches('/');
    let (asset, policy) = match &state.site {
        Some(site) => (site.get(name), site::POLICY),
        None => (own(name), POLICY),
    };
    let Some(asset) = asset else {
        return nothing_at(path);
    };
    let sent = send(asset, request.headers());
    if is_document(name) {
        return (policy_of_documents(), sent).into_response();
    }
    let policy = HeaderValue::from_static(policy);
    let frames = HeaderValue::from_static("SAMEORIGIN");
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_FRAME_OPTIONS, frames),
    ];
    (headers, sent).into_response()
}

/// Documents run no script, and stand in no frame.
fn policy_of_documents() -> [(header::HeaderName, HeaderValue); 1] {
    let policy = format!("{}; frame-ancestors 'none'", switchyard_documents::POLICY);
    let policy = HeaderValue::from_str(&policy).expect("a policy is printable");
    [(header::CONTENT_SECURITY_POLICY, policy)]
}

fn nothing_at(path: &str) -> Response {
    HttpError(ApiError::not_found(path)).into_response()
}

fn send(asset: &Asset, asked: &HeaderMap) -> Response {
    let known = knows(asked, &asset.tag);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(asset.kind)),
        (header::ETAG, asset.tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static(asset.cache)),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, asset.bytes.clone()).into_response()
}

/// Whether one of the tags that the browser lists is this one, by the weak comparison that the header asks for.
fn knows(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let lists = asked.get_all(header::IF_NONE_MATCH).iter();
    let mut tags = lists.flat_map(|list| list.as_bytes().split(|&byte| byte == b','));
    tags.any(|listed| {
        let listed = listed.trim_ascii();
        listed == b"*" || listed.strip_prefix(b"W/").unwrap_or(listed) == tag.as_bytes()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn files(dir: &Path, prefix: &str, out: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(dir).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                files(&entry.path(), &format!("{name}/"), out);
            } else {
                out.insert(name);
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_embedded() {
        let mut there = BTreeSet::new();
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        files(&page, "", &mut there);
        // What only the type checker reads stays at home.
        let shipped = |name: &str| !matches!(name.rsplit('.').next(), Some("json" | "ts"));
        there.retain(|name| shipped(name));
        let listed: BTreeSet<String> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(listed, there);
    }

    #[test]
    fn scripts_are_sent_without_comments() {
        let source = "// Said.\n\n/**\n * More.\n */\nfunction f() {\n  /** @type {A} */ (a).b();\n  return `\n  // text\n`; // why\n}\n";
        let code = "function f() {\n(a).b();\nreturn `\n  // text\n`; // why\n}\n";
        assert_eq!(code_of(source), code);
        for (name, bytes) in FILES.iter().filter(|(name, _)| is_script(name)) {
            let code = code_of(std::str::from_utf8(bytes).unwrap());
            assert_eq!(code.matches('`').count() % 2, 0, "{name}");
            assert!(!code.lines().any(|line| line.starts_with("//")), "{name}");
        }
    }

    #[test]
    fn the_page_stays_small() {
        let total: usize = ASSETS.values().map(|asset| asset.bytes.len()).sum();
        assert!(total < 400_000, "the page has {total} bytes");
    }
}
