//! Whether the terminals still hang together: a way between them that is kept while CUT destroys.
//!
//! The *route* is a set of edges in which, with SHORT's, there is a way from terminal to terminal. As
//! long as CUT destroys other edges, nothing happens. When it destroys an edge of the route, two
//! searches start from the edge's ends in lockstep, in the network with SHORT's edges contracted,
//! until they meet, and the detour joins the route; or one is exhausted, and has seen all that still
//! hangs on one of the ends.
//!
//! A contracted vertex is a ring of edge ends: two rings are joined in O(1), and played edges and
//! loops are dropped when they are next met. So a search costs as many steps as there are free edges
//! around, and no more when SHORT's edges make long ways.

use super::Claim;
use crate::graph::{EdgeId, Graph, VertexId};
use crate::union_find::UnionFind;
use std::collections::VecDeque;

const NIL: u32 = u32::MAX;

/// A network in play, as the search needs it.
pub(super) struct Board<'a> {
    pub graph: &'a Graph,
    pub claims: &'a [Claim],
    /// SHORT's edges contracted.
    pub joined: &'a mut UnionFind,
}

impl Board<'_> {
    fn root(&mut self, vertex: VertexId) -> u32 {
        self.joined.find(vertex.index()) as u32
    }

    /// The contracted vertices at the two ends of an edge, that of the given entry first.
    fn roots(&mut self, entry: u32) -> [u32; 2] {
        let [u, v] = self.graph.ends(edge_of(entry));
        let [u, v] = [self.root(u), self.root(v)];
        if entry & 1 == 0 { [u, v] } else { [v, u] }
    }
}

fn edge_of(entry: u32) -> EdgeId {
    EdgeId::new(entry as usize / 2)
}

/// See the module. The end `i` of edge `e` is the entry `2e + i`.
#[derive(Clone, Debug)]
pub(super) struct Route {
    /// The next entry in the ring of a contracted vertex.
    next: Vec<u32>,
    /// The last entry of the ring of a contracted vertex.
    last: Vec<u32>,
    is_on: Vec<bool>,
    /// Which search (the round doubled, or one more) reached a contracted vertex last.
    mark: Vec<u32>,
    /// By which entry.
    from: Vec<u32>,
    round: u32,
    /// The mark of the last search that came to an end.
    exhausted: u32,
    searches: [Search; 2],
}

/// A breadth-first search that can pause after every edge.
#[derive(Clone, Debug, Default)]
struct Search {
    queue: VecDeque<u32>,
    /// The ring being read: its vertex, and the entry before the next one.
    reading: Option<(u32, u32)>,
}

/// What a step of a search came to.
enum Step {
    /// This entry leads on to this vertex.
    Leads(u32, u32),
    Exhausted,
}

impl Route {
    /// The rings of the board; no route yet.
    pub(super) fn new(board: &mut Board<'_>) -> Self {
        let (vertices, edges) = (board.graph.vertex_count(), board.graph.edge_count());
        let mut route = Self {
            next: vec![NIL; 2 * edges],
            last: vec![NIL; vertices],
            is_on: vec![false; edges],
            mark: vec![0; vertices],
            from: vec![NIL; vertices],
            round: 0,
            exhausted: 0,
            searches: Default::default(),
        };
        for entry in 0..2 * edges as u32 {
            let [root, other] = board.roots(entry);
            if board.claims[entry as usize / 2] == Claim::Free && root != other {
                route.add(root, entry);
            }
        }
        route
    }

    fn add(&mut self, root: u32, entry: u32) {
        let last = &mut self.last[root as usize];
        if *last == NIL {
            self.next[entry as usize] = entry;
        } else {
            self.next[entry as usize] = self.next[*last as usize];
            self.next[*last as usize] = entry;
        }
        *last = entry;
    }

    /// SHORT has made one vertex of `gone` and `root`.
    pub(super) fn merge(&mut self, root: usize, gone: usize) {
        let [kept, added] = [self.last[root], self.last[gone]];
        if kept == NIL {
            self.last[root] = added;
        } else if added != NIL {
            self.next.swap(kept as usize, added as usize);
        }
        self.last[gone] = NIL;
    }

    pub(super) fn is_on(&self, edge: EdgeId) -> bool {
        self.is_on[edge.index()]
    }

    /// Whether u and v hang together; if they do, a way between them joins the route. Otherwise
    /// [`Route::was_reached`] tells what hangs on one of them.
    pub(super) fn join(&mut self, board: &mut Board<'_>, u: VertexId, v: VertexId) -> bool {
        let starts = [u, v].map(|vertex| board.root(vertex));
        if starts[0] == starts[1] {
            return true;
        }
        self.start(starts);
        let mut turn = 0;
        loop {
            let own = 2 * self.round + turn as u32;
            match self.step(turn, board) {
                Step::Exhausted => {
                    self.exhausted = own;
                    return false;
                }
                Step::Leads(entry, to) => {
                    let mark = self.mark[to as usize];
                    if mark != own && mark / 2 == self.round {
                        self.is_on[entry as usize / 2] = true;
                        let here = board.roots(entry)[0];
                        self.take_way(board, here);
                        self.take_way(board, to);
                        return true;
                    }
                    if mark != own {
                        self.mark[to as usize] = own;
                        self.from[to as usize] = entry;
                        self.searches[turn].queue.push_back(to);
                    }
                }
            }
            turn = 1 - turn;
        }
    }

    /// Whether the exhausted search reached the vertex.
    pub(super) fn was_reached(&self, board: &mut Board<'_>, vertex: VertexId) -> bool {
        self.mark[board.root(vertex) as usize] == self.exhausted
    }

    fn start(&mut self, starts: [u32; 2]) {
        self.round += 1;
        if self.round == u32::MAX / 2 {
            self.mark.fill(0);
            self.round = 1;
        }
        for (turn, start) in starts.into_iter().enumerate() {
            self.mark[start as usize] = 2 * self.round + turn as u32;
            self.from[start as usize] = NIL;
            let search = &mut self.searches[turn];
            search.queue.clear();
            search.queue.push_back(start);
            search.reading = None;
        }
    }

    /// One live entry on; dead ones are dropped on the way.
    fn step(&mut self, turn: usize, board: &mut Board<'_>) -> Step {
        loop {
            let Some((root, before)) = self.searches[turn].reading else {
                let Some(root) = self.searches[turn].queue.pop_front() else {
                    return Step::Exhausted;
                };
                let last = self.last[root as usize];
                self.searches[turn].reading = (last != NIL).then_some((root, last));
                continue;
            };
            let entry = self.next[before as usize];
            let is_last = entry == self.last[root as usize];
            let to = board.roots(entry)[1];
            if board.claims[entry as usize / 2] == Claim::Free && to != root {
                self.searches[turn].reading = (!is_last).then_some((root, entry));
                return Step::Leads(entry, to);
            }
            self.next[before as usize] = self.next[entry as usize];
            if is_last {
                self.last[root as usize] = if entry == before { NIL } else { before };
                self.searches[turn].reading = None;
            }
        }
    }

    /// Puts the way by which the search came to this vertex on the route.
    fn take_way(&mut self, board: &mut Board<'_>, vertex: u32) {
        let mut x = vertex;
        while self.from[x as usize] != NIL {
            let entry = self.from[x as usize];
            self.is_on[entry as usize / 2] = true;
            x = board.roots(entry)[0];
        }
    }
}
