//! Kinds built up vertex by vertex or half by half: k-trees, two Hamiltonian paths, nested joins.

use super::{Blueprint, Ends, Impossible, Rng, product, size, split};
use crate::graph::VertexId;
use rand::RngExt;
use rand::seq::SliceRandom;

/// A random k-tree: from a clique of `k` + 1 vertices, every new vertex is joined to all vertices of
/// a clique of `k`, chosen uniformly among all that there are.
///
/// The graph is simple and connected, with `k`·(`k`+1)/2 + (`vertices`−`k`−1)·`k` edges. O(edges),
/// 4 bytes per edge.
///
/// # Errors
/// When k is 0 or not below the number of vertices, or there are too many edges.
pub fn k_tree(vertices: usize, k: usize, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    if k == 0 || k >= vertices {
        return Impossible::because(format!(
            "a {k}-tree of {vertices} vertices: expected a k from 1 to the vertices less one"
        ));
    }
    let grown = vertices - k - 1;
    let clique = product(k, k + 1) / 2;
    let edges = size(product(grown, k).saturating_add(clique))?;
    size(vertices as u64)?;
    let mut cliques = Cliques {
        k,
        bases: Vec::with_capacity(grown * k),
    };
    for vertex in 0..grown {
        // The first clique holds k + 1 cliques of k, and every new vertex brings k.
        cliques.copy(rng.random_range(0..=k + vertex * k));
    }
    let start = (1..=k).flat_map(|v| (0..v).map(move |u| [u, v]));
    let bases = cliques.bases;
    let rest = (0..grown * k).map(move |i| [bases[i] as usize, k + 1 + i / k]);
    let all = start.chain(rest).map(|ends| ends.map(VertexId::new));
    Blueprint::new(vertices, edges, all)
}

/// The cliques of size k of a k-tree: those of the start, each without one of its vertices, and for
/// every later vertex its base with the vertex instead of one of its members.
struct Cliques {
    k: usize,
    /// For every vertex beyond the first clique, the `k` vertices it was joined to.
    bases: Vec<u32>,
}

impl Cliques {
    /// Makes the clique with this number the base of the next vertex.
    fn copy(&mut self, clique: usize) {
        let k = self.k;
        if clique <= k {
            let members = (0..=k).filter(|&v| v != clique);
            self.bases.extend(members.map(|v| v as u32));
            return;
        }
        let (grown, replaced) = ((clique - k - 1) / k, (clique - k - 1) % k);
        let start = self.bases.len();
        self.bases.extend_from_within(grown * k..(grown + 1) * k);
        self.bases[start + replaced] = (k + 1 + grown) as u32;
    }
}

/// Two random Hamiltonian paths without a common edge, uniformly among such pairs, one listed after
/// the other: SHORT wins between any two vertices. The graph is simple and connected, with
/// 2 · `vertices` − 2 edges; degrees are 2 to 4.
///
/// # Errors
/// When there are fewer than four vertices, or too many.
pub fn hamiltonian_paths(vertices: usize, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    if vertices < 4 {
        return Impossible::because(format!(
            "{vertices} vertices: two paths without a common edge need four"
        ));
    }
    let edges = size(product(vertices - 1, 2))?;
    let mut first: Vec<u32> = (0..vertices as u32).collect();
    first.shuffle(rng);
    let mut place = vec![0_u32; vertices];
    for (at, &vertex) in (0..).zip(&first) {
        place[vertex as usize] = at;
    }
    let mut second = first.clone();
    // A shuffled path shares two edges with another on average, and none with a probability of
    // about exp(−2).
    let shares = |couple: &[u32]| {
        let [a, b] = [couple[0], couple[1]].map(|vertex| place[vertex as usize]);
        a.abs_diff(b) == 1
    };
    while second.windows(2).any(shares) {
        second.shuffle(rng);
    }
    let all = [first, second].into_iter().flat_map(|path| {
        (1..path.len()).map(move |i| [path[i - 1], path[i]].map(|v| VertexId::new(v as usize)))
    });
    Blueprint::new(vertices, edges, all)
}

/// Nested joins of two edges: the vertices are divided into two runs, of which the first has `share`
/// of them (at least one vertex); the runs are joined by two random edges, and each is divided in
/// the same way, down to single vertices. Outer joins are listed before inner ones.
///
/// So every run is a clump inside another clump, and SHORT wins between any two vertices. There are
/// exactly 2 · `vertices` − 2 edges; the two edges of a join differ, except that runs of one vertex
/// are joined by two parallel edges. Nothing is held in memory.
///
/// # Errors
/// When there are fewer than two vertices, too many, or the share is not above 0 and at most ½.
pub fn nested(vertices: usize, share: f64, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    if share.is_nan() || share <= 0.0 || share > 0.5 {
        return Impossible::because(format!(
            "share {share}: the smaller part of a join has more than 0 and at most 0.5"
        ));
    }
    let edges = size(product(vertices.saturating_sub(1), 2))?;
    let joins = Joins {
        open: std::iter::once(0..vertices).collect(),
        share,
        rng: split(rng),
        second: None,
    };
    Blueprint::new(vertices, edges, joins)
}

/// The edges of nested joins.
struct Joins {
    /// Runs yet to be divided: the smaller of two is on top, so that there are at most log₂ N.
    open: Vec<std::ops::Range<usize>>,
    share: f64,
    rng: Rng,
    /// The second edge of the join whose first was the last item.
    second: Option<Ends>,
}

impl Iterator for Joins {
    type Item = Ends;

    fn next(&mut self) -> Option<Ends> {
        if let Some(edge) = self.second.take() {
            return Some(edge);
        }
        loop {
            let run = self.open.pop()?;
            if run.len() < 2 {
                continue;
            }
            let small = (run.len() as f64 * self.share) as usize;
            let middle = run.start + small.max(1);
            let [small, large] = [run.start..middle, middle..run.end];
            let mut draw =
                || [&small, &large].map(|run| VertexId::new(self.rng.random_range(run.clone())));
            let first = draw();
            let mut second = draw();
            while run.len() > 2 && second == first {
                second = draw();
            }
            self.second = Some(second);
            self.open.extend([large, small]);
            return Some(first);
        }
    }
}
