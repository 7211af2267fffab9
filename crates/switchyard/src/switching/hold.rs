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
use crate::prefetch::prefetch;
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
    rows: Rows,
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

    fn is_loop(&mut self, edge: EdgeId) -> bool {
        let [a, b] = self.roots(edge);
        a == b
    }
}

/// The edge of an end.
fn edge_of(end: u32) -> EdgeId {
    EdgeId::new(end as usize / 2)
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
            rows: Rows::new(board, is_free),
            mark: vec![0; vertices],
            round: 0,
            searches: Default::default(),
        }
    }

    /// SHORT takes an edge.
    pub(super) fn secure(&mut self, board: &mut Board<'_>, edge: EdgeId) {
        self.rows.remove(board, edge);
        if let Some([stays, gone]) = board.join(edge) {
            self.rows.merge(stays, gone);
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
        self.rows.remove(board, edge);
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
        for step in 0..patience {
            let turn = step % 2;
            let (edge, to) = match self.searches[turn].step(&mut self.rows, board, &self.mark) {
                Step::Exhausted if self.searches[turn].doubts.is_empty() => return None,
                Step::Exhausted => {
                    if let Some(edge) = self.settle(board, ends, turn) {
                        return Some(edge);
                    }
                    continue;
                }
                Step::Nothing => continue,
                Step::Leads(edge, to) => (edge, to),
            };
            let own = 2 * self.round + turn as u32;
            let mark = self.mark[to as usize];
            if mark == own {
                continue;
            }
            if mark / 2 == self.round {
                return Some(edge);
            }
            if self.is_held[edge.index()] {
                self.mark[to as usize] = own;
                self.searches[turn].queue.push_back(to);
                continue;
            }
            self.searches[turn].doubts.push((edge, to));
            if self.searches[turn].doubts.len() > (step / 16).min(7)
                && let Some(edge) = self.settle(board, ends, turn)
            {
                return Some(edge);
            }
        }
        self.settle(board, ends, 0).or_else(|| self.settle(board, ends, 1))
    }

    fn settle(&mut self, board: &mut Board<'_>, ends: [u32; 2], turn: usize) -> Option<EdgeId> {
        let own = 2 * self.round + turn as u32;
        let mut doubts = std::mem::take(&mut self.searches[turn].doubts);
        doubts.retain(|&(_, to)| self.mark[to as usize] != own);
        let crossing = doubts.iter().find(|&&(_, to)| self.mark[to as usize] / 2 == self.round);
        let mut found = crossing.map(|&(edge, _)| edge);
        if found.is_none() && !doubts.is_empty() {
            let mut vertices = [0; 8];
            for (vertex, &(_, to)) in vertices.iter_mut().zip(&doubts) {
                *vertex = to as usize;
            }
            let trees = self.forest.sides(ends).trees_of(vertices, doubts.len());
            for (&(edge, to), tree) in doubts.iter().zip(trees) {
                match tree {
                    Some(tree) if tree != turn => {
                        found = Some(edge);
                        break;
                    }
                    Some(_) => {}
                    None => match self.forest.sides(ends).tree_of(to as usize) {
                        Some(tree) if tree != turn => {
                            found = Some(edge);
                            break;
                        }
                        Some(_) => {}
                        None => self.attach(board, edge, true),
                    },
                }
                if self.mark[to as usize] != own {
                    self.mark[to as usize] = own;
                    self.searches[turn].queue.push_back(to);
                }
            }
        }
        doubts.clear();
        self.searches[turn].doubts = doubts;
        found
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
            search.doubts.clear();
        }
    }
}

/// A breadth-first search that pauses after every edge.
#[derive(Clone, Debug, Default)]
struct Search {
    queue: VecDeque<u32>,
    reading: Option<Reading>,
    /// Edges that may lead to the other side.
    doubts: Vec<(EdgeId, u32)>,
}

/// The contracted vertex that is being read, the member of it, and the place of the next entry.
#[derive(Clone, Copy, Debug)]
struct Reading {
    root: u32,
    member: u32,
    at: u32,
}

/// What a step of a search came to.
enum Step {
    /// By this edge to this contracted vertex.
    Leads(EdgeId, u32),
    Nothing,
    Exhausted,
}

impl Search {
    fn ask_for(&self, rows: &Rows, board: &Board<'_>, mark: &[u32]) {
        if let Some(&root) = self.queue.get(8) {
            prefetch(&rows.first, root as usize);
        }
        if let Some(&root) = self.queue.get(6) {
            prefetch(&rows.rows, rows.first[root as usize] as usize);
        }
        if let Some(&root) = self.queue.get(4)
            && let Some(row) = rows.rows.get(rows.first[root as usize] as usize)
        {
            prefetch(&rows.entries, row.start as usize);
        }
        if let Some(&root) = self.queue.get(2)
            && let Some(row) = rows.rows.get(rows.first[root as usize] as usize)
        {
            for entry in &rows.entries[row.start as usize..row.end as usize] {
                board.joined.ask_for(entry.to as usize);
                prefetch(mark, entry.to as usize);
            }
        }
    }

    /// One entry on; a loop is dropped.
    fn step(&mut self, rows: &mut Rows, board: &mut Board<'_>, mark: &[u32]) -> Step {
        let Some(Reading { root, member, at }) = self.reading else {
            let Some(root) = self.queue.pop_front() else {
                return Step::Exhausted;
            };
            self.ask_for(rows, board, mark);
            self.reading = rows.start_of(root, rows.first[root as usize]);
            return Step::Nothing;
        };
        let next = rows.rows[member as usize].next;
        let is_last = next == rows.first[root as usize];
        let Entry { end, to } = rows.entries[at as usize];
        let to = board.root(to);
        let mut at = at;
        if to == root {
            rows.drop_entry(root, member, end);
        } else {
            at += 1;
        }
        self.reading = if at < rows.rows[member as usize].end {
            Some(Reading { root, member, at })
        } else if is_last {
            None
        } else {
            rows.start_of(root, next)
        };
        if to == root {
            Step::Nothing
        } else {
            Step::Leads(edge_of(end), to)
        }
    }
}

/// The free edges at each contracted vertex: its members are in a ring, and the edges of each side by side.
#[derive(Clone, Debug)]
struct Rows {
    entries: Vec<Entry>,
    /// Where the entry of each end of an edge is, if it is.
    places: Vec<u32>,
    rows: Vec<Row>,
    /// A member of a contracted vertex that has edges.
    first: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The end of the edge that is here.
    end: u32,
    /// The vertex at the other.
    to: u32,
}

/// The entries of a vertex, and its neighbours in the ring, in which all have entries.
#[derive(Clone, Copy, Debug)]
struct Row {
    start: u32,
    end: u32,
    next: u32,
    before: u32,
}

impl Rows {
    fn new(board: &mut Board<'_>, is_free: impl Fn(EdgeId) -> bool) -> Self {
        let graph = board.graph;
        let vertices = graph.vertex_count();
        let mut rows: Vec<Row> = (0..vertices as u32)
            .map(|vertex| Row {
                start: 0,
                end: 0,
                next: vertex,
                before: vertex,
            })
            .collect();
        let mut takes_part = |edge: &EdgeId| is_free(*edge) && !board.is_loop(*edge);
        let playable: Vec<EdgeId> = graph.edges().filter(&mut takes_part).collect();
        let ends = |edge: EdgeId| graph.ends(edge).map(|end| end.index() as u32);
        for end in playable.iter().flat_map(|&edge| ends(edge)) {
            rows[end as usize].end += 1;
        }
        let mut sum = 0;
        for row in &mut rows {
            let count = row.end;
            (row.start, row.end) = (sum, sum);
            sum += count;
        }
        let mut entries = vec![Entry { end: NIL, to: NIL }; sum as usize];
        let mut places = vec![NIL; 2 * graph.edge_count()];
        for edge in playable {
            let [u, v] = ends(edge);
            for (end, [here, to]) in [[u, v], [v, u]].into_iter().enumerate() {
                let end = (2 * edge.index() + end) as u32;
                let place = &mut rows[here as usize].end;
                entries[*place as usize] = Entry { end, to };
                places[end as usize] = *place;
                *place += 1;
            }
        }
        let mut rows = Self {
            entries,
            places,
            rows,
            first: vec![NIL; vertices],
        };
        for vertex in 0..vertices as u32 {
            if !rows.is_empty(vertex) {
                rows.splice(board.root(vertex) as usize, vertex);
            }
        }
        rows
    }

    fn is_empty(&self, vertex: u32) -> bool {
        let Row { start, end, .. } = self.rows[vertex as usize];
        start == end
    }

    fn start_of(&self, root: u32, member: u32) -> Option<Reading> {
        let row = self.rows.get(member as usize)?;
        Some(Reading {
            root,
            member,
            at: row.start,
        })
    }

    /// Joins another ring, of which a member is given, to that of a vertex.
    fn splice(&mut self, root: usize, member: u32) {
        let first = self.first[root];
        if first == NIL {
            self.first[root] = member;
            return;
        }
        let [last, other] = [first, member].map(|member| self.rows[member as usize].before);
        for [one, next] in [[last, member], [other, first]] {
            self.rows[one as usize].next = next;
            self.rows[next as usize].before = one;
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
        for (end, member) in board.ends(edge).into_iter().enumerate() {
            let root = board.root(member);
            self.drop_entry(root, member, (2 * edge.index() + end) as u32);
        }
    }

    /// Takes the end of an edge out of a member's row, if it is there; the last entry takes its place.
    fn drop_entry(&mut self, root: u32, member: u32, end: u32) {
        let place = std::mem::replace(&mut self.places[end as usize], NIL);
        if place == NIL {
            return;
        }
        let row = &mut self.rows[member as usize];
        row.end -= 1;
        let last = row.end;
        if place != last {
            let moved = self.entries[last as usize];
            self.entries[place as usize] = moved;
            self.places[moved.end as usize] = place;
        }
        if self.is_empty(member) {
            self.leave_ring(root, member);
        }
    }

    fn leave_ring(&mut self, root: u32, member: u32) {
        let Row { next, before, .. } = self.rows[member as usize];
        let first = &mut self.first[root as usize];
        if *first == member {
            *first = if next == member { NIL } else { next };
        }
        self.rows[before as usize].next = next;
        self.rows[next as usize].before = before;
    }
}
