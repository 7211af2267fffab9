//! Two forests enlarged by many edges at once, without a search.
//!
//! An edge left out fits at once where it joins two trees of either forest: trees by union-find, one look at every edge.
//! Then edges of one forest that join two trees of the other move there. Each leaves a gap, and many of the gaps
//! are closed by edges left out. These are the shortest augmenting paths of matroid union (Edmonds 1968), longer ones in
//! later rounds. No round loses an edge, and every round costs O(m α); what fits after the last one, the pebble game
//! finds.
//!
//! Where tight sets have dropped edges, most of what they made room for is found in this way, on small worlds and
//! triangulations all of it: the gaps of a forest are crossed by edges left out everywhere.

use super::arborescences::Forest;
use super::orientation::{Slot, Slots};
use crate::ds::NONE;
use crate::ds::bits::Bits;
use crate::ds::parallel::join_if_large;
use crate::ds::prefetch::prefetch;
use crate::ds::union_find::UnionFind;

/// How many edges ahead of its use what is stored at the ends of an edge is prefetched.
const AHEAD: usize = 16;

/// A round that takes in less than one of so many edges for which there may be room is the last one.
const SHARE: usize = 64;

/// Takes in every edge left out that joins two trees of either of two rooted forests, which stay rooted. The edges are taken
/// from the list; returns how many there were.
pub(super) fn take_at_once(
    slots: &mut [Slots],
    edges: &[[u32; 2]],
    left_out: &mut Vec<u32>,
) -> usize {
    let mut trees = Trees::of(slots);
    let before = left_out.len();
    retain(left_out, |edge, upcoming| {
        trees.prefetch_ahead(edges, upcoming, &Forest::BOTH);
        let [u, v] = edges[edge as usize];
        for forest in Forest::BOTH {
            let of = &mut trees.of[forest as usize];
            let sizes = [u, v].map(|end| of.size(end as usize));
            if !of.union(u as usize, v as usize) {
                continue;
            }
            let [child, parent] = if sizes[0] < sizes[1] { [u, v] } else { [v, u] };
            hang(slots, forest, child, Slot { edge, head: parent });
            return false;
        }
        true
    });
    before - left_out.len()
}

/// Moves edges from one of two rooted forests to the other and takes in edges left out, as long as a round takes in many; there
/// is no room for more than `room`. The edges are taken from the list; returns how many there were. The forests are rooted
/// elsewhere afterwards.
pub(super) fn exchange(
    slots: &mut [Slots],
    edges: &[[u32; 2]],
    left_out: &mut Vec<u32>,
    room: usize,
) -> usize {
    let mut forests = Forests::new(slots, edges);
    for round in 0.. {
        let from = Forest::BOTH[round % 2];
        // In one order only, the edges that have been moved before would be moved back.
        forests.move_from(from, round / 2 % 2 == 1);
        let latest = forests.take(left_out, from);
        if forests.taken.len() == room || latest <= room / SHARE {
            break;
        }
    }
    let taken = forests.taken.len();
    let [first, second] = forests.rooted();
    for (own, parents) in slots.iter_mut().zip(first.into_iter().zip(second)) {
        *own = [parents.0.slot, parents.1.slot];
    }
    taken
}

/// Gives a parent edge to a vertex of another tree: the edges on the path from there to the root are turned around.
fn hang(slots: &mut [Slots], forest: Forest, child: u32, parent_edge: Slot) {
    let (mut at, mut slot) = (child, parent_edge);
    while at != NONE {
        let above = std::mem::replace(&mut slots[at as usize][forest as usize], slot);
        slot = Slot {
            edge: above.edge,
            head: at,
        };
        at = above.head;
    }
}

/// Keeps the items for which this is true; it is also told of those that follow.
fn retain(items: &mut Vec<u32>, mut keeps: impl FnMut(u32, &[u32]) -> bool) {
    let mut kept = 0;
    for at in 0..items.len() {
        if keeps(items[at], &items[at..]) {
            items[kept] = items[at];
            kept += 1;
        }
    }
    items.truncate(kept);
}

/// The trees of both forests.
struct Trees {
    /// The vertices of each tree, forest by forest.
    of: [UnionFind; 2],
}

impl Trees {
    /// The trees of two rooted forests.
    fn of(slots: &[Slots]) -> Self {
        let trees = |forest: Forest| {
            let mut trees = UnionFind::new(slots.len());
            for (x, own) in slots.iter().enumerate() {
                if let Some(later) = slots.get(x + AHEAD) {
                    trees.prefetch(later[forest as usize].head as usize);
                }
                let Slot { edge, head } = own[forest as usize];
                if edge != NONE {
                    trees.union(x, head as usize);
                }
            }
            trees
        };
        let (first, second) = join_if_large(
            slots.len(),
            || trees(Forest::First),
            || trees(Forest::Second),
        );
        Self {
            of: [first, second],
        }
    }

    #[inline]
    fn prefetch_ahead(&self, edges: &[[u32; 2]], upcoming: &[u32], forests: &[Forest]) {
        if let Some(&later) = upcoming.get(2 * AHEAD) {
            prefetch(edges, later as usize);
        }
        if let Some(&soon) = upcoming.get(AHEAD) {
            for end in edges[soon as usize] {
                for &forest in forests {
                    self.of[forest as usize].prefetch(end as usize);
                }
            }
        }
    }
}

/// Two forests, neither of which is rooted.
struct Forests<'a> {
    edges: &'a [[u32; 2]],
    /// The edges that were in the forests at first, by the vertices that own them.
    slots: &'a [Slots],
    /// By slot: the edges that are in the second forest now.
    in_second: Bits,
    /// The edges that were taken in, with their forests.
    taken: Vec<(u32, Forest)>,
    trees: Trees,
}

impl<'a> Forests<'a> {
    fn new(slots: &'a [Slots], edges: &'a [[u32; 2]]) -> Self {
        let mut in_second = Bits::new(2 * slots.len());
        for at in (1..2 * slots.len() as u32).step_by(2) {
            in_second.insert(at);
        }
        Self {
            edges,
            slots,
            in_second,
            taken: Vec::new(),
            trees: Trees::of(slots),
        }
    }

    /// The forest of the edge in a slot.
    #[inline]
    fn forest_of(&self, at: usize) -> Forest {
        if self.in_second.contains(at as u32) {
            Forest::Second
        } else {
            Forest::First
        }
    }

    /// Does this for every edge of a forest: its number, its ends, and an end of one that follows.
    fn for_each(&self, forest: Forest, mut work: impl FnMut(u32, [u32; 2], u32)) {
        let slots = self.slots.as_flattened();
        for (at, slot) in slots.iter().enumerate() {
            if !slot.is_free() && self.forest_of(at) == forest {
                let soon = slots.get(at + 2 * AHEAD).map_or(NONE, |soon| soon.head);
                work(slot.edge, [(at / 2) as u32, slot.head], soon);
            }
        }
        for &(edge, of) in &self.taken {
            if of == forest {
                work(edge, self.edges[edge as usize], NONE);
            }
        }
    }

    fn trees_of(&self, forest: Forest) -> UnionFind {
        let mut trees = UnionFind::new(self.slots.len());
        self.for_each(forest, |_, [u, v], soon| {
            trees.prefetch(soon as usize);
            trees.union(u as usize, v as usize);
        });
        trees
    }

    /// Takes in every edge left out that joins two trees of this forest; returns how many.
    fn take(&mut self, left_out: &mut Vec<u32>, forest: Forest) -> usize {
        let before = self.taken.len();
        retain(left_out, |edge, upcoming| {
            self.trees.prefetch_ahead(self.edges, upcoming, &[forest]);
            let [u, v] = self.edges[edge as usize].map(|end| end as usize);
            let fits = self.trees.of[forest as usize].union(u, v);
            if fits {
                self.taken.push((edge, forest));
            }
            !fits
        });
        self.taken.len() - before
    }

    /// Moves edges of a forest that join two trees of the other one there, in the order of the slots or in reverse.
    fn move_from(&mut self, from: Forest, in_reverse: bool) {
        let to = from.other();
        let slots = self.slots.as_flattened();
        for at in 0..slots.len() {
            let place = |at: usize| if in_reverse { slots.len() - 1 - at } else { at };
            if at + 2 * AHEAD < slots.len() {
                let later = slots[place(at + 2 * AHEAD)];
                self.trees.of[to as usize].prefetch(later.head as usize);
            }
            let at = place(at);
            let Slot { edge, head } = slots[at];
            if edge == NONE || self.forest_of(at) != from {
                continue;
            }
            if self.trees.of[to as usize].union(at / 2, head as usize) {
                self.in_second.toggle(at as u32);
            }
        }
        self.trees.of[from as usize] = self.trees_of(from);
    }

    /// Every vertex of both forests with its parent edge.
    fn rooted(&self) -> [Vec<Rooted>; 2] {
        let (first, second) = join_if_large(
            self.slots.len(),
            || self.rooted_one(Forest::First),
            || self.rooted_one(Forest::Second),
        );
        [first, second]
    }

    fn rooted_one(&self, forest: Forest) -> Vec<Rooted> {
        let mut vertices = vec![Rooted::ALONE; self.slots.len()];
        self.for_each(forest, |edge, [u, v], soon| {
            prefetch(&vertices, soon as usize);
            for [x, other] in [[u, v], [v, u]] {
                let at = &mut vertices[x as usize];
                at.degree += 1;
                at.flip(edge, other);
            }
        });
        root(&mut vertices);
        vertices
    }
}

/// A vertex of a forest that is being rooted.
#[derive(Clone, Copy)]
struct Rooted {
    /// How many of its edges are left; `NONE` once its parent edge is known.
    degree: u32,
    /// The exclusive or of the edges that are left, and of their other ends: the only one, if there is only one left. In the
    /// end the parent edge.
    slot: Slot,
}

impl Rooted {
    const ALONE: Self = Self {
        degree: 0,
        slot: Slot { edge: 0, head: 0 },
    };

    fn flip(&mut self, edge: u32, end: u32) {
        self.slot.edge ^= edge;
        self.slot.head ^= end;
    }
}

/// Roots the trees of a forest: leaves are removed one by one, each with its last edge, until one vertex of each tree is left.
fn root(vertices: &mut [Rooted]) {
    for start in 0..vertices.len() {
        if let Some(later) = vertices.get(start + AHEAD) {
            prefetch(vertices, later.slot.head as usize);
        }
        let mut leaf = start as u32;
        while vertices[leaf as usize].degree == 1 {
            let at = &mut vertices[leaf as usize];
            at.degree = NONE;
            let Slot { edge, head } = at.slot;
            let parent = &mut vertices[head as usize];
            parent.degree -= 1;
            parent.flip(edge, leaf);
            leaf = head;
        }
    }
    for root in vertices.iter_mut().filter(|vertex| vertex.degree == 0) {
        root.slot = Slot::FREE;
    }
}

#[cfg(test)]
mod tests {
    use super::super::arborescences::DepthFirst;
    use super::super::naive_pebble_game::NaivePebbleGame;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The edges of two forests, each by its owner: no forest has a circuit, and every slot tells an edge's ends.
    fn edges_of_forests(slots: &[Slots], edges: &[[u32; 2]]) -> Vec<u32> {
        let mut held = Vec::new();
        for forest in Forest::BOTH {
            let mut trees = UnionFind::new(slots.len());
            for (x, own) in slots.iter().enumerate() {
                let Slot { edge, head } = own[forest as usize];
                if edge != NONE {
                    let [u, v] = edges[edge as usize];
                    assert_eq!(u ^ v ^ head, x as u32);
                    assert!(trees.union(x, head as usize), "a circuit in {forest:?}");
                    held.push(edge);
                }
            }
        }
        held.sort_unstable();
        held
    }

    /// Two forests that hold some of the edges, as the pebble game and a split find them; the other edges.
    fn some_forests(
        rng: &mut ChaCha8Rng,
        vertices: u32,
        edges: &[[u32; 2]],
    ) -> (Vec<Slots>, Vec<u32>) {
        let mut game = super::super::pebble_game::PebbleGame::for_owners(&vec![
            [Slot::FREE; 2];
            vertices as usize
        ]);
        let mut left_out = Vec::new();
        for (edge, &ends) in (0..).zip(edges) {
            if rng.random_bool(0.3) || !game.insert(edge, ends) {
                left_out.push(edge);
            }
        }
        let mut slots = vec![[Slot::FREE; 2]; vertices as usize];
        let _ = game.into_owners(edges, &mut slots);
        let mut dropped = Vec::new();
        DepthFirst::new(&mut slots, &mut dropped).split(&mut slots, &mut dropped);
        assert!(dropped.is_empty());
        (slots, left_out)
    }

    /// Nothing is lost, what is taken in leaves the list, and the forests stay rooted forests. Where edges are exchanged,
    /// more are taken in than fit at once.
    #[test]
    fn forests_stay_forests() {
        let mut rng = ChaCha8Rng::seed_from_u64(23);
        let (mut at_once, mut exchanged, mut largest) = (0, 0, 0);
        for _ in 0..3_000 {
            let vertices = rng.random_range(2..60_u32);
            let reach = rng.random_range(2..=vertices);
            let edges: Vec<[u32; 2]> = (0..rng.random_range(0..4 * vertices))
                .map(|_| {
                    let u = rng.random_range(0..vertices);
                    [u, (u + rng.random_range(1..reach)) % vertices]
                })
                .filter(|[u, v]| u != v)
                .collect();
            let (mut slots, left_out) = some_forests(&mut rng, vertices, &edges);
            let before = edges_of_forests(&slots, &edges).len();

            let mut naive = NaivePebbleGame::new(vertices as usize);
            let rank = edges.iter().filter(|&&ends| naive.insert(ends)).count();
            let mut left = left_out;
            let at_first = take_at_once(&mut slots, &edges, &mut left);
            assert_eq!(edges_of_forests(&slots, &edges).len(), before + at_first);
            let room = rank - before - at_first;
            let taken = at_first + exchange(&mut slots, &edges, &mut left, room);
            let mut all = edges_of_forests(&slots, &edges);
            assert_eq!(all.len(), before + taken);
            all.append(&mut left);
            all.sort_unstable();
            assert!(
                all.into_iter().eq(0..edges.len() as u32),
                "every edge is somewhere"
            );
            assert!(before + taken <= rank);
            at_once += at_first;
            exchanged += taken - at_first;
            largest += usize::from(before + taken == rank);
        }
        assert!(
            at_once > 15_000 && exchanged > 400 && largest > 2_500,
            "{at_once} {exchanged} {largest}"
        );
    }
}
