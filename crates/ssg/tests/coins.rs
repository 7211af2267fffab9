//! `ssg coins` from outside: the exact words and codes that scripts rely on.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

fn ssg(args: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ssg"))
        .arg("coins")
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends early closes its input: that is for the test to judge.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().unwrap();
    Ran {
        code: status.code(),
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
    }
}

fn json(args: &[&str]) -> serde_json::Value {
    let ran = ssg(args, "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

/// A file of its own for every test.
fn scratch(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("coins");
    fs::create_dir_all(&dir).unwrap();
    dir.join(name)
}

const THAWED: &str = "boards/butler-thawed.coins";

#[test]
fn labels_in_json() {
    let labels = json(&["label", THAWED, "--json"]);
    assert_eq!(labels["labels"]["M"], 0);
    assert_eq!(labels["labels"]["I"], 3);
    assert_eq!(labels["labels"]["E"], serde_json::json!({"inf": [1]}));
    assert_eq!(labels["labels"].as_object().unwrap().len(), 15);
}

#[test]
fn the_positions_of_the_paper() {
    let draw = json(&["solve", THAWED, "E", "R2", "I", "--json"]);
    assert_eq!(draw["outcome"], "draw");
    assert_eq!(draw["value"], serde_json::json!({"inf": [2]}));
    let win = json(&["solve", THAWED, "E", "T", "I", "--json", "--moves"]);
    assert_eq!(win["outcome"], "first");
    assert_eq!(win["move"], serde_json::json!({"from": "E", "to": "A1"}));
    let wins = win["moves"].as_array().unwrap().iter();
    assert_eq!(wins.filter(|m| m["result"] == "wins").count(), 1);
    let lost = json(&["solve", THAWED, "R2", "--json"]);
    assert_eq!(lost["outcome"], "second");
    assert_eq!(lost["move"], serde_json::Value::Null);
    assert_eq!(lost["delay"]["from"], "R2");
}

#[test]
fn the_program_plays_by_lines_of_moves() {
    let ran = ssg(&["play", THAWED, "N2"], "N2 D\nR2 A2\nN1 T\nR1 A1\n");
    assert_eq!(ran.out, "D R2\nA2 N1\nT R1\nA1 M\n");
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.contains("it wins"), "{}", ran.err);
    let first = ssg(&["play", THAWED, "A1", "--first", "machine"], "");
    assert_eq!((first.out.as_str(), first.code), ("A1 M\n", Some(0)));
    let explained = ssg(&["play", THAWED, "N2"], "why\nmoves\nhint\nquit\n");
    assert_eq!((explained.out.as_str(), explained.code), ("", Some(0)));
    assert!(explained.err.contains("A draw"), "{}", explained.err);
}

#[test]
fn bad_input_is_said_and_exits_with_2() {
    let refused = |args: &[&str], input: &str, said: &str| {
        let ran = ssg(args, input);
        assert_eq!(ran.code, Some(2), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
        assert_eq!(ran.out, "", "{args:?}");
    };
    refused(&["solve", THAWED, "X"], "", "no node is called \"X\"");
    refused(&["solve", THAWED, "e"], "", "did you mean \"E\"");
    refused(&["solve", THAWED], "", "NODE");
    refused(&["label", "no/such/file"], "", "no/such/file");
    refused(
        &["label", "-"],
        "a b\nc d e\n",
        "<stdin>:2: an arc is two words",
    );
    refused(&["play", THAWED, "N2"], "E N2\n", "there is no coin there");
    refused(
        &["play", THAWED, "N2"],
        "N2 M\n",
        "there is no arc that way",
    );
    refused(&["play", THAWED, "N2"], "N2 Nowhere\n", "no node is called");
    refused(
        &["play", THAWED, "N2"],
        "one two three\n",
        "<stdin>:1: a move is FROM TO",
    );
    refused(&["gen", "octal", "77", "9"], "", "octal code");
    refused(&["gen", "subtraction", "9", "--take", "0"], "", "taking 0");
    refused(
        &["gen", "uniform", "--nodes", "0", "--arcs", "5"],
        "",
        "arcs need nodes",
    );
}

#[test]
fn binary_files_round_trip_and_bad_ones_are_refused() {
    let file = scratch("thawed.bin");
    let path = file.to_str().unwrap();
    assert_eq!(ssg(&["convert", THAWED, path], "").code, Some(0));
    let back = ssg(&["convert", path, "-", "--to", "text"], "");
    let again = ssg(&["label", "-", "--json"], &back.out);
    assert_eq!(again.out, ssg(&["label", THAWED, "--json"], "").out);
    assert_eq!(again.out, ssg(&["label", path, "--json"], "").out);
    let whole = fs::read(&file).unwrap();
    let bad = scratch("bad.bin");
    let refused = |bytes: &[u8], said: &str| {
        fs::write(&bad, bytes).unwrap();
        let ran = ssg(&["label", bad.to_str().unwrap()], "");
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.contains(said), "{}", ran.err);
    };
    refused(&whole[..whole.len() - 3], "cut short");
    refused(&whole[..20], "cut short");
    let mut altered = whole.clone();
    altered[100] ^= 4;
    refused(&altered, "altered");
    altered[8] = 9;
    refused(&altered, "version 9");
}

#[test]
fn labels_are_checked() {
    let good = scratch("good.labels");
    let listed = ssg(&["label", THAWED], "").out;
    fs::write(&good, &listed).unwrap();
    let ran = ssg(&["check", THAWED, good.to_str().unwrap()], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let bad = scratch("bad.labels");
    fs::write(&bad, listed.replace("I 3 ", "I 2 ")).unwrap();
    let ran = ssg(&["check", THAWED, bad.to_str().unwrap(), "--json"], "");
    assert_eq!(ran.code, Some(1));
    let said: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(said["valid"], false);
    fs::write(&bad, listed.replace("I 3 ", "I three ")).unwrap();
    let ran = ssg(&["check", THAWED, bad.to_str().unwrap()], "");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("bad.labels:5: a label is a number"),
        "{}",
        ran.err
    );
    let whole = scratch("good.json");
    let listed = ssg(&["label", THAWED, "--json", "--counters"], "").out;
    fs::write(&whole, listed).unwrap();
    let ran = ssg(&["check", THAWED, whole.to_str().unwrap()], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

#[test]
fn rulesets_and_random_digraphs_can_be_made() {
    let kayles = ssg(&["gen", "kayles", "8"], "").out;
    let solved = ssg(&["solve", "-", "8", "--json"], &kayles);
    assert!(solved.out.contains("\"value\":1"), "{}", solved.out);
    let one = ssg(&["gen", "geometric", "--nodes", "100", "--seed", "7"], "");
    let two = ssg(&["gen", "geometric", "--nodes", "100", "--seed", "7"], "");
    assert!(one.out.starts_with("# seed 7\n"));
    assert_eq!(one.out, two.out);
    let chance = ssg(&["gen", "dag", "--nodes", "50", "--arcs", "200"], "");
    assert!(chance.err.starts_with("seed "), "{}", chance.err);
    assert_eq!(ssg(&["gen", "ring", "12"], "").code, Some(0));
    assert_eq!(ssg(&["gen", "tournament", "12"], "").code, Some(0));
}

#[test]
fn the_labelling_is_told_step_by_step() {
    let told = ssg(&["trace", THAWED, "--json"], "");
    let steps: Vec<serde_json::Value> = told
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(steps.len(), 15);
    assert_eq!(steps[0]["node"], "M");
    assert_eq!(steps[0]["counter"], 1);
    let labels = json(&["label", THAWED, "--json"]);
    for step in &steps {
        let node = step["node"].as_str().unwrap();
        assert_eq!(step["label"], labels["labels"][node], "{step}");
        assert_eq!(
            step["counter"].is_null(),
            step["label"].is_object(),
            "{step}"
        );
        assert!(!step["reason"].as_str().unwrap().is_empty());
    }
    let words = ssg(&["trace", THAWED], "").out;
    assert!(words.contains("step 3  E = ∞"), "{words}");
    assert!(words.ends_with("adjoined\n"), "{words}");
}

#[test]
fn a_game_can_be_drawn_resigned_and_taken_back() {
    // Round the cycle until the position has stood three times.
    let round = ssg(&["play", THAWED, "E"], "E N2\nE N2\nE N2\nE N2\n");
    assert_eq!(round.code, Some(0), "{round:?}");
    assert_eq!(round.out, "N2 E\nN2 E\n");
    assert!(round.err.contains("for the third time"), "{round:?}");
    let agreed = ssg(&["play", THAWED, "E"], "draw\n");
    assert!(agreed.err.contains("agrees"), "{agreed:?}");
    let won = ssg(&["play", THAWED, "M", "R1"], "draw\nresign\n");
    assert!(won.err.contains("does not agree"), "{won:?}");
    assert!(won.err.contains("You resign"), "{won:?}");
    // A move that lost is taken back, and the other one keeps the draw.
    let back = ssg(&["play", THAWED, "E"], "E A1\nback\nE N2\nquit\n");
    assert_eq!(back.code, Some(0), "{back:?}");
    assert!(
        back.err.contains("Whoever makes the last move wins"),
        "{back:?}"
    );
    assert!(back.err.contains("You move first."), "{back:?}");
}

#[test]
fn opponents_have_names() {
    let one = |name: &str| {
        let args = [
            "play",
            THAWED,
            "1",
            "9",
            "--first",
            "machine",
            "--opponent",
            name,
        ];
        ssg(&args, "quit\n")
    };
    assert_eq!(one("random").out.lines().count(), 1);
    assert_eq!(one("random").out, one("random").out);
    assert_eq!(one("perfect@0.5").code, Some(0));
    assert_eq!(one("analog").code, Some(2));
}

#[test]
fn digraphs_are_read_and_written_in_the_formats_of_graphs() {
    let dot = scratch("map.dot");
    let dot = dot.to_str().unwrap();
    ssg(&["convert", THAWED, dot], "");
    assert_eq!(
        ssg(&["label", dot, "--json"], "").out,
        ssg(&["label", THAWED, "--json"], "").out
    );
    let odd = ssg(&["convert", THAWED, "map.xyz"], "");
    assert_eq!(odd.code, Some(2), "{odd:?}");
    let undirected = ssg(&["label", "-"], "graph { a -- b }");
    assert!(undirected.err.contains("undirected"), "{undirected:?}");
}
