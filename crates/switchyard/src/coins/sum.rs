//! Sums: the value of several coins from the labels of their nodes.
//!
//! **Theorem** (Smith; Fraenkel and Perl). Without ∞ the sum is the Nim-sum s of the labels: the
//! second player wins if s = 0, the first otherwise. With one ∞(K) the sum is ∞(K ⊕ s): the first
//! player wins if 0 ∈ K ⊕ s, else it is a draw. Two or more ∞ add up to ∞(∅): a draw.

use super::labels::{Label, LabelSet, Labels};
use crate::graph::NodeId;
use std::fmt;

/// Who wins a position with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move.
    First,
    /// The other one.
    Second,
    /// Neither: play never ends.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Draw => "draw",
        })
    }
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A Nim-sum.
    Finite(u32),
    /// ∞(K).
    Infinite(LabelSet),
}

impl Value {
    /// Who wins a position of this value.
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Finite(0) => Outcome::Second,
            Self::Finite(_) => Outcome::First,
            Self::Infinite(set) if set.contains(0) => Outcome::First,
            Self::Infinite(_) => Outcome::Draw,
        }
    }
}

impl From<Label<'_>> for Value {
    fn from(label: Label<'_>) -> Self {
        match label {
            Label::Finite(number) => Self::Finite(number),
            Label::Infinite(set) => Self::Infinite(set.clone()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(number) => write!(f, "{number}"),
            Self::Infinite(set) => write!(f, "∞({set})"),
        }
    }
}

/// The value of coins on these nodes.
pub fn sum(labels: &Labels, coins: impl IntoIterator<Item = NodeId>) -> Value {
    let mut tally = Tally::default();
    for coin in coins {
        tally.add(labels.of(coin), coin);
    }
    tally.value(labels)
}

/// A sum to which coins can be added and from which they can be taken, in constant time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// The Nim-sum of the coins on numbers.
    pub nim: u32,
    /// How many coins are on ∞.
    pub infinite: usize,
    /// The sum of the ids of the ∞ nodes: with one such coin, its node.
    infinite_ids: u64,
}

impl Tally {
    pub fn add(&mut self, label: Label<'_>, node: NodeId) {
        match label {
            Label::Finite(number) => self.nim ^= number,
            Label::Infinite(_) => {
                self.infinite += 1;
                self.infinite_ids += node.index() as u64;
            }
        }
    }

    pub fn remove(&mut self, label: Label<'_>, node: NodeId) {
        match label {
            Label::Finite(number) => self.nim ^= number,
            Label::Infinite(_) => {
                self.infinite -= 1;
                self.infinite_ids -= node.index() as u64;
            }
        }
    }

    /// The K of the only ∞.
    pub fn lone_set(self, labels: &Labels) -> Option<&LabelSet> {
        if self.infinite != 1 {
            return None;
        }
        match labels.of(NodeId::new(self.infinite_ids as usize)) {
            Label::Infinite(set) => Some(set),
            Label::Finite(_) => unreachable!("only ∞ nodes are counted"),
        }
    }

    /// Who wins, without building the value.
    pub fn outcome(self, labels: &Labels) -> Outcome {
        match self.infinite {
            0 if self.nim == 0 => Outcome::Second,
            0 => Outcome::First,
            1 => match self.lone_set(labels) {
                Some(set) if set.contains(self.nim) => Outcome::First,
                _ => Outcome::Draw,
            },
            _ => Outcome::Draw,
        }
    }

    pub fn value(self, labels: &Labels) -> Value {
        match self.infinite {
            0 => Value::Finite(self.nim),
            1 => {
                let set = self.lone_set(labels).cloned().unwrap_or_default();
                Value::Infinite(set.shifted(self.nim))
            }
            _ => Value::Infinite(LabelSet::default()),
        }
    }
}
