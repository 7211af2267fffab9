//! The (2,2)-pebble game with contraction: which edges fit into two disjoint forests.
//!
//! **Theorem used** (Nash-Williams 1964; Lee and Streinu 2008). Edges split into two forests
//! exactly when every vertex set X holds at most 2|X| − 2 of them. Give every vertex two slots,
//! each of which may own one edge at that vertex; a free slot is a *pebble*. An edge uv may join a
//! set that splits exactly when three pebbles can be gathered on u and v, where a pebble moves
//! from y to x by passing the ownership of an edge from x to y.
//!
//! A search that fails has visited a *tight* set X, one that holds 2|X| − 2 edges, the smallest
//! around u and v. Nothing inside X ever matters again to an edge outside, so X becomes one node
//! with two free slots. Failures therefore cost near-linear time in total, and the nested sets are
//! kept: [`super::trees`] reads two forests off them.
//!
//! Complexity: O(n + m α) space and failures; a success costs one breadth-first search among the
//! nodes that are left.

use std::collections::VecDeque;

/// No edge, or no node.
pub(crate) const NONE: u32 = u32::MAX;

/// A slot: the edge that it owns and the node at that edge's other end, or a pebble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub edge: u32,
    pub to: u32,
}

impl Slot {
    pub(crate) const PEBBLE: Slot = Slot {
        edge: NONE,
        to: NONE,
    };

    pub(crate) fn is_pebble(self) -> bool {
        self.edge == NONE
    }
}

/// The pebble game in progress.
///
/// Nodes `0..vertices` are the vertices; every contraction adds a node. A node that was contracted
/// is frozen: its slots stay as they were, with `to` naming a node frozen at the same moment.
#[derive(Clone, Debug)]
pub(crate) struct Pebbles {
    slots: Vec<[Slot; 2]>,
    /// The node that a frozen node is (by now) part of; path-halved. A live node is its own.
    within: Vec<u32>,
    search: Search,
}

#[derive(Clone, Debug, Default)]
struct Search {
    seen: Vec<u32>,
    round: u32,
    queue: VecDeque<u32>,
    visited: Vec<u32>,
    /// The node and slot from which a node was reached.
    via: Vec<(u32, u8)>,
}

impl Pebbles {
    pub(crate) fn new(vertices: usize) -> Self {
        Self {
            slots: vec![[Slot::PEBBLE; 2]; vertices],
            within: (0..vertices as u32).collect(),
            search: Search {
                seen: vec![0; vertices],
                via: vec![(NONE, 0); vertices],
                ..Search::default()
            },
        }
    }

    /// The number of nodes, frozen ones included.
    pub(crate) fn node_count(&self) -> usize {
        self.slots.len()
    }

    /// The slots of a node.
    pub(crate) fn slots(&self, node: u32) -> [Slot; 2] {
        self.slots[node as usize]
    }

    /// Whether the node has not been contracted into another.
    pub(crate) fn is_live(&self, node: u32) -> bool {
        self.within[node as usize] == node
    }

    /// The live node that `node` is part of.
    #[inline]
    pub(crate) fn find(&mut self, node: u32) -> u32 {
        let mut x = node;
        loop {
            let up = self.within[x as usize];
            if up == x {
                return x;
            }
            let top = self.within[up as usize];
            self.within[x as usize] = top;
            x = top;
        }
    }

    /// Offers an edge. Accepts it if it is independent of those accepted before; otherwise
    /// contracts the smallest tight set around its ends and returns `false`.
    pub(crate) fn insert(&mut self, edge: u32, [a, b]: [u32; 2]) -> bool {
        let (u, v) = (self.find(a), self.find(b));
        if u == v {
            return false;
        }
        if !self.gather(u, v) {
            self.contract_visited();
            return false;
        }
        let (owner, other) = if self.free(u) > 0 { (u, v) } else { (v, u) };
        self.put(owner, Slot { edge, to: other });
        true
    }

    /// The live nodes of the smallest tight set around two vertices; `None` if an edge between
    /// them would be independent.
    pub(crate) fn smallest_tight_set(&mut self, [a, b]: [u32; 2]) -> Option<&[u32]> {
        let (u, v) = (self.find(a), self.find(b));
        if u == v {
            self.search.start([u, v]);
            return Some(&self.search.visited);
        }
        (!self.gather(u, v)).then_some(&self.search.visited)
    }

    /// The largest tight set that holds the live node `z`.
    ///
    /// With two pebbles on z, every tight set around z is closed under the arcs and holds no other
    /// pebble: the largest one is all nodes from which no other pebble can be reached.
    pub(crate) fn largest_tight_set(&mut self, z: u32) -> Vec<u32> {
        while self.free(z) < 2 {
            let found = self.fetch(z, z);
            debug_assert!(found, "a node can always have two pebbles");
        }
        let live: Vec<u32> = (0..self.node_count() as u32)
            .filter(|&x| self.is_live(x))
            .collect();
        let mut owners: Vec<Vec<u32>> = vec![Vec::new(); self.node_count()];
        let mut escapes = vec![false; self.node_count()];
        let mut stack = Vec::new();
        for &x in &live {
            for slot in self.slots(x) {
                if !slot.is_pebble() {
                    owners[self.find(slot.to) as usize].push(x);
                }
            }
            if x != z && self.free(x) > 0 {
                escapes[x as usize] = true;
                stack.push(x);
            }
        }
        while let Some(x) = stack.pop() {
            for &owner in &owners[x as usize] {
                if !std::mem::replace(&mut escapes[owner as usize], true) {
                    stack.push(owner);
                }
            }
        }
        live.into_iter().filter(|&x| !escapes[x as usize]).collect()
    }

    fn free(&self, node: u32) -> usize {
        let slots = self.slots(node);
        slots.iter().filter(|slot| slot.is_pebble()).count()
    }

    fn put(&mut self, node: u32, slot: Slot) {
        let slots = &mut self.slots[node as usize];
        let free = usize::from(!slots[0].is_pebble());
        debug_assert!(slots[free].is_pebble());
        slots[free] = slot;
    }

    /// Brings pebbles to u and v until there are three; if there are not that many,
    /// `search.visited` is the smallest tight set around u and v.
    fn gather(&mut self, u: u32, v: u32) -> bool {
        while self.free(u) + self.free(v) < 3 {
            if !self.fetch(u, v) {
                return false;
            }
        }
        true
    }

    /// Brings one more pebble to u or v; if there is none to bring, `search.visited` is the set
    /// of all nodes that were reached.
    fn fetch(&mut self, u: u32, v: u32) -> bool {
        self.search.start([u, v]);
        while let Some(x) = self.search.queue.pop_front() {
            for side in 0..2_u8 {
                let slot = self.slots[x as usize][side as usize];
                if slot.is_pebble() {
                    continue;
                }
                let y = self.find(slot.to);
                if self.search.reach(y, (x, side)) && self.free(y) > 0 {
                    self.bring(y);
                    return true;
                }
            }
        }
        false
    }

    /// Passes the ownership of every edge on the search path towards `from`, which has a pebble.
    fn bring(&mut self, from: u32) {
        let mut y = from;
        while let (x, side) = self.search.via[y as usize]
            && x != NONE
        {
            let edge = self.slots[x as usize][side as usize].edge;
            self.slots[x as usize][side as usize] = Slot::PEBBLE;
            self.put(y, Slot { edge, to: x });
            y = x;
        }
    }

    fn contract_visited(&mut self) {
        let node = self.slots.len() as u32;
        self.slots.push([Slot::PEBBLE; 2]);
        self.within.push(node);
        self.search.grow();
        let visited = std::mem::take(&mut self.search.visited);
        for &x in &visited {
            for side in 0..2 {
                let to = self.slots[x as usize][side].to;
                if to != NONE {
                    self.slots[x as usize][side].to = self.find(to);
                }
            }
        }
        for &x in &visited {
            self.within[x as usize] = node;
        }
        self.search.visited = visited;
    }
}

impl Search {
    fn start(&mut self, roots: [u32; 2]) {
        self.round += 1;
        self.queue.clear();
        self.visited.clear();
        for root in roots {
            self.reach(root, (NONE, 0));
        }
    }

    /// Notes that a node was reached; `false` if it had been before.
    fn reach(&mut self, node: u32, via: (u32, u8)) -> bool {
        if self.seen[node as usize] == self.round {
            return false;
        }
        self.seen[node as usize] = self.round;
        self.via[node as usize] = via;
        self.visited.push(node);
        self.queue.push_back(node);
        true
    }

    fn grow(&mut self) {
        self.seen.push(0);
        self.via.push((NONE, 0));
    }
}
