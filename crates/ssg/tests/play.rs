//! `ssg play`: a game in the terminal, over pipes.

mod common;

use common::{COURSE, FIGURE_3, Scratch, run};

fn play(network: &str, options: &[&str], said: &[&str]) -> String {
    let file = Scratch::new(network);
    let args = [&["play", file.path()], options].concat();
    run(&args, &said.join("\n")).answered()
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    // Where the lines break does not matter.
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing from\n{text}");
    }
}

const DOUBLE: &str = "2\n2\n1\n2\n1 2\n1 2\n";
const PATH: &str = "3\n2\n1\n3\n1 2\n2 3\n";

#[test]
fn the_three_announcements() {
    has(
        &play(DOUBLE, &[], &[]),
        &["I am the connect player, you move first. You are CUT."],
    );
    has(
        &play(PATH, &[], &[]),
        &["I am the cut player, you move first. You are SHORT."],
    );
    let text = play(COURSE, &[], &["short"]);
    has(
        &text,
        &[
            "See my first move, you choose which player you want to be.",
            "My first move: edge ",
            "I destroy edge",
        ],
    );
    has(
        &play(COURSE, &[], &["1", "cut"]),
        &["Choose first", "I take edge"],
    );
}

#[test]
fn the_machine_wins_from_its_announcement() {
    has(
        &play(DOUBLE, &[], &["1"]),
        &["I take edge 2 (1–2).", "I HAVE WON. SHORT's edges {2} join"],
    );
    has(
        &play(PATH, &[], &["2"]),
        &["I destroy edge 1", "I HAVE WON."],
    );
    for side in ["short", "cut"] {
        let moves: Vec<String> = (1..=7).map(|edge| edge.to_string()).collect();
        let mut said = vec![side];
        said.extend(moves.iter().map(String::as_str));
        has(&play(FIGURE_3, &[], &said), &["I HAVE WON."]);
    }
}

#[test]
fn the_human_may_have_the_winning_side() {
    let text = play(
        DOUBLE,
        &["--side", "short", "--first", "machine"],
        &["1", "2"],
    );
    has(
        &text,
        &["YOU ARE SHORT, I AM CUT. I MOVE FIRST.", "YOU HAVE WON."],
    );
}

#[test]
fn passing_resigning_taking_back() {
    let text = play(
        FIGURE_3,
        &["--side", "short"],
        &["pass", "back", "back", "1", "back", "resign"],
    );
    has(
        &text,
        &[
            "I destroy edge",
            "no move of yours",
            "Taken back",
            "SHORT resigns. I HAVE WON.",
        ],
    );
    // After a game: only another one, or the last move again.
    let text = play(DOUBLE, &[], &["1", "2", "back", "2", "new"]);
    has(
        &text,
        &[
            "The game is over: say new, back or quit.",
            "Taken back",
            "I take edge 1 (1–2).",
        ],
    );
    assert_eq!(text.matches("I am the connect player").count(), 2, "{text}");
}

#[test]
fn hints_moves_and_proofs() {
    let text = play(DOUBLE, &[], &["hint", "moves", "why"]);
    has(
        &text,
        &[
            "No move wins",
            "SHORT to move wins with every move.",
            "CUT to move wins with no move.",
        ],
    );
    has(
        &text,
        &[
            "SHORT wins, whoever moves first.",
            "two trees",
            "{1} and {2}",
        ],
    );
    // Edge 1 is a bridge: the one winning move of SHORT.
    let network = "3\n3\n1\n3\n1 2\n2 3\n2 3\n";
    let text = play(network, &["--side", "cut"], &["hint", "moves", "why", "1"]);
    has(
        &text,
        &[
            "Try edge 1 (1–2): it wins.",
            "SHORT to move wins with {1}.",
            "CUT to move wins with every move.",
        ],
    );
    has(&text, &["Whoever moves first wins.", "YOU HAVE WON."]);
}

#[test]
fn illegal_and_odd_input() {
    let text = play(
        COURSE,
        &["--side", "short"],
        &["9", "0", "4-9", "1-4", "zut", "", "1", "1"],
    );
    has(
        &text,
        &[
            "there is no edge 9",
            "there is no edge 0",
            "numbered 1 to 4",
            "No free edge joins 1 and 4",
        ],
    );
    has(
        &text,
        &[
            "I do not know \"zut\"",
            "edge 1 was already played by SHORT",
        ],
    );
}

#[test]
fn edges_by_their_ends() {
    let text = play(COURSE, &["--side", "short"], &["2-1", "board"]);
    has(&text, &["1═2", "I destroy edge"]);
}

#[test]
fn a_board_that_is_won_before_it_starts() {
    has(
        &play("2\n0\n1\n2\n", &[], &["1", "quit"]),
        &["I am the cut player", "I HAVE WON."],
    );
}

#[test]
fn the_network_cannot_come_with_the_moves() {
    let said = run(&["play", "-"], COURSE).refused();
    assert!(said.contains("standard input"), "{said}");
}

#[test]
fn another_opponent() {
    let options = ["--side", "cut", "--opponent", "random", "--seed", "5"];
    let moves: Vec<String> = (1..=7).map(|edge| edge.to_string()).collect();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let text = play(FIGURE_3, &options, &moves);
    has(
        &text,
        &["Your opponent is random, with --seed 5.", "I take edge"],
    );
    assert_eq!(text, play(FIGURE_3, &options, &moves));
    let file = Scratch::new(FIGURE_3);
    run(&["play", file.path(), "--opponent", "nobody"], "").refused();
}

/// The losing machine says why it plays what it plays, if asked to.
#[test]
fn the_losing_machine_explains_itself() {
    let options = ["--side", "short", "--first", "machine", "--explain"];
    let text = play(DOUBLE, &options, &["2"]);
    has(
        &text,
        &[
            "CUT loses against perfect play and hopes for an error: after edge 1, SHORT's only reply still wins.",
        ],
    );
    let text = play(DOUBLE, &options[..4], &["2"]);
    assert!(!text.contains("against perfect play"), "{text}");
}

/// The winning machine says why it prefers its move to other winning moves.
#[test]
fn the_winning_machine_explains_itself() {
    let options = ["--side", "cut", "--first", "machine", "--explain"];
    let text = play(DOUBLE, &options, &["2"]);
    has(&text, &["SHORT wins with edge 1: the game is over."]);
}

/// The opponents that can be known are named.
#[test]
fn only_predictable_opponents_can_be_exploited() {
    let options = ["--side", "cut", "--opponent", "exploit:greedy"];
    has(&play(DOUBLE, &options, &["1"]), &["I take edge 2"]);
    let file = Scratch::new(DOUBLE);
    for name in ["exploit:random", "exploit:perfect@0.9", "exploit:perfect"] {
        let said = run(&["play", file.path(), "--opponent", name], "").refused();
        assert!(
            said.contains("analog, min-cut and greedy are known"),
            "{said}"
        );
    }
}
