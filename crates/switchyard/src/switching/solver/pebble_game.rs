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
//! searches have reached many times as many vertices as there are, each vertex gets a label: its distance from the
//! nearest pebble, by one backward search from all of them. From then on a search goes depth first towards smaller
//! labels. Pebbles move and are used up, so it corrects the labels as it goes (as in real-time search, Korf 1990). A
//! wrong label makes a search longer, not wrong: it ends at a pebble, or when it has reached everything.

use super::contractions::Contractions;
use super::orientation::{Slot, Slots};
use crate::ds::NONE;
use crate::ds::prefetch::prefetch;
use crate::ds::union_find::UnionFind;
use crate::graph::csr::Csr;

/// How many vertices ahead of its use what a search reads is prefetched.
const AHEAD: usize = 6;

/// How many steps per vertex searches may make before they are guided. A guided step waits for memory, where a
/// breadth-first search prefetches, so labels pay only where they save many steps.
const UNGUIDED_STEPS: usize = 12;

/// How many guided steps per vertex may be made before the labels are computed anew.
const GUIDED_STEPS: usize = 8;

/// The label of a vertex from which no pebble was reached.
const FAR: u32 = u32::MAX;

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
    /// About how many steps every set is from a pebble; empty as long as searches are not guided.
    labels: Vec<u32>,
    /// In a guided search: reached vertices whose slots have not been read.
    pending: Vec<u32>,
    /// How many vertices may be reached before the labels are computed, or computed anew.
    patience: usize,
    /// How many vertices all searches have reached.
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

    fn put(&mut self, slot: Slot) {
        let side = usize::from(!self.slots[0].is_free());
        self.slots[side] = slot;
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
            labels: Vec::new(),
            pending: Vec::new(),
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

    /// How many vertices all searches have reached.
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
        self.label_as_pebble(set);
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
            self.label_all();
        }
        self.search += 1;
        self.reached.clear();
        for end in ends {
            self.reach(end, NONE);
        }
        let found = if self.labels.is_empty() {
            self.search_breadth_first()
        } else {
            self.search_towards_labels(ends)
        };
        self.patience = self.patience.saturating_sub(self.reached.len());
        self.steps += self.reached.len();
        if let Some(last) = found {
            self.bring(last);
        }
        found.is_some()
    }

    /// The nearest pebble.
    fn search_breadth_first(&mut self) -> Option<u32> {
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
                if self.reach(y, 2 * x + side) && self.at(y).pebbles() > 0 {
                    return Some(y);
                }
            }
        }
        None
    }

    /// A pebble where the labels lead.
    fn search_towards_labels(&mut self, [u, v]: [u32; 2]) -> Option<u32> {
        self.pending.clear();
        let farther_first = if self.labels[u as usize] > self.labels[v as usize] {
            [u, v]
        } else {
            [v, u]
        };
        self.pending.extend(farther_first);
        while let Some(x) = self.pending.pop() {
            let heads = self.at(x).slots.map(|slot| match slot.head {
                NONE => NONE,
                head => self.set(head),
            });
            let labels = heads.map(|y| match y {
                NONE => FAR,
                y => self.labels[y as usize],
            });
            let least = labels[0].min(labels[1]).saturating_add(1);
            let label = &mut self.labels[x as usize];
            *label = least.max(*label);
            let nearer = usize::from(labels[1] < labels[0]);
            for side in [1 - nearer, nearer] {
                let y = heads[side];
                if y == NONE || !self.reach(y, 2 * x + side as u32) {
                    continue;
                }
                if self.at(y).pebbles() > 0 {
                    return Some(y);
                }
                self.prefetch_heads(y);
                self.pending.push(y);
            }
        }
        None
    }

    /// Labels all sets with their distances from the nearest pebbles.
    fn label_all(&mut self) {
        let (sets, vertices) = (&self.sets, &self.vertices);
        let count = vertices.len();
        let arcs = (0..count as u32)
            .filter(|&x| sets.is_root(x as usize))
            .flat_map(|x| vertices[x as usize].slots.map(|slot| (slot.head, x)))
            .filter(|&(head, _)| head != NONE)
            .map(|(head, x)| (sets.root(head as usize) as u32, x));
        let owners = Csr::new(count, arcs);
        let has_pebble = |&x: &u32| sets.is_root(x as usize) && vertices[x as usize].pebbles() > 0;
        let mut queue: Vec<u32> = (0..count as u32).filter(has_pebble).collect();
        let mut labels = vec![FAR; count];
        for &x in &queue {
            labels[x as usize] = 0;
        }
        let mut next = 0;
        while let Some(&y) = queue.get(next) {
            next += 1;
            if let Some(&later) = queue.get(next + 2 * AHEAD) {
                prefetch(&owners.starts, later as usize);
            }
            if let Some(&soon) = queue.get(next + AHEAD) {
                for &x in owners.row(soon as usize).iter().take(4) {
                    prefetch(&labels, x as usize);
                }
            }
            let further = labels[y as usize] + 1;
            for &x in owners.row(y as usize) {
                let label = &mut labels[x as usize];
                if *label == FAR {
                    *label = further;
                    queue.push(x);
                }
            }
        }
        self.labels = labels;
        self.patience = GUIDED_STEPS * count;
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
        self.label_as_pebble(y);
    }

    /// A vertex has got a pebble.
    fn label_as_pebble(&mut self, x: u32) {
        if let Some(label) = self.labels.get_mut(x as usize) {
            *label = 0;
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

    /// Guided from the first search on, and never, the game accepts the same edges and finds the same sets.
    #[test]
    fn labels_change_no_answer() {
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
                }
            }
            guided += usize::from(!games[0].labels.is_empty());
            assert!(games[1].labels.is_empty());
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
}
