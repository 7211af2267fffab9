//! Dynamic trees: a forest that can be linked, cut, and asked for the nodes on a path, by their
//! place or by a mark.
//!
//! Sleator and Tarjan's link-cut trees (1983, 1985), with splay trees whose paths can be turned
//! round. O(log n) amortised an operation.

/// No node.
const NIL: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The parent in the splay tree, or the path parent if this is a splay root.
    up: u32,
    child: [u32; 2],
    size: u32,
    /// The whole subtree is to be read in the other direction.
    flip: bool,
    /// Whether this node is marked, and whether any node of the splay subtree is.
    mark: bool,
    marked: bool,
}

/// A forest on nodes `0..n`.
#[derive(Clone, Debug)]
pub struct LinkCut {
    nodes: Vec<Node>,
    spine: Vec<u32>,
}

impl LinkCut {
    /// `n` single nodes.
    pub fn new(n: usize) -> Self {
        let single = Node {
            up: NIL,
            child: [NIL; 2],
            size: 1,
            flip: false,
            mark: false,
            marked: false,
        };
        Self {
            nodes: vec![single; n],
            spine: Vec::new(),
        }
    }

    /// The forest in which every node hangs on the given parent, or is a root (`None`). O(n).
    ///
    /// The parents must not go round in a circle.
    pub fn from_parents(parents: &[Option<usize>]) -> Self {
        let mut forest = Self::new(parents.len());
        for (node, parent) in forest.nodes.iter_mut().zip(parents) {
            node.up = parent.map_or(NIL, |parent| parent as u32);
        }
        forest
    }

    /// Joins two trees by an edge between `u` and `v`, which must be in different ones.
    pub fn link(&mut self, u: usize, v: usize) {
        debug_assert!(!self.connected(u, v));
        self.make_root(u);
        self.nodes[u].up = v as u32;
    }

    /// Removes the edge between the neighbours `u` and `v`.
    pub fn cut(&mut self, u: usize, v: usize) {
        self.make_root(u);
        self.access(v);
        debug_assert_eq!(self.nodes[v].child[0], u as u32);
        self.nodes[v].child[0] = NIL;
        self.nodes[u].up = NIL;
        self.pull(v as u32);
    }

    /// Whether `u` and `v` are in one tree.
    pub fn connected(&mut self, u: usize, v: usize) -> bool {
        if u == v {
            return true;
        }
        self.access(u);
        self.access(v);
        // If v's preferred path took u away from its own, they hang together.
        self.nodes[u].up != NIL
    }

    /// Marks a node, or takes its mark away.
    pub fn mark(&mut self, node: usize, mark: bool) {
        self.splay(node as u32);
        self.nodes[node].mark = mark;
        self.pull(node as u32);
    }

    /// The path from `u` to `v`, which must be in one tree, for [`Path::get`] to read.
    pub fn path(&mut self, u: usize, v: usize) -> Path<'_> {
        self.make_root(u);
        self.access(v);
        Path {
            root: v as u32,
            forest: self,
        }
    }

    fn make_root(&mut self, u: usize) {
        self.access(u);
        self.nodes[u].flip ^= true;
        self.push(u as u32);
    }

    /// Makes the path from the tree's root to `u` preferred, and `u` the root of its splay tree.
    fn access(&mut self, u: usize) {
        let mut below = NIL;
        let mut x = u as u32;
        while x != NIL {
            self.splay(x);
            self.nodes[x as usize].child[1] = below;
            self.pull(x);
            below = x;
            x = self.nodes[x as usize].up;
        }
        self.splay(u as u32);
    }

    fn is_splay_root(&self, x: u32) -> bool {
        let up = self.nodes[x as usize].up;
        up == NIL || !self.nodes[up as usize].child.contains(&x)
    }

    fn push(&mut self, x: u32) {
        if !self.nodes[x as usize].flip {
            return;
        }
        let node = &mut self.nodes[x as usize];
        node.flip = false;
        node.child.swap(0, 1);
        for child in node.child {
            if child != NIL {
                self.nodes[child as usize].flip ^= true;
            }
        }
    }

    fn pull(&mut self, x: u32) {
        let Node { child, mark, .. } = self.nodes[x as usize];
        let (mut size, mut marked) = (1, mark);
        for child in child.into_iter().filter(|&child| child != NIL) {
            let below = &self.nodes[child as usize];
            size += below.size;
            marked |= below.marked;
        }
        let node = &mut self.nodes[x as usize];
        (node.size, node.marked) = (size, marked);
    }

    fn splay(&mut self, x: u32) {
        let mut top = x;
        self.spine.push(top);
        while !self.is_splay_root(top) {
            top = self.nodes[top as usize].up;
            self.spine.push(top);
        }
        while let Some(y) = self.spine.pop() {
            self.push(y);
        }
        while !self.is_splay_root(x) {
            let up = self.nodes[x as usize].up;
            if !self.is_splay_root(up) {
                let over = self.nodes[up as usize].up;
                let straight = self.side(up, x) == self.side(over, up);
                self.rotate(if straight { up } else { x });
            }
            self.rotate(x);
        }
    }

    fn side(&self, parent: u32, child: u32) -> usize {
        usize::from(self.nodes[parent as usize].child[1] == child)
    }

    fn rotate(&mut self, x: u32) {
        let up = self.nodes[x as usize].up;
        let over = self.nodes[up as usize].up;
        let side = self.side(up, x);
        if !self.is_splay_root(up) {
            let at = self.side(over, up);
            self.nodes[over as usize].child[at] = x;
        }
        let moved = self.nodes[x as usize].child[1 - side];
        self.nodes[up as usize].child[side] = moved;
        if moved != NIL {
            self.nodes[moved as usize].up = up;
        }
        self.nodes[x as usize].child[1 - side] = up;
        self.nodes[up as usize].up = x;
        self.nodes[x as usize].up = over;
        self.pull(up);
        self.pull(x);
    }
}

/// A path in a [`LinkCut`] forest.
#[derive(Debug)]
pub struct Path<'a> {
    forest: &'a mut LinkCut,
    /// The root of the path's splay tree.
    root: u32,
}

impl Path<'_> {
    /// The number of nodes on the path.
    #[allow(clippy::len_without_is_empty, reason = "a path has at least one node")]
    pub fn len(&self) -> usize {
        self.forest.nodes[self.root as usize].size as usize
    }

    /// The first node of the path that is marked.
    pub fn first_marked(&mut self) -> Option<usize> {
        let marked = |forest: &LinkCut, x: u32| x != NIL && forest.nodes[x as usize].marked;
        if !marked(self.forest, self.root) {
            return None;
        }
        let mut x = self.root;
        loop {
            self.forest.push(x);
            let [left, right] = self.forest.nodes[x as usize].child;
            if marked(self.forest, left) {
                x = left;
            } else if self.forest.nodes[x as usize].mark {
                break;
            } else {
                x = right;
            }
        }
        self.forest.splay(x);
        self.root = x;
        Some(x as usize)
    }

    /// The node at place `index` of the path, counted from 0.
    ///
    /// # Panics
    /// If the path is not that long.
    pub fn get(&mut self, index: usize) -> usize {
        assert!(index < self.len(), "beyond the end of the path");
        let mut rank = index as u32;
        let mut x = self.root;
        loop {
            self.forest.push(x);
            let [left, right] = self.forest.nodes[x as usize].child;
            let before = match left {
                NIL => 0,
                child => self.forest.nodes[child as usize].size,
            };
            match rank.cmp(&before) {
                std::cmp::Ordering::Less => x = left,
                std::cmp::Ordering::Equal => break,
                std::cmp::Ordering::Greater => {
                    rank -= before + 1;
                    x = right;
                }
            }
        }
        self.forest.splay(x);
        self.root = x;
        x as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The same forest as plain lists of neighbours.
    struct Plain(Vec<Vec<usize>>);

    impl Plain {
        fn path(&self, from: usize, to: usize) -> Option<Vec<usize>> {
            let mut stack = vec![vec![from]];
            while let Some(path) = stack.pop() {
                let end = *path.last()?;
                if end == to {
                    return Some(path);
                }
                for &next in &self.0[end] {
                    if !path.contains(&next) {
                        stack.push([path.as_slice(), &[next]].concat());
                    }
                }
            }
            None
        }
    }

    #[test]
    fn agrees_with_plain_lists() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..30 {
            let n = rng.random_range(2..20);
            let (mut fast, mut plain) = (LinkCut::new(n), Plain(vec![Vec::new(); n]));
            let mut marks = vec![false; n];
            for _ in 0..300 {
                let (u, v) = (rng.random_range(0..n), rng.random_range(0..n));
                marks[u] = rng.random_ratio(1, 4);
                fast.mark(u, marks[u]);
                let path = plain.path(u, v);
                assert_eq!(fast.connected(u, v), path.is_some());
                let Some(path) = path else {
                    fast.link(u, v);
                    plain.0[u].push(v);
                    plain.0[v].push(u);
                    continue;
                };
                let mut found = fast.path(u, v);
                assert_eq!(found.len(), path.len());
                for _ in 0..3 {
                    let at = rng.random_range(0..path.len());
                    assert_eq!(found.get(at), path[at]);
                }
                let first = path.iter().copied().find(|&node| marks[node]);
                assert_eq!(found.first_marked(), first);
                if path.len() == 2 || (path.len() > 2 && rng.random_ratio(1, 4)) {
                    fast.cut(path[0], path[1]);
                    plain.0[path[0]].retain(|&x| x != path[1]);
                    plain.0[path[1]].retain(|&x| x != path[0]);
                }
            }
        }
    }
}
