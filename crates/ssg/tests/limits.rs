//! Limits that hold: each is broken by a program, which loses for that reason; without the limit the same
//! program plays on and loses or wins on the board.

mod arena;
mod common;

use arena::Arena;
use common::COURSE;
use serde_json::Value;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

/// A game of the program, which moves first and second, against the perfect player.
struct Game {
    arena: Arena,
    variables: Vec<(&'static str, String)>,
}

impl Game {
    fn new() -> Self {
        let arena = Arena::new();
        arena.write("course.net", COURSE);
        Self {
            arena,
            variables: Vec::new(),
        }
    }

    /// The record of a game, SHORT being the program that does `what`.
    #[track_caller]
    fn play(&self, what: &str, options: &[&str]) -> Value {
        let breaks = format!("{} {what}", self.arena.player("breaks.py"));
        let mut args = vec![
            "referee",
            "--short",
            &breaks,
            "--cut",
            "perfect",
            "--json",
            "course.net",
        ];
        args.extend(options);
        let output = self
            .arena
            .ssg(&args)
            .envs(self.variables.clone())
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{what}: {stderr}");
        assert_eq!(stderr, "", "{what}");
        self.arena.assert_nothing_left(Duration::from_secs(2));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Over the limit it loses for this reason, in these words; without it the game ends on the board.
    #[track_caller]
    fn check(&self, what: &str, options: &[&str], (reason, words): (&str, &str)) {
        let record = self.play(what, options);
        assert_eq!(record["reason"], reason, "{what}: {record}");
        assert_eq!(record["winner"], "cut");
        let detail = record["fault"]["detail"].as_str().unwrap();
        assert!(detail.contains(words), "{what}: {detail}");
        self.ends_on_the_board(what, &["--time", "200"]);
    }

    #[track_caller]
    fn ends_on_the_board(&self, what: &str, options: &[&str]) -> Value {
        let record = self.play(what, options);
        let reason = record["reason"].as_str().unwrap();
        assert!(
            reason == "connected" || reason == "disconnected",
            "{what}: {record}"
        );
        record
    }
}

#[test]
fn memory() {
    let game = Game::new();
    let over = ("limit", "it used more than 100 MiB of memory");
    game.check("memory", &["--memory", "100M"], over);
    game.check("memory-of-children", &["--memory", "100M"], over);
    game.ends_on_the_board("memory", &["--memory", "1G"]);
}

#[test]
fn processes() {
    let game = Game::new();
    let over = ("limit", "it had more than 4 processes");
    game.check("processes", &["--processes", "4"], over);
    game.ends_on_the_board("processes", &["--processes", "8"]);
    let one = ("limit", "it started another process");
    game.check("processes", &["--processes", "1"], one);
}

#[test]
fn file_sizes() {
    let game = Game::new();
    let over = ("limit", "it wrote a file of more than 100 KiB");
    game.check("file", &["--file-size", "100K"], over);
    game.ends_on_the_board("file", &["--file-size", "1M"]);
    // Where an error takes the place of the signal, the file in the private folder tells.
    for sandbox in sandboxes() {
        game.check(
            "file-error",
            &["--file-size", "100K", "--sandbox", sandbox],
            over,
        );
    }
}

#[test]
fn processor_time() {
    let game = Game::new();
    let over = ("timeout", "out of time");
    game.check("burn", &["--clock", "cpu", "--time", "0.8"], over);
    game.check("burn-in-children", &["--clock", "cpu", "--time", "1"], over);
    // Who sleeps uses the clock on the wall and no other.
    game.check("sleep", &["--clock", "wall", "--time", "0.8"], over);
    let record = game.ends_on_the_board("sleep", &["--clock", "cpu", "--time", "0.8"]);
    let used = record["clock"]["short"].as_f64().unwrap();
    assert!(used > 0.0 && used < 0.8, "{used}");
}

/// A game of a program that ends at once, in this sandbox.
fn confined(sandbox: &str) -> [&str; 6] {
    let short = "--short=true";
    [
        "referee",
        short,
        "--cut=perfect",
        "--sandbox",
        sandbox,
        "course.net",
    ]
}

/// The sandboxes that this machine allows; a machine that allows none says so, and nothing else is tested.
fn sandboxes() -> Vec<&'static str> {
    let allowed = |sandbox: &&str| {
        let arena = Arena::new();
        arena.write("course.net", COURSE);
        let output = arena.run(&confined(sandbox));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if *sandbox == "bwrap" {
            assert!(
                output.status.success() || said.starts_with("ssg: --sandbox bwrap: "),
                "{said}"
            );
            output.status.success()
        } else {
            assert!(
                said.is_empty() || said.starts_with("ssg: this system allows no sandbox"),
                "{said}"
            );
            said.is_empty()
        }
    };
    ["auto", "bwrap"].into_iter().filter(allowed).collect()
}

/// What a program may do outside a sandbox and not inside: the attempts end the program with code 7 if they
/// do not come out as promised.
#[test]
fn sandboxes_hold() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut victim = Command::new("sleep")
        .arg("600")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut game = Game::new();
    let outside = game.arena.place("");
    game.arena.write("precious", "data");
    game.variables = vec![
        ("PORT", listener.local_addr().unwrap().port().to_string()),
        ("OUTSIDE", outside.to_str().unwrap().to_owned()),
        ("VICTIM", victim.id().to_string()),
    ];
    let before = private_folders();
    for sandbox in sandboxes() {
        for what in ["network", "outside", "inside", "kill"] {
            game.ends_on_the_board(what, &["--sandbox", sandbox]);
        }
        assert!(game.arena.place("precious").exists());
        assert!(victim.try_wait().unwrap().is_none(), "the victim lives");
        // What a program dies of is known through the sandbox.
        let record = game.play("segfault", &["--sandbox", sandbox]);
        assert_eq!(record["fault"]["detail"], "it ended with signal SIGSEGV");
        // Limits hold inside too, and helpers do not count.
        let record = game.play("memory", &["--sandbox", sandbox, "--memory", "100M"]);
        assert_eq!(record["reason"], "limit", "{record}");
        let honest = game.arena.player("honest.c");
        let args = [
            "referee",
            "--short",
            &honest,
            "--cut",
            "perfect",
            "--json",
            "course.net",
        ];
        let alone = game
            .arena
            .json(&[&args[..], &["--sandbox", sandbox, "--processes", "1"]].concat());
        assert_eq!(alone[0]["fault"], Value::Null, "{alone:?}");
        let record = game.play(
            "burn-in-children",
            &["--sandbox", sandbox, "--clock", "cpu", "--time", "1"],
        );
        assert_eq!(record["reason"], "timeout", "{record}");
    }
    assert_eq!(private_folders(), before, "working folders are removed");
    // Without a sandbox the attempts succeed, so they could have failed above.
    for what in ["network", "outside"] {
        let record = game.play(what, &[]);
        assert_eq!(
            record["fault"]["detail"], "it ended with exit code 7",
            "{what}"
        );
    }
    victim.kill().unwrap();
    victim.wait().unwrap();
    for folder in [env::temp_dir(), "/var/tmp".into(), players()] {
        let _ = fs::remove_file(folder.join("left-behind"));
    }
}

fn players() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/players")
}

fn private_folders() -> usize {
    let entries = fs::read_dir(env::temp_dir()).unwrap().flatten();
    let ours = entries.filter(|entry| {
        entry
            .file_name()
            .to_string_lossy()
            .starts_with("ssg-player-")
    });
    ours.count()
}

/// Where the system forbids what a sandbox needs, a sentence says so and the games are played without.
#[test]
fn a_system_without_sandboxes_is_told_of() {
    let game = Game::new();
    // A PATH with the program to run, and no bubblewrap.
    let folder = game.arena.place("bin");
    fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink("/bin/true", folder.join("true")).unwrap();
    let output = game
        .arena
        .ssg(&confined("bwrap"))
        .env("PATH", &folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        said,
        "ssg: --sandbox bwrap: bubblewrap (bwrap) is not installed\n"
    );
}

/// A log belongs to its limits; bad sizes are refused.
#[test]
fn limits_belong_to_the_tournament() {
    let game = Game::new();
    let honest = game.arena.player("honest.py");
    let mut args = vec![
        "tournament",
        "random",
        &honest,
        "--networks",
        "course.net",
        "--log",
        "log",
    ];
    let output = game.arena.run(&args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    args.extend(["--memory", "1G", "--clock", "cpu"]);
    let output = game.arena.run(&args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("its limits are: none"), "{said}");
    for bad in [
        ["--memory", "lots"],
        ["--player-processes", "0"],
        ["--file-size", "-1"],
        ["--sandbox", "x"],
    ] {
        let output = game.arena.run(&[&args[..5], &bad[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
    }
}
