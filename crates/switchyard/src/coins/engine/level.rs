//! Level by level, on the transpose, by one thread or several.
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
//!
//! The nodes are cut into [`Part`]s. Within a step a part writes only to what belongs to its own
//! nodes, but for the bits of those that gain the label; so parts can work at the same time, and the
//! labels and counters do not depend on who was faster.

use super::Numbers;
use super::bits::{Bits, WORD};
use crate::ds::NONE;
use crate::ds::parallel;
use crate::ds::prefetch::prefetch;
use crate::graph::{Digraph, Rows};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The numbers, by one thread.
pub(super) fn numbers(digraph: &Digraph<'_>) -> Numbers {
    solve(digraph.rows(), digraph.transposed().rows(), 1)
}

/// The numbers, by all threads there are.
pub(super) fn numbers_in_parallel(digraph: &Digraph<'_>) -> Numbers {
    // More parts than threads, so that who is done early finds more to do.
    let parts = 8 * parallel::threads();
    let transpose = digraph.transposed_in_parallel();
    solve(digraph.rows(), transpose.rows(), parts)
}

fn solve(rows: Rows<'_>, back: Rows<'_>, parts: usize) -> Numbers {
    let nodes = rows.node_count();
    let mut solver = Solver {
        table: Table {
            rows,
            back,
            finite: Bits::new(nodes),
            has: Bits::new(nodes),
            waits: Bits::new(nodes),
            reached: (0..nodes).map(|_| AtomicU32::new(0)).collect(),
            shared: parts > 1,
        },
        parts: cut(nodes, parts),
        order: Vec::with_capacity(nodes),
    };
    let mut ends = vec![0];
    while solver.parts.iter().any(|part| !part.open.is_empty()) {
        solver.level();
        ends.push(solver.order.len());
    }
    numbers_from_order(nodes, &solver.order, &ends, parts > 1)
}

/// So many parts, or fewer if there are few nodes; no two share a word of a bitmap.
fn cut(nodes: usize, parts: usize) -> Vec<Part> {
    let size = nodes.div_ceil(parts).next_multiple_of(WORD).max(WORD);
    let starts = (0..nodes).step_by(size);
    let open = |start: usize| (start as u32..nodes.min(start + size) as u32).collect();
    starts.map(|start| Part::new(open(start))).collect()
}

/// The labels and counters from the nodes in the order of labelling, cut into levels.
fn numbers_from_order(nodes: usize, order: &[u32], ends: &[usize], shared: bool) -> Numbers {
    const PIECE: usize = 1 << 16;
    let array = |value| -> Vec<AtomicU32> { (0..nodes).map(|_| AtomicU32::new(value)).collect() };
    let (labels, counters) = (array(NONE), array(0));
    for (level, span) in ends.windows(2).enumerate() {
        let write = |(piece, some): (usize, &[u32])| {
            for (i, &u) in some.iter().enumerate() {
                let place = span[0] + piece * PIECE + i;
                labels[u as usize].store(level as u32, Relaxed);
                counters[u as usize].store(place as u32 + 1, Relaxed);
            }
        };
        let given = &order[span[0]..span[1]];
        if shared {
            parallel::for_each(given.chunks(PIECE).enumerate().collect(), write);
        } else {
            given.chunks(PIECE).enumerate().for_each(write);
        }
    }
    let plain = |array: Vec<AtomicU32>| array.into_iter().map(AtomicU32::into_inner).collect();
    Numbers {
        labels: plain(labels),
        counters: plain(counters),
    }
}

/// What all parts know.
struct Table<'a> {
    rows: Rows<'a>,
    back: Rows<'a>,
    /// The nodes with a number.
    finite: Bits,
    /// The nodes that do not stand in the way of the present label: they have it among their
    /// followers, or had a number before.
    has: Bits,
    /// The open nodes that neither got the present label nor had it when they began to wait.
    waits: Bits,
    /// How far the row of a waiting node has been looked through: at the follower it waits for.
    reached: Vec<AtomicU32>,
    /// Whether several threads are at work.
    shared: bool,
}

impl Table<'_> {
    /// The first follower from this arc on that stands in the way of the label.
    #[inline]
    fn next_in_the_way(&self, u: u32, from: u32) -> Option<u32> {
        let end = self.rows.starts[u as usize + 1];
        let rest = &self.rows.targets[from as usize..end as usize];
        // Several at a time without a branch: chance decides, and a wrong guess costs more.
        for (i, some) in rest.chunks(8).enumerate() {
            let bits = some.iter().enumerate();
            let blocking = bits.fold(0_u32, |mask, (j, &v)| mask | self.has.lacks(v) << j);
            if blocking != 0 {
                let place = blocking.trailing_zeros();
                self.reached[u as usize].store(from + i as u32 * 8 + place, Relaxed);
                return Some(some[place as usize]);
            }
        }
        None
    }

    #[inline]
    fn reached(&self, u: u32) -> u32 {
        self.reached[u as usize].load(Relaxed)
    }

    fn still_waits(&self, u: u32) -> bool {
        self.waits.has(u) && !self.has.has(u)
    }

    fn give(&self, u: u32) {
        self.finite.insert(u);
        self.waits.remove(u);
    }
}

/// Some of the nodes, and what is known of them alone.
struct Part {
    /// The open nodes.
    open: Vec<u32>,
    /// Those that wait, each with the follower it waits for; some entries may be out of date.
    waiting: Vec<(u32, u32)>,
    /// Those that got the present label and have not told anybody.
    fresh: Vec<u32>,
    /// The nodes, anywhere, that gained the label from the fresh ones; so many entries count.
    gained: Vec<u32>,
    gains: usize,
}

impl Part {
    fn new(open: Vec<u32>) -> Self {
        Self {
            open,
            waiting: Vec::new(),
            fresh: Vec::new(),
            gained: Vec::new(),
            gains: 0,
        }
    }

    fn give(&mut self, table: &Table<'_>, u: u32) {
        table.give(u);
        self.fresh.push(u);
    }

    /// The dead ends get 0.
    fn dead_ends(&mut self, table: &Table<'_>) {
        for i in 0..self.open.len() {
            let u = self.open[i];
            if table.rows.of(u as usize).is_empty() {
                self.give(table, u);
            }
        }
    }

    /// Labels the open nodes that nobody stands in the way of; the others begin to wait.
    fn first_look(&mut self, table: &Table<'_>) {
        self.waiting.clear();
        for i in 0..self.open.len() {
            ask(table.rows, &self.open, i);
            let u = self.open[i];
            if table.has.has(u) || table.finite.has(u) {
                continue;
            }
            let start = table.rows.starts[u as usize];
            match table.next_in_the_way(u, start) {
                Some(v) => {
                    table.waits.insert(u);
                    self.waiting.push((u, v));
                }
                None => self.give(table, u),
            }
        }
    }

    /// The predecessors of nodes just labelled have the label now.
    fn tell_predecessors(&mut self, table: &Table<'_>) {
        self.gains = 0;
        for i in 0..self.fresh.len() {
            ask(table.back, &self.fresh, i);
            let row = table.back.of(self.fresh[i] as usize);
            if self.gained.len() < self.gains + row.len() {
                let room = (self.gains + row.len()).max(2 * self.gained.len());
                self.gained.resize(room, 0);
            }
            for &v in row {
                // Without a branch: chance decides, and a wrong guess costs more than a write.
                self.gained[self.gains] = v;
                let new = if table.shared {
                    table.has.insert_new_shared(v)
                } else {
                    table.has.insert_new(v)
                };
                self.gains += usize::from(new);
            }
        }
    }

    /// Goes through all that wait.
    fn look_at_waiting(&mut self, table: &Table<'_>) {
        let mut kept = 0;
        for i in 0..self.waiting.len() {
            ask_waiting(table, &self.waiting, i);
            let (u, v) = self.waiting[i];
            if !table.has.has(v) {
                self.waiting[kept] = (u, v);
                kept += usize::from(!table.has.has(u));
            } else if table.still_waits(u) {
                match table.next_in_the_way(u, table.reached(u)) {
                    Some(next) => {
                        self.waiting[kept] = (u, next);
                        kept += 1;
                    }
                    None => self.give(table, u),
                }
            }
        }
        self.waiting.truncate(kept);
    }

    /// Keeps the nodes that are open at the next level.
    fn close(&mut self, table: &Table<'_>) {
        self.open
            .retain(|&u| table.has.has(u) && !table.finite.has(u));
    }
}

struct Solver<'a> {
    table: Table<'a>,
    parts: Vec<Part>,
    /// The nodes with a number, in the order in which they got it.
    order: Vec<u32>,
}

/// A step about fewer nodes takes less time than waking another thread. A long path has a round,
/// with such steps only, for every node or two.
const WORTH_WAKING: usize = 2_000;

/// Looking at one waiting node is so much cheaper than at the predecessors of one gaining node.
const CHEAPER: usize = 32;

impl Solver<'_> {
    fn level(&mut self) {
        let Table {
            finite, has, waits, ..
        } = &self.table;
        has.copy_from(finite);
        waits.clear();
        if self.order.is_empty() {
            // What the dead ends tell spares many a node the first look.
            self.each(usize::MAX, Part::dead_ends);
            self.tell();
        }
        self.each(usize::MAX, Part::first_look);
        while self.parts.iter().any(|part| !part.fresh.is_empty()) {
            let gained = self.tell();
            let waiting: usize = self.parts.iter().map(|part| part.waiting.len()).sum();
            if waiting < CHEAPER * gained {
                self.each(waiting, Part::look_at_waiting);
            } else {
                self.look_above();
            }
        }
        self.each(usize::MAX, Part::close);
    }

    /// Every part does its share of a step, at the same time if the step is about many nodes.
    fn each(&mut self, nodes: usize, step: impl Fn(&mut Part, &Table<'_>) + Sync) {
        let table = &self.table;
        if table.shared && nodes > WORTH_WAKING {
            parallel::for_each(self.parts.iter_mut().collect(), |part| step(part, table));
        } else {
            self.parts.iter_mut().for_each(|part| step(part, table));
        }
    }

    /// Tells of the labels just given, and puts them on record. Returns how many nodes gained.
    fn tell(&mut self) -> usize {
        let fresh = self.parts.iter().map(|part| part.fresh.len()).sum();
        self.each(fresh, Part::tell_predecessors);
        for part in &mut self.parts {
            self.order.append(&mut part.fresh);
        }
        self.parts.iter().map(|part| part.gains).sum()
    }

    /// Goes from those that have just gained the label to the predecessors that wait for them.
    fn look_above(&mut self) {
        let table = &self.table;
        let mut gained: Vec<u32> = Vec::new();
        for part in &self.parts {
            gained.extend_from_slice(&part.gained[..part.gains]);
        }
        // Which part was first to find a node must not show.
        gained.sort_unstable();
        for i in 0..gained.len() {
            ask(table.back, &gained, i);
            let v = gained[i];
            for &u in table.back.of(v as usize) {
                if !table.still_waits(u) {
                    continue;
                }
                let reached = table.reached(u);
                let waits_for_it = table.rows.targets[reached as usize] == v;
                if waits_for_it && table.next_in_the_way(u, reached).is_none() {
                    self.parts[0].give(table, u);
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

/// Asks for what will be needed if a node some places further need not wait for that one any more.
#[inline]
fn ask_waiting(table: &Table<'_>, waiting: &[(u32, u32)], i: usize) {
    if let Some(&(u, v)) = waiting.get(i + 2 * AHEAD)
        && table.has.has(v)
    {
        prefetch(&table.reached, u as usize);
        prefetch(table.rows.starts, u as usize + 1);
    }
    if let Some(&(u, v)) = waiting.get(i + AHEAD)
        && table.has.has(v)
    {
        prefetch(table.rows.targets, table.reached(u) as usize);
    }
}
