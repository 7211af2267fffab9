//! Generalized Sprague–Grundy labels: the types, and their compact storage for millions of nodes.
//!
//! A node is labelled with a number, or with ∞(K), K the set of numbers among its followers' labels.

use crate::ds::NONE;
use crate::graph::NodeId;
use std::collections::HashMap;
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

    /// The set for a sentence: the first members, and how many there are where that is not all.
    pub fn brief(&self) -> impl fmt::Display + '_ {
        BriefSet(&self.0)
    }
}

/// How many members of a set a sentence names.
const TOLD: usize = 8;

struct BriefSet<'a>(&'a [u32]);

impl fmt::Display for BriefSet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = &self.0[..self.0.len().min(TOLD)];
        for (i, member) in told.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{member}")?;
        }
        if told.len() < self.0.len() {
            write!(f, ",…: {} numbers", self.0.len())?;
        }
        Ok(())
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
/// One word per node: a number below 2³¹, or the index of K in the table of distinct sets.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Labels {
    words: Vec<u32>,
    counters: Vec<u32>,
    sets: Vec<LabelSet>,
}

const INFINITE: u32 = 1 << 31;

impl Labels {
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

/// The distinct sets, each with its place.
#[derive(Clone, Debug, Default)]
pub(super) struct SetTable {
    sets: Vec<LabelSet>,
    places: HashMap<LabelSet, usize>,
}

impl SetTable {
    /// The place of a set, a new one if the set is new.
    pub fn place(&mut self, set: LabelSet) -> usize {
        let sets = &mut self.sets;
        *self.places.entry(set).or_insert_with_key(|set| {
            sets.push(set.clone());
            sets.len() - 1
        })
    }

    /// The sets in the order of their places.
    pub fn finish(self) -> Vec<LabelSet> {
        self.sets
    }
}

/// Labels that are set one by one, in any order.
#[derive(Clone, Debug)]
pub struct LabelsBuilder {
    /// As in [`Labels`]; `NONE` for a node without a label yet.
    words: Vec<u32>,
    counters: Vec<u32>,
    table: SetTable,
}

impl LabelsBuilder {
    /// No labels yet, for this many nodes.
    pub fn new(nodes: usize) -> Self {
        Self {
            words: vec![NONE; nodes],
            counters: vec![0; nodes],
            table: SetTable::default(),
        }
    }

    /// Sets the node's label to a number, with its counter.
    ///
    /// # Panics
    /// If the label is 2³¹ or more.
    pub fn finite(&mut self, node: NodeId, label: u32, counter: u32) {
        assert!(label < INFINITE, "no digraph that fits has such a label");
        self.words[node.index()] = label;
        self.counters[node.index()] = counter;
    }

    /// Sets the node's label to ∞(K).
    pub fn infinite(&mut self, node: NodeId, set: LabelSet) {
        self.words[node.index()] = Labels::infinite_word(self.table.place(set));
    }

    /// Whether the node's label has been set.
    pub fn knows(&self, node: NodeId) -> bool {
        self.words[node.index()] != NONE
    }

    /// The labels.
    ///
    /// # Errors
    /// The first node whose label has not been set.
    pub fn finish(self) -> Result<Labels, NodeId> {
        match self.words.iter().position(|&word| word == NONE) {
            Some(missing) => Err(NodeId::new(missing)),
            None => Ok(Labels::from_words(
                self.words,
                self.counters,
                self.table.finish(),
            )),
        }
    }
}
