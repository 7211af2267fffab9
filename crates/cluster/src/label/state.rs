//! The nodes of one shard, and the rules by which they get their numbers.

use crate::shards::{ArcShard, ShardLabels};
use std::collections::HashMap;

/// No number yet.
pub(super) const NONE: u32 = u32::MAX;

/// Has a number.
const DONE: u64 = 1 << 63;
/// Has none, and will not get one.
const CLOSED: u64 = 1 << 62;
/// Numbers below this are marked in a word; the others, if any, in lists.
const MARKED: u32 = 62;

/// What changes for a node at nearly every message: one word of memory to fetch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct Node {
    /// The numbers below [`MARKED`] among its followers', and whether it is [`DONE`] or [`CLOSED`].
    seen: u64,
    /// Arcs to followers without a number.
    unsettled: u32,
    /// Arcs to followers that block the present number.
    in_the_way: u32,
}

/// All nodes of a shard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub level: u32,
    pub nodes: Vec<Node>,
    /// Numbers, or [`NONE`].
    pub labels: Vec<u32>,
    /// The rounds in which they were assigned.
    pub counters: Vec<u32>,
    /// The numbers from [`MARKED`] on among the followers of a node, ascending.
    pub high: HashMap<u32, Vec<u32>>,
    /// The nodes open at this level; some may have got their number in it.
    pub open: Vec<u32>,
    /// Open nodes that have had no blocking follower since this round began.
    pub free: Vec<u32>,
    /// Changes of this round: nodes that got the number.
    pub labelled: Vec<u32>,
    /// Changes of this round: nodes that gained it from a follower.
    pub gained: Vec<u32>,
    /// The open nodes that have gained the number: those open at the next level.
    pub open_next: u64,
    /// How many nodes have a number.
    pub given: u64,
}

impl State {
    pub fn new(shard: &ArcShard) -> Self {
        let node = |unsettled| Node {
            seen: 0,
            unsettled,
            in_the_way: 0,
        };
        let nodes: Vec<Node> = shard.degrees().into_iter().map(node).collect();
        let size = nodes.len();
        Self {
            nodes,
            labels: vec![NONE; size],
            counters: vec![0; size],
            open: (0..size as u32).collect(),
            ..Self::default()
        }
    }

    /// Derives the other fields after a checkpoint has been read.
    pub fn restored(mut self) -> Self {
        let open = |node: &Node| node.seen & (DONE | CLOSED) == 0;
        let nodes = self.nodes.iter().zip(0..);
        self.open = nodes.filter(|(n, _)| open(n)).map(|(_, u)| u).collect();
        let next = self.open.iter().filter(|&&u| self.has(u, self.level));
        self.open_next = next.count() as u64;
        self.given = self.labels.iter().filter(|&&l| l != NONE).count() as u64;
        self
    }

    /// Whether a follower of the node has this number.
    fn has(&self, node: u32, number: u32) -> bool {
        if number < MARKED {
            self.nodes[node as usize].seen >> number & 1 == 1
        } else {
            let list = self.high.get(&node);
            list.is_some_and(|list| list.last() == Some(&number))
        }
    }

    /// Begins a level: nodes without blocking followers get its number at once.
    pub fn begin(&mut self, round: u32) {
        let open = std::mem::take(&mut self.open);
        for &u in &open {
            let node = &mut self.nodes[u as usize];
            node.in_the_way = node.unsettled;
            if node.unsettled == 0 {
                self.give(u, round);
            }
        }
        self.open = open;
        self.close_round();
    }

    /// Ends a level: nodes that gained its number are open at the next, the others are ∞.
    pub fn next_level(&mut self) {
        let open = std::mem::take(&mut self.open);
        let stays = |&u: &u32| {
            let stays = self.has(u, self.level);
            let node = &mut self.nodes[u as usize];
            if !stays && node.seen & DONE == 0 {
                node.seen |= CLOSED;
            }
            stays
        };
        self.open = open.into_iter().filter(stays).collect();
        self.open_next = 0;
        self.level += 1;
    }

    fn give(&mut self, u: u32, round: u32) {
        self.nodes[u as usize].seen |= DONE;
        self.labels[u as usize] = self.level;
        self.counters[u as usize] = round;
        self.labelled.push(u);
        self.given += 1;
    }

    /// Begins a round: the changes of the last one have been sent.
    pub fn new_round(&mut self) {
        self.labelled.clear();
        self.gained.clear();
    }

    /// These nodes have a follower that got the number; one entry per arc.
    #[inline]
    pub fn follower_labelled(&mut self, predecessors: &[u32]) {
        let bit = if self.level < MARKED {
            1 << self.level
        } else {
            0
        };
        for &u in predecessors {
            let node = &mut self.nodes[u as usize];
            // Below 0 only after a checkpoint with wrong numbers, whose labels are wrong anyway.
            node.unsettled = node.unsettled.wrapping_sub(1);
            if node.seen & (DONE | bit) == 0 {
                node.seen |= bit;
                let open = node.seen & CLOSED == 0;
                if bit != 0 || self.note_high(u) {
                    self.gained.push(u);
                    self.open_next += u64::from(open);
                }
            }
        }
    }

    /// Adds the number to the node's list; returns whether it is new there.
    fn note_high(&mut self, u: u32) -> bool {
        let list = self.high.entry(u).or_default();
        let new = list.last() != Some(&self.level);
        if new {
            list.push(self.level);
        }
        new
    }

    /// These nodes have a follower that no longer blocks them; one entry per arc.
    #[inline]
    pub fn follower_gained(&mut self, predecessors: &[u32]) {
        for &u in predecessors {
            let node = &mut self.nodes[u as usize];
            // The value is not used for nodes that are not open.
            node.in_the_way = node.in_the_way.wrapping_sub(1);
            if node.in_the_way == 0 && node.seen & (DONE | CLOSED) == 0 {
                self.free.push(u);
            }
        }
    }

    /// Ends a round: nodes without blocking followers that have not gained the number get it.
    pub fn end_round(&mut self, round: u32) {
        let free = std::mem::take(&mut self.free);
        for &u in &free {
            if !self.has(u, self.level) {
                self.give(u, round);
            }
        }
        self.free = free;
        self.free.clear();
        self.close_round();
    }

    /// Changes are sent in ascending order.
    fn close_round(&mut self) {
        self.labelled.sort_unstable();
        self.gained.sort_unstable();
    }

    /// Changes of this round.
    pub fn news(&self) -> u64 {
        (self.labelled.len() + self.gained.len()) as u64
    }

    /// The labels, ∞(K) for those without a number; the distinct sets in the order of the nodes.
    pub fn finish(&self) -> ShardLabels {
        let mut labels = ShardLabels::new(self.nodes.len());
        let mut low: HashMap<u64, usize> = HashMap::new();
        let mut long: HashMap<Vec<u32>, usize> = HashMap::new();
        for (u, node) in (0..).zip(&self.nodes) {
            if self.labels[u as usize] != NONE {
                labels.finite(self.labels[u as usize], self.counters[u as usize]);
                continue;
            }
            let mask = node.seen & !(DONE | CLOSED);
            let members = (0..MARKED).filter(|k| mask >> k & 1 == 1);
            let place = match self.high.get(&u) {
                None => *low.entry(mask).or_insert_with(|| labels.new_set(members)),
                Some(list) => {
                    let set: Vec<u32> = members.chain(list.iter().copied()).collect();
                    let known = long.get(&set).copied();
                    known.unwrap_or_else(|| {
                        let place = labels.new_set(set.iter().copied());
                        long.insert(set, place);
                        place
                    })
                }
            };
            labels.infinite(place);
        }
        labels
    }
}
