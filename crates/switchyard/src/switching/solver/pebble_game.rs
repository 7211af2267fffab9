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
//! Contraction forgets which vertex of a set owns which edge, which does not affect the answers. Afterwards contractions
//! are [undone](super::contractions), and every accepted edge has an owner again.
//!
//! *Far pebbles.* Where pebbles are few, a breadth-first search reaches many vertices before it finds one. Once
//! searches have reached several times as many vertices as there are, a forest grows from the pebbles, by one backward search
//! from all of them: from then on the first slot of every vertex leads towards a pebble, and a search follows the forest
//! from every vertex that it reaches. It stays a forest: where a pebble has been brought along a path, the path leads
//! back to where the pebble is now, and a vertex whose last pebble is used up owns the new edge, which leads to
//! two others. Its paths become longer, so from time to time it grows anew.

use super::contractions::Contractions;
use super::orientation::{Slot, Slots};
use crate::ds::NONE;
use crate::ds::bits::Bits;
use crate::ds::prefetch::prefetch;
use crate::ds::union_find::UnionFind;
use crate::graph::csr::Csr;
use std::ops::Range;

/// How many vertices ahead of its use what a search reads is prefetched.
const AHEAD: usize = 6;

/// How many steps per vertex searches may make without the forest.
const UNGUIDED_STEPS: usize = 3;

/// How many steps per vertex may be made before the forest grows anew.
const FOREST_STEPS: usize = 4;

/// How far a search follows the forest before it looks around again.
const CLIMB: usize = 256;

/// The game in progress.
pub(crate) struct PebbleGame {
    /// The tight sets found so far.
    sets: UnionFind,
    /// What is known of a set is stored at its representative.
    vertices: Vec<Vertex>,
    /// What was contracted, if owners are wanted in the end.
    contractions: Option<Contractions>,
    search: u32,
    reached: Vec<u32>,
    /// Whether the first slot of every set without a pebble leads to one.
    has_forest: bool,
    /// How many vertices may be reached before the forest grows, or grows anew.
    patience: usize,
    /// How many vertices have been reached by searches that found a pebble.
    steps: usize,
}

/// What is stored per vertex, in one place for the cache's sake.
#[derive(Clone, Copy)]
struct Vertex {
    /// Heads are vertices, whatever set they belong to now.
    slots: Slots,
    /// The last search that has reached it.
    search: u32,
    /// Twice the vertex that the search came from, plus the slot; `NONE` at a start.
    via: u32,
}

impl Vertex {
    fn pebbles(&self) -> usize {
        self.slots.iter().filter(|slot| slot.is_free()).count()
    }

    /// The first slot leads to a pebble, or where the last edge put there leads: both are in the forest.
    fn put(&mut self, slot: Slot) {
        if !self.slots[0].is_free() {
            self.slots[1] = self.slots[0];
        }
        self.slots[0] = slot;
    }
}

impl PebbleGame {
    /// The owned edges must split into two forests.
    pub(crate) fn new(slots: &[Slots]) -> Self {
        Self::with_patience(slots, UNGUIDED_STEPS * slots.len())
    }

    /// The same, to be turned [into owners](Self::into_owners) in the end: up to some 30 bytes more per vertex.
    pub(crate) fn for_owners(slots: &[Slots]) -> Self {
        Self {
            contractions: Some(Contractions::default()),
            ..Self::new(slots)
        }
    }

    /// The same with another number of vertices that searches may reach before they are guided.
    fn with_patience(slots: &[Slots], patience: usize) -> Self {
        let vertex = |&slots: &Slots| Vertex {
            slots,
            search: 0,
            via: NONE,
        };
        Self {
            sets: UnionFind::new(slots.len()),
            vertices: slots.iter().map(vertex).collect(),
            contractions: None,
            search: 0,
            reached: Vec::new(),
            has_forest: false,
            patience,
            steps: 0,
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
            self.at(u).put(Slot { edge, head: v });
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

    /// Prefetches what says in which sets these vertices are.
    #[inline]
    pub(crate) fn prefetch_sets(&self, ends: [u32; 2]) {
        for end in ends {
            self.sets.prefetch(end as usize);
        }
    }

    /// The tight sets found so far. Where every edge that is not accepted has been refused, they are the dependent
    /// sets: the circuit of a refused edge spans the smallest tight set around it, now and after further edges.
    pub(crate) fn into_sets(self) -> UnionFind {
        self.sets
    }

    /// The same, and owners of all accepted edges, whose ends are listed by their numbers. The game must be [for
    /// owners](Self::for_owners).
    pub(crate) fn into_owners(self, edges: &[[u32; 2]], slots: &mut [Slots]) -> UnionFind {
        for (own, vertex) in slots.iter_mut().zip(&self.vertices) {
            *own = vertex.slots;
        }
        drop(self.vertices);
        let contractions = self.contractions.expect("a game for owners");
        contractions.undo(edges, slots);
        self.sets
    }

    /// How many of two copies of an edge, numbered from `edge` on, fit.
    pub(crate) fn copies_that_fit(&mut self, edge: u32, ends: [u32; 2]) -> usize {
        let copies = [edge, edge + 1].into_iter();
        copies.take_while(|&copy| self.insert(copy, ends)).count()
    }

    /// The same; and if not both fit, the smallest tight set around the ends with the copies that do. Nothing may have been
    /// offered before.
    pub(crate) fn copies_and_circuit(
        mut self,
        edge: u32,
        ends: [u32; 2],
    ) -> (usize, Option<Vec<u32>>) {
        let copies = self.copies_that_fit(edge, ends);
        (copies, (copies < 2).then_some(self.reached))
    }

    /// How many edges two trees on the vertices have more than are accepted.
    pub(crate) fn deficit(&self) -> usize {
        let count = self.vertices.len();
        let free = (0..count)
            .filter(|&x| self.sets.is_root(x))
            .map(|x| self.vertices[x].pebbles());
        free.sum::<usize>().saturating_sub(2)
    }

    #[cfg(test)]
    pub(super) fn contractions(&self) -> Option<&Contractions> {
        self.contractions.as_ref()
    }

    /// What a set owns, by its representative.
    #[cfg(test)]
    pub(super) fn slots_of(&self, set: u32) -> Slots {
        self.vertices[set as usize].slots
    }

    /// How many vertices have been reached by searches that found a pebble.
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    #[inline]
    fn set(&mut self, vertex: u32) -> u32 {
        self.sets.find(vertex as usize) as u32
    }

    /// What is stored at a representative.
    #[inline]
    fn at(&mut self, x: u32) -> &mut Vertex {
        &mut self.vertices[x as usize]
    }

    /// Contracts everything that the failed search has reached.
    fn contract(&mut self) {
        let first = self.reached[0] as usize;
        for &x in &self.reached[1..] {
            self.sets.union(first, x as usize);
        }
        let set = self.set(first as u32);
        let owned = std::mem::replace(&mut self.at(set).slots, [Slot::FREE; 2]);
        if let Some(contractions) = &mut self.contractions {
            contractions.push(&self.reached, set, owned);
        }
    }

    /// Brings pebbles to two different vertices until there are three; `false` if there are not
    /// that many, and `reached` is then the smallest tight set around both.
    fn gather(&mut self, [u, v]: [u32; 2]) -> bool {
        while self.at(u).pebbles() + self.at(v).pebbles() < 3 {
            if !self.fetch([u, v]) {
                return false;
            }
        }
        true
    }

    /// Brings a pebble that neither of the two has yet.
    fn fetch(&mut self, ends: [u32; 2]) -> bool {
        if self.patience == 0 {
            self.grow_forest();
        }
        self.search += 1;
        self.reached.clear();
        for end in ends {
            self.reach(end, NONE);
        }
        let found = self.search();
        if let Some(last) = found {
            // Failed searches contract what they reach, so they cost little in all.
            self.patience = self.patience.saturating_sub(self.reached.len());
            self.steps += self.reached.len();
            self.bring(last);
        }
        found.is_some()
    }

    /// A pebble near what has been reached: the nearest one, or where there is a forest one to which it leads.
    fn search(&mut self) -> Option<u32> {
        for start in [self.reached[0], self.reached[1]] {
            if self.at(start).pebbles() == 0
                && let Some(found) = self.climb(start)
            {
                return Some(found);
            }
        }
        let mut next = 0;
        while let Some(&x) = self.reached.get(next) {
            next += 1;
            if let Some(&soon) = self.reached.get(next + AHEAD) {
                self.prefetch_heads(soon);
            }
            for (side, slot) in (0..).zip(self.at(x).slots) {
                if slot.is_free() {
                    continue;
                }
                let y = self.set(slot.head);
                if !self.reach(y, 2 * x + side) {
                    continue;
                }
                if self.at(y).pebbles() > 0 {
                    return Some(y);
                }
                if let Some(found) = self.climb(y) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Follows the forest, if there is one, from a vertex without a pebble, up to one with a pebble or one that the search has reached before.
    fn climb(&mut self, start: u32) -> Option<u32> {
        if !self.has_forest {
            return None;
        }
        let mut x = start;
        for _ in 0..CLIMB {
            let head = self.at(x).slots[0].head;
            let y = self.set(head);
            if !self.reach(y, 2 * x) {
                return None;
            }
            if self.at(y).pebbles() > 0 {
                return Some(y);
            }
            x = y;
        }
        None
    }

    /// Lets the first slot of every set without a pebble lead towards the nearest one.
    fn grow_forest(&mut self) {
        let owners = self.owners();
        let (sets, vertices) = (&self.sets, &mut self.vertices);
        let count = vertices.len();
        let has_pebble = |&x: &u32| sets.is_root(x as usize) && vertices[x as usize].pebbles() > 0;
        let mut queue: Vec<u32> = (0..count as u32).filter(has_pebble).collect();
        let mut is_in_forest = Bits::new(count);
        for &x in &queue {
            is_in_forest.insert(x);
        }
        let mut next = 0;
        while let Some(&y) = queue.get(next) {
            next += 1;
            if let Some(&later) = queue.get(next + 2 * AHEAD) {
                prefetch(&owners.starts, later as usize);
            }
            if let Some(&soon) = queue.get(next + AHEAD) {
                for &x in owners.row(soon as usize).iter().take(4) {
                    prefetch(vertices, x as usize);
                }
            }
            for &x in owners.row(y as usize) {
                if is_in_forest.contains(x) {
                    continue;
                }
                is_in_forest.insert(x);
                queue.push(x);
                let slots = &mut vertices[x as usize].slots;
                if sets.root(slots[0].head as usize) as u32 != y {
                    slots.swap(0, 1);
                }
            }
        }
        self.has_forest = true;
        self.patience = FOREST_STEPS * count;
    }

    /// Numbers of the vertices in the order of a depth-first search from the pebbles, against the arcs; those of a set have
    /// the same.
    pub(crate) fn preorder(&self) -> Vec<u32> {
        let owners = self.owners();
        let count = self.vertices.len();
        let mut number = vec![NONE; count];
        let mut numbers = 0..;
        let mut stack: Vec<Range<u32>> = Vec::new();
        let mut visit = |x: u32| {
            let at = &mut number[x as usize];
            if *at != NONE {
                return None;
            }
            *at = numbers.next()?;
            Some(owners.starts[x as usize]..owners.starts[x as usize + 1])
        };
        for start in 0..count as u32 {
            if !self.sets.is_root(start as usize) || self.vertices[start as usize].pebbles() == 0 {
                continue;
            }
            stack.extend(visit(start));
            while let Some(unread) = stack.last_mut() {
                match unread.next() {
                    Some(at) => stack.extend(visit(owners.items[at as usize])),
                    None => {
                        stack.pop();
                    }
                }
            }
        }
        for x in 0..count {
            number[x] = number[self.sets.root(x)];
        }
        number
    }

    /// The sets that own an edge to each set.
    fn owners(&self) -> Csr<u32> {
        let (sets, vertices) = (&self.sets, &self.vertices);
        let count = vertices.len();
        let arcs = (0..count as u32)
            .filter(|&x| sets.is_root(x as usize))
            .flat_map(|x| vertices[x as usize].slots.map(|slot| (slot.head, x)))
            .filter(|&(head, _)| head != NONE)
            .map(|(head, x)| (sets.root(head as usize) as u32, x));
        Csr::new(count, arcs)
    }

    /// Prefetches what the search will read at the heads of a vertex; vertices that have not been contracted are sets
    /// by themselves.
    #[inline]
    fn prefetch_heads(&self, x: u32) {
        for slot in self.vertices[x as usize].slots {
            self.sets.prefetch(slot.head as usize);
            prefetch(&self.vertices, slot.head as usize);
        }
    }

    #[inline]
    fn reach(&mut self, x: u32, via: u32) -> bool {
        let search = self.search;
        let vertex = self.at(x);
        if vertex.search == search {
            return false;
        }
        (vertex.search, vertex.via) = (search, via);
        self.reached.push(x);
        true
    }

    /// Passes every edge on the path to `last` one step on, so that its pebble moves to the start.
    fn bring(&mut self, last: u32) {
        let mut y = last;
        while let via = self.at(y).via
            && via != NONE
        {
            let (x, side) = (via / 2, via as usize % 2);
            let slot = std::mem::replace(&mut self.at(x).slots[side], Slot::FREE);
            self.at(y).put(Slot { head: x, ..slot });
            y = x;
        }
    }
}

/// The slots after as many free ones as there can be, but not more than three, have been brought to two vertices.
pub(crate) fn gather(slots: &[Slots], ends: [u32; 2]) -> Vec<Slots> {
    let mut game = PebbleGame::new(slots);
    game.gather(ends);
    let vertices = game.vertices.into_iter();
    vertices.map(|vertex| vertex.slots).collect()
}

#[cfg(test)]
mod tests {
    use super::super::naive_pebble_game::NaivePebbleGame;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// With the forest from the first search on, and never, the game accepts the same edges and finds the same sets.
    #[test]
    fn the_forest_changes_no_answer() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let mut guided = 0;
        for _ in 0..3_000 {
            let vertices = rng.random_range(2..40_u32);
            let slots = vec![[Slot::FREE; 2]; vertices as usize];
            let mut games = [0, usize::MAX].map(|most| PebbleGame::with_patience(&slots, most));
            let mut naive = NaivePebbleGame::new(vertices as usize);
            // Near ends make small sets, far ones large circuits.
            let reach = rng.random_range(2..=vertices);
            for edge in 0..rng.random_range(0..3 * vertices) {
                let u = rng.random_range(0..vertices);
                let ends = [u, (u + rng.random_range(1..reach)) % vertices];
                if ends[0] == ends[1] {
                    continue;
                }
                let fits = naive.insert(ends);
                for game in &mut games {
                    assert_eq!(game.insert(edge, ends), fits);
                    assert_eq!(
                        game.is_refused(ends),
                        naive.find(ends[0]) == naive.find(ends[1])
                    );
                    assert!(!game.has_forest || leads_to_pebbles(game));
                    check_preorder(game);
                }
            }
            guided += usize::from(games[0].has_forest);
            assert!(!games[1].has_forest);
            for u in 1..vertices {
                let known = naive.find(u) == naive.find(0);
                assert!(
                    games
                        .iter_mut()
                        .all(|game| game.is_refused([0, u]) == known)
                );
            }
        }
        assert!(guided > 1_000, "only {guided} games were guided");
    }

    /// Whether the first slots lead from every set to one with a pebble.
    fn leads_to_pebbles(game: &PebbleGame) -> bool {
        let count = game.vertices.len();
        let mut sets = (0..count).filter(|&x| game.sets.is_root(x));
        sets.all(|set| {
            let has_pebble = |x: &usize| game.vertices[*x].pebbles() > 0;
            let next = |&x: &usize| {
                let head = game.vertices[x].slots[0].head;
                (head != NONE).then(|| game.sets.root(head as usize))
            };
            let mut path = std::iter::successors(Some(set), next).take(count);
            path.any(|x| has_pebble(&x))
        })
    }

    /// Every set without a pebble owns an edge to one that comes before it, and its vertices have the same number.
    fn check_preorder(game: &PebbleGame) {
        let number = game.preorder();
        for (x, vertex) in game.vertices.iter().enumerate() {
            assert_eq!(number[x], number[game.sets.root(x)]);
            if game.sets.is_root(x) && vertex.pebbles() == 0 {
                let heads = vertex.slots.map(|slot| game.sets.root(slot.head as usize));
                assert!(heads.into_iter().any(|head| number[head] < number[x]));
            }
        }
    }
}
