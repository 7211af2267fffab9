//! Certificates: plain data that proves who wins a position, for [`check`](super::check()) to verify.

use super::{Outcome, Side};
use crate::graph::{EdgeId, VertexId};

/// The proof of a verdict on a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Certificate {
    /// The game is over.
    Over(Won),
    /// One side wins even moving second.
    Second(Proof),
    /// The side that moves first wins: for each side a move, and why the side wins after it.
    First {
        /// SHORT's move.
        short: Opening,
        /// CUT's move.
        cut: Opening,
    },
}

/// How a finished game was won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Won {
    /// A path of SHORT's edges from terminal to terminal.
    Path(Vec<EdgeId>),
    /// In the join-all game: a spanning tree of SHORT's edges.
    Tree(Vec<EdgeId>),
    /// A vertex set with the left terminal and without the right one (in the join-all game: neither
    /// empty nor everything); all edges that leave it are deleted.
    Apart(Vec<VertexId>),
}

impl Won {
    /// The side that has won.
    pub(crate) fn winner(&self) -> Side {
        match self {
            Won::Path(_) | Won::Tree(_) => Side::Short,
            Won::Apart(_) => Side::Cut,
        }
    }
}

/// Why a side wins even moving second.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Proof {
    /// SHORT wins.
    Short(TwoTrees),
    /// CUT wins.
    Cut(TwoForests),
}

impl Proof {
    /// The side that wins.
    pub fn winner(&self) -> Side {
        match self {
            Proof::Short(_) => Side::Short,
            Proof::Cut(_) => Side::Cut,
        }
    }
}

/// Two edge-disjoint trees of free edges on one vertex set that contains both terminals, and in the
/// join-all game every vertex.
///
/// Vertices joined by SHORT's edges count as one. Whenever CUT deletes an edge of one tree, SHORT claims
/// an edge of the other that reconnects it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TwoTrees {
    /// The vertex set.
    pub vertices: Vec<VertexId>,
    /// The two trees.
    pub trees: [Vec<EdgeId>; 2],
}

/// The dual: two edge-disjoint forests that together contain every free edge between different classes
/// of a partition of the vertices, and neither of which connects the terminals. In the join-all game any
/// two vertices take the place of the terminals: SHORT has to join them too.
///
/// Give SHORT everything inside the classes. The two forests, each with the edge that joins the
/// terminals added, are still forests, so CUT wins by the dual reply: whenever SHORT claims an edge of
/// one forest, CUT deletes an edge of the other so that SHORT's edges, with the joining edge, never
/// close a circuit.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TwoForests {
    /// In the join-all game, and only there: two vertices that CUT keeps apart.
    pub apart: Option<[VertexId; 2]>,
    /// The classes with more than one vertex; every other vertex is a class of its own.
    pub classes: Vec<Vec<VertexId>>,
    /// The two forests.
    pub forests: [Vec<EdgeId>; 2],
}

/// A winning first move and the proof that it wins.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Opening {
    /// The move.
    pub edge: EdgeId,
    /// Why the side that made it wins the position after it, moving second.
    pub proof: Proof,
}

impl Certificate {
    /// The outcome that the certificate claims.
    pub fn outcome(&self) -> Outcome {
        match self {
            Certificate::Over(won) => won.winner().into(),
            Certificate::Second(proof) => proof.winner().into(),
            Certificate::First { .. } => Outcome::First,
        }
    }
}
