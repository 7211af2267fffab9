//! The rules and the picture of the game for GoGui, which plays other games than Go if the program says
//! what is legal and what the board looks like.
//!
//! A Bridg-It board is drawn on a grid of 2M − 1: SHORT's nodes are black stones, CUT's are white ones, and
//! a bridge is a stone between the two nodes that it joins. So black wins with a chain from top to
//! bottom, white with one from left to right, and every free point is a move.

use super::coordinates::point_name;
use super::game::{GtpBoard, GtpGame};
use switchyard::bridgit::{Board, Coord};
use switchyard::switching::{Claim, Side};

/// What GoGui's analysis window offers: kind, label, command.
pub const ANALYSES: &str = "plist/Winning moves/switchyard-winning_moves %c
string/Who wins with best play/switchyard-outcome
hstring/Proof/switchyard-trees
hpstring/Currents/switchyard-currents
string/Game record/switchyard-record";

/// The name of the game: a capital, then small letters, as GoGui wants it.
pub fn game_id(board: &GtpBoard) -> &'static str {
    match board {
        GtpBoard::Bridgit(_) => "Bridgit",
        GtpBoard::Network(_) => "Shannon",
    }
}

/// The board of a game, if it is one that can be drawn on a grid.
fn grid(game: &GtpGame) -> Result<&Board, String> {
    match game.board() {
        GtpBoard::Bridgit(board) => Ok(board),
        GtpBoard::Network(_) => Err("a network cannot be drawn on a grid".to_owned()),
    }
}

/// The width of the grid.
///
/// # Errors
/// When the game is played on a network.
pub fn board_size(game: &GtpGame) -> Result<String, String> {
    Ok(grid(game)?.span().to_string())
}

/// The points of the grid, row by row from the top.
fn points(board: &Board) -> impl Iterator<Item = Coord> + use<> {
    let span = board.span();
    (1..=span).flat_map(move |row| (1..=span).map(move |column| Coord { row, column }))
}

/// Whose node is at this point; `None` if it is an edge.
fn node_owner(board: &Board, coord: Coord) -> Option<Side> {
    match board.edge_at(coord) {
        Some(_) => None,
        None if coord.row.is_multiple_of(2) => Some(Side::Short),
        None => Some(Side::Cut),
    }
}

/// The stones: `X` for black, `O` for white, `.` for a free edge.
///
/// # Errors
/// When the game is played on a network.
pub fn board(game: &GtpGame) -> Result<String, String> {
    let board = grid(game)?;
    let mut text = String::new();
    for coord in points(board) {
        let claim = board
            .edge_at(coord)
            .map(|edge| game.position().claim_of(edge));
        text.push(match (claim, node_owner(board, coord)) {
            (Some(Claim::Short), _) | (_, Some(Side::Short)) => 'X',
            (Some(Claim::Cut), _) | (_, Some(Side::Cut)) => 'O',
            _ => '.',
        });
        text.push(if coord.column == board.span() {
            '\n'
        } else {
            ' '
        });
    }
    Ok(text)
}

/// Marks the nodes, which are no moves, and says what each side wants.
///
/// # Errors
/// When the game is played on a network.
pub fn graphics(game: &GtpGame) -> Result<String, String> {
    let board = grid(game)?;
    let nodes: Vec<String> = points(board)
        .filter(|&coord| node_owner(board, coord).is_some())
        .map(|coord| point_name(board, coord))
        .collect();
    Ok(format!(
        "SQUARE {}\nTEXT Black (SHORT) joins top and bottom, white (CUT) joins left and right",
        nodes.join(" ")
    ))
}

/// Who has won, in words.
pub fn final_result(game: &GtpGame) -> String {
    let text = match (game.position().winner(), game.board()) {
        (None, _) => "The game is not over.",
        (Some(Side::Short), GtpBoard::Bridgit(_)) => {
            "Black (SHORT) has joined top and bottom and wins."
        }
        (Some(Side::Cut), GtpBoard::Bridgit(_)) => {
            "White (CUT) has joined left and right and wins."
        }
        (Some(Side::Short), GtpBoard::Network(_)) => {
            "Black (SHORT) has joined the terminals and wins."
        }
        (Some(Side::Cut), GtpBoard::Network(_)) => "White (CUT) has parted the terminals and wins.",
    };
    text.to_owned()
}
