//! The free edges of contracted vertices.
//!
//! The members of a contracted vertex that have free edges form a ring, and the edges of each member
//! are contiguous. Two rings are joined in O(1), and a played edge is removed in O(1): the last entry
//! of the row takes its place. Loops are dropped when they are next met.

use super::Board;
use crate::ds::NONE;
use crate::graph::EdgeId;
use crate::graph::csr::Csr;

/// The free edges at each contracted vertex. The end `i` of edge `e` has the number `2e + i`.
#[derive(Clone, Debug)]
pub(super) struct ContractedAdjacency {
    pub entries: Vec<Entry>,
    /// The index of the entry of each end; `NONE` if it has none.
    places: Vec<u32>,
    /// The row of each vertex.
    pub members: Vec<Row>,
    /// A member with entries of each contracted vertex, or `NONE`.
    pub first: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The end of an edge.
    pub end: u32,
    /// The vertex at its other end.
    pub to: u32,
}

/// The range of a vertex's entries, and its neighbours in the ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub start: u32,
    pub end: u32,
    pub next: u32,
    before: u32,
}

impl ContractedAdjacency {
    pub(super) fn new(board: &mut Board<'_>, is_free: impl Fn(EdgeId) -> bool) -> Self {
        let graph = board.graph;
        let mut takes_part = |edge: &EdgeId| is_free(*edge) && !board.is_loop(*edge);
        let edges: Vec<EdgeId> = graph.edges().filter(&mut takes_part).collect();
        let rows = {
            let board = &*board;
            let entries = edges.iter().flat_map(|&edge| {
                let [u, v] = board.ends(edge);
                let end = 2 * edge.index() as u32;
                [
                    (u, Entry { end, to: v }),
                    (
                        v,
                        Entry {
                            end: end + 1,
                            to: u,
                        },
                    ),
                ]
            });
            Csr::new(graph.vertex_count(), entries)
        };
        let member = |vertex: u32| Row {
            start: rows.starts[vertex as usize],
            end: rows.starts[vertex as usize + 1],
            next: vertex,
            before: vertex,
        };
        let mut adjacency = Self {
            places: vec![NONE; 2 * graph.edge_count()],
            members: (0..graph.vertex_count() as u32).map(member).collect(),
            first: vec![NONE; graph.vertex_count()],
            entries: rows.items,
        };
        for (place, entry) in adjacency.entries.iter().enumerate() {
            adjacency.places[entry.end as usize] = place as u32;
        }
        for vertex in 0..graph.vertex_count() as u32 {
            if !adjacency.is_empty(vertex) {
                adjacency.splice(board.root(vertex) as usize, vertex);
            }
        }
        adjacency
    }

    fn is_empty(&self, vertex: u32) -> bool {
        let Row { start, end, .. } = self.members[vertex as usize];
        start == end
    }

    /// The row of the first member of a contracted vertex, if it has one.
    pub(super) fn first_row(&self, root: u32) -> Option<&Row> {
        self.members.get(self.first[root as usize] as usize)
    }

    /// Joins the ring of `member` to the ring of `root`.
    fn splice(&mut self, root: usize, member: u32) {
        let first = self.first[root];
        if first == NONE {
            self.first[root] = member;
            return;
        }
        let [last, other] = [first, member].map(|member| self.members[member as usize].before);
        for [one, next] in [[last, member], [other, first]] {
            self.members[one as usize].next = next;
            self.members[next as usize].before = one;
        }
    }

    pub(super) fn merge(&mut self, root: usize, gone: usize) {
        let added = std::mem::replace(&mut self.first[gone], NONE);
        if added != NONE {
            self.splice(root, added);
        }
    }

    /// Removes a played edge.
    pub(super) fn remove(&mut self, board: &mut Board<'_>, edge: EdgeId) {
        for (end, member) in board.ends(edge).into_iter().enumerate() {
            let root = board.root(member);
            self.drop_entry(root, member, (2 * edge.index() + end) as u32);
        }
    }

    /// Removes the end of an edge from a member's row, if it is there; the last entry takes its place.
    pub(super) fn drop_entry(&mut self, root: u32, member: u32, end: u32) {
        let place = std::mem::replace(&mut self.places[end as usize], NONE);
        if place == NONE {
            return;
        }
        let row = &mut self.members[member as usize];
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
        let Row { next, before, .. } = self.members[member as usize];
        let first = &mut self.first[root as usize];
        if *first == member {
            *first = if next == member { NONE } else { next };
        }
        self.members[before as usize].next = next;
        self.members[next as usize].before = before;
    }
}
