//! What the human can say at the prompt.

use switchyard::switching::Side;

/// A line of the human's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Say {
    /// An empty line.
    Nothing,
    /// Take the edge with this label.
    Edge(usize),
    /// Take a free edge between these vertices.
    Between(usize, usize),
    /// Be this player.
    Side(Side),
    /// Let the machine move.
    Pass,
    /// One good move.
    Hint,
    /// Every winning move of both sides.
    Moves,
    /// Who wins, and the proof.
    Why,
    /// The board.
    Board,
    /// Take back.
    Back,
    /// Give up.
    Resign,
    /// Another game on this board.
    New,
    /// The list of these.
    Help,
    /// Leave.
    Quit,
}

/// What each word does, for `help`.
pub const HELP: &str =
    "\x20 7           take edge 7               2-4     take an edge between 2 and 4
  short, cut  choose your player        pass    let me move
  hint        a good move for you       moves   every winning move
  why         who wins, and the proof   board   the present board
  back        take your move back       resign  give up
  new         another game              help    this list
  quit        leave";

/// Reads a line; the error says what it could have been.
pub fn parse(line: &str) -> Result<Say, String> {
    let line = line.trim().to_lowercase();
    let say = match line.as_str() {
        "" => Say::Nothing,
        "short" | "connect" | "constructor" | "c" => Say::Side(Side::Short),
        "cut" | "destructor" | "d" => Say::Side(Side::Cut),
        "pass" | "p" => Say::Pass,
        "hint" | "h" => Say::Hint,
        "moves" | "winning" | "m" => Say::Moves,
        "why" | "w" => Say::Why,
        "board" | "b" | "show" => Say::Board,
        "back" | "undo" | "u" => Say::Back,
        "resign" | "r" => Say::Resign,
        "new" | "n" => Say::New,
        "help" | "?" => Say::Help,
        "quit" | "exit" | "q" => Say::Quit,
        number => return edge(number),
    };
    Ok(say)
}

fn edge(line: &str) -> Result<Say, String> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let pair = line.split_once(['-', ' ', '–']);
    let said = match pair {
        None => number(line).map(Say::Edge),
        Some((u, v)) => number(u).zip(number(v)).map(|(u, v)| Say::Between(u, v)),
    };
    said.ok_or_else(|| format!("I do not know \"{line}\". Say the number of an edge, or help."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_pairs() {
        assert_eq!(parse(" 12 \n"), Ok(Say::Edge(12)));
        assert_eq!(parse("2-4"), Ok(Say::Between(2, 4)));
        assert_eq!(parse("2 4"), Ok(Say::Between(2, 4)));
        assert_eq!(parse("SHORT"), Ok(Say::Side(Side::Short)));
        assert_eq!(parse(""), Ok(Say::Nothing));
        for line in ["-3", "x", "1-", "2-4-6", "99999999999999999999999"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn help_names_every_word() {
        for word in HELP.split([' ', ',', '\n']).filter(|w| !w.is_empty()) {
            if let Ok(Say::Nothing) = parse(word) {
                panic!("{word:?} does nothing");
            }
        }
        for word in [
            "pass", "hint", "moves", "why", "board", "back", "resign", "new", "quit",
        ] {
            assert!(HELP.contains(word) && parse(word).is_ok(), "{word}");
        }
    }
}
