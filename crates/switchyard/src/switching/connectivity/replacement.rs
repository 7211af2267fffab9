//! One of the two searches for a replacement edge: an edge to the other part.

use super::Board;
use super::adjacency::{ContractedAdjacency, Entry};
use crate::ds::prefetch::prefetch;
use crate::graph::EdgeId;
use std::collections::VecDeque;

/// The entries of one row that are prefetched: a hub has far more than the cache can hold.
const MANY: usize = 8;

/// A breadth-first search that pauses after every edge.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    /// The contracted vertices to read.
    pub queue: VecDeque<u32>,
    reading: Option<Reading>,
    /// Edges to vertices that the search has not reached, which may be in the other part.
    pub candidates: Vec<Candidate>,
}

/// The contracted vertex that is being read, its current member, and the index of the next entry.
#[derive(Clone, Copy, Debug)]
struct Reading {
    root: u32,
    member: u32,
    at: u32,
}

/// An edge to a contracted vertex that may be in either part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub edge: EdgeId,
    pub to: u32,
}

/// The result of one step of a search.
pub(super) enum Step {
    /// This edge leads to this contracted vertex.
    Leads(EdgeId, u32),
    Nothing,
    Exhausted,
}

impl Search {
    pub(super) fn clear(&mut self) {
        self.queue.clear();
        self.reading = None;
        self.candidates.clear();
    }

    /// Prefetches for upcoming queue entries: the closer an entry, the deeper the indirection fetched.
    fn prefetch_ahead(&self, adjacency: &ContractedAdjacency, board: &Board<'_>, mark: &[u32]) {
        let soon = |places: usize| self.queue.get(places).copied();
        if let Some(root) = soon(8) {
            prefetch(&adjacency.first, root as usize);
        }
        if let Some(root) = soon(6) {
            prefetch(&adjacency.members, adjacency.first[root as usize] as usize);
        }
        if let Some(row) = soon(4).and_then(|root| adjacency.first_row(root)) {
            prefetch(&adjacency.entries, row.start as usize);
        }
        if let Some(row) = soon(2).and_then(|root| adjacency.first_row(root)) {
            let entries = &adjacency.entries[row.start as usize..row.end as usize];
            for entry in entries.iter().take(MANY) {
                board.contracted.prefetch(entry.to as usize);
                prefetch(mark, entry.to as usize);
            }
        }
    }

    /// Starts to read a member of a contracted vertex, if there is such a member.
    fn read(&mut self, adjacency: &ContractedAdjacency, root: u32, member: u32) {
        let row = adjacency.members.get(member as usize);
        self.reading = row.map(|row| Reading {
            root,
            member,
            at: row.start,
        });
    }

    /// Reads one entry; a loop is dropped.
    pub(super) fn step(
        &mut self,
        adjacency: &mut ContractedAdjacency,
        board: &mut Board<'_>,
        mark: &[u32],
    ) -> Step {
        let Some(Reading { root, member, at }) = self.reading else {
            let Some(root) = self.queue.pop_front() else {
                return Step::Exhausted;
            };
            self.prefetch_ahead(adjacency, board, mark);
            self.read(adjacency, root, adjacency.first[root as usize]);
            return Step::Nothing;
        };
        let next = adjacency.members[member as usize].next;
        let is_last = next == adjacency.first[root as usize];
        let Entry { end, to } = adjacency.entries[at as usize];
        let to = board.root(to);
        let mut at = at;
        if to == root {
            adjacency.drop_entry(root, member, end);
        } else {
            at += 1;
        }
        if at < adjacency.members[member as usize].end {
            self.reading = Some(Reading { root, member, at });
        } else if is_last {
            self.reading = None;
        } else {
            self.read(adjacency, root, next);
        }
        if to == root {
            Step::Nothing
        } else {
            Step::Leads(EdgeId::new(end as usize / 2), to)
        }
    }
}
