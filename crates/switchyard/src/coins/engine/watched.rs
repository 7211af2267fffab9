//! Watching one follower: for dense digraphs and high labels.
//!
//! Every node without a number has a *candidate*, the least number missing among its followers'
//! numbers, and watches one follower without a number that does not have the candidate among its
//! own followers: that one stands in the way. When the watched node gets a number or gains the
//! candidate, or the candidate grows, the node looks on along its row. A node with nobody left to
//! watch gets its candidate.
//!
//! Each node keeps its row in an order of its own, with the followers that have numbers swept to the
//! front, where no look begins again. A candidate looks through the rest at most once, so all looks
//! together cost O(m) and what the nodes without numbers cost while candidates grow; the numbers of
//! the followers are kept in bit sets as long as they need be, never truncated.

use super::Numbers;
use crate::ds::NONE;
use crate::graph::{Digraph, Rows};

pub(super) fn numbers(digraph: &Digraph<'_>) -> Numbers {
    let rows = digraph.rows();
    let transpose = digraph.transposed();
    let nodes = rows.node_count();
    let mut state = Watched {
        back: transpose.rows(),
        starts: rows.starts,
        row: rows.targets.to_vec(),
        settled: rows.starts[..nodes].to_vec(),
        looked: rows.starts[..nodes].to_vec(),
        labels: vec![NONE; nodes],
        counters: vec![0; nodes],
        candidates: vec![0; nodes],
        seen: NumberSets::new(rows),
        watchers: vec![NONE; nodes],
        next: vec![NONE; nodes],
        previous: vec![NONE; nodes],
        told: 0,
        order: Vec::new(),
    };
    for u in 0..nodes as u32 {
        state.look(u);
    }
    state.spread();
    Numbers {
        labels: state.labels,
        counters: state.counters,
    }
}

struct Watched<'a> {
    back: Rows<'a>,
    starts: &'a [u32],
    /// The rows, each in an order of its own.
    row: Vec<u32>,
    /// Up to here the followers in a row have numbers.
    settled: Vec<u32>,
    /// Up to here they have numbers, or the candidate among their followers.
    looked: Vec<u32>,
    labels: Vec<u32>,
    counters: Vec<u32>,
    candidates: Vec<u32>,
    /// The numbers among the followers of each node.
    seen: NumberSets,
    /// The first node that watches a node; the next and the previous that watch the same.
    watchers: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    /// How many numbers have been told to the predecessors.
    told: u32,
    /// The nodes with a number, in the order in which they got it.
    order: Vec<u32>,
}

impl Watched<'_> {
    /// Looks on along the row of a node that watches nobody: watch the next that stands in the way,
    /// or take the candidate.
    fn look(&mut self, u: u32) {
        let place = u as usize;
        let end = self.starts[place + 1];
        let candidate = self.seen.mex_from(u, self.candidates[place]);
        if candidate != self.candidates[place] {
            self.candidates[place] = candidate;
            self.looked[place] = self.settled[place];
        }
        while self.looked[place] < end {
            let at = self.looked[place];
            let v = self.row[at as usize];
            // A number that has not been told might be the candidate: wait until it is.
            let known = self.labels[v as usize] != NONE;
            if known && self.counters[v as usize] <= self.told {
                self.settle(place, at);
            } else if !self.seen.has(v, candidate) {
                self.watch(u, v);
                return;
            }
            self.looked[place] = at + 1;
        }
        self.labels[place] = candidate;
        self.order.push(u);
        self.counters[place] = self.order.len() as u32;
    }

    /// Sweeps the follower at this place of the row to the front.
    fn settle(&mut self, u: usize, at: u32) {
        let front = self.settled[u];
        self.row.swap(front as usize, at as usize);
        self.settled[u] = front + 1;
    }

    /// Tells of all numbers given, and of those that follow.
    fn spread(&mut self) {
        let mut gained = Vec::new();
        while let Some(&w) = self.order.get(self.told as usize) {
            let label = self.labels[w as usize];
            let back = self.back;
            // First everybody hears of it, then everybody acts.
            for &v in back.of(w as usize) {
                if self.labels[v as usize] == NONE && self.seen.insert(v, label) {
                    gained.push(v);
                }
            }
            self.told += 1;
            for v in gained.drain(..) {
                self.grow(v);
                self.wake(v, Some(label));
            }
            self.wake(w, None);
        }
    }

    /// A node whose candidate is no longer missing looks again.
    fn grow(&mut self, v: u32) {
        let waits = self.labels[v as usize] == NONE;
        if waits && self.seen.has(v, self.candidates[v as usize]) {
            self.unwatch(v);
            self.look(v);
        }
    }

    fn watch(&mut self, u: u32, v: u32) {
        let first = std::mem::replace(&mut self.watchers[v as usize], u);
        self.next[u as usize] = first;
        self.previous[u as usize] = NONE;
        if first != NONE {
            self.previous[first as usize] = u;
        }
    }

    /// Takes a node out of the list of those that watch what it watches.
    fn unwatch(&mut self, u: u32) {
        let watched = self.row[self.looked[u as usize] as usize] as usize;
        let (previous, next) = (self.previous[u as usize], self.next[u as usize]);
        match previous {
            NONE => self.watchers[watched] = next,
            _ => self.next[previous as usize] = next,
        }
        if next != NONE {
            self.previous[next as usize] = previous;
        }
    }

    /// Of those who watch this node, everybody looks on, or those whose candidate this is; the
    /// others go on watching.
    fn wake(&mut self, v: u32, candidate: Option<u32>) {
        let mut at = std::mem::replace(&mut self.watchers[v as usize], NONE);
        while at != NONE {
            let next = self.next[at as usize];
            if candidate.is_none_or(|candidate| candidate == self.candidates[at as usize]) {
                self.look(at);
            } else {
                self.watch(at, v);
            }
            at = next;
        }
    }
}

/// For every node a set of numbers, as long as its row can make it: a node with d followers has
/// numbers up to d that matter to its candidate, and larger ones that matter to its predecessors.
struct NumberSets {
    sets: Vec<Vec<u64>>,
}

impl NumberSets {
    fn new(rows: Rows<'_>) -> Self {
        Self {
            sets: vec![Vec::new(); rows.node_count()],
        }
    }

    fn has(&self, node: u32, number: u32) -> bool {
        let word = self.sets[node as usize].get((number >> 6) as usize);
        word.is_some_and(|word| word >> (number & 63) & 1 == 1)
    }

    /// Whether the number was not there before.
    fn insert(&mut self, node: u32, number: u32) -> bool {
        let set = &mut self.sets[node as usize];
        let place = (number >> 6) as usize;
        if set.len() <= place {
            set.resize(place + 1, 0);
        }
        let before = set[place];
        set[place] |= 1 << (number & 63);
        before != set[place]
    }

    /// The least missing number, all below `from` being there.
    fn mex_from(&self, node: u32, from: u32) -> u32 {
        let set = &self.sets[node as usize];
        let first = (from >> 6) as usize;
        for (place, word) in set.iter().enumerate().skip(first) {
            if *word != u64::MAX {
                return place as u32 * 64 + word.trailing_ones();
            }
        }
        (set.len() * 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::collections::BTreeSet;

    #[test]
    fn sets_of_numbers_of_any_size() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for most in [20_u32, 64, 65, 128, 300] {
            let mut sets = NumberSets {
                sets: vec![Vec::new(); 2],
            };
            let mut set: BTreeSet<u32> = BTreeSet::new();
            // Often enough that in the end all numbers are there.
            for _ in 0..most * 12 {
                let number = rng.random_range(0..most);
                assert_eq!(sets.insert(1, number), set.insert(number));
                assert!((0..400).all(|k| sets.has(1, k) == set.contains(&k)));
                let mex = (0..=most).find(|k| !set.contains(k)).unwrap_or(0);
                for from in [0, mex / 2, mex] {
                    assert_eq!(sets.mex_from(1, from), mex);
                }
            }
            assert_eq!((sets.has(0, 0), sets.mex_from(0, 0)), (false, 0));
        }
    }
}
