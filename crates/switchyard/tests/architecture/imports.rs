//! Which modules a source file mentions: its `use` trees and every path in its code, re-exports followed
//! to where an item is defined.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A source file of some crate.
pub struct Source {
    /// The path from the root of the repository.
    pub file: String,
    /// The module that the file is, such as `switchyard::switching::solver::solve`.
    pub module: String,
    /// What the file mentions, as full paths.
    pub mentions: BTreeSet<String>,
    /// The code without comments and tests.
    pub code: String,
}

/// All sources of the crates, by directory and crate name, but modules of tests.
pub fn sources(root: &Path, crates: &[(&str, &str)]) -> Vec<Source> {
    let mut sources = Vec::new();
    for (folder, name) in crates {
        let base = root.join("crates").join(folder).join("src");
        for file in rust_files(&base) {
            let module = module_of(name, file.strip_prefix(&base).expect("below the base"));
            if module.split("::").any(|part| part.ends_with("tests")) {
                continue;
            }
            let text = fs::read_to_string(&file).expect("a source is text");
            let code = without_tests(&without_comments(&text));
            let mentions = paths(&code).into_iter();
            let mentions = mentions.map(|path| absolute(&module, &path)).collect();
            let file = file.strip_prefix(root).expect("below the root");
            sources.push(Source {
                file: file.display().to_string(),
                module,
                mentions,
                code,
            });
        }
    }
    follow_re_exports(&mut sources);
    sources
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// `switching/solver/mod.rs` is the module `name::switching::solver`.
fn module_of(name: &str, file: &Path) -> String {
    let file = file.with_extension("");
    let mut parts: Vec<&str> = file.iter().filter_map(|part| part.to_str()).collect();
    if matches!(parts.last(), Some(&("mod" | "lib" | "main"))) {
        parts.pop();
    }
    parts.insert(0, name);
    parts.join("::")
}

/// Blanks out comments; strings are left alone, since no path of this repository is in one with `//`.
fn without_comments(text: &str) -> String {
    let line = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
    let lines: Vec<String> = text.lines().map(line).collect();
    lines.join("\n")
}

/// Cuts off what follows the first `#[cfg(test)]` on a line of its own before an inline module.
fn without_tests(code: &str) -> String {
    match code.find("#[cfg(test)]\nmod tests {") {
        Some(end) => code[..end].to_owned(),
        None => code.to_owned(),
    }
}

/// Every path in the code: `use` trees are expanded, and other paths taken as they are.
fn paths(code: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut paths = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find(is_part) {
        rest = &rest[start..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        rest = &rest[end..];
        if word == "use" {
            let (tree, after) = rest.split_once(';').unwrap_or((rest, ""));
            expand("", tree, &mut paths);
            rest = after;
        } else if word.contains("::") && word.starts_with(|c: char| c.is_ascii_lowercase()) {
            paths.push(word.to_owned());
        }
    }
    paths
}

/// Expands `a::{b, c::d as e}` to `a::b` and `a::c::d`.
fn expand(prefix: &str, tree: &str, paths: &mut Vec<String>) {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let name = tree.split(" as ").next().unwrap_or_default();
        let path = format!("{prefix}{name}").replace("::self", "");
        paths.push(path.split_whitespace().collect());
        return;
    };
    let prefix = format!("{prefix}{}", &tree[..open]);
    let inside = tree[open + 1..].strip_suffix('}');
    for part in split_at_commas(inside.unwrap_or(&tree[open + 1..])) {
        if !part.trim().is_empty() {
            expand(&prefix, part, paths);
        }
    }
}

fn split_at_commas(list: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0, 0);
    let mut parts = Vec::new();
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    parts
}

/// The full path of one that is relative to a module.
fn absolute(module: &str, path: &str) -> String {
    let mut here: Vec<&str> = module.split("::").collect();
    let mut parts: Vec<&str> = path.split("::").filter(|part| !part.is_empty()).collect();
    match parts.first() {
        Some(&"crate") => here.truncate(1),
        Some(&"self") => {}
        Some(&"super") => {
            while parts.first() == Some(&"super") {
                here.pop();
                parts.remove(0);
            }
            parts.insert(0, "super");
        }
        _ => return parts.join("::"),
    }
    parts.remove(0);
    here.extend(parts);
    here.join("::")
}

/// Replaces paths of re-exported items by the paths of their definitions.
fn follow_re_exports(sources: &mut [Source]) {
    let mut aliases: BTreeMap<String, String> = BTreeMap::new();
    for source in sources.iter() {
        for marker in ["pub use ", "pub(crate) use ", "pub(super) use "] {
            for (at, _) in source.code.match_indices(marker) {
                let tree = &source.code[at + marker.len()..];
                let mut paths = Vec::new();
                expand("", tree.split(';').next().unwrap_or_default(), &mut paths);
                for path in paths {
                    let name = path.rsplit("::").next().unwrap_or_default();
                    let alias = format!("{}::{name}", source.module);
                    let inner = match path.split("::").next() {
                        Some("crate" | "self" | "super") => absolute(&source.module, &path),
                        // A submodule, as re-exports name it.
                        _ => format!("{}::{path}", source.module),
                    };
                    aliases.insert(alias, inner);
                }
            }
        }
    }
    let resolve = |path: &String| {
        let mut path = path.clone();
        // Re-exports of re-exports: the crate's root, a folder, a file.
        for _ in 0..4 {
            let prefix = aliases
                .keys()
                .find(|alias| path == **alias || path.starts_with(&format!("{alias}::")));
            let Some(alias) = prefix else { break };
            let next = format!("{}{}", aliases[alias], &path[alias.len()..]);
            if next == path {
                break;
            }
            path = next;
        }
        path
    };
    for source in sources {
        source.mentions = source.mentions.iter().map(resolve).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn use_trees_and_paths_are_found() {
        let code =
            "use crate::a::{self, b::{c, d as e}};\npub use x::Y;\nlet z = super::f::G::new();";
        assert_eq!(
            paths(code),
            [
                "crate::a",
                "crate::a::b::c",
                "crate::a::b::d",
                "x::Y",
                "super::f::G::new"
            ]
        );
        assert_eq!(absolute("k::m::n", "super::f::G"), "k::m::f::G");
        assert_eq!(absolute("k::m::n", "super::super::f"), "k::f");
        assert_eq!(absolute("k::m::n", "crate::a"), "k::a");
        assert_eq!(absolute("k::m::n", "std::fs"), "std::fs");
    }

    #[test]
    fn comments_and_tests_do_not_count() {
        let code = "use a::b; // use c::d;\n#[cfg(test)]\nmod tests {\n    use e::f;\n}";
        assert_eq!(paths(&without_tests(&without_comments(code))), ["a::b"]);
    }
}
