//! Pairs of different vertices as numbers, sets of them, and random trees.

use super::{Dice, Ends};
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

/// How many pairs there are among so many vertices.
pub(super) fn pair_count(vertices: usize) -> usize {
    vertices * vertices.saturating_sub(1) / 2
}

/// A pair, uniformly.
pub(super) fn any_pair(vertices: usize, dice: &mut Dice) -> Pair {
    let [u, v] = super::distinct_pair(vertices, dice);
    pair(u.index(), v.index())
}

/// Adds pairs to a sorted set, uniformly among those it lacks, until it has `size` of them.
///
/// Every round draws as many as are missing, so the set never outgrows its size; what is drawn
/// depends on nothing but which draws are equal, so all outcomes are equally likely.
/// O(size · log size) while at most half of all pairs are wanted.
pub(super) fn fill(set: &mut Vec<Pair>, size: usize, vertices: usize, dice: &mut Dice) {
    while set.len() < size {
        let missing = size - set.len();
        set.extend((0..missing).map(|_| any_pair(vertices, dice)));
        set.sort_unstable();
        set.dedup();
    }
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
    pub(super) fn uniform(vertices: usize, size: usize, dice: &mut Dice) -> Self {
        let all = pair_count(vertices);
        let mut set = Vec::new();
        if size <= all / 2 {
            fill(&mut set, size, vertices, dice);
            Self::Chosen(set)
        } else {
            fill(&mut set, all - size, vertices, dice);
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

/// All pairs in order, without those of a sorted sequence.
fn all_but(
    vertices: usize,
    mut left_out: std::iter::Peekable<impl Iterator<Item = Pair>>,
) -> impl Iterator<Item = Pair> {
    let all = (1..vertices).flat_map(|v| (0..v).map(move |u| pair(u, v)));
    all.filter(move |&pair| left_out.next_if_eq(&pair).is_none())
}

/// A spanning tree of the complete graph, uniformly (Prüfer 1918), in O(n).
pub(super) fn tree(vertices: usize, dice: &mut Dice) -> Vec<Pair> {
    if vertices < 2 {
        return Vec::new();
    }
    let code: Vec<usize> = (2..vertices)
        .map(|_| dice.random_range(0..vertices))
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
