//! Level by level, pushing along the transpose.
//!
//! At level i the nodes with the numbers 0…i−1 among their followers' labels and no label yet are
//! *open*. An open node gets i when none of its followers is labelled i and each that is not
//! labelled below i has a follower labelled i. Open nodes count the followers that still stand in
//! the way; a node labelled i tells its predecessors that they have i now, and each of those tells
//! its own predecessors that it no longer stands in the way. Open nodes left without i are ∞.
//!
//! O(n + m) for the transpose, then O(m) a level for the arcs of the nodes touched in it.

use super::{Numbers, UNLABELLED};
use crate::digraph::{Digraph, Rows};

pub(super) fn numbers(rows: Rows<'_>) -> Numbers {
    let nodes = rows.node_count();
    let digraph = Digraph::from_rows(rows.starts, rows.targets);
    let transpose = digraph.expect("rows of a digraph").transposed();
    let mut state = State {
        back: transpose.rows(),
        labels: vec![UNLABELLED; nodes],
        counters: vec![0; nodes],
        given: 0,
        blockers: vec![0; nodes],
        has: vec![UNLABELLED; nodes],
        open: vec![true; nodes],
        fresh: Vec::new(),
    };
    let mut open: Vec<u32> = (0..nodes as u32).collect();
    let mut level = 0;
    while !open.is_empty() {
        state.start(rows, &open, level);
        state.spread(level);
        open.retain(|&u| state.stays_open(u as usize, level));
        level += 1;
    }
    Numbers {
        labels: state.labels,
        counters: state.counters,
    }
}

struct State<'a> {
    back: Rows<'a>,
    labels: Vec<u32>,
    counters: Vec<u32>,
    /// How many labels were given.
    given: u32,
    /// For open nodes: the followers that stand in the way of the present label.
    blockers: Vec<u32>,
    /// The last level that the node is known to have among its followers.
    has: Vec<u32>,
    /// Not labelled and not ∞.
    open: Vec<bool>,
    /// Nodes labelled whose predecessors do not know yet.
    fresh: Vec<u32>,
}

impl State<'_> {
    fn start(&mut self, rows: Rows<'_>, open: &[u32], level: u32) {
        for &u in open {
            let row = rows.of(u as usize);
            let blockers = row
                .iter()
                .filter(|&&v| self.labels[v as usize] == UNLABELLED);
            self.blockers[u as usize] = blockers.count() as u32;
        }
        for &u in open {
            if self.blockers[u as usize] == 0 {
                self.give(u as usize, level);
            }
        }
    }

    fn give(&mut self, u: usize, level: u32) {
        self.given += 1;
        self.labels[u] = level;
        self.counters[u] = self.given;
        self.open[u] = false;
        self.fresh.push(u as u32);
    }

    fn spread(&mut self, level: u32) {
        let mut next = 0;
        while next < self.fresh.len() {
            let w = self.fresh[next] as usize;
            next += 1;
            for &v in self.back.of(w) {
                let v = v as usize;
                if self.labels[v] == UNLABELLED && self.has[v] != level {
                    self.has[v] = level;
                    self.stand_aside(v, level);
                }
            }
        }
        self.fresh.clear();
    }

    /// v has a follower with this label, so it no longer keeps its predecessors from it.
    fn stand_aside(&mut self, v: usize, level: u32) {
        for &u in self.back.of(v) {
            let u = u as usize;
            if self.open[u] {
                self.blockers[u] -= 1;
                // Such a node cannot gain the label from below any more: whoever follows it has
                // a smaller label, or has this one among its own followers.
                if self.blockers[u] == 0 && self.has[u] != level {
                    self.give(u, level);
                }
            }
        }
    }

    fn stays_open(&mut self, u: usize, level: u32) -> bool {
        if self.labels[u] != UNLABELLED {
            return false;
        }
        self.open[u] = self.has[u] == level;
        self.open[u]
    }
}
