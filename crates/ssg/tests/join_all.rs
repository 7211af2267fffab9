//! `--target all` as a user runs it: SHORT has to join every vertex.

mod common;

use common::{COURSE, Scratch, run};
use serde_json::{Value, json};

fn answer(args: &[&str], input: &str) -> Value {
    serde_json::from_str(&run(args, input).answered()).expect("a JSON object")
}

/// A triangle as an edge list: no terminals.
const TRIANGLE: &str = "1 2\n2 3\n3 1\n";

#[test]
fn files_need_no_terminals() {
    let found = answer(&["solve", "-", "--target", "all", "--json"], TRIANGLE);
    let all = json!([1, 2, 3]);
    let expected = json!({"outcome": "first", "winning_moves": {"short": all, "cut": all}});
    assert_eq!(found, expected);
    let lost = answer(
        &["solve", "-", "--target", "all", "--cut", "1", "--json"],
        TRIANGLE,
    );
    assert_eq!(lost["outcome"], "cut");
    let won = [
        "solve", "-", "--target", "all", "--short", "1,2", "--cut", "3",
    ];
    let text = run(&won, TRIANGLE).answered();
    assert!(text.contains("join all vertices"), "{text}");
    // The terminals of a file mean nothing here: the course's network has four vertices.
    let course = answer(&["solve", "-", "--target", "all", "--json"], COURSE);
    assert_eq!(course["outcome"], "first");
    run(&["solve", "-", "--target", "none"], TRIANGLE).refused();
    run(&["solve", "-"], TRIANGLE).refused();
}

#[test]
fn certificates_say_which_game_they_are_about() {
    let file = Scratch::new(TRIANGLE);
    let proof = Scratch::new("");
    let solve = ["solve", file.path(), "--target", "all", "--certificate"];
    run(&[&solve[..], &[proof.path()]].concat(), "").answered();
    let check = ["check", file.path(), proof.path()];
    let text = run(&check, "").answered();
    assert!(text.starts_with("valid"), "{text}");
    let json = answer(&[&check[..], &["--target", "all", "--json"]].concat(), "");
    assert_eq!(json["valid"], true);
    // The same proof of Shannon's game, which it is not.
    let text = std::fs::read_to_string(proof.path()).unwrap();
    assert!(text.contains(r#""target":"all""#), "{text}");
    let other = Scratch::new(&text.replace(r#""target":"all","#, ""));
    let shannon = Scratch::new("3\n3\n1\n2\n1 2\n2 3\n3 1\n");
    let refused = run(&["check", shannon.path(), other.path()], "");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    // A proof of Shannon's game is none of this one.
    let solve = ["solve", shannon.path(), "--certificate", proof.path()];
    run(&solve, "").answered();
    let check = ["check", shannon.path(), proof.path(), "--target", "all"];
    assert_eq!(run(&check, "").code, Some(1));
}

/// Two edge-disjoint paths around a square and its diagonals: SHORT moves second and wins.
#[test]
fn the_protocol_plays_it() {
    let square = Scratch::new("4\n6\n1\n2\n1 2\n2 3\n3 4\n4 1\n1 3\n2 4\n");
    let said = run(&["c2", square.path(), "--target", "all"], "1\n2\n3\n");
    let moves: Vec<u32> = said
        .stdout
        .lines()
        .map(|line| line.parse().unwrap())
        .collect();
    // Three edges join four vertices; an illegal move of ours would have ended it with exit 2.
    assert!(moves.len() <= 3 && !moves.contains(&0), "{said:?}");
    let first = run(&["d1", square.path(), "--target", "all"], "");
    assert_eq!(first.stdout.lines().count(), 1, "{first:?}");
}

#[test]
fn the_referee_records_the_target_and_replay_knows_it() {
    let file = Scratch::new("3\n4\n1\n2\n1 2\n2 3\n3 1\n1 3\n");
    let record = tempfile::tempdir().unwrap();
    let record = record.path().join("games.ndjson");
    let record = record.to_str().unwrap();
    let referee = [
        "referee",
        "--short",
        "perfect",
        "--cut",
        "min-cut",
        "--first",
        "cut",
        "--target",
        "all",
        "--expect",
        "short",
        "--record",
        record,
        "--json",
        file.path(),
    ];
    let game = answer(&referee, "");
    assert_eq!(
        [&game["target"], &game["winner"], &game["reason"]],
        ["all", "short", "connected"]
    );
    let text = run(&["replay", record], "").answered();
    assert!(!text.is_empty());
}

/// Outside programs are started with `--target all` behind their file, which is in the course's format whatever the network
/// was read from. This program is one of them.
#[test]
fn outside_programs_play_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // K4, without terminals: SHORT has two disjoint spanning trees.
    let (edges, games, log) = (at("k4.edges"), at("games.ndjson"), at("log.ndjson"));
    std::fs::write(&edges, "a b\nb c\nc d\nd a\na c\nb d\n").unwrap();
    let ssg = env!("CARGO_BIN_EXE_ssg");
    let all = ["--target", "all", "--json"];
    let referee = [
        "referee", "--short", ssg, "--cut", "random", "--first", "cut", "--record", &games,
    ];
    let game = answer(&[&referee[..], &all, &[&edges]].concat(), "");
    assert_eq!(
        [&game["target"], &game["winner"], &game["reason"]],
        ["all", "short", "connected"],
        "{game}"
    );
    run(&["replay", &games], "").answered();
    // A program that does not know the option ends at once, and forfeits.
    let deaf = ["referee", "--short", "/bin/false", "--cut", "random"];
    let game = answer(&[&deaf[..], &all, &[&edges]].concat(), "");
    assert_eq!([&game["winner"], &game["reason"]], ["cut", "crashed"]);

    let own = format!("own={ssg}");
    let tournament = [
        "tournament",
        "perfect",
        &own,
        "--networks",
        &edges,
        "--log",
        &log,
    ];
    let table = answer(&[&tournament[..], &all].concat(), "");
    assert_eq!(table["games"], 4);
    assert_eq!(table["networks"][0]["outcome"], "short");
    let text = std::fs::read_to_string(&log).unwrap();
    assert_eq!(text.matches(r#""target":"all""#).count(), 4, "{text}");
    assert_eq!(
        text.matches(r#""winner":"short","reason":"connected""#)
            .count(),
        4,
        "{text}"
    );
    run(&["replay", &log], "").answered();
}

/// `--left` and `--right` where several networks or records are read, with outside programs too.
#[test]
fn terminals_are_named_for_tournaments_and_replays() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (edges, log) = (at("course.edges"), at("log.ndjson"));
    std::fs::write(&edges, "1 2\n2 4\n2 3\n1 3\n3 4\n").unwrap();
    let own = format!("own={}", env!("CARGO_BIN_EXE_ssg"));
    let tournament = [
        "tournament",
        "perfect",
        &own,
        "--networks",
        &edges,
        "--log",
        &log,
        "--json",
    ];
    run(&tournament, "").refused();
    let between = ["--left", "1", "--right", "4"];
    let table = answer(&[&tournament[..], &between].concat(), "");
    assert_eq!(
        (&table["games"], &table["networks"][0]["outcome"]),
        (&4.into(), &"first".into())
    );
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(
        !text.contains("crashed") && !text.contains("illegal"),
        "{text}"
    );
    run(&["replay", &log], "").refused();
    run(&[&["replay", &log][..], &between].concat(), "").answered();
    // Other terminals make another network.
    let other = run(&["replay", &log, "--left", "2", "--right", "4"], "");
    assert!(other.stderr.contains("fingerprint"), "{other:?}");
}
