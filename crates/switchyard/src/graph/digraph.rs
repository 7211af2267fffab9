//! The finite digraph that coins are pushed along, in compressed rows.
//!
//! Loops and parallel arcs are allowed. The rows may be owned or borrowed, so that a file in memory
//! is a digraph without being copied.

use super::csr::Csr;
use super::transpose;
use crate::ds::parallel;
use std::borrow::Cow;
use thiserror::Error;

typed_id! {
    /// A node of a [`Digraph`].
    NodeId
}

/// A finite digraph: a row of followers per node.
///
/// `starts` has one entry more than there are nodes; the followers of node `v` are
/// `targets[starts[v]..starts[v + 1]]`, in the order in which the arcs were given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph<'a> {
    starts: Cow<'a, [u32]>,
    targets: Cow<'a, [u32]>,
}

/// Why two arrays are not the rows of a digraph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RowsError {
    /// There must be one entry more than there are nodes.
    #[error("the row starts are missing")]
    NoStarts,
    /// Too many nodes for the ids.
    #[error("{0} nodes are more than the {max} that are possible", max = Digraph::MAX_NODES)]
    TooManyNodes(usize),
    /// The rows must begin at 0, must not overlap, and must end with the last arc.
    #[error("the row of node {node} runs from {from} to {to}, with {arcs} arcs in all")]
    BadRow {
        /// The node, counted from 1.
        node: usize,
        /// Where its row begins.
        from: u32,
        /// Where its row ends.
        to: u32,
        /// How many arcs there are.
        arcs: usize,
    },
    /// An arc leads to a node that does not exist.
    #[error("arc {arc} leads to node {target} of {nodes}")]
    BadTarget {
        /// The arc, counted from 1.
        arc: usize,
        /// Where it leads, counted from 1.
        target: u64,
        /// How many nodes there are.
        nodes: usize,
    },
}

impl Digraph<'static> {
    /// The most nodes that a digraph can have.
    pub const MAX_NODES: usize = i32::MAX as usize - 2;
    /// The most arcs that a digraph can have.
    pub const MAX_ARCS: usize = u32::MAX as usize - 1;

    /// The digraph on `nodes` nodes with these arcs (zero-based pairs), in O(n + m).
    ///
    /// # Panics
    /// If a pair names a node that does not exist, or there are too many nodes or arcs.
    pub fn from_arcs(nodes: usize, arcs: &[(u32, u32)]) -> Self {
        assert!(nodes <= Self::MAX_NODES, "too many nodes");
        assert!(arcs.len() <= Self::MAX_ARCS, "too many arcs");
        let is_arc = |&(from, to): &(u32, u32)| (from.max(to) as usize) < nodes;
        assert!(arcs.iter().all(is_arc), "no such node");
        let Csr { starts, items } = Csr::new(nodes, arcs.iter().copied());
        Self {
            starts: Cow::Owned(starts),
            targets: Cow::Owned(items),
        }
    }
}

impl<'a> Digraph<'a> {
    /// The digraph with these rows, owned or borrowed, after checking them in O(n + m).
    ///
    /// # Errors
    /// If the arrays are not the rows of a digraph.
    pub fn from_rows(
        starts: impl Into<Cow<'a, [u32]>>,
        targets: impl Into<Cow<'a, [u32]>>,
    ) -> Result<Self, RowsError> {
        let digraph = Self {
            starts: starts.into(),
            targets: targets.into(),
        };
        digraph.checked()
    }

    fn checked(self) -> Result<Self, RowsError> {
        let nodes = self.starts.len().checked_sub(1);
        let nodes = nodes.ok_or(RowsError::NoStarts)?;
        let arcs = self.targets.len();
        if nodes > Digraph::MAX_NODES {
            return Err(RowsError::TooManyNodes(nodes));
        }
        let bad_row = |node: usize, from: u32, to: u32| RowsError::BadRow {
            node,
            from,
            to,
            arcs,
        };
        if self.starts[0] != 0 {
            return Err(bad_row(1, self.starts[0], self.starts[0]));
        }
        for (node, row) in self.starts.windows(2).enumerate() {
            if row[0] > row[1] {
                return Err(bad_row(node + 1, row[0], row[1]));
            }
        }
        let last = self.starts[nodes];
        if last as usize != arcs {
            return Err(bad_row(nodes, last, last));
        }
        match self.targets.iter().position(|&to| to as usize >= nodes) {
            Some(arc) => Err(RowsError::BadTarget {
                arc: arc + 1,
                target: u64::from(self.targets[arc]) + 1,
                nodes,
            }),
            None => Ok(self),
        }
    }

    /// The number of nodes.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of arcs.
    #[inline]
    pub fn arc_count(&self) -> usize {
        self.targets.len()
    }

    /// All nodes.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.node_count()).map(NodeId::new)
    }

    /// Whether this node id belongs to the digraph.
    pub fn has_node(&self, node: NodeId) -> bool {
        node.index() < self.node_count()
    }

    /// The followers of a node: where a coin on it may be pushed, once per parallel arc.
    #[inline]
    pub fn followers(&self, node: NodeId) -> impl ExactSizeIterator<Item = NodeId> + '_ {
        let row = self.rows().of(node.index());
        row.iter().map(|&to| NodeId::new(to as usize))
    }

    /// The number of arcs out of a node.
    pub fn out_degree(&self, node: NodeId) -> usize {
        self.rows().of(node.index()).len()
    }

    /// Whether there is an arc from one node to the other.
    pub fn has_arc(&self, from: NodeId, to: NodeId) -> bool {
        self.followers(from).any(|follower| follower == to)
    }

    /// All arcs, row by row.
    pub fn arcs(&self) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        let row = |from| self.followers(from).map(move |to| (from, to));
        self.nodes().flat_map(row)
    }

    /// The rows themselves, for inner loops.
    #[inline]
    pub fn rows(&self) -> Rows<'_> {
        Rows {
            starts: &self.starts,
            targets: &self.targets,
        }
    }

    /// The same digraph with rows of its own.
    pub fn into_owned(self) -> Digraph<'static> {
        Digraph {
            starts: Cow::Owned(self.starts.into_owned()),
            targets: Cow::Owned(self.targets.into_owned()),
        }
    }

    /// The digraph with every arc reversed: the rows of the predecessors. O(n + m).
    #[must_use]
    pub fn transposed(&self) -> Digraph<'static> {
        self.transposed_by(1)
    }

    /// The same, on all threads.
    #[must_use]
    pub fn transposed_in_parallel(&self) -> Digraph<'static> {
        self.transposed_by(parallel::threads())
    }

    fn transposed_by(&self, threads: usize) -> Digraph<'static> {
        let (starts, targets) = transpose::transpose(self.rows(), threads);
        Digraph {
            starts: Cow::Owned(starts),
            targets: Cow::Owned(targets),
        }
    }
}

/// The rows of a [`Digraph`] as plain slices.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// Where each row starts; one entry more than there are nodes.
    pub starts: &'a [u32],
    /// The rows, one after another.
    pub targets: &'a [u32],
}

impl<'a> Rows<'a> {
    /// The row of a node.
    #[inline]
    pub fn of(self, node: usize) -> &'a [u32] {
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The number of nodes.
    #[inline]
    pub fn node_count(self) -> usize {
        self.starts.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_loops_parallel_arcs_and_their_order() {
        let digraph = Digraph::from_arcs(3, &[(2, 1), (0, 0), (2, 0), (2, 1)]);
        let row = |v: usize| -> Vec<usize> {
            let followers = digraph.followers(NodeId::new(v));
            followers.map(NodeId::index).collect()
        };
        assert_eq!(row(0), [0]);
        assert_eq!(row(1), [0; 0]);
        assert_eq!(row(2), [1, 0, 1]);
        let back = digraph.transposed();
        assert_eq!(back.rows().of(0), [0, 2]);
        assert_eq!(back.rows().of(1), [2, 2]);
    }

    #[test]
    fn bad_rows_are_refused_with_the_reason() {
        let rows =
            |starts: &[u32], targets: &[u32]| Digraph::from_rows(starts.to_vec(), targets.to_vec());
        assert!(rows(&[0, 1], &[0]).is_ok());
        assert_eq!(rows(&[], &[]), Err(RowsError::NoStarts));
        let backwards = rows(&[0, 2, 1], &[0]).unwrap_err();
        assert!(matches!(backwards, RowsError::BadRow { node: 2, .. }));
        let short = rows(&[0, 1, 1], &[0, 1]).unwrap_err();
        assert!(matches!(short, RowsError::BadRow { .. }));
        let far = rows(&[0, 1], &[1]).unwrap_err();
        assert!(matches!(far, RowsError::BadTarget { target: 2, .. }));
    }
}
