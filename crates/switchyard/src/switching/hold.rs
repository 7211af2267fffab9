//! Whether the terminals still hang together, while CUT destroys and SHORT joins.
//!
//! A forest of edges that CUT has left is kept, with both terminals in one tree, and with all that
//! SHORT's edges join in one piece. When CUT destroys an edge outside of it, nothing happens. When one of its
//! edges goes, its tree falls into two sides, and two breadth-first searches start from the edge's ends
//! in lockstep, in the network with SHORT's edges contracted, each on its own side, until one meets an
//! edge that leads to the other. That edge takes the place of the one that went. If a search ends
//! without, nothing holds the two sides together any more.
//!
//! The searches need not meet: the forest tells which side a vertex is on. So in a network that
//! branches everywhere, such as a random one, where half of all edges lead to the other side, a few
//! steps are enough, and not √n as for two searches that wait to meet. On a board in the plane the
//! next edge to the other side is an edge of the same face.
//!
//! Only if the terminals are parted does the search go on to the end. Otherwise it soon gives up, and
//! the tree stays in two: a later search that meets the other part takes it up again.
//!
//! A contracted vertex is a ring of the ends of its free edges: two rings are joined in O(1), a
//! played edge is taken out in O(1), and loops are dropped when they are next met.
//!
//! The dynamic trees cost O(log n) amortised a question; a search for the terminals' sake is bounded only by
//! what it sees (Holm, de Lichtenberg and Thorup, 2001, bound that too, with a hierarchy of forests).

use super::{Claim, Network};
use crate::graph::{EdgeId, Graph};
use crate::spanning::Spanning;
use crate::union_find::UnionFind;
use std::collections::VecDeque;

const NIL: u32 = u32::MAX;

/// How many steps a search may take that the terminals do not need; few in the tests, whose boards
/// are small.
const PATIENCE: usize = if cfg!(test) { 4 } else { 64 };

/// What holds the terminals together. The end `i` of edge `e` is the entry `2e + i`.
#[derive(Clone, Debug)]
pub(super) struct Hold {
    /// Open are the edges that SHORT does not have.
    forest: Spanning,
    is_held: Vec<bool>,
    rings: Rings,
    /// Which search (the round doubled, or one more) reached a contracted vertex last.
    mark: Vec<u32>,
    round: u32,
    searches: [Search; 2],
}

/// The board, with SHORT's edges contracted.
pub(super) struct Board<'a> {
    graph: &'a Graph,
    terminals: [u32; 2],
    joined: &'a mut UnionFind,
}

impl<'a> Board<'a> {
    /// `joined` is what SHORT has joined, if it is kept already.
    pub(super) fn new(network: &'a Network, joined: &'a mut Option<UnionFind>) -> Self {
        let graph = network.graph();
        let joined = joined.get_or_insert_with(|| UnionFind::new(graph.vertex_count()));
        let terminals = [network.left(), network.right()].map(|end| end.index() as u32);
        Self {
            graph,
            terminals,
            joined,
        }
    }

    /// Makes one contracted vertex of the two at the ends of SHORT's edge: the one that stays, and the
    /// other; `None` if they are one already.
    pub(super) fn join(&mut self, edge: EdgeId) -> Option<[usize; 2]> {
        let [a, b] = self.roots(edge).map(|root| root as usize);
        self.joined.union(a, b).then(|| {
            let stays = self.joined.find(a);
            [stays, if stays == a { b } else { a }]
        })
    }

    fn ends(&self, edge: EdgeId) -> [u32; 2] {
        self.graph.ends(edge).map(|end| end.index() as u32)
    }

    fn root(&mut self, vertex: u32) -> u32 {
        self.joined.find(vertex as usize) as u32
    }

    fn roots(&mut self, edge: EdgeId) -> [u32; 2] {
        self.ends(edge).map(|end| self.root(end))
    }

    /// The other end of an entry's edge.
    fn opposite(&self, entry: u32) -> u32 {
        self.ends(edge_of(entry))[1 - (entry & 1) as usize]
    }
}

fn edge_of(entry: u32) -> EdgeId {
    EdgeId::new(entry as usize / 2)
}

impl Hold {
    /// Of a board with these edges played.
    pub(super) fn new(board: &mut Board<'_>, claim_of: impl Fn(EdgeId) -> Claim) -> Self {
        let graph = board.graph;
        let (vertices, edges) = (graph.vertex_count(), graph.edge_count());
        let mut tree = UnionFind::new(vertices);
        let mut is_held = vec![false; edges];
        // SHORT's edges first, so that all they join is in one piece.
        for claim in [Claim::Short, Claim::Free] {
            for edge in graph.edges().filter(|&edge| claim_of(edge) == claim) {
                let [u, v] = graph.ends(edge);
                is_held[edge.index()] = tree.union(u.index(), v.index());
            }
        }
        let is_free = |edge| claim_of(edge) == Claim::Free;
        let forest = Spanning::new(
            vertices,
            edges,
            |edge| board.ends(EdgeId::new(edge)),
            |edge| is_held[edge],
            |edge| is_free(EdgeId::new(edge)),
        );
        Self {
            forest,
            is_held,
            rings: Rings::new(board, is_free),
            mark: vec![0; vertices],
            round: 0,
            searches: Default::default(),
        }
    }

    /// SHORT takes an edge.
    pub(super) fn secure(&mut self, board: &mut Board<'_>, edge: EdgeId) {
        self.rings.remove(board, edge);
        if let Some([stays, gone]) = board.join(edge) {
            self.rings.merge(stays, gone);
            self.keep(board, edge);
        }
    }

    /// Puts an edge that SHORT has into the forest for good; if it closes a circle there, in the place
    /// of an edge that SHORT has not.
    fn keep(&mut self, board: &Board<'_>, edge: EdgeId) {
        if self.is_held[edge.index()] {
            self.forest.set_open(edge.index(), false);
            return;
        }
        let ends = board.ends(edge);
        if self.forest.connected(ends) {
            let out = self.forest.first_open(ends);
            let out = out.expect("SHORT had not joined the ends");
            self.detach(board, EdgeId::new(out));
        }
        self.attach(board, edge, false);
    }

    fn attach(&mut self, board: &Board<'_>, edge: EdgeId, is_open: bool) {
        self.is_held[edge.index()] = true;
        self.forest.attach(edge.index(), board.ends(edge), is_open);
    }

    fn detach(&mut self, board: &Board<'_>, edge: EdgeId) {
        self.is_held[edge.index()] = false;
        self.forest.detach(edge.index(), board.ends(edge));
    }

    /// CUT destroys an edge. Whether the terminals still hang together.
    pub(super) fn release(&mut self, board: &mut Board<'_>, edge: EdgeId) -> bool {
        self.rings.remove(board, edge);
        if !self.is_held[edge.index()] {
            return true;
        }
        self.detach(board, edge);
        let still = self.forest.connected(board.terminals);
        let patience = if still { PATIENCE } else { usize::MAX };
        let instead = self.search(board, board.ends(edge), patience);
        if let Some(instead) = instead {
            self.attach(board, instead, true);
        }
        still || instead.is_some()
    }

    /// An edge between the trees of two vertices. Other trees that are met on the way become part of
    /// the one from which they are met.
    fn search(&mut self, board: &mut Board<'_>, ends: [u32; 2], patience: usize) -> Option<EdgeId> {
        self.start(ends.map(|end| board.root(end)));
        let mut sides = self.forest.sides(ends);
        for step in 0..patience {
            let turn = step % 2;
            let (entry, to) = match self.searches[turn].step(&mut self.rings, board) {
                Step::Exhausted => break,
                Step::Nothing => continue,
                Step::Leads(entry, to) => (entry, to),
            };
            let own = 2 * self.round + turn as u32;
            let mark = self.mark[to as usize];
            if mark == own {
                continue;
            }
            if mark / 2 == self.round {
                return Some(edge_of(entry));
            }
            if !self.is_held[entry as usize / 2] {
                match sides.tree_of(to as usize) {
                    Some(tree) if tree != turn => return Some(edge_of(entry)),
                    Some(_) => {}
                    None => {
                        self.attach(board, edge_of(entry), true);
                        sides = self.forest.sides(ends);
                    }
                }
            }
            self.mark[to as usize] = own;
            self.searches[turn].queue.push_back(to);
        }
        None
    }

    fn start(&mut self, starts: [u32; 2]) {
        self.round += 1;
        if self.round == u32::MAX / 2 {
            self.mark.fill(0);
            self.round = 1;
        }
        for (turn, start) in starts.into_iter().enumerate() {
            self.mark[start as usize] = 2 * self.round + turn as u32;
            let search = &mut self.searches[turn];
            search.queue.clear();
            search.queue.push_back(start);
            search.reading = None;
        }
    }
}

/// A breadth-first search that pauses after every edge.
#[derive(Clone, Debug, Default)]
struct Search {
    queue: VecDeque<u32>,
    /// The contracted vertex whose ring is being read, and the next entry.
    reading: Option<(u32, u32)>,
}

/// What a step of a search came to.
enum Step {
    /// By this entry to this contracted vertex.
    Leads(u32, u32),
    Nothing,
    Exhausted,
}

impl Search {
    /// One entry on; a loop is dropped.
    fn step(&mut self, rings: &mut Rings, board: &mut Board<'_>) -> Step {
        let Some((root, entry)) = self.reading else {
            let Some(root) = self.queue.pop_front() else {
                return Step::Exhausted;
            };
            let first = rings.first[root as usize];
            self.reading = (first != NIL).then_some((root, first));
            return Step::Nothing;
        };
        let next = rings.next[entry as usize];
        self.reading = (next != rings.first[root as usize]).then_some((root, next));
        let to = board.root(board.opposite(entry));
        if to == root {
            rings.drop_entry(root, entry);
            return Step::Nothing;
        }
        Step::Leads(entry, to)
    }
}

/// The free edges at each contracted vertex, in a ring of entries.
#[derive(Clone, Debug)]
struct Rings {
    /// An entry outside of all rings is its own neighbour.
    next: Vec<u32>,
    before: Vec<u32>,
    /// An entry of the ring of a contracted vertex.
    first: Vec<u32>,
}

impl Rings {
    fn new(board: &mut Board<'_>, is_free: impl Fn(EdgeId) -> bool) -> Self {
        let (vertices, edges) = (board.graph.vertex_count(), board.graph.edge_count());
        let entries = 2 * edges as u32;
        let mut rings = Self {
            next: (0..entries).collect(),
            before: (0..entries).collect(),
            first: vec![NIL; vertices],
        };
        for edge in board.graph.edges().filter(|&edge| is_free(edge)) {
            let roots = board.roots(edge);
            if roots[0] != roots[1] {
                for (end, root) in roots.into_iter().enumerate() {
                    let entry = 2 * edge.index() + end;
                    rings.splice(root as usize, entry as u32);
                }
            }
        }
        rings
    }

    /// Joins another ring, of which an entry is given, to that of a vertex.
    fn splice(&mut self, root: usize, entry: u32) {
        let first = self.first[root];
        if first == NIL {
            self.first[root] = entry;
            return;
        }
        let [last, other] = [first, entry].map(|entry| self.before[entry as usize]);
        for [one, next] in [[last, entry], [other, first]] {
            self.next[one as usize] = next;
            self.before[next as usize] = one;
        }
    }

    fn merge(&mut self, root: usize, gone: usize) {
        let added = std::mem::replace(&mut self.first[gone], NIL);
        if added != NIL {
            self.splice(root, added);
        }
    }

    /// Takes a played edge out.
    fn remove(&mut self, board: &mut Board<'_>, edge: EdgeId) {
        for (end, root) in board.roots(edge).into_iter().enumerate() {
            self.drop_entry(root, 2 * edge.index() as u32 + end as u32);
        }
    }

    fn drop_entry(&mut self, root: u32, entry: u32) {
        let (before, next) = (self.before[entry as usize], self.next[entry as usize]);
        let first = &mut self.first[root as usize];
        if *first == entry {
            *first = if next == entry { NIL } else { next };
        }
        self.next[before as usize] = next;
        self.before[next as usize] = before;
        self.next[entry as usize] = entry;
        self.before[entry as usize] = entry;
    }
}
