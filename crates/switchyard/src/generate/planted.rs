//! Kinds that follow from the theory: two planted trees, the threshold, chains of clumps.

use super::pairs::{
    Pair, Subset, all_pairs, any_pair, choose, ends, fill, merge, pair_count, tree,
};
use super::uniform::check_counts;
use super::{Blueprint, Ends, Impossible, Rng};
use crate::ds::union_find::UnionFind;
use crate::graph::VertexId;
use rand::RngExt;

/// Two spanning trees without a common edge, uniformly among such pairs, and uniform other edges:
/// SHORT wins between any two vertices (Lehman 1964).
///
/// # Errors
/// When the counts have no room for two trees.
pub fn planted(vertices: usize, edges: usize, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    check_counts(vertices, edges, two_trees_size(vertices))?;
    let set = two_trees_and_more(vertices, edges, rng);
    Blueprint::new(vertices, set.len(), set.into_iter().map(ends))
}

/// How many edges two spanning trees have.
fn two_trees_size(vertices: usize) -> usize {
    vertices.saturating_sub(1).saturating_mul(2)
}

/// Two disjoint trees and, uniformly, as many other pairs as it takes, sorted together.
fn two_trees_and_more(vertices: usize, edges: usize, rng: &mut Rng) -> Vec<Pair> {
    let mut set = two_trees(vertices, rng);
    let all = pair_count(vertices);
    if edges as u64 <= all / 2 {
        fill(&mut set, edges, || any_pair(vertices, rng));
        return set;
    }
    let is_other = |pair: &Pair| set.binary_search(pair).is_err();
    let wanted = edges - set.len();
    let draw = || loop {
        let pair = any_pair(vertices, rng);
        if is_other(&pair) {
            break pair;
        }
    };
    let others = all_pairs(vertices).filter(is_other);
    let chosen = choose(wanted, all - set.len() as u64, others, draw);
    merge(&mut set, chosen);
    set
}

/// Two disjoint trees, sorted together. Two uniform trees share two edges on average and none with a
/// probability of about exp(−2).
fn two_trees(vertices: usize, rng: &mut Rng) -> Vec<Pair> {
    loop {
        let mut set = tree(vertices, rng);
        set.extend(tree(vertices, rng));
        set.sort_unstable();
        if set.is_sorted_by(|a, b| a < b) {
            return set;
        }
    }
}

/// Edges a vertex at the threshold: below, a random graph is two forests and has no clump to speak
/// of; above, there is a giant clump (half the average degree 3.588: Cain, Sanders, Wormald and
/// Fernholz, Ramachandran 2007).
const THRESHOLD: f64 = 1.794;

/// A uniform random graph near the density at which a giant clump appears: `shift` is the relative
/// distance from it, negative below. The terminals are two vertices, uniformly, of the largest
/// component; the rest need not be connected.
///
/// # Errors
/// When there are too few vertices or the shift leaves no edges.
pub fn threshold(vertices: usize, shift: f64, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    let edges = THRESHOLD * vertices as f64 * (1.0 + shift);
    if edges.is_nan() || edges < 1.0 {
        return Impossible::because(format!("a shift of {shift} leaves no edges"));
    }
    let edges = edges.round() as usize;
    check_counts(vertices, edges, 0)?;
    let subset = Subset::uniform(vertices, edges, rng);
    let giant = largest_component(vertices, subset.iter(vertices));
    let [left, right] = super::distinct_pair(giant.len(), rng).map(|end| giant[end.index()]);
    let blueprint = Blueprint::new(vertices, edges, subset.into_iter(vertices))?;
    Ok(blueprint.between([left, right]))
}

/// The vertices of a largest component, of which there are two or more when there is an edge.
fn largest_component(vertices: usize, edges: impl Iterator<Item = Ends>) -> Vec<VertexId> {
    let mut sets = UnionFind::new(vertices);
    for [u, v] in edges {
        sets.union(u.index(), v.index());
    }
    let largest = (0..vertices).max_by_key(|&v| sets.size(v)).unwrap_or(0);
    let in_largest = |&v: &usize| sets.root(v) == sets.root(largest);
    (0..vertices)
        .filter(in_largest)
        .map(VertexId::new)
        .collect()
}

/// Clumps in a row, each two random trees on `size` vertices and random other edges, `edges` in all;
/// neighbours are joined by `links` random edges. One terminal is in the first clump, the other in
/// the last.
///
/// With two links or more the whole chain is one clump and SHORT wins; with one link CUT wins a chain
/// of three clumps, and the first player one of two.
///
/// # Errors
/// When there is no clump, a clump is too small for two trees or links do not fit between two.
pub fn clumps(
    count: usize,
    size: usize,
    edges: usize,
    links: usize,
    rng: &mut Rng,
) -> Result<Blueprint, Impossible> {
    check_counts(size, edges, two_trees_size(size))?;
    if count == 0 || links as u64 > (size as u64).pow(2) / 2 {
        return Impossible::because(format!(
            "{count} clumps of {size} vertices with {links} links between neighbours: expected at \
             least one clump, and links for at most half the pairs"
        ));
    }
    let room = count.checked_mul(edges.saturating_add(links));
    if room.is_none_or(|room| room > crate::graph::Graph::MAX_SIZE) {
        return Impossible::because(format!("{count} clumps of {size} vertices are too many"));
    }
    let mut all = Vec::with_capacity(count * (edges + links));
    for clump in 0..count {
        let shift = |pair| ends(pair).map(|end| VertexId::new(end.index() + clump * size));
        all.extend(two_trees_and_more(size, edges, rng).into_iter().map(shift));
        if clump > 0 {
            all.extend(bridges(clump, size, links, rng));
        }
    }
    Blueprint::of(count * size, all)
}

/// Different edges between a clump and the one before it.
fn bridges(clump: usize, size: usize, links: usize, rng: &mut Rng) -> Vec<Ends> {
    let mut chosen = std::collections::BTreeSet::new();
    while chosen.len() < links {
        let mut end = |clump| VertexId::new(clump * size + rng.random_range(0..size));
        chosen.insert([end(clump - 1), end(clump)]);
    }
    chosen.into_iter().collect()
}
