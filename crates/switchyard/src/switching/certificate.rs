//! Certificates: plain data that proves who wins a position, for [`super::check`] to verify.

use super::{Outcome, Side};
use crate::graph::{EdgeId, VertexId};

/// The proof of a verdict on a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The game is over.
    Over(Won),
    /// One side wins even moving second.
    Second(Proof),
    /// Whoever moves first wins: for each side a move, and why the side wins after it.
    First {
        /// SHORT's move.
        short: Opening,
        /// CUT's move.
        cut: Opening,
    },
}

/// How a finished game was won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Won {
    /// A path of SHORT's edges from terminal to terminal.
    Path(Vec<EdgeId>),
    /// A vertex set with the left terminal and without the right one; no edge that leaves it is
    /// left.
    Apart(Vec<VertexId>),
}

/// Why a side wins even moving second.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// Two edge-disjoint trees of free edges on one vertex set that holds both terminals.
///
/// The trees may use SHORT's edges freely: vertices joined by them count as one.
/// Whenever CUT destroys an edge of one tree, SHORT claims an edge of the other that mends it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TwoTrees {
    /// The vertex set.
    pub vertices: Vec<VertexId>,
    /// The two trees.
    pub trees: [Vec<EdgeId>; 2],
}

/// The dual: two edge-disjoint forests that together hold every edge between different classes
/// of a partition of the vertices, and neither of which joins the terminals.
///
/// Give SHORT everything inside the classes. The two forests, each with the edge that joins the
/// terminals added, are still forests, so CUT holds them apart by the dual reply: whenever SHORT
/// claims an edge of one forest, CUT destroys an edge of the other so that SHORT's edges, with
/// the joining edge, never close a circuit.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TwoForests {
    /// The classes with more than one vertex; every other vertex is a class of its own.
    pub classes: Vec<Vec<VertexId>>,
    /// The two forests.
    pub forests: [Vec<EdgeId>; 2],
}

/// A winning first move and the proof that it wins.
#[derive(Clone, Debug, PartialEq, Eq)]
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
            Certificate::Over(Won::Path(_)) => Outcome::Short,
            Certificate::Over(Won::Apart(_)) => Outcome::Cut,
            Certificate::Second(proof) => proof.winner().into(),
            Certificate::First { .. } => Outcome::First,
        }
    }
}
