//! `ssg analog` as a user runs it.

use serde_json::Value;
use std::fs;
use std::process::{Command, Output};

fn ssg(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ssg"))
        .args(args)
        .output()
        .unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = ssg(args);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn complaint(args: &[&str]) -> String {
    let output = ssg(args);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_quota_is_a_fraction_with_its_certificate() {
    let answer = json(&["analog", "quota", "9", "--json"]);
    assert_eq!(answer["quota"], "79/81");
    assert_eq!(
        answer["losing_first_moves"],
        serde_json::json!(["E9", "O9"])
    );
    assert_eq!(answer["certified"], true);
    let certificate = &answer["certificate"];
    for field in ["decisions", "refinements", "rounds", "largest_bound"] {
        assert!(certificate[field].is_number(), "{certificate}");
    }
    assert!(certificate["ties"]["lifted"].is_number());
}

#[test]
fn quotas_go_on_where_they_were_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quota.ndjson");
    let file = path.to_str().unwrap();
    let args = ["analog", "quota", "9", "--json", "--checkpoint", file];
    let whole = json(&args);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 25);
    // Killed in the middle of a line: what is whole counts, and the rest is done again.
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    let resumed = json(&args);
    assert_eq!(resumed["quota"], whole["quota"]);
    assert_eq!(
        resumed["certificate"]["decisions"],
        whole["certificate"]["decisions"]
    );
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 25);
    // A checkpoint of another board, and one that is none.
    let other = complaint(&["analog", "quota", "8", "--checkpoint", file]);
    assert!(other.contains("M = 9"), "{other}");
    fs::write(&path, "nonsense\n").unwrap();
    let refused = complaint(&args);
    assert!(refused.contains("left as it is"), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "nonsense\n");
}

#[test]
fn refuting_lines_can_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.ndjson");
    let file = path.to_str().unwrap();
    let answer = json(&["analog", "adversary", "4", "--json", "--lines", file]);
    assert_eq!(answer["quota"], "0");
    assert_eq!(answer["losing_first_moves"].as_array().unwrap().len(), 16);
    let replay = ssg(&["replay", file]);
    assert!(replay.status.success(), "{replay:?}");
    let text = String::from_utf8(replay.stdout).unwrap();
    assert!(text.contains("the record holds") && !text.contains("NOT"));
    let three = json(&["analog", "adversary", "3", "--json"]);
    assert_eq!(three["quota"], "5/9");
}

/// On files and rectangular boards, for either side; small ones are checked against rational arithmetic in the experiments'
/// own tests, so here are the fields, the names of the moves, and the games.
#[test]
fn the_robot_plays_on_any_network() {
    let quota = |args: &[&str]| json(&[&["analog", "quota", "--json"], args].concat());
    let wide = quota(&["3", "2"]);
    assert_eq!((&wide["columns"], &wide["rows"]), (&3.into(), &2.into()));
    assert_eq!(
        (&wide["quota"], &wide["first"]),
        (&"0".into(), &"cut".into())
    );
    let losing = ["A1", "C1", "E1", "A3", "C3", "E3"];
    assert_eq!(wide["losing_first_moves"], serde_json::json!(losing));
    assert_eq!(quota(&["3", "2", "--first", "short"])["quota"], "1");
    // An M-board, as a rectangle and from a file: SHORT first gets what CUT gets.
    let nine = quota(&["9", "--first", "short"]);
    assert_eq!(
        (&nine["quota"], &nine["first_moves"]),
        (&"79/81".into(), &81.into())
    );
    assert_eq!(nine["certified"], true);
    let board = concat!(env!("CARGO_MANIFEST_DIR"), "/../../boards/bridgit-3.net");
    let from_file = quota(&[board]);
    assert_eq!(from_file["quota"], "1");
    assert!(from_file["columns"].is_null());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.ndjson");
    let lines = path.to_str().unwrap();
    let known = json(&["analog", "adversary", board, "--json", "--lines", lines]);
    assert_eq!(known["quota"], "5/9");
    assert_eq!(
        known["losing_first_moves"],
        serde_json::json!(["1", "3", "11", "13"])
    );
    let replay = ssg(&["replay", lines]);
    let text = String::from_utf8(replay.stdout).unwrap();
    assert!(
        text.contains("the record holds") && !text.contains("NOT"),
        "{text}"
    );
    let rectangle = json(&[
        "analog",
        "adversary",
        "4",
        "5",
        "--first",
        "short",
        "--json",
    ]);
    assert_eq!(rectangle["quota"], "0");
    assert!(rectangle["refutations"][0]["lines"][0]["edges"].is_array());
    let stopped = json(&[
        "analog",
        "adversary",
        "5",
        "4",
        "--most",
        "2",
        "--first",
        "short",
        "--json",
    ]);
    assert!(stopped["quota"].is_null());
    assert!(
        !stopped["unresolved_first_moves"]
            .as_array()
            .unwrap()
            .is_empty()
    );

    for (args, why) in [
        (&["quota", board, "3"][..], "B is for boards"),
        (&["quota", "4", "5", "--sample", "3"], "for M-boards"),
        (&["quota", "4", "--left", "1"], "has its terminals"),
        (&["quota", "4", "--most", "9"], "--most is for"),
        (&["adversary", "0", "5"], "at least one column"),
        (&["quota", "401", "5"], "up to 400"),
        (&["adversary", "no-such-file"], "no-such-file"),
    ] {
        let said = complaint(&[&["analog"], args].concat());
        assert!(said.contains(why), "{said}");
    }
    let many = ssg(&["analog", "quota", "5", "6", "--most", "3"]);
    assert_eq!(many.status.code(), Some(1));
    assert!(String::from_utf8(many.stderr).unwrap().contains("--most"));
}

#[test]
fn currents_of_a_board_and_of_a_file() {
    let after = ["--short", "c5,a1", "--cut", "A5,c3", "--json", "--exact"];
    let answer = json(&[&["analog", "currents", "--bridgit", "3"], &after[..]].concat());
    assert_eq!(answer["scale"], "42");
    assert_eq!(answer["best"], serde_json::json!([6, 9]));
    assert_eq!(answer["exact_currents"][5], "21");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("course.net");
    fs::write(&path, "4\n5\n1\n4\n1 2\n2 4\n2 3\n1 3\n3 4\n").unwrap();
    let file = path.to_str().unwrap();
    let answer = json(&["analog", "currents", file, "--json"]);
    assert_eq!(answer["best"], serde_json::json!([1, 2, 4, 5]));
    assert_eq!(answer["total"], 1.0);
    let over = complaint(&["analog", "currents", file, "--short", "1,2"]);
    assert!(over.contains("shorted"), "{over}");
    let over = complaint(&["analog", "currents", file, "--cut", "1,4"]);
    assert!(over.contains("apart"), "{over}");
}

#[test]
fn bad_input_is_refused() {
    for size in ["0", "1"] {
        let said = complaint(&["analog", "quota", size]);
        assert!(said.contains("from 2 to"), "{said}");
        assert!(complaint(&["analog", "adversary", size]).contains("from 2 to"));
    }
    assert!(complaint(&["analog", "quota", "4000"]).contains("up to"));
    let board = ["analog", "currents", "--bridgit", "4"];
    for (cut, why) in [
        ("i3", "leave out I and L"),
        ("a2", "is a node"),
        ("h1", "outside"),
        ("0", "from 1"),
        ("99", "there is no edge 99"),
    ] {
        let said = complaint(&[&board[..], &["--cut", cut]].concat());
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn the_paper_is_reproduced() {
    let output = ssg(&["analog", "reproduce"]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.ends_with("4 are slips of the paper, 0 differ\n"),
        "{text}"
    );
}

#[test]
fn results_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let checkpoints = folder.path().join("checkpoints");
    let output = ssg(&[
        "analog",
        "results",
        "--to",
        "10",
        "--adversary",
        "4",
        "--out",
        out.to_str().unwrap(),
        "--checkpoints",
        checkpoints.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{output:?}");
    let csv = fs::read_to_string(out.join("quota.csv")).unwrap();
    assert!(csv.contains("\n9,79/81,0.975308642,2,0,"), "{csv}");
    for name in [
        "README.md",
        "adversary.csv",
        "losing.csv",
        "refutations.ndjson",
    ] {
        assert!(fs::metadata(out.join(name)).unwrap().len() > 0, "{name}");
    }
    for name in ["quota.svg", "gaps.svg", "lengths.svg", "maps.svg"] {
        let svg = fs::read_to_string(out.join(name)).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
    }
}

/// A sample estimates the quota of the sweep, with an interval that contains it.
#[test]
fn a_sampled_quota_has_an_interval() {
    let found = json(&[
        "analog", "quota", "9", "--sample", "40", "--seed", "3", "--json",
    ]);
    assert_eq!((&found["sample"], &found["seed"]), (&40.into(), &3.into()));
    let interval = [0, 1].map(|at| found["interval"][at].as_f64().unwrap());
    let quota = 79.0 / 81.0;
    assert!(interval[0] <= quota && quota <= interval[1], "{found}");
    complaint(&["analog", "quota", "9", "--seed", "3"]);
}

/// The corner trap refutes some first moves of M = 12; a move that is none is refused.
#[test]
fn a_trap_is_tried_alone() {
    let found = json(&[
        "analog", "trap", "12", "c1", "e3", "a7", "g5", "--sample", "12", "--json",
    ]);
    assert_eq!(found["first_moves"], 12);
    let refuted = found["refuted"].as_u64().unwrap();
    assert!((1..=12).contains(&refuted), "{found}");
    let wall = json(&[
        "analog", "trap", "12", "c5", "c7", "c9", "--first", "A5,A7", "--json",
    ]);
    assert_eq!(
        (&wall["refuted"], &wall["left"][0]),
        (&1.into(), &"A7".into())
    );
    complaint(&["analog", "trap", "5", "z99"]);
}
