//! The page as a static site: every file is below one folder, named by a hash of all files, so that
//! versions are never mixed, and an `index.html`, a manifest and a service worker beside it.

use crate::bundle::bundle;
use crate::strip;
use crate::tree::{Error, Files, ending, read, walk};
use std::fmt::Write as _;
use std::path::Path;
use switchyard_documents::POLICY as DOCUMENT_POLICY;

/// What the page may load. `frame-ancestors` is for headers alone.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
    form-action 'none'";

/// The modules among the files of the page: one that answers everything, and one for a first game.
pub const ENGINE: &str = "engine.wasm";
const FIRST: &str = "first.wasm";

/// The files of the page, and the name of this version.
pub fn build(page: &Path, engines: &Path) -> Result<(Files, String), Error> {
    let sources = walk(page)?;
    let (script, bundled) = bundle("main.js", &sources)?;
    let mut parts = Files::new();
    for (name, bytes) in sources {
        match ending(&name) {
            "js" => {
                let source = String::from_utf8_lossy(&bytes);
                parts.insert(name, strip::script(&source).into_bytes());
            }
            // What only the type checker reads is not shipped.
            "json" | "ts" => {}
            _ => {
                parts.insert(name, bytes);
            }
        }
    }
    parts.retain(|name, _| !bundled.contains(name));
    parts.insert("main.js".to_owned(), script.into_bytes());
    for module in [ENGINE, FIRST] {
        parts.insert(module.to_owned(), read(&engines.join(module))?);
    }
    let index = parts.remove("index.html");
    let index = index.ok_or_else(|| Error("the page has no index.html".to_owned()))?;
    let index = String::from_utf8_lossy(&index).into_owned();
    let service = include_str!("../assets/sw.js");
    let version = version_of(&parts, &[&index, service, POLICY]);
    let folder = format!("a/{version}");

    let mut files = Files::new();
    files.insert(
        "index.html".to_owned(),
        entry(&index, &parts, &folder)?.into_bytes(),
    );
    files.insert(
        "manifest.webmanifest".to_owned(),
        manifest(&folder).into_bytes(),
    );
    let service = service_worker(service, &parts, &version);
    files.insert("sw.js".to_owned(), service.into_bytes());
    files.insert("_headers".to_owned(), headers().into_bytes());
    // GitHub's pages would leave out files whose names begin with an underscore.
    files.insert(".nojekyll".to_owned(), Vec::new());
    let parts = parts.into_iter();
    files.extend(parts.map(|(name, bytes)| (format!("{folder}/{name}"), bytes)));
    Ok((files, version))
}

/// A name that depends on every byte of the page.
fn version_of(parts: &Files, more: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    let texts = more.iter().map(|text| ("", text.as_bytes()));
    let parts = parts
        .iter()
        .map(|(name, bytes)| (name.as_str(), &bytes[..]));
    for (name, bytes) in parts.chain(texts) {
        hasher.update(name.as_bytes());
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    }
    hasher.finalize().to_hex()[..12].to_owned()
}

/// The page's own HTML, with everything it names in the folder of this version.
fn entry(index: &str, parts: &Files, folder: &str) -> Result<String, Error> {
    let mut html = index.to_owned();
    for name in parts.keys() {
        for attribute in ["href", "src"] {
            let plain = format!("{attribute}=\"{name}\"");
            html = html.replace(&plain, &format!("{attribute}=\"{folder}/{name}\""));
        }
    }
    let charset = "<meta charset=\"utf-8\" />";
    let head = format!(
        "{charset}\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n    \
         <meta name=\"referrer\" content=\"no-referrer\" />\n    \
         <meta name=\"engine\" content=\"{folder}/{ENGINE}\" data-first=\"{folder}/{FIRST}\" data-use=\"browser\" />\n    \
         <link rel=\"manifest\" href=\"manifest.webmanifest\" />\n"
    );
    if !html.contains(charset) || !html.contains(&format!("src=\"{folder}/main.js\"")) {
        let reason = "index.html: neither charset nor main.js is where this tool looks for it";
        return Err(Error(reason.to_owned()));
    }
    Ok(html.replacen(charset, head.trim_end(), 1))
}

fn manifest(folder: &str) -> String {
    format!(
        r##"{{
  "name": "Switchyard",
  "short_name": "Switchyard",
  "description": "The Shannon switching game, Bridg-It and coins on a digraph",
  "start_url": "./",
  "scope": "./",
  "display": "standalone",
  "background_color": "#f6f3ec",
  "theme_color": "#10261d",
  "icons": [
    {{ "src": "{folder}/icon.svg", "sizes": "any", "type": "image/svg+xml" }}
  ]
}}
"##
    )
}

fn service_worker(template: &str, parts: &Files, version: &str) -> String {
    let mut list = String::new();
    for name in parts.keys() {
        let _ = write!(list, "\n  'a/{version}/{name}',");
    }
    strip::script(template)
        .replace("'VERSION'", &format!("'{version}'"))
        .replace("['FILES']", &format!("[{list}\n]"))
}

/// Headers for hosts that read this file; the others have the policy from the pages themselves.
fn headers() -> String {
    format!(
        "/*\n  X-Content-Type-Options: nosniff\n  X-Frame-Options: SAMEORIGIN\n  Referrer-Policy: no-referrer\n  \
         Cross-Origin-Opener-Policy: same-origin\n\
         /\n  Content-Security-Policy: {POLICY}; frame-ancestors 'self'\n  Cache-Control: no-cache\n\
         /index.html\n  Content-Security-Policy: {POLICY}; frame-ancestors 'self'\n  Cache-Control: no-cache\n\
         /sw.js\n  Cache-Control: no-cache\n\
         /a/*\n  Content-Security-Policy: {POLICY}\n  Cache-Control: public, max-age=31536000, immutable\n\
         /docs/*\n  Content-Security-Policy: {DOCUMENT_POLICY}; frame-ancestors 'none'\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> Files {
        let names = [
            "main.js",
            "views/a.js",
            "engine/worker.js",
            "style.css",
            ENGINE,
        ];
        names.map(|name| (name.to_owned(), name.into())).into()
    }

    #[test]
    fn the_entry_names_this_version_alone() {
        let index = "<head><meta charset=\"utf-8\" /><link href=\"style.css\" />\
            <script src=\"main.js\"></script></head>";
        let html = entry(index, &parts(), "a/1").unwrap();
        assert!(html.contains("href=\"a/1/style.css\""), "{html}");
        // Nothing absolute: the site works in any folder.
        assert!(!html.contains("=\"/"), "{html}");
        assert!(entry("<head></head>", &parts(), "a/1").is_err());
    }

    #[test]
    fn every_byte_makes_another_version() {
        let mut parts = parts();
        let before = version_of(&parts, &["x"]);
        assert_ne!(version_of(&parts, &["y"]), before);
        parts.insert("style.css".to_owned(), b"other".to_vec());
        assert_ne!(version_of(&parts, &["x"]), before);
    }

    #[test]
    fn the_service_worker_lists_every_file() {
        let text = service_worker(include_str!("../assets/sw.js"), &parts(), "12ab");
        assert!(
            text.contains("'12ab'") && !text.contains("'VERSION'"),
            "{text}"
        );
        for name in parts().keys() {
            assert!(text.contains(&format!("'a/12ab/{name}'")), "{text}");
        }
    }
}
