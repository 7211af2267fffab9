//! Compressed sparse rows: the one builder of adjacency in one array.

use crate::ds::parallel::{is_large, join_if_large};
use std::ops::Range;

/// Rows of items, one after the other in one array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Csr<T> {
    /// Where each row starts; one more than there are rows, so that the last one has an end.
    pub starts: Vec<u32>,
    pub items: Vec<T>,
}

impl<T: Copy + Send> Csr<T> {
    /// The rows of these `(row, item)` entries, which keep their order within a row. O(rows + entries).
    ///
    /// The entries are read twice, the second time backwards: to count them, and to put each into
    /// its place. The places of one half of the rows are filled by another core.
    #[inline]
    pub(crate) fn new<I>(rows: usize, entries: I) -> Self
    where
        I: DoubleEndedIterator<Item = (u32, T)> + Clone + Send,
    {
        Self::with_sizes(sizes(rows, entries.clone()), entries)
    }

    /// The same where the [sizes] of the rows are known.
    #[inline]
    pub(crate) fn with_sizes<I>(sizes: Vec<u32>, entries: I) -> Self
    where
        I: DoubleEndedIterator<Item = (u32, T)> + Clone + Send,
    {
        let mut starts = sizes;
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
        let middle = middle(starts.len());
        let (low, high) = starts.split_at_mut(middle);
        let low_items = low.last().map_or(0, |&end| end as usize);
        let (before, after) = items.split_at_mut(low_items);
        let again = entries.clone();
        both_halves(
            middle,
            || place(low, 0, before, 0, again),
            || place(high, middle, after, low_items, entries),
        );
        Self { starts, items }
    }
}

/// How many entries each row has; and a zero, for the end of the last row.
#[inline]
pub(crate) fn sizes<T>(rows: usize, entries: impl Iterator<Item = (u32, T)>) -> Vec<u32> {
    let mut sizes = vec![0; rows + 1];
    entries.for_each(|(row, _)| sizes[row as usize] += 1);
    sizes
}

/// The first of the rows that another core works on, if there is one; otherwise 0.
fn middle(rows: usize) -> usize {
    if is_large(rows) { rows / 2 } else { 0 }
}

/// Both pieces of work; the first is empty unless there is a row before the middle.
#[inline]
fn both_halves(middle: usize, low: impl FnOnce() + Send, high: impl FnOnce() + Send) {
    if middle > 0 {
        join_if_large(usize::MAX, low, high);
    } else {
        high();
    }
}

/// Puts the entries of the rows from `first` on into their places; `items` are those from `offset` on.
#[inline]
fn place<T>(
    ends: &mut [u32],
    first: usize,
    items: &mut [T],
    offset: usize,
    entries: impl DoubleEndedIterator<Item = (u32, T)>,
) {
    entries.rev().for_each(|(row, item)| {
        if let Some(end) = ends.get_mut((row as usize).wrapping_sub(first)) {
            *end -= 1;
            items[*end as usize - offset] = item;
        }
    });
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

    /// Large enough for two cores, where there are two.
    #[test]
    fn many_rows_are_sorted_like_few() {
        let rows = 100_003_u32;
        let entries = (0..400_000_u32).map(|item| (item.wrapping_mul(2_654_435_761) % rows, item));
        let csr = Csr::new(rows as usize, entries.clone());
        let mut sorted: Vec<(u32, u32)> = entries.collect();
        sorted.sort_by_key(|&(row, _)| row);
        let items = |row: usize| csr.row(row).iter().map(move |&item| (row as u32, item));
        assert!((0..csr.row_count()).flat_map(items).eq(sorted));
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
