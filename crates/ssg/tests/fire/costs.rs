//! Requests that are short to send and would be long to compute, or short to ask and long to hold: what they
//! cost the server, and what they cost the client beside them.

use super::{LONG, MEMORY, Server, network};
use std::fmt::Write as _;
use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use switchyard::Rng;
use switchyard::generate::{
    Blueprint, Impossible, Lattice, delaunay, lattice, nearest, watts_strogatz,
};

/// By then a question about one edge is answered, whatever else is asked.
const SOON: Duration = Duration::from_millis(500);

const ONE_EDGE: &str = r#"{"network":{"vertices":2,"left":1,"right":2,"edges":[[1,2]]}}"#;

/// A kind of request, sent by many clients at once.
struct Attack {
    name: &'static str,
    path: &'static str,
    body: String,
}

impl Attack {
    fn new(name: &'static str, path: &'static str, body: String) -> Self {
        Self { name, path, body }
    }
}

/// Many coins on a digraph of a path: a lost position, if the number of coins is even.
fn coins(nodes: usize, coins: usize) -> String {
    let names: Vec<String> = (0..nodes).map(|node| format!("\"n{node}\"")).collect();
    let arcs: Vec<String> = (1..nodes)
        .map(|node| format!("[{node},{}]", node + 1))
        .collect();
    let coins = vec!["1"; coins].join(",");
    let (names, arcs) = (names.join(","), arcs.join(","));
    format!(r#"{{"digraph":{{"nodes":[{names}],"arcs":[{arcs}]}},"coins":[{coins}]}}"#)
}

/// A ladder of labels 0, 1, …, `most`, with loops above it whose sets K are all of them, and a coin on one.
fn long_sets(most: usize, loops: usize) -> String {
    let nodes = most + 1 + loops;
    let mut arcs = Vec::new();
    for node in 1..=most + 1 {
        arcs.extend((1..node).map(|lower| format!("[{node},{lower}]")));
    }
    for node in most + 2..=nodes {
        arcs.push(format!("[{node},{node}]"));
        // Without the label 0 nobody wins by going there: a draw, whose reason names the set.
        arcs.extend((2..=most + 1).map(|lower| format!("[{node},{lower}]")));
    }
    let coins: Vec<String> = (most + 2..=nodes)
        .take(1)
        .map(|node| node.to_string())
        .collect();
    let on_numbers: Vec<String> = (1..=most + 1).map(|node| node.to_string()).collect();
    let names = vec!["\"\""; nodes].join(",");
    format!(
        r#"{{"digraph":{{"nodes":[{names}],"arcs":[{}]}},"coins":[{},{}]}}"#,
        arcs.join(","),
        coins.join(","),
        on_numbers.join(",")
    )
}

/// A request to read a complete graph in graph6.
fn dense_graph6(vertices: usize) -> String {
    let text = complete_graph6(vertices).replace('\\', "\\\\");
    format!(r#"{{"text":"{text}"}}"#)
}

/// A complete graph in graph6, of at least 63 vertices.
pub fn complete_graph6(vertices: usize) -> String {
    let mut text = format!(
        "~{}{}{}",
        char::from(63 + (vertices >> 12) as u8),
        char::from(63 + (vertices >> 6 & 63) as u8),
        char::from(63 + (vertices & 63) as u8)
    );
    let bits = vertices * (vertices - 1) / 2;
    let full = bits / 6;
    text.push_str(&"~".repeat(full));
    if !bits.is_multiple_of(6) {
        let last = 63 + (63 << (6 - bits % 6) & 63);
        text.push(char::from(last as u8));
    }
    text
}

/// A grid with the terminals in opposite corners, the shape on which augmenting paths are long.
fn grid(rows: usize, columns: usize) -> String {
    let at = |row: usize, column: usize| row * columns + column + 1;
    let mut edges = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                edges.push(format!("[{},{}]", at(row, column), at(row, column + 1)));
            }
            if row + 1 < rows {
                edges.push(format!("[{},{}]", at(row, column), at(row + 1, column)));
            }
        }
    }
    let vertices = rows * columns;
    network_of(vertices, [1, vertices], &edges)
}

/// The question about a network, its edges as they are written in JSON.
fn network_of(vertices: usize, [left, right]: [usize; 2], edges: &[String]) -> String {
    let edges = edges.join(",");
    format!(
        r#"{{"network":{{"vertices":{vertices},"left":{left},"right":{right},"edges":[{edges}]}}}}"#
    )
}

/// Local and clustered networks of some 99,000 edges, for which the solver once took the square of their size.
fn clustered() -> Vec<Attack> {
    let rng = &mut Rng::from_seed(1);
    let generated: [(&str, Result<Blueprint, Impossible>); 4] = [
        ("small world", watts_strogatz(33_000, 6, 0.05, rng)),
        (
            "diluted lattice",
            lattice(Lattice::Triangular, 191, 0.9, true, rng),
        ),
        ("triangulation", delaunay(33_000, rng)),
        ("nearest neighbours", nearest(28_000, 6, rng)),
    ];
    let attack = |(name, blueprint): (&'static str, Result<Blueprint, Impossible>)| {
        let blueprint = blueprint.expect("a network");
        let ends = |end: switchyard::VertexId| end.index() + 1;
        let terminals = blueprint.terminals().map(ends);
        let vertices = blueprint.vertex_count();
        assert!(
            (90_000..100_000).contains(&blueprint.edge_count()),
            "{name}"
        );
        let edges: Vec<String> = blueprint
            .into_edges()
            .map(|[u, v]| format!("[{},{}]", ends(u), ends(v)))
            .collect();
        let body = network_of(vertices, terminals, &edges);
        Attack::new(name, "switching/analyse", body)
    };
    generated.into_iter().map(attack).collect()
}

fn with_overlays(body: &str) -> String {
    let body = body.strip_suffix('}').expect("an object");
    format!(r#"{body},"overlays":["partition","clumps","currents"]}}"#)
}

/// The requests that once took the server beyond its bound or held up the others, and their kin.
fn attacks() -> Vec<Attack> {
    let graph = dense_graph6(7_000);
    assert!(graph.len() < 4 << 20, "{}", graph.len());
    let mut dot = String::from(r#"{"text":"graph {"#);
    while dot.len() < (4 << 20) - 20 {
        dot.push_str("a--b;b--c;");
    }
    dot.push_str(r#"}"}"#);
    let mut attacks = clustered();
    attacks.extend([
        Attack::new("H1: 10,000 coins, reply", "coins/reply", coins(3, 10_000)),
        Attack::new(
            "H1: 10,000 coins, analyse",
            "coins/analyse",
            coins(140, 10_000),
        ),
        Attack::new("H1: 2 nodes", "coins/reply", coins(2, 10_000)),
        Attack::new("H2: long sets K", "coins/analyse", long_sets(256, 250)),
        Attack::new("H3: dense graph6", "files/read", graph),
        Attack::new("DOT with a million edges", "files/read", dot),
        Attack::new("grid of 99,000 edges", "switching/analyse", grid(222, 223)),
        Attack::new(
            "strip of 74,998 edges",
            "switching/analyse",
            grid(2, 25_000),
        ),
        Attack::new(
            "random network",
            "switching/analyse",
            network(40_000, 99_000),
        ),
        Attack::new(
            "overlays",
            "switching/analyse",
            with_overlays(&grid(31, 32)),
        ),
        Attack::new(
            "large random",
            "random",
            r#"{"nodes":40000,"edges":100000}"#.into(),
        ),
        Attack::new("Chase's steps", "switching/chase", grid(14, 15)),
    ]);
    attacks
}

/// What was seen under one attack.
struct Seen {
    statuses: Vec<u16>,
    longest: Duration,
    asked: usize,
}

/// Lets the clients send the request for so long, again and again; meanwhile another asks about one edge.
fn under(server: &Server, attack: &Attack, clients: usize, time: Duration) -> Seen {
    let over = AtomicBool::new(false);
    let mut seen = Seen {
        statuses: Vec::new(),
        longest: Duration::ZERO,
        asked: 0,
    };
    thread::scope(|scope| {
        let rude: Vec<_> = (0..clients)
            .map(|_| {
                scope.spawn(|| {
                    let mut statuses = Vec::new();
                    while statuses.is_empty() || !over.load(Ordering::Relaxed) {
                        statuses.push(server.post(attack.path, &attack.body).0);
                    }
                    statuses
                })
            })
            .collect();
        let start = Instant::now();
        while start.elapsed() < time {
            seen.ask(server, attack.name);
        }
        over.store(true, Ordering::Relaxed);
        for client in rude {
            seen.statuses.extend(client.join().expect("statuses"));
        }
    });
    seen
}

impl Seen {
    fn ask(&mut self, server: &Server, name: &str) {
        let asked = Instant::now();
        let (status, answer) = server.post("switching/analyse", ONE_EDGE);
        assert_eq!(status, 200, "{name}: {answer}");
        self.longest = self.longest.max(asked.elapsed());
        self.asked += 1;
        thread::sleep(Duration::from_millis(20));
    }
}

fn row(workers: usize, name: &str, seen: &Seen, server: &Server) {
    let of = |status: u16| seen.statuses.iter().filter(|&&s| s == status).count();
    println!(
        "| {workers} | {name} | {} | {} | {} | {:.0?} of {} | {} MiB |",
        of(200),
        of(413) + of(422),
        of(503),
        seen.longest,
        seen.asked,
        server.memory()
    );
    let known = of(200) + of(413) + of(422) + of(503);
    assert_eq!(known, seen.statuses.len(), "{name}: {:?}", seen.statuses);
    assert!(server.memory() <= MEMORY, "{name}: {} MiB", server.memory());
}

fn each_attack(workers: &[usize], clients: usize, time: Duration, soon: Duration) {
    println!(
        "| workers | request | 200 | 413, 422 | 503 | longest wait of a small one | most memory |"
    );
    println!("|---|---|---|---|---|---|---|");
    for &workers in workers {
        for attack in attacks() {
            let server = Server::start_with(workers);
            let seen = under(&server, &attack, clients, time);
            row(workers, attack.name, &seen, &server);
            assert!(seen.longest < soon, "{}: {:?}", attack.name, seen.longest);
        }
    }
}

/// A quick form of the next: a machine that is busy with other tests may take its time.
#[test]
fn every_attack_is_bounded() {
    each_attack(&[2], 4, Duration::from_millis(300), 10 * SOON);
}

#[test]
#[ignore = "long: make fire"]
fn every_attack_is_bounded_at_any_number_of_workers() {
    each_attack(&[1, 2, 16], 24, Duration::from_secs(8), SOON);
}

/// Everything at once, on as many workers as anybody may want.
#[test]
#[ignore = "long: make fire"]
fn all_attacks_at_once_are_bounded() {
    for workers in [1, 2, 16] {
        let server = Server::start_with(workers);
        let attacks = attacks();
        let over = AtomicBool::new(false);
        let mut seen = Seen {
            statuses: Vec::new(),
            longest: Duration::ZERO,
            asked: 0,
        };
        thread::scope(|scope| {
            for attack in attacks.iter().chain(&attacks).chain(&attacks) {
                let (server, over) = (&server, &over);
                scope.spawn(move || {
                    while !over.load(Ordering::Relaxed) {
                        server.post(attack.path, &attack.body);
                    }
                });
            }
            let start = Instant::now();
            while start.elapsed() < Duration::from_secs(20) {
                seen.ask(&server, "all");
            }
            over.store(true, Ordering::Relaxed);
        });
        row(workers, "all at once", &seen, &server);
        assert!(seen.longest < SOON, "{:?}", seen.longest);
    }
}

/// The head of a large request, and this many bytes of its body.
fn stalled(server: &Server, declared: usize, sent: usize) -> TcpStream {
    let mut stream = server.connect();
    let head = server.head("switching/analyse", declared);
    stream.write_all(head.as_bytes()).expect("a head");
    // A server that has heard enough may close.
    let _ = stream.write_all(&vec![b' '; sent]);
    stream
}

/// Bodies that come slowly, or come at once up to their last byte, keep nobody else's large request out.
#[test]
fn slow_large_bodies_keep_nobody_out() {
    for (declared, sent) in [(100_000, 1), (100_000, 99_000), (4 << 20, (4 << 20) - 1)] {
        let server = Server::start();
        let slow: Vec<TcpStream> = (0..40).map(|_| stalled(&server, declared, sent)).collect();
        let body = network(2_000, 9_000);
        assert!(body.len() > 64 << 10);
        for _ in 0..3 {
            let asked = Instant::now();
            let (status, answer) = server.post("switching/analyse", &body);
            assert_eq!(status, 200, "{sent} of {declared}: {answer}");
            let took = asked.elapsed();
            println!("{sent} of {declared}: a large request beside it took {took:.0?}");
            assert!(
                took < Duration::from_secs(5),
                "{sent} of {declared}: {took:?}"
            );
            server.lives();
        }
        drop(slow);
    }
}

/// A client that hangs up stops its computation: the next one does not wait for it.
#[test]
fn computations_end_with_their_clients() {
    let server = Server::start_with(1);
    let body = coins(140, 10_000);
    for _ in 0..20 {
        let mut stream = server.connect();
        let head = server.head("coins/analyse", body.len());
        let _ = stream.write_all(format!("{head}{body}").as_bytes());
    }
    let asked = Instant::now();
    let (status, answer) = server.post("coins/analyse", &body);
    assert_eq!(status, 200, "{answer}");
    assert!(asked.elapsed() < LONG / 4, "{:?}", asked.elapsed());
}

/// What no browser sends, and what the HTTP layer answers by itself.
#[test]
fn odd_heads_are_refused_with_every_header() {
    let server = Server::start();
    let host = server.address;
    let long = "x".repeat(100_000);
    let two_hosts =
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.com\r\nConnection: close\r\n\r\n";
    let chunks = format!(
        "{}zz\r\n",
        server
            .head("random", 1)
            .replace("Content-Length: 1", "Transfer-Encoding: chunked")
    );
    let path =
        |path: &str| format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let mut many = String::new();
    for number in 0..200 {
        let _ = write!(many, "X{number}: y\r\n");
    }
    for (text, statuses) in [
        ("nonsense\r\n\r\n".to_owned(), &[400][..]),
        (path(&format!("/{long}")), &[414, 431]),
        (
            format!("GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n"),
            &[431],
        ),
        (two_hosts.to_owned(), &[400, 421]),
        (two_hosts.replace("evil.com", "localhost"), &[400, 421]),
        (chunks, &[400]),
        (path("/api/v1/gallery/%ff"), &[400, 404]),
        (path("/%ff"), &[400, 404]),
    ] {
        let (status, answer) = server.say(text.as_bytes());
        let what = &text[..text.len().min(60)];
        assert!(statuses.contains(&status), "{what:?}: {answer}");
        let answer = answer.to_lowercase();
        assert!(
            answer.contains("content-security-policy: default-src 'none'"),
            "{what:?}: {answer}"
        );
    }
    let (_, answer) = server.get("/api/v1/gallery/%ff", "");
    assert!(answer.contains(r#""code":"#), "{answer}");
    let (_, page) = server.get("/", "");
    let tag = page.lines().find_map(|line| line.strip_prefix("etag: "));
    let tag = tag.expect("a tag").trim();
    for list in [
        "*".to_owned(),
        format!("W/{tag}"),
        format!("\"a\", {tag}"),
        tag.to_owned(),
    ] {
        let (status, _) = server.get("/", &format!("If-None-Match: {list}\r\n"));
        assert_eq!(status, 304, "{list}");
    }
    assert_eq!(server.get("/", "If-None-Match: \"a\", W/\"b\"\r\n").0, 200);
}
