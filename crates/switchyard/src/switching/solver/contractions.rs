//! The contractions of a pebble game, and how they are undone: which vertex owns which edge inside tight sets.
//!
//! To the game a contracted set is one vertex with two slots. What it owned when it was contracted is kept: the sets that
//! were merged, each with its slots. A tight set owns all of its slots but two inside, and these two can be brought to any
//! of its vertices. So the contractions are undone in reverse order: each edge that leaves a set is given to the merged set
//! that contains its end, after a free slot has been brought there along the edges between the merged sets.
//!
//! Every set is searched at most twice, among the sets of which it was made: O(n log n) for all contractions together.

use super::orientation::{Slot, Slots};
use crate::ds::NONE;
use crate::ds::prefetch::prefetch;
use std::ops::Range;

/// How many places or vertices ahead of its use what is stored at a vertex or an edge is prefetched.
const AHEAD: usize = 16;

/// What was contracted, in order.
#[derive(Default)]
pub(super) struct Contractions {
    list: Vec<Contraction>,
    /// The representatives of the sets that were merged, contraction after contraction.
    merged: Vec<u32>,
}

struct Contraction {
    /// The representative of the new set.
    set: u32,
    /// What that vertex owned before.
    owned: Slots,
    /// Where the merged sets end in the list of all.
    end: u32,
}

impl Contractions {
    /// Sets with these representatives have been merged into one.
    pub(super) fn push(&mut self, merged: &[u32], set: u32, owned: Slots) {
        self.merged.extend_from_slice(merged);
        let end = self.merged.len() as u32;
        self.list.push(Contraction { set, owned, end });
    }

    /// The merged sets of a contraction in the list of all.
    fn range(&self, contraction: usize) -> Range<usize> {
        let end = |at: usize| self.list[at].end as usize;
        contraction.checked_sub(1).map_or(0, end)..end(contraction)
    }

    /// Gives every edge that a set owns to a vertex. `slots` are those of the representatives, and of every vertex that
    /// was one as it was when its set was merged; afterwards those of all vertices.
    pub(super) fn undo(&self, edges: &[[u32; 2]], slots: &mut [Slots]) {
        let tree = Tree::new(self, slots.len());
        let mut undoing = Undoing {
            contractions: self,
            tree,
            edges,
            slots,
            came_from: vec![UNSEEN; self.merged.len()],
            by: vec![0; self.merged.len()],
            reached: Vec::new(),
        };
        for contraction in (0..self.list.len()).rev() {
            undoing.undo(contraction);
        }
        for owner in 0..slots.len() {
            for slot in slots.get(owner + AHEAD).into_iter().flatten() {
                prefetch(edges, slot.edge as usize);
            }
            for slot in slots[owner].iter_mut().filter(|slot| !slot.is_free()) {
                let [u, v] = edges[slot.edge as usize];
                slot.head = u ^ v ^ owner as u32;
            }
        }
    }
}

/// Which sets were merged from which. The vertices are numbered so that those of every set follow each other.
struct Tree {
    /// The number of each vertex; `NONE` if it was never merged.
    number: Vec<u32>,
    /// Where a vertex stands in the list of merged sets, when it was a set by itself; `NONE` if it never was.
    alone: Vec<u32>,
    /// The number of the first vertex of every merged set.
    first: Vec<u32>,
    /// The numbers of the vertices of the set that each contraction made.
    vertices: Vec<Range<u32>>,
}

impl Tree {
    fn new(contractions: &Contractions, count: usize) -> Self {
        let Contractions { list, merged } = contractions;
        // The contraction that made each merged set, if it was not a vertex by itself.
        let mut made_by = vec![NONE; merged.len()];
        let mut latest = vec![NONE; count];
        let mut alone = vec![NONE; count];
        let mut sizes: Vec<u32> = Vec::with_capacity(list.len());
        for (at, contraction) in list.iter().enumerate() {
            let mut size = 0;
            for place in contractions.range(at) {
                if let Some(&soon) = merged.get(place + AHEAD) {
                    prefetch(&latest, soon as usize);
                    prefetch(&alone, soon as usize);
                }
                let set = merged[place] as usize;
                made_by[place] = latest[set];
                size += match latest[set] {
                    NONE => {
                        alone[set] = place as u32;
                        1
                    }
                    made_by => sizes[made_by as usize],
                };
            }
            sizes.push(size);
            latest[contraction.set as usize] = at as u32;
        }
        drop(latest);
        let mut tree = Self {
            number: vec![NONE; count],
            alone,
            first: vec![NONE; merged.len()],
            vertices: vec![NONE..NONE; list.len()],
        };
        let mut numbered = 0;
        for at in (0..list.len()).rev() {
            let vertices = &mut tree.vertices[at];
            if vertices.start == NONE {
                // The set was not merged with others later.
                *vertices = numbered..numbered + sizes[at];
                numbered += sizes[at];
            }
            let mut next = vertices.start;
            for place in contractions.range(at) {
                if let Some(&soon) = merged.get(place + AHEAD) {
                    prefetch(&tree.number, soon as usize);
                }
                tree.first[place] = next;
                match made_by[place] {
                    NONE => {
                        tree.number[merged[place] as usize] = next;
                        next += 1;
                    }
                    made_by => {
                        let end = next + sizes[made_by as usize];
                        tree.vertices[made_by as usize] = next..end;
                        next = end;
                    }
                }
            }
        }
        tree
    }

    /// Whether the set that a contraction made contains a vertex.
    fn contains(&self, contraction: usize, vertex: u32) -> bool {
        self.vertices[contraction].contains(&self.number[vertex as usize])
    }

    /// Which of the sets merged, at these places, contains a vertex.
    fn place(&self, merged: &Range<usize>, vertex: u32) -> usize {
        let alone = self.alone[vertex as usize] as usize;
        if merged.contains(&alone) {
            return alone;
        }
        let number = self.number[vertex as usize];
        let up_to = self.first[merged.clone()].partition_point(|&first| first <= number);
        merged.start + up_to - 1
    }
}

/// Contractions being undone.
struct Undoing<'a> {
    contractions: &'a Contractions,
    tree: Tree,
    edges: &'a [[u32; 2]],
    slots: &'a mut [Slots],
    /// In a search: the place of the merged set from which each was reached, and by which slot of it.
    came_from: Vec<u32>,
    by: Vec<u8>,
    /// The places reached by a search.
    reached: Vec<u32>,
}

const UNSEEN: u32 = NONE;

/// A slot that is about to own an edge that leaves the merged sets.
const TAKEN: Slot = Slot {
    edge: 0,
    head: NONE,
};

/// What a search starts with.
const START: u32 = NONE - 1;

impl Undoing<'_> {
    /// Gives what a set owns, all of which leaves it, to the sets that were merged.
    fn undo(&mut self, contraction: usize) {
        let Contraction { set, owned, .. } = self.contractions.list[contraction];
        let mut leaving = std::mem::replace(&mut self.slots[set as usize], owned);
        leaving.sort_unstable_by_key(|slot| slot.is_free());
        let owned_at = leaving.map(|slot| {
            let owner = self.end_inside(contraction, slot)?;
            let merged = self.contractions.range(contraction);
            let place = self.tree.place(&merged, owner);
            let side = self.bring_free_slot(&merged, place);
            self.own(place, side, TAKEN);
            Some((place, side))
        });
        for (slot, owned_at) in leaving.into_iter().zip(owned_at) {
            if let Some((place, side)) = owned_at {
                self.own(place, side, slot);
            }
        }
    }

    /// The end of an edge that leaves a set.
    fn end_inside(&self, contraction: usize, slot: Slot) -> Option<u32> {
        let [u, v] = *self.edges.get(slot.edge as usize)?;
        Some(if self.tree.contains(contraction, u) {
            u
        } else {
            v
        })
    }

    fn own(&mut self, place: usize, side: usize, slot: Slot) {
        let set = self.contractions.merged[place];
        self.slots[set as usize][side] = slot;
    }

    /// Brings a free slot to one of the merged sets.
    fn bring_free_slot(&mut self, merged: &Range<usize>, start: usize) -> usize {
        let (mut place, mut side) = self.find_free_slot(merged, start);
        while let from = self.came_from[place]
            && from != START
        {
            let (before, by) = (from as usize, usize::from(self.by[place]));
            let owner = self.contractions.merged[before];
            let slot = self.slots[owner as usize][by];
            self.own(
                place,
                side,
                Slot {
                    head: owner,
                    ..slot
                },
            );
            (place, side) = (before, by);
        }
        for place in self.reached.drain(..) {
            self.came_from[place as usize] = UNSEEN;
        }
        side
    }

    /// The nearest free slot among the merged sets.
    fn find_free_slot(&mut self, merged: &Range<usize>, start: usize) -> (usize, usize) {
        self.reached.push(start as u32);
        self.came_from[start] = START;
        let mut next = 0;
        loop {
            self.prefetch(&self.reached[next..]);
            let at = *self
                .reached
                .get(next)
                .expect("a tight set has two free slots") as usize;
            next += 1;
            let set = self.contractions.merged[at];
            for (side, slot) in (0..).zip(self.slots[set as usize]) {
                if slot.is_free() {
                    return (at, usize::from(side));
                }
                if slot.head == TAKEN.head {
                    continue;
                }
                let head = self.tree.place(merged, slot.head);
                if self.came_from[head] == UNSEEN {
                    (self.came_from[head], self.by[head]) = (at as u32, side);
                    self.reached.push(head as u32);
                }
            }
        }
    }

    /// Prefetches what a search reads at upcoming places.
    #[inline]
    fn prefetch(&self, upcoming: &[u32]) {
        let slots_at = |place: u32| self.contractions.merged[place as usize] as usize;
        if let Some(&later) = upcoming.get(AHEAD) {
            prefetch(self.slots, slots_at(later));
        }
        if let Some(&soon) = upcoming.get(AHEAD / 2) {
            for slot in self.slots[slots_at(soon)] {
                prefetch(&self.tree.alone, slot.head as usize);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::naive_pebble_game::NaivePebbleGame;
    use super::super::pebble_game::PebbleGame;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Every accepted edge is owned once, by one of its ends, and a game that begins with these owners goes on as before.
    #[test]
    fn every_accepted_edge_has_an_owner() {
        let mut rng = ChaCha8Rng::seed_from_u64(19);
        let (mut nested, mut left) = (0, 0);
        for _ in 0..20_000 {
            let count = rng.random_range(2..40_u32);
            // Near ends make small sets, which are then merged.
            let reach = rng.random_range(2..=count);
            let edges: Vec<[u32; 2]> = (0..rng.random_range(0..4 * count))
                .map(|_| {
                    let u = rng.random_range(0..count);
                    [u, (u + rng.random_range(1..reach)) % count]
                })
                .filter(|[u, v]| u != v)
                .collect();
            let mut slots = vec![[Slot::FREE; 2]; count as usize];
            let mut naive = NaivePebbleGame::new(count as usize);
            let mut accepted: Vec<u32> = Vec::new();
            let mut next = 0;
            // Some edges in a first game, the others in a second one.
            for end in [rng.random_range(0..=edges.len()), edges.len()] {
                let mut game = PebbleGame::for_owners(&slots);
                while next < end {
                    let ends = edges[next];
                    let fits = naive.insert(ends);
                    assert_eq!(game.insert(next as u32, ends), fits, "{edges:?}");
                    accepted.extend(fits.then_some(next as u32));
                    next += 1;
                }
                let contractions = game.contractions().unwrap();
                nested += usize::from(contractions.list.len() > 3);
                left += usize::from(contractions.list.iter().any(|contraction| {
                    let Contraction { set, .. } = *contraction;
                    game.slots_of(set).iter().any(|slot| !slot.is_free())
                }));
                let _ = game.into_owners(&edges, &mut slots);
                let mut owned: Vec<u32> = Vec::new();
                for (owner, own) in (0..).zip(&slots) {
                    for slot in own.iter().filter(|slot| !slot.is_free()) {
                        let [u, v] = edges[slot.edge as usize];
                        assert!([[owner, slot.head], [slot.head, owner]].contains(&[u, v]));
                        owned.push(slot.edge);
                    }
                }
                owned.sort_unstable();
                assert_eq!(owned, accepted, "{edges:?}");
            }
        }
        assert!(nested > 5_000 && left > 5_000, "{nested} {left}");
    }
}
