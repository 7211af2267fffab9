//! The clumps of a pair of forests: the largest vertex sets that both forests span.
//!
//! **Theorem used.** Let two disjoint forests hold as many edges as two forests can. A set that
//! holds 2|X| − 2 of their edges (a *tight* set) is one that both forests span; tight sets that
//! share a vertex have a tight union; so the largest ones partition the vertices. They are the clumps
//! (Roskind and Tarjan 1985). A new edge uv can be added (after exchanges) exactly when u and v lie
//! in different clumps.
//!
//! The clumps are found by refinement, which is the exchange argument run backwards for all
//! vertex pairs at once: an edge of one forest whose ends lie in different components of the other
//! belongs to no tight set and is removed; that splits a component; repeat until nothing changes. Both
//! forests then have the same components. A split is explored from both sides in lockstep and
//! only the smaller part gets a new name, so all splits together cost O(n log n).
//!
//! The forests take turns. In many networks a few turns remove nearly everything, and a split waits for memory at
//! every step. So where a turn has many edges, or its splits take long, all its edges are removed at once and all
//! components are named anew, in one pass over the vertices. Such passes are few, or paid for by the steps before them:
//! O(n log n) holds for both together.

use super::orientation::{Slot, Slots, is_full};
use crate::ds::NONE;
use crate::ds::parallel::{halves, join_if_large};
use crate::ds::prefetch::prefetch;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// How many edges ahead of their removal what it reads is prefetched.
const AHEAD: usize = 8;

/// How many vertices ahead of its use the name of a parent is prefetched.
const NAMES_AHEAD: usize = 16;

/// One step per so many vertices may be spent on the splits of a turn; then a pass over all vertices is cheaper.
const PATIENCE: usize = 2;

/// One edge per so many vertices is too many to be removed one by one.
const MANY: usize = 32;

/// How many turns are passes to begin with, and from a turn on that has many edges or takes long. To list all children
/// costs as much as a pass.
const ROUNDS: usize = 4;

/// The clumps of a graph: a name for every vertex, the same for two vertices of one clump.
#[derive(Clone, Debug)]
pub(crate) struct Clumps(Vec<u32>);

impl Clumps {
    /// The clumps of two largest forests, given by the parent edges of every vertex, on a graph in
    /// degeneracy order with `core` vertices in the 3-core.
    ///
    /// A vertex outside the core belongs to a clump exactly when it has two edges to earlier vertices
    /// and both lead there.
    pub(crate) fn new(up: &[Slots], core: usize) -> Self {
        let mut name = if is_full(&up[..core]) {
            vec![0; core]
        } else {
            Refinement::new(&up[..core], |_| true).into_names()
        };
        // The names in the core are below its size.
        let mut fresh = core as u32;
        for &[first, second] in &up[core..] {
            let inside = first.head != NONE
                && second.head != NONE
                && name[first.head as usize] == name[second.head as usize];
            if inside {
                name.push(name[first.head as usize]);
            } else {
                name.push(fresh);
                fresh += 1;
            }
        }
        Self(name)
    }

    /// The largest vertex sets that both forests span without the edges that `keep` refuses.
    pub(crate) fn of_kept(up: &[Slots], keep: impl Fn(u32) -> bool + Sync) -> Self {
        Self(Refinement::new(up, keep).into_names())
    }

    /// The name of a vertex's clump, below the number of vertices.
    #[inline]
    pub(crate) fn name(&self, vertex: u32) -> u32 {
        self.0[vertex as usize]
    }

    /// Prefetches the name of a vertex's clump.
    #[inline]
    pub(super) fn prefetch(&self, vertex: u32) {
        prefetch(&self.0, vertex as usize);
    }

    /// Whether one clump contains both vertices.
    #[inline]
    pub(crate) fn contain(&self, [u, v]: [u32; 2]) -> bool {
        self.name(u) == self.name(v)
    }
}

/// Which turns remove their edges one by one.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// How many steps the splits of one turn may take before all other edges of the turn are removed at once.
    patience: usize,
    /// How many edges such a turn may have.
    few: usize,
    /// How many turns are passes to begin with, however few their edges are.
    rounds: usize,
}

impl Limits {
    fn new(vertices: usize) -> Self {
        Self {
            patience: vertices / PATIENCE,
            few: vertices / MANY,
            // Many networks fall apart in a few turns, and lists of children take as much memory as all else here.
            rounds: ROUNDS,
        }
    }
}

/// A pair of forests being refined into its clumps.
struct Refinement {
    parts: [Part; 2],
    /// Edges that belong to no tight set and are still there, by their lower ends.
    doomed: [Vec<u32>; 2],
    limits: Limits,
    /// How many turns from now on remove their edges at once, however few they are.
    rounds: usize,
    /// The most edges that one turn has removed one by one.
    #[cfg(test)]
    most_one_by_one: usize,
}

impl Refinement {
    /// Refines two rooted forests; edges that `keep` refuses are ignored.
    fn new(up: &[Slots], keep: impl Fn(u32) -> bool + Sync) -> Self {
        Self::with_limits(up, keep, Limits::new(up.len()))
    }

    /// The same with other limits.
    fn with_limits(up: &[Slots], keep: impl Fn(u32) -> bool + Sync, limits: Limits) -> Self {
        let part = |t| Part::new(up, t, &keep);
        let (first, second) = join_if_large(up.len(), || part(0), || part(1));
        let doomed = [first.crossed_by(&second), second.crossed_by(&first)];
        let mut refinement = Self {
            parts: [first, second],
            doomed,
            limits,
            rounds: limits.rounds,
            #[cfg(test)]
            most_one_by_one: 0,
        };
        refinement.settle();
        refinement
    }

    fn into_names(self) -> Vec<u32> {
        let [first, _] = self.parts;
        first.name.into_iter().map(AtomicU32::into_inner).collect()
    }

    /// Takes turns between the forests until nothing is left to remove.
    fn settle(&mut self) {
        while let Some(t) = (0..2).find(|&t| !self.doomed[t].is_empty()) {
            let mut now = std::mem::take(&mut self.doomed[t]);
            let is_many = now.len() > self.limits.few;
            if self.rounds == 0 && !is_many {
                self.remove_one_by_one(t, &mut now);
                if now.is_empty() {
                    self.doomed[t] = now;
                    continue;
                }
            }
            if self.rounds == 0 || is_many {
                self.rounds = ROUNDS;
            }
            self.rounds -= 1;
            self.remove_at_once(t, &now);
        }
    }

    /// Removes edges until there are none left, or this takes too long.
    fn remove_one_by_one(&mut self, t: usize, now: &mut Vec<u32>) {
        let [first, second] = &mut self.parts;
        join_if_large(
            first.parent.len(),
            || first.list_children(),
            || second.list_children(),
        );
        let (part, other) = match t {
            0 => (first, second),
            _ => (second, first),
        };
        let mut steps = 0;
        #[cfg(test)]
        let mut removed = 0;
        while steps <= self.limits.patience
            && let Some(vertex) = now.pop()
        {
            part.prefetch(now, other);
            if let Some(split) = part.remove(vertex) {
                part.doom_crossing(&split, other, &mut self.doomed[1 - t]);
                steps += split.steps;
                #[cfg(test)]
                {
                    removed += 1;
                    self.most_one_by_one = self.most_one_by_one.max(removed);
                }
            }
        }
    }

    /// Removes all these edges, and names all components anew.
    fn remove_at_once(&mut self, t: usize, now: &[u32]) {
        for part in &mut self.parts {
            part.siblings.clear();
        }
        let part = &mut self.parts[t];
        for &vertex in now {
            part.parent[vertex as usize] = NONE;
        }
        part.name_components();
        self.doomed[1 - t] = self.parts[1 - t].crossed_by(&self.parts[t]);
    }
}

/// One forest, losing edges, and the names of its components.
struct Part {
    /// The parent of every vertex; `NONE` at a root.
    parent: Vec<u32>,
    /// The component of every vertex. The names are the roots of the forest, though not always each
    /// the name of its own component.
    name: Vec<AtomicU32>,
    /// The children of every vertex; empty as long as edges are removed at once.
    siblings: Vec<Siblings>,
    /// The two walks of a split.
    walks: [Walk; 2],
}

/// A vertex in the list of its parent's children, and the list of its own; `NONE` where there is no such vertex.
#[derive(Clone, Copy)]
struct Siblings {
    first_child: u32,
    next: u32,
    previous: u32,
}

impl Siblings {
    const NONE: Self = Self {
        first_child: NONE,
        next: NONE,
        previous: NONE,
    };
}

/// A component that was split.
struct Split {
    /// The walk through the side with a new name.
    renamed: usize,
    /// The name that the other side keeps.
    kept: u32,
    steps: usize,
}

impl Part {
    fn new(up: &[Slots], t: usize, keep: &impl Fn(u32) -> bool) -> Self {
        let parent = |slots: &Slots| match slots[t] {
            Slot { edge, head } if keep(edge) => head,
            _ => NONE,
        };
        let mut part = Self {
            parent: up.iter().map(parent).collect(),
            name: up.iter().map(|_| AtomicU32::default()).collect(),
            siblings: Vec::new(),
            walks: Default::default(),
        };
        part.name_components();
        part
    }

    /// Names every component after its root.
    fn name_components(&mut self) {
        for name in &mut self.name {
            *name.get_mut() = NONE;
        }
        halves(self.parent.len(), |vertices| self.name_from(vertices));
    }

    /// Names these vertices and those above them. Another core may be naming some of them at the same time: it gives
    /// them the same names.
    fn name_from(&self, vertices: Range<usize>) {
        let mut path = Vec::new();
        for vertex in vertices {
            self.prefetch_names(vertex, &self.name);
            let mut x = vertex as u32;
            let name = loop {
                let known = self.name(x);
                if known != NONE {
                    break known;
                }
                path.push(x);
                match self.parent[x as usize] {
                    NONE => break x,
                    parent => x = parent,
                }
            };
            for y in path.drain(..) {
                self.name[y as usize].store(name, Relaxed);
            }
        }
    }

    /// The edges whose ends are in different components of another forest.
    fn crossed_by(&self, other: &Part) -> Vec<u32> {
        let crossed = |vertices: Range<usize>| {
            let is_crossed = |&vertex: &usize| {
                self.prefetch_names(vertex, &other.name);
                let parent = self.parent[vertex];
                parent != NONE && other.name(vertex as u32) != other.name(parent)
            };
            let crossed = vertices.filter(is_crossed);
            crossed.map(|vertex| vertex as u32).collect::<Vec<u32>>()
        };
        let (mut low, mut high) = halves(self.parent.len(), crossed);
        if low.is_empty() {
            return high;
        }
        low.append(&mut high);
        low
    }

    /// Prefetches the name of the parent of an upcoming vertex.
    #[inline]
    fn prefetch_names(&self, vertex: usize, names: &[AtomicU32]) {
        if let Some(&parent) = self.parent.get(vertex + NAMES_AHEAD) {
            prefetch(names, parent as usize);
        }
    }

    #[inline]
    fn name(&self, vertex: u32) -> u32 {
        self.name[vertex as usize].load(Relaxed)
    }

    /// Lists the children of every vertex, unless they are listed.
    fn list_children(&mut self) {
        if !self.siblings.is_empty() {
            return;
        }
        self.siblings.resize(self.parent.len(), Siblings::NONE);
        for vertex in 0..self.parent.len() {
            if let Some(&soon) = self.parent.get(vertex + NAMES_AHEAD) {
                prefetch(&self.siblings, soon as usize);
            }
            self.join_siblings(vertex as u32);
        }
    }

    /// Puts a vertex in front of its siblings.
    fn join_siblings(&mut self, vertex: u32) {
        let parent = self.parent[vertex as usize];
        if parent == NONE {
            return;
        }
        let next = std::mem::replace(&mut self.siblings[parent as usize].first_child, vertex);
        self.siblings[vertex as usize].next = next;
        if next != NONE {
            self.siblings[next as usize].previous = vertex;
        }
    }

    /// Takes a vertex from its siblings; returns the parent, if there is one.
    fn leave_siblings(&mut self, vertex: u32) -> Option<u32> {
        let parent = std::mem::replace(&mut self.parent[vertex as usize], NONE);
        if parent == NONE {
            return None;
        }
        let own = &mut self.siblings[vertex as usize];
        let Siblings { next, previous, .. } = *own;
        (own.next, own.previous) = (NONE, NONE);
        match previous {
            NONE => self.siblings[parent as usize].first_child = next,
            _ => self.siblings[previous as usize].next = next,
        }
        if next != NONE {
            self.siblings[next as usize].previous = previous;
        }
        Some(parent)
    }

    /// Prefetches what the removal of upcoming edges reads, the last ones first.
    #[inline]
    fn prefetch(&self, upcoming: &[u32], other: &Part) {
        let back = |steps: usize| upcoming.len().checked_sub(steps).map(|at| upcoming[at]);
        if let Some(later) = back(AHEAD) {
            for part in [self, other] {
                prefetch(&part.parent, later as usize);
                prefetch(&part.siblings, later as usize);
            }
            prefetch(&self.name, later as usize);
        }
        if let Some(soon) = back(AHEAD / 2) {
            let Siblings {
                first_child,
                next,
                previous,
            } = self.siblings[soon as usize];
            let parent = self.parent[soon as usize];
            for near in [parent, first_child, next, previous] {
                prefetch(&self.siblings, near as usize);
            }
            prefetch(&self.parent, parent as usize);
        }
    }

    /// Removes the parent edge of a vertex and gives the smaller side a new name. `None` if the edge was gone already.
    fn remove(&mut self, vertex: u32) -> Option<Split> {
        let parent = self.leave_siblings(vertex)?;
        let kept = self.name(vertex);
        self.walks[0].start(vertex);
        self.walks[1].start(parent);
        let mut renamed = 0;
        let mut steps = 0;
        while self.walks[renamed].step(&self.parent, &self.siblings) {
            renamed = 1 - renamed;
            steps += 1;
        }
        // No component has this name: the vertex was no root.
        for &inside in &self.walks[renamed].reached {
            *self.name[inside as usize].get_mut() = vertex;
        }
        Some(Split {
            renamed,
            kept,
            steps,
        })
    }

    /// Lists the edges of `other` between the side that was renamed and the side that kept its
    /// name. Edges to other components were listed when those were split off.
    fn doom_crossing(&self, split: &Split, other: &Part, doomed: &mut Vec<u32>) {
        let crosses = |to: u32| self.name(to) == split.kept;
        for &vertex in &self.walks[split.renamed].reached {
            let parent = other.parent[vertex as usize];
            if parent != NONE && crosses(parent) {
                doomed.push(vertex);
            }
            let mut child = other.siblings[vertex as usize].first_child;
            while child != NONE {
                if crosses(child) {
                    doomed.push(child);
                }
                child = other.siblings[child as usize].next;
            }
        }
    }
}

/// A breadth-first traversal of a component: up from the start to the root, and down from every
/// vertex.
#[derive(Default)]
struct Walk {
    /// The vertices reached.
    reached: Vec<u32>,
    /// How many of them are finished.
    done: usize,
    /// The child to visit next, once `at_children`.
    child: u32,
    at_children: bool,
    /// The unfinished vertex that was reached from below, and the one it was reached from.
    climbing: u32,
    below: u32,
    /// The child from which the walk came.
    skipped: u32,
}

impl Walk {
    fn start(&mut self, vertex: u32) {
        self.reached.clear();
        self.reached.push(vertex);
        self.done = 0;
        self.at_children = false;
        (self.climbing, self.below) = (vertex, NONE);
    }

    /// Advances by one neighbour; `false` when the whole component has been visited.
    #[inline]
    fn step(&mut self, parent: &[u32], siblings: &[Siblings]) -> bool {
        let Some(&vertex) = self.reached.get(self.done) else {
            return false;
        };
        if !self.at_children {
            self.at_children = true;
            self.skipped = NONE;
            self.child = siblings[vertex as usize].first_child;
            prefetch(siblings, self.child as usize);
            if vertex == self.climbing {
                self.skipped = std::mem::replace(&mut self.below, vertex);
                self.climbing = parent[vertex as usize];
                if self.climbing != NONE {
                    self.reached.push(self.climbing);
                }
            }
            return true;
        }
        let child = self.child;
        if child == NONE {
            self.done += 1;
            self.at_children = false;
            return true;
        }
        self.child = siblings[child as usize].next;
        prefetch(siblings, self.child as usize);
        if child != self.skipped {
            self.reached.push(child);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ds::union_find::UnionFind;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Two rooted forests: every vertex but the first may have one of some vertices before it as its parent.
    fn random_forests(rng: &mut ChaCha8Rng, vertices: u32) -> Vec<Slots> {
        let reach = rng.random_range(1..=vertices);
        let mut shuffled: Vec<u32> = (0..vertices).collect();
        shuffled.shuffle(rng);
        let mut up = vec![[Slot::FREE; 2]; vertices as usize];
        let is_tree = rng.random_bool(0.5);
        for at in 1..vertices {
            let own = &mut up[shuffled[at as usize] as usize];
            for (slot, edge) in own.iter_mut().zip(2 * at..) {
                let head = shuffled[rng.random_range(at.saturating_sub(reach)..at) as usize];
                if is_tree || rng.random_bool(0.95) {
                    *slot = Slot { edge, head };
                }
            }
        }
        up
    }

    /// Removes edges between different components of the other forest until there are none.
    fn naive(up: &[Slots], keep: impl Fn(u32) -> bool) -> UnionFind {
        let mut up = up.to_vec();
        for slot in up.iter_mut().flatten() {
            if !slot.is_free() && !keep(slot.edge) {
                *slot = Slot::FREE;
            }
        }
        loop {
            let mut parts = [0, 1].map(|t| {
                let mut part = UnionFind::new(up.len());
                for (vertex, slots) in up.iter().enumerate() {
                    if !slots[t].is_free() {
                        part.union(vertex, slots[t].head as usize);
                    }
                }
                part
            });
            let mut removed = 0;
            for (vertex, slots) in up.iter_mut().enumerate() {
                for (slot, other) in slots.iter_mut().zip([1, 0]) {
                    let head = slot.head;
                    if head != NONE && !parts[other].same(vertex, head as usize) {
                        *slot = Slot::FREE;
                        removed += 1;
                    }
                }
            }
            if removed == 0 {
                let [first, _] = parts;
                return first;
            }
        }
    }

    /// Edges one by one, all at once, and both in turn.
    #[test]
    fn limits_change_no_clump() {
        let mut limits = Vec::new();
        for patience in [0, 1, 10, usize::MAX] {
            for few in [0, 5, usize::MAX] {
                limits.extend([0, ROUNDS].map(|rounds| Limits {
                    patience,
                    few,
                    rounds,
                }));
            }
        }
        let mut rng = ChaCha8Rng::seed_from_u64(17);
        let mut nontrivial = 0;
        let mut one_by_one = 0;
        for _ in 0..4_000 {
            let vertices = rng.random_range(2..80_u32);
            let up = random_forests(&mut rng, vertices);
            let refused = rng.random_range(0..4 * vertices);
            let keep = |edge: u32| edge != refused;
            let mut expected = naive(&up, keep);
            let mut most_one_by_one = 0;
            for &limits in &limits {
                let refinement = Refinement::with_limits(&up, keep, limits);
                most_one_by_one = most_one_by_one.max(refinement.most_one_by_one);
                let name = refinement.into_names();
                assert!(name.iter().all(|&name| name < vertices));
                for u in 0..vertices as usize {
                    for v in 0..u {
                        assert_eq!(name[u] == name[v], expected.same(u, v), "{limits:?} {up:?}");
                    }
                }
            }
            one_by_one += usize::from(most_one_by_one >= 3);
            let sizes = (0..vertices as usize).map(|vertex| expected.size(vertex));
            nontrivial += usize::from(sizes.max().is_some_and(|size| (2..70).contains(&size)));
        }
        assert!(nontrivial > 1_000, "{nontrivial}");
        assert!(one_by_one > 1_000, "{one_by_one}");
    }

    /// Large enough for two cores, where there are two: a chain of clumps of three vertices.
    #[test]
    fn clumps_of_a_long_chain() {
        let count = 120_000_u32;
        let forests = (0..count).map(|vertex| match vertex % 3 {
            0 => [
                Slot {
                    edge: 0,
                    head: vertex.wrapping_sub(1),
                },
                Slot::FREE,
            ],
            _ => [vertex - 1, vertex - vertex % 3].map(|head| Slot { edge: vertex, head }),
        });
        let mut up: Vec<Slots> = forests.collect();
        up[0] = [Slot::FREE; 2];
        let clumps = Clumps::of_kept(&up, |_| true);
        assert!((0..count).all(|vertex| clumps.contain([vertex, vertex - vertex % 3])));
        assert!((1..count).all(|vertex| vertex % 3 > 0 || !clumps.contain([vertex, vertex - 1])));
    }
}
