//! Delaunay triangulations of random points, in exact arithmetic.

use super::points::{Point, corners, scatter};
use super::uniform::check_counts;
use super::{Blueprint, Ends, Impossible, Rng, product, size};
use crate::graph::VertexId;

/// A Delaunay triangulation of points scattered uniformly in a square: no circle through the corners
/// of a triangle holds another point inside. Vertices are numbered along the Hilbert curve; the
/// terminals are the points nearest to two opposite corners.
///
/// The graph is simple, planar and connected; with h points on the convex hull it has
/// 3 · `vertices` − 3 − h edges. Points are inserted one by one in a biased randomised order (Amenta,
/// Choi, Rote 2003), the triangles whose circles hold the new point are replaced (Bowyer, Watson
/// 1981), and all determinants are exact. O(vertices · log vertices) expected.
///
/// # Errors
/// When there are fewer than two points, or too many edges.
pub fn delaunay(vertices: usize, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    check_counts(vertices, 0, 0)?;
    size(product(vertices, 3))?;
    if vertices == 2 {
        return Blueprint::of(2, vec![[0, 1].map(VertexId::new)]);
    }
    loop {
        let points = scatter(vertices, rng);
        // Points on one line have no triangle: practically never.
        if let Some(edges) = triangulate(&points) {
            return Ok(Blueprint::of(vertices, edges)?.between(corners(&points)));
        }
    }
}

/// The edges of a Delaunay triangulation, sorted; `None` if all points are on one line.
fn triangulate(points: &[Point]) -> Option<Vec<Ends>> {
    let order = insertion_order(points.len());
    let [a, b] = [order[0], order[1]];
    let is_off = |&c: &u32| turn(points, a, b, c) != 0;
    let third = order.iter().copied().find(is_off)?;
    let mut mesh = Mesh::new(points, [a, b, third]);
    for &p in order[2..].iter().filter(|&&p| p != third) {
        mesh.insert(p);
    }
    let mut edges = mesh.edges();
    edges.sort_unstable();
    Some(edges)
}

/// The points in rounds, each about twice as large as the one before and in the order of the curve.
fn insertion_order(points: usize) -> Vec<u32> {
    let round = |point: u32| scrambled(point).trailing_zeros();
    let mut order: Vec<u32> = (0..points as u32).collect();
    order.sort_by_key(|&point| std::cmp::Reverse(round(point)));
    order
}

/// A fixed mixture of the bits of a number (the finaliser of Steele, Lea and Flood's SplitMix).
fn scrambled(number: u32) -> u64 {
    let mut bits = u64::from(number).wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// Positive if the points turn left, negative if they turn right, 0 if they are on one line.
fn turn(points: &[Point], a: u32, b: u32, c: u32) -> i64 {
    let [[ax, ay], [bx, by], [cx, cy]] = [a, b, c].map(|point| points[point as usize]);
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// Whether `p` is inside the circle through the three corners, which turn left.
fn is_in_circle(points: &[Point], corners: [u32; 3], p: u32) -> bool {
    let [x, y] = points[p as usize];
    let [a, b, c] = corners.map(|corner| {
        let [u, v] = points[corner as usize];
        [u - x, v - y]
    });
    let lift = |[x, y]: Point| i128::from(x * x + y * y);
    let cross = |[a, b]: Point, [c, d]: Point| i128::from(a * d - b * c);
    lift(a) * cross(b, c) + lift(b) * cross(c, a) + lift(c) * cross(a, b) > 0
}

/// The point at infinity: it forms a triangle with every edge of the convex hull.
const GHOST: u32 = u32::MAX;

/// A triangulation of the sphere: the triangles, and those of the hull with the point at infinity.
struct Mesh<'a> {
    points: &'a [Point],
    /// The corners of every triangle, turning left.
    corners: Vec<[u32; 3]>,
    /// The triangle across from each corner.
    across: Vec<[u32; 3]>,
    /// A triangle that was made last.
    last: u32,
    /// The triangles to be replaced, and whether a triangle is one of them.
    cavity: Vec<u32>,
    is_open: Vec<bool>,
    /// Where the cavity ends: an edge, and the triangle behind it.
    rim: Vec<([u32; 2], u32)>,
    /// For a vertex on the rim, the new triangle whose edge starts there; the last is the ghost's.
    starting: Vec<u32>,
}

impl<'a> Mesh<'a> {
    /// One triangle and the three at its hull.
    fn new(points: &'a [Point], [a, b, c]: [u32; 3]) -> Self {
        let [a, b] = if turn(points, a, b, c) > 0 {
            [a, b]
        } else {
            [b, a]
        };
        Self {
            points,
            corners: vec![[a, b, c], [c, b, GHOST], [a, c, GHOST], [b, a, GHOST]],
            across: vec![[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]],
            last: 0,
            cavity: Vec::new(),
            is_open: vec![false; 4],
            rim: Vec::new(),
            starting: vec![0; points.len() + 1],
        }
    }

    /// Whether the new point takes away this triangle. A hull edge is taken away from outside, and by
    /// a point that lies on it.
    fn is_taken(&self, triangle: u32, p: u32) -> bool {
        let corners = self.corners[triangle as usize];
        let Some(ghost) = corners.iter().position(|&corner| corner == GHOST) else {
            return is_in_circle(self.points, corners, p);
        };
        let [a, b] = [corners[(ghost + 1) % 3], corners[(ghost + 2) % 3]];
        match turn(self.points, a, b, p) {
            0 => {
                let [[ax, ay], [bx, by], [x, y]] =
                    [a, b, p].map(|point| self.points[point as usize]);
                (ax - x) * (bx - x) + (ay - y) * (by - y) < 0
            }
            turned => turned > 0,
        }
    }

    /// A triangle that the point takes away: the one it is in, or one of the hull that faces it.
    fn locate(&self, p: u32) -> u32 {
        let mut at = self.last;
        if let Some(ghost) = self.corners[at as usize].iter().position(|&c| c == GHOST) {
            at = self.across[at as usize][ghost];
        }
        'walk: loop {
            let corners = self.corners[at as usize];
            for i in 0..3 {
                if turn(self.points, corners[(i + 1) % 3], corners[(i + 2) % 3], p) < 0 {
                    at = self.across[at as usize][i];
                    if self.corners[at as usize].contains(&GHOST) {
                        return at;
                    }
                    continue 'walk;
                }
            }
            return at;
        }
    }

    fn insert(&mut self, p: u32) {
        self.open_cavity(p);
        self.fill_cavity(p);
    }

    /// Finds all triangles that the point takes away, and the rim around them.
    fn open_cavity(&mut self, p: u32) {
        let first = self.locate(p);
        self.cavity.clear();
        self.rim.clear();
        self.cavity.push(first);
        self.is_open[first as usize] = true;
        let mut done = 0;
        while let Some(&triangle) = self.cavity.get(done) {
            done += 1;
            let corners = self.corners[triangle as usize];
            for i in 0..3 {
                let behind = self.across[triangle as usize][i];
                if self.is_open[behind as usize] {
                    continue;
                }
                if self.is_taken(behind, p) {
                    self.is_open[behind as usize] = true;
                    self.cavity.push(behind);
                } else {
                    let edge = [corners[(i + 1) % 3], corners[(i + 2) % 3]];
                    self.rim.push((edge, behind));
                }
            }
        }
    }

    /// Joins the point to every edge of the rim. There are two more of these than triangles were
    /// taken away, so the old places are used again.
    fn fill_cavity(&mut self, p: u32) {
        let room = self.corners.len() as u32;
        self.cavity.extend([room, room + 1]);
        for list in [&mut self.corners, &mut self.across] {
            list.extend([[0; 3]; 2]);
        }
        self.is_open.extend([false; 2]);
        let slot = |vertex: u32| (vertex as usize).min(self.points.len());
        for (&triangle, &([a, b], behind)) in self.cavity.iter().zip(&self.rim) {
            self.is_open[triangle as usize] = false;
            self.corners[triangle as usize] = [a, b, p];
            self.across[triangle as usize][2] = behind;
            let back = &self.corners[behind as usize];
            let opposite = back.iter().position(|&c| c != a && c != b).unwrap_or(0);
            self.across[behind as usize][opposite] = triangle;
            self.starting[slot(a)] = triangle;
        }
        for (&triangle, &([_, b], _)) in self.cavity.iter().zip(&self.rim) {
            let next = self.starting[slot(b)];
            self.across[triangle as usize][0] = next;
            self.across[next as usize][1] = triangle;
        }
        self.last = self.cavity[0];
    }

    /// Every edge once, the smaller end first.
    fn edges(&self) -> Vec<Ends> {
        let mut edges = Vec::with_capacity(3 * self.points.len());
        for &[a, b, c] in &self.corners {
            for [u, v] in [[a, b], [b, c], [c, a]] {
                // Every edge is seen from both sides.
                if u < v && v != GHOST {
                    edges.push([u, v].map(|end| VertexId::new(end as usize)));
                }
            }
        }
        edges
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rng;
    use super::*;

    /// Every edge that lies on an empty circle, for points of which no four are on a circle and no
    /// three on a line: by trying all triangles.
    fn naive(points: &[Point]) -> Vec<Ends> {
        let n = points.len() as u32;
        let mut edges = std::collections::BTreeSet::new();
        for a in 0..n {
            for b in a + 1..n {
                for c in b + 1..n {
                    let [b, c] = if turn(points, a, b, c) > 0 {
                        [b, c]
                    } else {
                        [c, b]
                    };
                    if (0..n).any(|p| is_in_circle(points, [a, b, c], p)) {
                        continue;
                    }
                    for [u, v] in [[a, b], [b, c], [c, a]] {
                        edges.insert([u.min(v), u.max(v)].map(|end| VertexId::new(end as usize)));
                    }
                }
            }
        }
        edges.into_iter().collect()
    }

    #[test]
    fn circles_are_empty() {
        let rng = &mut Rng::from_seed(2);
        for n in [3, 4, 5, 6, 10, 40, 60] {
            for _ in 0..5 {
                let points = scatter(n, rng);
                assert_eq!(triangulate(&points).unwrap(), naive(&points), "{points:?}");
            }
        }
    }

    #[test]
    fn circles_are_what_they_seem() {
        let points = [[0, 0], [4, 0], [0, 4], [4, 4], [3, 3], [5, 5]];
        assert!(is_in_circle(&points, [0, 1, 2], 4));
        assert!(!is_in_circle(&points, [0, 1, 2], 3) && !is_in_circle(&points, [0, 1, 2], 5));
    }

    /// A grid has many points on a line and on a circle; whatever is chosen among equals, the number
    /// of edges follows from Euler's formula.
    #[test]
    fn lines_and_circles_do_no_harm() {
        for (width, height) in [(2, 2), (2, 9), (5, 5), (7, 3)] {
            let points: Vec<Point> = (0..width)
                .flat_map(|x| (0..height).map(move |y| [x, y]))
                .collect();
            let hull = 2 * (width + height) - 4;
            let edges = triangulate(&points).unwrap();
            assert_eq!(edges.len() as i64, 3 * width * height - 3 - hull);
        }
        let line: Vec<Point> = (0..9).map(|x| [x, 2 * x]).collect();
        assert_eq!(triangulate(&line), None);
    }
}
