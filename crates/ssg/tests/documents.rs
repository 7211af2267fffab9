//! Every command shown in the documents works as printed.
//!
//! In a block marked `console`, a line `$ COMMAND` is run by the shell in a directory with `./ssg` and
//! `boards/`, and what follows is what it must print on stdout. A line `…` stands for any lines.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command and what it is said to print.
struct Shown {
    place: String,
    command: String,
    output: Vec<String>,
}

fn shown_in(path: &Path) -> Vec<Shown> {
    let text = fs::read_to_string(path).expect("a document");
    let mut found: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (line, number) in text.lines().zip(1..) {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if !inside {
        } else if let Some(command) = line.strip_prefix("$ ") {
            found.push(Shown {
                place: format!("{}:{number}", path.display()),
                command: command.to_string(),
                output: Vec::new(),
            });
        } else {
            let shown = found.last_mut();
            let shown = shown.unwrap_or_else(|| panic!("{}:{number}: no command", path.display()));
            shown.output.push(line.to_string());
        }
    }
    found
}

/// Whether the lines are those of the pattern, where `…` stands for any number of lines.
fn matches(pattern: &[String], lines: &[&str]) -> bool {
    match (pattern, lines) {
        ([], []) => true,
        ([any, pattern @ ..], _) if any == "…" => {
            (0..=lines.len()).any(|skip| matches(pattern, &lines[skip..]))
        }
        ([first, pattern @ ..], [line, lines @ ..]) => first == line && matches(pattern, lines),
        _ => false,
    }
}

fn documents(root: &Path) -> Vec<PathBuf> {
    let hostile = root.join("docs/results/hostile.md");
    let mut documents = vec![root.join("README.md"), hostile];
    for entry in fs::read_dir(root.join("docs")).expect("docs/") {
        let path = entry.expect("docs/ can be read").path();
        // Its commands need a feature of the build.
        let other_build = path.ends_with("cluster.md") && !cfg!(feature = "cluster");
        if path.extension().is_some_and(|extension| extension == "md") && !other_build {
            documents.push(path);
        }
    }
    documents
}

#[test]
fn every_command_shown_works_as_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut wrong = Vec::new();
    let mut count = 0;
    for document in documents(&root) {
        // One directory a document: a command may use a file that one before it has made.
        let place = tempfile::tempdir().expect("a temporary directory");
        symlink(env!("CARGO_BIN_EXE_ssg"), place.path().join("ssg")).unwrap();
        symlink(root.join("boards"), place.path().join("boards")).unwrap();
        for shown in shown_in(&document) {
            let mut shell = Command::new("sh");
            let run = shell.args(["-c", &shown.command]).current_dir(place.path());
            let output = run.env("NO_COLOR", "1").output().expect("sh runs");
            let stdout = String::from_utf8_lossy(&output.stdout);
            let lines: Vec<&str> = stdout.lines().collect();
            if !matches(&shown.output, &lines) {
                let stderr = String::from_utf8_lossy(&output.stderr);
                let Shown { place, command, .. } = shown;
                wrong.push(format!("{place}: {command}\nprints\n{stdout}{stderr}"));
            }
            count += 1;
        }
    }
    assert!(count >= 5, "only {count} commands found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
