//! Generalized Sprague–Grundy labels: the types, and how they are kept for millions of nodes.
//!
//! A node is labelled with a number, or with ∞(K), K the set of numbers among its followers' labels.

use crate::digraph::NodeId;
use std::fmt;

/// A finite set of numbers: the K of ∞(K).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct LabelSet(Box<[u32]>);

impl LabelSet {
    /// The set of these numbers, in any order, repeated or not.
    pub fn new(mut members: Vec<u32>) -> Self {
        members.sort_unstable();
        members.dedup();
        Self(members.into_boxed_slice())
    }

    /// Whether the number is in the set.
    pub fn contains(&self, number: u32) -> bool {
        self.0.binary_search(&number).is_ok()
    }

    /// The members, ascending.
    pub fn members(&self) -> &[u32] {
        &self.0
    }

    /// Every member Nim-added to `number`.
    #[must_use]
    pub fn shifted(&self, number: u32) -> Self {
        Self::new(self.0.iter().map(|member| member ^ number).collect())
    }

    /// The least number that is not in the set.
    pub fn mex(&self) -> u32 {
        let fitting = self.0.iter().zip(0..).take_while(|&(&k, i)| k == i);
        fitting.count() as u32
    }
}

impl fmt::Display for LabelSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, member) in self.0.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{member}")?;
        }
        Ok(())
    }
}

/// The label of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label<'a> {
    /// A number, as in Nim.
    Finite(u32),
    /// ∞(K).
    Infinite(&'a LabelSet),
}

impl Label<'_> {
    /// The number, unless it is ∞.
    pub fn finite(self) -> Option<u32> {
        match self {
            Self::Finite(number) => Some(number),
            Self::Infinite(_) => None,
        }
    }
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(number) => write!(f, "{number}"),
            Self::Infinite(set) => write!(f, "∞({set})"),
        }
    }
}

/// The labels of all nodes of a digraph, with the counter function.
///
/// One word a node: a number below 2³¹, or the place of K in the table of distinct sets.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Labels {
    words: Vec<u32>,
    counters: Vec<u32>,
    sets: Vec<LabelSet>,
}

const INFINITE: u32 = 1 << 31;

impl Labels {
    /// Labels without nodes, to be filled by [`Labels::push`].
    pub fn with_capacity(nodes: usize) -> Self {
        Self {
            words: Vec::with_capacity(nodes),
            counters: Vec::with_capacity(nodes),
            sets: Vec::new(),
        }
    }

    /// From engine output: `words[v]` is a number below 2³¹ or 2³¹ plus an index into `sets`.
    pub(super) fn from_words(words: Vec<u32>, counters: Vec<u32>, sets: Vec<LabelSet>) -> Self {
        Self {
            words,
            counters,
            sets,
        }
    }

    /// The word for ∞ with the set at this index.
    pub(super) fn infinite_word(set: usize) -> u32 {
        INFINITE | set as u32
    }

    /// The table of sets to which the words refer.
    pub fn sets(&self) -> &[LabelSet] {
        &self.sets
    }

    /// Appends the number `label`, given in `counter`-th place, as the next node's label.
    ///
    /// # Panics
    /// If the label is 2³¹ or more.
    pub fn push_finite(&mut self, label: u32, counter: u32) {
        assert!(label < INFINITE, "no digraph that fits has such a label");
        self.words.push(label);
        self.counters.push(counter);
    }

    /// Appends ∞(K) as the next node's label, `set` being the place of K in the table.
    pub fn push_infinite(&mut self, set: usize) {
        assert!(set < self.sets.len(), "no such set");
        self.words.push(Self::infinite_word(set));
        self.counters.push(0);
    }

    /// Appends a set to the table and returns its place.
    pub fn add_set(&mut self, set: LabelSet) -> usize {
        self.sets.push(set);
        self.sets.len() - 1
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The label of a node.
    #[inline]
    pub fn of(&self, node: NodeId) -> Label<'_> {
        let word = self.words[node.index()];
        if word < INFINITE {
            Label::Finite(word)
        } else {
            Label::Infinite(&self.sets[(word & !INFINITE) as usize])
        }
    }

    /// The counter function: when the node's number was given. `None` for ∞.
    ///
    /// From a node u labelled a, a follower v with a label above a has a follower w labelled a with
    /// a smaller counter than u. That is what makes a winning strategy end.
    #[inline]
    pub fn counter(&self, node: NodeId) -> Option<u32> {
        let finite = self.words[node.index()] < INFINITE;
        finite.then(|| self.counters[node.index()])
    }

    /// All labels in the order of the nodes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Label<'_>> + '_ {
        (0..self.len()).map(|v| self.of(NodeId::new(v)))
    }

    /// The largest number given to a node.
    pub fn largest(&self) -> Option<u32> {
        self.iter().filter_map(Label::finite).max()
    }
}
