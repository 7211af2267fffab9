//! The tournament protocol, as the opponent and the referee see it.

mod common;

use common::{COURSE, FIGURE_3, Scratch, Talk, network_text, run};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use switchyard::format::network;
use switchyard::graph::EdgeId;
use switchyard::switching::{Outcome, Position, Side};

/// A mode of the program: its name, its side, and whether it moves first.
const MODES: [(&str, Side, bool); 4] = [
    ("c1", Side::Short, true),
    ("c2", Side::Short, false),
    ("d1", Side::Cut, true),
    ("d2", Side::Cut, false),
];

fn position(text: &str) -> Position {
    let network = network::parse(text.as_bytes()).expect("a network");
    Position::new(Arc::new(network))
}

/// A game as the referee keeps it.
struct Game {
    position: Position,
    program: Side,
    talk: Talk,
}

impl Game {
    /// The program's move: a positive integer alone on its line, and legal.
    fn hear(&mut self) {
        let line = self.talk.hear().expect("a move");
        let label: usize = line.parse().expect("an integer alone");
        assert_eq!(line, label.to_string());
        let edge = EdgeId::from_label(label).expect("no 0 in the middle of a game");
        self.position.play(self.program, edge).expect("legal");
    }

    fn tell(&mut self, edge: EdgeId) {
        let side = self.program.other();
        self.position.play(side, edge).expect("legal");
        self.talk.tell(&edge.to_string());
    }

    /// The game is over: the program says 0 if it has lost, nothing if it has won, and exits 0.
    fn end(self) -> Side {
        let winner = self.position.winner().expect("somebody has won");
        let (status, rest, stderr) = self.talk.end();
        let last: &[&str] = if winner == self.program { &[] } else { &["0"] };
        assert_eq!(rest, last);
        assert_eq!((status.code(), stderr.as_str()), (Some(0), ""));
        winner
    }
}

/// Plays a mode against random moves; gives the winner.
fn play(text: &str, mode: (&str, Side, bool), rng: &mut ChaCha8Rng) -> Side {
    let file = Scratch::new(text);
    let (name, program, first) = mode;
    let mut game = Game {
        position: position(text),
        program,
        talk: Talk::start(&[name, file.path()]),
    };
    let mut its_turn = first;
    while game.position.winner().is_none() {
        if its_turn {
            game.hear();
        } else {
            let free: Vec<EdgeId> = game.position.free_edges().collect();
            game.tell(free[rng.random_range(0..free.len())]);
        }
        its_turn = !its_turn;
    }
    game.end()
}

fn random_network(rng: &mut ChaCha8Rng) -> String {
    let n = rng.random_range(2..12);
    let m = rng.random_range(0..24);
    let mut vertex = || rng.random_range(1..=n);
    let edges: Vec<(usize, usize)> = (0..m).map(|_| (vertex(), vertex())).collect();
    let left = rng.random_range(1..=n);
    let right = left % n + 1;
    network_text(n, (left, right), &edges)
}

#[test]
fn wins_every_won_game_in_all_four_modes() {
    let mut rng = ChaCha8Rng::seed_from_u64(2003);
    let mut networks = vec![COURSE.to_string(), FIGURE_3.to_string()];
    networks.extend((0..40).map(|_| random_network(&mut rng)));
    for text in &networks {
        let outcome = position(text).outcome();
        for mode in MODES {
            let winner = play(text, mode, &mut rng);
            let (name, program, first) = mode;
            let mover = if first { program } else { program.other() };
            if outcome.winner(mover) == program {
                assert_eq!(winner, program, "{name} lost a won game on\n{text}");
            }
        }
    }
}

#[test]
fn two_copies_play_each_other() {
    for text in [COURSE, FIGURE_3] {
        let file = Scratch::new(text);
        assert_eq!(position(text).outcome(), Outcome::First);
        for (first, second, winner) in [("c1", "d2", Side::Short), ("d1", "c2", Side::Cut)] {
            let mut board = position(text);
            let mut talks = [first, second].map(|mode| Talk::start(&[mode, file.path()]));
            let mut sides = [winner, winner.other()].into_iter().cycle();
            let mut turn = 0;
            while board.winner().is_none() {
                let line = talks[turn].hear().expect("a move");
                let edge = EdgeId::from_label(line.parse().unwrap()).unwrap();
                board.play(sides.next().unwrap(), edge).unwrap();
                talks[1 - turn].tell(&line);
                turn = 1 - turn;
            }
            assert_eq!(board.winner(), Some(winner));
            let [one, two] = talks.map(|talk| {
                let (status, rest, stderr) = talk.end();
                assert_eq!((status.code(), stderr.as_str()), (Some(0), ""));
                rest
            });
            assert_eq!((one, two), (vec![], vec!["0".to_string()]));
        }
    }
}

#[test]
fn zero_on_a_loss() {
    let single = Scratch::new("2\n1\n1\n2\n1 2\n");
    for mode in ["c2", "d2"] {
        assert_eq!(run(&[mode, single.path()], "1\n").answered(), "0\n");
    }
    for mode in ["c1", "d1"] {
        assert_eq!(run(&[mode, single.path()], "").answered(), "1\n");
    }
}

#[test]
fn terminals_apart_are_won_by_cut_before_the_first_move() {
    let apart = Scratch::new("3\n2\n1\n3\n1 2\n2 2\n");
    for mode in ["c1", "c2"] {
        assert_eq!(run(&[mode, apart.path()], "").answered(), "0\n", "{mode}");
    }
    for mode in ["d1", "d2"] {
        assert_eq!(run(&[mode, apart.path()], "").answered(), "", "{mode}");
    }
}

#[test]
fn illegal_and_malformed_moves_end_it_with_2() {
    let file = Scratch::new(COURSE);
    let bad = [
        "6",
        "0",
        "-1",
        "x",
        "1.0",
        "1,2",
        "",
        "\n\n",
        "99999999999999999999",
        "\u{fffd}",
        "1 1",
    ];
    for mode in ["c2", "d2"] {
        for input in bad {
            let said = run(&[mode, file.path()], input);
            assert_eq!(said.code, Some(2), "{mode} {input:?}: {said:?}");
            // "1 1" is a move, a reply, and the same move again.
            let lines = usize::from(input == "1 1");
            assert_eq!(said.stdout.lines().count(), lines, "{said:?}");
            assert!(said.stderr.starts_with("ssg: "), "{said:?}");
            assert!(!said.stderr.contains("panicked"), "{said:?}");
        }
    }
}

#[test]
fn the_program_says_nothing_after_an_illegal_reply() {
    let file = Scratch::new(COURSE);
    for mode in ["c1", "d1"] {
        let mut talk = Talk::start(&[mode, file.path()]);
        let own = talk.hear().expect("a move");
        talk.tell(&own);
        let (status, rest, stderr) = talk.end();
        assert_eq!((status.code(), rest.len()), (Some(2), 0));
        assert!(stderr.contains("already played"), "{stderr}");
    }
}

#[test]
fn bad_networks_end_it_with_2() {
    for (text, word) in [
        ("", "1"),
        ("2\n1\n1\n1\n1 2\n", "differ"),
        ("2\n2\n1\n2\n1 2\n", "2"),
        ("2\n1\n1\n2\n1 3\n", "3"),
        ("2\n1\n1\n2\n1 2\n1 2\n", ""),
        ("-2\n1\n1\n2\n1 2\n", "-2"),
        ("2\n999999999999999999\n1\n2\n1 2\n", ""),
        ("9999999999\n1\n1\n2\n1 2\n", ""),
        ("two\n1\n1\n2\n1 2\n", "two"),
    ] {
        let file = Scratch::new(text);
        for (mode, ..) in MODES {
            let said = run(&[mode, file.path()], "1\n").refused();
            assert!(said.contains(word) && said.contains(file.path()), "{said}");
        }
    }
}

#[test]
fn numbers_may_stand_on_one_line_or_come_with_carriage_returns() {
    let file = Scratch::new("2\r\n1\r\n1\r\n2\r\n1 2\r\n");
    assert_eq!(run(&["c2", file.path()], " 1 \r\n").answered(), "0\n");
    assert_eq!(run(&["c2", file.path()], "1").answered(), "0\n");
}

#[test]
fn the_random_player_is_the_same_for_the_same_seed() {
    let file = Scratch::new(FIGURE_3);
    let first = |seed: &str| {
        let args = ["c1", file.path(), "--player", "random", "--seed", seed];
        let said = run(&args, "");
        assert_eq!(said.code, Some(2), "the input ends: {said:?}");
        said.stdout
    };
    let moves: Vec<String> = (0..12).map(|seed| first(&seed.to_string())).collect();
    assert_eq!(moves[3], first("3"));
    assert!(moves.iter().any(|other| *other != moves[0]), "{moves:?}");
    let said = run(&["c1", file.path(), "--player", "nobody"], "").refused();
    assert!(said.contains("nobody"), "{said}");
}
