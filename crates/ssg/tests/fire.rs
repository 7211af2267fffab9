//! The server under fire: silent, slow, rude and foreign clients on loopback, and what they may cost.
//!
//! `make fire` runs the ignored test too, against the program as it is released, and prints its figures.

mod common;
#[path = "fire/costs.rs"]
mod costs;
#[path = "fire/generated.rs"]
mod generated;

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::Child;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// What the server may take at its worst, whatever its clients do, in MiB.
const MEMORY: usize = 512;

/// A client that has not been answered by then never will be.
const LONG: Duration = Duration::from_secs(60);

struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start() -> Self {
        Self::start_with(2)
    }

    fn start_with(workers: usize) -> Self {
        let workers = workers.to_string();
        let args = ["serve", "--port", "0", "--workers", &workers];
        let (child, address) = common::serve(common::ssg(&args));
        let address = address.parse().expect("an address");
        Self { child, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect_timeout(&self.address, LONG).expect("a connection");
        stream.set_read_timeout(Some(LONG)).expect("a timeout");
        stream
    }

    /// Says this, and gives the status and the whole answer; status 0 if there was none.
    fn say(&self, text: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        // A server that has heard enough may close before we have said everything.
        let _ = stream.write_all(text);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
        (status.unwrap_or(0), answer)
    }

    fn get(&self, path: &str, headers: &str) -> (u16, String) {
        let host = self.address;
        self.say(
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n")
                .as_bytes(),
        )
    }

    fn post(&self, path: &str, body: &str) -> (u16, String) {
        self.say(format!("{}{body}", self.head(path, body.len())).as_bytes())
    }

    fn head(&self, path: &str, length: usize) -> String {
        format!(
            "POST /api/v1/{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n",
            self.address
        )
    }

    /// Everybody else is answered.
    #[track_caller]
    fn lives(&self) {
        assert_eq!(self.get("/", "").0, 200);
        let course = r#"{"network":{"vertices":2,"left":1,"right":2,"edges":[[1,2]]}}"#;
        assert_eq!(self.post("switching/analyse", course).0, 200);
    }

    /// The most memory it ever had, in MiB, where the system tells.
    fn memory(&self) -> usize {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<usize>().ok());
        kilobytes.unwrap_or(0) / 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let memory = self.memory();
        let _ = self.child.kill();
        let _ = self.child.wait();
        if !thread::panicking() {
            assert!(memory <= MEMORY, "{memory} MiB");
        }
    }
}

#[test]
fn silent_connections_make_room() {
    let server = Server::start();
    // More than there are places; half of them say a little.
    let silent: Vec<TcpStream> = (0..600)
        .map(|number| {
            let mut stream = server.connect();
            if number % 2 == 0 {
                stream
                    .write_all(b"GET / HTTP/1.1\r\nHost: loc")
                    .expect("a word");
            }
            stream
        })
        .collect();
    for _ in 0..5 {
        server.lives();
    }
    drop(silent);
    server.lives();
}

#[test]
fn slow_bodies_hold_up_nobody() {
    let server = Server::start();
    let slow: Vec<TcpStream> = (0..40)
        .map(|_| {
            let mut stream = server.connect();
            let head = server.head("switching/analyse", 1 << 20);
            stream.write_all(head.as_bytes()).expect("a head");
            stream.write_all(b"{").expect("a byte");
            stream
        })
        .collect();
    for _ in 0..5 {
        server.lives();
    }
    drop(slow);
}

#[test]
fn clients_that_hang_up_leave_nothing() {
    let server = Server::start();
    let body = network(2_000, 10_000);
    for number in 0..100 {
        let mut stream = server.connect();
        let head = server.head("switching/analyse", body.len());
        let whole = format!("{head}{body}");
        // In the head, in the body, or before the answer.
        let said = match number % 3 {
            0 => &whole[..40],
            1 => &whole[..whole.len() / 2],
            _ => &whole[..],
        };
        let _ = stream.write_all(said.as_bytes());
        if number % 2 == 0 {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
    server.lives();
}

#[test]
fn too_much_and_too_deep_are_refused() {
    let server = Server::start();
    let (status, answer) = server.post("switching/analyse", &"x".repeat(5 << 20));
    assert!([413, 0].contains(&status), "{answer}");
    let declared = server.head("switching/analyse", usize::MAX >> 1);
    assert_eq!(server.say(declared.as_bytes()).0, 413);
    let chunked = declared.replace(
        &format!("Content-Length: {}", usize::MAX >> 1),
        "Transfer-Encoding: chunked",
    );
    let mut many = chunked;
    for _ in 0..80 {
        let _ = write!(many, "10000\r\n{}\r\n", "[".repeat(1 << 16));
    }
    let (status, answer) = server.say(many.as_bytes());
    assert!([413, 0].contains(&status), "{answer}");
    for deep in ["[", r#"{"network":"#, r#"{"moves":["#] {
        let (status, answer) = server.post("switching/analyse", &deep.repeat(200_000));
        assert!([400, 422].contains(&status), "{answer}");
    }
    let (status, _) = server.get("/", &format!("X: {}\r\n", "y".repeat(2 << 20)));
    assert!([431, 0].contains(&status), "{status}");
    let (status, _) = server.get("/", &"X: y\r\n".repeat(5_000));
    assert!([431, 0].contains(&status), "{status}");
    server.lives();
}

#[test]
fn texts_that_unfold_are_refused() {
    let server = Server::start();
    let names: Vec<String> = (0..7_000).map(|i| i.to_string()).collect();
    let names = names.join(" ");
    for text in [
        format!("graph {{{{{names}}} -- {{{names}}}}}"),
        "1000000\\n1\\n1\\n2\\n1 2\\n".to_owned(),
        "# vertices 1000000\\n1 2\\n".to_owned(),
        r#"{\"bridgit\":1000,\"first\":\"short\",\"moves\":[]}"#.to_owned(),
    ] {
        let (status, answer) = server.post("files/read", &format!(r#"{{"text":"{text}"}}"#));
        assert!([413, 422].contains(&status), "{answer}");
    }
    assert!(server.memory() < 128, "{} MiB", server.memory());
    server.lives();
}

#[test]
fn names_that_repeat_are_refused() {
    let server = Server::start();
    let (long, edges) = ("a".repeat(1 << 20), "[1,2],".repeat(999));
    let network = format!(
        r#"{{"vertices":2,"left":1,"right":2,"edges":[{edges}[1,2]]}},"names":["{long}","b"]"#
    );
    let digraph = format!(r#"{{"nodes":["{long}","b"],"arcs":[{edges}[1,2]]}}"#);
    let coins = "1,".repeat(9_999);
    let few = format!(r#"{{"nodes":["{long}","b"],"arcs":[[1,2]]}},"coins":[{coins}1]"#);
    for body in [
        format!(r#"{{"format":"dot","network":{network}}}"#),
        format!(r#"{{"format":"graphml","network":{network}}}"#),
        format!(r#"{{"format":"coins","digraph":{digraph}}}"#),
        format!(r#"{{"format":"coins","digraph":{few}}}"#),
    ] {
        let (status, answer) = server.post("files/write", &body);
        assert_eq!(status, 413, "{answer}");
    }
    server.lives();
}

/// Clients that ask for a megabyte and take nothing of it.
#[test]
fn answers_that_nobody_takes_are_bounded() {
    let server = Server::start();
    let body = r#"{"nodes":40000,"edges":100000,"seed":1}"#;
    let ask = format!("{}{body}", server.head("random", body.len()));
    let (status, answer) = server.say(ask.as_bytes());
    assert_eq!(status, 200, "{answer}");
    let deaf: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(ask.as_bytes()).expect("a request");
            stream
        })
        .collect();
    // Each has an answer, or the word that there is no room for it.
    let mut heard = [0, 0];
    for stream in &deaf {
        let mut start = [0; 12];
        let read = { stream }.read_exact(&mut start);
        read.expect("an answer");
        heard[usize::from(&start != b"HTTP/1.1 200")] += 1;
    }
    println!(
        "{heard:?}, {} bytes each, {} MiB",
        answer.len(),
        server.memory()
    );
    server.lives();
}

#[test]
fn nothing_is_served_but_the_page() {
    let server = Server::start();
    for path in [
        "/../Cargo.toml",
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/..\\..\\etc\\passwd",
        "//etc/passwd",
        "/panels/../../Cargo.toml",
        "/panels/%00.js",
        "/api/v1/gallery/..%2f..%2fCargo.toml",
        "/api/v1/gallery/%2fetc%2fpasswd",
        "/api/v1/../../etc/passwd",
        "file:///etc/passwd",
        "http://evil.example/",
    ] {
        let (status, answer) = server.get(path, "");
        let refused = [400, 404, 421].contains(&status) || path.starts_with("http://");
        assert!(refused, "{path}: {answer}");
        assert!(
            !answer.contains("root:") && !answer.contains("[workspace]"),
            "{path}"
        );
    }
}

#[test]
fn pages_of_other_sites_get_nowhere() {
    let server = Server::start();
    let own = format!(
        "Origin: http://{}\r\nSec-Fetch-Site: same-origin\r\n",
        server.address
    );
    assert_eq!(server.get("/api/v1/health", &own).0, 200);
    assert_eq!(
        server
            .get("/", "Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\n")
            .0,
        200
    );
    // A link on another page may lead here.
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n";
    assert_eq!(server.get("/", link).0, 200);
    for headers in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: http://127.0.0.1:1\r\n",
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors\r\n",
        "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: no-cors\r\n",
        link,
    ] {
        let (status, answer) = server.get("/api/v1/health", headers);
        assert_eq!(status, 403, "{headers}{answer}");
        assert!(
            !answer.to_lowercase().contains("access-control"),
            "{answer}"
        );
    }
    // A name that was pointed at this machine.
    for host in [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example:80",
        "[::2]",
    ] {
        let text = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(server.say(text.as_bytes()).0, 421, "{host}");
    }
    // What a form of another site could send without asking first.
    let body = r#"{"nodes":3,"edges":2}"#;
    let form = server
        .head("random", body.len())
        .replace("application/json", "text/plain");
    assert_eq!(server.say(format!("{form}{body}").as_bytes()).0, 415);
}

/// A request about a network of this many edges.
fn network(vertices: usize, edges: usize) -> String {
    let mut body =
        format!(r#"{{"network":{{"vertices":{vertices},"left":1,"right":{vertices},"edges":["#);
    let mut state = 1_usize;
    for edge in 0..edges {
        let mut number = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            1 + (state >> 33) % vertices
        };
        let comma = if edge > 0 { "," } else { "" };
        let _ = write!(body, "{comma}[{},{}]", number(), number());
    }
    body.push_str("]}}");
    body
}

/// A hundred clients with 100,000 edges each, at once; meanwhile one with two vertices.
#[test]
#[ignore = "long: make fire"]
fn a_hundred_large_solves_at_once() {
    let server = Server::start();
    let body = network(40_000, 100_000);
    let start = Instant::now();
    let mut answers = Vec::new();
    let mut waits = Vec::new();
    thread::scope(|scope| {
        let large: Vec<_> = (0..100)
            .map(|_| scope.spawn(|| server.post("switching/analyse", &body).0))
            .collect();
        while !large.iter().all(thread::ScopedJoinHandle::is_finished) {
            let asked = Instant::now();
            assert_eq!(server.get("/api/v1/health", "").0, 200);
            waits.push(asked.elapsed());
            thread::sleep(Duration::from_millis(20));
        }
        answers.extend(
            large
                .into_iter()
                .map(|client| client.join().expect("a status")),
        );
    });
    server.lives();
    let of = |status: u16| answers.iter().filter(|&&answer| answer == status).count();
    waits.sort_unstable();
    println!("| what | figure |\n|---|---|");
    println!("| clients with 100,000 edges each | {} |", answers.len());
    println!("| answered (200) | {} |", of(200));
    println!("| told to come again (503) | {} |", of(503));
    println!(
        "| until the last answer | {:.1} s |",
        start.elapsed().as_secs_f64()
    );
    println!("| others, meanwhile | {} |", waits.len());
    println!(
        "| longest wait of the others | {:.0?} |",
        waits.last().expect("somebody asked")
    );
    println!("| most memory | {} MiB |", server.memory());
    assert_eq!(of(200) + of(503), 100, "{answers:?}");
    assert!(of(200) > 0);
}
