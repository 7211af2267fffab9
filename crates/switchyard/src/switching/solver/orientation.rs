//! Which vertex owns which edge: two edges each to begin with, then all others in bulk.
//!
//! Every vertex may own up to two of the edges at it; a slot that owns nothing is *free*. Edges that
//! split into two forests can always be owned so (hang each forest up at a root; every other vertex
//! owns the edge to its parent). The converse holds but for sets that are a little too full,
//! which [`super::arborescences`] finds and mends.
//!
//! 1. *To begin with*, every vertex owns two of its edges to earlier vertices ([`super::degeneracy`]).
//! 2. *Bulk insertion.* An edge waiting for an owner needs a path of owned edges from one of its
//!    ends to a free slot; passing each edge on along the path makes room. Rounds serve all waiting
//!    edges at once: the distances to the free slots, by one backward search, then a depth-first
//!    search from every waiting edge, the nearer way first, through vertices that no search of the
//!    round has seen. (Pothen and Fan 1990 match so; the distances, though they grow old in the course of a
//!    round, keep the paths short where free slots are few and far away, as on grids.) The first
//!    vertex never owns anything, since n vertices have rank at most 2n − 2.
//!
//! A waiting edge whose ends reach no free slot never will: it stays out.

use crate::ds::prefetch::prefetch;

/// No edge, no vertex, no distance.
pub(crate) const NONE: u32 = u32::MAX;

/// A place for an edge that a vertex owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    /// The edge, or `NONE`.
    pub edge: u32,
    /// Its other end.
    pub head: u32,
}

impl Slot {
    pub(crate) const FREE: Self = Self {
        edge: NONE,
        head: NONE,
    };

    pub(crate) fn is_free(self) -> bool {
        self.edge == NONE
    }
}

/// The two slots of every vertex.
pub(crate) type Slots = [Slot; 2];

/// Owners for as many of the edges as possible, up to sets that are too full. The later end of an
/// edge comes second; from vertex `core` on, none is that of more than two. Also returns the edges
/// left out.
pub(crate) fn orient(vertices: usize, core: usize, edges: &[[u32; 2]]) -> (Vec<Slots>, Vec<u32>) {
    let mut slots = vec![[Slot::FREE; 2]; vertices];
    let mut waiting = Vec::new();
    for (edge, &[head, owner]) in edges.iter().enumerate() {
        let edge = edge as u32;
        match slots[owner as usize].iter_mut().find(|slot| slot.is_free()) {
            Some(slot) => *slot = Slot { edge, head },
            None => waiting.push(edge),
        }
    }
    let left_out = Bulk::new(&mut slots[..core]).insert_all(edges, waiting);
    (slots, left_out)
}

/// Owners for as many of the waiting edges as possible, up to sets that are too full. Returns the
/// edges left out.
pub(crate) fn insert_in_bulk(
    slots: &mut [Slots],
    edges: &[[u32; 2]],
    waiting: Vec<u32>,
) -> Vec<u32> {
    Bulk::new(slots).insert_all(edges, waiting)
}

/// For every vertex those that own an edge to it, in compressed rows.
pub(crate) struct Owners {
    pub starts: Vec<u32>,
    pub vertices: Vec<u32>,
}

impl Owners {
    pub(crate) fn new(slots: &[Slots]) -> Self {
        let mut starts = vec![0_u32; slots.len() + 1];
        for slot in slots.as_flattened().iter().filter(|slot| !slot.is_free()) {
            starts[slot.head as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut vertices = vec![0_u32; sum as usize];
        for (vertex, owned) in slots.iter().enumerate().rev() {
            for slot in owned.iter().filter(|slot| !slot.is_free()) {
                let at = &mut starts[slot.head as usize];
                *at -= 1;
                vertices[*at as usize] = vertex as u32;
            }
        }
        Self { starts, vertices }
    }

    /// Where the row of a vertex stands.
    pub(crate) fn row(&self, vertex: u32) -> std::ops::Range<u32> {
        self.starts[vertex as usize]..self.starts[vertex as usize + 1]
    }

    /// Asks the memory for the rows of a queue's vertices, some places before they are read.
    #[inline]
    fn ask_for(&self, queue: &[u32]) {
        if let Some(&vertex) = queue.get(8) {
            prefetch(&self.starts, vertex as usize);
        }
        if let Some(&vertex) = queue.get(4) {
            let start = self.starts[vertex as usize];
            prefetch(&self.vertices, start as usize);
        }
    }

    /// Those that own an edge to the vertex.
    #[inline]
    pub(crate) fn of(&self, vertex: u32) -> &[u32] {
        let row = self.row(vertex);
        &self.vertices[row.start as usize..row.end as usize]
    }
}

/// Bulk insertion in progress.
struct Bulk<'a> {
    slots: &'a mut [Slots],
    /// The number of steps to a free slot when the round began, capped at `FAR`; `SEEN` once a search
    /// of this round has been here, `NEVER` if there is no free slot to reach. Small, so that it
    /// stays in the cache.
    distance: Vec<u16>,
    /// The path of the search under way: a vertex and the slot it leaves by.
    path: Vec<(u32, u8)>,
}

const NEVER: u16 = u16::MAX;
const SEEN: u16 = NEVER - 1;
const FAR: u16 = SEEN - 1;

impl<'a> Bulk<'a> {
    fn new(slots: &'a mut [Slots]) -> Self {
        Self {
            distance: vec![NEVER; slots.len()],
            slots,
            path: Vec::new(),
        }
    }

    /// Returns the edges that found no owner.
    fn insert_all(mut self, edges: &[[u32; 2]], mut waiting: Vec<u32>) -> Vec<u32> {
        let mut left_out = Vec::new();
        let mut free = self.free();
        // Where every other vertex or so has a free slot, none is far.
        let mut exact = free.len() < self.slots.len() / 16;
        while !waiting.is_empty() && !free.is_empty() {
            let mut room = self.room(&free);
            if exact {
                self.measure(free);
                let hopeless = |&mut edge: &mut u32| {
                    let ends = edges[edge as usize];
                    ends.iter().all(|&end| self.distance[end as usize] == NEVER)
                };
                left_out.extend(waiting.extract_if(.., hopeless));
            } else {
                self.guess(&free);
            }
            waiting.retain(|&edge| {
                let fits = room > 0 && self.insert(edge, edges[edge as usize]);
                room -= usize::from(fits);
                !fits
            });
            free = self.free();
            exact = true;
        }
        if left_out.is_empty() {
            return waiting;
        }
        left_out.append(&mut waiting);
        left_out
    }

    /// How many free slots these vertices have.
    fn room(&self, free: &[u32]) -> usize {
        let slots = free.iter().flat_map(|&x| &self.slots[x as usize]);
        slots.filter(|slot| slot.is_free()).count()
    }

    /// The vertices with a free slot that may be used. The first vertex is to own nothing.
    fn free(&self) -> Vec<u32> {
        let is_free = |&x: &u32| self.slots[x as usize].iter().any(|slot| slot.is_free());
        (1..self.slots.len() as u32).filter(is_free).collect()
    }

    /// The least that distances can be.
    fn guess(&mut self, free: &[u32]) {
        self.distance.fill(1);
        for &x in free {
            self.distance[x as usize] = 0;
        }
    }

    /// Exact distances, by a backward search from all free slots at once.
    fn measure(&mut self, free: Vec<u32>) {
        self.distance.fill(NEVER);
        let owners = Owners::new(self.slots);
        for &x in &free {
            self.distance[x as usize] = 0;
        }
        let mut queue = free;
        let mut next = 0;
        while let Some(&y) = queue.get(next) {
            next += 1;
            owners.ask_for(&queue[next..]);
            let further = (self.distance[y as usize] + 1).min(FAR);
            for &x in owners.of(y) {
                let distance = &mut self.distance[x as usize];
                if *distance == NEVER {
                    *distance = further;
                    queue.push(x);
                }
            }
        }
    }

    /// Looks for a free slot depth first, the nearer way first, through vertices not seen before in
    /// this round; inserts the edge if there is one.
    fn insert(&mut self, edge: u32, [u, v]: [u32; 2]) -> bool {
        let (near, far) = if self.distance[u as usize] <= self.distance[v as usize] {
            (u, v)
        } else {
            (v, u)
        };
        let Some((last, side)) = self.search(near).or_else(|| self.search(far)) else {
            return false;
        };
        let (owner, side) = self.make_room(last, side);
        self.slots[owner as usize][side] = Slot {
            edge,
            head: u ^ v ^ owner,
        };
        true
    }

    /// A free slot; the path leads there.
    fn search(&mut self, start: u32) -> Option<(u32, usize)> {
        self.path.clear();
        let mut next = Some(start).filter(|&x| self.distance[x as usize] < SEEN);
        while let Some(x) = next {
            let distance = std::mem::replace(&mut self.distance[x as usize], SEEN);
            if distance == 0
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

    /// The next vertex to look at after `x`, or after one that the path has passed.
    fn step(&mut self, x: u32) -> Option<u32> {
        let mut at = x;
        loop {
            let slots = self.slots[at as usize];
            for slot in slots {
                prefetch(self.slots, slot.head as usize);
            }
            let steps = slots.map(|slot| match slot.head {
                NONE => NEVER,
                head => self.distance[head as usize],
            });
            let side = usize::from(steps[1] < steps[0]);
            if steps[side] < SEEN {
                self.path.push((at, side as u8));
                return Some(slots[side].head);
            }
            (at, _) = self.path.pop()?;
        }
    }

    /// The last vertex of the path has a free slot: every edge on the path moves one on. Returns the
    /// slot that is free then.
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
