//! Two disjoint forests from an orientation, in near-linear time; sets that are too full are mended
//! on the way.
//!
//! Let every vertex own at most two edges, and give its free slots to a super-root r. Then every
//! vertex has exactly two arcs, and the owned edges split into two forests exactly when every vertex
//! set is left by at least two arcs (Nash-Williams 1964). If so, two arc-disjoint spanning trees
//! point to r (Edmonds 1973), and since each vertex has just two arcs, one of them belongs to each
//! tree: all there is to find is a colour for every vertex.
//!
//! Turn all arcs round, so that r reaches everything. Search depth-first from r; p(v) is the tree
//! parent of v, g(v) the tail of the other arc into v. Let s(v) be the semidominator of v, and
//! u(v) the vertex of least semidominator on the tree path from s(v), excluded, to v (Lengauer and
//! Tarjan 1979). In preorder: if u(v) = v the first tree takes p(v) and the second g(v); otherwise
//! v does the opposite of u(v) (Tarjan 1976; Georgiadis and Tarjan 2012). The tree that
//! reaches u(v) from above its detour can follow the search tree down to v, and the other one
//! takes the detour around, which starts at s(v).
//!
//! *Mending.* Vertices that r does not reach lead into sets with no way out: in each of those one
//! vertex gives up both its edges and is reached from then on. A set left by one arc only has a vertex v
//! through which all its paths from r enter, while the other arc into v comes from inside: every
//! vertex on the tree path from v to g(v) has its semidominator at v or below. Then v gives up
//! that edge. Vertices are taken in reverse preorder, so inner sets come first, and what is changed at
//! v is not looked at again by any vertex that came before.
//!
//! Complexity: O(n log n) with path compression alone, near-linear in practice.

use super::orient::{NONE, Orientation, Owners, other_end};

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

/// Two forests, hung up.
pub(crate) struct Split {
    /// For every edge its forest, or `None` if it is in neither: because nobody owns it, or because
    /// it was given up.
    pub of: Vec<Option<Forest>>,
    /// For each forest the edge from every vertex to its parent, `NONE` at a root.
    pub up: [Vec<u32>; 2],
}

/// Splits the owned edges into two forests. Owners of edges in sets that are too full give some up.
pub(crate) fn split(edges: &[[u32; 2]], orientation: &mut Orientation) -> Split {
    let search = DepthFirst::new(edges, orientation);
    let mut relative = mend(edges, orientation, &search);
    let vertices = orientation.slots.len();
    let mut of = vec![None; edges.len()];
    let mut up = [vec![NONE; vertices], vec![NONE; vertices]];
    for v in 1..search.order.len() {
        let u = relative[v] as usize;
        // From here on the place of u(v) says whether the first tree took v's tree arc.
        let takes_parent = u == v || relative[u] == 0;
        relative[v] = u32::from(takes_parent);
        let vertex = search.order[v] as usize;
        let by = search.by(vertex);
        let first = if takes_parent { by } else { 1 - by };
        let slots = orientation.slots[vertex];
        for (t, edge) in [slots[first], slots[1 - first]].into_iter().enumerate() {
            if edge != NONE {
                of[edge as usize] = Some([Forest::First, Forest::Second][t]);
                up[t][vertex] = edge;
            }
        }
    }
    Split { of, up }
}

/// A depth-first search from the root along the reversed arcs.
struct DepthFirst {
    /// Vertices in preorder, the root (whose number is the count of the vertices) first.
    order: Vec<u32>,
    /// The place of each vertex in `order`, the root's too.
    number: Vec<u32>,
    /// The arc (0 or 1) by which each vertex was found.
    by: Vec<u8>,
    stack: Vec<(u32, u32)>,
}

impl DepthFirst {
    /// Searches; vertices that cannot be reached give up their edges, and so can.
    fn new(edges: &[[u32; 2]], orientation: &mut Orientation) -> Self {
        let vertices = orientation.slots.len();
        let owners = Owners::new(edges, &orientation.slots);
        let mut search = Self {
            order: Vec::with_capacity(vertices + 1),
            number: vec![NONE; vertices + 1],
            by: vec![0; vertices],
            stack: Vec::new(),
        };
        search.visit(vertices as u32);
        for vertex in 0..vertices as u32 {
            search.explore_from_root(vertex, &owners, edges, orientation);
        }
        if search.order.len() <= vertices {
            for vertex in search.unreached(&owners) {
                if search.number[vertex as usize] == NONE {
                    orientation.slots[vertex as usize] = [NONE; 2];
                    search.explore_from_root(vertex, &owners, edges, orientation);
                }
            }
        }
        search.stack = Vec::new();
        search
    }

    /// The vertices not reached, those first that reach the others: of a set with no way out, one
    /// of the vertices that all the others lead to comes before them.
    fn unreached(&self, owners: &Owners) -> Vec<u32> {
        let vertices = self.by.len();
        let mut seen: Vec<bool> = self.number.iter().map(|&number| number != NONE).collect();
        let mut finished = Vec::new();
        let mut stack = Vec::new();
        for start in 0..vertices as u32 {
            if std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            stack.push((start, owners.starts[start as usize]));
            while let Some((x, at)) = stack.last_mut() {
                if *at == owners.starts[*x as usize + 1] {
                    finished.push(*x);
                    stack.pop();
                    continue;
                }
                let v = owners.vertices[*at as usize];
                *at += 1;
                if !std::mem::replace(&mut seen[v as usize], true) {
                    stack.push((v, owners.starts[v as usize]));
                }
            }
        }
        finished.reverse();
        finished
    }

    fn by(&self, vertex: usize) -> usize {
        self.by[vertex] as usize
    }

    fn visit(&mut self, vertex: u32) {
        self.number[vertex as usize] = self.order.len() as u32;
        self.order.push(vertex);
    }

    /// Visits everything that can be reached from `start`, if the root has an arc to it.
    fn explore_from_root(
        &mut self,
        start: u32,
        owners: &Owners,
        edges: &[[u32; 2]],
        orientation: &Orientation,
    ) {
        let slots = orientation.slots[start as usize];
        let Some(free) = slots.iter().position(|&edge| edge == NONE) else {
            return;
        };
        if self.number[start as usize] != NONE {
            return;
        }
        self.by[start as usize] = free as u8;
        self.visit(start);
        let mut stack = std::mem::take(&mut self.stack);
        stack.push((start, owners.starts[start as usize]));
        while let Some((x, at)) = stack.last_mut() {
            if *at == owners.starts[*x as usize + 1] {
                stack.pop();
                continue;
            }
            let v = owners.vertices[*at as usize];
            *at += 1;
            if self.number[v as usize] != NONE {
                continue;
            }
            let slots = orientation.slots[v as usize];
            let is_back = |edge: u32| edge != NONE && other_end(edges, edge, v) == *x;
            self.by[v as usize] = u8::from(!is_back(slots[0]));
            self.visit(v);
            stack.push((v, owners.starts[v as usize]));
        }
        self.stack = stack;
    }
}

/// Computes u(v) for every vertex, all by preorder number, and takes edges from sets that are too
/// full.
fn mend(edges: &[[u32; 2]], orientation: &mut Orientation, search: &DepthFirst) -> Vec<u32> {
    let count = search.order.len();
    let mut links = Links::new(count);
    let mut bucket = vec![NONE; count];
    // u(v) once it is known; until then the next vertex in the same bucket.
    let mut relative = vec![NONE; count];
    for v in (1..count as u32).rev() {
        let vertex = search.order[v as usize];
        let by = search.by(vertex as usize);
        let tail = |slot: u32| match slot {
            NONE => 0,
            edge => search.number[other_end(edges, edge, vertex) as usize],
        };
        let slots = &mut orientation.slots[vertex as usize];
        let parent = tail(slots[by]);
        let other = tail(slots[1 - by]);
        let mut around = if other < v {
            other
        } else {
            links.least(other).1
        };
        if around >= v {
            // The other arc comes from a set that is entered through v alone.
            slots[1 - by] = NONE;
            around = 0;
        }
        let semi = around.min(parent);
        links.set_semi(v, semi);
        relative[v as usize] = std::mem::replace(&mut bucket[semi as usize], v);
        links.of[v as usize].above = parent;
        let mut w = std::mem::replace(&mut bucket[parent as usize], NONE);
        while w != NONE {
            let (u, least) = links.least(w);
            let same = least == links.of[w as usize].semi;
            let next = relative[w as usize];
            relative[w as usize] = if same { w } else { u };
            w = next;
        }
    }
    relative
}

/// Lengauer and Tarjan's forest: EVAL with path compression.
struct Links {
    of: Vec<Link>,
    path: Vec<u32>,
}

/// What is kept of a vertex, side by side in memory.
#[derive(Clone, Copy)]
struct Link {
    /// The semidominator.
    semi: u32,
    /// The ancestor in the forest, `NONE` for a root.
    above: u32,
    /// The vertex of least semidominator on the compressed path, and its semidominator.
    best: u32,
    best_semi: u32,
}

impl Links {
    fn new(count: usize) -> Self {
        let link = |v| Link {
            semi: v,
            above: NONE,
            best: v,
            best_semi: v,
        };
        Self {
            of: (0..count as u32).map(link).collect(),
            path: Vec::new(),
        }
    }

    fn set_semi(&mut self, v: u32, semi: u32) {
        let link = &mut self.of[v as usize];
        link.semi = semi;
        link.best_semi = semi;
    }

    /// The vertex of least semidominator on the path from `v` up to, and without, its forest root,
    /// with that semidominator.
    fn least(&mut self, v: u32) -> (u32, u32) {
        let mut x = v;
        let mut up = self.of[x as usize].above;
        while up != NONE && self.of[up as usize].above != NONE {
            self.path.push(x);
            x = up;
            up = self.of[x as usize].above;
        }
        // x hangs right below the root; the others are to hang there too.
        let mut over = self.of[x as usize];
        while let Some(y) = self.path.pop() {
            let link = &mut self.of[y as usize];
            if over.best_semi < link.best_semi {
                (link.best, link.best_semi) = (over.best, over.best_semi);
            }
            link.above = over.above;
            over = *link;
        }
        let link = self.of[v as usize];
        (link.best, link.best_semi)
    }
}
