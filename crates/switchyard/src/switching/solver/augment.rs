//! Augmentation of two forests: the circuit of an edge, and one more edge where it fits.
//!
//! **Theorem used** (Edmonds 1968; Roskind and Tarjan 1985). Two disjoint forests F1, F2 can take in
//! an edge e, after exchanges, unless the search that starts with e and goes from an edge to all
//! edges on the path between its ends in F1, then in F2, and so on, never reaches an edge whose ends
//! the next forest does not connect. If it does, the edges on the shortest path there are exchanged
//! between the forests one after the other. If it does not, the edges labelled by the search, with e,
//! are the circuit of e, and their vertices are the smallest set around e that both forests span.
//!
//! For each forest, the ends of labelled tree edges are merged (a union-find whose sets are subtrees,
//! named by their top vertices). A path is traversed by climbing from the deeper end, across a merged
//! part in one step, so every tree edge is labelled once: O(n α) for any number of searches, as long
//! as the forests do not change.

use super::orientation::{Slot, Slots};
use crate::ds::NONE;

/// Two rooted forests and what searches have merged.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    vertices: Vec<Vertex>,
    /// Labelled edges whose own paths have not been traversed yet.
    stack: Vec<Labelled>,
}

/// What is stored per vertex, in one place for the cache's sake.
#[derive(Clone, Copy, Debug)]
struct Vertex {
    /// Its parent edges in the first forest and in the second; free at a root.
    up: Slots,
    marks: [Mark; 2],
}

/// What is stored per vertex and forest.
#[derive(Clone, Copy, Debug)]
struct Mark {
    depth: u32,
    /// The union-find: towards the top vertex of the merged part.
    towards: u32,
}

impl Mark {
    /// The marks of a vertex of unknown depth, merged with no other.
    fn unknown(vertex: u32) -> [Self; 2] {
        [Self {
            depth: NONE,
            towards: vertex,
        }; 2]
    }
}

/// A labelled edge: the parent edge of a vertex in one of the forests. Small, because there may be many.
#[derive(Clone, Copy, Debug)]
struct Labelled {
    /// Twice the vertex, plus the forest.
    code: u32,
    /// The index in the queue of the edge from which it was labelled.
    from: u32,
}

impl Labelled {
    fn new(vertex: u32, t: usize, from: u32) -> Self {
        // Vertices are below 2³¹: `Graph::MAX_SIZE`.
        let code = 2 * vertex + t as u32;
        Self { code, from }
    }

    fn vertex(self) -> usize {
        (self.code / 2) as usize
    }

    fn forest(self) -> usize {
        (self.code % 2) as usize
    }
}

/// The end of a search that found room: its queue, the index in it, and the forest with the room.
struct Room {
    queue: Vec<Labelled>,
    at: usize,
    t: usize,
}

impl Exchange {
    /// The forests given by the parent edges of every vertex; nothing is merged yet.
    pub(crate) fn new(up: &[Slots]) -> Self {
        let unknown = |(&up, vertex): (&Slots, u32)| Vertex {
            up,
            marks: Mark::unknown(vertex),
        };
        let mut exchange = Self {
            vertices: up.iter().zip(0..).map(unknown).collect(),
            stack: Vec::new(),
        };
        exchange.measure();
        exchange
    }

    /// Computes the depths in both forests where they are unknown.
    fn measure(&mut self) {
        for t in 0..2 {
            self.measure_in(t);
        }
    }

    fn measure_in(&mut self, t: usize) {
        let mut path = Vec::new();
        for start in 0..self.vertices.len() as u32 {
            let mut x = start;
            let mut depth = loop {
                let vertex = &mut self.vertices[x as usize];
                let mark = &mut vertex.marks[t];
                if mark.depth == NONE && vertex.up[t].is_free() {
                    mark.depth = 0;
                }
                if mark.depth != NONE {
                    break mark.depth;
                }
                path.push(x);
                x = vertex.up[t].head;
            };
            while let Some(y) = path.pop() {
                depth += 1;
                self.vertices[y as usize].marks[t].depth = depth;
            }
        }
    }

    fn forget(&mut self) {
        for (vertex, number) in self.vertices.iter_mut().zip(0..) {
            vertex.marks = Mark::unknown(number);
        }
        self.measure();
    }

    /// Merges the vertices of each class. Both forests must span every class, and nothing be
    /// merged yet.
    pub(crate) fn merge_classes(&mut self, class: &[u32]) {
        for (vertex, class_of) in self.vertices.iter_mut().zip(class) {
            for t in 0..2 {
                let head = vertex.up[t].head;
                if head != NONE && class[head as usize] == *class_of {
                    vertex.marks[t].towards = head;
                }
            }
        }
    }

    /// The parent edges of every vertex in the first forest and in the second.
    pub(crate) fn up(&self) -> Vec<Slots> {
        self.vertices.iter().map(|vertex| vertex.up).collect()
    }

    /// The same, in the same memory.
    pub(crate) fn into_up(self) -> Vec<Slots> {
        let vertices = self.vertices.into_iter();
        let mut up: Vec<Slots> = vertices.map(|vertex| vertex.up).collect();
        up.shrink_to_fit();
        up
    }

    /// The name of the vertex's merged part.
    #[inline]
    pub(crate) fn part(&mut self, vertex: u32) -> u32 {
        top(&mut self.vertices, 0, vertex)
    }

    /// The names of all parts, vertex by vertex.
    pub(crate) fn parts(&mut self) -> Vec<u32> {
        let vertices = 0..self.vertices.len() as u32;
        vertices.map(|vertex| self.part(vertex)).collect()
    }

    /// Whether an edge with these ends closes a circuit with the forests, and so does not fit. If it
    /// does, its circuit is merged, and `label` has been called with every tree edge there that was not
    /// merged before; if not, what is merged means nothing.
    pub(crate) fn closes_circuit(&mut self, ends: [u32; 2], mut label: impl FnMut(u32)) -> bool {
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        let mut next = Some((ends, 0));
        while let Some((ends, t)) = next {
            let found = |vertex: u32, edge: u32| {
                label(edge);
                stack.push(Labelled::new(vertex, t, NONE));
            };
            if !climb(&mut self.vertices, t, ends, found) {
                return false;
            }
            next = stack.pop().map(|labelled| self.path_of(labelled));
        }
        self.stack = stack;
        true
    }

    /// The ends of a labelled edge, and the forest whose path between them comes next.
    fn path_of(&self, labelled: Labelled) -> ([u32; 2], usize) {
        let slot = self.vertices[labelled.vertex()].up[labelled.forest()];
        ([labelled.vertex() as u32, slot.head], 1 - labelled.forest())
    }

    /// Adds an edge to the forests, after exchanges if need be; nothing is merged afterwards. If it closes
    /// a circuit, returns `false` and changes only what is merged.
    ///
    /// O(n α).
    pub(crate) fn insert(&mut self, edge: u32, ends: [u32; 2]) -> bool {
        let Some(Room {
            queue,
            mut at,
            mut t,
        }) = self.search(ends)
        else {
            return false;
        };
        // Rerooting a tree reverses parent edges, so all are looked up before anything changes.
        let mut chain = Vec::new();
        while at > 0 {
            let labelled = queue[at];
            let Slot { edge, .. } = self.vertices[labelled.vertex()].up[labelled.forest()];
            chain.push((edge, self.path_of(labelled).0));
            at = labelled.from as usize;
        }
        // Every edge moves to the forest that has room, and makes room in the one it leaves.
        for (edge, ends) in chain {
            self.unlink(1 - t, edge, ends);
            self.link(t, edge, ends);
            t = 1 - t;
        }
        self.link(t, edge, ends);
        self.forget();
        true
    }

    /// The shortest path from an edge to one whose ends a forest does not connect.
    fn search(&mut self, ends: [u32; 2]) -> Option<Room> {
        // The first entry stands for the edge itself.
        let mut queue = vec![Labelled::new(0, 0, NONE)];
        let mut at = 0;
        while at < queue.len() {
            let (ends, t) = match at {
                0 => (ends, 0),
                _ => self.path_of(queue[at]),
            };
            let found = |vertex: u32, _| queue.push(Labelled::new(vertex, t, at as u32));
            if !climb(&mut self.vertices, t, ends, found) {
                return Some(Room { queue, at, t });
            }
            at += 1;
        }
        None
    }

    /// Removes an edge from a forest.
    fn unlink(&mut self, t: usize, edge: u32, ends: [u32; 2]) {
        let is_up_from = |end: u32| self.vertices[end as usize].up[t].edge == edge;
        let below = if is_up_from(ends[0]) {
            ends[0]
        } else {
            ends[1]
        };
        self.vertices[below as usize].up[t] = Slot::FREE;
    }

    /// Joins two trees of a forest by an edge: the first is rerooted at the edge's end.
    fn link(&mut self, t: usize, edge: u32, [u, v]: [u32; 2]) {
        let mut x = u;
        let mut slot = Slot { edge, head: v };
        while x != NONE {
            let old = std::mem::replace(&mut self.vertices[x as usize].up[t], slot);
            slot = Slot {
                edge: old.edge,
                head: x,
            };
            x = old.head;
        }
    }
}

/// Traverses the path between two vertices in one forest and merges it; calls `found` with the lower
/// end of every edge on it, and the edge. `false` if there is no path.
#[inline]
fn climb(
    vertices: &mut [Vertex],
    t: usize,
    [u, v]: [u32; 2],
    mut found: impl FnMut(u32, u32),
) -> bool {
    let (mut a, mut b) = (top(vertices, t, u), top(vertices, t, v));
    while a != b {
        let depth = |x: u32| vertices[x as usize].marks[t].depth;
        if depth(a) < depth(b) {
            std::mem::swap(&mut a, &mut b);
        }
        let slot = vertices[a as usize].up[t];
        if slot.is_free() {
            return false;
        }
        found(a, slot.edge);
        let parent = top(vertices, t, slot.head);
        vertices[a as usize].marks[t].towards = parent;
        a = parent;
    }
    true
}

/// The top vertex of the merged part of `vertex`, with path halving.
#[inline]
fn top(vertices: &mut [Vertex], t: usize, vertex: u32) -> u32 {
    let mut x = vertex;
    loop {
        let up = vertices[x as usize].marks[t].towards;
        if up == x {
            return x;
        }
        let over = vertices[up as usize].marks[t].towards;
        vertices[x as usize].marks[t].towards = over;
        x = over;
    }
}
