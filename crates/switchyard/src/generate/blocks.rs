//! Random graphs with prescribed expectations: stochastic blocks, power-law degrees.

use super::pairs::{Pair, all_pairs, any_pair, choose, pair, pair_count};
use super::uniform::{check_counts, from_pairs};
use super::{Blueprint, Impossible, Rng, size};
use crate::graph::Graph;
use rand::RngExt;
use rand::seq::SliceRandom;

/// Stochastic blocks (Holland, Laskey, Leinhardt 1983) with prescribed numbers of edges: `count`
/// blocks of consecutive vertices, equal in size up to one; a vertex has `inside` neighbours in its
/// own block and `between` in others, on average. The edges inside blocks are uniform among all
/// sets of pairs of that size, and so are those between blocks.
///
/// The graph is simple with exactly round(N·`inside`/2) + round(N·`between`/2) edges, and need not
/// be connected. O(edges · log edges).
///
/// # Errors
/// When there is no block, there are more blocks than vertices, or there are fewer pairs than edges.
pub fn blocks(
    vertices: usize,
    count: usize,
    inside: f64,
    between: f64,
    rng: &mut Rng,
) -> Result<Blueprint, Impossible> {
    check_counts(vertices, 0, 0)?;
    if count == 0 || count > vertices {
        return Impossible::because(format!("{count} blocks of {vertices} vertices"));
    }
    let partition = Blocks { vertices, count };
    let inner_pairs = partition.inner_pairs();
    let outer_pairs = pair_count(vertices) - inner_pairs;
    let inner = edges_for(vertices, inside, inner_pairs, "inside blocks")?;
    let outer = edges_for(vertices, between, outer_pairs, "between blocks")?;
    size(inner as u64 + outer as u64)?;
    let all = partition.all_inner();
    let mut edges = choose(inner, inner_pairs, all, || partition.inner_pair(rng));
    let all = all_pairs(vertices).filter(|&pair| !partition.is_inner(pair));
    let draw = || loop {
        let pair = any_pair(vertices, rng);
        if !partition.is_inner(pair) {
            break pair;
        }
    };
    edges.extend(choose(outer, outer_pairs, all, draw));
    edges.sort_unstable();
    from_pairs(vertices, edges)
}

/// How many edges give every vertex this many neighbours on average.
fn edges_for(vertices: usize, degree: f64, pairs: u64, place: &str) -> Result<usize, Impossible> {
    let edges = (vertices as f64 * degree / 2.0).round();
    if !(0.0..=pairs as f64).contains(&edges) {
        let most = 2.0 * pairs as f64 / vertices as f64;
        return Impossible::because(format!(
            "{degree} neighbours {place}: a vertex has 0 to {most} on average"
        ));
    }
    size(edges as u64)
}

/// Consecutive vertices in blocks that differ in size by at most one.
struct Blocks {
    vertices: usize,
    count: usize,
}

impl Blocks {
    fn start(&self, block: usize) -> usize {
        (block as u64 * self.vertices as u64 / self.count as u64) as usize
    }

    fn of(&self, vertex: usize) -> usize {
        (((vertex as u64 + 1) * self.count as u64 - 1) / self.vertices as u64) as usize
    }

    fn is_inner(&self, pair: Pair) -> bool {
        let [u, v] = super::pairs::ends(pair).map(|end| self.of(end.index()));
        u == v
    }

    fn inner_pairs(&self) -> u64 {
        let small = self.vertices / self.count;
        let large = (self.vertices % self.count) as u64;
        let pairs = |blocks: u64, size| blocks * pair_count(size);
        pairs(large, small + 1) + pairs(self.count as u64 - large, small)
    }

    /// All pairs inside blocks, in order.
    fn all_inner(&self) -> impl Iterator<Item = Pair> {
        let row = |v: usize| (self.start(self.of(v))..v).map(move |u| pair(u, v));
        (0..self.vertices).flat_map(row)
    }

    /// A pair inside a block, uniformly; there is one.
    fn inner_pair(&self, rng: &mut Rng) -> Pair {
        let largest = self.vertices.div_ceil(self.count);
        loop {
            let u = rng.random_range(0..self.vertices);
            let block = self.of(u);
            // Drawn as if all blocks were of the largest size, so that all pairs are equally likely.
            let v = self.start(block) + rng.random_range(0..largest);
            if v != u && v < self.start(block + 1) {
                return pair(u, v);
            }
        }
    }
}

/// The configuration model with power-law degrees, erased: degrees are drawn with probabilities
/// proportional to d^−`exponent`, for d from `least` to √N; half-edges are paired uniformly; loops
/// and parallel copies are left out. If the degrees have an odd sum, the first vertex has one more.
///
/// The graph is simple and need not be connected; how many edges there are is random. The largest
/// degree is such that few pairs are lost (Catanzaro, Boguñá, Pastor-Satorras 2005).
/// O(edges · log edges).
///
/// # Errors
/// When the exponent is not above 1, the least degree is 0 or above √N, or there are too many edges.
pub fn power_law(
    vertices: usize,
    exponent: f64,
    least: usize,
    rng: &mut Rng,
) -> Result<Blueprint, Impossible> {
    check_counts(vertices, 0, 0)?;
    if exponent.is_nan() || exponent <= 1.0 || exponent > 100.0 {
        return Impossible::because(format!(
            "exponent {exponent}: expected a number above 1, at most 100"
        ));
    }
    let most = vertices.isqrt();
    if least == 0 || least > most {
        return Impossible::because(format!(
            "least degree {least}: with {vertices} vertices it is 1 to {most}"
        ));
    }
    let mut halves = half_edges(vertices, exponent, least..=most, rng)?;
    halves.shuffle(rng);
    let couples = halves
        .chunks_exact(2)
        .filter(|couple| couple[0] != couple[1]);
    let mut pairs: Vec<Pair> = couples
        .map(|couple| pair(couple[0] as usize, couple[1] as usize))
        .collect();
    drop(halves);
    pairs.sort_unstable();
    pairs.dedup();
    from_pairs(vertices, pairs)
}

/// Every vertex as often as its degree says, an even number in all.
fn half_edges(
    vertices: usize,
    exponent: f64,
    degrees: std::ops::RangeInclusive<usize>,
    rng: &mut Rng,
) -> Result<Vec<u32>, Impossible> {
    let least = *degrees.start();
    let mut sum = 0.0;
    let below: Vec<f64> = degrees
        .map(|degree| {
            sum += (degree as f64 / least as f64).powf(-exponent);
            sum
        })
        .collect();
    let mut halves: Vec<u32> = Vec::new();
    for vertex in 0..vertices {
        let at = sum * rng.random::<f64>();
        let above = below.partition_point(|&weight| weight <= at);
        let degree = least + above.min(below.len() - 1);
        if halves.len() + degree > 2 * Graph::MAX_SIZE {
            return Impossible::because(format!(
                "{vertices} vertices with degrees from {least}: too many edges"
            ));
        }
        halves.extend(std::iter::repeat_n(vertex as u32, degree));
    }
    if halves.len() % 2 == 1 {
        halves.push(0);
    }
    Ok(halves)
}
