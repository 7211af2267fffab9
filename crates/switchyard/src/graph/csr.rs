//! Compressed sparse rows: the one builder of adjacency in one array.

use std::ops::Range;

/// Rows of items, one after the other in one array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Csr<T> {
    /// Where each row starts; one more than there are rows, so that the last one has an end.
    pub starts: Vec<u32>,
    pub items: Vec<T>,
}

impl<T: Copy> Csr<T> {
    /// The rows of these `(row, item)` entries, which keep their order within a row. O(rows + entries).
    ///
    /// The entries are read twice, the second time backwards: to count them, and to put each into
    /// its place.
    #[inline]
    pub(crate) fn new<I>(rows: usize, entries: I) -> Self
    where
        I: DoubleEndedIterator<Item = (u32, T)> + Clone,
    {
        let mut starts = vec![0_u32; rows + 1];
        entries
            .clone()
            .for_each(|(row, _)| starts[row as usize] += 1);
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        // Every start is the end of its row now, and goes back by one with every item.
        let mut items = match entries.clone().next() {
            Some((_, first)) => vec![first; total as usize],
            None => Vec::new(),
        };
        entries.rev().for_each(|(row, item)| {
            let start = &mut starts[row as usize];
            *start -= 1;
            items[*start as usize] = item;
        });
        Self { starts, items }
    }
}

impl<T> Csr<T> {
    /// Where the items of a row are.
    #[inline]
    pub(crate) fn range(&self, row: usize) -> Range<usize> {
        self.starts[row] as usize..self.starts[row + 1] as usize
    }

    /// The items of a row.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[T] {
        &self.items[self.range(row)]
    }

    /// The number of rows.
    pub(crate) fn row_count(&self) -> usize {
        self.starts.len() - 1
    }
}

/// The edges with their numbers, for [`both_ways`].
pub(crate) fn numbered(
    edges: &[[u32; 2]],
) -> impl DoubleEndedIterator<Item = (u32, [u32; 2])> + Clone + '_ {
    (0..edges.len() as u32).map(|edge| (edge, edges[edge as usize]))
}

/// Both directions of every edge: for each end in turn, the end and what `item` makes of the edge's
/// number and the other end.
pub(crate) fn both_ways<T: Clone>(
    edges: impl DoubleEndedIterator<Item = (u32, [u32; 2])> + Clone,
    item: impl Fn(u32, u32) -> T + Clone,
) -> impl DoubleEndedIterator<Item = (u32, T)> + Clone {
    edges.flat_map(move |(edge, [u, v])| [(u, item(edge, v)), (v, item(edge, u))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_their_order_within_a_row() {
        let entries = [(2, 'a'), (0, 'b'), (2, 'c'), (2, 'd'), (0, 'e')];
        let rows = Csr::new(4, entries.into_iter());
        let found: Vec<&[char]> = (0..rows.row_count()).map(|row| rows.row(row)).collect();
        assert_eq!(found, [&['b', 'e'][..], &[], &['a', 'c', 'd'], &[]]);
        assert_eq!(rows.range(2), 2..5);
    }

    #[test]
    fn no_entries_and_no_rows() {
        let rows = Csr::<u8>::new(2, std::iter::empty());
        assert!(rows.row(1).is_empty());
        assert_eq!(Csr::<u8>::new(0, std::iter::empty()).row_count(), 0);
    }

    #[test]
    fn a_loop_is_listed_twice() {
        let edges = [(7, [0, 1]), (8, [1, 1])].into_iter();
        let entries: Vec<_> = both_ways(edges, |edge, to| (edge, to)).collect();
        let expected = [(0, (7, 1)), (1, (7, 0)), (1, (8, 1)), (1, (8, 1))];
        assert_eq!(entries, expected);
    }
}
