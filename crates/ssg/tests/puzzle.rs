//! `ssg puzzle` as a user runs it: other commands solve what it makes.

mod common;

use common::{Scratch, run};
use serde_json::{Value, json};

fn json_of(args: &[&str], input: &str) -> Value {
    serde_json::from_str(&run(args, input).answered()).expect("a JSON object")
}

fn puzzle(kind: &str, seed: usize) -> Value {
    let puzzle = json_of(&["puzzle", kind, "--seed", &seed.to_string(), "--json"], "");
    assert_eq!(puzzle["kind"], kind);
    assert!(
        puzzle["question"]
            .as_str()
            .is_some_and(|text| text.ends_with('?') || text.contains("Find"))
    );
    assert!((1..=5).contains(&puzzle["difficulty"].as_u64().unwrap()));
    puzzle
}

#[test]
fn networks_are_solved_by_ssg_solve() {
    for seed in 1..6 {
        let only = puzzle("only-move", seed);
        let verdict = json_of(&["solve", "-", "--json"], only["network"].as_str().unwrap());
        assert_eq!(only["answer"].as_array().unwrap().len(), 1);
        assert_eq!(
            verdict["winning_moves"][only["side"].as_str().unwrap()],
            only["answer"]
        );

        let who = puzzle("who-wins", seed);
        let verdict = json_of(&["solve", "-", "--json"], who["network"].as_str().unwrap());
        assert_eq!(
            (&verdict["outcome"], &who["side"]),
            (&who["answer"], &Value::Null)
        );

        let which = puzzle("which-side", seed);
        let verdict = json_of(
            &["solve", "-", "--json"],
            which["network"].as_str().unwrap(),
        );
        let winner = match verdict["outcome"].as_str().unwrap() {
            "first" => &which["side"],
            _ => &verdict["outcome"],
        };
        assert_eq!(winner, &which["answer"]);
    }
}

#[test]
fn coins_are_solved_by_ssg_coins() {
    for seed in 1..6 {
        let label = puzzle("label", seed);
        let file = Scratch::new(label["network"].as_str().unwrap());
        let labels = json_of(&["coins", "label", file.path(), "--json"], "");
        assert_eq!(
            labels["labels"][label["node"].as_str().unwrap()],
            label["answer"]
        );

        let draw = puzzle("keep-draw", seed);
        let file = Scratch::new(draw["network"].as_str().unwrap());
        let coins: Vec<&str> = draw["coins"]
            .as_array()
            .unwrap()
            .iter()
            .map(|coin| coin.as_str().unwrap())
            .collect();
        let solved = json_of(
            &[&["coins", "solve", "--json", file.path()], &coins[..]].concat(),
            "",
        );
        assert_eq!(
            (&solved["outcome"], &solved["move"]),
            (&json!("draw"), &draw["answer"])
        );
    }
}

#[test]
fn in_words_and_refused() {
    let args = ["puzzle", "two-trees", "--seed", "7", "--difficulty", "2"];
    let text = run(&args, "").answered();
    assert!(
        text.contains("Find them.\nDifficulty: 2 of 5\n\n"),
        "{text}"
    );
    assert!(!text.contains("Answer"), "{text}");
    let with = run(&[&args[..], &["--answer"]].concat(), "").answered();
    assert!(
        with.starts_with(&text) && with.contains("\nAnswer: "),
        "{with}"
    );
    // Some seeds have no puzzle of this difficulty: then another is taken, unless it was asked for.
    let hard = ["puzzle", "keep-draw", "--difficulty", "5"];
    let fails = |seed: usize| {
        let seed = seed.to_string();
        run(&[&hard[..], &["--seed", &seed]].concat(), "").code != Some(0)
    };
    assert!((1..60).any(fails), "a seed without such a puzzle");
    for _ in 0..10 {
        assert_eq!(run(&hard, "").code, Some(0));
    }
    run(&["puzzle", "riddle"], "").refused();
    run(&["puzzle", "label", "--difficulty", "6"], "").refused();
}
