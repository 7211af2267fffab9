//! Dynamic trees: a forest under link and cut, with queries for the tree of a node and for the marked
//! nodes of a path.
//!
//! Sleator and Tarjan's link-cut trees (1983, 1985), with splay trees for reversible paths. O(log n)
//! amortised per operation. A forest built at once is decomposed into heavy paths, each a search tree
//! balanced by the weights of its subtrees, so that even the first operations take O(log n); and its
//! nodes are numbered along these paths, so that what is near in the forest is near in memory.
//!
//! The tree of a node is usually found by walking up, without rotations: that costs less, and leaves
//! the paths intact.

use super::NONE;
use super::prefetch::prefetch;
use std::cmp::Ordering;

/// Sixteen bytes, so that a step down a path costs one cache line.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The parent in the splay tree, or the path parent if this is a splay root.
    up: u32,
    /// Towards the root of the tree, and away from it.
    child: [u32; 2],
    state: State,
}

/// Two flags and a count in one word.
#[derive(Clone, Copy, Debug)]
struct State(u32);

impl State {
    /// The whole splay subtree is to be read in the other direction.
    const FLIP: u32 = 1;
    const MARK: u32 = 2;
    const ONE: u32 = 4;

    fn new(mark: bool) -> Self {
        Self(if mark { Self::MARK | Self::ONE } else { 0 })
    }

    fn flip(self) -> bool {
        self.0 & Self::FLIP != 0
    }

    fn mark(self) -> bool {
        self.0 & Self::MARK != 0
    }

    /// How many nodes of the splay subtree are marked.
    fn marked(self) -> u32 {
        self.0 / Self::ONE
    }

    fn with_marked(self, count: u32) -> Self {
        Self(self.0 % Self::ONE + count * Self::ONE)
    }
}

/// A forest on nodes `0..n`.
///
/// A query for the tree of a node walks up at most `WALK_LIMIT` steps before it accesses the node. Any
/// limit gives the same answers; the default is beyond what a balanced tree in memory needs.
#[derive(Clone, Debug)]
pub(crate) struct LinkCut<const WALK_LIMIT: usize = 64> {
    nodes: Vec<Node>,
    spine: Vec<u32>,
}

impl<const WALK_LIMIT: usize> LinkCut<WALK_LIMIT> {
    /// `n` single nodes, of which those are marked that `mark` accepts.
    pub(crate) fn new(n: usize, mark: impl Fn(usize) -> bool) -> Self {
        let single = |node| Node {
            up: NONE,
            child: [NONE; 2],
            state: State::new(mark(node)),
        };
        Self {
            nodes: (0..n).map(single).collect(),
            spine: Vec::new(),
        }
    }

    /// The forest with these parents; `NONE` is the parent of a root. O(n log n), and balanced. The nodes
    /// are renumbered; the new number of each is returned too.
    ///
    /// The numbers follow the heavy paths and their subtrees, so that what is near in the forest is near
    /// in memory. The parents must not form a cycle.
    pub(crate) fn from_parents(parents: &[u32], mark: impl Fn(usize) -> bool) -> (Self, Vec<u32>) {
        let mut forest = Self::new(parents.len(), |_| false);
        let order = children_first(parents);
        let mut weight = vec![1_u32; parents.len()];
        let mut heavy = vec![NONE; parents.len()];
        for &x in &order {
            let parent = parents[x as usize];
            if parent != NONE {
                let best = &mut heavy[parent as usize];
                if *best == NONE || weight[x as usize] > weight[*best as usize] {
                    *best = x;
                }
                weight[parent as usize] += weight[x as usize];
            }
        }
        let number = heavy_first(parents, &order, &weight, &heavy);
        for (node, &number) in number.iter().enumerate() {
            forest.nodes[number as usize].state = State::new(mark(node));
        }
        let mut path = Vec::new();
        for &top in order.iter().rev() {
            let parent = parents[top as usize];
            if parent != NONE && heavy[parent as usize] == top {
                continue;
            }
            path.clear();
            let mut x = top;
            while x != NONE {
                // The weight of the rest of the path with all its subtrees.
                path.push((number[x as usize], weight[x as usize]));
                x = heavy[x as usize];
            }
            let root = forest.balance(&path, 0);
            if parent != NONE {
                forest.nodes[root as usize].up = number[parent as usize];
            }
        }
        (forest, number)
    }

    /// Builds a splay tree of a path with its root in the middle of the weight. `beyond` is the weight of
    /// what follows the path.
    fn balance(&mut self, path: &[(u32, u32)], beyond: u32) -> u32 {
        let Some(&(_, total)) = path.first() else {
            return NONE;
        };
        let half = beyond + (total - beyond) / 2;
        // The last node from which on there is at least half of the weight.
        let middle = path.partition_point(|&(_, weight)| weight > half).max(1) - 1;
        let (before, rest) = path.split_at(middle);
        let (x, weight) = rest[0];
        let child = [
            self.balance(before, weight),
            self.balance(&rest[1..], beyond),
        ];
        for child in child.into_iter().filter(|&child| child != NONE) {
            self.nodes[child as usize].up = x;
        }
        self.nodes[x as usize].child = child;
        self.pull(x);
        x
    }

    /// Joins two trees by an edge between `u` and `v`, which must be in different ones.
    pub(crate) fn link(&mut self, u: usize, v: usize) {
        debug_assert!(!self.connected(u, v));
        self.make_root(u);
        self.access(v);
        self.nodes[u].up = v as u32;
    }

    /// Removes the edges between a node and its neighbours `u` and `v`.
    pub(crate) fn splice_out(&mut self, u: usize, node: usize, v: usize) {
        self.make_root(u);
        self.access(v);
        self.splay(node as u32);
        // The path is u, the node, v, and nothing else.
        debug_assert_eq!(self.nodes[node].child, [u as u32, v as u32]);
        self.nodes[node].child = [NONE; 2];
        self.pull(node as u32);
        for end in [u, v] {
            self.nodes[end].up = NONE;
        }
    }

    /// Whether `u` and `v` are in one tree.
    pub(crate) fn connected(&mut self, u: usize, v: usize) -> bool {
        let tops = [u, v].map(|node| self.top(node));
        // The second query may have put another node above the first one's top.
        tops[0] == tops[1] || self.nodes[tops[0]].up != NONE
    }

    /// Two different trees, given by a node of each, for queries which of them other nodes are in.
    pub(crate) fn pair_of_trees(&mut self, u: usize, v: usize) -> PairOfTrees<'_, WALK_LIMIT> {
        PairOfTrees {
            tops: [u, v].map(|node| self.top(node)),
            forest: self,
        }
    }

    /// The topmost node of a tree in the splay trees.
    ///
    /// Usually it is near, and then walking up is much cheaper than accessing the node; a long walk is
    /// paid for by the access, which shortens it.
    fn top(&mut self, node: usize) -> usize {
        let mut x = node;
        for _ in 0..WALK_LIMIT {
            match self.nodes[x].up {
                NONE => return x,
                up => x = up as usize,
            }
        }
        self.access(node);
        node
    }

    /// Marks or unmarks a node.
    pub(crate) fn mark(&mut self, node: usize, mark: bool) {
        self.splay(node as u32);
        let state = &mut self.nodes[node].state;
        state.0 = (state.0 & !State::MARK) | if mark { State::MARK } else { 0 };
        self.pull(node as u32);
    }

    /// The path from `u` to `v`, which must be in one tree.
    pub(crate) fn path(&mut self, u: usize, v: usize) -> Path<'_, WALK_LIMIT> {
        self.make_root(u);
        self.access(v);
        Path {
            root: v as u32,
            forest: self,
        }
    }

    fn make_root(&mut self, u: usize) {
        self.access(u);
        self.nodes[u].state.0 ^= State::FLIP;
        self.push(u as u32);
    }

    /// Makes the path from the tree's root to `u` preferred, and `u` the root of its splay tree.
    fn access(&mut self, u: usize) {
        let mut below = NONE;
        let mut x = u as u32;
        while x != NONE {
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
        up == NONE || !self.nodes[up as usize].child.contains(&x)
    }

    fn push(&mut self, x: u32) {
        let node = &mut self.nodes[x as usize];
        if !node.state.flip() {
            return;
        }
        node.state.0 ^= State::FLIP;
        node.child.swap(0, 1);
        for child in node.child {
            if child != NONE {
                self.nodes[child as usize].state.0 ^= State::FLIP;
            }
        }
    }

    fn pull(&mut self, x: u32) {
        let Node { child, state, .. } = self.nodes[x as usize];
        let below = child.into_iter().filter(|&child| child != NONE);
        let marked = below.map(|child| self.nodes[child as usize].state.marked());
        let count = u32::from(state.mark()) + marked.sum::<u32>();
        self.nodes[x as usize].state = state.with_marked(count);
    }

    fn splay(&mut self, x: u32) {
        let mut top = x;
        self.spine.push(top);
        self.prefetch_children(top);
        while !self.is_splay_root(top) {
            top = self.nodes[top as usize].up;
            self.spine.push(top);
            self.prefetch_children(top);
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

    /// Prefetches the children, whose counts are needed when the node is rotated.
    fn prefetch_children(&self, x: u32) {
        for child in self.nodes[x as usize].child {
            prefetch(&self.nodes, child as usize);
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
        if moved != NONE {
            self.nodes[moved as usize].up = up;
        }
        self.nodes[x as usize].child[1 - side] = up;
        self.nodes[up as usize].up = x;
        self.nodes[x as usize].up = over;
        self.pull(up);
        self.pull(x);
    }
}

/// An order in which every node comes before its parent.
fn children_first(parents: &[u32]) -> Vec<u32> {
    let mut children = vec![0_u32; parents.len()];
    for &parent in parents.iter().filter(|&&parent| parent != NONE) {
        children[parent as usize] += 1;
    }
    let mut order = Vec::with_capacity(parents.len());
    for leaf in 0..parents.len() {
        let mut x = leaf;
        // A node is ready when its last child has been listed.
        while children[x] == 0 {
            children[x] = NONE;
            order.push(x as u32);
            if parents[x] == NONE {
                break;
            }
            x = parents[x] as usize;
            children[x] -= 1;
        }
    }
    order
}

/// Numbers in which every subtree is a range that begins with its root and the range of its heavy child.
fn heavy_first(parents: &[u32], order: &[u32], weight: &[u32], heavy: &[u32]) -> Vec<u32> {
    let mut number = vec![0_u32; parents.len()];
    // Where the next light child's range begins.
    let mut next = vec![0_u32; parents.len()];
    let mut next_root = 0;
    for x in order.iter().rev().map(|&x| x as usize) {
        let parent = parents[x];
        let begins = if parent == NONE {
            &mut next_root
        } else {
            &mut next[parent as usize]
        };
        if parent != NONE && heavy[parent as usize] == x as u32 {
            number[x] = number[parent as usize] + 1;
        } else {
            number[x] = *begins;
            *begins += weight[x];
        }
        let heavy = heavy[x];
        next[x] = number[x]
            + 1
            + if heavy == NONE {
                0
            } else {
                weight[heavy as usize]
            };
    }
    number
}

/// Two trees of a [`LinkCut`] forest.
#[derive(Debug)]
pub(crate) struct PairOfTrees<'a, const WALK_LIMIT: usize = 64> {
    forest: &'a mut LinkCut<WALK_LIMIT>,
    /// The topmost node of each tree.
    tops: [usize; 2],
}

impl<const WALK_LIMIT: usize> PairOfTrees<'_, WALK_LIMIT> {
    /// Which of the two trees a node is in: the first (0), the second (1), or neither.
    pub(crate) fn tree_of(&mut self, node: usize) -> Option<usize> {
        let top = self.forest.top(node);
        self.tree_under(top)
    }

    /// The same for several nodes. They walk up in lockstep, so that the cache misses of all of them
    /// overlap.
    pub(crate) fn trees_of<const N: usize>(&mut self, nodes: [usize; N]) -> [Option<usize>; N] {
        let mut above = nodes;
        for _ in 0..WALK_LIMIT {
            let next = above.map(|x| match self.forest.nodes[x].up {
                NONE => x,
                up => up as usize,
            });
            if std::mem::replace(&mut above, next) == next {
                break;
            }
        }
        let mut above = above.into_iter();
        nodes.map(|node| {
            let top = above.next().filter(|&x| self.forest.nodes[x].up == NONE);
            match top {
                Some(top) => self.tree_under(top),
                None => self.tree_of(node),
            }
        })
    }

    fn tree_under(&mut self, top: usize) -> Option<usize> {
        // A node that was accessed is the new top of its tree.
        let is_top = |&old: &usize| old == top || self.forest.nodes[old].up != NONE;
        let tree = self.tops.iter().position(is_top)?;
        self.tops[tree] = top;
        Some(tree)
    }
}

/// A path in a [`LinkCut`] forest.
#[derive(Debug)]
pub(crate) struct Path<'a, const WALK_LIMIT: usize = 64> {
    forest: &'a mut LinkCut<WALK_LIMIT>,
    /// The root of the path's splay tree.
    root: u32,
}

impl<const WALK_LIMIT: usize> Path<'_, WALK_LIMIT> {
    /// The number of marked nodes on the path.
    pub(crate) fn marked(&self) -> usize {
        self.forest.nodes[self.root as usize].state.marked() as usize
    }

    /// The first node of the path that is marked.
    pub(crate) fn first_marked(&mut self) -> Option<usize> {
        let marked = |forest: &LinkCut<WALK_LIMIT>, x: u32| match x {
            NONE => 0,
            x => forest.nodes[x as usize].state.marked(),
        };
        self.descend(|forest, x| {
            let Node { child, state, .. } = forest.nodes[x as usize];
            if marked(forest, child[0]) > 0 {
                Ordering::Less
            } else if state.mark() {
                Ordering::Equal
            } else {
                Ordering::Greater
            }
        })
    }

    /// The last node of the path for which `is_beyond` is false, and the first for which it is true.
    pub(crate) fn bisect(
        &mut self,
        mut is_beyond: impl FnMut(usize) -> bool,
    ) -> [Option<usize>; 2] {
        let mut ends = [None; 2];
        self.descend(|_, x| {
            let beyond = is_beyond(x as usize);
            ends[usize::from(beyond)] = Some(x as usize);
            if beyond {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        });
        ends
    }

    fn descend(
        &mut self,
        mut place: impl FnMut(&LinkCut<WALK_LIMIT>, u32) -> Ordering,
    ) -> Option<usize> {
        let (mut x, mut last) = (self.root, self.root);
        let mut found = false;
        while x != NONE && !found {
            self.forest.push(x);
            last = x;
            let child = self.forest.nodes[x as usize].child;
            match place(self.forest, x) {
                Ordering::Less => x = child[0],
                Ordering::Equal => found = true,
                Ordering::Greater => x = child[1],
            }
        }
        // Splaying pays for the descent.
        self.forest.splay(last);
        self.root = last;
        found.then_some(last as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::seq::SliceRandom;
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

    /// A random forest, built at once, in which half of the nodes are roots. The marks are indexed by the
    /// new numbers of the nodes.
    fn random_forest<const WALK_LIMIT: usize>(
        plain: &mut Plain,
        marks: &mut [bool],
        rng: &mut ChaCha8Rng,
    ) -> LinkCut<WALK_LIMIT> {
        let n = marks.len();
        let mut names: Vec<usize> = (0..n).collect();
        names.shuffle(rng);
        let mut parents = vec![NONE; n];
        for i in (1..n).filter(|i| i % 2 == 1) {
            parents[names[i]] = names[rng.random_range(0..i)] as u32;
        }
        let given: Vec<bool> = (0..n).map(|_| rng.random_ratio(1, 4)).collect();
        let (forest, number) = LinkCut::from_parents(&parents, |node| given[node]);
        for node in 0..n {
            let child = number[node] as usize;
            marks[child] = given[node];
            if parents[node] != NONE {
                let parent = number[parents[node] as usize] as usize;
                plain.0[child].push(parent);
                plain.0[parent].push(child);
            }
        }
        forest
    }

    #[test]
    fn subtrees_are_ranges_of_numbers() {
        let n = 200;
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        // Two roots.
        let chosen = (2..n).map(|x| rng.random_range(0..x) as u32);
        let parents: Vec<u32> = [NONE; 2].into_iter().chain(chosen).collect();
        let (_, number) = LinkCut::<64>::from_parents(&parents, |_| false);
        let mut subtree: Vec<Vec<u32>> = number.iter().map(|&number| vec![number]).collect();
        for x in (2..n).rev() {
            let below = subtree[x].clone();
            subtree[parents[x] as usize].extend(below);
        }
        for mut numbers in subtree {
            let first = numbers[0];
            numbers.sort_unstable();
            let range = first..first + numbers.len() as u32;
            assert_eq!(numbers, range.collect::<Vec<_>>());
        }
    }

    /// The depth of a node in the splay trees.
    fn depth(forest: &LinkCut, node: usize) -> usize {
        let mut x = forest.nodes[node].up;
        let mut steps = 0;
        while x != NONE {
            steps += 1;
            x = forest.nodes[x as usize].up;
        }
        steps
    }

    #[test]
    fn a_forest_built_from_parents_is_balanced() {
        let n = 1 << 14;
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let mut shape = |parent: fn(usize, &mut ChaCha8Rng) -> usize| -> Vec<u32> {
            let parents = (1..n).map(|x| parent(x, &mut rng) as u32);
            std::iter::once(NONE).chain(parents).collect()
        };
        let shapes = [
            shape(|x, _| x - 1),
            shape(|x, _| (x - 1) / 2),
            shape(|x, rng| rng.random_range(0..x)),
            shape(|x, rng| rng.random_range(x.saturating_sub(5)..x)),
            shape(|x, _| (x - 1) & !1),
            shape(|_, _| 0),
        ];
        for parents in shapes {
            let (forest, _) = LinkCut::<64>::from_parents(&parents, |_| true);
            let deepest = (0..n).map(|node| depth(&forest, node)).max();
            assert!(deepest <= Some(2 * 14), "{deepest:?}");
        }
    }

    /// What the amortised bound rests on: accessing a deep node halves the depth of all nodes on its path.
    #[test]
    fn accessing_a_deep_node_halves_its_path() {
        let n = 1 << 10;
        let mut forest = LinkCut::<64>::new(n, |_| false);
        for x in 1..n {
            forest.link(x, x - 1);
        }
        let deepest = |forest: &LinkCut| (0..n).map(|node| depth(forest, node)).max();
        forest.access(n - 1);
        assert_eq!(deepest(&forest), Some(n - 1));
        forest.access(0);
        assert!(deepest(&forest) <= Some(n / 2 + 2));
    }

    /// The small limit makes small trees reach the fallback.
    #[test]
    fn agrees_with_plain_lists() {
        compare_with_plain_lists::<64>();
        compare_with_plain_lists::<3>();
    }

    fn compare_with_plain_lists<const WALK_LIMIT: usize>() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..30 {
            let n = rng.random_range(2..20);
            let mut plain = Plain(vec![Vec::new(); n]);
            let mut marks = vec![false; n];
            let mut fast: LinkCut<WALK_LIMIT> = random_forest(&mut plain, &mut marks, &mut rng);
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
                for first in 0..=path.len() {
                    let at = |node| path.iter().position(|&other| other == node).unwrap();
                    let [before, beyond] = found.bisect(|node| at(node) >= first);
                    assert_eq!(beyond, path.get(first).copied());
                    assert_eq!(before, first.checked_sub(1).map(|last| path[last]));
                }
                let mut marked = path.iter().copied().filter(|&node| marks[node]);
                assert_eq!(found.marked(), marked.clone().count());
                assert_eq!(found.first_marked(), marked.next());
                if path.len() > 2 {
                    let [u, node, v] = [path[0], path[1], path[2]];
                    fast.splice_out(u, node, v);
                    for end in [u, v] {
                        plain.0[node].retain(|&x| x != end);
                        plain.0[end].retain(|&x| x != node);
                    }
                    let mut trees = fast.pair_of_trees(u, v);
                    let expected = |node| {
                        let [first, second] = [u, v].map(|end| plain.path(end, node).is_some());
                        first.then_some(0).or(second.then_some(1))
                    };
                    for _ in 0..5 {
                        let nodes: [usize; 3] = std::array::from_fn(|_| rng.random_range(0..n));
                        assert_eq!(trees.tree_of(nodes[0]), expected(nodes[0]));
                        assert_eq!(trees.trees_of(nodes), nodes.map(expected));
                    }
                }
            }
        }
    }
}
