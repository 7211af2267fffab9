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

use super::orient::{NONE, Slots};

/// A pair of forests being refined into its clumps.
pub(crate) struct Refinement {
    parts: [Part; 2],
    /// Edges that belong to no tight set and are still there, by the vertices below them.
    doomed: [Vec<u32>; 2],
}

impl Refinement {
    /// The clumps of two forests that are hung up; edges that `keep` refuses are left out of account.
    pub(crate) fn new(up: &[Slots], keep: impl Fn(u32) -> bool) -> Self {
        let mut refinement = Self {
            parts: [0, 1].map(|t| Part::new(up, t, &keep)),
            doomed: Default::default(),
        };
        for t in 0..2 {
            let [mine, other] = [t, 1 - t].map(|t| &refinement.parts[t]);
            let crossing = |&vertex: &u32| {
                let parent = mine.nodes[vertex as usize].parent;
                parent != NONE && other.parts(vertex, parent)
            };
            refinement.doomed[t] = (0..up.len() as u32).filter(crossing).collect();
        }
        refinement.settle();
        refinement
    }

    /// The name of every vertex's clump.
    pub(crate) fn names(&self) -> &[u32] {
        &self.parts[0].name
    }

    pub(crate) fn into_names(self) -> Vec<u32> {
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
                if part.remove(vertex) {
                    part.doom_crossing(other, &mut self.doomed[1 - t]);
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
    /// Which of the two walks ended first.
    smaller: usize,
}

/// The place of a vertex in its tree, side by side in memory; `NONE` where there is nobody.
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

    /// Whether u and v lie in different components.
    #[inline]
    fn parts(&self, u: u32, v: u32) -> bool {
        self.name[u as usize] != self.name[v as usize]
    }

    /// Removes the edge up from a vertex and gives the smaller side a new name; `false` if it was
    /// gone already.
    fn remove(&mut self, vertex: u32) -> bool {
        let Node {
            parent,
            next,
            previous,
            ..
        } = self.nodes[vertex as usize];
        if parent == NONE {
            return false;
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
        self.walks[0].start(vertex);
        self.walks[1].start(parent);
        let mut turn = 0;
        while self.walks[turn].step(&self.nodes) {
            turn = 1 - turn;
        }
        self.smaller = turn;
        for &(vertex, _) in &self.walks[turn].reached {
            self.name[vertex as usize] = self.names;
        }
        self.names += 1;
        true
    }

    /// Lists the edges of `other` that have one end in the part split off last.
    fn doom_crossing(&self, other: &Part, doomed: &mut Vec<u32>) {
        for &(vertex, _) in &self.walks[self.smaller].reached {
            let Node {
                parent,
                first_child,
                ..
            } = other.nodes[vertex as usize];
            if parent != NONE && self.parts(vertex, parent) {
                doomed.push(vertex);
            }
            let mut child = first_child;
            while child != NONE {
                if self.parts(vertex, child) {
                    doomed.push(child);
                }
                child = other.nodes[child as usize].next;
            }
        }
    }
}

/// A walk through a component, breadth first.
#[derive(Default)]
struct Walk {
    /// The vertices reached, and where each was reached from.
    reached: Vec<(u32, u32)>,
    /// How many of them have been left behind.
    done: usize,
    /// The child of the next one that is to be looked at, once `at_children`.
    child: u32,
    at_children: bool,
}

impl Walk {
    fn start(&mut self, vertex: u32) {
        self.reached.clear();
        self.reached.push((vertex, NONE));
        self.done = 0;
        self.at_children = false;
    }

    /// Moves on by one neighbour; `false` when the whole component has been seen.
    #[inline]
    fn step(&mut self, nodes: &[Node]) -> bool {
        let Some(&(vertex, from)) = self.reached.get(self.done) else {
            return false;
        };
        let neighbour = if self.at_children {
            let child = self.child;
            if child == NONE {
                self.done += 1;
                self.at_children = false;
                return true;
            }
            self.child = nodes[child as usize].next;
            child
        } else {
            self.at_children = true;
            let node = nodes[vertex as usize];
            self.child = node.first_child;
            node.parent
        };
        if neighbour != NONE && neighbour != from {
            self.reached.push((neighbour, vertex));
        }
        true
    }
}
