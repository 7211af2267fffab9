//! Bulk insertion: owners for many edges at once, by augmenting paths.
//!
//! An edge that waits for an owner needs a path of owned edges from one of its ends to a free slot;
//! passing every edge to the next vertex of the path frees a slot at that end. A round serves all
//! waiting edges: one backward search gives the distances to the free slots, then a depth-first
//! search starts from every waiting edge, takes the nearer way first, and leaves every vertex at most
//! once by each of its two slots in a round. (Pothen and Fan 1990 do matching in this way. The distances
//! become outdated in the course of a round, but keep the paths short where free slots are few and far
//! away, as on grids.)
//!
//! Edges that are still waiting then are inserted one by one, as long as that takes little: the distances serve as labels,
//! which lead to a free slot and are corrected on the way. Where there is no locality, hardly any edge is left
//! for another round; on lattices nearly all are.
//!
//! No two searches of a round leave a vertex by the same slot, but their paths may share vertices. On grids, where many
//! edges wait in one region and their free slots are in another, paths without common vertices take ten times as many
//! rounds.
//!
//! The first vertex never owns anything, since n vertices have rank at most 2n − 2. A waiting edge
//! whose ends reach no free slot never will: it is left out.

use super::orientation::{Owners, Slot, Slots};
use crate::ds::NONE;
use crate::ds::parallel::{is_large, join_if_large};
use crate::ds::prefetch::prefetch;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// Finds owners for as many of the waiting edges as possible. Some sets may then own too many,
/// which [`super::arborescences`] repairs. Returns the edges left out.
pub(crate) fn insert_in_bulk(
    slots: &mut [Slots],
    edges: &[[u32; 2]],
    waiting: Vec<u32>,
) -> Vec<u32> {
    Bulk::new(slots).insert_all(edges, waiting)
}

/// How many edges ahead of their use the slots at their ends are prefetched.
const AHEAD: usize = 16;

/// How many long edges per free slot are tried before the others.
const SPARE: usize = 2;

/// One correction of a label per so many vertices is made in a round.
const PATIENCE: usize = 8;

/// Of how many waiting edges at least one is long.
const SHARE: usize = 8;

/// Moves `count` long edges to the front, taken from the whole list at equal distances; an edge is as long as the
/// numbers of its ends are apart. The order is otherwise unchanged.
///
/// Near vertices have near numbers. So a set that owns too many edges in the end owns short ones that came late: only
/// a large set contains both ends of a long one. And the first edges of the list may all be in one region.
fn long_ones_first(edges: &[[u32; 2]], waiting: &mut Vec<u32>, count: usize) {
    if waiting.len() <= count {
        return;
    }
    let magnitude = |edge: u32| {
        let [u, v] = edges[edge as usize];
        u.abs_diff(v).ilog2()
    };
    let mut of_magnitude = [0; u32::BITS as usize];
    for &edge in &*waiting {
        of_magnitude[magnitude(edge) as usize] += 1;
    }
    let mut least = u32::BITS;
    let mut long = 0;
    while long < count.max(waiting.len() / SHARE) {
        least -= 1;
        long += of_magnitude[least as usize];
    }
    let mut sample = Sample::new(count, long);
    let mut front: Vec<u32> = waiting
        .extract_if(.., |&mut edge| {
            magnitude(edge) >= least && sample.takes_next()
        })
        .collect();
    front.append(waiting);
    *waiting = front;
}

/// Which of many items are taken, at equal distances.
struct Sample {
    wanted: u64,
    among: u64,
    seen: u64,
}

impl Sample {
    fn new(wanted: usize, among: usize) -> Self {
        Self {
            wanted: wanted as u64,
            among: among as u64,
            seen: 0,
        }
    }

    fn takes_next(&mut self) -> bool {
        let taken = |seen: u64| seen * self.wanted / self.among;
        let is_taken = taken(self.seen + 1) > taken(self.seen);
        self.seen += 1;
        is_taken
    }
}

/// Bulk insertion in progress.
struct Bulk<'a> {
    slots: &'a mut [Slots],
    /// The number of steps to a free slot when the round began, capped at `FAR`, and by which slots a search of this
    /// round has left the vertex; `UNREACHABLE` if there is no free slot to reach. Sixteen bits, so that it stays in
    /// the cache.
    distance: Vec<AtomicU16>,
    /// The path of the current search: each vertex with the slot by which the path leaves it.
    path: Vec<(u32, u8)>,
    /// How many edges a round may insert by searches. Tests leave more of them to the labels.
    most_searched: usize,
    /// How many edges were inserted along labels.
    #[cfg(test)]
    guided: usize,
}

const UNREACHABLE: u16 = u16::MAX;
/// The mark of the first slot once a search has left by it; that of the second is twice as much.
const TRIED: u16 = 1 << 14;
/// From here on both slots have been tried, or lead nowhere.
const EXHAUSTED: u16 = 3 * TRIED;
/// The greatest distance that is measured: 16,383 steps. Searches of a round are unguided where free slots are farther
/// away than that.
const FAR: u16 = TRIED - 1;

impl<'a> Bulk<'a> {
    fn new(slots: &'a mut [Slots]) -> Self {
        Self {
            distance: slots.iter().map(|_| AtomicU16::default()).collect(),
            slots,
            path: Vec::new(),
            most_searched: usize::MAX,
            #[cfg(test)]
            guided: 0,
        }
    }

    /// Returns the edges that found no owner.
    fn insert_all(&mut self, edges: &[[u32; 2]], mut waiting: Vec<u32>) -> Vec<u32> {
        let mut left_out = Vec::new();
        let mut free = self.free();
        long_ones_first(edges, &mut waiting, SPARE * self.room(&free));
        // Where many vertices have a free slot, one is always near, and lower bounds are good
        // enough.
        let mut exact = free.len() < self.slots.len() / 16;
        while !waiting.is_empty() && !free.is_empty() {
            let room = self.room(&free).min(self.most_searched);
            if exact {
                self.measure(free);
                let hopeless = |&mut edge: &mut u32| {
                    let ends = edges[edge as usize];
                    ends.iter().all(|&end| self.distance(end) == UNREACHABLE)
                };
                left_out.extend(waiting.extract_if(.., hopeless));
            } else {
                self.guess(&free);
            }
            self.insert_some(edges, &mut waiting, room);
            if exact {
                self.insert_guided(edges, &mut waiting);
            }
            free = self.free();
            exact = true;
        }
        if left_out.is_empty() {
            return waiting;
        }
        left_out.append(&mut waiting);
        left_out
    }

    /// Inserts waiting edges until there is no room left, or every one has been tried.
    fn insert_some(&mut self, edges: &[[u32; 2]], waiting: &mut Vec<u32>, room: usize) {
        let mut room = room;
        let mut kept = 0;
        let mut next = 0;
        while room > 0 && next < waiting.len() {
            self.prefetch_slots(edges, &waiting[next..]);
            let edge = waiting[next];
            next += 1;
            if self.insert(edge, edges[edge as usize]) {
                room -= 1;
            } else {
                waiting[kept] = edge;
                kept += 1;
            }
        }
        waiting.drain(kept..next);
    }

    /// Prefetches the slots at the ends of upcoming edges, and one step further.
    #[inline]
    fn prefetch_slots(&self, edges: &[[u32; 2]], upcoming: &[u32]) {
        if let Some(&later) = upcoming.get(AHEAD) {
            for end in edges[later as usize] {
                prefetch(self.slots, end as usize);
            }
        }
        if let Some(&soon) = upcoming.get(AHEAD / 2) {
            let slots = edges[soon as usize].map(|end| self.slots[end as usize]);
            for slot in slots.as_flattened() {
                prefetch(self.slots, slot.head as usize);
            }
        }
    }

    /// How many free slots these vertices have.
    fn room(&self, free: &[u32]) -> usize {
        let slots = free.iter().flat_map(|&x| &self.slots[x as usize]);
        slots.filter(|slot| slot.is_free()).count()
    }

    /// The vertices with a free slot that may be used: not the first vertex, which owns nothing.
    fn free(&self) -> Vec<u32> {
        let is_free = |&x: &u32| self.slots[x as usize].iter().any(|slot| slot.is_free());
        (1..self.slots.len() as u32).filter(is_free).collect()
    }

    /// Sets lower bounds instead of distances.
    fn guess(&mut self, free: &[u32]) {
        self.set_all(1);
        for &x in free {
            self.set(x, 0);
        }
    }

    /// Exact distances, by a backward search from all free slots at once.
    fn measure(&mut self, free: Vec<u32>) {
        self.set_all(UNREACHABLE);
        let owners = Owners::new(self.slots);
        for &x in &free {
            self.set(x, 0);
        }
        let mut level = free;
        let mut further = 0;
        while !level.is_empty() {
            further = FAR.min(further + 1);
            level = self.next_level(&owners, &level, further);
        }
    }

    /// The vertices that are one step further away than a level, half of them found by another core if there are many.
    fn next_level(&self, owners: &Owners, level: &[u32], further: u16) -> Vec<u32> {
        let reach = |level: &[u32]| self.reach(owners, level, further);
        if !is_large(level.len()) {
            return reach(level);
        }
        let (low, high) = level.split_at(level.len() / 2);
        let (mut found, mut others) = join_if_large(level.len(), || reach(low), || reach(high));
        found.append(&mut others);
        found
    }

    /// Sets the distances of the vertices one step further away, and lists them. If another core reaches one at the same
    /// time, both list it; its distance is the same.
    fn reach(&self, owners: &Owners, level: &[u32], further: u16) -> Vec<u32> {
        let mut found = Vec::new();
        for (next, &y) in (1..).zip(level) {
            owners.prefetch_rows(&level[next..]);
            for &x in owners.of(y) {
                let distance = &self.distance[x as usize];
                if distance.load(Relaxed) == UNREACHABLE {
                    distance.store(further, Relaxed);
                    found.push(x);
                }
            }
        }
        found
    }

    #[inline]
    fn distance(&self, x: u32) -> u16 {
        self.distance[x as usize].load(Relaxed)
    }

    /// The number of steps to a free slot when the round began; `UNREACHABLE` once no search can go on from here.
    #[inline]
    fn steps(&self, x: u32) -> u16 {
        match self.distance(x) {
            EXHAUSTED.. => UNREACHABLE,
            distance => distance % TRIED,
        }
    }

    #[inline]
    fn set(&mut self, x: u32, distance: u16) {
        *self.distance[x as usize].get_mut() = distance;
    }

    fn set_all(&mut self, distance: u16) {
        for of_vertex in &mut self.distance {
            *of_vertex.get_mut() = distance;
        }
    }

    /// Searches for a free slot, depth first, the nearer way first, along slots that this round has not tried; inserts
    /// the edge if there is one.
    fn insert(&mut self, edge: u32, [u, v]: [u32; 2]) -> bool {
        let (near, far) = if self.steps(u) <= self.steps(v) {
            (u, v)
        } else {
            (v, u)
        };
        let found = self.search(near).or_else(|| self.search(far));
        if let Some(free) = found {
            self.own(edge, [u, v], free);
        }
        found.is_some()
    }

    /// Inserts an edge at the start of the path, which leads to this free slot.
    fn own(&mut self, edge: u32, [u, v]: [u32; 2], (last, side): (u32, usize)) {
        let (owner, side) = self.make_room(last, side);
        self.slots[owner as usize][side] = Slot {
            edge,
            head: u ^ v ^ owner,
        };
    }

    /// Inserts waiting edges one by one, each along labels that lead to a free slot and are corrected where they do not,
    /// until there is none left or this takes too long.
    fn insert_guided(&mut self, edges: &[[u32; 2]], waiting: &mut Vec<u32>) {
        let mut patience = self.slots.len() / PATIENCE;
        waiting.retain(|&edge| {
            patience == 0 || !self.insert_along_labels(edge, edges[edge as usize], &mut patience)
        });
    }

    /// Inserts an edge along vertices with smaller and smaller labels. A vertex without a neighbour of a smaller label gets
    /// a larger one, and the path goes back (Ahuja and Orlin 1991 augment flows in this way).
    fn insert_along_labels(&mut self, edge: u32, [u, v]: [u32; 2], patience: &mut usize) -> bool {
        self.path.clear();
        let nearer = |bulk: &Self| {
            if bulk.label(u) <= bulk.label(v) { u } else { v }
        };
        let mut x = nearer(self);
        while *patience > 0 {
            let (slots, label) = (self.slots[x as usize], self.label(x));
            if label == FAR {
                return false;
            }
            if let Some(side) = slots.iter().position(|slot| slot.is_free()) {
                self.own(edge, [u, v], (x, side));
                #[cfg(test)]
                {
                    self.guided += 1;
                }
                return true;
            }
            let labels = slots.map(|slot| self.label(slot.head));
            let side = usize::from(labels[1] < labels[0]);
            if labels[side] < label {
                self.path.push((x, side as u8));
                x = slots[side].head;
                continue;
            }
            *patience -= 1;
            self.set(x, FAR.min(labels[side] + 1));
            x = match self.path.pop() {
                Some((before, _)) => before,
                None => nearer(self),
            };
        }
        false
    }

    /// About how many steps a vertex is from a free slot; `FAR` if that is not known or there is none.
    #[inline]
    fn label(&self, x: u32) -> u16 {
        self.distance(x) % TRIED
    }

    /// Finds a free slot; `path` leads there. It may pass a vertex twice, but by different slots.
    fn search(&mut self, start: u32) -> Option<(u32, usize)> {
        self.path.clear();
        let mut next = Some(start).filter(|&x| self.steps(x) != UNREACHABLE);
        while let Some(x) = next {
            if self.steps(x) == 0
                && let Some(side) = self.slots[x as usize]
                    .iter()
                    .position(|slot| slot.is_free())
            {
                return Some((x, side));
            }
            next = self.step(x);
        }
        None
    }

    /// The next vertex to visit after `x`, or after a vertex that the path goes back to.
    fn step(&mut self, x: u32) -> Option<u32> {
        let mut at = x;
        loop {
            let slots = self.slots[at as usize];
            for slot in slots {
                prefetch(self.slots, slot.head as usize);
            }
            let state = self.distance(at);
            let steps = [0, 1].map(|side| match slots[side].head {
                head if head != NONE && state & (TRIED << side) == 0 => self.steps(head),
                _ => UNREACHABLE,
            });
            let side = usize::from(steps[1] < steps[0]);
            if steps[side] != UNREACHABLE {
                self.path.push((at, side as u8));
                self.set(at, state | TRIED << side);
                return Some(slots[side].head);
            }
            self.set(at, state | EXHAUSTED);
            (at, _) = self.path.pop()?;
        }
    }

    /// The last vertex of the path has a free slot: every edge on the path moves one step on. Returns
    /// the slot that is then free.
    fn make_room(&mut self, last: u32, side: usize) -> (u32, usize) {
        let (mut x, mut side) = (last, side);
        while let Some((before, by)) = self.path.pop() {
            let Slot { edge, .. } = self.slots[before as usize][by as usize];
            self.slots[x as usize][side] = Slot { edge, head: before };
            (x, side) = (before, by as usize);
        }
        (x, side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::collections::VecDeque;

    /// Slots of which one in `spread` is free, the others leading anywhere.
    fn random_slots(rng: &mut ChaCha8Rng, vertices: u32, spread: u32) -> Vec<Slots> {
        let mut slot = |edge: u32| {
            if rng.random_range(0..spread) == 0 {
                return Slot::FREE;
            }
            let head = rng.random_range(0..vertices);
            Slot { edge, head }
        };
        (0..vertices)
            .map(|x| [slot(2 * x), slot(2 * x + 1)])
            .collect()
    }

    /// The distances, by a search along one arc at a time.
    fn naive_distances(slots: &[Slots]) -> Vec<u16> {
        let mut owners = vec![Vec::new(); slots.len()];
        for (x, own) in slots.iter().enumerate() {
            for slot in own.iter().filter(|slot| !slot.is_free()) {
                owners[slot.head as usize].push(x);
            }
        }
        let is_free = |&x: &usize| slots[x].iter().any(|slot| slot.is_free());
        let mut queue: VecDeque<usize> = (1..slots.len()).filter(is_free).collect();
        let mut distance = vec![UNREACHABLE; slots.len()];
        for &x in &queue {
            distance[x] = 0;
        }
        while let Some(y) = queue.pop_front() {
            for &x in &owners[y] {
                if distance[x] == UNREACHABLE {
                    distance[x] = distance[y] + 1;
                    queue.push_back(x);
                }
            }
        }
        distance
    }

    /// Levels on both sides of what one core searches alone.
    #[test]
    fn distances_are_exact() {
        let mut rng = ChaCha8Rng::seed_from_u64(12);
        for (vertices, spread) in [
            (2, 2),
            (50, 5),
            (2_000, 300),
            (300_000, 40),
            (300_000, 3_000),
        ] {
            let mut slots = random_slots(&mut rng, vertices, spread);
            let expected = naive_distances(&slots);
            let mut bulk = Bulk::new(&mut slots);
            let free = bulk.free();
            bulk.measure(free);
            let found: Vec<u16> = (0..vertices).map(|x| bulk.distance(x)).collect();
            assert!(found == expected, "{vertices} vertices");
        }
    }

    /// How many edges can be owned, the first vertex owning none: one augmenting path after the other.
    fn naive_count(vertices: u32, edges: &[[u32; 2]]) -> usize {
        fn find_owner(
            edge: usize,
            edges: &[[u32; 2]],
            owned: &mut [Vec<usize>],
            seen: &mut [bool],
        ) -> bool {
            edges[edge].into_iter().any(|end| {
                let end = end as usize;
                if end == 0 || std::mem::replace(&mut seen[end], true) {
                    return false;
                }
                if owned[end].len() < 2 {
                    owned[end].push(edge);
                    return true;
                }
                (0..2).any(|side| {
                    let other = owned[end][side];
                    let moves = find_owner(other, edges, owned, seen);
                    if moves {
                        owned[end][side] = edge;
                    }
                    moves
                })
            })
        }
        let mut owned = vec![Vec::new(); vertices as usize];
        let inserted = |&edge: &usize| {
            find_owner(edge, edges, &mut owned, &mut vec![false; vertices as usize])
        };
        (0..edges.len()).filter(inserted).count()
    }

    /// Inserts all edges, with at most so many searches per round that succeed, and compares with one augmenting path after
    /// the other. Returns whether all are owned, and how many were inserted along labels.
    fn check_owners(vertices: u32, edges: &[[u32; 2]], most_searched: usize) -> (bool, usize) {
        let mut slots = vec![[Slot::FREE; 2]; vertices as usize];
        let mut bulk = Bulk::new(&mut slots);
        bulk.most_searched = most_searched;
        let left_out = bulk.insert_all(edges, (0..edges.len() as u32).collect());
        let guided = bulk.guided;
        assert_eq!(
            edges.len() - left_out.len(),
            naive_count(vertices, edges),
            "{edges:?}"
        );
        // Every edge is owned once, by one of its ends, or left out.
        let mut times = vec![0; edges.len()];
        for &edge in &left_out {
            times[edge as usize] += 1;
        }
        for (owner, own) in (0..).zip(&slots) {
            for slot in own.iter().filter(|slot| !slot.is_free()) {
                let [u, v] = edges[slot.edge as usize];
                assert!([[owner, slot.head], [slot.head, owner]].contains(&[u, v]));
                times[slot.edge as usize] += 1;
            }
        }
        assert!(times.iter().all(|&times| times == 1), "{edges:?}");
        assert!(slots[0].iter().all(|slot| slot.is_free()));
        (left_out.is_empty(), guided)
    }

    #[test]
    fn as_many_edges_are_owned_as_can_be() {
        let mut rng = ChaCha8Rng::seed_from_u64(14);
        let (mut all_owned, mut along_labels) = (0, 0);
        for _ in 0..3_000 {
            let vertices = rng.random_range(2..60_u32);
            let reach = rng.random_range(2..=vertices);
            let edges: Vec<[u32; 2]> = (0..rng.random_range(0..5 * vertices / 2))
                .map(|_| {
                    let u = rng.random_range(0..vertices);
                    [u, (u + rng.random_range(1..reach)) % vertices]
                })
                .filter(|[u, v]| u != v)
                .collect();
            let (is_all, _) = check_owners(vertices, &edges, usize::MAX);
            all_owned += usize::from(is_all);
            // Nearly all edges are left to the labels.
            let (_, guided) = check_owners(vertices, &edges, 1);
            along_labels += guided;
        }
        // All cases occur often.
        assert!((300..2_700).contains(&all_owned), "{all_owned}");
        assert!(along_labels > 50_000, "{along_labels}");
    }

    /// Free slots that are farther away than is measured, searched for and approached along labels.
    #[test]
    fn far_slots_are_found() {
        let vertices = 20_000_u32;
        let last = vertices - 1;
        // Two edges from every vertex to the next one; those of the first two vertices wait.
        let edges: Vec<[u32; 2]> = (0..2 * last).map(|edge| [edge / 2, edge / 2 + 1]).collect();
        let slot = |edge: u32| match edge {
            0..2 => Slot::FREE,
            _ => Slot {
                edge,
                head: edge / 2 + 1,
            },
        };
        let mut chain: Vec<Slots> = (0..last).map(|x| [slot(2 * x), slot(2 * x + 1)]).collect();
        chain.push([Slot::FREE; 2]);
        for most_searched in [usize::MAX, 1] {
            let mut slots = chain.clone();
            let mut bulk = Bulk::new(&mut slots);
            bulk.most_searched = most_searched;
            let free = bulk.free();
            assert_eq!(free, [last]);
            bulk.measure(free);
            for x in 1..vertices {
                assert_eq!(u32::from(bulk.distance(x)), (last - x).min(16_383));
            }
            let left_out = bulk.insert_all(&edges, vec![0, 1]);
            assert!(left_out.is_empty());
            assert!(slots[1..].as_flattened().iter().all(|slot| !slot.is_free()));
        }
    }

    #[test]
    fn long_edges_come_first() {
        let mut rng = ChaCha8Rng::seed_from_u64(13);
        for _ in 0..500 {
            let edges: Vec<[u32; 2]> = (0..rng.random_range(0..60))
                .map(|_| {
                    let u = rng.random_range(0..1_000);
                    let longest = 1_u32 << rng.random_range(0..10);
                    [u, u + rng.random_range(1..=longest)]
                })
                .collect();
            let magnitude = |&edge: &u32| {
                let [u, v] = edges[edge as usize];
                (v - u).ilog2()
            };
            let listed: Vec<u32> = (0..edges.len() as u32).collect();
            let count = rng.random_range(0..80);
            let mut waiting = listed.clone();
            long_ones_first(&edges, &mut waiting, count);
            if listed.len() <= count {
                assert_eq!(waiting, listed);
                continue;
            }
            // As few magnitudes as are enough, and of those edges some at equal distances.
            let enough = count.max(listed.len() / SHARE);
            let long_from = |least: u32| {
                let long = listed.iter().copied();
                long.filter(|edge| magnitude(edge) >= least)
                    .collect::<Vec<u32>>()
            };
            let mut all = (0..=32).rev().map(long_from);
            let long = all
                .find(|long| long.len() >= enough)
                .expect("all are enough");
            let taken = |k: &usize| (k + 1) * count / long.len() > k * count / long.len();
            let mut expected: Vec<u32> = (0..long.len()).filter(taken).map(|k| long[k]).collect();
            assert_eq!(expected.len(), count);
            expected.extend(
                listed
                    .iter()
                    .filter(|edge| !waiting[..count].contains(edge)),
            );
            assert_eq!(waiting, expected);
        }
    }
}
