//! A numbering of vertices and an order of edges that suit everything that follows.
//!
//! Vertices are peeled off one by one, always one with the fewest neighbours left, and numbered
//! backwards. Seen forwards, a vertex then has as few edges to earlier ones as can be, two or less
//! wherever the network allows it; and two edges of a new vertex always go to two different forests.
//! So greedy forests built in this order are nearly the largest, on grids above all.
//!
//! Among equals the vertex touched last is peeled next, so that the peeling creeps along the
//! network and neighbours get numbers close together: later passes stay in the cache wherever
//! the network has any locality, however its file was shuffled.

/// Numbers the vertices and sorts the edges by their later ends, with `ids` alongside. Returns
/// the new number of every vertex.
///
/// O(n + m) time (Matula and Beck 1983).
pub(crate) fn lay_out<T: Copy>(
    vertices: usize,
    edges: &mut Vec<[u32; 2]>,
    ids: &mut Vec<T>,
) -> Vec<u32> {
    let number = Peeling::new(vertices, edges).number();
    for end in edges.as_flattened_mut() {
        *end = number[*end as usize];
    }
    sort_by_later_end(vertices, edges, ids);
    number
}

const NONE: u32 = u32::MAX;
/// Vertices with more neighbours than this wait together: which of them comes first is no matter.
const MANY: usize = 32;

/// Vertices waiting to be peeled, in lists by the number of neighbours left.
struct Peeling {
    rows: Rows,
    degree: Vec<u32>,
    first: [u32; MANY + 1],
    next: Vec<u32>,
    previous: Vec<u32>,
}

impl Peeling {
    fn new(vertices: usize, edges: &[[u32; 2]]) -> Self {
        let rows = Rows::new(vertices, edges);
        let degree = rows.starts.windows(2).map(|pair| pair[1] - pair[0]);
        let mut peeling = Self {
            degree: degree.collect(),
            rows,
            first: [NONE; MANY + 1],
            next: vec![NONE; vertices],
            previous: vec![NONE; vertices],
        };
        for vertex in (0..vertices as u32).rev() {
            peeling.push(vertex);
        }
        peeling
    }

    fn number(mut self) -> Vec<u32> {
        let mut number = vec![NONE; self.degree.len()];
        let mut least = 0;
        for new in (0..number.len() as u32).rev() {
            while self.first[least] == NONE {
                least += 1;
            }
            let vertex = self.first[least];
            self.take_out(vertex);
            number[vertex as usize] = new;
            let row = self.rows.starts[vertex as usize]..self.rows.starts[vertex as usize + 1];
            for at in row {
                let other = self.rows.neighbours[at as usize];
                if number[other as usize] == NONE {
                    let place = self.place(other);
                    if place < MANY || self.degree[other as usize] as usize == MANY {
                        self.take_out(other);
                        self.degree[other as usize] -= 1;
                        self.push(other);
                    } else {
                        self.degree[other as usize] -= 1;
                    }
                    least = least.min(place.saturating_sub(1));
                }
            }
        }
        number
    }

    fn place(&self, vertex: u32) -> usize {
        (self.degree[vertex as usize] as usize).min(MANY)
    }

    fn push(&mut self, vertex: u32) {
        let first = &mut self.first[(self.degree[vertex as usize] as usize).min(MANY)];
        let after = std::mem::replace(first, vertex);
        self.next[vertex as usize] = after;
        self.previous[vertex as usize] = NONE;
        if after != NONE {
            self.previous[after as usize] = vertex;
        }
    }

    fn take_out(&mut self, vertex: u32) {
        let (before, after) = (self.previous[vertex as usize], self.next[vertex as usize]);
        if before == NONE {
            self.first[self.place(vertex)] = after;
        } else {
            self.next[before as usize] = after;
        }
        if after != NONE {
            self.previous[after as usize] = before;
        }
    }
}

/// Neighbours in compressed rows.
struct Rows {
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Rows {
    fn new(vertices: usize, edges: &[[u32; 2]]) -> Self {
        // Filled from the back, so that the starts need no second copy.
        let mut starts = vec![0_u32; vertices + 1];
        for end in edges.as_flattened() {
            starts[*end as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut neighbours = vec![0; 2 * edges.len()];
        for &[u, v] in edges.iter().rev() {
            for (from, to) in [(u, v), (v, u)] {
                starts[from as usize] -= 1;
                neighbours[starts[from as usize] as usize] = to;
            }
        }
        Self { starts, neighbours }
    }
}

fn sort_by_later_end<T: Copy>(vertices: usize, edges: &mut Vec<[u32; 2]>, ids: &mut Vec<T>) {
    let Some(&some_id) = ids.first() else {
        return;
    };
    let mut starts = vec![0_u32; vertices + 1];
    for [u, v] in edges.iter() {
        starts[*u.max(v) as usize + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut sorted = vec![[0; 2]; edges.len()];
    let mut sorted_ids = vec![some_id; ids.len()];
    for (&[u, v], &id) in edges.iter().zip(ids.iter()) {
        let at = &mut starts[u.max(v) as usize];
        sorted[*at as usize] = [u, v];
        sorted_ids[*at as usize] = id;
        *at += 1;
    }
    *edges = sorted;
    *ids = sorted_ids;
}
