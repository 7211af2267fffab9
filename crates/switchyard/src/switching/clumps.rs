//! The clumps of a pair of forests: the largest vertex sets that both forests span.
//!
//! **Theorem used.** Let two disjoint forests hold as many edges as two forests can. A set that
//! holds 2|X| − 2 of their edges (a *tight* set) is one that both forests span; tight sets that
//! share a vertex have a tight union; so the largest ones, the clumps, part the vertices. A new
//! edge uv can be added (after exchanges) exactly when u and v lie in different clumps.
//!
//! The clumps are found by refinement, which is the exchange argument run backwards for all
//! vertex pairs at once: an edge of one forest whose ends lie in different components of the other
//! belongs to no tight set, so drop it; that splits a component; go on until nothing changes. Both
//! forests then have the same components. A split is explored from both sides in lockstep and
//! only the smaller part gets a new name, so all splits together cost O(n log n).

use super::trees::Forest;

/// The place of an edge that is not in the forest.
const GONE: u32 = u32::MAX;

/// A pair of forests being refined into its clumps.
pub(crate) struct Refinement<'a> {
    edges: &'a [[u32; 2]],
    parts: [Part; 2],
    /// Edges that belong to no tight set and are still there.
    doomed: [Vec<u32>; 2],
}

impl<'a> Refinement<'a> {
    /// The clumps of the forests. `of[i]` says which forest `edges[i]` is in; there are no loops.
    pub(crate) fn new(vertices: usize, edges: &'a [[u32; 2]], of: &[Option<Forest>]) -> Self {
        let part = |which| Part::new(vertices, edges, |edge| of[edge] == Some(which));
        let mut refinement = Self {
            edges,
            parts: [part(Forest::First), part(Forest::Second)],
            doomed: Default::default(),
        };
        for (edge, &[u, v]) in edges.iter().enumerate() {
            if let Some(which) = of[edge] {
                let mine = usize::from(which == Forest::Second);
                if refinement.parts[1 - mine].parts(u, v) {
                    refinement.doomed[mine].push(edge as u32);
                }
            }
        }
        refinement.settle();
        refinement
    }

    /// The name of every vertex's clump.
    pub(crate) fn names(&self) -> &[u32] {
        &self.parts[0].name
    }

    /// The clumps once this edge is no longer there.
    pub(crate) fn remove(&mut self, edge: u32, of: Forest) {
        self.doomed[usize::from(of == Forest::Second)].push(edge);
        self.settle();
    }

    fn settle(&mut self) {
        while let Some(mine) = (0..2).find(|&mine| !self.doomed[mine].is_empty()) {
            let [first, second] = &mut self.parts;
            let (part, other) = match mine {
                0 => (first, second),
                _ => (second, first),
            };
            let [mut now, mut later] = std::mem::take(&mut self.doomed);
            if mine == 1 {
                std::mem::swap(&mut now, &mut later);
            }
            while let Some(edge) = now.pop() {
                if part.remove(edge, self.edges) {
                    part.doom_crossing(other, &mut later);
                }
            }
            self.doomed[1 - mine] = later;
        }
    }
}

/// One forest, losing edges, and the names of its components.
struct Part {
    starts: Vec<u32>,
    /// How many edges each vertex has left: they stand first in its row.
    left: Vec<u32>,
    rows: Vec<(u32, u32)>,
    /// Where in `rows` an edge stands at its first and at its second end.
    places: Vec<[u32; 2]>,
    name: Vec<u32>,
    names: u32,
    /// The two walks of a split, and the vertices that each has reached.
    walks: [Walk; 2],
    /// Which of the two walks ended first.
    smaller: usize,
}

#[derive(Default)]
struct Walk {
    /// Vertex, the edge it was entered by, and how far its row has been read.
    stack: Vec<(u32, u32, u32)>,
    reached: Vec<u32>,
}

impl Part {
    fn new(vertices: usize, edges: &[[u32; 2]], keep: impl Fn(usize) -> bool) -> Self {
        let mut starts = vec![0_u32; vertices + 1];
        let kept = || edges.iter().enumerate().filter(|(edge, _)| keep(*edge));
        for (_, ends) in kept() {
            for &end in ends {
                starts[end as usize + 1] += 1;
            }
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut left = vec![0; vertices];
        let mut rows = vec![(0, 0); starts[vertices] as usize];
        let mut places = vec![[GONE; 2]; edges.len()];
        for (edge, &[u, v]) in kept() {
            for (end, (from, to)) in [(u, v), (v, u)].into_iter().enumerate() {
                let at = starts[from as usize] + left[from as usize];
                rows[at as usize] = (edge as u32, to);
                places[edge][end] = at;
                left[from as usize] += 1;
            }
        }
        let mut part = Self {
            starts,
            left,
            rows,
            places,
            name: vec![u32::MAX; vertices],
            names: 0,
            walks: Default::default(),
            smaller: 0,
        };
        part.name_components();
        part
    }

    fn name_components(&mut self) {
        for vertex in 0..self.name.len() as u32 {
            if self.name[vertex as usize] == u32::MAX {
                self.walks[0].start(vertex);
                while self.step(0) {}
                self.rename(0);
            }
        }
    }

    fn row(&self, vertex: u32) -> &[(u32, u32)] {
        let start = self.starts[vertex as usize] as usize;
        &self.rows[start..start + self.left[vertex as usize] as usize]
    }

    /// Whether u and v lie in different components.
    fn parts(&self, u: u32, v: u32) -> bool {
        self.name[u as usize] != self.name[v as usize]
    }

    /// Removes an edge and gives the smaller side a new name; `false` if it was gone already.
    fn remove(&mut self, edge: u32, edges: &[[u32; 2]]) -> bool {
        let places = std::mem::replace(&mut self.places[edge as usize], [GONE; 2]);
        if places[0] == GONE {
            return false;
        }
        let ends = edges[edge as usize];
        for (vertex, at) in ends.into_iter().zip(places) {
            self.unlink(vertex, at, edges);
        }
        for (walk, vertex) in self.walks.iter_mut().zip(ends) {
            walk.start(vertex);
        }
        let mut turn = 0;
        while self.step(turn) {
            turn = 1 - turn;
        }
        self.smaller = turn;
        self.rename(turn);
        true
    }

    /// Takes the entry at `at` out of the vertex's row: the last one moves into its place.
    fn unlink(&mut self, vertex: u32, at: u32, edges: &[[u32; 2]]) {
        let left = &mut self.left[vertex as usize];
        *left -= 1;
        let last = self.starts[vertex as usize] + *left;
        let moved = self.rows[last as usize];
        self.rows[at as usize] = moved;
        if at != last {
            let end = usize::from(edges[moved.0 as usize][0] != vertex);
            self.places[moved.0 as usize][end] = at;
        }
    }

    /// Moves one walk on by one row entry; `false` when it has seen its whole component.
    fn step(&mut self, turn: usize) -> bool {
        let Some(&mut (vertex, by, ref mut at)) = self.walks[turn].stack.last_mut() else {
            return false;
        };
        let read = *at;
        *at += 1;
        match self.row(vertex).get(read as usize) {
            None => {
                self.walks[turn].stack.pop();
            }
            Some(&(edge, to)) if edge != by => {
                self.walks[turn].stack.push((to, edge, 0));
                self.walks[turn].reached.push(to);
            }
            Some(_) => {}
        }
        true
    }

    fn rename(&mut self, turn: usize) {
        for &vertex in &self.walks[turn].reached {
            self.name[vertex as usize] = self.names;
        }
        self.names += 1;
    }

    /// Lists the edges of `other` that have one end in the part split off last.
    fn doom_crossing(&self, other: &Part, doomed: &mut Vec<u32>) {
        for &vertex in &self.walks[self.smaller].reached {
            for &(edge, to) in other.row(vertex) {
                if self.parts(vertex, to) {
                    doomed.push(edge);
                }
            }
        }
    }
}

impl Walk {
    fn start(&mut self, vertex: u32) {
        self.stack.clear();
        self.reached.clear();
        self.stack.push((vertex, u32::MAX, 0));
        self.reached.push(vertex);
    }
}
