//! Two arc-disjoint arborescences from an orientation, in near-linear time; sets that own too many edges
//! are repaired in passing.
//!
//! Let every vertex own at most two edges, and let its free slots be arcs to a super-root r. Then every
//! vertex has exactly two arcs, and the owned edges split into two forests exactly when every vertex
//! set has at least two leaving arcs (Nash-Williams 1964). If so, two arc-disjoint spanning trees
//! point to r (Edmonds 1973), and since each vertex has just two arcs, one of them belongs to each
//! tree: all there is to find is a colour for every vertex.
//!
//! Reverse all arcs, so that r reaches everything. Search depth-first from r; p(v) is the tree
//! parent of v, g(v) the tail of the other arc into v. Let s(v) be the semidominator of v, and
//! u(v) the vertex of least semidominator on the tree path from s(v), excluded, to v (Lengauer and
//! Tarjan 1979). In preorder: if u(v) = v the first tree takes p(v) and the second g(v); otherwise
//! v does the opposite of u(v) (Tarjan 1976; Georgiadis and Tarjan 2012). The tree that
//! reaches u(v) from above its detour can follow the search tree down to v, and the other one
//! takes the detour around, which starts at s(v).
//!
//! *Repair.* Vertices that r does not reach lead into sets without leaving arcs: in each of those one
//! vertex gives up both its edges and is then reached. A set with only one leaving arc has a vertex v
//! through which all its paths from r enter, while the other arc into v comes from inside: every
//! vertex on the tree path from v to g(v) has its semidominator at v or below. Then v gives up
//! that edge. Vertices are processed in reverse preorder, so inner sets come first, and a change at v
//! does not affect the vertices processed before.
//!
//! The two arcs of a vertex are swapped where necessary, so that the first belongs to the first tree and
//! the second to the second: the owned edges are then two rooted forests.
//!
//! Complexity: O(n log n) with path compression alone, near-linear in practice.

use super::orientation::{Owners, Slot, Slots};
use crate::ds::NONE;
use crate::ds::prefetch::prefetch;

/// How many vertices ahead of its use a link is prefetched.
const AHEAD: u32 = 8;

/// Which of the two forests an edge is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forest {
    First,
    Second,
}

impl Forest {
    pub(crate) const BOTH: [Self; 2] = [Forest::First, Forest::Second];
}

/// A depth-first search from the root along the reversed arcs. Vertices are known by their
/// preorder numbers; the root's is 0.
pub(crate) struct DepthFirst {
    /// Vertices in preorder, the root (whose number is the count of the vertices) first.
    order: Vec<u32>,
    /// The tree parent of each preorder number.
    parent: Vec<u32>,
    /// What the search stores per vertex, and one more entry that marks the end of the rows.
    vertices: Vec<Visit>,
}

/// What is stored per vertex, in one place for the cache's sake.
#[derive(Clone, Copy)]
struct Visit {
    /// Where the row of its owners starts.
    start: u32,
    /// Its preorder number; `NONE` until it is reached.
    number: u32,
}

impl DepthFirst {
    /// Searches. Vertices that cannot be reached give up edges until they can. The first slot of every
    /// vertex is its tree arc afterwards.
    pub(crate) fn new(slots: &mut [Slots], left_out: &mut Vec<u32>) -> Self {
        let count = slots.len();
        let owners = Owners::new(slots);
        let unseen = |&start: &u32| Visit {
            start,
            number: NONE,
        };
        let mut search = Self {
            order: Vec::with_capacity(count + 1),
            parent: Vec::with_capacity(count + 1),
            vertices: owners.starts().iter().map(unseen).collect(),
        };
        search.order.push(count as u32);
        search.parent.push(0);
        for vertex in 0..count as u32 {
            search.explore_from_root(vertex, owners.vertices(), slots);
        }
        if search.order.len() <= count {
            for vertex in search.unreached(owners.vertices()) {
                if search.vertices[vertex as usize].number == NONE {
                    let given_up = std::mem::replace(&mut slots[vertex as usize], [Slot::FREE; 2]);
                    left_out.extend(given_up.map(|slot| slot.edge));
                    search.explore_from_root(vertex, owners.vertices(), slots);
                }
            }
        }
        search
    }

    /// Splits the owned edges into two forests: afterwards the first slot of every vertex is its parent
    /// edge in the first forest, the second slot in the second. Edges given up by sets that own too many
    /// are added to `left_out`.
    pub(crate) fn split(&self, slots: &mut [Slots], left_out: &mut Vec<u32>) {
        let mut relative = repair::<true>(slots, self, left_out);
        for v in 1..self.order.len() {
            let u = relative[v] as usize;
            // From here on relative[v] says whether the first tree took v's tree arc.
            let takes_parent = u == v || relative[u] == 0;
            relative[v] = u32::from(takes_parent);
            if !takes_parent {
                slots[self.order[v] as usize].swap(0, 1);
            }
        }
    }

    /// Takes edges from sets that own too many and adds them to `left_out`. Afterwards the owned
    /// edges split into two forests, which are not computed.
    pub(crate) fn make_splittable(&self, slots: &mut [Slots], left_out: &mut Vec<u32>) {
        repair::<false>(slots, self, left_out);
    }

    /// The preorder number of every vertex, from 1 on. Vertices with near numbers are near to each other, up to jumps
    /// that add up to the length of a walk around the tree.
    pub(crate) fn preorder(&self) -> Vec<u32> {
        let numbers = self.vertices.iter().map(|vertex| vertex.number);
        numbers.take(self.vertices.len() - 1).collect()
    }

    /// The unreached vertices in reverse postorder: of a set without leaving arcs, a vertex to which all
    /// the others lead comes before them.
    fn unreached(&self, owners: &[u32]) -> Vec<u32> {
        let count = self.vertices.len() - 1;
        let seen = |vertex: &Visit| vertex.number != NONE;
        let mut seen: Vec<bool> = self.vertices.iter().map(seen).collect();
        let mut finished = Vec::new();
        let mut stack = Vec::new();
        for start in 0..count as u32 {
            if std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            stack.push((start, self.row(start)));
            while let Some((x, row)) = stack.last_mut() {
                let Some(at) = row.next() else {
                    finished.push(*x);
                    stack.pop();
                    continue;
                };
                let v = owners[at as usize];
                if !std::mem::replace(&mut seen[v as usize], true) {
                    stack.push((v, self.row(v)));
                }
            }
        }
        finished.reverse();
        finished
    }

    /// The range of a vertex's row.
    #[inline]
    fn row(&self, vertex: u32) -> std::ops::Range<u32> {
        let at = vertex as usize;
        self.vertices[at].start..self.vertices[at + 1].start
    }

    fn visit(&mut self, vertex: u32, parent: u32) -> u32 {
        let number = self.order.len() as u32;
        self.vertices[vertex as usize].number = number;
        self.order.push(vertex);
        self.parent.push(parent);
        number
    }

    /// Visits everything that can be reached from `start`, if the root has an arc to it.
    fn explore_from_root(&mut self, start: u32, owners: &[u32], slots: &mut [Slots]) {
        let arcs = &mut slots[start as usize];
        let Some(free) = arcs.iter().position(|slot| slot.is_free()) else {
            return;
        };
        if self.vertices[start as usize].number != NONE {
            return;
        }
        arcs.swap(0, free);
        let mut number = self.visit(start, 0);
        let mut x = start;
        let mut unread = self.row(start);
        // The unread rest of the rows of its ancestors.
        let mut above: Vec<(u32, u32)> = Vec::new();
        loop {
            let Some(at) = unread.next() else {
                let Some((from, to)) = above.pop() else {
                    return;
                };
                unread = from..to;
                number = self.parent[number as usize];
                x = self.order[number as usize];
                continue;
            };
            let v = owners[at as usize];
            if self.vertices[v as usize].number != NONE {
                continue;
            }
            let arcs = &mut slots[v as usize];
            if arcs[0].head != x {
                arcs.swap(0, 1);
            }
            above.push((unread.start, unread.end));
            number = self.visit(v, number);
            unread = self.row(v);
            for &next in &owners[unread.start as usize..unread.end as usize] {
                prefetch(&self.vertices, next as usize);
                prefetch(slots, next as usize);
            }
            x = v;
        }
    }
}

/// Takes edges from sets that own too many and, if `COLOURS`, computes u(v) for every vertex; all by
/// preorder number.
fn repair<const COLOURS: bool>(
    slots: &mut [Slots],
    search: &DepthFirst,
    left_out: &mut Vec<u32>,
) -> Vec<u32> {
    let count = search.order.len();
    let mut links = Links::new(count);
    let mut bucket = vec![NONE; if COLOURS { count } else { 0 }];
    // g(v) to begin with; then u(v), and until that is known the next vertex in the same bucket.
    let tail = |&vertex: &u32| match slots[vertex as usize][1].head {
        NONE => 0,
        head => search.vertices[head as usize].number,
    };
    let mut relative: Vec<u32> = std::iter::once(0)
        .chain(search.order[1..].iter().map(tail))
        .collect();
    for v in (1..count as u32).rev() {
        if let Some(soon) = v.checked_sub(AHEAD) {
            prefetch(&links.of, relative[soon as usize] as usize);
        }
        let parent = search.parent[v as usize];
        let other = relative[v as usize];
        let mut around = if other < v {
            other
        } else {
            links.least(other).1
        };
        if around >= v {
            // The other arc comes from a set that is entered through v alone.
            let slot = &mut slots[search.order[v as usize] as usize][1];
            left_out.push(std::mem::replace(slot, Slot::FREE).edge);
            around = 0;
        }
        let semi = around.min(parent);
        links.link(v, semi, parent);
        if !COLOURS {
            continue;
        }
        relative[v as usize] = if semi == parent {
            v
        } else {
            std::mem::replace(&mut bucket[semi as usize], v)
        };
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

/// What is stored per vertex, in one place for the cache's sake.
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

    fn link(&mut self, v: u32, semi: u32, above: u32) {
        self.of[v as usize] = Link {
            semi,
            above,
            best: v,
            best_semi: semi,
        };
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
        // x is a child of the root; the others become children of it too.
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
