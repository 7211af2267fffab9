//! `ssg grade`: the sample class of the documents, and a class that is graded in pieces.

mod arena;
mod common;

use arena::{Arena, signal, wait_until};
use common::COURSE;
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use std::{env, fs};

fn sample() -> String {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sample-class/rules.toml");
    rules.to_str().unwrap().to_owned()
}

/// PATH with the folder of the interpreter itself in front: a launcher that takes a second to find it must not
/// use up the time of a check.
fn path_without_launchers() -> String {
    let ask = [
        "-c",
        "import os, sys; print(os.path.dirname(os.path.realpath(sys.executable)))",
    ];
    let folder = Command::new("python3").args(ask).output().unwrap().stdout;
    let folder = String::from_utf8(folder).unwrap();
    format!("{}:{}", folder.trim(), env::var("PATH").unwrap())
}

/// The grades by name.
fn grades(output: &Output) -> HashMap<String, Value> {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let lines = std::str::from_utf8(&output.stdout).unwrap().lines();
    let lines = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .map(|grade| (grade["name"].as_str().unwrap().to_owned(), grade))
        .collect()
}

/// What a submission was told about a check in a mode, if it failed.
#[track_caller]
fn failure<'a>(grade: &'a Value, mode: &str, check: &str) -> Option<&'a str> {
    let checks = grade["conformance"].as_array().unwrap();
    let found = checks
        .iter()
        .find(|one| one["mode"] == mode && one["check"].as_str().unwrap().starts_with(check));
    let found = found.unwrap_or_else(|| panic!("no check {check:?} in {mode}"));
    let failed = !found["passed"].as_bool().unwrap();
    failed.then(|| found["detail"].as_str().unwrap())
}

fn number(grade: &Value, field: &str) -> f64 {
    grade[field]
        .as_f64()
        .unwrap_or_else(|| panic!("{field}: {grade}"))
}

#[allow(
    clippy::too_many_lines,
    reason = "one expensive run, and everything that it shows"
)]
#[test]
fn the_sample_class_gets_the_grades_it_deserves() {
    let arena = Arena::new();
    let rules = sample();
    let args = [
        "grade", &rules, "--report", "report", "--json", "--jobs", "6",
    ];
    // With this variable Python flushes by itself, and hides one of the faults.
    let path = path_without_launchers();
    let grade = || {
        let mut command = arena.ssg(&args);
        command.env_remove("PYTHONUNBUFFERED").env("PATH", &path);
        command.output().unwrap()
    };
    let output = grade();
    let class = grades(&output);
    arena.assert_nothing_left(Duration::from_secs(2));
    let mut names: Vec<&str> = class.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "anna", "ben", "carla", "dora", "emil", "frieda", "gustav", "hugo"
        ]
    );

    let anna = &class["anna"];
    let failed: Vec<&Value> = anna["conformance"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|check| check["passed"] == false)
        .collect();
    assert_eq!(failed, Vec::<&Value>::new());
    assert_eq!(anna["conformance"].as_array().unwrap().len(), 4 * 13);
    assert_eq!(
        (number(anna, "played"), anna["built"].as_bool()),
        (6.0, Some(true))
    );
    assert!(number(anna, "won") >= 4.0, "{anna}");
    for other in names.iter().filter(|name| **name != "anna") {
        assert!(
            number(&class[*other], "points") < number(anna, "points"),
            "{other}"
        );
    }

    let silent = failure(&class["ben"], "c1", "plays a game").expect("a flush bug");
    assert!(silent.contains("is the output flushed"), "{silent}");
    assert!(
        failure(&class["ben"], "d2", "loops")
            .unwrap()
            .starts_with("not tried")
    );

    let illegal = failure(&class["carla"], "c1", "plays a game").expect("an illegal move");
    assert!(illegal.contains("was already played"), "{illegal}");
    let crash = failure(&class["dora"], "c1", "plays a game").expect("a crash");
    assert!(crash.contains("exit code 1"), "{crash}");

    // The course's example plays well, but was written for legal input.
    assert_eq!(failure(&class["emil"], "c1", "plays a game"), None);
    assert!(failure(&class["emil"], "d2", "terminals apart").is_some());
    assert!(number(&class["emil"], "rating") > number(&class["dora"], "rating"));

    let frieda = &class["frieda"];
    assert_eq!(
        (frieda["built"].as_bool(), number(frieda, "points")),
        (Some(false), 0.0)
    );
    assert!(
        frieda["build_log"].as_str().unwrap().contains("missing"),
        "{frieda}"
    );
    assert_eq!(frieda["rating"], Value::Null);

    let manners = failure(&class["gustav"], "c1", "edges in series").expect("bad manners");
    assert!(manners.contains("did not print 0"), "{manners}");
    assert!(
        number(&class["hugo"], "played") > 0.0,
        "a script with a command of its own plays"
    );

    // The points are what the sections say.
    for grade in class.values() {
        let sections = grade["points_by_section"].as_object().unwrap();
        let sum: f64 = sections
            .values()
            .map(|points| points.as_f64().unwrap())
            .sum();
        assert!((sum - number(grade, "points")).abs() < 0.01, "{grade}");
        let checks = grade["conformance"].as_array().unwrap();
        let passed = checks
            .iter()
            .filter(|check| check["passed"] == true)
            .count();
        let expected = 30.0 * passed as f64 / checks.len().max(1) as f64;
        let given = sections["conformance"].as_f64().unwrap();
        assert!((given - expected).abs() < 1e-9, "{grade}");
    }
    assert_report(&arena, &names, frieda);

    // Everything is done: the same command plays nothing and says the same.
    let log = fs::read(arena.place("report/grade.ndjson")).unwrap();
    let again = grade();
    assert_eq!(grades(&again), class);
    assert_eq!(fs::read(arena.place("report/grade.ndjson")).unwrap(), log);
    let table = arena.run(&["grade", &rules, "--report", "report", "--csv"]);
    let table = String::from_utf8(table.stdout).unwrap();
    assert_eq!(
        table,
        fs::read_to_string(arena.place("report/grades.csv")).unwrap()
    );
    assert_eq!(table.lines().count(), 1 + 8);
    assert!(
        table.lines().nth(1).unwrap().starts_with("anna,"),
        "{table}"
    );
}

/// An overview that links to a page per student, which says what is wrong.
fn assert_report(arena: &Arena, names: &[&str], frieda: &Value) {
    let overview = fs::read_to_string(arena.place("report/index.html")).unwrap();
    for name in names {
        let page = format!("students/{name}.html");
        assert!(overview.contains(&format!("href=\"{page}\"")), "{page}");
        let text = fs::read_to_string(arena.place("report").join(page)).unwrap();
        assert!(
            text.contains("default-src 'none'") && !text.contains("<script"),
            "{name}"
        );
    }
    let page = fs::read_to_string(arena.place("report/students/frieda.html")).unwrap();
    let log = frieda["build_log"].as_str().unwrap();
    assert!(
        page.contains(log.lines().last().unwrap()),
        "the build log is on the page"
    );
    let tournament = fs::read_to_string(arena.place("report/tournament.html")).unwrap();
    assert!(tournament.contains("Ratings") && tournament.contains("greedy"));
    assert!(
        !tournament.contains("frieda"),
        "what was not built does not play"
    );
}

const RULES: &str = r#"
submissions = "class"
[limits]
sandbox = "none"
[won]
networks = ["course.net"]
games = 4
[tournament]
networks = ["course.net"]
players = ["random", "greedy"]
rounds = 3

[conformance]
time = 1
"#;

/// A class of scripts that never wait: the first free edge, blindly, or nothing.
fn small_class(arena: &Arena) {
    arena.write("course.net", COURSE);
    arena.write("rules.toml", RULES);
    arena.write("class/README.md", "# not a submission\n");
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/sample-class/submissions/hugo/play.sh");
    arena.write("class/blind.sh", &fs::read_to_string(script).unwrap());
    arena.write("class/quits.sh", "exit 1\n");
}

/// Most of the time is waiting for programs that do not answer: that many wait at once.
const GRADE: [&str; 7] = [
    "grade",
    "rules.toml",
    "--json",
    "--jobs",
    "8",
    "--log",
    "log",
];

/// Interrupted at any time and started again, the same command comes to the same grades; a submission that
/// was changed is graded again, and nobody else.
#[test]
fn grading_resumes_where_it_was() {
    let arena = Arena::new();
    small_class(&arena);
    let undisturbed = grades(&arena.run(&[&GRADE[..6], &["other"]].concat()));
    let lines = |file: &str| {
        fs::read_to_string(arena.place(file))
            .unwrap_or_default()
            .lines()
            .count()
    };
    let all = lines("other");
    for stop in [1, 2, all / 2] {
        let mut child = arena
            .ssg(&GRADE)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until("some lines", || {
            lines("log") > stop || child.try_wait_is_some()
        });
        signal(&child, "INT");
        child.wait().unwrap();
    }
    assert_eq!(grades(&arena.run(&GRADE)), undisturbed);
    assert_eq!(lines("log"), all, "nothing was done twice");

    arena.write("class/quits.sh", "exit 2\n");
    let changed = grades(&arena.run(&GRADE));
    assert_eq!(
        changed["blind"]["conformance"],
        undisturbed["blind"]["conformance"]
    );
    let more = lines("log") - all;
    // Its checks; it plays no game before and after.
    assert!(more >= 1 && more < all - 1, "{more} of {all} lines are new");
}

trait Ended {
    fn try_wait_is_some(&self) -> bool;
}

impl Ended for std::process::Child {
    fn try_wait_is_some(&self) -> bool {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.id())).unwrap_or_default();
        stat.is_empty() || stat.contains(") Z ")
    }
}

#[test]
fn foreign_files_and_bad_rules_are_refused() {
    let arena = Arena::new();
    small_class(&arena);
    let refused = |args: &[&str], words: &str| {
        let output = arena.run(args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    };
    arena.write("thesis.tex", "\\documentclass{article}\n");
    refused(
        &["grade", "rules.toml", "--log", "thesis.tex"],
        "not the log of a grading",
    );
    refused(
        &["grade", "rules.toml", "--log", "thesis.tex", "--restart"],
        "not the log of a grading",
    );
    assert_eq!(
        fs::read_to_string(arena.place("thesis.tex")).unwrap(),
        "\\documentclass{article}\n"
    );
    arena.write("home/letter.txt", "Dear");
    refused(
        &["grade", "rules.toml", "--report", "home"],
        "holds no report",
    );
    refused(&["grade", "nowhere.toml"], "nowhere.toml");
    for (change, words) in [
        (("submissions = \"class\"", "submissions = 7"), "line 2"),
        (("submissions = \"class\"", "colour = \"red\""), "colour"),
        (
            ("submissions = \"class\"", "submissions = \"home\""),
            "no submission here",
        ),
        (
            ("sandbox = \"none\"", "sandbox = \"some\""),
            "[limits]: sandbox",
        ),
        (
            ("sandbox = \"none\"", "memory = \"lots\""),
            "[limits]: memory",
        ),
        (("games = 4", "opponent = \"me\""), "[won]"),
        (("rounds = 3", "rounds = 0"), "rounds"),
        (("rounds = 3", "points = -1.0"), "[tournament] points"),
    ] {
        arena.write("bad.toml", &RULES.replace(change.0, change.1));
        refused(&["grade", "bad.toml"], words);
    }
    arena.write("class/greedy.sh", "exit 1\n");
    refused(&["grade", "rules.toml"], "greedy");
    // Rules that have changed begin a new log, on request.
    fs::remove_file(arena.place("class/greedy.sh")).unwrap();
    assert!(arena.run(&GRADE).status.success());
    arena.write("rules.toml", &RULES.replace("games = 4", "games = 2"));
    refused(&GRADE, "--restart begins anew");
    assert!(
        arena
            .run(&[&GRADE[..], &["--restart"]].concat())
            .status
            .success()
    );
}
