//! Games in the Smart Game Format, as far as the switching game needs it: the main line of moves.
//!
//! In FF[4] `GM` is a number, and the standard has none for these games. They are written with
//! [`GAME`], which it gives to no game, so that no reader takes them for Go, and with their name in
//! `RU`: `RU[Bridg-It]SZ[M]` with moves in Fischer's coordinates, or `RU[Shannon]NET[…]` with the
//! numbers of the network file. Black is SHORT, white is CUT. Files with a word in `GM` are read too.

use super::game::{GtpBoard, GtpGame};
use crate::io::input;
use std::fmt::Write as _;
use std::sync::Arc;
use switchyard::format::network;
use switchyard::switching::Side;

/// The number in `GM`: the standard counts from 1, and the default, 1, is Go.
const GAME: u32 = 0;

/// The game as SGF.
pub fn write(game: &GtpGame) -> String {
    let mut text = String::from("(;FF[4]CA[UTF-8]AP[Switchyard:");
    text.push_str(env!("CARGO_PKG_VERSION"));
    text.push(']');
    let _ = match game.board() {
        GtpBoard::Bridgit(board) => write!(text, "GM[{GAME}]RU[Bridg-It]SZ[{}]", board.size()),
        GtpBoard::Network(network) => {
            let numbers = network::write(network).replace('\n', " ");
            write!(text, "GM[{GAME}]RU[Shannon]NET[{}]", numbers.trim_end())
        }
    };
    if let Some(winner) = game.position().winner() {
        let _ = write!(text, "RE[{}+]", letter(winner));
    }
    for (number, &(side, edge)) in game.moves().iter().enumerate() {
        // Lines of ten moves: some readers dislike long ones.
        let line = if number % 10 == 0 { "\n" } else { "" };
        // A pass is an empty move, as in FF[4].
        let written = match (edge, game.board()) {
            (None, _) => String::new(),
            (Some(edge), GtpBoard::Bridgit(board)) => board.write_move(side, edge),
            (Some(edge), GtpBoard::Network(_)) => edge.to_string(),
        };
        let _ = write!(text, "{line};{}[{written}]", letter(side));
    }
    text.push_str(")\n");
    text
}

fn letter(side: Side) -> char {
    match side {
        Side::Short => 'B',
        Side::Cut => 'W',
    }
}

/// The game of an SGF file after `most` moves, or after all.
///
/// # Errors
/// When the text is not SGF, has no board, or holds an illegal move; the words say where.
pub fn read(text: &str, most: Option<usize>) -> Result<GtpGame, String> {
    let properties = Reader::new(text).main_line()?;
    let value = |name: &str| {
        let found = properties.iter().find(|property| property.name == name);
        found.map(|property| property.value.trim())
    };
    let board = if let Some(numbers) = value("NET") {
        GtpBoard::Network(Arc::new(read_network(numbers)?))
    } else if let Some(size) = value("SZ") {
        let size = size.parse().map_err(|_| format!("SZ[{size}] is no size"))?;
        GtpBoard::Bridgit(input::named_board(size)?)
    } else {
        return Err("the game names no board: SZ or NET is missing".to_owned());
    };
    let mut game = GtpGame::new(board);
    let mut made = 0;
    for property in &properties {
        let side = match property.name.as_str() {
            "B" | "AB" => Side::Short,
            "W" | "AW" => Side::Cut,
            _ => continue,
        };
        if most.is_some_and(|most| made >= most) {
            break;
        }
        let wrong = |why: String| format!("character {}: {why}", property.at + 1);
        let edge = match property.value.trim() {
            "" => None,
            text => game.read(text).map_err(wrong)?,
        };
        game.play(side, edge).map_err(wrong)?;
        made += 1;
    }
    Ok(game)
}

/// The network file's numbers, with any white space between them, back in lines.
fn read_network(numbers: &str) -> Result<switchyard::switching::Network, String> {
    let words: Vec<&str> = numbers.split_whitespace().collect();
    let (header, edges) = words.split_at(words.len().min(4));
    let mut text = header.join("\n");
    for pair in edges.chunks(2) {
        let _ = write!(text, "\n{}", pair.join(" "));
    }
    network::parse(text.as_bytes()).map_err(|faults| {
        let first = faults.kept().first();
        let why = first.map_or("no network", |fault| fault.reason.as_str());
        format!("NET: {why}")
    })
}

/// A value of a property, with its place in the text.
struct Property {
    name: String,
    value: String,
    at: usize,
}

/// The names of the standard have two letters.
const LONGEST_NAME: usize = 32;

/// Reads `(;A[x]B[y][z];C[w](;…)(;…))`: the first branch wherever there are several.
struct Reader {
    letters: Vec<char>,
    at: usize,
}

impl Reader {
    fn new(text: &str) -> Self {
        Self {
            letters: text.chars().collect(),
            at: 0,
        }
    }

    fn main_line(mut self) -> Result<Vec<Property>, String> {
        let mut properties = Vec::new();
        let mut name = String::new();
        let (mut begun, mut named) = (false, false);
        while let Some(&letter) = self.letters.get(self.at) {
            match letter {
                '(' | ';' => {
                    begun = true;
                    name.clear();
                }
                // The first branch ends here: the others are variations.
                ')' if begun => return Ok(properties),
                '[' if !name.is_empty() => {
                    let at = self.at;
                    let value = self.value()?;
                    named = true;
                    properties.push(Property {
                        name: name.clone(),
                        value,
                        at,
                    });
                    continue;
                }
                'A'..='Z' if begun => {
                    // A letter after a value begins another name.
                    if std::mem::take(&mut named) {
                        name.clear();
                    }
                    name.push(letter);
                    // Each of its values carries the name: a long one would be repeated endlessly.
                    if name.len() > LONGEST_NAME {
                        let end = self.at + 1;
                        return Err(format!(
                            "character {end}: a name of more than {LONGEST_NAME} letters"
                        ));
                    }
                }
                _ if letter.is_whitespace() || letter.is_ascii_lowercase() => {}
                _ if !begun => {}
                _ => return Err(format!("character {}: unexpected {letter:?}", self.at + 1)),
            }
            self.at += 1;
        }
        Err("not a whole SGF game: a ) is missing".to_owned())
    }

    /// The text in brackets, the cursor behind it; `\` takes the meaning from the next character.
    fn value(&mut self) -> Result<String, String> {
        let start = self.at;
        self.at += 1;
        let mut value = String::new();
        while let Some(&letter) = self.letters.get(self.at) {
            self.at += 1;
            match letter {
                ']' => return Ok(value),
                '\\' => {
                    value.extend(self.letters.get(self.at));
                    self.at += 1;
                }
                _ => value.push(letter),
            }
        }
        Err(format!("character {}: a ] is missing", start + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use switchyard::bridgit::Board;
    use switchyard::graph::{Graph, VertexId};
    use switchyard::switching::Network;

    #[test]
    fn games_survive_a_round_trip() {
        let graph = Graph::from_pairs(3, &[(0, 1), (1, 2), (0, 1)]);
        let network = Network::new(graph, VertexId::new(0), VertexId::new(2)).unwrap();
        for board in [
            GtpBoard::Bridgit(Board::new(3).unwrap()),
            GtpBoard::Network(Arc::new(network)),
        ] {
            let mut game = GtpGame::new(board);
            let edge = |index| Some(switchyard::graph::EdgeId::new(index));
            game.play(Side::Cut, edge(2)).unwrap();
            game.play(Side::Short, None).unwrap();
            game.play(Side::Cut, edge(0)).unwrap();
            let text = write(&game);
            let again = read(&text, None).unwrap();
            assert_eq!(again.moves(), game.moves());
            assert_eq!(write(&again), text);
            assert_eq!(read(&text, Some(1)).unwrap().moves().len(), 1);
        }
    }

    #[test]
    fn variations_comments_and_setups() {
        let text = r"noise (;GM[Bridg-It]SZ[3]
            C[a \] and (;B[x\])] AB[a1] [c1]
            ;W[C3] ;B[d2](;W[E5];B[e1])(;W[A3]))";
        let game = read(text, None).unwrap();
        let written: Vec<String> = game
            .moves()
            .iter()
            .map(|&(side, edge)| game.write(side, edge))
            .collect();
        assert_eq!(written, ["a1", "c1", "C3", "d2", "E5", "e1"]);
    }

    #[test]
    fn faults_have_a_place() {
        for (text, words) in [
            ("", "missing"),
            ("(;SZ[3]", "missing"),
            ("(;SZ[3", "character 5: a ] is missing"),
            ("(;B[a1])", "no board"),
            ("(;SZ[x])", "no size"),
            ("(;SZ[20000])", "too large"),
            ("(;SZ[3];B[z9])", "character 10"),
            ("(;SZ[3];B[a1];W[a1])", "character 16"),
            ("(;NET[3 2 1 3 1 2])", "NET"),
            (
                &format!("(;{}[1][2])", "A".repeat(33)),
                "character 35: a name",
            ),
        ] {
            let why = read(text, None).unwrap_err();
            assert!(why.contains(words), "{text}: {why}");
        }
    }
}
