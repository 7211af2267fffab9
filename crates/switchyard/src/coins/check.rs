//! Verifies labels with counters, node by node; shares nothing with the engines that find them.
//!
//! **Theorem** (Fraenkel and Perl). Labels ℓ with counters c are *the* generalized Sprague–Grundy
//! labels exactly when for every node u
//! - a number ℓ(u) is the least one missing among the numbers of its followers, and every follower
//!   v with a larger label has a follower w with ℓ(w) = ℓ(u) and c(w) < c(u);
//! - ℓ(u) = ∞(K): K is the set of the numbers of its followers, and some follower labelled ∞(L) has
//!   the least number missing from K not in L.
//!
//! One pass over the arcs writes for every node the numbers of its followers, each with its least
//! counter; a second looks up one number an arc. O(n + m log d) time for out-degrees up to d.

use super::labels::{Label, LabelSet, Labels};
use crate::graph::{Digraph, NodeId};
use thiserror::Error;

/// Why labels are wrong; `N` names a node.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LabelsError<N = NodeId> {
    /// There must be a label for every node.
    #[error("{labels} labels for {nodes} nodes")]
    WrongSize {
        /// How many labels there are.
        labels: usize,
        /// How many nodes there are.
        nodes: usize,
    },
    /// A number must be the least one missing among the followers.
    #[error("it is labelled {label}, but the least number missing among its followers is {mex}")]
    NotMex {
        /// The node.
        node: N,
        /// Its label.
        label: u32,
        /// What its followers say.
        mex: u32,
    },
    /// A follower with a larger label must lead back to this label, earlier.
    #[error(
        "it is labelled {label} with counter {counter}, but its follower number {follower}, \
         labelled higher, has no follower labelled {label} with a smaller counter"
    )]
    NoWayBack {
        /// The node.
        node: N,
        /// Its label.
        label: u32,
        /// Its counter.
        counter: u32,
        /// The follower.
        follower: N,
    },
    /// K must be the numbers of the followers.
    #[error("it is labelled ∞({stated}), but the numbers of its followers are ({found})")]
    WrongSet {
        /// The node.
        node: N,
        /// The K of its label.
        stated: LabelSet,
        /// The numbers of its followers.
        found: LabelSet,
    },
    /// Nothing stands in the way of a number.
    #[error("it is labelled ∞, but nothing keeps it from the number {mex}")]
    NotInfinite {
        /// The node.
        node: N,
        /// The number it should have, or at least not be kept from by its followers.
        mex: u32,
    },
}

impl<N: Copy> LabelsError<N> {
    /// The node where the rule is broken.
    pub fn node(&self) -> Option<N> {
        match *self {
            Self::WrongSize { .. } => None,
            Self::NotMex { node, .. }
            | Self::NoWayBack { node, .. }
            | Self::WrongSet { node, .. }
            | Self::NotInfinite { node, .. } => Some(node),
        }
    }
}

/// Verifies that these are the labels of the digraph.
///
/// # Errors
/// The first node whose label breaks its rule, with the rule.
pub fn check(digraph: &Digraph<'_>, labels: &Labels) -> Result<(), LabelsError> {
    if labels.len() != digraph.node_count() {
        return Err(LabelsError::WrongSize {
            labels: labels.len(),
            nodes: digraph.node_count(),
        });
    }
    let below = Below::new(digraph, labels);
    for node in digraph.nodes() {
        match labels.of(node) {
            Label::Finite(label) => check_number(digraph, labels, &below, node, label)?,
            Label::Infinite(set) => check_infinite(digraph, labels, &below, node, set)?,
        }
    }
    Ok(())
}

fn check_number(
    digraph: &Digraph<'_>,
    labels: &Labels,
    below: &Below,
    node: NodeId,
    label: u32,
) -> Result<(), LabelsError> {
    let mex = below.mex(node);
    if mex != label {
        return Err(LabelsError::NotMex { node, label, mex });
    }
    let counter = labels.counter(node).unwrap_or(0);
    for follower in digraph.followers(node) {
        let higher = labels.of(follower).finite().is_none_or(|l| l > label);
        let earlier = |c| c < counter;
        if higher && !below.least_counter(follower, label).is_some_and(earlier) {
            return Err(LabelsError::NoWayBack {
                node,
                label,
                counter,
                follower,
            });
        }
    }
    Ok(())
}

fn check_infinite(
    digraph: &Digraph<'_>,
    labels: &Labels,
    below: &Below,
    node: NodeId,
    set: &LabelSet,
) -> Result<(), LabelsError> {
    let found = below.row(node).iter().map(|&(label, _)| label);
    if !found.eq(set.members().iter().copied()) {
        return Err(LabelsError::WrongSet {
            node,
            stated: set.clone(),
            found: LabelSet::new(below.row(node).iter().map(|&(l, _)| l).collect()),
        });
    }
    let mex = below.mex(node);
    let stands_in_the_way = |follower: NodeId| {
        labels.of(follower).finite().is_none() && below.least_counter(follower, mex).is_none()
    };
    if digraph.followers(node).any(stands_in_the_way) {
        Ok(())
    } else {
        Err(LabelsError::NotInfinite { node, mex })
    }
}

/// For every node the numbers among its followers, ascending, each with its least counter.
struct Below {
    starts: Vec<u32>,
    entries: Vec<(u32, u32)>,
}

impl Below {
    fn new(digraph: &Digraph<'_>, labels: &Labels) -> Self {
        let mut starts = Vec::with_capacity(digraph.node_count() + 1);
        let mut entries = Vec::new();
        starts.push(0);
        for node in digraph.nodes() {
            let first = entries.len();
            for follower in digraph.followers(node) {
                let label = labels.of(follower).finite();
                entries.extend(label.zip(labels.counter(follower)));
            }
            entries[first..].sort_unstable();
            let mut kept = first;
            for i in first..entries.len() {
                if i == first || entries[i].0 != entries[kept - 1].0 {
                    entries[kept] = entries[i];
                    kept += 1;
                }
            }
            entries.truncate(kept);
            starts.push(kept as u32);
        }
        Self { starts, entries }
    }

    fn row(&self, node: NodeId) -> &[(u32, u32)] {
        let from = self.starts[node.index()] as usize;
        let to = self.starts[node.index() + 1] as usize;
        &self.entries[from..to]
    }

    fn mex(&self, node: NodeId) -> u32 {
        let row = self.row(node).iter();
        let fitting = row.zip(0..).take_while(|&(&(label, _), i)| label == i);
        fitting.count() as u32
    }

    fn least_counter(&self, node: NodeId, label: u32) -> Option<u32> {
        let row = self.row(node);
        // A row without gaps up to the label has it in its own place.
        if let Some(&(found, counter)) = row.get(label as usize)
            && found == label
        {
            return Some(counter);
        }
        let place = row.binary_search_by_key(&label, |&(l, _)| l);
        place.ok().map(|i| row[i].1)
    }
}
