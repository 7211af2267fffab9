//! Sweeps that pull: for digraphs whose ids are near a topological order.
//!
//! Every node keeps one word: its number, or the set of its followers' numbers so far. A sweep goes
//! through the nodes in order, gathers the words of their followers and applies the order-free rule;
//! the next sweep goes through those that are left. When almost every arc leads back to a node that
//! has been swept before, few sweeps are needed, and there is no transpose.
//!
//! O(n + m) a sweep. Numbers beyond 30 do not fit the word: then the engine gives up.

use super::{Numbers, UNLABELLED};
use crate::ds::prefetch::prefetch;
use crate::graph::Rows;

/// Marks a word that holds a number; without it, the word is a set of numbers.
const NUMBER: u32 = 1 << 31;

/// The numbers, or `None` if one is too large for a word.
pub(super) fn numbers(rows: Rows<'_>) -> Option<Numbers> {
    let nodes = rows.node_count();
    let mut sweep = Sweep {
        rows,
        words: vec![0; nodes],
        counters: vec![0; nodes],
        given: 0,
        changed: false,
        overflow: false,
    };
    let mut left = sweep.all();
    sweep.changed = true;
    while sweep.changed && !sweep.overflow {
        sweep.again(&mut left);
    }
    if sweep.overflow {
        return None;
    }
    let number = |word: u32| {
        if word & NUMBER != 0 {
            word ^ NUMBER
        } else {
            UNLABELLED
        }
    };
    let mut labels = sweep.words;
    for word in &mut labels {
        *word = number(*word);
    }
    Some(Numbers {
        labels,
        counters: sweep.counters,
    })
}

/// How many nodes ahead the words of the followers are asked for.
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
    fn all(&mut self) -> Vec<u32> {
        let mut left = vec![0; self.rows.node_count()];
        let mut kept = 0;
        for (v, u) in (0..left.len()).zip(0..) {
            self.ask(v + AHEAD);
            left[kept] = u;
            kept += usize::from(!self.visit(v));
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

    /// Asks for the words of a node's followers.
    #[inline]
    fn ask(&self, u: usize) {
        if u < self.rows.node_count() {
            for &v in self.rows.of(u) {
                prefetch(&self.words, v as usize);
            }
        }
    }

    /// Applies the rule to a node; whether it has a number now. No branch depends on chance, so
    /// that many gathers can be under way at once.
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
