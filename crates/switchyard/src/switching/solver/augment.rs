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
use crate::ds::parallel::join_if_large;
use crate::ds::prefetch::prefetch;

/// How many edges ahead of their use what is stored at their ends is prefetched.
const AHEAD: usize = 16;

/// Two rooted forests and what searches have merged.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    trees: [Trees; 2],
    /// Labelled edges whose own paths have not been traversed yet.
    stack: Vec<Labelled>,
    /// Whether an edge has been added, so that depths and merged parts are to be forgotten.
    is_outdated: bool,
}

/// One of the forests.
#[derive(Clone, Debug)]
struct Trees(Vec<Node>);

/// What is stored per vertex of a forest, in one place for the cache's sake.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The parent edge; free at a root.
    up: Slot,
    depth: u32,
    /// The union-find: towards the top vertex of the merged part.
    towards: u32,
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
        Self::from_up(up.to_vec())
    }

    /// The same, with less temporary memory.
    pub(crate) fn from_up(up: Vec<Slots>) -> Self {
        let first = Trees::unmeasured(up.iter().map(|slots| slots[0]));
        // In the memory of the parent edges.
        let second = Trees::unmeasured(up.into_iter().map(|slots| slots[1]));
        let mut exchange = Self {
            trees: [first, second],
            stack: Vec::new(),
            is_outdated: false,
        };
        exchange.for_both(Trees::measure);
        exchange
    }

    /// Does something to both forests, on two cores where they are large.
    fn for_both(&mut self, work: impl Fn(&mut Trees) + Sync) {
        let [first, second] = &mut self.trees;
        join_if_large(first.0.len(), || work(first), || work(second));
    }

    /// Before a search or a merge: forgets what held before an edge was added.
    fn refresh(&mut self) {
        if !std::mem::take(&mut self.is_outdated) {
            return;
        }
        self.for_both(Trees::forget);
    }

    /// Merges the vertices of each class. Both forests must span every class, and nothing be
    /// merged yet.
    pub(crate) fn merge_classes(&mut self, class: &[u32]) {
        self.refresh();
        self.for_both(|trees| trees.merge_classes(class));
    }

    /// The parent edges of every vertex in the first forest and in the second.
    pub(crate) fn up(&self) -> Vec<Slots> {
        let [first, second] = &self.trees;
        let pairs = first.0.iter().zip(&second.0);
        pairs.map(|(one, two)| [one.up, two.up]).collect()
    }

    /// The same, with less temporary memory.
    pub(crate) fn into_up(self) -> Vec<Slots> {
        let [first, second] = self.trees.map(|trees| {
            let mut up: Vec<Slot> = trees.0.into_iter().map(|node| node.up).collect();
            up.shrink_to_fit();
            up
        });
        let pairs = first.into_iter().zip(second);
        pairs.map(|(one, two)| [one, two]).collect()
    }

    /// Whether an edge with these ends closes a circuit with the forests, and so does not fit. If it
    /// does, its circuit is merged, and `label` has been called with every tree edge there that was not
    /// merged before; if not, what is merged means nothing.
    pub(crate) fn closes_circuit(&mut self, ends: [u32; 2], mut label: impl FnMut(u32)) -> bool {
        self.refresh();
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        let found = |vertex: u32, edge: u32| {
            label(edge);
            stack.push(Labelled::new(vertex, 0, NONE));
        };
        self.trees[0].climb(ends, found) && self.traverse(stack, label)
    }

    /// Traverses the paths of all labelled edges, and of those that they label. `false` if one has no path.
    fn traverse(&mut self, mut stack: Vec<Labelled>, mut label: impl FnMut(u32)) -> bool {
        while let Some(labelled) = stack.pop() {
            let (ends, t) = self.path_of(labelled);
            let found = |vertex: u32, edge: u32| {
                label(edge);
                stack.push(Labelled::new(vertex, t, NONE));
            };
            if !self.trees[t].climb(ends, found) {
                return false;
            }
        }
        self.stack = stack;
        true
    }

    /// The ends of a labelled edge, and the forest whose path between them comes next.
    fn path_of(&self, labelled: Labelled) -> ([u32; 2], usize) {
        let head = self.slot(labelled).head;
        ([labelled.vertex() as u32, head], 1 - labelled.forest())
    }

    fn slot(&self, labelled: Labelled) -> Slot {
        self.trees[labelled.forest()].0[labelled.vertex()].up
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
            chain.push((self.slot(labelled).edge, self.path_of(labelled).0));
            at = labelled.from as usize;
        }
        // Every edge moves to the forest that has room, and makes room in the one it leaves.
        for (edge, ends) in chain {
            self.trees[1 - t].unlink(edge, ends);
            self.trees[t].link(edge, ends);
            t = 1 - t;
        }
        self.trees[t].link(edge, ends);
        self.is_outdated = true;
        true
    }

    /// Prefetches both ends of upcoming edges in the forest whose paths come next.
    #[inline]
    fn prefetch(&self, upcoming: &[Labelled]) {
        if let Some(&later) = upcoming.get(AHEAD) {
            for trees in &self.trees {
                prefetch(&trees.0, later.vertex());
            }
        }
        if let Some(&soon) = upcoming.get(AHEAD / 2) {
            let (ends, t) = self.path_of(soon);
            let trees = &self.trees[t].0;
            prefetch(trees, ends[1] as usize);
            prefetch(trees, trees[ends[0] as usize].towards as usize);
        }
    }

    /// The shortest path from an edge to one whose ends a forest does not connect.
    fn search(&mut self, ends: [u32; 2]) -> Option<Room> {
        self.refresh();
        // The first entry stands for the edge itself.
        let mut queue = vec![Labelled::new(0, 0, NONE)];
        let mut at = 0;
        while at < queue.len() {
            self.prefetch(&queue[at..]);
            let (ends, t) = match at {
                0 => (ends, 0),
                _ => self.path_of(queue[at]),
            };
            let found = |vertex: u32, _| queue.push(Labelled::new(vertex, t, at as u32));
            if !self.trees[t].climb(ends, found) {
                return Some(Room { queue, at, t });
            }
            at += 1;
        }
        None
    }
}

impl Trees {
    /// The depths are to be computed.
    fn unmeasured(up: impl Iterator<Item = Slot>) -> Self {
        let mut vertex = 0;
        let node = |up: Slot| {
            let towards = vertex;
            vertex += 1;
            Node {
                up,
                depth: NONE,
                towards,
            }
        };
        Self(up.map(node).collect())
    }

    fn forget(&mut self) {
        for (node, vertex) in self.0.iter_mut().zip(0..) {
            node.depth = NONE;
            node.towards = vertex;
        }
        self.measure();
    }

    /// Computes the depths, none of which is known.
    fn measure(&mut self) {
        let mut path = Vec::new();
        for start in 0..self.0.len() as u32 {
            let mut x = start;
            let mut depth = loop {
                let node = &mut self.0[x as usize];
                if node.depth == NONE && node.up.is_free() {
                    node.depth = 0;
                }
                if node.depth != NONE {
                    break node.depth;
                }
                path.push(x);
                x = node.up.head;
            };
            while let Some(y) = path.pop() {
                depth += 1;
                self.0[y as usize].depth = depth;
            }
        }
    }

    fn merge_classes(&mut self, class: &[u32]) {
        for (node, class_of) in self.0.iter_mut().zip(class) {
            let head = node.up.head;
            if head != NONE && class[head as usize] == *class_of {
                node.towards = head;
            }
        }
    }

    /// Removes an edge.
    fn unlink(&mut self, edge: u32, ends: [u32; 2]) {
        let is_up_from = |end: u32| self.0[end as usize].up.edge == edge;
        let below = if is_up_from(ends[0]) {
            ends[0]
        } else {
            ends[1]
        };
        self.0[below as usize].up = Slot::FREE;
    }

    /// Joins two trees by an edge: the first is rerooted at the edge's end.
    fn link(&mut self, edge: u32, [u, v]: [u32; 2]) {
        let mut x = u;
        let mut slot = Slot { edge, head: v };
        while x != NONE {
            let old = std::mem::replace(&mut self.0[x as usize].up, slot);
            slot = Slot {
                edge: old.edge,
                head: x,
            };
            x = old.head;
        }
    }

    /// Traverses the path between two vertices and merges it; calls `found` with the lower end of every edge
    /// on it, and the edge. `false` if there is no path.
    #[inline]
    fn climb(&mut self, [u, v]: [u32; 2], mut found: impl FnMut(u32, u32)) -> bool {
        let (mut a, mut b) = (self.top(u), self.top(v));
        while a != b {
            let depth = |x: u32| self.0[x as usize].depth;
            if depth(a) < depth(b) {
                std::mem::swap(&mut a, &mut b);
            }
            let slot = self.0[a as usize].up;
            if slot.is_free() {
                return false;
            }
            found(a, slot.edge);
            let parent = self.top(slot.head);
            self.0[a as usize].towards = parent;
            a = parent;
        }
        true
    }

    /// The top vertex of the merged part of `vertex`, with path halving.
    #[inline]
    fn top(&mut self, vertex: u32) -> u32 {
        let mut x = vertex;
        loop {
            let up = self.0[x as usize].towards;
            if up == x {
                return x;
            }
            let over = self.0[up as usize].towards;
            self.0[x as usize].towards = over;
            x = over;
        }
    }
}
