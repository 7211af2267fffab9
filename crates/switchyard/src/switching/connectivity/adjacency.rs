//! The free edges of contracted vertices.
//!
//! The members of a contracted vertex that have free edges are in a ring, and the edges of each member side by
//! side. Two rings are joined in O(1), and a played edge is taken out in O(1): the last of the row takes its
//! place. Loops are dropped when they are next met.

use super::Contracted;
use crate::ds::NONE;
use crate::graph::EdgeId;

/// The free edges at each contracted vertex. The end `i` of edge `e` has the number `2e + i`.
#[derive(Clone, Debug)]
pub(super) struct ContractedAdjacency {
    pub entries: Vec<Entry>,
    /// Where the entry of each end is; `NONE` if it is nowhere.
    places: Vec<u32>,
    /// The row of each vertex.
    pub members: Vec<Row>,
    /// A member of each contracted vertex that has entries, or `NONE`.
    pub first: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The end of the edge that is here.
    pub end: u32,
    /// The vertex at the other.
    pub to: u32,
}

/// The entries of a vertex, and its neighbours in the ring, if it has entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub start: u32,
    pub end: u32,
    pub next: u32,
    before: u32,
}

impl ContractedAdjacency {
    pub(super) fn new(board: &mut Contracted<'_>, is_free: impl Fn(EdgeId) -> bool) -> Self {
        let graph = board.graph;
        let mut takes_part = |edge: &EdgeId| is_free(*edge) && !board.is_loop(*edge);
        let edges: Vec<EdgeId> = graph.edges().filter(&mut takes_part).collect();
        let mut adjacency = Self {
            entries: vec![
                Entry {
                    end: NONE,
                    to: NONE
                };
                2 * edges.len()
            ],
            places: vec![NONE; 2 * graph.edge_count()],
            members: empty_rows(board, &edges),
            first: vec![NONE; graph.vertex_count()],
        };
        for edge in edges {
            let [u, v] = board.ends(edge);
            for (end, [here, to]) in [[u, v], [v, u]].into_iter().enumerate() {
                let end = (2 * edge.index() + end) as u32;
                let place = &mut adjacency.members[here as usize].end;
                adjacency.entries[*place as usize] = Entry { end, to };
                adjacency.places[end as usize] = *place;
                *place += 1;
            }
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

    /// The row of the member with which a contracted vertex begins, if it has one.
    pub(super) fn first_row(&self, root: u32) -> Option<&Row> {
        self.members.get(self.first[root as usize] as usize)
    }

    /// Joins another ring, of which a member is given, to that of a vertex.
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

    /// Takes a played edge out.
    pub(super) fn remove(&mut self, board: &mut Contracted<'_>, edge: EdgeId) {
        for (end, member) in board.ends(edge).into_iter().enumerate() {
            let root = board.root(member);
            self.drop_entry(root, member, (2 * edge.index() + end) as u32);
        }
    }

    /// Takes the end of an edge out of a member's row, if it is there; the last entry takes its place.
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

/// A row with room for its edges for every vertex, each in a ring of its own.
fn empty_rows(board: &Contracted<'_>, edges: &[EdgeId]) -> Vec<Row> {
    let mut degree = vec![0; board.graph.vertex_count()];
    for end in edges.iter().flat_map(|&edge| board.ends(edge)) {
        degree[end as usize] += 1;
    }
    let mut start = 0;
    let row = |(vertex, degree)| {
        let here = start;
        start += degree;
        Row {
            start: here,
            end: here,
            next: vertex,
            before: vertex,
        }
    };
    (0..).zip(degree).map(row).collect()
}
