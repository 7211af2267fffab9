//! A few bits per edge of the board, from which all lists of a verdict and a partition are made.
//!
//! Edges of the minor are in degeneracy order, where what is stored at their ends is near in memory; the lists are in the
//! board's order. So every edge of the minor is looked at once, and its place on the board is written to once.

use super::arborescences::Forest;
use super::clumps::Clumps;
use super::decomposition::Decomposition;
use crate::ds::parallel::halves;
use crate::ds::prefetch::prefetch;
use crate::graph::EdgeId;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// How many edges ahead of its use what is stored at an end is prefetched.
const AHEAD: usize = 16;

/// What holds for an edge of the board; no bit for an edge that is not in the minor.
pub(crate) struct Marks(Vec<AtomicU8>);

/// The edge lies in no dependent set.
pub(crate) const BETWEEN_CLASSES: u8 = 1;
/// Both ends lie in the smallest set around the terminals.
pub(crate) const NEAR: u8 = 1 << 1;
/// The edge joins different clumps; never, if the clumps are not known.
pub(crate) const BETWEEN_CLUMPS: u8 = 1 << 2;
/// Both ends lie in the largest set around the terminals, if that is known.
pub(crate) const AROUND: u8 = 1 << 3;
/// The edge is in the first forest; in the second, the next bit.
const IN_FOREST: [u8; 2] = [1 << 4, 1 << 5];

impl Marks {
    /// The marks on a board with this many edges. `around` is empty where it does not matter.
    pub(crate) fn new(
        decomposition: &Decomposition,
        clumps: Option<&Clumps>,
        around: &[bool],
        edge_count: usize,
    ) -> Self {
        let forest = forest_marks(decomposition);
        let marks = Self((0..edge_count).map(|_| AtomicU8::default()).collect());
        let reader = Reader {
            decomposition,
            clumps,
            around,
        };
        let ids = &decomposition.minor.ids;
        halves(ids.len(), |edges| {
            for edge in edges {
                reader.prefetch(edge + AHEAD);
                let mark = reader.mark(edge) | forest[edge].load(Relaxed);
                marks.0[ids[edge].index()].store(mark, Relaxed);
            }
        });
        marks
    }

    /// The edges whose marks are as wanted, in increasing order.
    pub(crate) fn list(&self, is_wanted: impl Fn(u8) -> bool) -> Vec<EdgeId> {
        let marks = || self.0.iter().map(|mark| mark.load(Relaxed));
        let count = marks().filter(|&mark| is_wanted(mark)).count();
        let mut list = Vec::with_capacity(count);
        let wanted = marks().enumerate().filter(|&(_, mark)| is_wanted(mark));
        list.extend(wanted.map(|(edge, _)| EdgeId::new(edge)));
        list
    }

    /// The edges of a forest that have a mark.
    pub(crate) fn list_in(&self, forest: Forest, mark: u8) -> Vec<EdgeId> {
        let both = mark | IN_FOREST[forest as usize];
        self.list(|mark| mark & both == both)
    }

    /// How many edges the board has.
    pub(crate) fn edge_count(&self) -> usize {
        self.0.len()
    }

    /// The marks of an edge.
    #[inline]
    pub(crate) fn of(&self, edge: EdgeId) -> u8 {
        self.0[edge.index()].load(Relaxed)
    }
}

/// The forest of every edge of the minor.
fn forest_marks(decomposition: &Decomposition) -> Vec<AtomicU8> {
    let Decomposition { minor, up, .. } = decomposition;
    let marks: Vec<AtomicU8> = minor.edges.iter().map(|_| AtomicU8::default()).collect();
    halves(up.len(), |vertices| {
        for slots in &up[vertices] {
            for (slot, mark) in slots.iter().zip(IN_FOREST) {
                // Not e0, which is no edge of the minor.
                if let Some(of_edge) = marks.get(slot.edge as usize) {
                    of_edge.store(mark, Relaxed);
                }
            }
        }
    });
    marks
}

/// What the marks of an edge of the minor depend on.
struct Reader<'a> {
    decomposition: &'a Decomposition,
    clumps: Option<&'a Clumps>,
    around: &'a [bool],
}

impl Reader<'_> {
    #[inline]
    fn mark(&self, edge: usize) -> u8 {
        let ends = self.decomposition.minor.edges[edge];
        let [u, v] = ends.map(|end| end as usize);
        let when = |holds: bool, mark: u8| if holds { mark } else { 0 };
        let is_between_clumps = self.clumps.is_some_and(|clumps| !clumps.contain(ends));
        let is_around = !self.around.is_empty() && self.around[u] && self.around[v];
        when(self.decomposition.is_between_classes(edge), BETWEEN_CLASSES)
            | when(self.decomposition.is_near(edge), NEAR)
            | when(is_between_clumps, BETWEEN_CLUMPS)
            | when(is_around, AROUND)
    }

    /// Prefetches what is stored at the earlier end of an upcoming edge; that at the later end is where it was for the edge
    /// before.
    #[inline]
    fn prefetch(&self, edge: usize) {
        let Some(&[end, _]) = self.decomposition.minor.edges.get(edge) else {
            return;
        };
        prefetch(&self.decomposition.class, end as usize);
        prefetch(&self.decomposition.near, end as usize);
        prefetch(self.around, end as usize);
        if let Some(clumps) = self.clumps {
            clumps.prefetch(end);
        }
    }
}
