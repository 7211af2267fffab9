//! Kinds grown or scattered at random: series-parallel, geometric, regular, preferential.

use super::uniform::check_counts;
use super::{Blueprint, Ends, Impossible, Rng};
use crate::graph::{Graph, VertexId};
use rand::RngExt;
use rand::seq::SliceRandom;

/// A two-terminal series-parallel network: from a single edge between the terminals, an edge chosen
/// uniformly is split in series or doubled in parallel, with equal chances, until there are enough.
///
/// # Errors
/// When no edge is asked for, or too many.
pub fn series_parallel(edges: usize, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    if edges == 0 || edges > Graph::MAX_SIZE - 2 {
        let most = Graph::MAX_SIZE - 2;
        return Impossible::because(format!(
            "{edges} edges: a series-parallel network has 1 to {most}"
        ));
    }
    let terminals = [0, 1].map(VertexId::new);
    let (mut vertices, mut made) = (2, vec![terminals]);
    while made.len() < edges {
        let chosen = rng.random_range(0..made.len());
        let [u, v] = made[chosen];
        if rng.random() {
            let middle = VertexId::new(vertices);
            vertices += 1;
            made[chosen] = [u, middle];
            made.push([middle, v]);
        } else {
            made.push([u, v]);
        }
    }
    Ok(Blueprint::of(vertices, made)?.between(terminals).fixed())
}

/// Points scattered uniformly in a square, joined when they are near; the radius is such that a
/// point away from the border has `degree` neighbours on average. Vertices are numbered in strips;
/// the terminals are the points nearest to two opposite corners.
///
/// # Errors
/// When there are fewer than two points, or the degree is not a number from 0 to their number.
pub fn geometric(vertices: usize, degree: f64, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    check_counts(vertices, 0, 0)?;
    if !(0.0..=vertices as f64).contains(&degree) {
        return Impossible::because(format!(
            "an average degree is from 0 to {vertices}, not {degree}"
        ));
    }
    let radius = (degree / (std::f64::consts::PI * vertices as f64)).sqrt();
    let cells = ((1.0 / radius).floor().min((vertices as f64).sqrt()) as usize).max(1);
    let mut points: Vec<[f64; 2]> = (0..vertices)
        .map(|_| [rng.random(), rng.random()])
        .collect();
    let cell = |x: f64| ((x * cells as f64) as usize).min(cells - 1);
    let key = |&[x, y]: &[f64; 2]| cell(y) * cells + cell(x);
    points.sort_by(|a, b| key(a).cmp(&key(b)).then(a[0].total_cmp(&b[0])));
    let mut starts = vec![0; cells * cells + 1];
    for point in &points {
        starts[key(point) + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let distance = |[x, y]: [f64; 2], [a, b]: [f64; 2]| (x - a).powi(2) + (y - b).powi(2);
    let mut edges = Vec::new();
    for (u, &[x, y]) in points.iter().enumerate() {
        let (column, row) = (cell(x), cell(y));
        for row in row..(row + 2).min(cells) {
            for column in column.saturating_sub(1)..(column + 2).min(cells) {
                let at = row * cells + column;
                for v in (u + 1).max(starts[at])..starts[at + 1] {
                    if distance(points[u], points[v]) <= radius * radius {
                        edges.push([u, v].map(VertexId::new));
                    }
                }
            }
        }
    }
    let nearest = |corner: [f64; 2], taken: Option<usize>| {
        let free = (0..vertices).filter(|&v| Some(v) != taken);
        free.min_by(|&u, &v| distance(points[u], corner).total_cmp(&distance(points[v], corner)))
    };
    let left = nearest([0.0, 0.0], None).unwrap_or(0);
    let right = nearest([1.0, 1.0], Some(left)).unwrap_or(1);
    Ok(Blueprint::of(vertices, edges)?.between([left, right].map(VertexId::new)))
}

/// A simple graph in which every vertex has the same degree, by pairing half-edges at random and
/// pairing anew those that would make loops or parallel edges (Steger, Wormald 1999):
/// asymptotically uniform for degrees that grow slower than the cube root of the vertices.
///
/// # Errors
/// When no such graph exists.
pub fn regular(vertices: usize, degree: usize, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    check_counts(vertices, 0, 0)?;
    let halves = vertices
        .checked_mul(degree)
        .filter(|&halves| halves / 2 <= Graph::MAX_SIZE);
    match halves {
        Some(halves) if halves % 2 == 0 && degree < vertices => {}
        _ => {
            return Impossible::because(format!(
                "{vertices} vertices of degree {degree}: the degree must be below the number of \
                 vertices, and one of the two even"
            ));
        }
    }
    // Dense graphs get stuck; their complements do not.
    if 2 * degree >= vertices {
        let sparse = regular_edges(vertices, vertices - 1 - degree, rng);
        let sparse: std::collections::HashSet<_> = sparse.into_iter().collect();
        let all = (1..vertices).flat_map(|v| (0..v).map(move |u| [u, v].map(VertexId::new)));
        return Blueprint::of(
            vertices,
            all.filter(|ends| !sparse.contains(ends)).collect(),
        );
    }
    Blueprint::of(vertices, regular_edges(vertices, degree, rng))
}

fn regular_edges(vertices: usize, degree: usize, rng: &mut Rng) -> Vec<Ends> {
    loop {
        if let Some(edges) = Pairing::new(vertices, degree).run(rng) {
            return edges;
        }
    }
}

/// Half-edges on their way to becoming a regular graph.
struct Pairing {
    degree: usize,
    /// For every vertex room for its neighbours, and how many it has.
    rows: Vec<u32>,
    filled: Vec<u32>,
    halves: Vec<u32>,
    edges: Vec<Ends>,
}

impl Pairing {
    fn new(vertices: usize, degree: usize) -> Self {
        let of = |v| std::iter::repeat_n(v as u32, degree);
        Self {
            degree,
            rows: vec![0; vertices * degree],
            filled: vec![0; vertices],
            halves: (0..vertices).flat_map(of).collect(),
            edges: Vec::with_capacity(vertices * degree / 2),
        }
    }

    /// The edges, or `None` when the last half-edges fit nowhere.
    fn run(mut self, rng: &mut Rng) -> Option<Vec<Ends>> {
        while !self.halves.is_empty() {
            self.halves.shuffle(rng);
            let halves = std::mem::take(&mut self.halves);
            let before = self.edges.len();
            for couple in halves.chunks_exact(2) {
                if !self.join(couple[0] as usize, couple[1] as usize) {
                    self.halves.extend(couple);
                }
            }
            if self.edges.len() == before && self.is_stuck() {
                return None;
            }
        }
        Some(self.edges)
    }

    fn joined(&self, u: usize, v: usize) -> bool {
        let start = u * self.degree;
        self.rows[start..start + self.filled[u] as usize].contains(&(v as u32))
    }

    fn join(&mut self, u: usize, v: usize) -> bool {
        if u == v || self.joined(u, v) {
            return false;
        }
        for (from, to) in [(u, v), (v, u)] {
            self.rows[from * self.degree + self.filled[from] as usize] = to as u32;
            self.filled[from] += 1;
        }
        self.edges.push([u.min(v), u.max(v)].map(VertexId::new));
        true
    }

    /// Whether no two of the half-edges left can be joined.
    fn is_stuck(&self) -> bool {
        let mut open = self.halves.clone();
        open.sort_unstable();
        open.dedup();
        let free = |u: u32, v: u32| !self.joined(u as usize, v as usize);
        !open
            .iter()
            .enumerate()
            .any(|(i, &u)| open[i + 1..].iter().any(|&v| free(u, v)))
    }
}

/// Growth by preferential attachment (Barabási, Albert 1999): from a clique of `links` + 1 vertices,
/// every new vertex is joined to `links` different ones, an old vertex being as likely as its
/// degree.
///
/// # Errors
/// When there are too few vertices, no link, or too many edges.
pub fn preferential(vertices: usize, links: usize, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    check_counts(vertices, 0, 0)?;
    let edges = vertices
        .checked_mul(links)
        .filter(|&edges| edges <= Graph::MAX_SIZE);
    if links == 0 || links >= vertices || edges.is_none() {
        return Impossible::because(format!(
            "{vertices} vertices with {links} links each: expected 1 to {} links",
            vertices - 1
        ));
    }
    // Every end of every edge: choosing one of them chooses a vertex by its degree.
    let mut all: Vec<u32> = Vec::with_capacity(2 * vertices * links);
    for v in 1..=links {
        all.extend((0..v).flat_map(|u| [u as u32, v as u32]));
    }
    let mut chosen = Vec::with_capacity(links);
    for v in links + 1..vertices {
        chosen.clear();
        while chosen.len() < links {
            let u = all[rng.random_range(0..all.len())];
            if !chosen.contains(&u) {
                chosen.push(u);
            }
        }
        all.extend(chosen.iter().flat_map(|&u| [u, v as u32]));
    }
    let count = all.len() / 2;
    let edges =
        (0..count).map(move |i| [all[2 * i], all[2 * i + 1]].map(|v| VertexId::new(v as usize)));
    Blueprint::new(vertices, count, edges)
}
