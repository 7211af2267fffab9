//! Sweeps over the nodes, in which every node reads its followers: for digraphs whose ids are near
//! a topological order or its reverse.
//!
//! Every node keeps one word: its number, or the set of its followers' numbers so far. A sweep goes
//! through the nodes in order, gathers the words of their followers and applies the order-free rule;
//! the next sweep goes through those that are left. When almost every arc leads to a node that
//! has been swept before, few sweeps are usually enough, and there is no transpose.
//!
//! O(n + m) per sweep. The few arcs against the order can form a chain that needs a sweep for each
//! of them, so the engine gives up when the sweeps would take more than linear time. It also gives
//! up on numbers above 30, which do not fit into the word.

use super::Numbers;
use crate::ds::NONE;
use crate::ds::prefetch::prefetch;
use crate::graph::Rows;

/// Marks a word that holds a number; without it, the word is a set of numbers.
const NUMBER: u32 = 1 << 31;

/// The order in which nodes are swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// For arcs that mostly lead to smaller ids.
    Ascending,
    /// For arcs that mostly lead to larger ids.
    Descending,
}

/// Why the engine gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GaveUp {
    /// A number does not fit the word.
    LargeNumber,
    /// The sweeps would take more than linear time.
    ManySweeps,
}

/// The later sweeps together visit at most this many times as many nodes as there are.
const SWEEPS: usize = 8;

/// The numbers, unless the digraph does not suit the engine.
pub(super) fn numbers(rows: Rows<'_>, order: Order) -> Result<Numbers, GaveUp> {
    let nodes = rows.node_count();
    let mut sweep = Sweep {
        rows,
        words: vec![0; nodes],
        counters: vec![0; nodes],
        given: 0,
        changed: false,
        overflow: false,
    };
    let mut left = sweep.all(order);
    sweep.changed = true;
    let mut budget = SWEEPS * nodes;
    while sweep.changed && !sweep.overflow {
        budget = budget.checked_sub(left.len()).ok_or(GaveUp::ManySweeps)?;
        sweep.again(&mut left);
    }
    if sweep.overflow {
        return Err(GaveUp::LargeNumber);
    }
    let number = |word: u32| {
        if word & NUMBER != 0 {
            word ^ NUMBER
        } else {
            NONE
        }
    };
    let mut labels = sweep.words;
    for word in &mut labels {
        *word = number(*word);
    }
    Ok(Numbers {
        labels,
        counters: sweep.counters,
    })
}

/// How many nodes ahead the words of the followers are prefetched.
const AHEAD: usize = 8;

struct Sweep<'a> {
    rows: Rows<'a>,
    words: Vec<u32>,
    counters: Vec<u32>,
    given: u32,
    changed: bool,
    overflow: bool,
}

impl Sweep<'_> {
    /// Sweeps all nodes; returns those left without a number.
    fn all(&mut self, order: Order) -> Vec<u32> {
        let nodes = self.rows.node_count();
        let mut left = vec![0; nodes];
        let mut kept = 0;
        for i in 0..nodes {
            let (u, later) = match order {
                Order::Ascending => (i, i + AHEAD),
                // Wraps around below the first node, where there is nothing to prefetch.
                Order::Descending => (nodes - 1 - i, (nodes - 1 - i).wrapping_sub(AHEAD)),
            };
            self.ask(later);
            left[kept] = u as u32;
            kept += usize::from(!self.visit(u));
        }
        left.truncate(kept);
        left
    }

    /// Sweeps the nodes left, and keeps those that are still left.
    fn again(&mut self, left: &mut Vec<u32>) {
        self.changed = false;
        let mut kept = 0;
        for i in 0..left.len() {
            if let Some(&later) = left.get(i + AHEAD) {
                self.ask(later as usize);
            }
            let u = left[i];
            left[kept] = u;
            kept += usize::from(!self.visit(u as usize));
        }
        left.truncate(kept);
    }

    /// Prefetches the words of a node's followers.
    #[inline]
    fn ask(&self, u: usize) {
        if u < self.rows.node_count() {
            for &v in self.rows.of(u) {
                prefetch(&self.words, v as usize);
            }
        }
    }

    /// Applies the rule to a node; whether it has a number now. No branch depends on chance, so
    /// that many gathers can overlap.
    #[inline]
    fn visit(&mut self, u: usize) -> bool {
        let (mut found, mut shared) = (0_u32, u32::MAX);
        for &v in self.rows.of(u) {
            let word = self.words[v as usize];
            let is_number = ((word as i32) >> 31) as u32;
            found |= (1 << (word & 31)) & is_number;
            shared &= word | is_number;
        }
        let mex = found.trailing_ones();
        self.overflow |= found >> 30 != 0;
        let fits = shared >> (mex & 31) & 1;
        let word = if fits == 1 { NUMBER | mex } else { found };
        self.changed |= word != self.words[u];
        self.words[u] = word;
        self.given += fits;
        self.counters[u] = self.given;
        fits == 1
    }
}
