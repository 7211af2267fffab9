//! Every label, walk-through and answer of the paper, on the reconstructed map.

use super::check::check;
use super::io::text;
use super::{Game, NamedDigraph, Outcome, Position, Push, Rating};

const SNOWED: &str = include_str!("../../../../boards/butler-snowed.coins");
const THAWED: &str = include_str!("../../../../boards/butler-thawed.coins");
const LOOPED: &str = include_str!("../../../../boards/butler-looped.coins");

struct Map {
    board: NamedDigraph<'static>,
    game: Game<'static>,
}

impl Map {
    fn read(file: &str) -> Self {
        let board = text::parse(file.as_bytes(), &mut |_| ()).unwrap();
        let game = Game::new(board.digraph().clone());
        assert_eq!(check(game.digraph(), game.labels()), Ok(()));
        Self { board, game }
    }

    fn coins(&self, names: &str) -> Position {
        let names: Vec<&str> = names.split_whitespace().collect();
        self.board.position(&names).unwrap()
    }

    fn label(&self, name: &str) -> String {
        self.game
            .labels()
            .of(self.board.node(name).unwrap())
            .to_string()
    }

    fn value(&self, names: &str) -> String {
        self.game.value(&self.coins(names)).to_string()
    }

    fn outcome(&self, names: &str) -> Outcome {
        self.game.outcome(&self.coins(names))
    }

    /// What the move does.
    fn rating(&self, names: &str, from: &str, to: &str) -> Rating {
        let node = |name| self.board.node(name).unwrap();
        let push = Push {
            from: node(from),
            to: node(to),
        };
        let moves = self.game.moves(&self.coins(names));
        moves
            .iter()
            .find(|m| m.push == push)
            .expect("a move")
            .rating
    }

    /// The winning moves, as `FROM>TO`.
    fn wins(&self, names: &str) -> Vec<String> {
        let moves = self.game.moves(&self.coins(names)).into_iter();
        let name = |node| self.board.names().of(node).into_owned();
        moves
            .filter(|m| m.rating == Rating::Wins)
            .map(|m| format!("{}>{}", name(m.push.from), name(m.push.to)))
            .collect()
    }

    fn assert_labels(&self, expected: &[(&str, &str)]) {
        let mut seen = 0;
        for (nodes, label) in expected {
            for node in nodes.split(' ') {
                assert_eq!(self.label(node), *label, "{node}");
                seen += 1;
            }
        }
        assert_eq!(seen, self.board.digraph().node_count());
    }
}

#[test]
fn snowed_in() {
    let map = Map::read(SNOWED);
    map.assert_labels(&[
        ("M R1 N1 R2 N2", "0"),
        ("A1 G D R3", "1"),
        ("T A2 E", "2"),
        ("I 9", "3"),
        ("1", "4"),
    ]);
    // Acyclic: every arc leads down the order that spells MARTIN GARDNER 91.
    assert!(map.board.digraph().arcs().all(|(u, v)| u > v));
    let names = map.board.digraph().nodes();
    let spelt: String = names
        .map(|v| map.board.names().of(v)[..1].to_owned())
        .collect();
    assert_eq!(spelt, "MARTINGARDNER91");
    assert!(map.coins("M M M").is_over(map.board.digraph()));
}

#[test]
fn thawed() {
    let map = Map::read(THAWED);
    map.assert_labels(&[
        ("M R1 N1 R2", "0"),
        ("A1 G D R3", "1"),
        ("T A2", "2"),
        ("I", "3"),
        ("E N2", "∞(1)"),
        ("9", "∞(0,1)"),
        ("1", "∞(0,1,2,3)"),
    ]);
}

#[test]
fn alone_in_the_cycle_who_ventures_out_is_beaten() {
    let map = Map::read(THAWED);
    assert_eq!(map.outcome("E"), Outcome::Draw);
    assert_eq!(map.outcome("N2"), Outcome::Draw);
    assert_eq!(map.rating("E", "E", "N2"), Rating::Draws);
    assert_eq!(map.rating("N2", "N2", "E"), Rating::Draws);
    // Alice E>A1, Bob A1>M.
    assert_eq!(map.rating("E", "E", "A1"), Rating::Loses);
    assert_eq!(map.rating("A1", "A1", "M"), Rating::Wins);
    // Alice N2>D; Bob R2, Alice A2, Bob N1; Alice I and Bob M, or Alice T, Bob R1, Alice A1, Bob M.
    assert_eq!(map.rating("N2", "N2", "D"), Rating::Loses);
    for (from, to, rating) in [
        ("D", "R2", Rating::Wins),
        ("R2", "A2", Rating::Loses),
        ("A2", "N1", Rating::Wins),
        ("N1", "I", Rating::Loses),
        ("I", "M", Rating::Wins),
        ("N1", "T", Rating::Loses),
        ("T", "R1", Rating::Wins),
        ("R1", "A1", Rating::Loses),
        ("A1", "M", Rating::Wins),
    ] {
        assert_eq!(map.rating(from, from, to), rating, "{from}>{to}");
    }
}

#[test]
fn question_1() {
    let map = Map::read(THAWED);
    assert_eq!(map.value("E R2 I"), "∞(2)");
    assert_eq!(map.outcome("E R2 I"), Outcome::Draw);
    // The draw is kept in the cycle; out of it, the coin on 3 goes to a 1 and wins.
    assert_eq!(map.rating("E R2 I", "E", "N2"), Rating::Draws);
    assert_eq!(map.rating("E R2 I", "E", "A1"), Rating::Loses);
    assert!(map.wins("A1 R2 I").contains(&"I>A1".to_owned()));
    assert_eq!(map.value("A1 R2 A1"), "0");
    for placing in ["E T I", "E A2 I"] {
        assert_eq!(map.value(placing), "∞(0)");
        assert_eq!(map.outcome(placing), Outcome::First);
        assert_eq!(map.wins(placing), ["E>A1"]);
    }
    assert_eq!(map.value("A1 T I"), "0");
}

#[test]
fn question_2() {
    let map = Map::read(LOOPED);
    map.assert_labels(&[
        ("M R1 N1 R2", "0"),
        ("A1 G D R3", "1"),
        ("T", "2"),
        ("I", "3"),
        ("E N2", "∞(1)"),
        ("A2 9", "∞(0,1)"),
        ("1", "∞(0,1,2,3)"),
    ]);
    assert_eq!(map.value("A2 T I"), "∞(0,1)");
    assert_eq!(map.outcome("A2 T I"), Outcome::First);
    assert_eq!(map.wins("A2 T I"), ["A2>G"]);
    assert_eq!(map.value("G T I"), "0");
    assert_eq!(map.outcome("A2"), Outcome::First);
    assert_eq!(map.wins("A2"), ["A2>N1"]);
    assert_eq!(map.outcome("A2 T"), Outcome::Draw);
    assert_eq!(map.outcome("A2 I"), Outcome::Draw);
    // Passing round the loop keeps the draw.
    assert_eq!(map.rating("A2 T", "A2", "A2"), Rating::Draws);
}
