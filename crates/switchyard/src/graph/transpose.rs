//! Fast reversal of every arc.
//!
//! Distributing the arcs to the rows of their targets one by one misses the cache at nearly every arc.
//! So they are first sorted into groups of rows that fit the cache, and then each group is distributed
//! on its own. Both steps read memory in order: on large digraphs this is several times faster, and
//! several threads can share the work.

use super::csr::Csr;
use super::digraph::Rows;
use crate::ds::parallel;
use std::mem::replace;
use std::ops::Range;

/// Rows per group: few enough that their counters and items stay in the cache.
const GROUP_BITS: u32 = 16;
const GROUP: usize = 1 << GROUP_BITS;

/// The rows of the predecessors: their starts, and their items in increasing order. `threads` share
/// the work.
pub(super) fn transpose(rows: Rows<'_>, threads: usize) -> (Vec<u32>, Vec<u32>) {
    if rows.node_count() <= 2 * GROUP {
        direct(rows)
    } else {
        grouped(rows, threads)
    }
}

/// Row by row, for digraphs that fit the cache as a whole.
fn direct(rows: Rows<'_>) -> (Vec<u32>, Vec<u32>) {
    let nodes = rows.node_count();
    let reversed =
        (0..nodes as u32).flat_map(|from| rows.of(from as usize).iter().map(move |&to| (to, from)));
    let Csr { starts, items } = Csr::new(nodes, reversed);
    (starts, items)
}

/// Row starts with the total at the end; the counts become the starts.
fn starts_from_counts(counts: &mut [u32]) -> Vec<u32> {
    let mut starts = Vec::with_capacity(counts.len() + 1);
    let mut total = 0;
    for count in counts {
        starts.push(total);
        total += replace(count, total);
    }
    starts.push(total);
    starts
}

fn grouped(rows: Rows<'_>, threads: usize) -> (Vec<u32>, Vec<u32>) {
    let nodes = rows.node_count();
    let sources = cut(rows, threads);
    let sort = |span| Sorted::new(rows, span);
    let sorted: Vec<Sorted> = match threads {
        1 => sources.into_iter().map(sort).collect(),
        _ => parallel::map(sources, sort),
    };
    let mut starts = vec![0_u32; nodes + 1];
    let mut targets = vec![0_u32; rows.targets.len()];
    starts[nodes] = rows.targets.len() as u32;
    let mut groups = Vec::new();
    let (mut starts_left, mut targets_left) = (&mut starts[..nodes], &mut targets[..]);
    let mut first = 0;
    for group in 0..nodes.div_ceil(GROUP) {
        let arcs = sorted.iter().map(|part| part.group(group).len()).sum();
        let rows = GROUP.min(starts_left.len());
        let (starts, targets);
        (starts, starts_left) = starts_left.split_at_mut(rows);
        (targets, targets_left) = targets_left.split_at_mut(arcs);
        groups.push((group, first, starts, targets));
        first += arcs as u32;
    }
    let fill = |(group, first, starts, targets)| fill_group(&sorted, group, first, starts, targets);
    match threads {
        1 => groups.into_iter().for_each(fill),
        _ => parallel::for_each(groups, fill),
    }
    (starts, targets)
}

/// Cuts the nodes into spans with about as many arcs each.
fn cut(rows: Rows<'_>, spans: usize) -> Vec<Range<usize>> {
    let arcs = rows.targets.len();
    let place = |i: usize| {
        let arc = (arcs / spans * i) as u32;
        rows.starts.partition_point(|&start| start < arc)
    };
    let mut ends: Vec<usize> = (0..spans).map(place).collect();
    ends.push(rows.node_count());
    ends.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// Arcs as (source, target within its group), group by group.
struct Sorted {
    starts: Vec<u32>,
    arcs: Vec<(u32, u16)>,
}

impl Sorted {
    fn new(rows: Rows<'_>, sources: Range<usize>) -> Self {
        let first = rows.starts[sources.start] as usize;
        let last = rows.starts[sources.end] as usize;
        let mut next = vec![0_u32; rows.node_count().div_ceil(GROUP)];
        for &to in &rows.targets[first..last] {
            next[(to >> GROUP_BITS) as usize] += 1;
        }
        let starts = starts_from_counts(&mut next);
        let mut arcs = vec![(0_u32, 0_u16); last - first];
        for from in sources {
            for &to in rows.of(from) {
                let slot = &mut next[(to >> GROUP_BITS) as usize];
                arcs[*slot as usize] = (from as u32, to as u16);
                *slot += 1;
            }
        }
        Self { starts, arcs }
    }

    fn group(&self, group: usize) -> &[(u32, u16)] {
        &self.arcs[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}

/// The rows of one group; `first` is where it starts among all arcs.
fn fill_group(
    sorted: &[Sorted],
    group: usize,
    first: u32,
    starts: &mut [u32],
    targets: &mut [u32],
) {
    let mut counts = vec![0_u32; GROUP];
    for part in sorted {
        for &(_, place) in part.group(group) {
            counts[place as usize] += 1;
        }
    }
    let mut total = 0;
    for (count, start) in counts.iter_mut().zip(starts) {
        *start = first + total;
        total += replace(count, total);
    }
    for part in sorted {
        for &(source, place) in part.group(group) {
            let slot = &mut counts[place as usize];
            targets[*slot as usize] = source;
            *slot += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coins::random::uniform;

    #[test]
    fn grouped_transposition_agrees_with_the_direct_one() {
        for (nodes, arcs) in [(1, 5), (100, 0), (GROUP, 1000), (3 * GROUP + 7, 400_000)] {
            let digraph = uniform(nodes, arcs, 1);
            let expected = direct(digraph.rows());
            for threads in [1, 2, 5] {
                assert_eq!(grouped(digraph.rows(), threads), expected, "{nodes}");
            }
        }
    }
}
