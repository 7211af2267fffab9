//! Pairs of different vertices as numbers, sets of them, and random trees.

use super::{Ends, Rng};
use crate::graph::VertexId;
use rand::RngExt;

/// A pair of different vertices, the larger one in the upper half, so that pairs sort by it.
pub(super) type Pair = u64;

/// The number of the pair.
pub(super) fn pair(u: usize, v: usize) -> Pair {
    let (low, high) = (u.min(v) as u64, u.max(v) as u64);
    high << 32 | low
}

/// The two vertices of a pair, the smaller one first.
pub(super) fn ends(pair: Pair) -> Ends {
    [pair & u64::from(u32::MAX), pair >> 32].map(|end| VertexId::new(end as usize))
}

/// How many pairs there are among this many vertices, of which there are at most 2³².
pub(super) fn pair_count(vertices: usize) -> u64 {
    let n = vertices as u64;
    n * n.saturating_sub(1) / 2
}

/// A pair, uniformly.
pub(super) fn any_pair(vertices: usize, rng: &mut Rng) -> Pair {
    let [u, v] = super::distinct_pair(vertices, rng);
    pair(u.index(), v.index())
}

/// Adds what is drawn to a sorted set until it has `size` elements. If every draw is uniform, every
/// set of the size that contains the first one is equally likely.
///
/// Every round draws as many as are missing, so the set never outgrows its size; what is drawn
/// depends on nothing but which draws are equal. O(size · log size) if a draw is new with a
/// probability of at least ½ to the end; see [`choose`] for the other half.
pub(super) fn fill(set: &mut Vec<u64>, size: usize, mut draw: impl FnMut() -> u64) {
    while set.len() < size {
        let missing = size - set.len();
        let mut new: Vec<u64> = (0..missing).map(|_| draw()).collect();
        new.sort_unstable();
        new.dedup();
        merge(set, new);
    }
}

/// Merges a sorted sequence into a sorted set, in linear time.
pub(super) fn merge(set: &mut Vec<u64>, mut new: Vec<u64>) {
    let mut at = 0;
    new.retain(|&element| {
        at += set[at..].iter().take_while(|&&old| old < element).count();
        set.get(at) != Some(&element)
    });
    if set.is_empty() {
        *set = new;
        return;
    }
    let (mut old, mut write) = (set.len(), set.len() + new.len());
    set.resize(write, 0);
    while let Some(&last) = new.last() {
        write -= 1;
        if old > 0 && set[old - 1] > last {
            old -= 1;
            set[write] = set[old];
        } else {
            set[write] = last;
            new.pop();
        }
    }
}

/// `wanted` of the `total` pairs that `all` lists in increasing order and `draw` draws uniformly:
/// every choice is equally likely. Sorted.
///
/// When more than half are wanted, those left out are drawn: near the end hardly any draw of a
/// pair would be new.
pub(super) fn choose(
    wanted: usize,
    total: u64,
    all: impl Iterator<Item = Pair>,
    draw: impl FnMut() -> Pair,
) -> Vec<Pair> {
    let mut set = Vec::new();
    if wanted as u64 <= total / 2 {
        fill(&mut set, wanted, draw);
        return set;
    }
    fill(&mut set, (total - wanted as u64) as usize, draw);
    without(all, set.into_iter().peekable()).collect()
}

/// A set of pairs chosen uniformly among all of its size, sorted.
pub(super) enum Subset {
    /// These.
    Chosen(Vec<Pair>),
    /// All but these, when more than half are chosen.
    AllBut(Vec<Pair>),
}

impl Subset {
    /// Chooses `size` of the pairs.
    pub(super) fn uniform(vertices: usize, size: usize, rng: &mut Rng) -> Self {
        let all = pair_count(vertices);
        let mut set = Vec::new();
        let draw = || any_pair(vertices, rng);
        if size as u64 <= all / 2 {
            fill(&mut set, size, draw);
            Self::Chosen(set)
        } else {
            fill(&mut set, (all - size as u64) as usize, draw);
            Self::AllBut(set)
        }
    }

    /// The pairs, in order.
    pub(super) fn iter(&self, vertices: usize) -> impl Iterator<Item = Ends> + '_ {
        let (chosen, left_out) = match self {
            Self::Chosen(set) => (set.as_slice(), None),
            Self::AllBut(set) => (&[][..], Some(set.iter().copied().peekable())),
        };
        let rest = left_out
            .into_iter()
            .flat_map(move |left_out| all_but(vertices, left_out));
        chosen.iter().copied().chain(rest).map(ends)
    }

    /// The pairs, in order.
    pub(super) fn into_iter(self, vertices: usize) -> impl Iterator<Item = Ends> + Send {
        let (chosen, left_out) = match self {
            Self::Chosen(set) => (set, None),
            Self::AllBut(set) => (Vec::new(), Some(set.into_iter().peekable())),
        };
        let rest = left_out
            .into_iter()
            .flat_map(move |left_out| all_but(vertices, left_out));
        chosen.into_iter().chain(rest).map(ends)
    }
}

/// All pairs in order.
pub(super) fn all_pairs(vertices: usize) -> impl Iterator<Item = Pair> {
    (1..vertices).flat_map(|v| (0..v).map(move |u| pair(u, v)))
}

/// All pairs in order, without those of a sorted sequence.
fn all_but(
    vertices: usize,
    left_out: std::iter::Peekable<impl Iterator<Item = Pair>>,
) -> impl Iterator<Item = Pair> {
    without(all_pairs(vertices), left_out)
}

/// A sorted sequence without the elements of another.
fn without(
    all: impl Iterator<Item = Pair>,
    mut left_out: std::iter::Peekable<impl Iterator<Item = Pair>>,
) -> impl Iterator<Item = Pair> {
    all.filter(move |&pair| left_out.next_if_eq(&pair).is_none())
}

/// A spanning tree of the complete graph, uniformly (Prüfer 1918), in O(n).
pub(super) fn tree(vertices: usize, rng: &mut Rng) -> Vec<Pair> {
    if vertices < 2 {
        return Vec::new();
    }
    let code: Vec<usize> = (2..vertices)
        .map(|_| rng.random_range(0..vertices))
        .collect();
    let mut degree = vec![1_u32; vertices];
    for &v in &code {
        degree[v] += 1;
    }
    let mut edges = Vec::with_capacity(vertices - 1);
    // The smallest leaf: a pointer that moves on, except that a vertex before it that becomes a
    // leaf comes at once.
    let first_leaf = |degree: &[u32], from: usize| (from..vertices).find(|&v| degree[v] == 1);
    let mut pointer = first_leaf(&degree, 0).unwrap_or(0);
    let mut leaf = pointer;
    for v in code {
        edges.push(pair(leaf, v));
        degree[v] -= 1;
        if degree[v] == 1 && v < pointer {
            leaf = v;
        } else {
            pointer = first_leaf(&degree, pointer + 1).unwrap_or(vertices - 1);
            leaf = pointer;
        }
    }
    edges.push(pair(leaf, vertices - 1));
    edges
}
