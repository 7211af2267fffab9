//! Which vertex owns which edge: two greedy forests, then all other edges in bulk.
//!
//! Every vertex may own up to two of the edges at it; a slot that owns nothing is *free*. Edges that
//! split into two forests can always be owned so (hang each forest up at a root; every other vertex
//! owns the edge to its parent). The converse holds but for sets that are a little too full,
//! which [`super::trees`] finds and mends.
//!
//! 1. *Greedy.* Edges are offered in turn to two union-finds, to the one where the larger of the two
//!    components that it would join is the smaller. This reaches 98.5 to 100 % of the rank.
//! 2. *Rooting* by stripping leaves: a vertex with one forest edge left owns it. One vertex of
//!    every component of the graph, its *anchor*, is never stripped and never owns anything, since
//!    a component of n vertices has rank at most 2n − 2.
//! 3. *Bulk insertion.* An edge waiting for an owner needs a path of owned edges from one of its
//!    ends to a free slot; passing each edge on along the path makes room. All waiting edges are served
//!    by shortest-augmenting-path search with distance labels (Ahuja and Orlin 1991): exact
//!    distances to the free slots from one backward search, repaired locally where a search gets
//!    stuck, and computed anew when repairs have cost as much as that. A vertex has just two
//!    arcs, so a repair is cheap.
//!
//! A waiting edge whose ends reach no free slot never will: it stays out.

use crate::union_find::UnionFind;

/// No edge, no vertex, no distance.
pub(crate) const NONE: u32 = u32::MAX;

/// The two slots of every vertex: an edge, or `NONE`.
pub(crate) struct Orientation {
    pub slots: Vec<[u32; 2]>,
    /// The vertices that own nothing, one in every component of the graph.
    pub anchor: Vec<bool>,
}

/// Owners for as many of the edges as possible, up to sets that are too full.
pub(crate) fn orient(vertices: usize, edges: &[[u32; 2]]) -> Orientation {
    let greedy = Greedy::new(vertices, edges);
    let mut orientation = Orientation {
        slots: vec![[NONE; 2]; vertices],
        anchor: greedy.anchor,
    };
    for which in 0..2 {
        orientation.root_forest(edges, &greedy.of, which);
    }
    Bulk::new(edges, orientation).insert_all(greedy.left_out)
}

const FIRST: u8 = 0;
const SECOND: u8 = 1;
const OUT: u8 = 2;

struct Greedy {
    /// The forest of each edge.
    of: Vec<u8>,
    left_out: Vec<u32>,
    anchor: Vec<bool>,
}

impl Greedy {
    fn new(vertices: usize, edges: &[[u32; 2]]) -> Self {
        let mut forests = [UnionFind::new(vertices), UnionFind::new(vertices)];
        let mut of = vec![OUT; edges.len()];
        let mut left_out = Vec::new();
        for (edge, &[u, v]) in edges.iter().enumerate() {
            let [first, second] = forests
                .each_mut()
                .map(|f| f.larger_if_apart(u as usize, v as usize));
            let which = match (first, second) {
                (None, None) => {
                    left_out.push(edge as u32);
                    continue;
                }
                (Some(_), None) => FIRST,
                (None, Some(_)) => SECOND,
                (Some(a), Some(b)) => {
                    if a <= b {
                        FIRST
                    } else {
                        SECOND
                    }
                }
            };
            forests[which as usize].union(u as usize, v as usize);
            of[edge] = which;
        }
        let [mut first, second] = forests;
        drop(second);
        let mut anchor = vec![false; vertices];
        // Components of the graph: those of the first forest, joined by the second's edges.
        for (edge, &[u, v]) in edges.iter().enumerate() {
            if of[edge] == SECOND {
                first.union(u as usize, v as usize);
            }
        }
        for vertex in 0..vertices {
            anchor[first.find(vertex)] = true;
        }
        Self {
            of,
            left_out,
            anchor,
        }
    }
}

impl Orientation {
    /// Hangs up one forest: leaves own their edges, then those that became leaves.
    fn root_forest(&mut self, edges: &[[u32; 2]], of: &[u8], which: u8) {
        let vertices = self.slots.len();
        let mut degree = vec![0_u32; vertices];
        // All of a vertex's edges, xored: the last one left is there to read.
        let mut last = vec![0_u32; vertices];
        for (edge, ends) in edges.iter().enumerate() {
            if of[edge] == which {
                for &end in ends {
                    degree[end as usize] += 1;
                    last[end as usize] ^= edge as u32;
                }
            }
        }
        for vertex in 0..vertices {
            let mut x = vertex;
            while degree[x] == 1 && !self.anchor[x] {
                let edge = last[x];
                self.slots[x][which as usize] = edge;
                degree[x] = 0;
                x = other_end(edges, edge, x as u32) as usize;
                degree[x] -= 1;
                last[x] ^= edge;
            }
        }
    }
}

#[inline]
pub(crate) fn other_end(edges: &[[u32; 2]], edge: u32, vertex: u32) -> u32 {
    let [u, v] = edges[edge as usize];
    u ^ v ^ vertex
}

/// For every vertex those that own an edge to it, in compressed rows.
pub(crate) struct Owners {
    pub starts: Vec<u32>,
    pub vertices: Vec<u32>,
}

impl Owners {
    pub(crate) fn new(edges: &[[u32; 2]], slots: &[[u32; 2]]) -> Self {
        let count = slots.len();
        let mut starts = vec![0_u32; count + 1];
        for (vertex, owned) in slots.iter().enumerate() {
            for &edge in owned.iter().filter(|&&edge| edge != NONE) {
                starts[other_end(edges, edge, vertex as u32) as usize] += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut vertices = vec![0_u32; sum as usize];
        for (vertex, owned) in slots.iter().enumerate().rev() {
            for &edge in owned.iter().filter(|&&edge| edge != NONE) {
                let at = &mut starts[other_end(edges, edge, vertex as u32) as usize];
                *at -= 1;
                vertices[*at as usize] = vertex as u32;
            }
        }
        Self { starts, vertices }
    }

    fn of(&self, vertex: u32) -> &[u32] {
        let from = self.starts[vertex as usize] as usize;
        let to = self.starts[vertex as usize + 1] as usize;
        &self.vertices[from..to]
    }
}

/// How many of the copies of one edge, given by their numbers, fit beside the owned edges. The
/// orientation must split into two forests; it owns the copies that fit afterwards.
pub(crate) fn copies_that_fit(
    edges: &[[u32; 2]],
    orientation: &mut Orientation,
    copies: [u32; 2],
) -> usize {
    let mut pebbles = Pebbles::new(edges, &mut orientation.slots);
    copies
        .into_iter()
        .take_while(|&copy| pebbles.insert(copy))
        .count()
}

/// Inserts edges one by one, exactly: an edge is owned afterwards only if all owned edges together
/// still split into two forests. Returns whether any was inserted.
///
/// The orientation must split into two forests, and `clump` name for every vertex the largest set
/// around it that both span (as sets that can still be joined).
///
/// **Theorem used** (Lee and Streinu 2008): an edge uv fits exactly when three free slots can be
/// brought to u and v; if not, all vertices reached from u and v are one such set.
pub(crate) fn insert_exactly(
    edges: &[[u32; 2]],
    orientation: &mut Orientation,
    clump: &mut UnionFind,
    offered: impl Iterator<Item = u32>,
) -> bool {
    let mut pebbles = Pebbles::new(edges, &mut orientation.slots);
    let mut inserted = false;
    for edge in offered {
        let [u, v] = edges[edge as usize];
        if clump.same(u as usize, v as usize) {
            continue;
        }
        if pebbles.insert(edge) {
            inserted = true;
        } else {
            for &x in &pebbles.reached {
                clump.union(u as usize, x as usize);
            }
        }
    }
    inserted
}

/// The pebble game on an orientation: a pebble is a free slot.
struct Pebbles<'a> {
    edges: &'a [[u32; 2]],
    slots: &'a mut [[u32; 2]],
    /// The round in which a vertex was last reached, and from which vertex and slot.
    seen: Vec<u32>,
    via: Vec<(u32, u8)>,
    round: u32,
    reached: Vec<u32>,
}

impl<'a> Pebbles<'a> {
    fn new(edges: &'a [[u32; 2]], slots: &'a mut [[u32; 2]]) -> Self {
        Self {
            edges,
            seen: vec![0; slots.len()],
            via: vec![(NONE, 0); slots.len()],
            round: 0,
            reached: Vec::new(),
            slots,
        }
    }

    /// Lets one of its ends own the edge, if it fits.
    fn insert(&mut self, edge: u32) -> bool {
        let [u, v] = self.edges[edge as usize];
        let fits = self.gather(u, v);
        if fits {
            self.put(if self.free(u) > 0 { u } else { v }, edge);
        }
        fits
    }

    fn free(&self, x: u32) -> usize {
        let slots = self.slots[x as usize];
        slots.iter().filter(|&&edge| edge == NONE).count()
    }

    fn put(&mut self, x: u32, edge: u32) {
        let slots = &mut self.slots[x as usize];
        slots[usize::from(slots[0] != NONE)] = edge;
    }

    /// Brings free slots to u and v until there are three; `false` if there are not that many, and
    /// `reached` is then the smallest set around u and v that two trees span.
    fn gather(&mut self, u: u32, v: u32) -> bool {
        while self.free(u) + self.free(v) < 3 {
            if !self.fetch(u, v) {
                return false;
            }
        }
        true
    }

    fn fetch(&mut self, u: u32, v: u32) -> bool {
        self.round += 1;
        self.reached.clear();
        for root in [u, v] {
            self.reach(root, (NONE, 0));
        }
        let mut next = 0;
        while let Some(&x) = self.reached.get(next) {
            next += 1;
            for side in 0..2_u8 {
                let edge = self.slots[x as usize][side as usize];
                if edge == NONE {
                    continue;
                }
                let y = other_end(self.edges, edge, x);
                if self.reach(y, (x, side)) && self.free(y) > 0 {
                    self.bring(y);
                    return true;
                }
            }
        }
        false
    }

    fn reach(&mut self, x: u32, via: (u32, u8)) -> bool {
        if std::mem::replace(&mut self.seen[x as usize], self.round) == self.round {
            return false;
        }
        self.via[x as usize] = via;
        self.reached.push(x);
        true
    }

    /// Passes every edge on the way here one on, so that the free slot of `last` moves to the start.
    fn bring(&mut self, last: u32) {
        let mut y = last;
        while let (x, side) = self.via[y as usize]
            && x != NONE
        {
            let edge = std::mem::replace(&mut self.slots[x as usize][side as usize], NONE);
            self.put(y, edge);
            y = x;
        }
    }
}

/// Bulk insertion in progress.
struct Bulk<'a> {
    edges: &'a [[u32; 2]],
    orientation: Orientation,
    /// A lower bound on the number of steps to a free slot; `NONE` if there is none to reach.
    distance: Vec<u32>,
    /// The path of the search under way: a vertex and the slot it leaves by.
    path: Vec<(u32, u8)>,
    repairs: usize,
}

enum Search {
    Inserted,
    Hopeless,
    OutOfTime,
}

impl<'a> Bulk<'a> {
    fn new(edges: &'a [[u32; 2]], orientation: Orientation) -> Self {
        Self {
            edges,
            orientation,
            distance: Vec::new(),
            path: Vec::new(),
            repairs: 0,
        }
    }

    fn insert_all(mut self, mut waiting: Vec<u32>) -> Orientation {
        while !waiting.is_empty() {
            self.measure();
            let mut left = 0;
            for i in 0..waiting.len() {
                let edge = waiting[i];
                if matches!(self.insert(edge), Search::OutOfTime) {
                    waiting[left] = edge;
                    left += 1;
                }
            }
            waiting.truncate(left);
        }
        self.orientation
    }

    fn free_slot(&self, x: u32) -> Option<usize> {
        if self.orientation.anchor[x as usize] {
            return None;
        }
        self.orientation.slots[x as usize]
            .iter()
            .position(|&edge| edge == NONE)
    }

    /// Exact distances, by a backward search from all free slots at once.
    fn measure(&mut self) {
        self.repairs = 0;
        let vertices = self.orientation.slots.len();
        let owners = Owners::new(self.edges, &self.orientation.slots);
        let mut distance = std::mem::take(&mut self.distance);
        distance.clear();
        distance.resize(vertices, NONE);
        let mut queue: Vec<u32> = (0..vertices as u32)
            .filter(|&x| self.free_slot(x).is_some())
            .collect();
        for &x in &queue {
            distance[x as usize] = 0;
        }
        let mut next = 0;
        while let Some(&y) = queue.get(next) {
            next += 1;
            for &x in owners.of(y) {
                if distance[x as usize] == NONE {
                    distance[x as usize] = distance[y as usize] + 1;
                    queue.push(x);
                }
            }
        }
        self.distance = distance;
    }

    fn insert(&mut self, edge: u32) -> Search {
        let [u, v] = self.edges[edge as usize];
        let nearer = |distance: &[u32]| {
            if distance[u as usize] <= distance[v as usize] {
                u
            } else {
                v
            }
        };
        self.path.clear();
        let mut x = nearer(&self.distance);
        loop {
            if self.distance[x as usize] == NONE {
                // Only a start can be hopeless: no search steps to a hopeless vertex.
                return Search::Hopeless;
            }
            if let Some(side) = self.free_slot(x) {
                self.pass_along(edge, x, side);
                return Search::Inserted;
            }
            if let Some(step) = self.admissible(x) {
                self.path.push((x, step.0));
                x = step.1;
                continue;
            }
            self.repair(x);
            if self.repairs > self.orientation.slots.len() {
                return Search::OutOfTime;
            }
            x = match self.path.pop() {
                Some((before, _)) => before,
                None => nearer(&self.distance),
            };
        }
    }

    /// A slot of `x` whose edge leads one step closer, and where it leads.
    fn admissible(&self, x: u32) -> Option<(u8, u32)> {
        let wanted = self.distance[x as usize].wrapping_sub(1);
        (0..2).find_map(|side| {
            let edge = self.orientation.slots[x as usize][side as usize];
            if edge == NONE {
                return None;
            }
            let y = other_end(self.edges, edge, x);
            (self.distance[y as usize] == wanted && wanted != NONE).then_some((side, y))
        })
    }

    /// Raises the distance of a vertex from which no step leads closer.
    fn repair(&mut self, x: u32) {
        self.repairs += 1;
        let mut least = NONE;
        for edge in self.orientation.slots[x as usize] {
            if edge != NONE {
                let y = other_end(self.edges, edge, x);
                least = least.min(self.distance[y as usize]);
            }
        }
        self.distance[x as usize] = least.saturating_add(1);
    }

    /// The last vertex of the path has a free slot: every edge on the path moves one on, and the
    /// new edge takes the first place.
    fn pass_along(&mut self, edge: u32, last: u32, side: usize) {
        let (mut x, mut side) = (last, side);
        while let Some((before, by)) = self.path.pop() {
            let slots = &mut self.orientation.slots;
            slots[x as usize][side] = slots[before as usize][by as usize];
            (x, side) = (before, by as usize);
        }
        self.orientation.slots[x as usize][side] = edge;
    }
}
