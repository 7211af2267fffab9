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

#[test]
fn a_pipe_gets_no_colours() {
    let file = Scratch::new(FIGURE_3);
    for args in [["play", file.path()], ["trace", file.path()]] {
        let text = run(&args, "short\n7\nresign\n").answered();
        assert!(!text.contains(['\x1b', '\x07']), "{text:?}");
    }
}
