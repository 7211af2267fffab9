//! Exchanges between two forests: which edges depend on which, and one edge more where it fits.
//!
//! **Theorem used** (Edmonds 1968; Roskind and Tarjan 1985). Two disjoint forests F1, F2 can take in
//! an edge e, after exchanges, unless the search that starts with e and goes from an edge to all
//! edges on the path between its ends in F1, then in F2, and so on, never meets an edge whose ends
//! the next forest does not join. If it does, the edges found on the shortest way there change places
//! one after the other. If it does not, the edges met, with e, are the circuit of e, and their
//! vertices are the smallest set around e that both forests span.
//!
//! The search keeps, for each forest, which tree edges it has met, by merging their ends
//! (a union-find whose sets are subtrees, named by their top vertices). A path is walked by climbing
//! from the deeper end, over merged parts in one step, so every tree edge is met once: O(n α) for
//! any number of searches, as long as nothing changes.

use super::orient::{NONE, other_end};
use super::trees::Forest;

/// Two rooted forests and what searches have merged.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    hung: [Hung; 2],
    /// Edges met, with the forest whose path comes next.
    queue: Vec<(u32, usize)>,
}

/// One forest, hung up at roots.
#[derive(Clone, Debug)]
struct Hung {
    /// The edge to the parent, `NONE` at a root.
    up: Vec<u32>,
    depth: Vec<u32>,
    /// The union-find: towards the top vertex of the merged part.
    towards: Vec<u32>,
}

/// What became of an edge that was searched from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// It depends on the forests; everything in its circuit is merged now.
    Circuit,
    /// The ends of this edge (which may be the edge itself) are not joined by the given forest. What
    /// was merged on the way there means nothing.
    Room(u32, usize),
}

impl Exchange {
    /// Nothing merged yet. `of[i]` is the forest of `edges[i]`.
    pub(crate) fn new(vertices: usize, edges: &[[u32; 2]], of: &[Option<Forest>]) -> Self {
        let hang = |which| Hung::new(vertices, edges, |edge| of[edge] == Some(which));
        Self {
            hung: [hang(Forest::First), hang(Forest::Second)],
            queue: Vec::new(),
        }
    }

    /// As [`Exchange::new`], from forests already hung up: for each the edge from every vertex to
    /// its parent, `NONE` at a root.
    pub(crate) fn hung_up(edges: &[[u32; 2]], up: [Vec<u32>; 2]) -> Self {
        Self {
            hung: up.map(|up| Hung::with_parents(edges, up)),
            queue: Vec::new(),
        }
    }

    /// As [`Exchange::new`], with the vertices of each class merged. Both forests must span every
    /// class.
    pub(crate) fn with_classes(
        vertices: usize,
        edges: &[[u32; 2]],
        of: &[Option<Forest>],
        class: &[u32],
    ) -> Self {
        let mut exchange = Self::new(vertices, edges, of);
        for hung in &mut exchange.hung {
            for vertex in 0..vertices {
                let edge = hung.up[vertex];
                if edge != NONE {
                    let parent = other_end(edges, edge, vertex as u32);
                    if class[parent as usize] == class[vertex] {
                        hung.towards[vertex] = parent;
                    }
                }
            }
        }
        exchange
    }

    /// The name of the vertex's merged part.
    #[inline]
    pub(crate) fn part(&mut self, vertex: u32) -> u32 {
        self.hung[0].top(vertex)
    }

    /// Searches from the edge; `met` is told of every tree edge met and the edge it was met from.
    pub(crate) fn search(
        &mut self,
        edges: &[[u32; 2]],
        edge: u32,
        mut met: impl FnMut(u32, u32),
    ) -> Found {
        self.queue.clear();
        self.queue.push((edge, 0));
        let mut next = 0;
        while let Some(&(from, t)) = self.queue.get(next) {
            next += 1;
            let [u, v] = edges[from as usize];
            let hung = &mut self.hung[t];
            let (mut a, mut b) = (hung.top(u), hung.top(v));
            while a != b {
                if hung.depth[a as usize] < hung.depth[b as usize] {
                    std::mem::swap(&mut a, &mut b);
                }
                let up = hung.up[a as usize];
                if up == NONE {
                    return Found::Room(from, t);
                }
                met(up, from);
                self.queue.push((up, 1 - t));
                let parent = hung.top(other_end(edges, up, a));
                hung.towards[a as usize] = parent;
                a = parent;
            }
        }
        Found::Circuit
    }
}

impl Hung {
    /// Hangs the forest up by stripping leaves; the order of stripping, turned round, is one in
    /// which parents come before children.
    fn new(vertices: usize, edges: &[[u32; 2]], keep: impl Fn(usize) -> bool) -> Self {
        let mut degree = vec![0_u32; vertices];
        // All edges of a vertex, xored: the last one left is there to read.
        let mut up = vec![0_u32; vertices];
        for (edge, ends) in edges.iter().enumerate() {
            if keep(edge) {
                for &end in ends {
                    degree[end as usize] += 1;
                    up[end as usize] ^= edge as u32;
                }
            }
        }
        let mut stripped = Vec::with_capacity(vertices);
        for vertex in 0..vertices {
            let mut x = vertex;
            while degree[x] == 1 {
                degree[x] = 0;
                stripped.push(x as u32);
                let edge = up[x];
                x = other_end(edges, edge, x as u32) as usize;
                degree[x] -= 1;
                up[x] ^= edge;
            }
        }
        let mut is_root = vec![true; vertices];
        for &x in &stripped {
            is_root[x as usize] = false;
        }
        let mut depth = degree;
        for vertex in 0..vertices {
            depth[vertex] = 0;
            if is_root[vertex] {
                up[vertex] = NONE;
            }
        }
        for &x in stripped.iter().rev() {
            let parent = other_end(edges, up[x as usize], x);
            depth[x as usize] = depth[parent as usize] + 1;
        }
        Self {
            up,
            depth,
            towards: (0..vertices as u32).collect(),
        }
    }

    fn with_parents(edges: &[[u32; 2]], up: Vec<u32>) -> Self {
        let mut depth = vec![NONE; up.len()];
        let mut path = Vec::new();
        for start in 0..up.len() as u32 {
            let mut x = start;
            while depth[x as usize] == NONE && up[x as usize] != NONE {
                path.push(x);
                x = other_end(edges, up[x as usize], x);
            }
            let mut steps = depth[x as usize];
            if steps == NONE {
                steps = 0;
                depth[x as usize] = 0;
            }
            while let Some(y) = path.pop() {
                steps += 1;
                depth[y as usize] = steps;
            }
        }
        let towards = (0..up.len() as u32).collect();
        Self { up, depth, towards }
    }

    /// The top vertex of the merged part of `vertex`; paths are halved on the way.
    #[inline]
    fn top(&mut self, vertex: u32) -> u32 {
        let mut x = vertex;
        loop {
            let up = self.towards[x as usize];
            if up == x {
                return x;
            }
            let over = self.towards[up as usize];
            self.towards[x as usize] = over;
            x = over;
        }
    }
}

/// Takes one more edge into the forests, after exchanges if need be. `false`, and nothing changes
/// but what `exchange` has merged, if it depends on them.
///
/// O(n α). After a success `exchange` is spent: its forests have changed.
pub(crate) fn augment(
    exchange: &mut Exchange,
    edges: &[[u32; 2]],
    of: &mut [Option<Forest>],
    edge: u32,
) -> bool {
    let mut from = vec![NONE; edges.len()];
    let found = exchange.search(edges, edge, |met, by| from[met as usize] = by);
    let Found::Room(room, t) = found else {
        return false;
    };
    let (mut at, mut forest) = (room, [Forest::First, Forest::Second][t]);
    loop {
        // The edge goes to the forest that has room, and makes room in the one it leaves.
        of[at as usize] = Some(forest);
        if at == edge {
            return true;
        }
        forest = forest.other();
        at = from[at as usize];
    }
}
