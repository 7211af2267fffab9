//! `ssg solve`, `check` and `partition` as a user runs them.

mod common;

use common::{COURSE, FIGURE_3, Scratch, run};
use serde_json::{Value, json};

fn json_of(args: &[&str], input: &str) -> Value {
    let text = run(args, input).answered();
    assert_eq!(text.lines().count(), 1, "one object on one line: {text}");
    serde_json::from_str(&text).expect("a JSON object")
}

fn solve(network: &str, options: &[&str]) -> Value {
    json_of(&[&["solve", "-", "--json"], options].concat(), network)
}

/// The tail 1–2, then a double edge 2–3: SHORT must take the tail.
const TAIL: &str = "3\n3\n1\n3\n1 2\n2 3\n2 3\n";

#[test]
fn outcome_and_winning_moves() {
    let all = json!([1, 2, 3, 4, 5]);
    let course = json!({"outcome": "first", "winning_moves": {"short": all, "cut": all}});
    assert_eq!(solve(COURSE, &[]), course);
    let tail = json!({"outcome": "first", "winning_moves": {"short": [1], "cut": [1, 2, 3]}});
    assert_eq!(solve(TAIL, &[]), tail);
    let double = json!({"outcome": "short", "winning_moves": {"short": [1, 2], "cut": []}});
    assert_eq!(solve("2\n2\n1\n2\n1 2\n2 1\n", &[]), double);
    let nothing = json!({"outcome": "cut", "winning_moves": {"short": [], "cut": []}});
    assert_eq!(solve("2\n0\n1\n2\n", &[]), nothing);
}

#[test]
fn in_the_middle_of_the_game() {
    let after = solve(TAIL, &["--short", "1"]);
    let expected = json!({"outcome": "short", "winning_moves": {"short": [2, 3], "cut": []}});
    assert_eq!(after, expected);
    let won = solve(TAIL, &["--short", "1,3", "--cut", "2"]);
    let expected = json!({"outcome": "short", "winning_moves": {"short": [], "cut": []}});
    assert_eq!(won, expected);
    let lost = solve(TAIL, &["--cut", "1"]);
    assert_eq!(lost["outcome"], "cut");
}

#[test]
fn bad_positions_are_refused() {
    let file = Scratch::new(TAIL);
    for options in [
        ["--short", "4"],
        ["--cut", "0"],
        ["--short", "1,1"],
        ["--cut", "x"],
    ] {
        run(&[&["solve", file.path()], &options[..]].concat(), "").refused();
    }
    run(&["solve", file.path(), "--short", "1", "--cut", "1"], "").refused();
}

#[test]
fn in_words() {
    let file = Scratch::new(TAIL);
    let text = run(&["solve", file.path()], "").answered();
    assert!(text.contains("Whoever moves first wins."), "{text}");
    assert!(text.contains("Winning moves of SHORT: 1\n"), "{text}");
}

#[test]
fn the_partition_of_the_graph() {
    // Three parallel edges, a bridge, a loop, and a double edge.
    let network = "4\n7\n1\n2\n1 2\n1 2\n1 2\n2 3\n3 3\n3 4\n3 4\n";
    let parts = json_of(&["partition", "-", "--json"], network);
    assert_eq!(
        parts,
        json!({"p": [1, 2, 3, 5], "p_star": [4], "r": [6, 7]})
    );
}

/// Solves, and gives the certificate's file.
fn certified(network: &Scratch, options: &[&str]) -> Value {
    let certificate = Scratch::new("");
    let args = ["solve", network.path(), "--certificate", certificate.path()];
    run(&[&args[..], options].concat(), "").answered();
    let text = std::fs::read_to_string(certificate.path()).unwrap();
    serde_json::from_str(&text).expect("a certificate")
}

/// Checks a certificate: the answer's `valid`, with the exit code to go with it.
fn accepts(network: &Scratch, certificate: &Value, options: &[&str]) -> bool {
    let file = Scratch::new(&certificate.to_string());
    let args = ["check", network.path(), file.path(), "--json"];
    let said = run(&[&args[..], options].concat(), "");
    let answer: Value = serde_json::from_str(&said.stdout).expect("a JSON object");
    let valid = answer["valid"].as_bool().expect("yes or no");
    assert_eq!(said.code, Some(i32::from(!valid)), "{said:?}");
    assert_eq!(
        valid,
        said.stderr.is_empty(),
        "a refusal says why: {said:?}"
    );
    valid
}

#[test]
fn certificates_are_accepted_and_those_spoilt_refused() {
    for (text, options) in [
        (COURSE, &[][..]),
        (FIGURE_3, &[]),
        (FIGURE_3, &["--short", "1", "--cut", "3"]),
        (FIGURE_3, &["--short", "1,6"]),
        (TAIL, &["--cut", "1"]),
        ("2\n2\n1\n2\n1 2\n2 1\n", &[]),
        ("3\n2\n1\n3\n1 2\n2 3\n", &[]),
    ] {
        let network = Scratch::new(text);
        let certificate = certified(&network, options);
        assert!(accepts(&network, &certificate, options), "{certificate}");
        // Without the moves it is a certificate of another position.
        assert_eq!(accepts(&network, &certificate, &[]), options.is_empty());
        for other in ["short", "cut", "first"] {
            let mut spoilt = certificate.clone();
            spoilt["outcome"] = other.into();
            assert_eq!(
                accepts(&network, &spoilt, options),
                spoilt == certificate,
                "{spoilt}"
            );
        }
    }
}

#[test]
fn a_certificate_of_another_network_is_refused() {
    let (course, figure) = (Scratch::new(COURSE), Scratch::new(FIGURE_3));
    let certificate = certified(&figure, &[]);
    assert!(!accepts(&course, &certificate, &[]));
}

#[test]
fn a_file_that_is_no_certificate_is_an_input_error() {
    let network = Scratch::new(COURSE);
    for text in ["", "{}", "[1, 2]", "not JSON"] {
        let file = Scratch::new(text);
        let said = run(&["check", network.path(), file.path()], "").refused();
        assert!(said.contains(file.path()), "{said}");
    }
}

/// A certificate may say what it likes about its own position: what is checked is the one asked about.
#[test]
fn a_certificate_cannot_bring_its_own_position() {
    let network = Scratch::new(COURSE);
    let joined = r#"{"format":"switchyard certificate 1","short":[2,1],"cut":[],"outcome":"short","proof":{"kind":"joined","path":[1,2]}}"#;
    let parted = r#"{"format":"switchyard certificate 1","short":[],"cut":[1,2,3,4,5],"outcome":"cut","proof":{"kind":"parted","vertices":[1]}}"#;
    for (lie, moves) in [
        (joined, ["--short", "1,2"]),
        (parted, ["--cut", "5,4,3,2,1"]),
    ] {
        let file = Scratch::new(lie);
        let check = |options: &[&str]| {
            let args = ["check", network.path(), file.path()];
            run(&[&args[..], options].concat(), "")
        };
        let said = check(&[]);
        assert_eq!((said.code, said.stdout.as_str()), (Some(1), ""), "{said:?}");
        assert!(said.stderr.contains("and not at the start"), "{said:?}");
        let said = check(&["--json"]);
        let answer: Value = serde_json::from_str(&said.stdout).unwrap();
        assert_eq!((said.code, &answer["valid"]), (Some(1), &false.into()));
        let start = serde_json::json!({"short": [], "cut": []});
        assert_eq!(answer["position"], start);
        // Other moves than its own are another position too.
        assert_eq!(check(&["--short", "3"]).code, Some(1));
        let text = check(&moves).answered();
        assert!(text.starts_with("valid: after SHORT "), "{text}");
        let answer: Value =
            serde_json::from_str(&check(&[&moves[..], &["--json"]].concat()).answered()).unwrap();
        assert_eq!(answer["valid"], true);
        assert_ne!(answer["position"], start);
    }
    let text = {
        let file = Scratch::new(&certified(&network, &[]).to_string());
        run(&["check", network.path(), file.path()], "").answered()
    };
    assert_eq!(
        text,
        "valid: at the start, the outcome is proved to be \"first\"\n"
    );
}
