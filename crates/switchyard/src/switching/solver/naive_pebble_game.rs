//! The (2,2)-pebble game, one edge at a time and without shortcuts: the rank, for tests.
//!
//! **Theorem used** (Nash-Williams 1964; Lee and Streinu 2008). Edges split into two forests
//! exactly when every vertex set X holds at most 2|X| − 2 of them. Give every vertex two slots,
//! each of which may own one edge at that vertex; a free slot is a *pebble*. An edge uv may join a
//! set that splits exactly when three pebbles can be gathered on u and v, where a pebble moves
//! from y to x by passing the ownership of an edge from x to y.
//!
//! A failed search has visited the smallest *tight* set around u and v, one that holds 2|X| − 2
//! edges. Nothing inside it ever matters again to an edge outside, so it becomes one vertex with
//! two pebbles.

/// The game in progress.
#[derive(Clone)]
pub(crate) struct NaivePebbleGame {
    /// The vertices at the other ends of the edges that each vertex owns, at most two.
    owned: Vec<Vec<u32>>,
    /// The vertex into which a vertex was contracted; itself otherwise.
    within: Vec<u32>,
}

impl NaivePebbleGame {
    pub(crate) fn new(vertices: usize) -> Self {
        Self {
            owned: vec![Vec::new(); vertices],
            within: (0..vertices as u32).collect(),
        }
    }

    /// The vertex into which `x` was contracted.
    pub(crate) fn find(&self, x: u32) -> u32 {
        let mut x = x;
        while self.within[x as usize] != x {
            x = self.within[x as usize];
        }
        x
    }

    /// Accepts the edge if it is independent of those accepted before.
    pub(crate) fn insert(&mut self, ends: [u32; 2]) -> bool {
        let [u, v] = ends.map(|end| self.find(end));
        if u == v {
            return false;
        }
        while self.owned[u as usize].len() + self.owned[v as usize].len() > 1 {
            if let Err(tight) = self.fetch(u, v) {
                for x in tight {
                    self.owned[x as usize].clear();
                    self.within[x as usize] = u;
                }
                return false;
            }
        }
        let (owner, other) = if self.owned[u as usize].len() < 2 {
            (u, v)
        } else {
            (v, u)
        };
        self.owned[owner as usize].push(other);
        true
    }

    /// Brings one more pebble to u or v, or returns the set of all vertices reached.
    fn fetch(&mut self, u: u32, v: u32) -> Result<(), Vec<u32>> {
        let mut from = vec![None; self.owned.len()];
        let mut reached = vec![u, v];
        let mut next = 0;
        while let Some(&x) = reached.get(next) {
            next += 1;
            for y in self.owned[x as usize].clone() {
                let y = self.find(y);
                if reached.contains(&y) {
                    continue;
                }
                from[y as usize] = Some(x);
                reached.push(y);
                if self.owned[y as usize].len() < 2 {
                    self.pass_back(&from, y);
                    return Ok(());
                }
            }
        }
        Err(reached)
    }

    fn pass_back(&mut self, from: &[Option<u32>], last: u32) {
        let mut y = last;
        while let Some(x) = from[y as usize] {
            let at = (0..self.owned[x as usize].len())
                .find(|&at| self.find(self.owned[x as usize][at]) == y)
                .expect("x owned an edge to y");
            self.owned[x as usize].remove(at);
            self.owned[y as usize].push(x);
            y = x;
        }
    }
}
