//! Two trees that no single exchange repairs: the shortest chain of exchanges that does.
//!
//! An edge is to enter the trees, one of which has room. If the first tree has none for it, it may take the
//! place of any edge on the path between its ends there; that edge moves to the other tree, if it has room,
//! or takes the place of an edge there, and so on (the theorem is in `switching/solver/augment.rs`). Room is where a tree
//! does not connect the ends of an edge, or where an edge on the path may leave.
//!
//! The trees change with every move of a game, so nothing is kept about them but parents: to find the path
//! between two vertices, both ways to the root are climbed in turn until they meet, which takes at most twice as long
//! as the longer of them. A search merges the paths that it has seen, so every edge is labelled once, and
//! undoes that at its end: it costs O(k α) for k labelled edges, and O(n α) at worst.

use crate::ds::NONE;
use crate::ds::dynamic_forest::strip_leaves;
use crate::ds::parallel::join_if_large;

/// Two rooted trees.
#[derive(Clone, Debug)]
pub(super) struct Rooted {
    trees: [Tree; 2],
    /// The edges labelled by a search.
    queue: Vec<Labelled>,
}

/// How an edge enters the trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    /// The tree with room.
    pub tree: usize,
    /// The edge that leaves it, where one has to.
    pub gone: Option<usize>,
    /// The first moves to that tree, the second to the other one where the first was, and so on; the edge that enters comes last and
    /// is not listed.
    pub moved: Vec<usize>,
}

/// A labelled edge: the parent edge of a vertex in one of the trees.
#[derive(Clone, Copy, Debug)]
struct Labelled {
    vertex: u32,
    tree: u8,
    /// The index in the queue of the edge from which it was labelled; `NONE` for the edge that enters.
    from: u32,
}

/// Where a search ends: the edge that leaves, where one has to.
#[derive(Clone, Copy)]
struct Room {
    gone: Option<usize>,
}

impl Rooted {
    /// The trees of the edges that `held` lists for each.
    pub(super) fn new(vertices: usize, ends: &[[u32; 2]], held: &[[bool; 2]]) -> Self {
        let tree = |t: usize| Tree::new(vertices, ends, |edge| held[edge][t]);
        let (first, second) = join_if_large(vertices, || tree(0), || tree(1));
        Self {
            trees: [first, second],
            queue: Vec::new(),
        }
    }

    /// Adds an edge that closes no circuit.
    pub(super) fn attach(&mut self, t: usize, edge: usize, ends: [u32; 2]) {
        self.trees[t].link(edge as u32, ends);
    }

    /// Removes an edge of a tree.
    pub(super) fn detach(&mut self, t: usize, edge: usize, ends: [u32; 2]) {
        self.trees[t].unlink(edge as u32, ends);
    }

    /// The shortest chain by which an edge with these ends enters one of the trees `into`. Edges that `may_leave`
    /// accepts may leave either tree.
    ///
    /// If there is none, what has been seen stays merged, until [`Rooted::forget`]: further searches in the same trees are about the
    /// rest alone.
    pub(super) fn search(
        &mut self,
        ends: [u32; 2],
        into: &[usize],
        may_leave: impl Fn(usize) -> bool,
    ) -> Option<Chain> {
        self.queue.clear();
        for &t in into {
            if let Some(room) = self.visit(ends, t, NONE, &may_leave) {
                return Some(self.chain(NONE, t, room));
            }
        }
        let mut at = 0;
        while let Some(&Labelled { vertex, tree, .. }) = self.queue.get(at) {
            let t = usize::from(tree);
            let ends = [vertex, self.trees[t].nodes[vertex as usize].head];
            if let Some(room) = self.visit(ends, 1 - t, at as u32, &may_leave) {
                return Some(self.chain(at as u32, 1 - t, room));
            }
            at += 1;
        }
        None
    }

    /// Whether the last search, which found no chain, labelled this edge; edges that an earlier one labelled do not count.
    pub(super) fn has_labelled(&self, edge: usize) -> bool {
        self.queue.iter().any(|labelled| {
            let tree = &self.trees[usize::from(labelled.tree)];
            tree.nodes[labelled.vertex as usize].edge as usize == edge
        })
    }

    /// Forgets what searches have merged.
    pub(super) fn forget(&mut self) {
        self.trees.iter_mut().for_each(Tree::forget);
    }

    /// Labels the edges on the path between the ends of an edge in one of the trees, unless there is room.
    fn visit(
        &mut self,
        ends: [u32; 2],
        t: usize,
        from: u32,
        may_leave: impl Fn(usize) -> bool,
    ) -> Option<Room> {
        let tree = &mut self.trees[t];
        let Some(top) = tree.meet(ends) else {
            return Some(Room { gone: None });
        };
        let Tree {
            nodes,
            ways,
            merged,
            ..
        } = tree;
        let edge_above = |&x: &u32| nodes[x as usize].edge as usize;
        let mut edges = ways.iter().flatten().map(edge_above);
        if let Some(edge) = edges.find(|&edge| may_leave(edge)) {
            return Some(Room { gone: Some(edge) });
        }
        for &vertex in ways.iter().flatten() {
            nodes[vertex as usize].towards = top;
            merged.push(vertex);
            self.queue.push(Labelled {
                vertex,
                tree: t as u8,
                from,
            });
        }
        None
    }

    /// The chain to the edge at this index of the queue, for which tree `t` has room.
    fn chain(&mut self, mut at: u32, t: usize, room: Room) -> Chain {
        let mut moved = Vec::new();
        while at != NONE {
            let Labelled { vertex, tree, from } = self.queue[at as usize];
            let node = self.trees[usize::from(tree)].nodes[vertex as usize];
            moved.push(node.edge as usize);
            at = from;
        }
        self.forget();
        Chain {
            tree: t,
            gone: room.gone,
            moved,
        }
    }
}

/// One of the trees; it may be in several parts.
#[derive(Clone, Debug)]
struct Tree {
    nodes: Vec<Node>,
    /// The vertices that a search has merged with the parts above them.
    merged: Vec<u32>,
    /// Twice the number of climbs so far.
    climbs: u32,
    /// The parts on the way from each of two vertices, below the one where both meet.
    ways: [Vec<u32>; 2],
}

/// What is stored per vertex, in one place for the cache's sake.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The parent edge and the parent; `NONE` at a root.
    edge: u32,
    head: u32,
    /// The union-find of merged parts: towards the top vertex.
    towards: u32,
    /// The last climb that passed here: its number, plus one for the second way.
    seen: u32,
}

impl Tree {
    fn new(vertices: usize, ends: &[[u32; 2]], is_held: impl Fn(usize) -> bool) -> Self {
        let root = |vertex: u32| Node {
            edge: NONE,
            head: NONE,
            towards: vertex,
            seen: 0,
        };
        let mut nodes: Vec<Node> = (0..vertices as u32).map(root).collect();
        let held: Vec<u32> = (0..ends.len() as u32)
            .filter(|&edge| is_held(edge as usize))
            .collect();
        let ends_of = |number: u32| ends[held[number as usize] as usize];
        strip_leaves(vertices, held.len(), ends_of, |x, number, parent| {
            nodes[x].edge = held[number as usize];
            nodes[x].head = parent as u32;
        });
        Self {
            nodes,
            merged: Vec::new(),
            climbs: 0,
            ways: [Vec::new(), Vec::new()],
        }
    }

    fn forget(&mut self) {
        for vertex in self.merged.drain(..) {
            self.nodes[vertex as usize].towards = vertex;
        }
    }

    fn unlink(&mut self, edge: u32, [u, v]: [u32; 2]) {
        let is_above_u = self.nodes[u as usize].edge == edge;
        let below = &mut self.nodes[if is_above_u { u } else { v } as usize];
        (below.edge, below.head) = (NONE, NONE);
    }

    /// Joins two parts by an edge; the end that is nearer to its root becomes the root of its part first.
    fn link(&mut self, edge: u32, [u, v]: [u32; 2]) {
        let (mut x, mut head) = if self.is_nearer(u, v) { (u, v) } else { (v, u) };
        let mut edge = edge;
        while x != NONE {
            let node = &mut self.nodes[x as usize];
            let next = std::mem::replace(&mut node.head, head);
            edge = std::mem::replace(&mut node.edge, edge);
            head = x;
            x = next;
        }
    }

    /// Whether `u` is at most as far from its root as `v`.
    fn is_nearer(&self, mut u: u32, mut v: u32) -> bool {
        loop {
            let [above_u, above_v] = [u, v].map(|x| self.nodes[x as usize].head);
            if above_u == NONE || above_v == NONE {
                return above_u == NONE;
            }
            (u, v) = (above_u, above_v);
        }
    }

    /// The part where the ways from two vertices to the root meet, if they do; the parts below it are left
    /// in `ways`.
    fn meet(&mut self, ends: [u32; 2]) -> Option<u32> {
        self.ways.iter_mut().for_each(Vec::clear);
        let mut at = ends.map(|end| self.top(end));
        if at[0] == at[1] {
            return Some(at[0]);
        }
        let climb = self.next_climb();
        for (x, way) in at.into_iter().zip(0..) {
            self.nodes[x as usize].seen = climb + way;
        }
        loop {
            for (way, x) in at.iter_mut().enumerate() {
                let Some(above) = self.above(*x) else {
                    continue;
                };
                self.ways[way].push(*x);
                *x = above;
                let seen = &mut self.nodes[above as usize].seen;
                if *seen == climb + (1 - way as u32) {
                    self.end_below(1 - way, above);
                    return Some(above);
                }
                *seen = climb + way as u32;
            }
            if at.iter().all(|&x| self.nodes[x as usize].head == NONE) {
                return None;
            }
        }
    }

    /// The part above this one.
    fn above(&mut self, part: u32) -> Option<u32> {
        let head = self.nodes[part as usize].head;
        (head != NONE).then(|| self.top(head))
    }

    /// Shortens a way that may have gone on beyond the part where it meets the other.
    fn end_below(&mut self, way: usize, top: u32) {
        let way = &mut self.ways[way];
        if let Some(end) = way.iter().rposition(|&x| x == top) {
            way.truncate(end);
        }
    }

    fn next_climb(&mut self) -> u32 {
        if self.climbs > u32::MAX - 4 {
            self.climbs = 0;
            self.nodes.iter_mut().for_each(|node| node.seen = 0);
        }
        self.climbs += 2;
        self.climbs
    }

    /// The top vertex of the merged part of `vertex`, with path halving.
    fn top(&mut self, vertex: u32) -> u32 {
        let mut x = vertex;
        loop {
            let up = self.nodes[x as usize].towards;
            if up == x {
                return x;
            }
            let over = self.nodes[up as usize].towards;
            self.nodes[x as usize].towards = over;
            x = over;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ds::union_find::UnionFind;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Whether edges close no circuit.
    fn is_forest(vertices: usize, edges: impl Iterator<Item = [u32; 2]>) -> bool {
        let mut joined = UnionFind::new(vertices);
        let mut edges = edges;
        edges.all(|[u, v]| joined.union(u as usize, v as usize))
    }

    /// Whether edges split into two forests, by trying all splits.
    fn can_split(vertices: usize, edges: &[[u32; 2]]) -> bool {
        (0_u32..1 << edges.len()).any(|mask| {
            let part = |t: u32| {
                let all = edges.iter().enumerate();
                all.filter(move |(i, _)| mask >> i & 1 == t)
                    .map(|(_, &ends)| ends)
            };
            is_forest(vertices, part(0)) && is_forest(vertices, part(1))
        })
    }

    /// Random edges, those of them in each of two disjoint forests, and those that may leave.
    struct Case {
        vertices: usize,
        ends: Vec<[u32; 2]>,
        held: Vec<[bool; 2]>,
        leaves: Vec<bool>,
    }

    impl Case {
        fn new(rng: &mut ChaCha8Rng) -> Self {
            let vertices = rng.random_range(2..7_u32);
            let ends: Vec<[u32; 2]> = (0..2 * vertices)
                .map(|_| {
                    let u = rng.random_range(0..vertices);
                    [u, (u + rng.random_range(1..vertices)) % vertices]
                })
                .collect();
            let mut joined = [(); 2].map(|()| UnionFind::new(vertices as usize));
            let mut hold = |[u, v]: [u32; 2]| {
                let mut held = [false; 2];
                if rng.random_bool(0.9) {
                    let t = rng.random_range(0..2);
                    held[t] = joined[t].union(u as usize, v as usize);
                }
                held
            };
            let held = ends.iter().map(|&ends| hold(ends)).collect();
            let leaves = ends.iter().map(|_| rng.random_bool(0.05)).collect();
            Self {
                vertices: vertices as usize,
                ends,
                held,
                leaves,
            }
        }

        /// The edges of the trees that must stay, and this one.
        fn wanted(&self, entering: usize) -> Vec<[u32; 2]> {
            let all = 0..self.ends.len();
            let stays = |&edge: &usize| {
                edge == entering || self.held[edge] != [false; 2] && !self.leaves[edge]
            };
            all.filter(stays).map(|edge| self.ends[edge]).collect()
        }

        fn set(&mut self, rooted: &mut Rooted, t: usize, edge: usize, held: bool) {
            assert_ne!(self.held[edge][t], held);
            self.held[edge][t] = held;
            if held {
                rooted.attach(t, edge, self.ends[edge]);
            } else {
                rooted.detach(t, edge, self.ends[edge]);
            }
            let tree = (0..self.ends.len()).filter(|&edge| self.held[edge][t]);
            assert!(is_forest(self.vertices, tree.map(|edge| self.ends[edge])));
        }

        fn apply(&mut self, rooted: &mut Rooted, entering: usize, chain: &Chain) {
            let mut t = chain.tree;
            if let Some(gone) = chain.gone {
                assert!(self.leaves[gone]);
                self.set(rooted, t, gone, false);
            }
            for &moved in &chain.moved {
                self.set(rooted, 1 - t, moved, false);
                self.set(rooted, t, moved, true);
                t = 1 - t;
            }
            self.set(rooted, t, entering, true);
        }
    }

    /// An edge enters exactly if the edges that must stay split into two forests with it, and the chain says how.
    #[test]
    fn an_edge_enters_where_all_splits_say_so() {
        let mut rng = ChaCha8Rng::seed_from_u64(21);
        let (mut entered, mut refused, mut longest) = (0, 0, 0);
        for _ in 0..3000 {
            let mut case = Case::new(&mut rng);
            let mut rooted = Rooted::new(case.vertices, &case.ends, &case.held);
            for entering in 0..case.ends.len() {
                if case.held[entering] != [false; 2] {
                    continue;
                }
                let leaves = case.leaves.clone();
                let chain = rooted.search(case.ends[entering], &[0, 1], |edge| leaves[edge]);
                let fits = can_split(case.vertices, &case.wanted(entering));
                assert_eq!(chain.is_some(), fits);
                match chain {
                    Some(chain) => {
                        entered += 1;
                        longest = longest.max(chain.moved.len());
                        case.apply(&mut rooted, entering, &chain);
                    }
                    None => refused += 1,
                }
            }
        }
        assert!(entered > 500 && refused > 500 && longest > 2);
    }
}
