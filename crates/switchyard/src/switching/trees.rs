//! Two disjoint forests from a finished pebble game, in near-linear time.
//!
//! Give every pebble to a super-root r. Then every node owns exactly two arcs and, because the
//! accepted edges split into two forests, every set of nodes is left by at least two arcs. So two
//! arc-disjoint spanning trees point to r (Edmonds 1973), and since each node owns just two arcs,
//! one of them belongs to each tree: all there is to find is a colour for every node.
//!
//! Turn all arcs round, so that r reaches everything. Search depth-first from r; p(v) is the tree
//! parent of v, g(v) the tail of the other arc into v. Let s(v) be the semidominator of v, and
//! u(v) the node of least semidominator on the tree path from s(v), excluded, to v (Lengauer and
//! Tarjan 1979). In preorder: if u(v) = v the first tree takes p(v) and the second g(v); otherwise
//! v does the opposite of u(v) (Tarjan 1976; Georgiadis and Tarjan 2012). The tree that
//! reaches u(v) from above its detour can follow the search tree down to v, and the other one
//! takes the detour around, which starts at s(v).
//!
//! Complexity: O(n log n) with path compression alone, near-linear in practice.

use super::pebbles::{NONE, Pebbles};

/// Which of the two forests an edge is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forest {
    First,
    Second,
}

impl Forest {
    pub(crate) fn other(self) -> Self {
        match self {
            Forest::First => Forest::Second,
            Forest::Second => Forest::First,
        }
    }
}

/// For every edge offered to the game (ids below `edges`) its forest, or `None` if it is in
/// neither.
///
/// Frozen nodes take part together with those that were frozen with them, so the forests cover
/// every accepted edge; each tight set is spanned by both.
pub(crate) fn two_forests(pebbles: &mut Pebbles, edges: usize) -> Vec<Option<Forest>> {
    let nodes = pebbles.node_count();
    let root = nodes as u32;
    let mut tails = vec![[root; 2]; nodes];
    let mut owned = vec![[NONE; 2]; nodes];
    for node in 0..root {
        let live = pebbles.is_live(node);
        for (side, slot) in pebbles.slots(node).into_iter().enumerate() {
            if !slot.is_pebble() {
                let to = if live { pebbles.find(slot.to) } else { slot.to };
                tails[node as usize][side] = to;
                owned[node as usize][side] = slot.edge;
            }
        }
    }
    let first = split(&tails);
    let mut forest = vec![None; edges];
    for node in 0..nodes {
        let sides = [first[node], 1 - first[node]];
        for (side, which) in sides.into_iter().zip([Forest::First, Forest::Second]) {
            let edge = owned[node][side as usize];
            if edge != NONE {
                forest[edge as usize] = Some(which);
            }
        }
    }
    forest
}

/// For every node the arc (0 or 1) that goes to the first tree. `tails[v]` are the two arcs of v;
/// the node `tails.len()` is the root.
fn split(tails: &[[u32; 2]]) -> Vec<u8> {
    let nodes = tails.len();
    let search = DepthFirst::new(tails);
    let guide = Semidominators::new(tails, &search);
    // takes_parent[v]: whether the first tree takes v's tree arc.
    let mut takes_parent = vec![true; nodes];
    let mut first = vec![0_u8; nodes];
    for &v in &search.order[1..] {
        let u = guide.relative[v as usize];
        let v = v as usize;
        takes_parent[v] = u as usize == v || !takes_parent[u as usize];
        first[v] = search.by[v] ^ u8::from(!takes_parent[v]);
    }
    first
}

/// A depth-first search from the root along the reversed arcs.
struct DepthFirst {
    /// Nodes in preorder, the root first.
    order: Vec<u32>,
    /// The place of each node in `order`.
    number: Vec<u32>,
    /// The arc (0 or 1) by which the node was found.
    by: Vec<u8>,
}

impl DepthFirst {
    fn new(tails: &[[u32; 2]]) -> Self {
        let nodes = tails.len();
        let root = nodes as u32;
        let heads = Heads::new(tails);
        let mut search = Self {
            order: Vec::with_capacity(nodes + 1),
            number: vec![NONE; nodes + 1],
            by: vec![0; nodes + 1],
        };
        search.visit(root, 0);
        let mut stack = vec![(root, heads.starts[root as usize])];
        while let Some((x, at)) = stack.last_mut() {
            if *at == heads.starts[*x as usize + 1] {
                stack.pop();
                continue;
            }
            let (v, side) = heads.entry(*at);
            *at += 1;
            if search.number[v as usize] == NONE {
                search.visit(v, side);
                stack.push((v, heads.starts[v as usize]));
            }
        }
        debug_assert_eq!(search.order.len(), nodes + 1);
        search
    }

    fn visit(&mut self, node: u32, side: u8) {
        self.number[node as usize] = self.order.len() as u32;
        self.by[node as usize] = side;
        self.order.push(node);
    }
}

/// For every tail the arcs that leave it, in compressed rows; an arc is `2 * head + side`.
struct Heads {
    starts: Vec<u32>,
    arcs: Vec<u32>,
}

impl Heads {
    fn new(tails: &[[u32; 2]]) -> Self {
        let mut starts = vec![0_u32; tails.len() + 2];
        for tail in tails.as_flattened() {
            starts[*tail as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut arcs = vec![0; 2 * tails.len()];
        for (arc, tail) in tails.as_flattened().iter().enumerate() {
            let slot = &mut next[*tail as usize];
            arcs[*slot as usize] = arc as u32;
            *slot += 1;
        }
        Self { starts, arcs }
    }

    fn entry(&self, at: u32) -> (u32, u8) {
        let arc = self.arcs[at as usize];
        (arc / 2, (arc % 2) as u8)
    }
}

/// Semidominators and relative dominators, by Lengauer and Tarjan's first algorithm.
struct Semidominators {
    /// u(v) of the module's text; v itself where its own semidominator is the least.
    relative: Vec<u32>,
}

impl Semidominators {
    fn new(tails: &[[u32; 2]], search: &DepthFirst) -> Self {
        let count = search.order.len();
        // From here on nodes go by their preorder number.
        let number = &search.number;
        let mut links = Links::new(count);
        let mut bucket = vec![NONE; count];
        let mut next_in_bucket = vec![NONE; count];
        let mut relative = vec![0_u32; count];
        for v in (1..count as u32).rev() {
            let node = search.order[v as usize] as usize;
            let by = search.by[node] as usize;
            let parent = number[tails[node][by] as usize];
            let other = number[tails[node][1 - by] as usize];
            let around = match links.least(other) {
                _ if other < v => other,
                least => links.semi[least as usize],
            };
            let semi = around.min(parent);
            links.semi[v as usize] = semi;
            next_in_bucket[v as usize] = std::mem::replace(&mut bucket[semi as usize], v);
            links.above[v as usize] = parent;
            let mut w = std::mem::replace(&mut bucket[parent as usize], NONE);
            while w != NONE {
                let u = links.least(w);
                let same = links.semi[u as usize] == links.semi[w as usize];
                relative[w as usize] = if same { w } else { u };
                w = next_in_bucket[w as usize];
            }
        }
        let mut by_node = vec![0; count];
        for v in 1..count {
            let u = relative[v];
            by_node[search.order[v] as usize] = search.order[u as usize];
        }
        Self { relative: by_node }
    }
}

/// Lengauer and Tarjan's forest: EVAL with path compression.
struct Links {
    semi: Vec<u32>,
    /// The ancestor in the forest, `NONE` for a root.
    above: Vec<u32>,
    /// The node of least semidominator on the compressed path.
    best: Vec<u32>,
    path: Vec<u32>,
}

impl Links {
    fn new(count: usize) -> Self {
        Self {
            semi: (0..count as u32).collect(),
            above: vec![NONE; count],
            best: (0..count as u32).collect(),
            path: Vec::new(),
        }
    }

    /// The node of least semidominator on the path from `v` up to, and without, its forest root.
    fn least(&mut self, v: u32) -> u32 {
        let mut x = v;
        while self.above[x as usize] != NONE && self.above[self.above[x as usize] as usize] != NONE
        {
            self.path.push(x);
            x = self.above[x as usize];
        }
        while let Some(y) = self.path.pop() {
            let up = self.above[y as usize] as usize;
            let (mine, above) = (self.best[y as usize], self.best[up]);
            if self.semi[above as usize] < self.semi[mine as usize] {
                self.best[y as usize] = above;
            }
            self.above[y as usize] = self.above[up];
        }
        self.best[v as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::union_find::UnionFind;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Splits a random multigraph and checks that both parts are forests that hold every
    /// accepted edge.
    fn check_random(rng: &mut ChaCha8Rng, n: u32, m: usize) {
        let mut pebbles = Pebbles::new(n as usize);
        let mut accepted = Vec::new();
        let mut ends = Vec::new();
        for edge in 0..m {
            let pair = [rng.random_range(0..n), rng.random_range(0..n)];
            ends.push(pair);
            accepted.push(pebbles.insert(edge as u32, pair));
        }
        let forest = two_forests(&mut pebbles, m);
        let mut parts = [UnionFind::new(n as usize), UnionFind::new(n as usize)];
        for edge in 0..m {
            assert_eq!(forest[edge].is_some(), accepted[edge]);
            if let Some(which) = forest[edge] {
                let part = &mut parts[usize::from(which == Forest::Second)];
                let [u, v] = ends[edge];
                assert!(part.union(u as usize, v as usize), "a cycle, {ends:?}");
            }
        }
    }

    #[test]
    fn both_parts_are_forests() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for round in 0..20_000 {
            let n = rng.random_range(2..12);
            let m = rng.random_range(1..3 * n as usize);
            check_random(&mut rng, n, m);
            if round % 1000 == 0 {
                check_random(&mut rng, 3000, 5900);
            }
        }
    }
}
