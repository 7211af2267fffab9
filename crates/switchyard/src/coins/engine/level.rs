//! Level by level, on the transpose.
//!
//! At level i a node is *open* if it has no label and the numbers 0…i−1 are among its followers'
//! labels. An open node gets i when none of its followers is labelled i and each that is not
//! labelled below i has a follower labelled i. So a node labelled i tells its predecessors that they
//! *have* i now; an open node that does not have i waits for one follower that stands in the way,
//! and when that one has i, for the next, until none is left. Open nodes left without i are ∞.
//!
//! Who waits is found in two ways, whichever is cheaper: by going through all that wait, or by going
//! from those that have just gained i to their predecessors.
//!
//! O(n + m) for the transpose, then O(n + m) a level at most, for the rows of the nodes touched in
//! it. What is looked up at random is a bit a node, so that it stays near the processor.

use super::bits::Bits;
use super::prefetch::prefetch;
use super::{Numbers, UNLABELLED};
use crate::digraph::{Digraph, Rows};

pub(super) fn numbers(digraph: &Digraph<'_>) -> Numbers {
    let rows = digraph.rows();
    let nodes = rows.node_count();
    let transpose = digraph.transposed();
    let mut level = Level {
        rows,
        back: transpose.rows(),
        order: Vec::with_capacity(nodes),
        finite: Bits::new(nodes),
        has: Bits::new(nodes),
        waits: Bits::new(nodes),
        waiting: Vec::new(),
        reached: vec![0; nodes],
        gained: vec![0; nodes + 1],
    };
    let mut open: Vec<u32> = (0..nodes as u32).collect();
    let mut ends = vec![0];
    while !open.is_empty() {
        level.run(&open);
        open.retain(|&u| level.has.has(u) && !level.finite.has(u));
        ends.push(level.order.len());
    }
    numbers_from_order(nodes, &level.order, &ends)
}

/// The labels and counters from the nodes in the order of labelling, cut into levels.
fn numbers_from_order(nodes: usize, order: &[u32], ends: &[usize]) -> Numbers {
    let mut labels = vec![UNLABELLED; nodes];
    let mut counters = vec![0; nodes];
    for (level, span) in ends.windows(2).enumerate() {
        for (i, &u) in order[span[0]..span[1]].iter().enumerate() {
            labels[u as usize] = level as u32;
            counters[u as usize] = (span[0] + i) as u32 + 1;
        }
    }
    Numbers { labels, counters }
}

struct Level<'a> {
    rows: Rows<'a>,
    back: Rows<'a>,
    /// The nodes with a number, in the order in which they got it.
    order: Vec<u32>,
    /// The same as a set.
    finite: Bits,
    /// The nodes that do not stand in the way of the present label: they have it among their
    /// followers, or had a number before.
    has: Bits,
    /// The open nodes that neither have the present label nor got it.
    waits: Bits,
    /// The same as a list, with the follower each waits for; some entries may be out of date.
    waiting: Vec<(u32, u32)>,
    /// How far the row of a waiting node has been looked through: at the follower it waits for.
    reached: Vec<u32>,
    /// Room for the nodes that have just gained the label.
    gained: Vec<u32>,
}

/// Looking at one waiting node is so much cheaper than at the predecessors of one gaining node.
const CHEAPER: usize = 32;

impl Level<'_> {
    fn run(&mut self, open: &[u32]) {
        let mut told = self.order.len();
        self.has.copy_from(&self.finite);
        self.waits.clear();
        if told == 0 {
            told = self.dead_ends(open);
        }
        self.first_look(open);
        while told < self.order.len() {
            let upto = self.order.len();
            let gained = self.tell_predecessors(told, upto);
            told = upto;
            if self.waiting.len() < CHEAPER * gained {
                self.look_at_waiting();
            } else {
                self.look_above(gained);
            }
        }
    }

    /// The dead ends get 0. What they tell spares many a node the first look.
    fn dead_ends(&mut self, open: &[u32]) -> usize {
        for &u in open {
            if self.rows.of(u as usize).is_empty() {
                self.give(u);
            }
        }
        let upto = self.order.len();
        self.tell_predecessors(0, upto);
        upto
    }

    /// Labels the open nodes that nobody stands in the way of; the others begin to wait.
    fn first_look(&mut self, open: &[u32]) {
        self.waiting.clear();
        for (i, &u) in open.iter().enumerate() {
            ask(self.rows, open, i);
            if self.has.has(u) || self.finite.has(u) {
                continue;
            }
            let start = self.rows.starts[u as usize];
            match self.next_in_the_way(u, start) {
                Some(v) => {
                    self.waits.insert(u);
                    self.waiting.push((u, v));
                }
                None => self.give(u),
            }
        }
    }

    /// The first follower from this arc on that stands in the way of the label.
    #[inline]
    fn next_in_the_way(&mut self, u: u32, from: u32) -> Option<u32> {
        let end = self.rows.starts[u as usize + 1];
        let rest = &self.rows.targets[from as usize..end as usize];
        // Several at a time without a branch: chance decides, and a wrong guess costs more.
        for (i, some) in rest.chunks(8).enumerate() {
            let bits = some.iter().enumerate();
            let blocking = bits.fold(0_u32, |mask, (j, &v)| mask | self.has.lacks(v) << j);
            if blocking != 0 {
                let place = blocking.trailing_zeros();
                self.reached[u as usize] = from + i as u32 * 8 + place;
                return Some(some[place as usize]);
            }
        }
        None
    }

    fn give(&mut self, u: u32) {
        self.order.push(u);
        self.finite.insert(u);
        self.waits.remove(u);
    }

    /// The predecessors of nodes just labelled have the label now. Returns how many gained it.
    fn tell_predecessors(&mut self, from: usize, upto: usize) -> usize {
        let mut count = 0;
        for i in from..upto {
            ask(self.back, &self.order[..upto], i);
            for &v in self.back.of(self.order[i] as usize) {
                // Without a branch: chance decides, and a wrong guess costs more than a write.
                self.gained[count] = v;
                count += usize::from(self.has.insert_new(v));
            }
        }
        count
    }

    /// Goes through all that wait.
    fn look_at_waiting(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        let mut kept = 0;
        for i in 0..waiting.len() {
            self.ask_waiting(&waiting, i);
            let (u, v) = waiting[i];
            if !self.has.has(v) {
                waiting[kept] = (u, v);
                kept += usize::from(!self.has.has(u));
            } else if self.waits.has(u) && !self.has.has(u) {
                match self.next_in_the_way(u, self.reached[u as usize]) {
                    Some(next) => {
                        waiting[kept] = (u, next);
                        kept += 1;
                    }
                    None => self.give(u),
                }
            }
        }
        waiting.truncate(kept);
        self.waiting = waiting;
    }

    /// Asks for what will be needed if a node some places further waits no longer.
    #[inline]
    fn ask_waiting(&self, waiting: &[(u32, u32)], i: usize) {
        if let Some(&(u, v)) = waiting.get(i + 2 * AHEAD)
            && self.has.has(v)
        {
            prefetch(&self.reached, u as usize);
            prefetch(self.rows.starts, u as usize + 1);
        }
        if let Some(&(u, v)) = waiting.get(i + AHEAD)
            && self.has.has(v)
        {
            prefetch(self.rows.targets, self.reached[u as usize] as usize);
        }
    }

    /// Goes from those that have just gained the label to the predecessors that wait for them.
    fn look_above(&mut self, gained: usize) {
        for i in 0..gained {
            ask(self.back, &self.gained[..gained], i);
            let v = self.gained[i];
            for &u in self.back.of(v as usize) {
                if !self.waits.has(u) || self.has.has(u) {
                    continue;
                }
                let reached = self.reached[u as usize];
                if self.rows.targets[reached as usize] == v
                    && self.next_in_the_way(u, reached).is_none()
                {
                    self.give(u);
                }
            }
        }
    }
}

/// How far ahead of its use a row is asked for; where it starts, twice as far.
const AHEAD: usize = 16;

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
