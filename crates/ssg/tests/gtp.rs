//! `ssg gtp`, driven as a tool of the field would.

mod arena;
mod common;

use arena::Arena;
use common::{COURSE, Talk, run};

/// Sends the lines; the responses without their empty lines.
#[track_caller]
fn converse(args: &[&str], lines: &str) -> Vec<String> {
    let output = run(&[&["gtp"], args].concat(), lines).answered();
    assert!(output.ends_with("\n\n") || output.is_empty());
    let responses = output.split("\n\n").filter(|response| !response.is_empty());
    responses.map(str::to_owned).collect()
}

#[track_caller]
fn check(lines: &str, expected: &[&str]) {
    assert_eq!(converse(&["--size", "3"], lines), expected);
}

#[test]
fn the_protocol_itself() {
    check(
        "1 protocol_version\n2 name\n# a comment\n\n3 nonsense\nknown_command genmove\nknown_command x\n4 quit\nname\n",
        &[
            "=1 2",
            "=2 Switchyard",
            "?3 unknown command",
            "= true",
            "= false",
            "=4",
        ],
    );
    let commands = converse(&[], "list_commands\n").remove(0);
    for name in "protocol_version name version list_commands known_command boardsize clear_board komi play genmove \
        reg_genmove undo showboard all_legal_moves final_score time_settings time_left loadsgf printsgf quit"
        .split_whitespace()
    {
        assert!(commands.trim_start_matches("= ").lines().any(|line| line == name), "{name}");
    }
    check(
        "komi 6.5\nkomi x\ntime_settings 600 30 5\ntime_left b 17 0\ntime_left b\ntime_settings x 0 0\n",
        &[
            "=",
            "? syntax error: \"x\" is no komi",
            "=",
            "=",
            "? syntax error: seconds is missing",
            "? syntax error: \"x\" is no main time",
        ],
    );
}

#[test]
fn moves_are_fischers() {
    check(
        "all_legal_moves w\nplay w C3\nplay b c3\nplay b i3\nplay b c2\nplay b d2\nundo\nundo\nundo\nall_legal_moves b\n",
        &[
            "= A1 C1 E1 B2 D2 A3 C3 E3 B4 D4 A5 C5 E5",
            "=",
            "? illegal move: edge 7 was already played by CUT",
            "? \"i3\" is not a move: the column letters leave out I and L",
            "? c2 is a node, not an edge: column and row must be both odd or both even",
            "=",
            "=",
            "=",
            "? cannot undo",
            "= a1 c1 e1 b2 d2 a3 c3 e3 b4 d4 a5 c5 e5",
        ],
    );
    check(
        "boardsize 1\nboardsize x\nboardsize 4\nplay b g7\n",
        &["? unacceptable size", "? unacceptable size", "=", "="],
    );
}

#[test]
fn a_board_is_drawn() {
    let board = converse(&["--size", "2"], "play b a1\nplay w B2\nshowboard\n").remove(2);
    let expected = "= the board\n   a b c\n    ====\n 1 | * .\n 2 o | o\n 3 . * .\n    ====";
    assert_eq!(board, expected);
}

/// A player against itself through the protocol: the first player wins, as on every Bridg-It board,
/// and the analysis agrees.
#[test]
fn a_game_between_two_engines() {
    for first in ["b", "w"] {
        let mut engine = Talk::start(&["gtp", "--size", "4"]);
        let mut ask = |command: &str| {
            engine.tell(command);
            let mut answer = engine.hear().expect("an answer");
            loop {
                let line = engine.hear().expect("an empty line");
                if line.is_empty() {
                    return answer;
                }
                answer = format!("{answer}\n{line}");
            }
        };
        assert_eq!(ask("switchyard-outcome"), "= first");
        let mut mover = first;
        while ask("final_score").starts_with('?') {
            let advised = ask(&format!("reg_genmove {mover}"));
            let winning = ask(&format!("switchyard-winning_moves {mover}"));
            let made = ask(&format!("genmove {mover}"));
            assert_eq!(made, advised);
            assert_eq!(
                winning.contains(&made[2..]),
                mover == first,
                "{made} of {winning}"
            );
            mover = if mover == "b" { "w" } else { "b" };
        }
        let score = ask("final_score");
        assert_eq!(score, format!("= {}+", first.to_uppercase()));
        // The loser resigns and the winner passes: so a controller learns that the game is over.
        let loser = if first == "b" { "w" } else { "b" };
        assert_eq!(ask(&format!("genmove {loser}")), "= resign");
        assert_eq!(ask(&format!("reg_genmove {first}")), "= pass");
        assert_eq!(ask(&format!("play {loser} pass")), "=");
        assert_eq!(ask("final_score"), score);
        assert_eq!(ask("all_legal_moves"), "=");
        let record = ask("switchyard-record");
        let arena = Arena::new();
        let file = arena.write("game.ndjson", record.trim_start_matches("= "));
        assert!(arena.run(&["replay", &file]).status.success());
    }
}

#[test]
fn networks_and_their_analysis() {
    let arena = Arena::new();
    let file = arena.write("course.net", COURSE);
    let talk = format!(
        "switchyard-load_network {file}\nswitchyard-outcome\nswitchyard-winning_moves w\nplay b 1\n\
         switchyard-trees\nswitchyard-currents\nswitchyard-load_network nowhere\nplay b 9\nshowboard\n"
    );
    let answers = converse(&[], &talk);
    assert_eq!(answers[1], "= first");
    assert_eq!(answers[2], "= 1 2 3 4 5");
    // After SHORT's 1 two trees prove that it wins moving second.
    let trees: Vec<&str> = answers[4][2..].lines().collect();
    assert_eq!(trees.len(), 2, "{trees:?}");
    assert!(trees.iter().all(|tree| tree.starts_with("short tree ")));
    // 1 is shorted: 1-4 over 2 alone beside 3|4 then 5. Currents 1, 2/3 and twice 1/3.
    let currents: Vec<&str> = answers[5][2..].lines().collect();
    assert_eq!(currents[0], "2 1.000000000 best");
    assert_eq!(currents[1], "5 0.666666667");
    assert_eq!(currents.len(), 4);
    assert!(answers[6].starts_with("? nowhere"), "{}", answers[6]);
    assert_eq!(answers[7], "? \"9\" is no edge: edges are numbered 1 to 5");
    assert!(
        answers[8].contains("SHORT: 1\nCUT:\nfree: 2 3 4 5"),
        "{}",
        answers[8]
    );
}

#[test]
fn games_are_saved_and_loaded() {
    let arena = Arena::new();
    let file = arena.place("game.sgf");
    let file = file.to_str().unwrap();
    let talk = format!(
        "play w C3\nplay b b2\nplay w pass\nprintsgf {file}\nclear_board\nloadsgf {file}\nprintsgf\n\
         loadsgf {file} 2\nswitchyard-record\nloadsgf nowhere\n"
    );
    let answers = converse(&["--size", "3"], &talk);
    assert_eq!(answers[5], "= black");
    assert!(
        answers[6].contains("GM[0]RU[Bridg-It]SZ[3]\n;W[C3];B[b2];W[])"),
        "{}",
        answers[6]
    );
    // The position before move 2: one move was made.
    assert!(answers[8].contains("\"moves\":[7]"), "{}", answers[8]);
    assert!(answers[9].starts_with("? cannot load file"));
}

/// Currents and the robot's moves take longer the larger the board is: there is a bound, and it is named.
#[test]
fn currents_of_a_huge_board_are_refused_at_once() {
    let start = std::time::Instant::now();
    let lines = "boardsize 200\nswitchyard-currents\nswitchyard-player analog\ngenmove black\nboardsize 5\ngenmove black\n";
    let said = converse(&[], lines);
    let refusal = "? currents are computed for up to 10000 free edges; this board has 79601";
    assert_eq!(said[1], refusal);
    assert_eq!(said[3], refusal);
    assert!(said[5].starts_with("= "), "{said:?}");
    assert!(start.elapsed() < std::time::Duration::from_secs(20));
}

/// As a client made for Go sees it: grid sizes, letters that leave out I alone, rows from the bottom.
#[test]
fn coordinates_of_go() {
    let talk = "boardsize 6\nboardsize 27\nboardsize 3\nall_legal_moves\nplay w b2\nplay b B1\nshowboard\n\
        gogui-rules_game_id\ngogui-rules_board_size\ngogui-rules_side_to_move\ngogui-rules_legal_moves\n\
        gogui-rules_board\ngogui-rules_board_gfx\nplay b a3\nplay b a1\nplay b pass\n\
        gogui-rules_legal_moves\ngogui-rules_final_result\nprintsgf\n";
    assert_eq!(
        converse(&["--coordinates", "gtp"], talk),
        [
            "? unacceptable size",
            "? unacceptable size",
            "=",
            "= A3 C3 B2 A1 C1",
            "=",
            "? B1 is a node, not an edge: column and row must be both odd or both even",
            "= the board\n   A B C\n    ====\n 3 . * .\n 2 o | o\n 1 . * .\n    ====",
            "= Bridgit",
            "= 3",
            "= black",
            "= A3 C3 A1 C1",
            "= . O .\nX O X\n. O .",
            "= SQUARE B3 A2 C2 B1\nTEXT Black (SHORT) joins top and bottom, white (CUT) joins left and right",
            "=",
            "=",
            "=",
            "=",
            "= Black (SHORT) has joined top and bottom and wins.",
            "= (;FF[4]CA[UTF-8]AP[Switchyard:0.1.0]GM[0]RU[Bridg-It]SZ[2]RE[B+]\n;W[B2];B[a1];B[a3];B[])",
        ]
    );
    // GoGui asks for the rules as soon as they are listed: not where moves are Fischer's.
    for (spelling, listed) in [("gtp", true), ("fischer", false)] {
        let commands = converse(&["--coordinates", spelling], "list_commands\n").remove(0);
        assert_eq!(commands.contains("gogui-rules_board"), listed);
    }
    let refused = run(&["gtp", "--coordinates", "gtp", "--size", "14"], "").refused();
    assert!(refused.contains("grid of 25"), "{refused}");
}

/// Every game of a match has a seed of its own, and the match as a whole is reproducible.
#[test]
fn games_of_a_match_differ() {
    let game = "clear_board\ngenmove b\ngenmove w\ngenmove b\ngenmove w\n";
    let play = |seed: &str| {
        let args = ["--player", "random", "--size", "8", "--seed", seed];
        let answers = converse(&args, &game.repeat(4));
        let games: Vec<Vec<String>> = answers.chunks(5).map(<[String]>::to_vec).collect();
        games
    };
    let games = play("1");
    for (at, game) in games.iter().enumerate() {
        assert!(!games[..at].contains(game), "{games:?}");
    }
    assert_eq!(games, play("1"));
    assert_ne!(games[0], play("2")[0]);
}

/// The reasons of both sides, and their absence.
#[test]
fn both_sides_explain_themselves() {
    let talk = "boardsize 3\nplay white C3\nswitchyard-explain white\nplay white E3\nswitchyard-explain black\n\
        switchyard-player greedy\nswitchyard-explain black\n";
    let said = converse(&[], talk);
    let won = " moves win. Of those, ";
    assert!(
        said[2].contains(won) && said[2].contains("raises the resistance"),
        "{}",
        said[2]
    );
    let lost = "= SHORT loses against perfect play and hopes for an error: after ";
    assert!(
        said[4].starts_with(lost) && said[4].contains("replies still win"),
        "{}",
        said[4]
    );
    assert_eq!(said[6], "= greedy gives no reasons for its moves.");
}
