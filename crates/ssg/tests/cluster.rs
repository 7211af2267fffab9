//! Several processes of the program on this machine, as a user starts them.

#![cfg(feature = "cluster")]

mod common;

use common::{Run, Scratch, run, ssg};
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Arguments, some of which are paths in a folder.
fn in_folder(folder: &Path, line: &str) -> Vec<String> {
    let words = line.split_whitespace();
    let place = |word: &str| match word.strip_prefix('@') {
        Some(name) => folder.join(name).display().to_string(),
        None => word.to_owned(),
    };
    words.map(place).collect()
}

fn go(folder: &Path, line: &str) -> Run {
    let args = in_folder(folder, line);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    run(&args, "")
}

/// The answer, whatever was said on stderr besides (a seed, say).
#[track_caller]
fn answer(folder: &Path, line: &str) -> String {
    let ran = go(folder, line);
    assert_eq!(ran.code, Some(0), "{line}: {ran:?}");
    ran.stdout
}

#[track_caller]
fn refusal(folder: &Path, line: &str) -> String {
    go(folder, line).refused()
}

/// The labels without the counters.
fn labels(listing: &str) -> Vec<String> {
    let line = |line: &str| line.rsplit_once(' ').unwrap().0.to_owned();
    listing.lines().map(line).collect()
}

#[test]
fn the_labels_of_every_family_are_those_of_one_machine() {
    let families = [
        "subtraction 40",
        "ring 30",
        "kayles 8",
        "octal 0.37 8",
        "uniform --nodes 400 --arcs 1200 --seed 1",
        "geometric --nodes 400 --seed 1",
        "dag --nodes 300 --arcs 1500 --seed 1",
        "tournament 70",
    ];
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    for family in families {
        answer(here, &format!("coins gen {family} -o @graph.coins"));
        let expected = answer(here, "coins label @graph.coins");
        answer(here, "coins shard @graph.coins @shards --shards 4");
        let mut first: Option<String> = None;
        for command in ["", "cluster local 2 ", "cluster local 4 "] {
            let _ = fs::remove_dir_all(here.join("labels"));
            answer(here, &format!("{command}coins label @shards -o @labels"));
            let listing = answer(here, "coins list @shards @labels");
            assert_eq!(labels(&listing), labels(&expected), "{family}");
            assert!(answer(here, "coins check @shards @labels").starts_with("valid: "));
            // What is printed is what the checker of one machine reads; and counters too are the same.
            fs::write(here.join("listing"), &listing).unwrap();
            answer(here, "coins check @graph.coins @listing");
            assert_eq!(*first.get_or_insert(listing.clone()), listing, "{family}");
        }
    }
}

#[test]
fn numbers_are_read_line_by_line() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::write(here.join("arcs"), "# five nodes\n1 2\n2 1\n2 3\n\n5\n").unwrap();
    let said = answer(here, "coins shard @arcs @shards --shards 2 --numbers");
    assert!(said.starts_with("5 nodes and 3 arcs in 2 shards"), "{said}");
    answer(here, "coins label @shards");
    let listing = answer(here, "coins list @shards");
    assert_eq!(labels(&listing), ["1 0", "2 1", "3 0", "4 0", "5 0"]);
    fs::write(here.join("arcs"), "1 2\n2 x\n").unwrap();
    let said = refusal(here, "coins shard @arcs @shards --shards 2 --numbers");
    assert!(said.contains("arcs:2: \"x\" is not a node"), "{said}");
    fs::write(here.join("arcs"), "1 2 3\n").unwrap();
    assert!(refusal(here, "coins shard @arcs @shards --shards 2 --numbers").contains("arcs:1:"));
}

/// A host list on free ports.
fn hosts(here: &Path, processes: usize) {
    let free: Vec<TcpListener> = (0..processes)
        .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
        .collect();
    let lines = free
        .iter()
        .map(|port| format!("{}\n", port.local_addr().unwrap()));
    let secret = "secret known-to-these-tests\n".to_owned();
    fs::write(here.join("hosts"), lines.collect::<String>() + &secret).unwrap();
}

fn start(here: &Path, line: &str) -> Child {
    let args = in_folder(here, line);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut command = ssg(&args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// How a process ended, and what it said on stderr.
fn end(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("panicked"), "{said}");
    (output.status.code(), said)
}

fn wait_for(what: impl Fn() -> bool) {
    let start = Instant::now();
    while !what() {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "it does not come"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_killed_process_ends_the_others_and_the_run_can_go_on() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    // A long path: thousands of rounds, so that there is time to kill one.
    answer(
        here,
        "coins gen subtraction 20000 --take 1,2,3 -o @graph.bin",
    );
    answer(here, "coins shard @graph.bin @shards --shards 3");
    answer(here, "coins label @shards -o @whole");
    hosts(here, 3);
    let process = |process: usize| {
        start(
            here,
            &format!(
                "coins label @shards -o @labels --checkpoint @saved --every 0 \
                 --processes 3 --process {process} --hosts @hosts"
            ),
        )
    };
    let mut running: Vec<Child> = (0..3).map(process).collect();
    let saved = || fs::read_dir(here.join("saved")).is_ok_and(|entries| entries.count() >= 6);
    wait_for(saved);
    running[1].kill().unwrap();
    let killed = Instant::now();
    let ends: Vec<_> = running.into_iter().map(end).collect();
    assert!(
        killed.elapsed() < Duration::from_secs(20),
        "{:?}",
        killed.elapsed()
    );
    for process in [0, 2] {
        let (code, said) = &ends[process];
        assert_eq!(*code, Some(2), "{said}");
        assert!(said.contains("is gone"), "{said}");
    }
    assert!(!here.join("labels/0.labels").exists());
    // Going on, by another number of processes, gives what an undisturbed run gives.
    let said = answer(
        here,
        "cluster local 2 coins label @shards -o @labels --checkpoint @saved --json",
    );
    assert!(
        said.lines().all(|line| !line.contains("\"resumed\":null")),
        "{said}"
    );
    for shard in 0..3 {
        let read = |name: &str| fs::read(here.join(format!("{name}/{shard}.labels"))).unwrap();
        assert!(read("whole") == read("labels"), "shard {shard}");
    }
}

#[test]
fn what_is_missing_or_wrong_is_named() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    answer(here, "coins gen ring 30 -o @graph.coins");
    answer(here, "coins shard @graph.coins @shards --shards 2");
    let line = "coins label @shards --processes 2 --process";
    let said = refusal(here, &format!("{line} 0"));
    assert!(said.contains("--hosts FILE"), "{said}");
    let said = refusal(here, &format!("{line} 0 --hosts @nowhere"));
    assert!(said.contains("nowhere: No such file"), "{said}");
    fs::write(here.join("hosts"), "127.0.0.1:1234\n").unwrap();
    let said = refusal(here, &format!("{line} 0 --hosts @hosts"));
    assert!(
        said.contains("hosts: 1 addresses, but there are to be 2"),
        "{said}"
    );
    fs::write(here.join("hosts"), "127.0.0.1:1234\nlocalhost\n").unwrap();
    let said = refusal(here, &format!("{line} 0 --hosts @hosts"));
    assert!(
        said.contains("hosts:2: \"localhost\" is not HOST:PORT"),
        "{said}"
    );
    fs::write(here.join("hosts"), "127.0.0.1:1234\n127.0.0.1:1235\n").unwrap();
    let said = refusal(here, &format!("{line} 0 --hosts @hosts"));
    assert!(said.contains("hosts: has no secret"), "{said}");
    hosts(here, 2);
    let said = refusal(here, &format!("{line} 2 --hosts @hosts"));
    assert!(said.contains("there is no process 2 of 2"), "{said}");
    let said = refusal(here, &format!("{line} 0 --hosts @hosts --patience 1"));
    assert!(
        said.contains("not heard within 1 s from process 1"),
        "{said}"
    );
    let said = refusal(here, &format!("{line} 1 --hosts @hosts --patience 1"));
    assert!(said.contains("did not answer within 1 s"), "{said}");
    // A shard that is missing at one of them.
    fs::remove_file(here.join("shards/1.arcs")).unwrap();
    let both: Vec<Child> = [0, 1]
        .map(|process| start(here, &format!("{line} {process} --hosts @hosts")))
        .into();
    let ends: Vec<_> = both.into_iter().map(end).collect();
    assert!(ends.iter().all(|(code, _)| *code == Some(2)), "{ends:?}");
    assert!(
        ends[1].1.contains("1.arcs: the shard is missing"),
        "{ends:?}"
    );
    assert!(ends[0].1.contains("process 1 (127.0.0.1:"), "{ends:?}");
    let said = go(here, "cluster local 2 coins label @shards");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(
        said.stderr.contains("1.arcs: the shard is missing"),
        "{said:?}"
    );
    let said = refusal(here, "coins check @shards @graph.coins");
    assert!(said.contains("must be a folder too"), "{said}");
}

/// The secret comes from the host list or from the environment; one that differs is a stranger's.
#[test]
fn processes_with_different_secrets_do_not_meet() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    hosts(here, 2);
    let with_secret = fs::read_to_string(here.join("hosts")).unwrap();
    let bare: String = with_secret
        .lines()
        .take(2)
        .map(|line| line.to_owned() + "\n")
        .collect();
    fs::write(here.join("bare"), bare).unwrap();
    let run = |process: usize, hosts: &str, secret: &str| {
        // Strangers wait this long for each other, so it is short; but both must have started by then.
        let line = format!(
            "analog quota 3 --jobs 1 --processes 2 --process {process} --hosts @{hosts} --patience 8"
        );
        let args = in_folder(here, &line);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut command = ssg(&args);
        command.env("SSG_SECRET", secret);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let meet = |one: &str, other: &str| {
        let both = [run(0, "bare", one), run(1, "bare", other)];
        both.map(end)
    };
    let [first, second] = meet("known-to-these-tests", "known-to-these-tests");
    assert_eq!(
        (first.0, second.0),
        (Some(0), Some(0)),
        "{first:?} {second:?}"
    );
    let [first, second] = meet("known-to-these-tests", "another-secret-altogether");
    assert_eq!((first.0, second.0), (Some(2), Some(2)));
    assert!(first.1.contains("with another secret"), "{first:?}");
    assert!(second.1.contains("has it another secret?"), "{second:?}");
    let (code, said) = end(run(0, "hosts", "another-secret-altogether"));
    assert_eq!(code, Some(2));
    assert!(
        said.contains("has another secret than the variable SSG_SECRET"),
        "{said}"
    );
    let (code, said) = end(run(0, "bare", "short"));
    assert_eq!(code, Some(2));
    assert!(
        said.contains("SSG_SECRET: a secret has at least 16"),
        "{said}"
    );
}

/// The processes of `cluster local` and all that they hold go with it, whatever kills it.
#[test]
fn cluster_local_leaves_nothing_behind() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::create_dir(here.join("tmp")).unwrap();
    for signal in ["KILL", "TERM", "INT"] {
        let args = in_folder(
            here,
            "cluster local 3 analog quota 60 --jobs 1 --checkpoint @done",
        );
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut command = ssg(&args);
        command
            .env("TMPDIR", here.join("tmp"))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        wait_for(|| children_of(child.id()).len() == 3);
        let children = children_of(child.id());
        // From its first lines on a process dies with its parent: one that is on the net has passed them.
        wait_for(|| children.iter().all(|pid| has_socket(*pid)));
        // One that is stopped dies all the same.
        kill("STOP", children[1]);
        kill(signal, child.id());
        child.wait().unwrap();
        wait_for(|| children.iter().all(|pid| !alive(*pid)));
        assert_eq!(fs::read_dir(here.join("tmp")).unwrap().count(), 0);
    }
}

fn kill(signal: &str, pid: u32) {
    let mut command = std::process::Command::new("kill");
    let sent = command
        .args([&format!("-{signal}"), &pid.to_string()])
        .status();
    assert!(sent.unwrap().success());
}

fn stat(pid: u32) -> Option<(char, u32)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

fn alive(pid: u32) -> bool {
    stat(pid).is_some_and(|(state, _)| state != 'Z')
}

fn has_socket(pid: u32) -> bool {
    let files = fs::read_dir(format!("/proc/{pid}/fd"));
    let mut links = files.into_iter().flatten().flatten();
    links.any(|file| {
        fs::read_link(file.path()).is_ok_and(|to| to.to_string_lossy().starts_with("socket:"))
    })
}

fn children_of(parent: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|&pid| stat(pid).is_some_and(|(_, found)| found == parent))
        .collect()
}

/// A name that is not as it was written is never printed.
#[test]
fn altered_names_are_refused() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::write(here.join("graph"), "M A1\nA1 T\nT M\nR1 T\n").unwrap();
    answer(here, "coins shard @graph @shards --shards 2");
    answer(here, "coins label @shards");
    let expected = answer(here, "coins list @shards");
    assert!(expected.starts_with("M "), "{expected}");
    let path = here.join("shards/names");
    let whole = fs::read(&path).unwrap();
    for at in (0..whole.len()).step_by(5) {
        let mut altered = whole.clone();
        altered[at] ^= 4;
        fs::write(&path, &altered).unwrap();
        let ran = go(here, "coins list @shards");
        assert!(
            ran.code == Some(2) || ran.stdout == expected,
            "{at}: {ran:?}"
        );
        assert_eq!(
            ran.code,
            go(here, "coins check @shards @shards").code,
            "{at}"
        );
    }
    for lost in [0, 10, whole.len() - 1] {
        fs::write(&path, &whole[..lost]).unwrap();
        assert!(refusal(here, "coins list @shards").contains("names"));
    }
    fs::remove_file(&path).unwrap();
    assert!(refusal(here, "coins list @shards").contains("names"));
    // Labels are listed with the names of their own digraph only.
    fs::write(&path, &whole).unwrap();
    fs::write(here.join("other"), "x y\ny z\nz w\n").unwrap();
    answer(here, "coins shard @other @other-shards --shards 2");
    answer(here, "coins label @other-shards");
    let said = refusal(here, "coins list @shards @other-shards");
    assert!(said.contains("it belongs to another digraph"), "{said}");
}

#[test]
fn more_workers_than_shards_are_refused() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    answer(here, "coins gen ring 30 -o @graph.coins");
    answer(here, "coins shard @graph.coins @shards --shards 2");
    let said = refusal(here, "coins label @shards --workers 3");
    assert!(said.contains("2.arcs: the shard is missing"), "{said}");
}

#[test]
fn labels_of_another_digraph_are_refused() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::write(here.join("one"), "a b\nb c\n").unwrap();
    fs::write(here.join("two"), "a b\nb c\nc a\n").unwrap();
    for name in ["one", "two"] {
        answer(
            here,
            &format!("coins shard @{name} @{name}-shards --shards 2"),
        );
        answer(here, &format!("coins label @{name}-shards"));
    }
    assert_eq!(
        answer(here, "coins list @one-shards"),
        "a 0 3\nb 1 5\nc 0 1\n"
    );
    let said = refusal(here, "coins check @two-shards @one-shards");
    assert!(said.contains("it belongs to another digraph"), "{said}");
}

#[test]
fn sweeps_of_the_robot_are_the_same_table() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    for sweep in [
        "analog quota 7 --json",
        "analog quota 7",
        "analog adversary 2 --json",
        "analog adversary 5 --json",
    ] {
        let alone = answer(here, sweep);
        for processes in [1, 2, 4] {
            let line = format!("cluster local {processes} {sweep} --jobs 1");
            assert_eq!(answer(here, &line), alone, "{line}");
        }
    }
    // Every item is noted once, by the first process alone, and a second run goes on from there.
    let line = "cluster local 2 analog quota 7 --json --jobs 1 --checkpoint @done";
    let first = answer(here, line);
    let noted = fs::read_to_string(here.join("done")).unwrap();
    assert_eq!(noted.lines().count(), 16);
    let half: String = noted.split_inclusive('\n').take(9).collect();
    fs::write(here.join("done"), &half).unwrap();
    assert_eq!(answer(here, line), first);
    let again = fs::read_to_string(here.join("done")).unwrap();
    assert!(again.starts_with(&half));
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&again), sorted(&noted));
}

#[test]
fn a_tournament_is_the_same_table() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let course = Scratch::new(common::COURSE);
    let network = course.path();
    let line = format!(
        "tournament perfect random greedy --networks {network} --rounds 2 --time 1000 --seed 3 --json"
    );
    // Thinking times differ from run to run.
    let table = |text: &str| {
        let mut json: serde_json::Value = serde_json::from_str(text).unwrap();
        json["log"].take();
        for player in json["standings"].as_array_mut().unwrap() {
            player["seconds"].take();
            player["longest"].take();
        }
        json.to_string()
    };
    let alone = table(&answer(here, &format!("{line} --log @alone")));
    let games = |name: &str| {
        let text = fs::read_to_string(here.join(name)).unwrap();
        let mut games: Vec<String> = text
            .lines()
            .map(|line| {
                let mut json: serde_json::Value = serde_json::from_str(line).unwrap();
                json["clock"].take();
                json["crc32"].take();
                json.to_string()
            })
            .collect();
        games.sort();
        games
    };
    for processes in [2, 3] {
        let shared = format!("cluster local {processes} {line} --jobs 1 --log @log{processes}");
        let found = answer(here, &shared);
        assert_eq!(table(&found), alone, "{processes}");
        // A single process reads the same from the same games, times and all.
        let reread = answer(here, &format!("{line} --log @log{processes}"));
        assert_eq!(reread, found);
        assert_eq!(games(&format!("log{processes}")), games("alone"));
    }
    // Processes that were given different tournaments refuse each other.
    hosts(here, 2);
    let one = start(
        here,
        &format!("{line} --log @x --processes 2 --process 0 --hosts @hosts"),
    );
    let other = line.replace("--seed 3", "--seed 4");
    let other = start(
        here,
        &format!("{other} --processes 2 --process 1 --hosts @hosts"),
    );
    for (code, said) in [end(one), end(other)] {
        assert_eq!(code, Some(2), "{said}");
        assert!(
            said.contains("another command") || said.contains("did not answer"),
            "{said}"
        );
    }
}

#[test]
fn a_verification_is_the_same_table() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let alone = answer(here, "verify --quick --json --log @alone");
    let line = "cluster local 2 verify --quick --json --jobs 1 --log @log";
    assert_eq!(answer(here, line), alone);
    // Every item is noted once, and what is noted need not be done again.
    let text = |name: &str| fs::read_to_string(here.join(name)).unwrap();
    let sorted = |text: String| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(text("log")), sorted(text("alone")));
    let before = text("log");
    assert_eq!(answer(here, line), alone);
    assert_eq!(text("log"), before);
}

#[test]
fn a_survey_has_the_same_points() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let survey = "survey gnp --nodes 300 --degree 4,5 --runs 200 --json";
    let alone = answer(here, survey);
    let line = format!("cluster local 2 {survey} --jobs 1 --log @log");
    assert_eq!(answer(here, &line), alone);
    assert_eq!(answer(here, &line), alone, "from the log");
}

#[test]
fn a_sweep_ends_everywhere_when_a_process_is_killed() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    hosts(here, 2);
    let line = "analog quota 40 --jobs 1 --checkpoint @done --processes 2 --hosts @hosts --process";
    let first = start(here, &format!("{line} 0"));
    let mut second = start(here, &format!("{line} 1"));
    let begun = || fs::read_to_string(here.join("done")).is_ok_and(|text| text.lines().count() > 2);
    wait_for(begun);
    second.kill().unwrap();
    let killed = Instant::now();
    let (code, said) = end(first);
    end(second);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("process 1 (127.0.0.1:"), "{said}");
    assert!(
        killed.elapsed() < Duration::from_secs(20),
        "{:?}",
        killed.elapsed()
    );
}
