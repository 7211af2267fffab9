//! `ssg referee` and `ssg replay`, with outside programs of every temper.

mod arena;
mod common;

use arena::{Arena, signal, wait_until};
use common::{COURSE, FIGURE_3};
use serde_json::Value;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Plays one game and checks the reason; gives the record. Nothing may be left behind.
#[track_caller]
fn check(arena: &Arena, short: &str, cut: &str, expected: (&str, &str)) -> Value {
    check_within("30", arena, short, cut, expected)
}

#[track_caller]
fn check_within(
    time: &str,
    arena: &Arena,
    short: &str,
    cut: &str,
    expected: (&str, &str),
) -> Value {
    let file = arena.write("course.net", COURSE);
    let args = [
        "referee", "--short", short, "--cut", cut, "--time", time, "--json", &file,
    ];
    let record = arena.json(&args).remove(0);
    let (winner, reason) = (record["winner"].as_str(), record["reason"].as_str());
    assert_eq!(
        (winner, reason),
        (Some(expected.0), Some(expected.1)),
        "{record}"
    );
    arena.assert_nothing_left(Duration::ZERO);
    record
}

#[test]
fn honest_programs_play_to_the_end() {
    let arena = Arena::new();
    let (python, c) = (arena.player("honest.py"), arena.player("honest.c"));
    // First free edge against last free edge: 1 5 2 joins 1-2-4.
    let record = check(&arena, &python, &c, ("short", "connected"));
    assert_eq!(record["moves"], serde_json::json!([1, 5, 2]));
    assert_eq!(record["conduct"], Value::Null);
    assert_eq!(record["clock"]["limit"], 30.0);
    // 5 1 4 joins 4-3-1.
    let record = check(&arena, &c, &python, ("short", "connected"));
    assert_eq!(record["moves"], serde_json::json!([5, 1, 4]));
    assert_eq!(record["conduct"], Value::Null);
}

#[test]
fn this_program_is_a_player_like_any_other() {
    let arena = Arena::new();
    let file = arena.write("figure3.net", FIGURE_3);
    let own = env!("CARGO_BIN_EXE_ssg");
    for (first, winner) in [("short", "short"), ("cut", "cut")] {
        let args = [
            "referee", "--short", own, "--cut", own, "--first", first, "--expect", winner,
            "--json", &file,
        ];
        let record = arena.json(&args).remove(0);
        assert_eq!(record["outcome"], "first");
        assert_eq!(record["conduct"], Value::Null, "{record}");
    }
    arena.assert_nothing_left(Duration::ZERO);
}

#[test]
fn garbage_is_an_illegal_move() {
    let arena = Arena::new();
    let record = check(
        &arena,
        "perfect",
        &arena.player("garbage.py"),
        ("short", "illegal-move"),
    );
    assert_eq!(record["fault"]["said"], "I would like to play edge seven");
}

#[test]
fn illegal_edges_lose() {
    let arena = Arena::new();
    let player = arena.player("illegal.py");
    let record = check(&arena, "perfect", &player, ("short", "illegal-move"));
    let detail = record["fault"]["detail"].as_str().unwrap();
    assert!(detail.contains("was already played by SHORT"), "{detail}");
    let record = check(&arena, &player, "perfect", ("cut", "illegal-move"));
    assert_eq!(record["fault"]["said"], "1000000000");
    assert_eq!(record["moves"], serde_json::json!([]));
}

#[test]
fn nobody_can_stall_a_game() {
    let arena = Arena::new();
    for player in ["hang.py", "blanks.py"] {
        let player = arena.player(player);
        let start = Instant::now();
        check_within("2", &arena, &player, "perfect", ("cut", "timeout"));
        assert!(start.elapsed() < Duration::from_secs(20), "{player}");
    }
    let endless = arena.player("endless.py");
    check(&arena, &endless, "perfect", ("cut", "illegal-move"));
    // It plays edge 1 for ever: legal once.
    let record = check(
        &arena,
        &arena.player("flood.c"),
        "perfect",
        ("cut", "illegal-move"),
    );
    assert_eq!(
        record["fault"]["detail"],
        "edge 1 was already played by SHORT"
    );
    let stderr = record["fault"]["stderr"].as_str();
    assert!(stderr.map_or(0, str::len) <= 2048);
}

#[test]
fn those_who_leave_early_lose_and_take_their_children_along() {
    let arena = Arena::new();
    let record = check(
        &arena,
        &arena.player("forks.c"),
        "perfect",
        ("cut", "crashed"),
    );
    assert_eq!(record["fault"]["detail"], "it ended with exit code 0");
    assert_eq!(record["fault"]["stderr"], "I leave two children behind");
    check(
        &arena,
        "perfect",
        &arena.player("forks.py"),
        ("short", "crashed"),
    );
    let record = check(
        &arena,
        &arena.player("crash.c"),
        "perfect",
        ("cut", "crashed"),
    );
    assert_eq!(record["fault"]["detail"], "it ended with signal SIGSEGV");
    assert_eq!(record["fault"]["stderr"], "about to follow a bad pointer");
    let record = check(
        &arena,
        &arena.player("closes.py"),
        "perfect",
        ("cut", "crashed"),
    );
    assert_eq!(
        record["fault"]["detail"],
        "it closed its output but did not end"
    );
}

/// A supervisor can be stopped and killed by its program, which has the same rights. It gains nothing.
#[test]
fn who_lays_hands_on_its_supervisor_loses_and_leaves_nothing() {
    let arena = Arena::new();
    for (player, what) in [("stops.py", "stopped"), ("kills.py", "killed")] {
        let start = Instant::now();
        let record = check(&arena, &arena.player(player), "perfect", ("cut", "crashed"));
        let expected = format!("it went on while its supervisor was {what}");
        assert_eq!(record["fault"]["detail"], expected.as_str());
        assert!(start.elapsed() < Duration::from_secs(9), "{player}");
    }
    // Among games that are played side by side, the others go on.
    arena.write("nets/course.net", COURSE);
    let kills = format!("kills={}", arena.player("kills.py"));
    let honest = format!("honest={}", arena.player("honest.c"));
    let args = [
        "tournament",
        "perfect",
        &kills,
        &honest,
        "--networks",
        "nets",
        "--jobs",
        "4",
        "--rounds",
        "3",
        "--json",
    ];
    let result = arena.json(&args).remove(0);
    arena.assert_nothing_left(Duration::ZERO);
    for row in result["standings"].as_array().unwrap() {
        let crashed = row["forfeits"]["crashed"].as_u64().unwrap();
        assert_eq!(crashed > 0, row["player"] == "kills", "{row}");
    }
}

#[test]
fn exit_code_127_is_no_failure_to_start() {
    let arena = Arena::new();
    let record = check(&arena, "sh -c 'exit 127'", "perfect", ("cut", "crashed"));
    assert_eq!(record["fault"]["detail"], "it ended with exit code 127");
    let script = arena.write("script", "#!/no/such/interpreter\n");
    let made = std::process::Command::new("chmod")
        .args(["+x", &script])
        .status();
    assert!(made.unwrap().success());
    let record = check(&arena, &script, "perfect", ("cut", "crashed"));
    let detail = record["fault"]["detail"].as_str().unwrap();
    assert!(detail.starts_with("it could not be started: "), "{detail}");
}

#[test]
fn a_file_may_have_any_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let arena = Arena::new();
    let name = OsStr::from_bytes(b"n\xff.net");
    std::fs::write(arena.place("x").with_file_name(name), COURSE).unwrap();
    let honest = arena.player("honest.py");
    let args = ["referee", "--short", &honest, "--cut", &honest, "--json"];
    let output = arena.ssg(&args).arg(name).output().unwrap();
    let record: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(record["reason"], "connected", "{record}");
    assert_eq!(record["conduct"], Value::Null, "{record}");
}

/// No byte that a program, a file or a record has chosen commands the terminal.
#[test]
fn foreign_text_is_shown_without_its_control_characters() {
    let arena = Arena::new();
    let file = arena.write("course.net", COURSE);
    let evil = "\u{1b}[31mEVIL\u{1b}]0;t\u{7}\u{9b}2J\u{202e}";
    let shown = "\\u001b[31mEVIL\\u001b]0;t\\u0007\\u009b2J\\u202e";
    let clean = |output: &std::process::Output| {
        let text = [&output.stdout[..], &output.stderr[..]].concat();
        let text = String::from_utf8(text).unwrap();
        let bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!text.contains(bad), "{text:?}");
        text
    };
    let script = arena.write("evil.sh", &format!("printf '%s\\n' '{evil}' >&2; exit 3\n"));
    let player = format!("sh {script}");
    let output = arena.run(&["referee", "--short", &player, "--cut", "perfect", &file]);
    assert!(clean(&output).contains(&format!("stderr: {shown}")));
    let record = serde_json::json!({
        "bridgit": 2, "first": "short", "moves": [3], "short": format!("{evil}\nforged line"), "cut": evil
    });
    let record = arena.write("record.ndjson", &format!("{record}\n"));
    let text = clean(&arena.run(&["replay", &record]));
    assert!(
        text.starts_with(&format!("game 1: Bridg-It 2, SHORT {shown}\\u000aforged")),
        "{text}"
    );
    let unknown = serde_json::json!({"bridgit": 2, "first": evil, "moves": []});
    let record = arena.write("unknown.ndjson", &format!("{unknown}\n"));
    assert!(clean(&arena.run(&["replay", &record])).contains(shown));
    let certificate = arena.write("evil.json", &serde_json::json!({evil: 1}).to_string());
    assert!(clean(&arena.run(&["check", &file, &certificate])).contains(shown));
    let coins = arena.write("evil.coins", &format!("{evil} b\n"));
    assert!(clean(&arena.run(&["coins", "solve", &coins, evil])).contains(shown));
    clean(&arena.run(&["coins", "solve", &coins, &format!("{evil}x")]));
    clean(&arena.run(&["solve", evil]));
    clean(&arena.run(&["solve", "--no-such-option", evil]));
}

#[test]
fn bad_manners_after_the_game_are_noted() {
    let arena = Arena::new();
    let record = check(
        &arena,
        "perfect",
        &arena.player("rude.py"),
        ("short", "connected"),
    );
    assert_eq!(record["conduct"]["cut"], "did not print 0 when it had lost");
    assert_eq!(record["conduct"]["short"], Value::Null);
}

#[test]
fn an_interrupted_referee_leaves_nothing_behind() {
    let arena = Arena::new();
    let file = arena.write("course.net", COURSE);
    let forks = arena.player("forks.c");
    // A program that lives on, and has children outside its group and session.
    let nest = arena.write("nest.sh", &format!("{forks}; sleep 1000\n"));
    let player = format!("sh {nest}");
    for (name, code) in [("INT", Some(130)), ("TERM", Some(130)), ("KILL", None)] {
        let mut child = arena
            .ssg(&[
                "referee", "--short", &player, "--cut", "perfect", "--time", "100", &file,
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The referee, the supervisor, the shell, the sleeper, and the two that were left behind.
        wait_until("all processes", || arena.survivors().len() >= 6);
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), code, "{name}");
        // Nobody waits for the supervisor when the referee was killed.
        let patience = if code.is_none() { 20 } else { 0 };
        arena.assert_nothing_left(Duration::from_secs(patience));
    }
}

#[test]
fn bad_arguments_are_refused() {
    let arena = Arena::new();
    let file = arena.write("course.net", COURSE);
    let dot = arena.write("course.dot", "graph { 1 -- 2 }");
    let play = |short: &str, more: &[&str], file: &str| {
        let mut args = vec!["referee", "--short", short, "--cut", "perfect"];
        args.extend(more);
        args.push(file);
        let output = arena.run(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    };
    let unknown = play("perfekt", &[], &file);
    assert!(unknown.contains("there are perfect, analog"), "{unknown}");
    assert!(play("/no/such/program", &[], &file).contains("no program"));
    play("perfect@1.5", &[], &file);
    play("perfect", &["--time", "0"], &file);
    play("perfect", &["--strength", "7"], &file);
    play("perfect", &[], "no-such-file.net");
    // An outside program would be given this in the course's format, which has terminals.
    let faults = play("cat", &[], &dot);
    assert!(faults.contains("--left VERTEX"), "{faults}");
}

#[test]
fn an_expectation_that_fails_is_exit_1() {
    let arena = Arena::new();
    let file = arena.write("course.net", COURSE);
    let args = [
        "referee", "--short", "perfect", "--cut", "random", "--expect", "cut", &file,
    ];
    let output = arena.run(&args);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn terminals_apart_are_no_game() {
    let arena = Arena::new();
    let file = arena.write("apart.net", "3\n1\n1\n3\n1 2\n");
    let hang = arena.player("hang.py");
    let args = ["referee", "--short", &hang, "--cut", &hang, "--json", &file];
    let record = arena.json(&args).remove(0);
    assert_eq!(record["winner"], "cut");
    assert_eq!(record["reason"], "disconnected");
    assert_eq!(record["moves"], serde_json::json!([]));
}

#[test]
fn replay_confirms_what_was_played_and_refutes_what_was_not() {
    let arena = Arena::new();
    let file = arena.write("course.net", COURSE);
    let log = arena.place("games.ndjson");
    let log = log.to_str().unwrap();
    let garbage = arena.player("garbage.py");
    for (short, cut) in [("random", "random"), ("perfect", &garbage)] {
        let args = [
            "referee", "--short", short, "--cut", cut, "--first", "cut", "--games", "2",
            "--record", log, &file,
        ];
        assert!(arena.run(&args).status.success());
    }
    let lines = arena.json(&["replay", "--json", "--moves", log]);
    let ends: Vec<&Value> = lines.iter().filter(|line| line["ply"].is_null()).collect();
    assert_eq!(ends.len(), 4);
    assert!(ends.iter().all(|end| end["holds"] == true));
    let first = &lines[0];
    assert_eq!(
        (&first["side"], &first["judgement"]),
        (&"cut".into(), &"winning".into())
    );
    assert_eq!(first["winning_moves"], serde_json::json!([1, 2, 3, 4, 5]));

    let text = std::fs::read_to_string(log).unwrap();
    let sealed = text.lines().nth(2).unwrap();
    // An altered record is damaged; one that was altered on purpose has no checksum.
    let damaged = sealed.replace(r#""winner":"short""#, r#""winner":"cut""#);
    let damaged = arena.write("damaged.ndjson", &format!("{damaged}\n"));
    let output = arena.run(&["replay", &damaged]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said.contains("damaged.ndjson:1: damaged: the checksum is wrong"),
        "{said}"
    );
    let third = format!("{}}}", sealed.rsplit_once(",\"crc32\"").unwrap().0);
    let third = third.as_str();
    let forgeries = [
        (third, r#""winner":"short""#, r#""winner":"cut""#),
        (third, r#""moves":[]"#, r#""moves":[1,1]"#),
        (third, r#""moves":[]"#, r#""moves":[6]"#),
        (third, r#""moves":[]"#, r#""moves":[1]"#),
        (third, "illegal-move", "connected"),
    ];
    for (record, from, to) in forgeries {
        let forged = record.replace(from, to);
        assert_ne!(forged, record);
        let forged = arena.write("forged.ndjson", &forged);
        let output = arena.run(&["replay", &forged]);
        assert_eq!(output.status.code(), Some(1), "{to}");
    }
    let other = arena.write("other.net", FIGURE_3);
    let output = arena.run(&["replay", "--network", &other, log]);
    assert_eq!(output.status.code(), Some(2));
}

/// A record is judged on the board that it is replayed on, and that board is named.
#[test]
fn a_record_cannot_name_one_board_and_hold_another() {
    let arena = Arena::new();
    arena.write("course.net", COURSE);
    let pair = serde_json::json!({"vertices": 2, "left": 1, "right": 2, "edges": [[1, 2]]});
    let record = |outcome: &str| {
        let record = serde_json::json!({
            "network": "course.net", "graph": pair, "first": "short", "moves": [1],
            "winner": "short", "reason": "connected", "outcome": outcome
        });
        let record = arena.write("record.ndjson", &format!("{record}\n"));
        arena.run(&["replay", &record])
    };
    let output = record("first");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("game 1: the network in the record (called course.net), "),
        "{text}"
    );
    assert_eq!(output.status.code(), Some(0));
    let output = record("cut");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text.contains("the record's outcome is `cut`, the board's `first`"),
        "{text}"
    );
}

#[test]
fn records_written_by_others_are_followed() {
    let arena = Arena::new();
    let bridgit = r#"{"bridgit":3,"first":"cut","moves":[7]}"#;
    let graph = r#"{"graph":{"vertices":2,"left":1,"right":2,"edges":[[1,2],[1,2]]},"first":"cut","moves":[0,2]}"#;
    let records = arena.write("lines.ndjson", &format!("{bridgit}\n\n{graph}\n"));
    let output = arena.run(&["replay", &records]);
    let text = String::from_utf8(output.stdout).unwrap();
    // The second record forgets to say who has won.
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("C3"), "Fischer's coordinates: {text}");
    assert!(text.contains("pass"), "{text}");
    let broken = arena.write("broken.ndjson", "{\"first\":\"cut\"\n");
    let output = arena.run(&["replay", &broken]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("broken.ndjson:1:"));
}

#[test]
fn replay_steps_back_and_forth() {
    let arena = Arena::new();
    let record =
        r#"{"bridgit":2,"first":"short","moves":[3,1,4],"winner":"short","reason":"connected"}"#;
    let record = arena.write("game.ndjson", record);
    let path = arena.place("keys");
    std::fs::write(&path, "\n\nb\n1\nq\n").unwrap();
    let output = arena
        .ssg(&["replay", "--step", &record])
        .stdin(std::fs::File::open(path).unwrap())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let shown: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim_start().split_once(". ").map(|(ply, _)| ply))
        .collect();
    assert_eq!(shown, ["1", "2", "3", "2", "1"], "{text}");
}
