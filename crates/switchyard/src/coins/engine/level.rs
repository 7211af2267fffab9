//! Level by level, pushing along the transpose.
//!
//! At level i a node is *open* if it has no label and the numbers 0…i−1 are among its followers'
//! labels. An open node gets i when none of its followers is labelled i and each that is not
//! labelled below i has a follower labelled i. Open nodes count the followers that still stand in
//! the way. A node labelled i tells its predecessors that they have i now; each of those that has no
//! number tells its own predecessors that it stands in the way no longer. Open nodes left without i
//! are ∞.
//!
//! O(n + m) for the transpose, then at most O(m) a level, for the rows of the nodes touched in it.
//!
//! Where the speed is: what is looked up at random is a bit or a byte a node, so that it stays near
//! the processor; rows are read in batches and asked for ahead of time.

use super::bits::Bits;
use super::prefetch::prefetch;
use super::{Numbers, UNLABELLED};
use crate::digraph::{Digraph, Rows};
use std::collections::HashMap;

pub(super) fn numbers(digraph: &Digraph<'_>) -> Numbers {
    let rows = digraph.rows();
    let nodes = rows.node_count();
    let transpose = digraph.transposed();
    let mut state = State {
        rows,
        back: transpose.rows(),
        order: Vec::with_capacity(nodes),
        finite: Bits::new(nodes),
        has: Bits::new(nodes),
        open: Bits::new(nodes),
        blockers: vec![0; nodes],
        rounds: HashMap::new(),
        gained: Vec::new(),
    };
    let mut open: Vec<u32> = (0..nodes as u32).collect();
    for &u in &open {
        state.open.insert(u);
    }
    let mut levels = vec![0];
    while !open.is_empty() {
        state.start(&open);
        state.spread(levels[levels.len() - 1]);
        open.retain(|&u| state.stays_open(u));
        levels.push(state.order.len());
    }
    numbers_from_order(nodes, &state.order, &levels)
}

/// The labels and counters from the nodes in the order of labelling, cut into levels.
fn numbers_from_order(nodes: usize, order: &[u32], levels: &[usize]) -> Numbers {
    let mut labels = vec![UNLABELLED; nodes];
    let mut counters = vec![0; nodes];
    for (level, span) in levels.windows(2).enumerate() {
        for (i, &u) in order[span[0]..span[1]].iter().enumerate() {
            labels[u as usize] = level as u32;
            counters[u as usize] = (span[0] + i) as u32 + 1;
        }
    }
    Numbers { labels, counters }
}

struct State<'a> {
    rows: Rows<'a>,
    back: Rows<'a>,
    /// The nodes with a number, in the order in which they got it.
    order: Vec<u32>,
    /// The same as a set.
    finite: Bits,
    /// The nodes that need not be told of the present label: they have it among their followers,
    /// or have a number below it.
    has: Bits,
    /// Without a number and not ∞.
    open: Bits,
    /// For open nodes: how many followers stand in the way of the present label, modulo 256.
    blockers: Vec<u8>,
    /// For the few with more than 256 of them: how often the byte comes round to 0 too early.
    rounds: HashMap<u32, u32>,
    /// Nodes that have the present label among their followers but have not told anybody.
    gained: Vec<u32>,
}

/// How far ahead of its use a row is asked for, and where it starts twice as far.
const AHEAD: usize = 16;

impl State<'_> {
    fn start(&mut self, open: &[u32]) {
        self.has.copy_from(&self.finite);
        self.rounds.clear();
        let first = self.order.is_empty();
        for &u in open {
            let row = self.rows.of(u as usize);
            let blockers = if first {
                row.len() as u64
            } else {
                row.len() as u64 - row.iter().map(|&v| self.finite.bit(v)).sum::<u64>()
            };
            self.blockers[u as usize] = blockers as u8;
            if blockers == 0 {
                self.order.push(u);
            } else if blockers > 256 {
                let rounds = (blockers - 1) / 256;
                self.rounds.insert(u, rounds as u32);
            }
        }
    }

    /// Tells of the labels from `from` in the order of labelling, and of those that follow.
    fn spread(&mut self, mut from: usize) {
        while from < self.order.len() {
            let upto = self.order.len();
            for &u in &self.order[from..upto] {
                self.finite.insert(u);
                self.open.remove(u);
            }
            self.tell_predecessors(from, upto);
            from = upto;
            self.stand_aside();
        }
    }

    /// The predecessors of nodes just labelled have the label now.
    fn tell_predecessors(&mut self, from: usize, upto: usize) {
        for i in from..upto {
            ask(self.back, &self.order[..upto], i);
            for &v in self.back.of(self.order[i] as usize) {
                if !self.has.has(v) {
                    self.has.insert(v);
                    self.gained.push(v);
                }
            }
        }
    }

    /// Who has the label no longer keeps its predecessors from it.
    fn stand_aside(&mut self) {
        let gained = std::mem::take(&mut self.gained);
        for i in 0..gained.len() {
            ask(self.back, &gained, i);
            for &u in self.back.of(gained[i] as usize) {
                let blockers = &mut self.blockers[u as usize];
                *blockers = blockers.wrapping_sub(1);
                if *blockers == 0 {
                    self.last_blocker_gone(u);
                }
            }
        }
        self.gained = gained;
        self.gained.clear();
    }

    /// Perhaps: the byte of a node that is not open means nothing, and 256 is 0 in a byte.
    fn last_blocker_gone(&mut self, u: u32) {
        if let Some(rounds) = self.rounds.get_mut(&u).filter(|rounds| **rounds > 0) {
            *rounds -= 1;
        } else if self.open.has(u) && !self.has.has(u) {
            // It cannot gain the label from below any more: whoever follows it has a smaller
            // label, or has this one among its own followers.
            self.order.push(u);
        }
    }

    fn stays_open(&mut self, u: u32) -> bool {
        if self.finite.has(u) {
            return false;
        }
        let stays = self.has.has(u);
        if !stays {
            self.open.remove(u);
        }
        stays
    }
}

/// Asks for the rows of the nodes some places further in the list.
#[inline]
fn ask(rows: Rows<'_>, list: &[u32], i: usize) {
    if let Some(&node) = list.get(i + 2 * AHEAD) {
        prefetch(rows.starts, node as usize);
    }
    if let Some(&node) = list.get(i + AHEAD) {
        prefetch(rows.targets, rows.starts[node as usize] as usize);
    }
}
