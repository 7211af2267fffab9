//! How moves on a Bridg-It board are written: as in Fischer's paper, or as Go programs expect.

use clap::ValueEnum;
use std::fmt::Write as _;
use switchyard::bridgit::{Board, Coord, column_name};
use switchyard::graph::EdgeId;
use switchyard::switching::Side;

/// The ways to write a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Coordinates {
    /// `boardsize M`; letters without I and L, rows from the top, capitals for CUT
    #[default]
    Fischer,
    /// `boardsize 2M−1`; letters without I alone, rows from the bottom: for GoGui and other Go clients
    Gtp,
}

/// The column letters of Go: the alphabet without I.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The largest grid that the protocol has letters for.
pub const WIDEST_GRID: u32 = LETTERS.len() as u32;

impl Coordinates {
    /// The M that `boardsize size` asks for, if there is one.
    pub fn board_size(self, size: usize) -> Option<usize> {
        match self {
            Self::Fischer => Some(size),
            Self::Gtp => {
                let fits = size % 2 == 1 && size <= WIDEST_GRID as usize;
                fits.then(|| size.div_ceil(2))
            }
        }
    }

    /// Refuses a board whose columns have no letters.
    ///
    /// # Errors
    /// When the grid is wider than Go's letters reach.
    pub fn admit(self, board: &Board) -> Result<(), String> {
        if self == Self::Fischer || board.span() <= WIDEST_GRID {
            return Ok(());
        }
        Err(format!(
            "the letters of the protocol reach to a grid of {WIDEST_GRID}, which is M = {}; this board has M = {}",
            WIDEST_GRID.div_ceil(2),
            board.size()
        ))
    }

    /// Reads a move.
    ///
    /// # Errors
    /// When the board has no such edge.
    pub fn read(self, board: &Board, text: &str) -> Result<EdgeId, String> {
        match self {
            Self::Fischer => board.parse_move(text).map_err(|why| why.to_string()),
            Self::Gtp => read_point(board, text),
        }
    }

    /// Writes a move as `side` does; in Go both sides write the same.
    pub fn write(self, board: &Board, side: Side, edge: EdgeId) -> String {
        match self {
            Self::Fischer => board.write_move(side, edge),
            Self::Gtp => point_name(board, board.coord_of(edge)),
        }
    }

    /// The letter of a column, as printed above the board.
    pub fn column(self, column: u32) -> String {
        match self {
            Self::Fischer => column_name(column),
            Self::Gtp => letter(column).to_string(),
        }
    }

    /// The number of a row, as printed beside the board.
    pub fn row(self, board: &Board, row: u32) -> u32 {
        match self {
            Self::Fischer => row,
            Self::Gtp => board.span() + 1 - row,
        }
    }
}

fn letter(column: u32) -> char {
    LETTERS
        .get(column as usize - 1)
        .map_or('?', |&letter| char::from(letter))
}

/// A point of the grid, edge or node, as Go writes it.
pub fn point_name(board: &Board, coord: Coord) -> String {
    let mut name = String::from(letter(coord.column));
    let _ = write!(name, "{}", Coordinates::Gtp.row(board, coord.row));
    name
}

fn read_point(board: &Board, text: &str) -> Result<EdgeId, String> {
    let syntax = || format!("{text:?} is not a move: write a column letter and a row number");
    let first = text.chars().next().ok_or_else(syntax)?;
    let number = &text[first.len_utf8()..];
    if !first.is_ascii_alphabetic() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(syntax());
    }
    let column = LETTERS
        .iter()
        .position(|&letter| char::from(letter) == first.to_ascii_uppercase())
        .ok_or_else(|| format!("{text:?} is not a move: the column letters leave out I"))?;
    let (column, span) = (column as u32 + 1, board.span());
    let row: u32 = number.parse().map_err(|_| syntax())?;
    if column > span || !(1..=span).contains(&row) {
        return Err(format!(
            "{text} is outside the board: columns go from A to {}, rows from 1 to {span}",
            letter(span)
        ));
    }
    let row = span + 1 - row;
    board.edge_at(Coord { row, column }).ok_or_else(|| {
        format!("{text} is a node, not an edge: column and row must be both odd or both even")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every move of every board that has letters, both ways; written like Go's points.
    #[test]
    fn moves_survive_both_spellings() {
        for m in 2..=13 {
            let board = Board::new(m).unwrap();
            for edge in board.network().graph().edges() {
                for spelling in [Coordinates::Fischer, Coordinates::Gtp] {
                    spelling.admit(&board).unwrap();
                    for side in Side::BOTH {
                        let text = spelling.write(&board, side, edge);
                        assert_eq!(spelling.read(&board, &text), Ok(edge), "{text}");
                        let other = text.to_ascii_lowercase();
                        assert_eq!(spelling.read(&board, &other), Ok(edge));
                    }
                }
            }
        }
        let wide = Board::new(14).unwrap();
        assert!(Coordinates::Gtp.admit(&wide).is_err());
        assert!(Coordinates::Fischer.admit(&wide).is_ok());
    }

    /// The eleventh column is L in Go and M in Fischer's paper; Go's first row is the last one.
    #[test]
    fn letters_and_rows_are_gos() {
        let board = Board::new(6).unwrap();
        let corner = Coordinates::Gtp.read(&board, "L1").unwrap();
        assert_eq!(board.write_move(Side::Short, corner), "m11");
        for (bad, why) in [
            ("I3", "leave out I"),
            ("M1", "outside"),
            ("A12", "outside"),
            ("A0", "outside"),
            ("A2", "node"),
            ("", "is not a move"),
            ("A", "is not a move"),
            ("é1", "is not a move"),
            ("A99999999999", "is not a move"),
        ] {
            let said = Coordinates::Gtp.read(&board, bad).unwrap_err();
            assert!(said.contains(why), "{bad}: {said}");
        }
        assert_eq!(Coordinates::Gtp.board_size(11), Some(6));
        assert_eq!(Coordinates::Gtp.board_size(10), None);
        assert_eq!(Coordinates::Gtp.board_size(27), None);
    }
}
