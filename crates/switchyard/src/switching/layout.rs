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
//! Among equals the vertex touched last is peeled next, so that the peeling creeps along the
//! network and neighbours get numbers close together: later passes stay in the cache wherever
//! the network has any locality, however its file was shuffled.

use crate::prefetch::prefetch;

/// A network in its new order.
#[derive(Clone, Debug)]
pub(crate) struct Layout<T> {
    /// The new number of every vertex.
    pub number: Vec<u32>,
    /// Both ends of every edge in new numbers, the earlier first; ordered by the later.
    pub edges: Vec<[u32; 2]>,
    /// What the caller calls each edge.
    pub ids: Vec<T>,
    /// How many vertices, and how many edges, the core has: the first ones.
    pub core: (usize, usize),
}

const NONE: u32 = u32::MAX;
/// Vertices with more neighbours than this wait together: which of them comes first is no matter.
const MANY: usize = 32;

impl<T: Copy> Layout<T> {
    /// Numbers the vertices and orders the edges, which must not be loops.
    ///
    /// O(n + m) time (Matula and Beck 1983).
    pub(crate) fn new(vertices: usize, edges: Vec<[u32; 2]>, ids: Vec<T>) -> Self {
        let Some(&some_id) = ids.first() else {
            return Self {
                number: (0..vertices as u32).collect(),
                edges,
                ids,
                core: (0, 0),
            };
        };
        let peeling = Peeling::new(vertices, &edges, &ids);
        let count = edges.len();
        drop((edges, ids));
        let mut layout = Self {
            number: vec![NONE; vertices],
            edges: vec![[0; 2]; count],
            ids: vec![some_id; count],
            core: (0, 0),
        };
        layout.peel(peeling);
        for [earlier, _] in &mut layout.edges {
            *earlier = layout.number[*earlier as usize];
        }
        layout
    }

    fn peel(&mut self, mut peeling: Peeling<T>) {
        let mut at = self.edges.len();
        for new in (0..self.number.len() as u32).rev() {
            let (vertex, degree) = peeling.next();
            if degree > 2 && self.core.0 == 0 {
                self.core = (new as usize + 1, at);
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
        let mut entries = vec![(0, ids[0]); 2 * edges.len()];
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
                    if *degree != NONE && (*degree as usize).min(MANY) == self.least {
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
