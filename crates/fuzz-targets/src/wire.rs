//! All JSON input (requests, records, logs, certificates), and SGF.

use answers::{Method as Way, ROUTES};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, header};
use ssg::fuzz_api;
use switchyard::format::network;
use switchyard_oracle::switching::Oracle;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// A reader of any bytes.
type Read = fn(&[u8]);

/// What reads the rest of an input.
#[derive(Clone, Copy)]
enum Reader {
    /// The server, at this path.
    Post(&'static str),
    /// Another reader of bytes.
    Other(Read),
}

/// The readers beside the server's, by the first lines that choose them.
const OTHERS: [(&str, Read); 5] = [
    ("record", |rest| read_again(rest, fuzz_api::record)),
    ("log", |rest| read_again(rest, fuzz_api::log_header)),
    ("sgf", |rest| read_again(rest, small_sgf)),
    ("certificate", certificate),
    ("get", get),
];

/// Every reader with its name: all paths of the interface that take a body, and the others.
fn readers() -> impl Iterator<Item = (&'static str, Reader)> + Clone {
    let posts = ROUTES.iter().filter(|route| route.method == Way::Post);
    let posts = posts.map(|route| (route.pattern, Reader::Post(route.pattern)));
    posts.chain(OTHERS.map(|(name, reader)| (name, Reader::Other(reader))))
}

/// The first line names a reader, and the rest is what it reads. Names, unlike numbers, choose the same reader when
/// routes are added; a line that names none chooses any, so that no input is wasted.
fn chosen(line: &[u8]) -> Reader {
    let named = readers().find(|(name, _)| name.as_bytes() == line);
    let any = || {
        let sum: usize = line.iter().map(|&byte| usize::from(byte)).sum();
        readers().cycle().nth(sum % readers().count())
    };
    let (_, reader) = named.or_else(any).expect("there are readers");
    reader
}

/// The first line chooses a reader; the rest is what it reads.
///
/// The server answers every request, and never with a 5xx but for being busy or late. Records, logs
/// and games in SGF are written as they were read. A certificate that `ssg check` accepts is true.
pub fn wire(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n');
    let (line, rest) = data.split_at(end.unwrap_or(data.len()));
    let rest = rest.get(1..).unwrap_or_default();
    match chosen(line) {
        Reader::Other(read) => read(rest),
        Reader::Post(path) => {
            let request = Request::post(format!("/api/v1{path}"))
                .header(header::CONTENT_TYPE, "application/json");
            ask(request, Body::from(rest.to_vec()));
        }
    }
}

/// What a reader has written it reads, and writes the same again.
fn read_again(bytes: &[u8], door: fn(&str) -> Result<String, String>) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(written) = door(&text) {
        assert_eq!(door(&written).as_ref(), Ok(&written), "{text:?}");
    }
}

/// A large Bridg-It board is a legal wish that takes its time.
fn small_sgf(text: &str) -> Result<String, String> {
    let large = |size: &str| {
        let digits = size.trim_start().bytes().take_while(u8::is_ascii_digit);
        digits.count() > 1
    };
    if text.split("SZ[").skip(1).any(large) {
        return Err("not here".to_owned());
    }
    fuzz_api::sgf(text)
}

/// A network file, a zero byte, and a certificate for it.
fn certificate(data: &[u8]) {
    let zero = data.iter().position(|&byte| byte == 0);
    let (file, rest) = data.split_at(zero.unwrap_or(data.len()));
    let Ok(network) = network::parse(file) else {
        return;
    };
    let small = network.graph().edge_count() <= 10 && network.graph().vertex_count() <= 32;
    let proved = fuzz_api::certificate(network, rest.get(1..).unwrap_or_default());
    if let (true, Ok((position, outcome))) = (small, proved) {
        let truth = Oracle::new(position.network()).outcome(&position);
        assert_eq!(outcome, truth, "{position:?}");
    }
}

/// Any address: the first line is the path, the others are headers.
fn get(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let mut request = Request::builder()
        .method(Method::GET)
        .uri(lines.next().unwrap_or_default());
    for line in lines.take(8) {
        if let Some((name, value)) = line.split_once(':') {
            request = request.header(name, value);
        }
    }
    ask(request, Body::empty());
}

fn ask(request: axum::http::request::Builder, body: Body) {
    // What hyper would refuse before us is not a request.
    let Ok(request) = request.header(header::HOST, "localhost").body(body) else {
        return;
    };
    thread_local! {
        static SERVER: (Router, Runtime) = (fuzz_api::server(), runtime());
    }
    SERVER.with(|(server, runtime)| {
        runtime.block_on(async {
            let answer = server.clone().oneshot(request).await;
            let answer = answer.expect("the server answers everything");
            let status = answer.status();
            let late = status == StatusCode::SERVICE_UNAVAILABLE;
            assert!(!status.is_server_error() || late, "{status}");
            let body = to_bytes(answer.into_body(), usize::MAX).await;
            body.expect("a whole body");
        });
    });
}

fn runtime() -> Runtime {
    let mut one_thread = Builder::new_current_thread();
    let runtime = one_thread.enable_all().max_blocking_threads(1).build();
    runtime.expect("a runtime of one thread")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// A route without an input would be fuzzed only by luck.
    #[test]
    fn every_reader_has_inputs_of_its_own() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/wire.corpus");
        let inputs = archive::read(&corpus).unwrap();
        let lines = inputs
            .iter()
            .map(|input| input.split(|&byte| byte == b'\n').next());
        let named: BTreeSet<&[u8]> = lines.flatten().collect();
        let missing: Vec<&str> = readers()
            .map(|(name, _)| name)
            .filter(|name| !named.contains(name.as_bytes()))
            .collect();
        assert!(missing.is_empty(), "no inputs for {missing:?}");
    }
}
