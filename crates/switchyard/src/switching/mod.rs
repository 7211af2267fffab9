//! The Shannon switching game: its rules, its solution and its players' knowledge.
//!
//! SHORT (Constructor, CONNECT) claims edges to join the terminals of a [`Network`]; CUT
//! (Destructor) destroys edges to part them. A [`Network`] is a validated board, a [`Position`]
//! a board with the moves made so far.

pub mod certificate;
pub mod chase;
pub mod check;
mod connectivity;
pub mod explain;
mod position;
pub(crate) mod solver;

pub use position::{Claim, MoveError, Position};
pub use solver::{partition, solve};

use crate::graph::{Graph, VertexId};
use std::fmt;
use thiserror::Error;

/// The two players of the switching game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Claims edges, wants the terminals joined.
    Short,
    /// Destroys edges, wants the terminals parted.
    Cut,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Side; 2] = [Side::Short, Side::Cut];

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Short => Side::Cut,
            Side::Cut => Side::Short,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Short => "SHORT",
            Side::Cut => "CUT",
        })
    }
}

/// Who wins under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// SHORT, whoever moves first.
    Short,
    /// CUT, whoever moves first.
    Cut,
    /// Whoever moves first.
    First,
}

impl Outcome {
    /// The winner when `mover` has the move.
    pub fn winner(self, mover: Side) -> Side {
        match self {
            Outcome::Short => Side::Short,
            Outcome::Cut => Side::Cut,
            Outcome::First => mover,
        }
    }
}

impl From<Side> for Outcome {
    fn from(side: Side) -> Self {
        match side {
            Side::Short => Outcome::Short,
            Side::Cut => Outcome::Cut,
        }
    }
}

/// A graph with two distinct terminals: a board of the switching game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    graph: Graph,
    left: VertexId,
    right: VertexId,
}

/// Why a graph and two terminals are not a [`Network`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// A terminal that is not in the graph.
    #[error("terminal {terminal} is not one of the {vertices} vertices")]
    NoSuchTerminal {
        /// The terminal as given.
        terminal: VertexId,
        /// How many vertices there are.
        vertices: usize,
    },
    /// Both terminals are the same vertex.
    #[error("the terminals L and R are both vertex {0}; they must differ")]
    SameTerminals(VertexId),
}

impl Network {
    /// Checks the terminals and makes the board.
    ///
    /// # Errors
    /// When a terminal does not exist or both are one vertex.
    pub fn new(graph: Graph, left: VertexId, right: VertexId) -> Result<Self, NetworkError> {
        for terminal in [left, right] {
            if !graph.has_vertex(terminal) {
                let vertices = graph.vertex_count();
                return Err(NetworkError::NoSuchTerminal { terminal, vertices });
            }
        }
        if left == right {
            return Err(NetworkError::SameTerminals(left));
        }
        Ok(Self { graph, left, right })
    }

    /// The graph without the terminals' marks.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The left terminal, L.
    pub fn left(&self) -> VertexId {
        self.left
    }

    /// The right terminal, R.
    pub fn right(&self) -> VertexId {
        self.right
    }

    /// The graph alone.
    pub fn into_graph(self) -> Graph {
        self.graph
    }
}
