//! The frame of the program: help, errors, pipes, completions, the man page.

mod common;

use common::{COURSE, FIGURE_3, Scratch, run, ssg};
use std::io::Read;
use std::process::Stdio;

#[test]
fn alone_it_prints_help() {
    let help = run(&["--help"], "").answered();
    assert!(help.contains("Usage: ssg"), "{help}");
    assert_eq!(run(&[], "").answered(), help);
    for command in ["trace", "play", "completions", "man"] {
        assert!(help.contains(command), "{command} is missing from\n{help}");
    }
    let version = run(&["--version"], "").answered();
    assert_eq!(version, format!("ssg {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_command_has_help() {
    let help = run(&["--help"], "").answered();
    let commands = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&command| command != "help");
    let mut count = 0;
    for command in commands {
        let text = run(&[command, "--help"], "").answered();
        assert!(text.contains("Usage: ssg"), "{command}: {text}");
        count += 1;
    }
    assert!(count >= 4, "only {count} commands");
}

#[test]
fn usage_errors_are_2_and_leave_stdout_empty() {
    run(&["no-such-command"], "").refused();
    run(&["trace"], "").refused();
    run(&["trace", "--no-such-flag", "x"], "").refused();
}

#[test]
fn a_missing_file_is_named() {
    let said = run(&["trace", "no/such/file.net"], "").refused();
    assert!(said.contains("no/such/file.net"), "{said}");
    assert!(said.starts_with("ssg: "), "{said}");
}

#[test]
fn every_fault_of_a_file_is_said_with_its_line() {
    let bad = Scratch::new("4\n3\n1\n1\n1 2\n2 x\n9 1\n");
    let said = run(&["trace", bad.path()], "").refused();
    for line in ["4", "6", "7"] {
        let place = format!("{}:{line}: ", bad.path());
        assert!(said.contains(&place), "{place} is missing from\n{said}");
    }
}

#[test]
fn a_dash_is_standard_input() {
    let file = Scratch::new(COURSE);
    let from_file = run(&["trace", file.path(), "--json"], "").answered();
    let from_stdin = run(&["trace", "-", "--json"], COURSE).answered();
    assert_eq!(from_file, from_stdin);
    let said = run(&["trace", "-"], "1\n").refused();
    assert!(said.contains("<stdin>:"), "{said}");
}

#[test]
fn completions_and_man_page() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell], "").answered();
        assert!(script.contains("trace"), "{shell}");
    }
    run(&["completions", "tcsh"], "").refused();
    every_page_named_exists(&["man"], "ssg");
    run(&["man", "analog", "nothing"], "").refused();
}

/// Reads the man page of this name, and those that it names.
fn every_page_named_exists(args: &[&str], name: &str) {
    let page = run(args, "").answered();
    assert!(page.contains(&format!(".TH {name} 1")), "{page}");
    let named = page.lines().filter_map(|line| line.strip_suffix("(1)"));
    for other in named.map(|name| name.replace('\\', "")) {
        let command = other.strip_prefix(&format!("{name}-")).unwrap();
        every_page_named_exists(&[args, &[command]].concat(), &other);
    }
}

/// Runs the program with an output that nobody reads beyond the first byte.
fn with_closed_pipe(args: &[&str], input: &str) {
    let mut child = ssg(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_string();
    let writer =
        std::thread::spawn(move || std::io::Write::write_all(&mut stdin, input.as_bytes()));
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().ok();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), stderr.as_str()),
        (Some(0), ""),
        "{args:?}"
    );
}

#[test]
fn a_closed_pipe_is_no_error() {
    // A path of double edges: a trace longer than any pipe holds.
    let n = 400;
    let edges: Vec<(usize, usize)> = (1..n).flat_map(|v| [(v, v + 1), (v, v + 1)]).collect();
    let file = Scratch::new(&common::network_text(n, (1, n), &edges));
    with_closed_pipe(&["trace", file.path()], "");
    with_closed_pipe(&["trace", file.path(), "--json"], "");
    with_closed_pipe(&["play", file.path()], &"board\n".repeat(500));
    with_closed_pipe(&["completions", "bash"], "");
    with_closed_pipe(&["man"], "");
    with_closed_pipe(&["--help"], "");
}

/// The exit code of a command whose output nobody takes a byte of.
fn code_unheard(args: &[&str]) -> Option<i32> {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = ssg(args);
    command
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(Stdio::null());
    command.status().unwrap().code()
}

/// A refusal is exit code 1, whoever listens.
#[test]
fn exit_codes_do_not_depend_on_who_listens() {
    let network = Scratch::new(COURSE);
    let lie = Scratch::new(
        r#"{"format":"switchyard certificate 1","short":[1,2],"cut":[],"outcome":"short","proof":{"kind":"joined","path":[1,2]}}"#,
    );
    let coins = Scratch::new("a b\n");
    let labels = Scratch::new("a 0 1\nb 0 1\n");
    let holds = r#"{"graph":{"vertices":2,"left":1,"right":2,"edges":[[1,2]]},"first":"short","moves":[1],"winner":"short","reason":"connected"}"#;
    let refuted = holds.replace(r#""winner":"short""#, r#""winner":"cut""#);
    // The false one comes last: all before it are judged though nobody listens.
    let records = Scratch::new(&format!("{}{refuted}\n", format!("{holds}\n").repeat(50)));
    let holds = Scratch::new(&format!("{holds}\n"));
    let referee = [
        "referee", "--short", "perfect", "--cut", "random", "--games", "50",
    ];
    let expect = |side| [&referee[..], &["--expect", side, network.path()]].concat();
    let refusals: [&[&str]; 7] = [
        &["check", network.path(), lie.path(), "--json"],
        &["check", network.path(), lie.path()],
        &["coins", "check", coins.path(), labels.path(), "--json"],
        &["replay", records.path()],
        &["replay", records.path(), "--json"],
        &expect("cut"),
        &[&expect("cut")[..], &["--json"]].concat(),
    ];
    for args in refusals {
        assert_eq!(code_unheard(args), Some(1), "{args:?}");
        assert_eq!(run(args, "").code, Some(1), "{args:?}");
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let ended = ssg(args)
            .stdout(full)
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert!(matches!(ended.code(), Some(1 | 2)), "{args:?}: {ended}");
    }
    let answers: [&[&str]; 4] = [
        &["replay", holds.path()],
        &["solve", network.path()],
        &expect("short"),
        &["--help"],
    ];
    for args in answers {
        assert_eq!(code_unheard(args), Some(0), "{args:?}");
    }
}

#[test]
fn an_answer_that_cannot_be_written_is_none() {
    let network = Scratch::new(COURSE);
    for args in [
        &["--help"][..],
        &["--version"],
        &[],
        &["help", "solve"],
        &["man"],
        &["completions", "bash"],
        &["solve", network.path()],
        &["solve", network.path(), "--json"],
        &["trace", network.path()],
    ] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = ssg(args).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(said.contains("No space left"), "{args:?}: {said}");
    }
}

/// Text reaches people through `io/terminal.rs`, which lets no control character through. Whoever writes to
/// a stream directly says nothing that comes from outside: numbers, help, our own colours.
#[test]
fn text_for_people_goes_through_one_place() {
    let own_words = [
        "commands/completions.rs",
        "commands/play/mod.rs",
        "commands/protocol.rs",
        "serve/mod.rs",
        "fuzz_api.rs",
    ];
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![source.clone()];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path
                .strip_prefix(&source)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            files += 1;
            if name.starts_with("io/") || own_words.contains(&name.as_str()) {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for exit in [
                "println!",
                "eprint!",
                "print!(",
                "io::stdout()",
                "io::stderr().lock()",
            ] {
                assert!(!text.contains(exit), "{name}: {exit}");
            }
        }
    }
    assert!(files > 50, "{files}");
}

#[test]
fn a_pipe_gets_no_colours() {
    let file = Scratch::new(FIGURE_3);
    for args in [["play", file.path()], ["trace", file.path()]] {
        let text = run(&args, "short\n7\nresign\n").answered();
        assert!(!text.contains(['\x1b', '\x07']), "{text:?}");
    }
}

#[test]
fn man_pages_have_a_date() {
    let page = run(&["man", "gen"], "").answered();
    let title = page.lines().find(|line| line.starts_with(".TH")).unwrap();
    assert!(title.contains("2026-11-16"), "{title}");
}
