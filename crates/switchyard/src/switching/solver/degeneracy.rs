//! Degeneracy order of the vertices (Matula and Beck 1983), edges sorted to match, and the 3-core.
//!
//! Vertices are removed one by one, always one of minimum remaining degree, and numbered backwards.
//! Read forwards, a vertex then has as few edges to earlier vertices as possible. Two of them always
//! fit, one into each of two forests, whatever comes before. So only the third and later edges of a
//! vertex need any work, and on grids those are very few.
//!
//! What remains when every vertex has three neighbours or more is the *3-core*. It has the first
//! numbers, and every later vertex has at most two edges to earlier ones.
//!
//! In a dense network a few edges at every vertex are enough to peel by. The other edges come after
//! them in no particular order, and count only in that the core contains all of them. Any order of
//! the vertices is correct; a good one is only faster.
//!
//! Ties go to the vertex touched last, so that peeling moves along the network and neighbours get
//! nearby numbers. Later passes then stay in the cache wherever the network has any locality, however
//! its file was shuffled.
//!
//! In a large network, to read a row and then the degrees in it would mean to wait for memory twice per vertex. So a
//! vertex is chosen a few steps ahead of time, and what it will need is prefetched while those before it are peeled.
//! Peeling then moves along the network in several places at once.

use crate::ds::NONE;
use crate::ds::parallel::on_halves;
use crate::ds::prefetch::prefetch;
use crate::graph::csr::{self, Csr, both_ways, numbered};
use std::collections::VecDeque;
use std::ops::Range;

/// Networks with as many vertices do not fit into the cache.
const LARGE: usize = 100_000;

/// How many vertices are chosen ahead of the one being peeled, in large networks. With more, peeling waits less for memory,
/// but loses locality.
const AHEAD: usize = 4;

/// Of how many neighbours of a vertex the degrees are prefetched.
const PREFETCHED: usize = 8;

/// A network in degeneracy order.
#[derive(Clone, Debug)]
pub(crate) struct DegeneracyOrder<T> {
    /// The new number of every vertex.
    pub number: Vec<u32>,
    /// Both ends of every edge in new numbers, the earlier first. The edges that were peeled come
    /// first, ordered by their later ends.
    pub edges: Vec<[u32; 2]>,
    /// The caller's name of each edge.
    pub ids: Vec<T>,
    /// The size of the 3-core, whose vertices are the first ones.
    pub core: usize,
}

impl<T: Copy + Send + Sync> DegeneracyOrder<T> {
    /// Numbers the vertices and orders the edges, which must not be loops. O(n + m).
    pub(crate) fn new(vertices: usize, edges: Vec<[u32; 2]>, ids: Vec<T>) -> Self {
        let ahead = if vertices < LARGE { 0 } else { AHEAD };
        Self::tuned::<33, 16>(vertices, edges, ids, ahead)
    }

    /// The same with other limits, any of which give a correct order. Vertices wait in `STACKS` stacks
    /// by their degrees; all large degrees share the last one. An edge is not peeled if both of its
    /// ends have `ENOUGH` others that are. So many vertices are chosen `ahead` of the one being peeled.
    pub(crate) fn tuned<const STACKS: usize, const ENOUGH: u32>(
        vertices: usize,
        edges: Vec<[u32; 2]>,
        ids: Vec<T>,
        ahead: usize,
    ) -> Self {
        let mut order = Self {
            number: vec![NONE; vertices],
            edges,
            ids,
            core: 0,
        };
        let (peeled, degrees) = order.thin_out::<ENOUGH>();
        order.peel::<STACKS>(peeled, degrees, ahead);
        order.rename(peeled);
        order
    }

    /// Moves the edges to peel to the front; returns how many there are, and how many at each vertex.
    fn thin_out<const ENOUGH: u32>(&mut self) -> (usize, Vec<u32>) {
        let ends = both_ways(numbered(&self.edges), |_, _| ());
        let mut degree = csr::sizes(self.number.len(), ends);
        if degree.iter().all(|&degree| degree <= ENOUGH) {
            return (self.edges.len(), degree);
        }
        degree.fill(0);
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
        (peeled, degree)
    }

    /// Peels the graph of the first `count` edges: numbers all vertices, and orders these edges.
    fn peel<const STACKS: usize>(&mut self, count: usize, degrees: Vec<u32>, ahead: usize) {
        let edges = &self.edges[..count];
        let mut peeling = Peeling::<T, STACKS>::new(degrees, edges, &self.ids[..count], ahead);
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

    /// Gives the ends of all edges their new numbers; the later ends of peeled edges have theirs.
    fn rename(&mut self, peeled: usize) {
        let number = &self.number;
        let (peeled, others) = self.edges.split_at_mut(peeled);
        on_halves(peeled, |edges| {
            for [earlier, _] in edges {
                *earlier = number[*earlier as usize];
            }
        });
        on_halves(others, |edges| {
            for ends in edges {
                *ends = ends.map(|end| number[end as usize]);
                ends.sort_unstable();
            }
        });
        // Vertices outside the core may have peeled edges only.
        let last = others.iter().map(|&[_, later]| later as usize + 1).max();
        self.core = self.core.max(last.unwrap_or(0));
    }
}

/// The graph being peeled.
struct Peeling<T, const STACKS: usize> {
    /// One more than there are vertices: the last one marks the end of the rows.
    vertices: Vec<Vertex>,
    /// Neighbours and the edges to them, row by row.
    entries: Vec<(u32, T)>,
    /// The vertices of each degree; those of all larger degrees in the last stack. A vertex is pushed
    /// onto another stack whenever it loses a neighbour; its old entry is skipped.
    waiting: [Vec<u32>; STACKS],
    least: usize,
    /// The next vertices to peel, with their degrees when they were chosen.
    chosen: VecDeque<(u32, usize)>,
    /// How many are chosen before the first of them is peeled.
    ahead: usize,
    /// Whether a vertex of the 3-core has been chosen.
    in_core: bool,
}

/// What is stored per vertex, in one place for the cache's sake.
#[derive(Clone, Copy)]
struct Vertex {
    /// Where its row starts.
    start: u32,
    /// How many neighbours are left, plus `CHOSEN` once it is to be peeled soon; `NONE` once it is peeled.
    degree: u32,
}

/// More than any degree.
const CHOSEN: u32 = 1 << 31;

impl<T: Copy + Send + Sync, const STACKS: usize> Peeling<T, STACKS> {
    /// Vertices of this degree or more are treated alike.
    const MANY: usize = STACKS - 1;

    fn new(degrees: Vec<u32>, edges: &[[u32; 2]], ids: &[T], ahead: usize) -> Self {
        let vertices = degrees.len() - 1;
        let entries = both_ways(numbered(edges), |edge, to| (to, ids[edge as usize]));
        let Csr { starts, items } = Csr::with_sizes(degrees, entries);
        let row = |vertex: usize| Vertex {
            start: starts[vertex],
            degree: starts.get(vertex + 1).map_or(0, |end| end - starts[vertex]),
        };
        let rows: Vec<Vertex> = (0..=vertices).map(row).collect();
        let mut waiting = [const { Vec::new() }; STACKS];
        for (vertex, row) in rows[..vertices].iter().enumerate().rev() {
            waiting[(row.degree as usize).min(Self::MANY)].push(vertex as u32);
        }
        Self {
            vertices: rows,
            entries: items,
            waiting,
            least: 0,
            chosen: VecDeque::with_capacity(ahead + 1),
            ahead,
            in_core: false,
        }
    }

    /// The next vertex to peel, and its degree when it was chosen, capped at `MANY`.
    fn next(&mut self) -> (u32, usize) {
        while self.chosen.len() <= self.ahead
            && let Some(chosen) = self.choose()
        {
            self.chosen.push_back(chosen);
        }
        if let Some(&(soon, _)) = self.chosen.get(self.ahead / 2) {
            for &(neighbour, _) in self.entries[self.row(soon)].iter().take(PREFETCHED) {
                prefetch(&self.vertices, neighbour as usize);
            }
        }
        let (vertex, degree) = self
            .chosen
            .pop_front()
            .expect("a vertex that is not peeled");
        self.vertices[vertex as usize].degree = NONE;
        (vertex, degree)
    }

    /// Chooses a vertex of minimum remaining degree; `None` if the chosen ones must be peeled first: there is no
    /// other, or only after them can it be said whether the core has been reached.
    fn choose(&mut self) -> Option<(u32, usize)> {
        while self.least < STACKS {
            if self.least > 2 && !self.in_core && !self.chosen.is_empty() {
                return None;
            }
            let Some(vertex) = self.waiting[self.least].pop() else {
                self.least += 1;
                continue;
            };
            if let Some(&soon) = self.waiting[self.least].last() {
                prefetch(&self.vertices, soon as usize);
            }
            let Vertex { start, degree } = &mut self.vertices[vertex as usize];
            // A smaller degree is impossible: the vertex would have been chosen before.
            if *degree < CHOSEN {
                *degree += CHOSEN;
                prefetch(&self.entries, *start as usize);
                self.in_core |= self.least > 2;
                return Some((vertex, self.least));
            }
        }
        None
    }

    fn row(&self, vertex: u32) -> Range<usize> {
        let [start, end] = [vertex, vertex + 1].map(|at| self.vertices[at as usize].start as usize);
        start..end
    }

    /// A neighbour of the vertex was peeled; `false` if the vertex was peeled itself. A chosen vertex stays chosen.
    #[inline]
    fn lose_neighbour(&mut self, vertex: u32) -> bool {
        let Vertex { start, degree } = &mut self.vertices[vertex as usize];
        if *degree == NONE {
            return false;
        }
        *degree -= 1;
        let degree = *degree as usize;
        if degree < Self::MANY {
            self.waiting[degree].push(vertex);
            if degree <= self.least {
                self.least = degree;
                // It may well be the next vertex.
                prefetch(&self.entries, *start as usize);
            }
        }
        true
    }
}
