//! A game of the protocol: a board, its moves, and how they are written.

use super::coordinates::Coordinates;
use std::sync::Arc;
use switchyard::bridgit::Board;
use switchyard::graph::EdgeId;
use switchyard::switching::{Network, Position, Side};

/// What the game is played on.
#[derive(Clone, Debug)]
pub enum GtpBoard {
    /// A Bridg-It board; moves are written in `Coordinates`.
    Bridgit(Board),
    /// A network; moves are the numbers of edges.
    Network(Arc<Network>),
}

/// A move; `None` is a pass.
pub type Played = (Side, Option<EdgeId>);

/// A game that can be taken back.
#[derive(Clone, Debug)]
pub struct GtpGame {
    board: GtpBoard,
    coordinates: Coordinates,
    position: Position,
    moves: Vec<Played>,
}

impl GtpGame {
    /// An empty board, whose moves are written in Fischer's coordinates.
    pub fn new(board: GtpBoard) -> Self {
        let network = match &board {
            GtpBoard::Bridgit(board) => Arc::clone(board.network()),
            GtpBoard::Network(network) => Arc::clone(network),
        };
        Self {
            board,
            coordinates: Coordinates::Fischer,
            position: Position::new(network),
            moves: Vec::new(),
        }
    }

    /// The same game with its moves written in these coordinates.
    ///
    /// # Errors
    /// When they cannot name every column of the board.
    pub fn with_coordinates(mut self, coordinates: Coordinates) -> Result<Self, String> {
        if let GtpBoard::Bridgit(board) = &self.board {
            coordinates.admit(board)?;
        }
        self.coordinates = coordinates;
        Ok(self)
    }

    /// How moves are written.
    pub fn coordinates(&self) -> Coordinates {
        self.coordinates
    }

    /// What the game is played on.
    pub fn board(&self) -> &GtpBoard {
        &self.board
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// The same board, empty.
    pub fn cleared(&self) -> Self {
        Self {
            coordinates: self.coordinates,
            ..Self::new(self.board.clone())
        }
    }

    /// Whose turn it is when the sides alternate: black begins, as in Go.
    pub fn to_move(&self) -> Side {
        let last = self.moves.last();
        last.map_or(Side::Short, |&(side, _)| side.other())
    }

    /// Makes a move. Passes are legal even after the end: controllers of Go programs end games with them.
    ///
    /// # Errors
    /// When it is illegal.
    pub fn play(&mut self, side: Side, edge: Option<EdgeId>) -> Result<(), String> {
        if let Some(edge) = edge {
            let made = self.position.play(side, edge);
            made.map_err(|why| format!("illegal move: {why}"))?;
        }
        self.moves.push((side, edge));
        Ok(())
    }

    /// Takes the last move back.
    ///
    /// # Errors
    /// When there is none.
    pub fn undo(&mut self) -> Result<(), String> {
        self.moves.pop().ok_or("cannot undo")?;
        let mut again = self.cleared();
        for &(side, edge) in &self.moves {
            again.play(side, edge)?;
        }
        *self = again;
        Ok(())
    }

    /// Reads a move: coordinates or the number of an edge; `pass` is `None`.
    ///
    /// # Errors
    /// When the board has no such edge.
    pub fn read(&self, text: &str) -> Result<Option<EdgeId>, String> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(None);
        }
        match &self.board {
            GtpBoard::Bridgit(board) => self.coordinates.read(board, text).map(Some),
            GtpBoard::Network(network) => {
                let edges = network.graph().edge_count();
                let edge = text.parse().ok().and_then(EdgeId::from_label);
                edge.filter(|&edge| network.graph().has_edge(edge))
                    .map(Some)
                    .ok_or_else(|| format!("{text:?} is no edge: edges are numbered 1 to {edges}"))
            }
        }
    }

    /// Writes a move as `side` does.
    pub fn write(&self, side: Side, edge: Option<EdgeId>) -> String {
        match (edge, &self.board) {
            (None, _) => "pass".to_owned(),
            (Some(edge), GtpBoard::Bridgit(board)) => self.coordinates.write(board, side, edge),
            (Some(edge), GtpBoard::Network(_)) => edge.to_string(),
        }
    }

    /// Some edges, as `side` writes them, with blanks between.
    pub fn write_all(&self, side: Side, edges: impl IntoIterator<Item = EdgeId>) -> String {
        let words = edges.into_iter().map(|edge| self.write(side, Some(edge)));
        words.collect::<Vec<String>>().join(" ")
    }
}
