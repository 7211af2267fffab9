//! Drawings of planar graphs without crossings, with straight edges.
//!
//! **Theorem used** (de Fraysseix, Pach and Pollack 1990). A triangulation has an order of its vertices in which each
//! is added outside of what is drawn, next to an interval of the outline; if the outline is pulled apart under it, all
//! vertices have places on a grid of 2n − 4 by n − 2.
//!
//! The graph is first joined up until it has no cut vertex, which keeps it planar. Every face then gets a vertex of its
//! own, joined to the vertices around it: that makes triangles of all faces. From the grid, or from Tutte's drawing where
//! that has room, the vertices move towards the middle of the triangles around them, as long as none of these turns
//! over; so no crossing comes about.
//!
//! Only sums, products and quotients are used, so that every machine computes the same places.

use super::planar::{self, Block, blocks};
use super::{Graph, VertexId};
use std::collections::{BTreeSet, HashMap};

/// How often every vertex moves.
const SWEEPS: usize = 800;

/// A triangle is small if it has less than this, divided by the square of the number of triangles: on the grid all
/// have more, about.
const SMALL: f64 = 1.0;

/// How far up or down a drawing goes, unless it would have to be stretched by more than this.
const HEIGHT: f64 = 0.75;
const MOST_STRETCHED: f64 = 4.0;

/// A drawing without crossings: the place of every vertex, from −1 to 1 in both directions; `None` if the graph is
/// not planar.
///
/// The two vertices `apart` are drawn on the far left and the far right if the graph stays planar with an
/// edge between them. Parallel edges lie on one line, and loops have no extent.
///
/// Complexity: quadratic.
///
/// ```
/// use switchyard::graph::{Graph, VertexId, plane};
/// let square = Graph::from_pairs(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
/// let places = plane::places(&square, Some([VertexId::new(0), VertexId::new(2)])).unwrap();
/// assert_eq!((places[0], places[2]), ([-1.0, 0.0], [1.0, 0.0]));
/// ```
pub fn places(graph: &Graph, apart: Option<[VertexId; 2]>) -> Option<Vec<[f64; 2]>> {
    let n = graph.vertex_count();
    let ends = graph
        .edges()
        .map(|edge| graph.ends(edge).map(VertexId::index));
    let lines: BTreeSet<[usize; 2]> = ends
        .filter(|[u, v]| u != v)
        .map(|[u, v]| [u.min(v), u.max(v)])
        .collect();
    let apart = apart.map(|pair| pair.map(VertexId::index));
    match (n, apart.filter(|[left, right]| left != right)) {
        (0, _) => Some(Vec::new()),
        (1, _) => Some(vec![[0.0, 0.0]]),
        (2, Some([1, 0])) => Some(vec![[1.0, 0.0], [-1.0, 0.0]]),
        (2, _) => Some(vec![[-1.0, 0.0], [1.0, 0.0]]),
        (_, apart) => {
            let between = apart.and_then(|pair| Sphere::between(n, &lines, pair));
            Some(between.or_else(|| Sphere::around(n, &lines))?.drawn(n))
        }
    }
}

/// The faces of the graph once it is joined up: as many as there are of the circuits around them.
fn embedded(n: usize, lines: &BTreeSet<[usize; 2]>) -> Option<Vec<Vec<usize>>> {
    let edges = joined_up(n, lines);
    planar::faces(&Block {
        vertices: n,
        edges: &edges,
    })
}

/// More edges, so that the graph is connected and has no cut vertex, and is still planar if it was: an edge between two
/// components, or between the neighbours of a cut vertex in two blocks, can be drawn where the two meet.
fn joined_up(n: usize, lines: &BTreeSet<[usize; 2]>) -> Vec<[usize; 2]> {
    let mut edges: Vec<[usize; 2]> = lines.iter().copied().collect();
    let mut of: Vec<usize> = (0..n).collect();
    for &[u, v] in &edges {
        merge(&mut of, u, v);
    }
    for v in 1..n {
        if merge(&mut of, 0, v) {
            edges.push([0, v]);
        }
    }
    loop {
        let blocks = blocks(n, &edges);
        // A block at every vertex, with the neighbour there; the last that was joined, so that the new edges make a path
        // around a vertex and not a star.
        let mut first: HashMap<usize, (usize, usize)> = HashMap::new();
        let mut more = Vec::new();
        let mut touched = vec![false; blocks.len()];
        for (number, block) in blocks.iter().enumerate() {
            for &edge in block {
                let [u, v] = edges[edge];
                for (cut, near) in [(u, v), (v, u)] {
                    let (other, far) = *first.entry(cut).or_insert((number, near));
                    // At most one new edge for every block in a round: the blocks are then others.
                    if other != number && !touched[number] && !touched[other] {
                        (touched[number], touched[other]) = (true, true);
                        more.push([far, near]);
                        first.insert(cut, (number, near));
                    }
                }
            }
        }
        if more.is_empty() {
            return edges;
        }
        edges.extend(more);
    }
}

/// Whether the two were apart; they are together now.
fn merge(of: &mut [usize], u: usize, v: usize) -> bool {
    let root = |mut v: usize| {
        while of[v] != v {
            v = of[v];
        }
        v
    };
    let (u, v) = (root(u), root(v));
    of[v] = u;
    u != v
}

/// A triangulation of the sphere without one triangle at the base, which is the outside of the drawing.
struct Sphere {
    vertices: usize,
    triangles: Vec<[usize; 3]>,
    /// The left and the right end of the base.
    base: [usize; 2],
    /// The vertices of the faces above and below the base. The one above is the top of the outer triangle.
    beside: [usize; 2],
    /// Whether the base is an edge of the graph.
    is_real: bool,
}

impl Sphere {
    /// With an edge of the longest face as the base.
    fn around(n: usize, lines: &BTreeSet<[usize; 2]>) -> Option<Self> {
        let faces = embedded(n, lines)?;
        let longest = faces.iter().max_by_key(|face| face.len())?;
        let base = [longest[0], longest[1]];
        let line = [base[0].min(base[1]), base[0].max(base[1])];
        Some(Self::new(n, &faces, base, lines.contains(&line)))
    }

    /// With an edge between two vertices as the base, whether it is there or not.
    fn between(n: usize, lines: &BTreeSet<[usize; 2]>, [left, right]: [usize; 2]) -> Option<Self> {
        let mut with = lines.clone();
        let is_real = !with.insert([left.min(right), left.max(right)]);
        let faces = embedded(n, &with)?;
        Some(Self::new(n, &faces, [left, right], is_real))
    }

    fn new(n: usize, faces: &[Vec<usize>], base: [usize; 2], is_real: bool) -> Self {
        let mut triangles = Vec::new();
        let mut beside = Vec::new();
        for (face, star) in faces.iter().zip(n..) {
            for (i, &u) in face.iter().enumerate() {
                let v = face[(i + 1) % face.len()];
                if base == [u, v] || base == [v, u] {
                    beside.push((face.len(), star));
                }
                triangles.push([u, v, star]);
            }
        }
        // The longer face has the vertices that are seen from outside.
        beside.sort_unstable();
        let beside = [beside[beside.len() - 1].1, beside[0].1];
        let [left, right] = base;
        triangles.retain(|t| ![left, right, beside[0]].iter().all(|v| t.contains(v)));
        Self {
            vertices: n + faces.len(),
            triangles,
            base,
            beside,
            is_real,
        }
    }

    /// The places of the first vertices.
    fn drawn(&self, n: usize) -> Vec<[f64; 2]> {
        let grid = self.on_grid();
        let half = grid[self.base[1]][0] as f64 / 2.0;
        let scaled = |&[x, y]: &[i64; 2]| [x as f64 / half - 1.0, y as f64 / half];
        let mut places: Vec<[f64; 2]> = grid.iter().map(scaled).collect();
        self.relax(&mut places);
        places.truncate(n);
        // As high as it is wide, about: stretching keeps lines apart.
        let highest = places
            .iter()
            .fold(0.0, |high: f64, place| high.max(place[1].abs()));
        for place in &mut places {
            place[1] *= HEIGHT / highest.max(HEIGHT / MOST_STRETCHED);
        }
        places
    }

    /// The neighbours of every vertex.
    fn near(&self) -> Vec<BTreeSet<usize>> {
        let mut near = vec![BTreeSet::new(); self.vertices];
        for &[u, v, w] in &self.triangles {
            near[u].extend([v, w]);
            near[v].extend([u, w]);
            near[w].extend([u, v]);
        }
        near
    }

    /// The order in which the vertices are added, each with the neighbours that it has on the outline then, from left to
    /// right: found backwards, by taking vertices off the outline that no inner line ties to another vertex of it.
    fn order(&self) -> Vec<(usize, Vec<usize>)> {
        let near = self.near();
        let [left, right] = self.base;
        let mut is_left = vec![true; self.vertices];
        // Without the vertices that were taken off; from the left end to the right end of the base.
        let mut outline = vec![left, self.beside[0], right];
        let mut order = Vec::new();
        while outline.len() > 2 {
            let mut on = vec![usize::MAX; self.vertices];
            for (place, &v) in outline.iter().enumerate() {
                on[v] = place;
            }
            let is_free = |&at: &usize| {
                near[outline[at]]
                    .iter()
                    .all(|&w| !is_left[w] || on[w] == usize::MAX || on[w].abs_diff(at) == 1)
            };
            let at = (1..outline.len() - 1)
                .find(is_free)
                .expect("a triangulation has such a vertex");
            let v = outline[at];
            is_left[v] = false;
            let between = self.fan(v, outline[at - 1], outline[at + 1], &is_left);
            outline.splice(at..=at, between[1..between.len() - 1].iter().copied());
            order.push((v, between));
        }
        order.reverse();
        order
    }

    /// The neighbours of a vertex from one to another, around it, among those that are left.
    fn fan(&self, v: usize, from: usize, to: usize, is_left: &[bool]) -> Vec<usize> {
        let mut next: HashMap<usize, Vec<usize>> = HashMap::new();
        for triangle in self.triangles.iter().filter(|corners| corners.contains(&v)) {
            let mut others = triangle.iter().copied().filter(|&w| w != v);
            if let (Some(a), Some(b)) = (others.next(), others.next())
                && is_left[a]
                && is_left[b]
            {
                next.entry(a).or_default().push(b);
                next.entry(b).or_default().push(a);
            }
        }
        let mut fan = vec![from];
        let mut before = usize::MAX;
        while fan[fan.len() - 1] != to {
            let at = fan[fan.len() - 1];
            let on = next.get(&at).into_iter().flatten();
            let found = on.copied().find(|&w| w != before);
            before = at;
            fan.push(found.expect("the triangles around a vertex follow each other"));
        }
        fan
    }

    fn on_grid(&self) -> Vec<[i64; 2]> {
        let [left, right] = self.base;
        let mut places = vec![[0, 0]; self.vertices];
        places[right] = [2, 0];
        let mut outline = vec![left, right];
        // What moves with every vertex of the outline.
        let mut below: Vec<Vec<usize>> = (0..self.vertices).map(|v| vec![v]).collect();
        for (step, (v, fan)) in self.order().into_iter().enumerate() {
            let place = |w: usize| outline.iter().position(|&on| on == w);
            let ends = (place(fan[0]), place(fan[fan.len() - 1]));
            let (Some(p), Some(q)) = ends else {
                unreachable!("a vertex is added on the outline");
            };
            // The first vertex is added where the base has room for it.
            let by = i64::from(step > 0);
            for (at, &on) in outline.iter().enumerate().skip(p + 1) {
                for &w in &below[on] {
                    places[w][0] += if at < q { by } else { 2 * by };
                }
            }
            let ([px, py], [qx, qy]) = (places[fan[0]], places[fan[fan.len() - 1]]);
            places[v] = [(px - py + qx + qy) / 2, (qx - px + py + qy) / 2];
            for w in &outline[p + 1..q] {
                let moved = std::mem::take(&mut below[*w]);
                below[v].extend(moved);
            }
            outline.splice(p + 1..q, [v]);
        }
        places
    }

    /// Moves every vertex towards the middle of the triangles around it, weighted by their areas.
    fn relax(&self, places: &mut [[f64; 2]]) {
        let [left, right] = self.base;
        let [top, bottom] = self.beside;
        // Below a base that is not there, the drawing may go on.
        let is_base = |t: &[usize; 3]| [left, right, bottom].iter().all(|v| t.contains(v));
        let is_outer = |t: &[usize; 3]| !self.is_real && is_base(t);
        let mut around: Vec<Vec<[usize; 2]>> = vec![Vec::new(); self.vertices];
        for &[u, v, w] in self.triangles.iter().filter(|t| !is_outer(t)) {
            // Counter-clockwise.
            let turned = area(places[u], places[v], places[w]) < 0.0;
            let [a, b, c] = if turned { [u, w, v] } else { [u, v, w] };
            around[a].push([b, c]);
            around[b].push([c, a]);
            around[c].push([a, b]);
        }
        let count = self.triangles.len() as f64;
        let floor = SMALL / (count * count);
        if let Some(tutte) = self.tutte(&around, floor) {
            places.copy_from_slice(&tutte);
        }
        let moves = |v: &usize| ![left, right, top].contains(v);
        for _ in 0..SWEEPS {
            for v in (0..self.vertices).filter(moves) {
                let goal = if v == bottom && !self.is_real {
                    [0.0, -1.0]
                } else {
                    middle(v, &around[v], places)
                };
                step(v, goal, &around[v], places, floor);
            }
        }
    }

    /// The drawing in which every vertex is the mean of its neighbours (Tutte 1963), if no triangle of it is small: it is
    /// even where the graph is, but others shrink to a point in it.
    fn tutte(&self, around: &[Vec<[usize; 2]>], floor: f64) -> Option<Vec<[f64; 2]>> {
        let ([left, right], [top, bottom]) = (self.base, self.beside);
        let mut places = vec![[0.0; 2]; self.vertices];
        places[left] = [-1.0, 0.0];
        places[right] = [1.0, 0.0];
        places[top] = [0.0, 1.0];
        let mut fixed = vec![left, right, top];
        if !self.is_real {
            places[bottom] = [0.0, -1.0];
            fixed.push(bottom);
        }
        for _ in 0..SWEEPS {
            for v in (0..self.vertices).filter(|v| !fixed.contains(v)) {
                places[v] = mean(&around[v], &places);
            }
        }
        let is_large = |v: usize| {
            let areas = around[v]
                .iter()
                .map(|&[a, b]| area(places[v], places[a], places[b]));
            areas.into_iter().all(|area| area > floor)
        };
        (0..self.vertices).all(is_large).then_some(places)
    }
}

/// Twice the area of a triangle, positive if its corners are in counter-clockwise order.
fn area(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// The mean of the neighbours.
fn mean(around: &[[usize; 2]], places: &[[f64; 2]]) -> [f64; 2] {
    let mut sum = [0.0; 2];
    for &[a, b] in around {
        for (axis, sum) in sum.iter_mut().enumerate() {
            *sum += places[a][axis] + places[b][axis];
        }
    }
    sum.map(|sum| sum / (2 * around.len()) as f64)
}

/// The centre of the area around a vertex.
fn middle(v: usize, around: &[[usize; 2]], places: &[[f64; 2]]) -> [f64; 2] {
    let (mut sum, mut whole) = ([0.0; 2], 0.0);
    for &[a, b] in around {
        let weight = area(places[v], places[a], places[b]);
        whole += weight;
        for (axis, sum) in sum.iter_mut().enumerate() {
            *sum += weight * (places[v][axis] + places[a][axis] + places[b][axis]) / 3.0;
        }
    }
    sum.map(|sum| sum / whole)
}

/// Moves a vertex towards a goal, as far as no triangle around it loses more than half of its area, and none that is
/// smaller than `floor` any.
fn step(v: usize, goal: [f64; 2], around: &[[usize; 2]], places: &mut [[f64; 2]], floor: f64) {
    let old = places[v];
    let mut share = 1.0;
    for _ in 0..6 {
        let new = [0, 1].map(|axis| old[axis] + share * (goal[axis] - old[axis]));
        let is_fine = |&[a, b]: &[usize; 2]| {
            let before = area(old, places[a], places[b]);
            let after = area(new, places[a], places[b]);
            2.0 * after > before && (after > floor || after >= before)
        };
        if around.iter().all(is_fine) {
            places[v] = new;
            return;
        }
        share /= 2.0;
    }
}
