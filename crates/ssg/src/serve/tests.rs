//! The server as a client meets it, without a socket: every route, every refusal, the document.

use super::error::{self, HttpError};
use super::limits::Limits;
use super::router;
use super::state::AppState;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, Response, StatusCode, header};
use axum::response::IntoResponse;
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr};
use switchyard::format::Format;
use tower::ServiceExt;

fn state(limits: Limits) -> Router {
    router(&AppState::new(limits, 2), IpAddr::V4(Ipv4Addr::LOCALHOST))
}

fn app() -> Router {
    state(Limits::default())
}

fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(work)
}

async fn call(app: Router, request: Request<Body>) -> (Response<()>, Vec<u8>) {
    let (head, body) = app.oneshot(request).await.unwrap().into_parts();
    let bytes = to_bytes(body, 64 << 20).await.unwrap();
    (Response::from_parts(head, ()), bytes.to_vec())
}

fn get(path: &str) -> Request<Body> {
    let request = Request::get(path).header(header::HOST, "127.0.0.1:1");
    request.body(Body::empty()).unwrap()
}

fn post(path: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(path)
        .header(header::HOST, "localhost")
        .header(header::CONTENT_TYPE, "application/json")
        .body(body.into())
        .unwrap()
}

/// Posts JSON, gets status and JSON.
fn ask(app: Router, path: &str, body: &Value) -> (StatusCode, Value) {
    let (head, bytes) = run(call(app, post(path, body.to_string())));
    let body = serde_json::from_slice(&bytes).unwrap();
    (head.status(), body)
}

fn course() -> Value {
    json!({"vertices": 4, "left": 1, "right": 4, "edges": [[1, 2], [2, 4], [2, 3], [1, 3], [3, 4]]})
}

#[test]
fn every_answer_carries_the_headers() {
    for (path, frames) in [
        ("/", "SAMEORIGIN"),
        ("/main.js", "SAMEORIGIN"),
        ("/docs/", "DENY"),
        ("/docs/images/networks.png", "DENY"),
        ("/api/v1/health", "DENY"),
        ("/nothing", "DENY"),
        ("/api/v1/nothing", "DENY"),
    ] {
        let (head, _) = run(call(app(), get(path)));
        let policy = head.headers()[header::CONTENT_SECURITY_POLICY].to_str();
        let policy = policy.unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(head.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(head.headers()[header::X_FRAME_OPTIONS], frames, "{path}");
        let ancestors = if frames == "DENY" { "none" } else { "self" };
        let ancestors = format!("frame-ancestors '{ancestors}'");
        assert!(policy.contains(&ancestors), "{path}: {policy}");
        assert_eq!(head.headers()[header::REFERRER_POLICY], "no-referrer");
    }
}

#[test]
fn the_page_is_served_and_known_files_are_not_sent_twice() {
    let (head, body) = run(call(app(), get("/")));
    assert_eq!(head.status(), StatusCode::OK);
    assert!(body.starts_with(b"<!doctype html>"));
    let tag = head.headers()[header::ETAG].clone();
    let mut again = get("/index.html");
    again.headers_mut().insert(header::IF_NONE_MATCH, tag);
    let (head, body) = run(call(app(), again));
    assert_eq!(head.status(), StatusCode::NOT_MODIFIED);
    assert!(body.is_empty());
}

#[test]
fn the_documents_are_pages_beside_the_page() {
    let page = |path| {
        let (head, body) = run(call(app(), get(path)));
        assert_eq!(head.status(), StatusCode::OK, "{path}");
        let kind = head.headers()[header::CONTENT_TYPE].to_str().unwrap();
        assert!(kind.starts_with("text/html"), "{path}: {kind}");
        let policy = head.headers()[header::CONTENT_SECURITY_POLICY].to_str();
        assert!(!policy.unwrap().contains("script"), "documents run none");
        String::from_utf8(body).unwrap()
    };
    let tour = page("/docs/");
    assert_eq!(tour, page("/docs/index.html"));
    assert!(tour.contains("href=\"../docs/report.html\""));
    // Boards in documents are the page in frames.
    let report = page("/docs/report.html");
    assert!(report.contains("<iframe src=\"../index.html#board="));
    for path in [
        "/docs/none.html",
        "/docs/../Cargo.toml",
        "/docs/results/none/",
    ] {
        let (head, _) = run(call(app(), get(path)));
        assert_eq!(head.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[test]
fn strange_requests_are_refused_with_a_reason() {
    let long = "x".repeat(5 << 20);
    let no_kind = Request::post("/api/v1/random").header(header::HOST, "localhost");
    let cases = [
        (get("/../Cargo.toml"), 404, "not-found"),
        (get("/api/v1/switching/analyse"), 405, "wrong-method"),
        (post("/", ""), 405, "wrong-method"),
        (post("/api/v1/random", "{"), 400, "bad-json"),
        (post("/api/v1/random", "{}"), 422, "wrong-shape"),
        (
            post("/api/v1/random", r#"{"nodes":2,"edges":1,"x":0}"#),
            422,
            "wrong-shape",
        ),
        (post("/api/v1/random", long), 413, "too-large"),
        (no_kind.body(Body::from("{}")).unwrap(), 415, "not-json"),
    ];
    for (request, status, code) in cases {
        let what = format!("{} {}", request.method(), request.uri());
        let (head, body) = run(call(app(), request));
        assert_eq!(head.status().as_u16(), status, "{what}");
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["code"], code, "{what}");
        assert!(!body["reason"].as_str().unwrap().is_empty(), "{what}");
    }
}

#[test]
fn a_foreign_host_is_misdirected() {
    for host in ["evil.example", "evil.example:8011", ""] {
        let mut request = get("/");
        request
            .headers_mut()
            .insert(header::HOST, host.parse().unwrap());
        let (head, _) = run(call(app(), request));
        assert_eq!(head.status(), StatusCode::MISDIRECTED_REQUEST, "{host:?}");
    }
    let open = router(
        &AppState::new(Limits::default(), 1),
        IpAddr::V4(Ipv4Addr::UNSPECIFIED),
    );
    let mut request = get("/");
    request
        .headers_mut()
        .insert(header::HOST, "yard.example".parse().unwrap());
    assert_eq!(run(call(open, request)).0.status(), StatusCode::OK);
}

#[test]
fn impossible_games_are_refused_with_the_field() {
    let path = "/api/v1/switching/analyse";
    let mut same = course();
    same["right"] = json!(1);
    let mut beyond = course();
    beyond["edges"][0] = json!([1, 9]);
    let twice = json!([{"side": "cut", "edge": 1}, {"side": "short", "edge": 1}]);
    let none = json!([{"side": "cut", "edge": 0}]);
    let cases = [
        (json!({"network": same}), "network"),
        (json!({"network": beyond}), "network"),
        (json!({"network": course(), "moves": twice}), "moves"),
        (json!({"network": course(), "moves": none}), "moves"),
    ];
    for (body, field) in cases {
        let (status, answer) = ask(app(), path, &body);
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert_eq!(answer["field"], field, "{body} {answer}");
    }
}

#[test]
fn large_graphs_are_refused_and_slow_answers_too() {
    let mut limits = Limits::default();
    limits.answers.vertices = 3;
    let body = json!({"network": course()});
    let (status, answer) = ask(state(limits), "/api/v1/switching/analyse", &body);
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(
        answer["reason"],
        "this answer is given for at most 3 vertices, and there are 4"
    );
}

#[test]
fn a_busy_server_says_when_to_come_again() {
    for error in [error::busy(), error::late()] {
        let response = HttpError(error).into_response();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()[header::RETRY_AFTER], "1");
    }
}

#[test]
fn a_game_is_judged_replied_to_and_explained() {
    let path = "/api/v1/switching/analyse";
    let (_, start) = ask(app(), path, &json!({"network": course()}));
    assert_eq!(start["outcome"], "first");
    assert_eq!(start["announcement"]["role"], "choose");
    let opening = start["announcement"]["move"].clone();
    for side in ["short", "cut"] {
        let winning = start["winning_moves"][side].as_array().unwrap();
        assert!(winning.contains(&opening), "{side}");
    }
    // The machine wins as either side after its own first move, whatever is played.
    for (machine, human) in [("short", "cut"), ("cut", "short")] {
        for tried in 1..=5 {
            let mut moves = vec![json!({"side": machine, "edge": opening})];
            if opening == tried {
                continue;
            }
            moves.push(json!({"side": human, "edge": tried}));
            let player = json!({"kind": "perfect"});
            let reply = json!({"side": machine, "player": player});
            let (_, answer) = ask(
                app(),
                path,
                &json!({"network": course(), "moves": moves, "reply": reply}),
            );
            assert_eq!(answer["outcome"], machine, "{tried}");
            let before = answer["before"].as_str().unwrap();
            assert!([machine, "first"].contains(&before), "{tried} {before}");
        }
    }
    let double = json!({"vertices": 2, "left": 1, "right": 2, "edges": [[1, 2], [2, 1]]});
    let moves = json!([{"side": "cut", "edge": 2}]);
    let (_, why) = ask(
        app(),
        "/api/v1/switching/explain",
        &json!({"network": double, "moves": moves}),
    );
    assert_eq!(why["replies"], json!([1]));
    assert_eq!(why["winner"], "short");
}

/// Writes a graph in a format, and reads it again.
fn written_and_read(format: &str, graph: &Value) -> Value {
    let body = json!({"format": format, "network": graph});
    let (status, file) = ask(app(), "/api/v1/files/write", &body);
    assert_eq!(status, StatusCode::OK, "{format} {file}");
    let (status, read) = ask(app(), "/api/v1/files/read", &json!({"text": file["text"]}));
    assert_eq!(status, StatusCode::OK, "{format} {read}");
    assert_eq!(read["format"], format);
    let edges = |graph: &Value| graph["edges"].as_array().unwrap().len();
    assert_eq!(edges(&read), edges(graph), "{format}");
    read
}

#[test]
fn texts_read_back_in_every_format() {
    let graph = json!({"vertices": 3, "left": 1, "right": 3, "edges": [[1, 2], [2, 3], [1, 3]]});
    let drawn = json!({"vertices": 3, "right": 2, "edges": [[1, 2], [2, 3]]});
    // A METIS file is known by its extension only.
    let told = Format::ALL
        .into_iter()
        .filter(|&format| format != Format::Metis);
    for format in told.map(Format::name) {
        let read = written_and_read(format, &graph);
        let notes = read["notes"].as_array().unwrap();
        let named = !["graph6", "sparse6", "digraph6"].contains(&format);
        assert_eq!(read["left"] == json!(1), named, "{format}");
        assert_eq!(notes.is_empty(), named, "{format}");
        if format != "network" {
            assert_eq!(
                written_and_read(format, &drawn)["left"],
                json!(null),
                "{format}"
            );
        }
    }
    for format in ["network", "record"] {
        let body = json!({"format": format, "network": drawn});
        let (status, refusal) = ask(app(), "/api/v1/files/write", &body);
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{format}");
        assert!(
            refusal["reason"].as_str().unwrap().contains("L and R"),
            "{refusal}"
        );
    }
    let (status, answer) = ask(
        app(),
        "/api/v1/files/read",
        &json!({"text": "2\n1\n1\n2\n1 7\n"}),
    );
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        answer["reason"].as_str().unwrap().contains("line 5"),
        "{answer}"
    );
}

#[test]
fn a_game_record_keeps_its_passes() {
    let moves = json!([{"side": "cut", "edge": 1}, {"side": "short", "edge": 0}, {"side": "cut", "edge": 4}]);
    let body = json!({"format": "record", "network": course(), "moves": moves});
    let (status, file) = ask(app(), "/api/v1/files/write", &body);
    assert_eq!(status, StatusCode::OK, "{file}");
    let (_, read) = ask(app(), "/api/v1/files/read", &json!({"text": file["text"]}));
    assert_eq!(read["moves"], moves);
    assert!(file["text"].as_str().unwrap().contains(r#""winner":"cut""#));
}

#[test]
fn random_networks_have_the_outcome_and_follow_from_the_seed() {
    for outcome in ["short", "cut", "first"] {
        let wish = json!({"nodes": 9, "edges": 14, "outcome": outcome, "seed": 4});
        let (_, made) = ask(app(), "/api/v1/random", &wish);
        assert_eq!(made["seed"], 4);
        let (_, again) = ask(app(), "/api/v1/random", &wish);
        assert_eq!(made, again);
        let body = json!({"network": made["network"]});
        let (_, answer) = ask(app(), "/api/v1/switching/analyse", &body);
        assert_eq!(answer["outcome"], outcome);
    }
    let wish = json!({"nodes": 3, "edges": 90});
    assert_eq!(
        ask(app(), "/api/v1/random", &wish).0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}

/// Every path of the document answers its own example; `answers` tests that there is no other.
#[test]
fn the_document_is_the_server() {
    let document: Value = serde_json::from_str(answers::OPENAPI).unwrap();
    let paths = document["paths"].as_object().unwrap();
    for (path, item) in paths {
        let (method, operation) = item.as_object().unwrap().iter().next().unwrap();
        let (request, other) = if method == "post" {
            let content = &operation["requestBody"]["content"]["application/json"];
            assert!(content["example"].is_object(), "{path} has no example");
            (post(path, content["example"].to_string()), Method::GET)
        } else {
            (get(&filled(path)), Method::POST)
        };
        let (head, body) = run(call(app(), request));
        assert_eq!(
            head.status(),
            StatusCode::OK,
            "{path}: {}",
            String::from_utf8_lossy(&body)
        );
        assert_eq!(
            head.headers()[header::CONTENT_TYPE],
            "application/json",
            "{path}"
        );
        let mut wrong = get(&filled(path));
        *wrong.method_mut() = other;
        let (head, _) = run(call(app(), wrong));
        assert_eq!(head.status(), StatusCode::METHOD_NOT_ALLOWED, "{path}");
    }
}

fn filled(path: &str) -> String {
    path.replace("{size}", "3").replace("{file}", "course.net")
}
