//! What each part must not know, read from the sources: ARCHITECTURE.md says why.

use std::fs;
use std::path::{Path, PathBuf};

/// Every `.rs` file below a folder or the file itself, from the root of the tree.
fn sources(place: &str) -> Vec<PathBuf> {
    let place = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(place);
    if place.is_file() {
        return vec![place];
    }
    let mut found = Vec::new();
    let mut folders = vec![place];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty());
    found
}

/// The code of a file without its comments and without the tests at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let lines = text.lines().map(|line| line.split("//").next().unwrap());
    lines.collect::<Vec<_>>().join("\n")
}

/// Nothing below `place`, tests aside, says one of the words, except where a path ends in `except`.
#[track_caller]
fn must_not_know(place: &str, words: &[&str], except: &[&str]) {
    let mut looked_at = 0;
    for path in sources(place) {
        let shown = path.display().to_string();
        let is_test = shown.ends_with("tests.rs");
        if is_test || except.iter().any(|end| shown.contains(end)) {
            continue;
        }
        looked_at += 1;
        let code = code(&path);
        for word in words {
            let line = code.lines().position(|line| line.contains(word));
            assert!(
                line.is_none(),
                "{shown}:{}: must not know `{word}`",
                line.unwrap_or_default() + 1
            );
        }
    }
    assert!(looked_at > 0, "nothing to look at in {place}");
}

/// Answers are pure: the same in the program, the server, a browser or another language.
#[test]
fn answers_know_no_system() {
    let system = [
        "tokio",
        "axum",
        "clap",
        "memmap2",
        "rustix",
        "tracing",
        "rayon",
        "std::fs",
        "std::io",
        "std::net",
        "std::thread",
        "std::time",
        "std::process",
        "std::env",
        "RandomState",
        "rand::random",
        "rand::rng",
    ];
    must_not_know("crates/answers/src", &system, &[]);
}

#[test]
fn words_take_facts() {
    let others = ["serde", "crate::wire", "crate::api", "crate::route"];
    must_not_know("crates/answers/src/words", &others, &[]);
}

#[test]
fn wire_is_a_leaf() {
    let others = ["crate::words", "crate::api", "crate::route"];
    must_not_know("crates/answers/src/wire", &others, &[]);
}

/// Only `wire/` knows how the program's own data is spelled.
#[test]
fn the_program_spells_json_in_one_place() {
    must_not_know("crates/ssg/src", &["serde_json"], &["/wire/"]);
    let derived = ["derive(Serialize", ", Serialize", "Deserialize)]"];
    must_not_know("crates/ssg/src", &derived, &["/wire/"]);
}

#[test]
fn the_program_imports_in_one_direction() {
    let upper = ["crate::commands", "crate::serve"];
    for place in ["arena", "cli", "io", "pool", "wire"] {
        must_not_know(&format!("crates/ssg/src/{place}"), &upper, &[]);
    }
    let shared = ["crate::arena", "crate::cli", "crate::pool"];
    must_not_know("crates/ssg/src/io", &shared, &[]);
    must_not_know("crates/ssg/src/serve", &["crate::commands"], &[]);
    must_not_know("crates/ssg/src/serve", &shared, &[]);
    must_not_know("crates/ssg/src/cli", &["crate::arena", "crate::pool"], &[]);
}

/// What two commands need is in `cli/`, `io/`, `arena/` or `answers`.
#[test]
fn commands_do_not_know_each_other() {
    // The completions are made from the list of the commands.
    let list = ["completions.rs"];
    must_not_know("crates/ssg/src/commands", &["crate::commands"], &list);
    let folder = sources("crates/ssg/src/commands");
    let flat = folder.iter().filter(|path| {
        let parent = path.parent().and_then(Path::file_name);
        parent.is_some_and(|parent| parent == "commands")
    });
    for path in flat {
        let name = path.file_name().unwrap().to_str().unwrap();
        if !["mod.rs", "args.rs"].contains(&name) {
            let path = format!("crates/ssg/src/commands/{name}");
            must_not_know(&path, &["super::"], &[]);
        }
    }
}

/// The supervisor passes no byte, so it cannot slow or break a dialogue.
#[test]
fn the_supervisor_knows_no_game() {
    let game = ["switchyard", "crate::arena", "crate::cli", "answers"];
    must_not_know("crates/ssg/src/arena/supervisor.rs", &game, &[]);
}
