//! The clumps of a pair of forests: the largest vertex sets that both forests span.
//!
//! **Theorem used.** Let two disjoint forests hold as many edges as two forests can. A set that
//! holds 2|X| − 2 of their edges (a *tight* set) is one that both forests span; tight sets that
//! share a vertex have a tight union; so the largest ones partition the vertices. They are the clumps
//! (Roskind and Tarjan 1985). A new edge uv can be added (after exchanges) exactly when u and v lie
//! in different clumps.
//!
//! The clumps are found by refinement, which is the exchange argument run backwards for all
//! vertex pairs at once: an edge of one forest whose ends lie in different components of the other
//! belongs to no tight set and is removed; that splits a component; repeat until nothing changes. Both
//! forests then have the same components. A split is explored from both sides in lockstep and
//! only the smaller part gets a new name, so all splits together cost O(n log n).

use super::orientation::{Slots, is_full};
use crate::ds::NONE;
use crate::ds::parallel::join_if_large;
use crate::ds::prefetch::prefetch;

/// How many edges ahead of their removal what it reads is prefetched.
const AHEAD: usize = 8;

/// The clumps of a graph: a name for every vertex, the same for two vertices of one clump.
#[derive(Clone, Debug)]
pub(crate) struct Clumps(Vec<u32>);

impl Clumps {
    /// The clumps of two largest forests, given by the parent edges of every vertex, on a graph in
    /// degeneracy order with `core` vertices in the 3-core.
    ///
    /// A vertex outside the core belongs to a clump exactly when it has two edges to earlier vertices
    /// and both lead there.
    pub(crate) fn new(up: &[Slots], core: usize) -> Self {
        let mut name = if is_full(&up[..core]) {
            vec![0; core]
        } else {
            Refinement::new(&up[..core], |_| true).into_names()
        };
        // The names in the core are below its size.
        let mut fresh = core as u32;
        for &[first, second] in &up[core..] {
            let inside = first.head != NONE
                && second.head != NONE
                && name[first.head as usize] == name[second.head as usize];
            if inside {
                name.push(name[first.head as usize]);
            } else {
                name.push(fresh);
                fresh += 1;
            }
        }
        Self(name)
    }

    /// The largest vertex sets that both forests span without the edges that `keep` refuses.
    pub(crate) fn of_kept(up: &[Slots], keep: impl Fn(u32) -> bool + Sync) -> Self {
        Self(Refinement::new(up, keep).into_names())
    }

    /// The name of a vertex's clump, below the number of vertices.
    #[inline]
    pub(crate) fn name(&self, vertex: u32) -> u32 {
        self.0[vertex as usize]
    }

    /// Whether one clump contains both vertices.
    #[inline]
    pub(crate) fn contain(&self, [u, v]: [u32; 2]) -> bool {
        self.name(u) == self.name(v)
    }
}

/// A pair of forests being refined into its clumps.
struct Refinement {
    parts: [Part; 2],
    /// Edges that belong to no tight set and are still there, by their lower ends.
    doomed: [Vec<u32>; 2],
}

impl Refinement {
    /// Refines two rooted forests; edges that `keep` refuses are ignored.
    fn new(up: &[Slots], keep: impl Fn(u32) -> bool + Sync) -> Self {
        let part = |t| Part::new(up, t, &keep);
        let (first, second) = join_if_large(up.len(), || part(0), || part(1));
        let mut refinement = Self {
            parts: [first, second],
            doomed: Default::default(),
        };
        for t in 0..2 {
            let [mine, other] = [t, 1 - t].map(|t| &refinement.parts[t]);
            let crossing = |&vertex: &u32| {
                let parent = mine.nodes[vertex as usize].parent;
                parent != NONE && other.separates(vertex, parent)
            };
            refinement.doomed[t] = (0..up.len() as u32).filter(crossing).collect();
        }
        refinement.settle();
        refinement
    }

    fn into_names(self) -> Vec<u32> {
        let [first, _] = self.parts;
        first.name
    }

    fn settle(&mut self) {
        while let Some(t) = (0..2).find(|&t| !self.doomed[t].is_empty()) {
            let mut now = std::mem::take(&mut self.doomed[t]);
            let [first, second] = &mut self.parts;
            let (part, other) = match t {
                0 => (first, second),
                _ => (second, first),
            };
            while let Some(vertex) = now.pop() {
                part.prefetch(&now, other);
                if let Some(old_name) = part.remove(vertex) {
                    part.doom_crossing(old_name, other, &mut self.doomed[1 - t]);
                }
            }
            self.doomed[t] = now;
        }
    }
}

/// One forest, losing edges, and the names of its components.
struct Part {
    nodes: Vec<Node>,
    name: Vec<u32>,
    names: u32,
    /// The two walks of a split.
    walks: [Walk; 2],
    /// The walk that ended first.
    smaller: usize,
}

/// The links of a vertex in its tree; `NONE` where there is no such vertex.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    first_child: u32,
    next: u32,
    previous: u32,
}

impl Part {
    fn new(up: &[Slots], t: usize, keep: &impl Fn(u32) -> bool) -> Self {
        let node = |slots: &Slots| Node {
            parent: if keep(slots[t].edge) {
                slots[t].head
            } else {
                NONE
            },
            first_child: NONE,
            next: NONE,
            previous: NONE,
        };
        let mut part = Self {
            nodes: up.iter().map(node).collect(),
            name: vec![NONE; up.len()],
            names: 0,
            walks: Default::default(),
            smaller: 0,
        };
        for vertex in 0..up.len() as u32 {
            part.join_siblings(vertex);
        }
        part.name_components();
        part
    }

    /// Puts a vertex in front of its siblings.
    fn join_siblings(&mut self, vertex: u32) {
        let parent = self.nodes[vertex as usize].parent;
        if parent == NONE {
            return;
        }
        let next = std::mem::replace(&mut self.nodes[parent as usize].first_child, vertex);
        self.nodes[vertex as usize].next = next;
        if next != NONE {
            self.nodes[next as usize].previous = vertex;
        }
    }

    /// Names every vertex after its root.
    fn name_components(&mut self) {
        let mut path = Vec::new();
        for vertex in 0..self.nodes.len() as u32 {
            let mut x = vertex;
            while self.name[x as usize] == NONE {
                path.push(x);
                match self.nodes[x as usize].parent {
                    NONE => {
                        self.name[x as usize] = self.names;
                        self.names += 1;
                    }
                    parent => x = parent,
                }
            }
            let name = self.name[x as usize];
            for y in path.drain(..) {
                self.name[y as usize] = name;
            }
        }
    }

    /// Prefetches what the removal of upcoming edges reads, the last ones first.
    #[inline]
    fn prefetch(&self, upcoming: &[u32], other: &Part) {
        let back = |steps: usize| upcoming.len().checked_sub(steps).map(|at| upcoming[at]);
        if let Some(later) = back(AHEAD) {
            prefetch(&self.nodes, later as usize);
            prefetch(&self.name, later as usize);
            prefetch(&other.nodes, later as usize);
        }
        if let Some(soon) = back(AHEAD / 2) {
            let Node {
                parent,
                first_child,
                next,
                previous,
            } = self.nodes[soon as usize];
            for near in [parent, first_child, next, previous] {
                prefetch(&self.nodes, near as usize);
            }
        }
    }

    /// Whether u and v lie in different components.
    #[inline]
    fn separates(&self, u: u32, v: u32) -> bool {
        self.name[u as usize] != self.name[v as usize]
    }

    /// Removes the parent edge of a vertex and gives the smaller side a new name; the other side keeps
    /// its name, which is returned. `None` if the edge was gone already.
    fn remove(&mut self, vertex: u32) -> Option<u32> {
        let Node {
            parent,
            next,
            previous,
            ..
        } = self.nodes[vertex as usize];
        if parent == NONE {
            return None;
        }
        match previous {
            NONE => self.nodes[parent as usize].first_child = next,
            _ => self.nodes[previous as usize].next = next,
        }
        if next != NONE {
            self.nodes[next as usize].previous = previous;
        }
        let node = &mut self.nodes[vertex as usize];
        (node.parent, node.next, node.previous) = (NONE, NONE, NONE);
        let name = self.name[vertex as usize];
        self.walks[0].start(vertex);
        self.walks[1].start(parent);
        let mut turn = 0;
        while self.walks[turn].step(&self.nodes) {
            turn = 1 - turn;
        }
        self.smaller = turn;
        for &vertex in &self.walks[turn].reached {
            self.name[vertex as usize] = self.names;
        }
        self.names += 1;
        Some(name)
    }

    /// Lists the edges of `other` between the side that was renamed last and the side that kept its
    /// name. Edges to other components were listed when those were split off.
    fn doom_crossing(&self, kept: u32, other: &Part, doomed: &mut Vec<u32>) {
        let crosses = |to: u32| self.name[to as usize] == kept;
        for &vertex in &self.walks[self.smaller].reached {
            let Node {
                parent,
                first_child,
                ..
            } = other.nodes[vertex as usize];
            if parent != NONE && crosses(parent) {
                doomed.push(vertex);
            }
            let mut child = first_child;
            while child != NONE {
                if crosses(child) {
                    doomed.push(child);
                }
                child = other.nodes[child as usize].next;
            }
        }
    }
}

/// A breadth-first traversal of a component: up from the start to the root, and down from every
/// vertex.
#[derive(Default)]
struct Walk {
    /// The vertices reached.
    reached: Vec<u32>,
    /// How many of them are finished.
    done: usize,
    /// The child to visit next, once `at_children`.
    child: u32,
    at_children: bool,
    /// The unfinished vertex that was reached from below, and the one it was reached from.
    climbing: u32,
    below: u32,
    /// The child from which the walk came.
    skipped: u32,
}

impl Walk {
    fn start(&mut self, vertex: u32) {
        self.reached.clear();
        self.reached.push(vertex);
        self.done = 0;
        self.at_children = false;
        (self.climbing, self.below) = (vertex, NONE);
    }

    /// Advances by one neighbour; `false` when the whole component has been visited.
    #[inline]
    fn step(&mut self, nodes: &[Node]) -> bool {
        let Some(&vertex) = self.reached.get(self.done) else {
            return false;
        };
        if !self.at_children {
            self.at_children = true;
            self.skipped = NONE;
            let node = nodes[vertex as usize];
            self.child = node.first_child;
            prefetch(nodes, node.first_child as usize);
            if vertex == self.climbing {
                self.skipped = std::mem::replace(&mut self.below, vertex);
                self.climbing = node.parent;
                if node.parent != NONE {
                    self.reached.push(node.parent);
                }
            }
            return true;
        }
        let child = self.child;
        if child == NONE {
            self.done += 1;
            self.at_children = false;
            return true;
        }
        self.child = nodes[child as usize].next;
        prefetch(nodes, self.child as usize);
        if child != self.skipped {
            self.reached.push(child);
        }
        true
    }
}
