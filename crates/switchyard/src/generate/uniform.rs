//! Random connected simple graphs with given numbers of vertices and edges, uniform where possible.

use super::pairs::{Pair, Subset, any_pair, ends, fill, pair, pair_count, tree};
use super::{Blueprint, Impossible, Rng};
use crate::ds::union_find::UnionFind;
use rand::RngExt;
use std::collections::HashSet;

/// The distribution that a random connected graph was drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Every connected simple graph on these labelled vertices with this many edges is equally
    /// likely.
    Uniform,
    /// The same within a distance of 1/1000 (total variation, by a proven bound).
    NearlyUniform,
    /// The probability of a graph is proportional to its number of spanning trees: for graphs that
    /// are sparse and too large for the other two.
    TreeWeighted,
}

/// The most edges for which the walk of [`Law::NearlyUniform`] is run.
const WALK_EDGES: usize = 50_000;

/// A connected simple graph with this many vertices and edges, and the law it was drawn from.
///
/// - Trees are drawn by Prüfer codes: uniform.
/// - When a graph of this size is likely to be connected (at most three isolated vertices are
///   expected), graphs are drawn uniformly until one is connected: uniform.
/// - Otherwise, up to 50,000 edges: the connected graphs with m edges are the bases of a matroid (the
///   elongation of the graphic matroid of the complete graph), and the walk that drops an edge and
///   adds one, both uniformly among those that are possible, is within ε of uniform after
///   m (ln ln b + ln(1/2ε²)) steps, b the number of bases (Cryan, Guo, Mousa 2021).
/// - Otherwise: a uniform spanning tree and uniform other edges, which favours graphs with many
///   spanning trees.
///
/// The terminals are the first and the last vertex: as good as any, since labels mean nothing.
///
/// # Errors
/// When no connected simple graph has these counts.
pub fn connected(
    vertices: usize,
    edges: usize,
    rng: &mut Rng,
) -> Result<(Blueprint, Law), Impossible> {
    connected_soon(vertices, edges, WALK_EDGES, rng)
}

/// The same for interactive use: the walk is used only up to `walk_edges` edges.
///
/// # Errors
/// When no connected simple graph has these counts.
pub fn connected_soon(
    vertices: usize,
    edges: usize,
    walk_edges: usize,
    rng: &mut Rng,
) -> Result<(Blueprint, Law), Impossible> {
    check_counts(vertices, edges, vertices.saturating_sub(1))?;
    if edges == vertices - 1 {
        let tree = tree(vertices, rng);
        return Ok((from_pairs(vertices, tree)?, Law::Uniform));
    }
    if expected_isolated(vertices, edges) <= 3.0 {
        return Ok((by_rejection(vertices, edges, rng)?, Law::Uniform));
    }
    let start = tree_and_more(vertices, edges, rng);
    if edges > walk_edges {
        return Ok((from_pairs(vertices, start)?, Law::TreeWeighted));
    }
    let walked = Walk::new(vertices, start).run(rng);
    Ok((from_pairs(vertices, walked)?, Law::NearlyUniform))
}

/// A simple graph drawn uniformly by its density, the share of all pairs that are joined.
///
/// # Errors
/// When the density is not from 0 to 1.
pub fn dense(vertices: usize, density: f64, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    if !(0.0..=1.0).contains(&density) {
        return Impossible::because(format!("a density is from 0 to 1, not {density}"));
    }
    check_counts(vertices, 0, 0)?;
    let edges = (density * pair_count(vertices) as f64).round() as usize;
    check_counts(vertices, edges, 0)?;
    let subset = Subset::uniform(vertices, edges, rng);
    Blueprint::new(vertices, edges, subset.into_iter(vertices))
}

/// Whether a simple graph can have these counts.
pub(super) fn check_counts(vertices: usize, edges: usize, fewest: usize) -> Result<(), Impossible> {
    let largest = crate::graph::Graph::MAX_SIZE;
    if vertices < 2 || vertices > largest {
        return Impossible::because(format!("{vertices} vertices: a network has 2 to {largest}"));
    }
    let most = pair_count(vertices).min(largest as u64) as usize;
    if edges < fewest || edges > most {
        return Impossible::because(format!(
            "{vertices} vertices need between {fewest} and {most} edges, not {edges}"
        ));
    }
    Ok(())
}

pub(super) fn from_pairs(vertices: usize, pairs: Vec<Pair>) -> Result<Blueprint, Impossible> {
    Blueprint::new(vertices, pairs.len(), pairs.into_iter().map(ends))
}

/// About how many isolated vertices a uniform graph has; it is connected with a probability of
/// about exp(−this) (Erdős, Rényi 1959).
fn expected_isolated(vertices: usize, edges: usize) -> f64 {
    let (n, share) = (vertices as f64, edges as f64 / pair_count(vertices) as f64);
    n * ((n - 1.0) * (-share).ln_1p()).exp()
}

fn by_rejection(vertices: usize, edges: usize, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    loop {
        let subset = Subset::uniform(vertices, edges, rng);
        if is_connected(vertices, subset.iter(vertices)) {
            return Blueprint::new(vertices, edges, subset.into_iter(vertices));
        }
    }
}

fn is_connected(vertices: usize, mut edges: impl Iterator<Item = super::Ends>) -> bool {
    let (mut sets, mut parts) = (UnionFind::new(vertices), vertices);
    while parts > 1 {
        let Some([u, v]) = edges.next() else {
            return false;
        };
        parts -= usize::from(sets.union(u.index(), v.index()));
    }
    true
}

/// A uniform tree and, uniformly, as many other pairs as it takes.
pub(super) fn tree_and_more(vertices: usize, edges: usize, rng: &mut Rng) -> Vec<Pair> {
    let mut set = tree(vertices, rng);
    set.sort_unstable();
    fill(&mut set, edges, || any_pair(vertices, rng));
    set
}

/// The walk on connected graphs that drops an edge and adds one.
struct Walk {
    edges: Vec<Pair>,
    set: HashSet<Pair>,
    neighbours: Vec<Vec<u32>>,
    search: Search,
}

impl Walk {
    fn new(vertices: usize, edges: Vec<Pair>) -> Self {
        let mut walk = Self {
            set: edges.iter().copied().collect(),
            neighbours: vec![Vec::new(); vertices],
            search: Search::new(vertices),
            edges: Vec::with_capacity(edges.len()),
        };
        for edge in edges {
            walk.link(edge);
        }
        walk
    }

    fn link(&mut self, edge: Pair) {
        let [u, v] = ends(edge).map(crate::graph::VertexId::index);
        self.neighbours[u].push(v as u32);
        self.neighbours[v].push(u as u32);
        self.edges.push(edge);
        self.set.insert(edge);
    }

    fn unlink(&mut self, index: usize) -> [usize; 2] {
        let edge = self.edges.swap_remove(index);
        self.set.remove(&edge);
        let [u, v] = ends(edge).map(crate::graph::VertexId::index);
        for (from, to) in [(u, v), (v, u)] {
            let row = &mut self.neighbours[from];
            let at = row.iter().position(|&next| next as usize == to);
            at.map(|at| row.swap_remove(at));
        }
        [u, v]
    }

    /// Steps until the proven distance from uniform is 1/1000.
    fn steps(&self) -> usize {
        let (n, m) = (self.neighbours.len(), self.edges.len() as f64);
        let all = pair_count(n) as f64;
        let log_bases = m * (1.0 + (all / m).ln());
        let epsilon: f64 = 1e-3;
        (m * (log_bases.ln() - (2.0 * epsilon * epsilon).ln())).ceil() as usize
    }

    fn run(mut self, rng: &mut Rng) -> Vec<Pair> {
        for _ in 0..self.steps() {
            self.step(rng);
        }
        self.edges.sort_unstable();
        self.edges
    }

    fn step(&mut self, rng: &mut Rng) {
        let n = self.neighbours.len();
        let [u, v] = self.unlink(rng.random_range(0..self.edges.len()));
        let new = match self.search.part(&self.neighbours, u, v) {
            // No bridge: any pair that is not joined will do, the one dropped included.
            None => loop {
                let new = any_pair(n, rng);
                if !self.set.contains(&new) {
                    break new;
                }
            },
            // A bridge: any pair across, and none of these is joined.
            Some(side) => {
                let inside =
                    self.search.found[side][rng.random_range(0..self.search.found[side].len())];
                loop {
                    let outside = rng.random_range(0..n);
                    if !self.search.is_marked(side, outside) {
                        break pair(inside as usize, outside);
                    }
                }
            }
        };
        self.link(new);
    }
}

/// Two searches in lockstep, so that a small part is found at a small price.
struct Search {
    round: u32,
    mark: Vec<u32>,
    found: [Vec<u32>; 2],
}

impl Search {
    fn new(vertices: usize) -> Self {
        Self {
            round: 0,
            mark: vec![0; vertices],
            found: [Vec::new(), Vec::new()],
        }
    }

    fn is_marked(&self, side: usize, vertex: usize) -> bool {
        self.mark[vertex] == 2 * self.round + side as u32
    }

    /// `None` if `u` and `v` are connected; otherwise the side, 0 for `u` and 1 for `v`, whose whole
    /// component stands in `found`.
    fn part(&mut self, neighbours: &[Vec<u32>], u: usize, v: usize) -> Option<usize> {
        self.round += 1;
        for (side, start) in [u, v].into_iter().enumerate() {
            self.found[side].clear();
            self.found[side].push(start as u32);
            self.mark[start] = 2 * self.round + side as u32;
        }
        let (mut next, mut side) = ([0, 0], 0);
        loop {
            let Some(&at) = self.found[side].get(next[side]) else {
                return Some(side);
            };
            next[side] += 1;
            for &to in &neighbours[at as usize] {
                if self.is_marked(1 - side, to as usize) {
                    return None;
                }
                if !self.is_marked(side, to as usize) {
                    self.mark[to as usize] = 2 * self.round + side as u32;
                    self.found[side].push(to);
                }
            }
            side = 1 - side;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rng;
    use super::*;
    use std::collections::HashMap;

    /// Draws many graphs and compares how often each came with what is fair, by χ².
    fn check_uniform(
        n: usize,
        m: usize,
        connected: usize,
        mut draw: impl FnMut(&mut Rng) -> Vec<Pair>,
    ) {
        let rng = &mut Rng::from_seed(1);
        let (each, mut seen) = (200, HashMap::<Vec<Pair>, usize>::new());
        for _ in 0..each * connected {
            let mut pairs = draw(rng);
            pairs.sort_unstable();
            assert_eq!(pairs.len(), m);
            assert!(is_connected(n, pairs.iter().copied().map(ends)));
            *seen.entry(pairs).or_default() += 1;
        }
        assert_eq!(seen.len(), connected, "every graph occurs");
        let off = |&count: &usize| (count as f64 - each as f64).powi(2) / each as f64;
        let chi: f64 = seen.values().map(off).sum();
        let freedom = (connected - 1) as f64;
        // Five standard deviations; the seed is fixed, so this passes always or never.
        assert!(
            (chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(),
            "χ² = {chi} for {freedom}"
        );
    }

    // The numbers of connected labelled graphs: OEIS A061540 and the rows of A062734.
    #[test]
    fn trees_are_uniform() {
        check_uniform(5, 4, 125, |rng| tree(5, rng));
    }

    #[test]
    fn rejection_is_uniform() {
        let draw = |rng: &mut Rng| {
            let blueprint = by_rejection(5, 6, rng).unwrap();
            blueprint
                .into_edges()
                .map(|[u, v]| pair(u.index(), v.index()))
                .collect()
        };
        check_uniform(5, 6, 205, draw);
    }

    #[test]
    fn the_walk_is_uniform_where_trees_are_not() {
        let start = |rng: &mut Rng| tree_and_more(5, 5, rng);
        check_uniform(5, 5, 222, |rng| Walk::new(5, start(rng)).run(rng));
        let biased = std::panic::catch_unwind(|| check_uniform(5, 5, 222, start));
        assert!(biased.is_err(), "the check can tell the difference");
    }

    #[test]
    fn the_law_follows_the_density() {
        let law = |n, m| connected(n, m, &mut Rng::from_seed(1)).unwrap().1;
        assert_eq!(law(1000, 999), Law::Uniform);
        assert_eq!(law(1000, 1000), Law::NearlyUniform);
        assert_eq!(law(1000, 5000), Law::Uniform);
        assert_eq!(law(60_000, 61_000), Law::TreeWeighted);
    }

    #[test]
    fn impossible_counts_say_why() {
        let why = |n, m| {
            connected(n, m, &mut Rng::from_seed(1))
                .err()
                .unwrap()
                .to_string()
        };
        assert_eq!(why(4, 7), "4 vertices need between 3 and 6 edges, not 7");
        assert_eq!(why(4, 2), "4 vertices need between 3 and 6 edges, not 2");
        assert_eq!(why(1, 0), "1 vertices: a network has 2 to 2147483645");
    }
}
