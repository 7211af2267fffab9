//! Why every edge is in P, P* or R: plain data, for [`check_partition`](super::check_partition) to verify.

use super::Partition;
use crate::graph::{EdgeId, VertexId};

/// The proof of a principal partition.
///
/// The two forests are the largest: every edge outside them lies in a dependent set, which both span. From such
/// an edge the search of matroid union goes to the edges on the path between its ends in a forest, from these to
/// those on their paths in the other forest, and so on. What it reaches is P: `from` says from where. An edge
/// of P* reaches, along the paths of its parallel copy, an edge whose ends the other forest does not join: `to` says
/// where it goes next. The other edges lie in no dependent set, and in a clump, which both forests span: so they are
/// neither in P nor in P*.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PartitionProof {
    /// The partition that is proved.
    pub partition: Partition,
    /// Two largest disjoint forests.
    pub forests: [Vec<EdgeId>; 2],
    /// The dependent sets of more than one vertex.
    pub dependent: Vec<Vec<VertexId>>,
    /// The clumps of more than one vertex.
    pub clumps: Vec<Vec<VertexId>>,
    /// The edges of the forests in P, each with the edge that it is reached from: one outside the forests, or
    /// an earlier one of the list.
    pub from: Vec<(EdgeId, EdgeId)>,
    /// The edges of P*, each with an earlier one of the list on its path in the other forest; with none, where the
    /// other forest does not join its ends.
    pub to: Vec<(EdgeId, Option<EdgeId>)>,
}

/// The part of the principal partition that an edge is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeClass {
    /// SHORT wins the edge's game even moving second.
    P,
    /// CUT does.
    PStar,
    /// Whoever moves first does.
    R,
}

/// One exchange: a tree takes in an edge and gives up another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap {
    /// Which tree, 0 or 1.
    pub tree: usize,
    /// The edge that comes in.
    pub into: EdgeId,
    /// The edge that goes; none, where there is room.
    pub out: Option<EdgeId>,
}

/// Why one edge is in its part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeReason {
    /// The part.
    pub class: EdgeClass,
    /// The exchanges, in an order in which both trees stay trees. Of an edge in P they leave it in neither tree;
    /// of one in P* they make room for its parallel copy, so that it is in both; of one in R there are none.
    pub steps: Vec<Swap>,
    /// The trees after the exchanges: for P those on the dependent set of the edge, for P* those of the graph whose
    /// dependent sets are contracted, where each without the edge is the co-tree of the other.
    pub trees: [Vec<EdgeId>; 2],
    /// The edge and the path between its ends in a tree without it; empty for P*.
    pub circuit: Vec<EdgeId>,
    /// The edges between the two sides into which the edge parts a tree that has it; empty for P.
    pub cutset: Vec<EdgeId>,
}
