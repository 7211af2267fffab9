//! All JSON input (requests, records, logs, certificates), and SGF.

use crate::bytes::Bytes;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, header};
use ssg::fuzz_api;
use switchyard::format::network;
use switchyard_oracle::switching::Oracle;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// Every path that takes a body.
const POSTS: [&str; 10] = [
    "switching/analyse",
    "switching/explain",
    "switching/history",
    "switching/chase",
    "coins/analyse",
    "coins/reply",
    "coins/history",
    "files/read",
    "files/write",
    "random",
];

/// The first byte chooses a reader; the rest is what it reads.
///
/// The server answers every request, and never with a 5xx but for being busy or late. Records, logs
/// and games in SGF are written as they were read. A certificate that `ssg check` accepts is true.
pub fn wire(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let choice = bytes.below(POSTS.len() + 5);
    let rest = bytes.rest();
    let text = String::from_utf8_lossy(rest);
    match choice {
        10 => read_again(&text, fuzz_api::record),
        11 => read_again(&text, fuzz_api::log_header),
        12 => read_again(&text, small_sgf),
        13 => certificate(rest),
        14 => get(&text),
        post => {
            let path = format!("/api/v1/{}", POSTS[post]);
            let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
            ask(request, Body::from(rest.to_vec()));
        }
    }
}

/// What a reader has written it reads, and writes the same again.
fn read_again(text: &str, door: fn(&str) -> Result<String, String>) {
    if let Ok(written) = door(text) {
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
fn get(text: &str) {
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
