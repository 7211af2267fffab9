//! `ssg trace`: the paper's example from the command line.

mod common;

use common::{COURSE, FIGURE_3, Scratch, run};
use serde_json::{Value, json};

fn records(args: &[&str], network: &str) -> Vec<Value> {
    let file = Scratch::new(network);
    let args = [&["trace", "--json", file.path()], args].concat();
    let text = run(&args, "").answered();
    let parse = |line: &str| serde_json::from_str(line).expect("one JSON object per line");
    text.lines().map(parse).collect()
}

const PAPER: [&str; 2] = ["--order", "1,2,6,5"];

#[test]
fn figure_3_to_the_evaluation() {
    let steps = records(&PAPER, FIGURE_3);
    let numbers: Vec<u64> = steps.iter().map(|s| s["step"].as_u64().unwrap()).collect();
    let printed = [1, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 3, 4, 4, 5, 6];
    assert_eq!(numbers, printed);
    assert_eq!(steps[0]["t1"], json!([1, 2, 5, 6]));
    assert_eq!(steps[0]["offers"], json!([3, 4, 7, 8, 9]));
    assert_eq!(steps[15]["b"], json!([1, 2, 5, 6]));
    assert_eq!(steps[15]["s"], json!([5]));
    let last = steps.last().unwrap();
    assert_eq!(last["outcome"], "first");
    assert_eq!(last["t1"], json!([4, 5, 7, 8]));
    assert_eq!(last["t2"], json!([1, 2, 3, 6]));
    assert!(steps.iter().all(|step| step["words"].is_string()));
}

#[test]
fn figure_3_the_printed_game() {
    let args = [&PAPER[..], &["--moves", "7,2,6", "--human", "short"]].concat();
    let steps = records(&args, FIGURE_3);
    let of = |action: &str| -> Vec<&Value> {
        steps
            .iter()
            .filter(|step| step["action"] == action)
            .collect()
    };
    let replies: Vec<&Value> = of("reply").iter().map(|step| &step["edge"]).collect();
    assert_eq!(replies, [1, 3, 5, 4]);
    let updates: Vec<Value> = of("update")
        .iter()
        .map(|s| json!([s["t1"], s["t2"]]))
        .collect();
    let printed = json!([
        [[4, 5, 7, 8], [2, 3, 6, 8]],
        [[4, 5, 7, 8], [2, 6, 7, 8]],
        [[2, 4, 7, 8], [2, 6, 7, 8]],
        [[2, 6, 7, 8], [2, 6, 7, 8]],
    ]);
    assert_eq!(Value::from(updates), printed);
    assert_eq!(steps.last().unwrap()["winner"], "cut");
}

#[test]
fn in_words() {
    let file = Scratch::new(FIGURE_3);
    let text = run(&["trace", file.path(), "--order", "1,2,6,5"], "").answered();
    for words in [
        "step  1  T1 = T2 = {1, 2, 5, 6}",
        "B(2) = {1, 2, 5, 6}",
        "In T2 edge 3 replaces edge 5: T2 = {1, 2, 3, 6}.",
        "Whoever moves first wins",
    ] {
        assert!(text.contains(words), "{words:?} is missing from\n{text}");
    }
}

#[test]
fn the_game_needs_a_side_on_which_the_machine_wins() {
    let double = Scratch::new("2\n2\n1\n2\n1 2\n1 2\n");
    let args = ["trace", double.path(), "--moves", "1", "--human"];
    let said = run(&[&args[..], &["short"]].concat(), "").code;
    assert_eq!(said, Some(2));
    let text = run(&[&args[..], &["cut"]].concat(), "").answered();
    assert!(text.contains("SHORT has won"), "{text}");
}

#[test]
fn bad_edges_are_refused() {
    let file = Scratch::new(COURSE);
    for args in [["--order", "6"], ["--moves", "0"], ["--order", "x"]] {
        let said = run(&[&["trace", file.path()], &args[..]].concat(), "");
        assert_eq!(said.code, Some(2), "{args:?}");
    }
}
