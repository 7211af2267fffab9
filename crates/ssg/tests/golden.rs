//! Every JSON answer on the sample boards, byte for byte.
//!
//! `golden/facts.txt` holds what only a fault can change: outcomes, winning moves, partitions, labels,
//! currents, Chase's steps, files. `golden/choices.txt` holds answers of which several are right: the
//! trees of a certificate, the moves of the players. A better algorithm may choose differently; then the
//! file is written again and its difference read:
//!
//! ```text
//! SSG_GOLDEN=write cargo test --package ssg --test golden
//! ```
//!
//! `SSG_GOLDEN_PROGRAM` names another program to be run in place of the one just built.

mod common;
#[path = "golden/http.rs"]
mod http;

use http::Server;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// Longer answers are kept as their beginning, their length and their checksum.
const WHOLE: usize = 240;
/// How much of a longer answer is kept.
const BEGINNING: usize = 100;
/// Networks with more edges are left out where an answer takes more than near-linear time.
const HEAVY: usize = 700;

const COURSE: &str = r#"{"vertices":4,"left":1,"right":4,"edges":[[1,2],[2,4],[2,3],[1,3],[3,4]]}"#;

#[test]
fn facts_are_as_they_were() {
    let mut golden = Golden::new();
    for board in boards("net") {
        golden.facts_of_network(&board);
    }
    for board in boards("coins") {
        golden.facts_of_coins(&board);
    }
    let server = Server::start(&program(), &root());
    for board in boards("net") {
        golden.served_facts_of_network(&server, &board);
    }
    for board in boards("coins") {
        golden.served_facts_of_coins(&server, &board);
    }
    golden.served_files(&server);
    golden.served_refusals(&server);
    golden.compare("facts.txt");
}

#[test]
fn choices_are_as_they_were() {
    let mut golden = Golden::new();
    for board in boards("net") {
        golden.choices_of_network(&board);
    }
    let server = Server::start(&program(), &root());
    for board in boards("net") {
        golden.served_choices(&server, &board);
    }
    for outcome in ["short", "cut", "first"] {
        let wish = json!({"nodes": 9, "edges": 14, "outcome": outcome, "seed": 4});
        golden.post(&server, "random", &wish);
    }
    golden.post(
        &server,
        "random",
        &json!({"nodes": 40, "edges": 90, "seed": 1}),
    );
    golden.compare("choices.txt");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn program() -> PathBuf {
    let other = env::var_os("SSG_GOLDEN_PROGRAM").map(PathBuf::from);
    other.unwrap_or_else(|| env!("CARGO_BIN_EXE_ssg").into())
}

/// A sample board: `boards/NAME`, its text, and how many edges or arcs it has.
struct Board {
    path: String,
    text: String,
    edges: usize,
}

/// The sample boards with this extension, by name.
fn boards(extension: &str) -> Vec<Board> {
    let entries = fs::read_dir(root().join("boards")).expect("the sample boards");
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names
        .filter(|name| Path::new(name).extension().is_some_and(|e| e == extension))
        .collect();
    names.sort();
    assert!(
        names.len() >= 3,
        "the sample boards are not where they were"
    );
    let board = |name: String| {
        let path = format!("boards/{name}");
        let text = fs::read_to_string(root().join(&path)).unwrap();
        let edges = text.lines().filter(|line| line.contains(' ')).count();
        Board { path, text, edges }
    };
    names.into_iter().map(board).collect()
}

/// The network of a `.net` file, as a request carries it.
fn network(text: &str) -> Value {
    let number = |word: &str| word.parse::<usize>().unwrap();
    let words: Vec<usize> = text.split_whitespace().map(number).collect();
    let edges: Vec<&[usize]> = words[4..].chunks(2).collect();
    json!({"vertices": words[0], "left": words[2], "right": words[3], "edges": edges})
}

/// The names and arcs of a `.coins` file, as a request carries them.
fn digraph(text: &str) -> Value {
    let mut names: Vec<&str> = Vec::new();
    let mut arcs = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap();
        let mut labels = Vec::new();
        for word in line.split_whitespace() {
            let known = names.iter().position(|name| *name == word);
            labels.push(known.map_or(names.len() + 1, |at| at + 1));
            if known.is_none() {
                names.push(word);
            }
        }
        if labels.len() == 2 {
            arcs.push(labels);
        }
    }
    json!({"nodes": names, "arcs": arcs})
}

/// The answers of one run, as the golden file keeps them.
struct Golden {
    text: String,
    scratch: tempfile::TempDir,
}

impl Golden {
    fn new() -> Self {
        Self {
            text: String::new(),
            scratch: tempfile::tempdir().expect("a temporary directory"),
        }
    }

    fn facts_of_network(&mut self, board: &Board) {
        let file = board.path.as_str();
        self.run(&["solve", file, "--json"]);
        if board.edges > 2 {
            self.run(&["solve", file, "--json", "--short", "1", "--cut", "3"]);
            self.run(&["solve", file, "--json", "--short", "2", "--cut", "1,3"]);
        }
        self.run(&["partition", file, "--json"]);
        let certificate = self.scratch.path().join("certificate.json");
        let certificate = certificate.to_str().expect("a path of plain letters");
        self.run(&["solve", file, "--json", "--certificate", certificate]);
        self.run(&["check", file, certificate, "--json"]);
        for format in ["edge-list", "dimacs", "dot", "graphml", "matrix-market"] {
            self.run(&["convert", file, "--to", format]);
        }
        if board.edges <= HEAVY {
            self.run(&["trace", file, "--json"]);
            self.run(&["analog", "currents", file, "--json"]);
        }
    }

    fn facts_of_coins(&mut self, board: &Board) {
        let file = board.path.as_str();
        self.run(&["coins", "label", file, "--json"]);
        let labels = self.run(&["coins", "label", file, "--json", "--counters"]);
        let path = self.scratch.path().join("labels.json");
        fs::write(&path, labels.replacen(":2", ":7", 1)).unwrap();
        let wrong = path.to_str().expect("a path of plain letters");
        self.run(&["coins", "check", file, wrong, "--json"]);
        for coins in [
            &["1"][..],
            &["E"],
            &["A1", "T"],
            &["9", "I"],
            &["E", "N2", "R3"],
        ] {
            let mut args = vec!["coins", "solve", file, "--json", "--moves"];
            args.extend(coins);
            self.run(&args);
        }
    }

    fn choices_of_network(&mut self, board: &Board) {
        let file = board.path.as_str();
        let certificate = self.scratch.path().join("certificate.json");
        let certificate = certificate.to_str().expect("a path of plain letters");
        self.run(&["solve", file, "--json", "--certificate", certificate]);
        let proof = fs::read_to_string(certificate).unwrap();
        self.entry("its certificate", &proof);
        let record = self.scratch.path().join("games.ndjson");
        let record = record.to_str().expect("a path of plain letters");
        let mut players = vec![
            ("perfect", "perfect"),
            ("perfect", "random"),
            ("greedy", "perfect"),
        ];
        if board.edges <= HEAVY {
            players.extend([("analog", "perfect"), ("min-cut", "perfect@0.5")]);
        }
        for (short, cut) in players {
            let _ = fs::remove_file(record);
            let game = [
                "--first", "cut", "--seed", "7", "--embed", "--record", record,
            ];
            let args = ["referee", "--short", short, "--cut", cut, file, "--json"];
            self.run(&[&args[..], &game].concat());
            self.run(&["replay", record, "--json", "--moves"]);
        }
    }

    fn served_facts_of_network(&mut self, server: &Server, board: &Board) {
        self.post(server, "files/read", &json!({"text": board.text}));
        if board.edges > HEAVY {
            return;
        }
        let network = network(&board.text);
        let drawn = json!({"network": network.clone()});
        self.post(server, "switching/chase", &drawn);
        let moves: Vec<Value> = (1..=board.edges.min(6))
            .map(|edge| json!({"side": if edge % 2 == 1 { "short" } else { "cut" }, "edge": edge}))
            .collect();
        let played = json!({"network": network, "moves": moves});
        self.post(server, "switching/history", &played);
        for format in ["network", "dot", "record"] {
            let body = json!({"format": format, "network": network, "moves": moves});
            self.post(server, "files/write", &body);
        }
    }

    fn served_choices(&mut self, server: &Server, board: &Board) {
        let network = network(&board.text);
        let overlays: &[&str] = if board.edges <= HEAVY {
            &["partition", "clumps", "currents"]
        } else {
            &["partition", "clumps"]
        };
        let question = json!({"network": network, "overlays": overlays});
        self.post(server, "switching/analyse", &question);
        for side in ["short", "cut"] {
            let hit = json!([{"side": side, "edge": 1}]);
            let why = json!({"network": network, "moves": hit});
            self.post(server, "switching/explain", &why);
            let other = if side == "short" { "cut" } else { "short" };
            for player in ["perfect", "strength", "random"] {
                let player = json!({"kind": player, "strength": 40, "seed": 3});
                let reply = json!({"side": other, "player": player});
                let question = json!({"network": network, "moves": hit, "reply": reply});
                self.post(server, "switching/analyse", &question);
            }
        }
    }

    fn served_facts_of_coins(&mut self, server: &Server, board: &Board) {
        self.post(
            server,
            "files/read",
            &json!({"text": board.text, "room": "coins"}),
        );
        let digraph = digraph(&board.text);
        for coins in [
            &[15][..],
            &[12],
            &[2, 4],
            &[14, 5],
            &[12, 11, 13],
            &[1],
            &[],
        ] {
            let question = json!({"digraph": digraph, "coins": coins});
            self.post(server, "coins/analyse", &question);
            self.post(server, "coins/history", &question);
            for kind in ["perfect", "strength", "random", "analog"] {
                let player = json!({"kind": kind, "strength": 50, "seed": 5});
                let question = json!({"digraph": digraph, "coins": coins, "player": player});
                self.post(server, "coins/reply", &question);
            }
        }
        let pushes = json!([{"from": 2, "to": 1}]);
        let file = json!({"format": "coins", "digraph": digraph, "coins": [2], "pushes": pushes});
        self.post(server, "files/write", &file);
    }

    fn served_files(&mut self, server: &Server) {
        for path in [
            "health",
            "gallery",
            "gallery/course.net",
            "gallery/none.net",
            "nothing",
        ] {
            self.get(server, path);
        }
        for size in ["2", "3", "9", "1", "x", "100000"] {
            self.get(server, &format!("bridgit/{size}"));
        }
        let texts = [
            "1 2\n2 3\n",
            "a b\nb c\n# terminals a c\n",
            "Cr",
            "graph { a -- b; b -- c }",
            "2\n1\n1\n2\n1 7\n",
            "{\"bridgit\":3,\"first\":\"cut\",\"moves\":[7,1,0,2]}\n",
            "{\"first\":\"cut\",\"moves\":[7]}\n",
            "",
        ];
        for text in texts {
            self.post(server, "files/read", &json!({"text": text}));
        }
        self.post(
            server,
            "files/read",
            &json!({"text": "a b c\n", "room": "coins"}),
        );
        for format in ["graph6", "nonsense", "coins"] {
            let network: Value = serde_json::from_str(COURSE).unwrap();
            let body = json!({"format": format, "network": network});
            self.post(server, "files/write", &body);
        }
    }

    /// What is wrong with a request, in words that a client may show.
    fn served_refusals(&mut self, server: &Server) {
        let game = |rest: &str| format!("{{\"network\":{COURSE}{rest}}}");
        let analyse = "switching/analyse";
        let bodies = [
            (analyse, "{".to_owned()),
            (analyse, String::new()),
            (analyse, "{}".to_owned()),
            (analyse, game(",\"x\":0")),
            (analyse, game("") + "x"),
            (analyse, game(",\"moves\":[{\"side\":\"red\",\"edge\":1}]")),
            (analyse, game(",\"moves\":[{\"side\":\"cut\",\"edge\":0}]")),
            (analyse, game(",\"moves\":[{\"side\":\"cut\",\"edge\":9}]")),
            (analyse, game(",\"overlays\":[\"colours\"]")),
            (analyse, COURSE.to_owned()),
            (
                analyse,
                game(
                    ",\"reply\":{\"side\":\"cut\",\"player\":{\"kind\":\"strength\",\"strength\":101}}",
                ),
            ),
            ("switching/explain", game("")),
            ("switching/chase", "[1, 2".to_owned()),
            ("random", "{\"nodes\":3,\"edges\":90}".to_owned()),
            ("random", "{\"nodes\":-3,\"edges\":90}".to_owned()),
            ("random", "{\"nodes\":3,\"edges\":9999999}".to_owned()),
            (
                "coins/reply",
                "{\"digraph\":{\"nodes\":[\"a\"],\"arcs\":[[1,2]]},\"coins\":[1]}".to_owned(),
            ),
            (
                "coins/analyse",
                "{\"digraph\":{\"nodes\":[\"a\"],\"arcs\":[]},\"coins\":[2]}".to_owned(),
            ),
        ];
        for (path, body) in bodies {
            self.served(server, "POST", path, &body);
        }
        self.get(server, analyse);
        self.served(server, "POST", "gallery", "{}");
    }

    /// Runs the program and keeps what it printed, which is returned.
    fn run(&mut self, args: &[&str]) -> String {
        let mut command = Command::new(program());
        command.args(args).current_dir(root()).stdin(Stdio::null());
        let output = command.output().expect("the program runs");
        let printed = String::from_utf8(output.stdout).expect("stdout is text");
        let code = output
            .status
            .code()
            .map_or("none".to_owned(), |code| code.to_string());
        let scratch = self
            .scratch
            .path()
            .to_str()
            .expect("a path of plain letters");
        let asked = args.join(" ").replace(scratch, "SCRATCH");
        self.entry(&format!("ssg {asked} (exit {code})"), &untimed(&printed));
        printed
    }

    fn post(&mut self, server: &Server, path: &str, body: &Value) {
        self.served(server, "POST", path, &body.to_string());
    }

    fn get(&mut self, server: &Server, path: &str) {
        self.served(server, "GET", path, "");
    }

    fn served(&mut self, server: &Server, method: &str, path: &str, body: &str) {
        let (status, answer) = server.ask(method, &format!("/api/v1/{path}"), body);
        let asked = format!("{method} {path} {} (status {status})", short(body));
        self.entry(&asked, &answer);
    }

    fn entry(&mut self, asked: &str, answered: &str) {
        let _ = writeln!(self.text, "$ {asked}\n{}", short(answered));
    }

    fn compare(&self, name: &str) {
        let path = root().join("crates/ssg/tests/golden").join(name);
        if env::var_os("SSG_GOLDEN").is_some_and(|wish| wish == "write") {
            fs::write(path, &self.text).unwrap();
            return;
        }
        let kept = fs::read_to_string(path).expect("the golden file");
        let kept: Vec<&str> = kept.split("\n$ ").collect();
        let now: Vec<&str> = self.text.split("\n$ ").collect();
        for (old, new) in kept.iter().zip(&now) {
            assert_eq!(old, new, "{name} is no longer what the program answers");
        }
        assert_eq!(
            kept.len(),
            now.len(),
            "{name} has another number of answers"
        );
    }
}

/// A short text as it is; of a long one the beginning, the length and the checksum.
fn short(text: &str) -> String {
    let text = text.trim_end_matches('\n');
    if text.len() <= WHOLE {
        return text.to_owned();
    }
    let beginning: String = text.chars().take(BEGINNING).collect();
    let checksum = crc32fast::hash(text.as_bytes());
    format!("{beginning} … {} bytes, CRC-32 {checksum:08x}", text.len())
}

/// Game records without the time that the players used.
fn untimed(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\"clock\":{") {
        let end = at + rest[at..].find('}').expect("the end of the clock");
        kept.push_str(&rest[..at]);
        kept.push_str("\"clock\":{");
        rest = &rest[end..];
    }
    kept + rest
}
