//! The (2,2)-pebble game on an orientation, with tight sets contracted as they are found.
//!
//! A pebble is a free slot. **Theorem used** (Lee and Streinu 2008): beside edges that split into
//! two forests, an edge uv fits exactly when three pebbles can be brought to u and v. If not, two
//! can, and the vertices then reached from u and v are a tight set: the smallest one around both.
//!
//! No slot leads out of such a set, and exactly two of its slots are free. To every later search it
//! is one vertex with two free slots, so it is contracted: a failed search takes as many steps as it
//! contracts vertices, and all failures together O(n α).
//!
//! Contraction forgets which vertex of a set owns which edge, which does not affect the answers.

use super::orientation::{Slot, Slots};
use crate::ds::NONE;
use crate::ds::prefetch::prefetch;
use crate::ds::union_find::UnionFind;

/// How many vertices ahead of its use what a search reads is prefetched.
const AHEAD: usize = 6;

/// The game in progress.
pub(crate) struct PebbleGame<'a> {
    /// The slots of every vertex; those of a tight set are stored at its representative. Heads are
    /// vertices, whatever set they belong to now.
    slots: &'a mut [Slots],
    /// The tight sets found so far.
    sets: UnionFind,
    visits: Vec<Visit>,
    search: u32,
    reached: Vec<u32>,
    #[cfg(test)]
    steps: usize,
}

/// How a vertex was last reached; in one place for the cache's sake.
#[derive(Clone, Copy)]
struct Visit {
    search: u32,
    /// Twice the vertex that the search came from, plus the slot; `NONE` at a start.
    via: u32,
}

impl<'a> PebbleGame<'a> {
    /// The owned edges must split into two forests.
    pub(crate) fn new(slots: &'a mut [Slots]) -> Self {
        Self {
            sets: UnionFind::new(slots.len()),
            visits: vec![
                Visit {
                    search: 0,
                    via: NONE,
                };
                slots.len()
            ],
            search: 0,
            reached: Vec::new(),
            #[cfg(test)]
            steps: 0,
            slots,
        }
    }

    /// Accepts the edge if all accepted edges still split into two forests.
    pub(crate) fn insert(&mut self, edge: u32, ends: [u32; 2]) -> bool {
        let [u, v] = ends.map(|end| self.set(end));
        if u == v {
            return false;
        }
        // Of three pebbles at two vertices, each has one.
        let fits = self.gather([u, v]);
        if fits {
            self.put(u, Slot { edge, head: v });
        } else {
            self.contract();
        }
        fits
    }

    /// Whether it is known already that no edge fits between these vertices.
    pub(crate) fn is_refused(&mut self, ends: [u32; 2]) -> bool {
        let [u, v] = ends.map(|end| self.set(end));
        u == v
    }

    /// The tight sets found so far. Where every edge that is not accepted has been refused, they are the dependent
    /// sets: the circuit of a refused edge spans the smallest tight set around it, now and after further edges.
    pub(crate) fn into_sets(self) -> UnionFind {
        self.sets
    }

    /// How many of two copies of an edge, numbered from `edge` on, fit.
    pub(crate) fn copies_that_fit(&mut self, edge: u32, ends: [u32; 2]) -> usize {
        let copies = [edge, edge + 1].into_iter();
        copies.take_while(|&copy| self.insert(copy, ends)).count()
    }

    /// How many vertices all searches have reached.
    #[cfg(test)]
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    fn set(&mut self, vertex: u32) -> u32 {
        self.sets.find(vertex as usize) as u32
    }

    /// Contracts everything that the failed search has reached.
    fn contract(&mut self) {
        let first = self.reached[0] as usize;
        for &x in &self.reached[1..] {
            self.sets.union(first, x as usize);
        }
        self.slots[self.sets.find(first)] = [Slot::FREE; 2];
    }

    fn pebbles(&self, x: u32) -> usize {
        let slots = self.slots[x as usize];
        slots.iter().filter(|slot| slot.is_free()).count()
    }

    fn put(&mut self, x: u32, slot: Slot) {
        let slots = &mut self.slots[x as usize];
        slots[usize::from(!slots[0].is_free())] = slot;
    }

    /// Brings pebbles to two different vertices until there are three; `false` if there are not
    /// that many, and `reached` is then the smallest tight set around both.
    pub(crate) fn gather(&mut self, [u, v]: [u32; 2]) -> bool {
        while self.pebbles(u) + self.pebbles(v) < 3 {
            if !self.fetch([u, v]) {
                return false;
            }
        }
        true
    }

    /// Brings the nearest pebble that neither of the two has yet.
    fn fetch(&mut self, ends: [u32; 2]) -> bool {
        self.search += 1;
        self.reached.clear();
        for root in ends {
            self.reach(root, NONE);
        }
        let mut next = 0;
        while let Some(&x) = self.reached.get(next) {
            next += 1;
            self.prefetch(next);
            for side in 0..2 {
                let slot = self.slots[x as usize][side as usize];
                if slot.is_free() {
                    continue;
                }
                let y = self.set(slot.head);
                if self.reach(y, 2 * x + side) && self.pebbles(y) > 0 {
                    self.bring(y);
                    return true;
                }
            }
        }
        false
    }

    /// Prefetches what the search will read soon, once it is at this place in its queue.
    #[inline]
    fn prefetch(&self, next: usize) {
        if let Some(&later) = self.reached.get(next + 2 * AHEAD) {
            prefetch(self.slots, later as usize);
        }
        if let Some(&soon) = self.reached.get(next + AHEAD) {
            // Vertices that have not been contracted are sets by themselves.
            for head in self.slots[soon as usize].map(|slot| slot.head as usize) {
                self.sets.prefetch(head);
                prefetch(&self.visits, head);
                prefetch(self.slots, head);
            }
        }
    }

    fn reach(&mut self, x: u32, via: u32) -> bool {
        let visit = &mut self.visits[x as usize];
        if visit.search == self.search {
            return false;
        }
        *visit = Visit {
            search: self.search,
            via,
        };
        #[cfg(test)]
        {
            self.steps += 1;
        }
        self.reached.push(x);
        true
    }

    /// Passes every edge on the path to `last` one step on, so that its pebble moves to the start.
    fn bring(&mut self, last: u32) {
        let mut y = last;
        while let via = self.visits[y as usize].via
            && via != NONE
        {
            let (x, side) = (via / 2, via as usize % 2);
            let slot = std::mem::replace(&mut self.slots[x as usize][side], Slot::FREE);
            self.put(y, Slot { head: x, ..slot });
            y = x;
        }
    }
}

/// Brings as many free slots to two vertices as there can be, but not more than three.
pub(crate) fn gather(slots: &mut [Slots], ends: [u32; 2]) {
    PebbleGame::new(slots).gather(ends);
}
