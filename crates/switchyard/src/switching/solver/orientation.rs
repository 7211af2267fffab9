//! Which vertex owns which edge: an orientation with out-degree at most two.
//!
//! Every vertex has two slots, each of which may own one of its edges; a slot that owns nothing is
//! *free*. Edges that split into two forests can always be owned in this way: root every tree, and let
//! every other vertex own the edge to its parent. The converse holds up to sets that own slightly too
//! many edges, which [`super::arborescences`] finds and repairs.
//!
//! To begin with, every vertex owns two of its edges to earlier vertices ([`super::degeneracy`]);
//! all other edges find owners in bulk ([`super::bulk`]).

use super::bulk::insert_in_bulk;
use crate::ds::NONE;
use crate::ds::prefetch::prefetch;
use crate::graph::csr::Csr;

/// A place for an edge that a vertex owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    /// The edge, or `NONE`.
    pub edge: u32,
    /// Its other end.
    pub head: u32,
}

impl Slot {
    pub(crate) const FREE: Self = Self {
        edge: NONE,
        head: NONE,
    };

    pub(crate) fn is_free(self) -> bool {
        self.edge == NONE
    }
}

/// The two slots of a vertex.
pub(crate) type Slots = [Slot; 2];

/// Whether the vertices own as many edges as two forests on them can have: all slots but two. Two
/// trees then span them.
pub(crate) fn is_full(slots: &[Slots]) -> bool {
    let free = slots.as_flattened().iter().filter(|slot| slot.is_free());
    free.take(3).count() <= 2
}

/// How many edges two trees on the vertices have more than are owned.
pub(crate) fn deficit(slots: &[Slots]) -> usize {
    let free = slots.as_flattened().iter().filter(|slot| slot.is_free());
    free.count().saturating_sub(2)
}

/// Finds owners for as many of the edges as possible, up to sets that own too many. The later end of
/// an edge comes second; from vertex `core` on, a vertex is the later end of at most two edges. Also
/// returns the edges left out.
pub(crate) fn orient(vertices: usize, core: usize, edges: &[[u32; 2]]) -> (Vec<Slots>, Vec<u32>) {
    let mut slots = vec![[Slot::FREE; 2]; vertices];
    let mut waiting = Vec::new();
    for (edge, &[head, owner]) in edges.iter().enumerate() {
        let edge = edge as u32;
        match slots[owner as usize].iter_mut().find(|slot| slot.is_free()) {
            Some(slot) => *slot = Slot { edge, head },
            None => waiting.push(edge),
        }
    }
    let left_out = insert_in_bulk(&mut slots[..core], edges, waiting);
    (slots, left_out)
}

/// The head and the owner of every owned edge.
pub(super) fn owned_edges(
    slots: &[Slots],
) -> impl DoubleEndedIterator<Item = (u32, u32)> + Clone + Send + '_ {
    let entries = (0..slots.len() as u32)
        .flat_map(|vertex| slots[vertex as usize].map(|slot| (slot.head, vertex)));
    entries.filter(|&(head, _)| head != NONE)
}

/// The reverse of an orientation: for every vertex the vertices that own an edge to it.
pub(crate) struct Owners(Csr<u32>);

impl Owners {
    pub(crate) fn new(slots: &[Slots]) -> Self {
        Self(Csr::new(slots.len(), owned_edges(slots)))
    }

    /// The vertices that own an edge to this one.
    #[inline]
    pub(crate) fn of(&self, vertex: u32) -> &[u32] {
        self.0.row(vertex as usize)
    }

    /// Prefetches the rows of upcoming vertices of a queue.
    #[inline]
    pub(super) fn prefetch_rows(&self, queue: &[u32]) {
        if let Some(&vertex) = queue.get(8) {
            prefetch(&self.0.starts, vertex as usize);
        }
        if let Some(&vertex) = queue.get(4) {
            let start = self.0.starts[vertex as usize];
            prefetch(&self.0.items, start as usize);
        }
    }
}
