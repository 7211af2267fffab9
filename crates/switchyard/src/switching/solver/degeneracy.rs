//! A numbering of vertices and an order of edges that suit everything that follows.
//!
//! Vertices are peeled off one by one, always one with the fewest neighbours left, and numbered
//! backwards. Seen forwards, a vertex then has as few edges to earlier ones as can be. Two of
//! them always fit, one into each of two forests, whatever comes before; so every edge but the third
//! and later ones of a vertex is placed for nothing, and on grids those are very few.
//!
//! What remains when every vertex has three neighbours or more is the *core*: it has the first
//! numbers, and every vertex behind it brings two edges or less.
//!
//! In a dense network a few edges at every vertex are enough to peel by. The others stand behind
//! them in no order, and count only in that the core holds all of them: any order of the vertices is
//! right, a good one is only fast.
//!
//! Among equals the vertex touched last is peeled next, so that the peeling creeps along the
//! network and neighbours get numbers close together: later passes stay in the cache wherever
//! the network has any locality, however its file was shuffled.

use crate::ds::prefetch::prefetch;

/// A network in its new order.
#[derive(Clone, Debug)]
pub(crate) struct Layout<T> {
    /// The new number of every vertex.
    pub number: Vec<u32>,
    /// Both ends of every edge in new numbers, the earlier first. Those that were peeled come first,
    /// ordered by the later.
    pub edges: Vec<[u32; 2]>,
    /// What the caller calls each edge.
    pub ids: Vec<T>,
    /// How many vertices the core has: the first ones.
    pub core: usize,
}

const NONE: u32 = u32::MAX;
/// Vertices with more neighbours than this wait together: which of them comes first is no matter. Few in
/// the tests, whose graphs are small.
const MANY: usize = if cfg!(test) { 5 } else { 32 };
/// An edge takes no part in the peeling when both of its ends have so many others that do.
const ENOUGH: u32 = if cfg!(test) { 3 } else { 16 };

impl<T: Copy> Layout<T> {
    /// Numbers the vertices and orders the edges, which must not be loops.
    ///
    /// O(n + m) time (Matula and Beck 1983).
    pub(crate) fn new(vertices: usize, edges: Vec<[u32; 2]>, ids: Vec<T>) -> Self {
        let mut layout = Self {
            number: vec![NONE; vertices],
            edges,
            ids,
            core: 0,
        };
        let peeled = layout.thin_out();
        layout.peel(peeled);
        layout.rename(peeled);
        layout
    }

    /// Brings the edges to peel to the front; returns how many.
    fn thin_out(&mut self) -> usize {
        let mut degree = vec![0; self.number.len()];
        let mut peeled = 0;
        for edge in 0..self.edges.len() {
            let ends = self.edges[edge].map(|end| end as usize);
            if ends.iter().any(|&end| degree[end] < ENOUGH) {
                for end in ends {
                    degree[end] += 1;
                }
                self.edges.swap(peeled, edge);
                self.ids.swap(peeled, edge);
                peeled += 1;
            }
        }
        peeled
    }

    /// Peels the graph of the first edges: numbers all vertices, and orders these edges.
    fn peel(&mut self, count: usize) {
        let mut peeling = Peeling::new(self.number.len(), &self.edges[..count], &self.ids[..count]);
        let mut at = count;
        for new in (0..self.number.len() as u32).rev() {
            let (vertex, degree) = peeling.next();
            if degree > 2 && self.core == 0 {
                self.core = new as usize + 1;
            }
            self.number[vertex as usize] = new;
            for entry in peeling.row(vertex) {
                let (other, id) = peeling.entries[entry];
                if peeling.lose_neighbour(other) {
                    at -= 1;
                    self.edges[at] = [other, new];
                    self.ids[at] = id;
                }
            }
        }
    }

    /// Gives the ends of all edges their new numbers; the later ends of those peeled have them.
    fn rename(&mut self, peeled: usize) {
        let (peeled, others) = self.edges.split_at_mut(peeled);
        for [earlier, _] in peeled {
            *earlier = self.number[*earlier as usize];
        }
        for ends in others {
            *ends = ends.map(|end| self.number[end as usize]);
            ends.sort_unstable();
            // Behind the core no vertex has an edge but those that were peeled with it.
            self.core = self.core.max(ends[1] as usize + 1);
        }
    }
}

/// The graph being peeled.
struct Peeling<T> {
    /// One more than there are vertices: the last marks where the rows end.
    vertices: Vec<Vertex>,
    /// Neighbours and the edges to them, row by row.
    entries: Vec<(u32, T)>,
    /// Vertices waiting, in stacks by degree. A vertex is put on another stack whenever it loses
    /// a neighbour; where it was before, it is passed over.
    waiting: [Vec<u32>; MANY + 1],
    least: usize,
}

/// What is kept of a vertex, side by side in memory.
#[derive(Clone, Copy)]
struct Vertex {
    /// Where its row starts.
    start: u32,
    /// How many neighbours are left; `NONE` once it is peeled.
    degree: u32,
}

impl<T: Copy> Peeling<T> {
    fn new(vertices: usize, edges: &[[u32; 2]], ids: &[T]) -> Self {
        let mut rows = vec![
            Vertex {
                start: 0,
                degree: 0
            };
            vertices + 1
        ];
        for end in edges.as_flattened() {
            rows[*end as usize].degree += 1;
        }
        let mut sum = 0;
        for vertex in &mut rows {
            sum += vertex.degree;
            vertex.start = sum;
        }
        // Filled from the back, so that the starts are where they belong in the end.
        let mut entries = match ids.first() {
            Some(&id) => vec![(0, id); 2 * edges.len()],
            None => Vec::new(),
        };
        for (&[u, v], &id) in edges.iter().zip(ids).rev() {
            for (from, to) in [(u, v), (v, u)] {
                let start = &mut rows[from as usize].start;
                *start -= 1;
                entries[*start as usize] = (to, id);
            }
        }
        let mut waiting = [const { Vec::new() }; MANY + 1];
        for (vertex, row) in rows[..vertices].iter().enumerate().rev() {
            waiting[(row.degree as usize).min(MANY)].push(vertex as u32);
        }
        Self {
            vertices: rows,
            entries,
            waiting,
            least: 0,
        }
    }

    /// The next vertex to peel, one with the fewest neighbours left, and how many (or many).
    fn next(&mut self) -> (u32, usize) {
        loop {
            match self.waiting[self.least].pop() {
                None => self.least += 1,
                Some(vertex) => {
                    if let Some(&soon) = self.waiting[self.least].last() {
                        prefetch(&self.vertices, soon as usize);
                    }
                    let degree = &mut self.vertices[vertex as usize].degree;
                    // One that is left has no fewer neighbours: it would have come before.
                    if *degree != NONE {
                        *degree = NONE;
                        return (vertex, self.least);
                    }
                }
            }
        }
    }

    fn row(&self, vertex: u32) -> std::ops::Range<usize> {
        let at = vertex as usize;
        self.vertices[at].start as usize..self.vertices[at + 1].start as usize
    }

    /// The vertex loses a neighbour, unless it is peeled itself.
    #[inline]
    fn lose_neighbour(&mut self, vertex: u32) -> bool {
        let Vertex { start, degree } = &mut self.vertices[vertex as usize];
        if *degree == NONE {
            return false;
        }
        *degree -= 1;
        let degree = *degree as usize;
        if degree < MANY {
            self.waiting[degree].push(vertex);
            if degree <= self.least {
                self.least = degree;
                // It may well be next.
                prefetch(&self.entries, *start as usize);
            }
        }
        true
    }
}
