//! `ssg tournament`: the right reasons, the same table after an interruption, nothing left behind.

mod arena;
mod common;

use arena::{Arena, signal, wait_until};
use common::{COURSE, FIGURE_3, network_text};
use serde_json::Value;
use std::fs;
use std::process::Stdio;
use std::time::Duration;

/// Random connected networks from a small generator of its own: the tests must not depend on
/// the program to make their input.
fn random_networks(arena: &Arena, count: usize) {
    let mut state = 2026_u64;
    let mut draw = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for number in 0..count {
        let n = 3 + draw(12);
        let mut edges: Vec<(usize, usize)> = (2..=n).map(|v| (1 + draw(v - 1), v)).collect();
        for _ in 0..draw(2 * n) {
            edges.push((1 + draw(n), 1 + draw(n)));
        }
        let text = network_text(n, (1, n), &edges);
        arena.write(&format!("nets/random{number:02}.net"), &text);
    }
}

/// The standings without what differs from run to run: the time used.
fn timeless(result: &Value) -> Value {
    let mut result = result.clone();
    result.as_object_mut().unwrap().remove("log");
    for row in result["standings"].as_array_mut().unwrap() {
        let row = row.as_object_mut().unwrap();
        row.remove("seconds");
        row.remove("longest");
    }
    result
}

fn row<'a>(result: &'a Value, player: &str) -> &'a Value {
    let rows = result["standings"].as_array().unwrap();
    rows.iter().find(|row| row["player"] == player).unwrap()
}

/// These lost games on the board only, and parted as the protocol says.
#[track_caller]
fn assert_behaved(result: &Value, players: &[&str]) {
    let none = serde_json::json!({"illegal-move": 0, "timeout": 0, "crashed": 0, "limit": 0});
    for player in players {
        let row = row(result, player);
        assert_eq!(row["forfeits"], none, "{player}");
        assert_eq!(row["misconduct"], 0, "{player}");
    }
}

/// All that this one lost, and that was something, it lost for one reason.
#[track_caller]
fn assert_only_forfeits(result: &Value, player: &str, reason: &str) {
    let row = row(result, player);
    let lost = row["played"].as_u64().unwrap() - row["won"].as_u64().unwrap();
    assert!(lost > 0);
    assert_eq!(row["forfeits"][reason], lost, "{row}");
}

#[test]
fn who_hangs_loses_on_time() {
    let arena = Arena::new();
    arena.write("nets/course.net", COURSE);
    let hang = format!("hang={}", arena.player("hang.py"));
    let honest = format!("honest={}", arena.player("honest.c"));
    let args = [
        "tournament",
        "perfect",
        &hang,
        &honest,
        "--networks",
        "nets",
        "--time",
        "2",
        "--jobs",
        "8",
        "--json",
    ];
    let result = arena.json(&args).remove(0);
    arena.assert_nothing_left(Duration::ZERO);
    assert_behaved(&result, &["perfect", "honest"]);
    assert_only_forfeits(&result, "hang", "timeout");
    assert_eq!(row(&result, "hang")["won"], 0);
}

/// The views by network and by role count the same games as the standings, which are ordered by ratings.
fn assert_views_agree(result: &Value) {
    let rows = result["standings"].as_array().unwrap();
    for row in rows {
        for view in ["by_network", "by_role"] {
            let of_player = result[view].as_array().unwrap().iter();
            let of_player: Vec<&Value> = of_player
                .filter(|part| part["player"] == row["player"])
                .collect();
            let sum = |field: &str| -> u64 {
                of_player
                    .iter()
                    .map(|part| part[field].as_u64().unwrap())
                    .sum()
            };
            let number = |value: &Value| value.as_u64().unwrap();
            assert_eq!(sum("won"), number(&row["won"]), "{view}");
            assert_eq!(sum("played"), number(&row["played"]), "{view}");
            assert_eq!(sum("stolen"), number(&row["lost_games"]["won"]), "{view}");
            let won_games = &row["won_games"];
            assert_eq!(
                sum("thrown"),
                number(&won_games["played"]) - number(&won_games["won"]),
                "{view}"
            );
        }
        let [low, at, high] =
            ["rating_low", "rating", "rating_high"].map(|field| row[field].as_f64().unwrap());
        assert!(low < at && at < high, "{row}");
    }
    let ratings: Vec<f64> = rows
        .iter()
        .map(|row| row["rating"].as_f64().unwrap())
        .collect();
    assert!(ratings.is_sorted_by(|a, b| a >= b), "{ratings:?}");
    assert!(ratings.iter().sum::<f64>().abs() < 1.0, "{ratings:?}");
}

#[test]
fn programs_of_every_temper_end_with_the_right_reasons() {
    let arena = Arena::new();
    arena.write("nets/course.net", COURSE);
    arena.write("nets/README.md", "# not a network\n");
    let named = |name: &str, file: &str| format!("{name}={}", arena.player(file));
    let players = [
        "perfect".to_owned(),
        "random".to_owned(),
        named("honest-py", "honest.py"),
        named("honest-c", "honest.c"),
        named("garbage", "garbage.py"),
        named("flood", "flood.c"),
        named("forks", "forks.c"),
        named("illegal", "illegal.py"),
    ];
    let mut args = vec!["tournament"];
    args.extend(players.iter().map(String::as_str));
    args.extend(["--networks", "nets", "--time", "30", "--jobs", "4"]);
    args.extend([
        "--report",
        "report.html",
        "--csv",
        "standings.csv",
        "--json",
    ]);
    let result = arena.json(&args).remove(0);
    arena.assert_nothing_left(Duration::ZERO);

    assert_eq!(result["games"], 8 * 7 / 2 * 4);
    assert_behaved(&result, &["perfect", "random", "honest-py", "honest-c"]);
    assert_only_forfeits(&result, "garbage", "illegal-move");
    assert_only_forfeits(&result, "illegal", "illegal-move");
    assert_only_forfeits(&result, "forks", "crashed");
    assert!(row(&result, "flood")["misconduct"].as_u64() > Some(0));

    let report = fs::read_to_string(arena.place("report.html")).unwrap();
    for part in ["<svg", "honest-py", "Standings", "illegal move", "</html>"] {
        assert!(report.contains(part), "{part}");
    }
    // Self-contained: nothing may be fetched, and nothing may run but the report's own script.
    assert!(report.contains("default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-"));
    for part in ["https:", "<link", "src=", "@import", "unsafe-eval"] {
        assert!(!report.contains(part), "{part}");
    }
    let scripts: Vec<&str> = report.split("<script").skip(1).collect();
    assert_eq!(scripts.len(), 2);
    assert!(scripts[0].starts_with(" type=\"application/json\""));
    assert!(scripts[1].starts_with(" type=\"module\" nonce=\""));
    assert_eq!(
        report.matches("http:").count(),
        2,
        "the address of the page"
    );

    let csv = fs::read_to_string(arena.place("standings.csv")).unwrap();
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 1 + 8);
    assert_eq!(lines[0][..3], ["rank", "player", "rating"]);
    for (line, row) in lines[1..]
        .iter()
        .zip(result["standings"].as_array().unwrap())
    {
        assert_eq!(line.len(), lines[0].len());
        assert_eq!(line[1], row["player"].as_str().unwrap());
        assert_eq!(line[5], row["won"].to_string());
    }
    assert_views_agree(&result);
}

#[test]
fn interrupted_and_resumed_it_gives_the_same_table() {
    let arena = Arena::new();
    arena.write("nets/course.net", COURSE);
    arena.write("nets/figure3.net", FIGURE_3);
    let honest = format!("honest={}", arena.player("honest.c"));
    let args = |log: &'static str| {
        vec![
            "tournament",
            "perfect@0.5",
            "random",
            "greedy",
            &honest,
            "--networks",
            "nets",
            "--rounds",
            "20",
            "--seed",
            "5",
            "--jobs",
            "2",
            "--json",
            "--log",
            log,
        ]
    };
    let whole = arena.json(&args("whole.ndjson")).remove(0);

    let games = |log: &str| {
        let text = fs::read_to_string(arena.place(log)).unwrap_or_default();
        text.lines().count().saturating_sub(1)
    };
    for stop in ["INT", "KILL", "TERM"] {
        let before = games("parts.ndjson");
        let mut child = arena
            .ssg(&args("parts.ndjson"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until("some games", || games("parts.ndjson") > before + 60);
        signal(&child, stop);
        let code = child.wait().unwrap().code();
        assert_eq!(code, if stop == "KILL" { None } else { Some(130) });
        arena.assert_nothing_left(Duration::from_secs(20));
    }
    // As if the machine had died in the middle of a line.
    let path = arena.place("parts.ndjson");
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.lines().count() < 960,
        "it was interrupted before the end"
    );
    fs::write(&path, &text[..text.len() - 40]).unwrap();

    let resumed = arena.json(&args("parts.ndjson")).remove(0);
    assert_eq!(resumed["games"], 4 * 3 / 2 * 4 * 2 * 20);
    assert_eq!(timeless(&resumed), timeless(&whole));
    // Finished, it only shows the table again; and every game is there once, and holds.
    assert_eq!(arena.json(&args("parts.ndjson")).remove(0), resumed);
    assert_eq!(games("parts.ndjson"), 960);
    assert!(arena.run(&["replay", "parts.ndjson"]).status.success());
}

#[test]
fn perfect_loses_no_won_game_in_ten_thousand() {
    let arena = Arena::new();
    random_networks(&arena, 32);
    let args = [
        "tournament",
        "perfect",
        "analog",
        "min-cut",
        "greedy",
        "random",
        "perfect@0.8",
        "--networks",
        "nets",
        "--rounds",
        "16",
        "--json",
    ];
    let result = arena.json(&args).remove(0);
    let perfect = row(&result, "perfect");
    assert!(perfect["played"].as_u64().unwrap() >= 10_000, "{perfect}");
    let won = &perfect["won_games"];
    assert!(won["played"].as_u64().unwrap() > 4_000);
    assert_eq!(won["won"], won["played"]);
    // The others do lose won games, so the count above could have failed.
    for weaker in ["greedy", "random", "perfect@0.8"] {
        let won = &row(&result, weaker)["won_games"];
        assert!(won["won"].as_u64() < won["played"].as_u64(), "{weaker}");
    }
    // The columns add up.
    for row in result["standings"].as_array().unwrap() {
        let sum = |names: &[&str], what: &str| -> u64 {
            names
                .iter()
                .map(|name| row[name][what].as_u64().unwrap())
                .sum()
        };
        let seats = ["short_first", "short_second", "cut_first", "cut_second"];
        for what in ["won", "played"] {
            assert_eq!(sum(&seats, what), row[what].as_u64().unwrap());
            assert_eq!(
                sum(&["won_games", "lost_games"], what),
                row[what].as_u64().unwrap()
            );
        }
    }
}

#[test]
fn a_log_belongs_to_one_tournament() {
    let arena = Arena::new();
    arena.write("nets/course.net", COURSE);
    let run = |more: &[&str]| {
        let mut args = vec![
            "tournament",
            "perfect",
            "random",
            "--networks",
            "nets",
            "--log",
            "log",
        ];
        args.extend(more);
        let output = arena.run(&args);
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    assert_eq!(run(&[]).0, Some(0));
    let (code, words) = run(&["--seed", "2"]);
    assert_eq!(code, Some(2));
    assert!(
        words.contains("its seed is 1") && words.contains("--restart"),
        "{words}"
    );
    assert_eq!(run(&["greedy"]).0, Some(2));
    arena.write("nets/course.net", FIGURE_3);
    assert!(run(&[]).1.contains("networks"));
    assert_eq!(run(&["--restart"]).0, Some(0));
    // The order of arguments does not matter, nor whether the folder is named or its files.
    let file = "nets/course.net";
    let args = [
        "tournament",
        "--log",
        "log",
        "--networks",
        file,
        "perfect",
        "random",
    ];
    assert!(arena.run(&args).status.success());

    let path = arena.place("log");
    let text = fs::read_to_string(&path).unwrap();
    let last = text.lines().last().unwrap();
    fs::write(&path, format!("{text}{last}\n")).unwrap();
    assert!(
        run(&[])
            .1
            .contains("log:6: this game is in the log already")
    );
    fs::write(&path, format!("{text}rubbish\n")).unwrap();
    assert!(run(&[]).1.contains("log:6:"));
}

#[test]
fn bad_arguments_are_refused() {
    let arena = Arena::new();
    arena.write("nets/course.net", COURSE);
    fs::create_dir(arena.place("empty")).unwrap();
    arena.write("broken/x.net", "4\n5\n1\n4\n1 2\n");
    for args in [
        &["perfect", "--networks", "nets"][..],
        &["perfect", "perfect", "--networks", "nets"],
        &["perfect", "random", "--networks", "empty"],
        &["perfect", "random", "--networks", "nowhere"],
        &["perfect", "random", "--networks", "broken"],
        &["perfect", "random"],
        &["perfect", "random", "--networks", "nets", "--rounds", "0"],
        &[
            "perfect",
            "random",
            "--networks",
            "nets",
            "--log",
            "no/such/folder",
        ],
    ] {
        let output = arena.run(&[&["tournament"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
    }
}
