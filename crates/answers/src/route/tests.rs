use super::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn ask(path: &str, body: &str) -> (u16, Value) {
    let reply = answer(path, body.as_bytes(), &Limits::default(), 7);
    (reply.status, serde_json::from_slice(&reply.body).unwrap())
}

/// Every path of the document is a question with its method, and there is no other question.
#[test]
fn the_document_lists_the_questions() {
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    let described: BTreeSet<(String, bool)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(path, item)| (path.clone(), item.get("post").is_some()))
        .collect();
    let answered: BTreeSet<(String, bool)> = ROUTES
        .iter()
        .map(|route| {
            let path = format!("/api/v1{}", route.pattern);
            (path, route.method == Method::Post)
        })
        .collect();
    assert_eq!(described, answered);
}

#[test]
fn every_example_of_the_document_is_answered() {
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    for route in &ROUTES {
        let path = format!("/api/v1{}", route.pattern);
        let content = &document["paths"][&path]["post"]["requestBody"]["content"];
        let body = match route.method {
            Method::Get => String::new(),
            Method::Post => content["application/json"]["example"].to_string(),
        };
        let path = route.pattern.replace("{size}", "3");
        let path = path.replace("{file}", "course.net");
        let (status, answer) = ask(&path, &body);
        assert_eq!(status, 200, "{path}: {answer}");
    }
}

#[test]
fn paths_match_whole_segments() {
    for path in [
        "",
        "/",
        "/nothing",
        "/gallery/",
        "/bridgit/3/4",
        "/switching/analyse/",
    ] {
        let (status, error) = ask(path, "");
        assert_eq!(
            (status, &error["code"]),
            (404, &json!("not-found")),
            "{path}"
        );
    }
    assert_eq!(ask("/bridgit/3", "").1["size"], 3);
    assert_eq!(ask("/gallery/course%2Enet", "").1["name"], "course.net");
    assert_eq!(
        ask("/gallery/50%", "").1["reason"],
        "there is nothing at 50%"
    );
    assert_eq!(ask("/gallery/%ff", "").0, 404);
}

#[test]
fn wrong_json_is_refused_with_its_place() {
    let cases = [
        ("{", 400, "bad-json", "line 1 column 1"),
        (r#"{"nodes":2,"edges":1} x"#, 400, "bad-json", "trailing"),
        ("{}", 422, "wrong-shape", "missing field `nodes`"),
        (
            r#"{"nodes":2,"edges":1,"x":0}"#,
            422,
            "wrong-shape",
            "x: unknown field",
        ),
    ];
    for (body, status, code, words) in cases {
        let (got, error) = ask("/random", body);
        assert_eq!((got, &error["code"]), (status, &json!(code)), "{body}");
        assert!(error["reason"].as_str().unwrap().contains(words), "{error}");
    }
}

/// Chance is the seed's: the question's own first, else the caller's.
#[test]
fn chance_follows_from_the_seed() {
    let (_, made) = ask("/random", r#"{"nodes":9,"edges":14}"#);
    assert_eq!(made["seed"], 7);
    let asked = r#"{"nodes":9,"edges":14,"seed":7}"#.as_bytes();
    let reply = answer("/random", asked, &Limits::default(), 1);
    let again: Value = serde_json::from_slice(&reply.body).unwrap();
    assert_eq!(made, again);
}

/// The page tells a move without an answer to explain from a question that is wrong.
#[test]
fn a_move_without_an_answer_to_explain_has_a_code_of_its_own() {
    let explain_on = |parallel: usize, edges: &[usize]| {
        let pairs = vec![[1, 2]; parallel];
        let network = json!({"vertices": 2, "left": 1, "right": 2, "edges": pairs});
        let sides = ["cut", "short"].iter().cycle();
        let moves: Vec<Value> = edges
            .iter()
            .zip(sides)
            .map(|(edge, side)| json!({"side": side, "edge": edge}))
            .collect();
        let question = json!({"network": network, "moves": moves});
        ask("/switching/explain", &question.to_string())
    };
    assert_eq!(explain_on(2, &[1]).1["replies"], json!([2]));
    // No move yet; and a move of the side that moves first, who wins one edge.
    for (parallel, moves) in [(2, &[][..]), (1, &[1])] {
        let (status, why) = explain_on(parallel, moves);
        assert_eq!((status, &why["code"]), (422, &json!("nothing-to-explain")));
        assert_eq!(why["field"], "moves");
    }
    let (status, why) = explain_on(2, &[3]);
    assert_eq!((status, &why["code"]), (422, &json!("invalid")));
}

/// Another seed may find what chance has not offered, but not what cannot be.
#[test]
fn a_seed_without_luck_has_a_code_of_its_own() {
    for (body, code) in [
        (r#"{"nodes":5,"edges":4,"outcome":"short"}"#, "no-luck"),
        (r#"{"nodes":3,"edges":90}"#, "invalid"),
    ] {
        let (status, why) = ask("/random", body);
        assert_eq!((status, &why["code"]), (422, &json!(code)), "{body}");
    }
}

/// `target` in the network makes all of them about the join-all game, in which other moves win.
#[test]
fn every_question_about_a_position_knows_the_join_all_game() {
    let network = |edges: &[[usize; 2]], target: &str| json!({"vertices": 4, "left": 1, "right": 2, "edges": edges, "target": target});
    let analyse = |body: Value| {
        let (status, answer) = ask("/switching/analyse", &body.to_string());
        assert_eq!(status, 200, "{answer}");
        answer
    };
    let complete = [[1, 2], [2, 3], [3, 4], [4, 1], [1, 3], [2, 4]];
    // ρ = 6 = 2n − 2, 5 = 2n − 3, and less: SHORT, whoever begins, CUT. Between 1 and 2 alone it is another game.
    for (edges, all, terminals) in [
        (&complete[..], "short", "short"),
        (&complete[..5], "first", "first"),
        (&complete[..4], "cut", "first"),
    ] {
        for (target, outcome) in [("all", all), ("terminals", terminals)] {
            let answer = analyse(json!({"network": network(edges, target)}));
            assert_eq!(answer["outcome"], outcome, "{edges:?} {target}");
        }
    }
    let board = network(&complete, "all");
    let record =
        json!({"format": "record", "network": board, "moves": [{"side": "short", "edge": 1}]});
    let (status, file) = ask("/files/write", &record.to_string());
    assert_eq!(status, 200, "{file}");
    let (_, read) = ask("/files/read", &json!({"text": file["text"]}).to_string());
    assert_eq!(
        (&read["target"], &read["moves"][0]["edge"]),
        (&json!("all"), &json!(1))
    );
    for opponent in ["perfect", "random", "greedy", "min-cut", "analog"] {
        let mut moves = Vec::new();
        let winner = loop {
            let side = ["cut", "short"][moves.len() % 2];
            let kind = if side == "cut" { opponent } else { "perfect" };
            let player = json!({"kind": kind, "seed": 5});
            let question = json!({"network": board, "moves": moves, "reply": {"side": side, "player": player}});
            let answer = analyse(question);
            moves.push(json!({"side": side, "edge": answer["reply"]["edge"]}));
            if answer["winner"] != Value::Null {
                break answer["winner"].clone();
            }
        };
        assert_eq!(winner, "short", "{opponent}: {moves:?}");
        let game = json!({"network": board, "moves": moves}).to_string();
        let (_, history) = ask("/switching/history", &game);
        // Two trees without an edge to spare: every move of CUT must be answered.
        let expected: Vec<&str> = (0..=moves.len())
            .map(|played| ["short", "first"][played % 2])
            .collect();
        assert_eq!(history["outcomes"], json!(expected));
        let hit = json!({"network": board, "moves": &moves[..1]}).to_string();
        let (status, why) = ask("/switching/explain", &hit);
        assert_eq!((status, &why["winner"]), (200, &json!("short")), "{why}");
        assert_eq!(ask("/switching/chase", &game).0, 422);
    }
}
