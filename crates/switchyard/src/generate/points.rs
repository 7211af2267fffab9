//! Points scattered in a square, and networks that join each to its nearest.

use super::pairs::{fill, pair};
use super::uniform::{check_counts, from_pairs};
use super::{Blueprint, Ends, Impossible, Rng, product, size};
use crate::graph::VertexId;
use rand::RngExt;

/// The square has 2²⁶ places in each direction: enough that they hardly ever coincide, and few
/// enough that the determinants of a Delaunay triangulation are exact in 128 bits.
const BITS: u32 = 26;
const SIDE: i64 = 1 << BITS;

/// A place in the square.
pub(super) type Point = [i64; 2];

/// Different points, uniformly, in the order of the Hilbert curve: neighbours in the square mostly
/// have near numbers.
pub(super) fn scatter(count: usize, rng: &mut Rng) -> Vec<Point> {
    let mut along = Vec::new();
    fill(&mut along, count, || rng.random_range(0..1 << (2 * BITS)));
    along.into_iter().map(hilbert).collect()
}

/// The place on the Hilbert curve.
fn hilbert(along: u64) -> Point {
    let [mut x, mut y] = [0, 0];
    for level in 0..BITS {
        let quarter = (along >> (2 * level)) as i64;
        let (right, up) = (quarter >> 1 & 1, (quarter ^ quarter >> 1) & 1);
        if up == 0 {
            // The first and the last quarter are turned over.
            if right == 1 {
                let last = (1 << level) - 1;
                (x, y) = (last - x, last - y);
            }
            (x, y) = (y, x);
        }
        x += right << level;
        y += up << level;
    }
    [x, y]
}

fn squared_distance([x, y]: Point, [a, b]: Point) -> i64 {
    (x - a).pow(2) + (y - b).pow(2)
}

/// The points nearest to two opposite corners; there are at least two points.
pub(super) fn corners(points: &[Point]) -> Ends {
    let nearest = |corner: Point, taken: Option<usize>| {
        let free = (0..points.len()).filter(|&v| Some(v) != taken);
        free.min_by_key(|&v| squared_distance(points[v], corner))
    };
    let left = nearest([0, 0], None).unwrap_or(0);
    let right = nearest([SIDE, SIDE], Some(left)).unwrap_or(1);
    [left, right].map(VertexId::new)
}

/// Points scattered uniformly in a square, each joined to its `neighbours` nearest. Vertices are
/// numbered along the Hilbert curve; the terminals are the points nearest to two opposite corners.
///
/// The graph is simple, with a minimum degree of `neighbours`, and between half and all of
/// `vertices` · `neighbours` edges, since two points may be each other's neighbours. It need not be
/// connected. O(edges · log edges).
///
/// # Errors
/// When there are fewer than two points, as many neighbours as points, none, or too many edges.
pub fn nearest(vertices: usize, neighbours: usize, rng: &mut Rng) -> Result<Blueprint, Impossible> {
    check_counts(vertices, 0, 0)?;
    if neighbours == 0 || neighbours >= vertices {
        return Impossible::because(format!(
            "{neighbours} nearest of {vertices} points: expected 1 to {}",
            vertices - 1
        ));
    }
    size(product(vertices, neighbours))?;
    let points = scatter(vertices, rng);
    let cells = Cells::new(&points);
    let mut pairs = Vec::with_capacity(vertices * neighbours);
    let mut found = Vec::new();
    for u in 0..vertices {
        cells.nearest(&points, u, neighbours, &mut found);
        pairs.extend(found.iter().map(|&(_, v)| pair(u, v as usize)));
    }
    pairs.sort_unstable();
    pairs.dedup();
    Ok(from_pairs(vertices, pairs)?.between(corners(&points)))
}

/// The points sorted into the cells of a grid, two in each on average.
struct Cells {
    /// Cells in each direction.
    across: usize,
    /// The points of a cell lie together, cell by cell; where each cell starts.
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl Cells {
    fn new(points: &[Point]) -> Self {
        let across = (points.len() / 2).isqrt().max(1);
        let mut starts = vec![0; across * across + 1];
        let key = |point: Point| {
            let [x, y] = cell(point, across);
            y * across + x
        };
        for &point in points {
            starts[key(point) + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut members = vec![0; points.len()];
        for (v, &point) in points.iter().enumerate() {
            let slot = &mut next[key(point)];
            members[*slot as usize] = v as u32;
            *slot += 1;
        }
        Self {
            across,
            starts,
            members,
        }
    }

    /// Puts into `found` the `count` nearest other points of `u`, with their squared distances; of
    /// equal ones those with the smaller numbers.
    fn nearest(&self, points: &[Point], u: usize, count: usize, found: &mut Vec<(i64, u32)>) {
        found.clear();
        let [x, y] = cell(points[u], self.across);
        let width = SIDE / self.across as i64;
        for ring in 0..self.across {
            self.look_at_ring([x, y], ring, |v| {
                if v as usize != u {
                    found.push((squared_distance(points[u], points[v as usize]), v));
                }
            });
            // Beyond the rings seen, every point is farther than this many cells.
            let sure = (ring as i64 * width).pow(2);
            if found.len() >= count {
                found.select_nth_unstable(count - 1);
                if found[count - 1].0 < sure {
                    break;
                }
            }
        }
        found.truncate(count);
    }

    /// Calls `see` with all points of the cells at this distance, in cells, from a cell.
    fn look_at_ring(&self, [x, y]: [usize; 2], ring: usize, mut see: impl FnMut(u32)) {
        let last = self.across - 1;
        let mut row = |y: usize, from: usize, to: usize| {
            let start = self.starts[y * self.across + from] as usize;
            let end = self.starts[y * self.across + to + 1] as usize;
            self.members[start..end].iter().for_each(|&v| see(v));
        };
        let (left, right) = (x.saturating_sub(ring), (x + ring).min(last));
        for at in y.saturating_sub(ring)..=(y + ring).min(last) {
            if at.abs_diff(y) == ring {
                row(at, left, right);
            } else {
                if x >= ring {
                    row(at, left, left);
                }
                if x + ring <= last {
                    row(at, right, right);
                }
            }
        }
    }
}

/// The cell of a point, column and row.
fn cell(point: Point, across: usize) -> [usize; 2] {
    point.map(|at| ((at as u64 * across as u64) >> BITS) as usize)
}

#[cfg(test)]
mod tests {
    use super::super::Rng;
    use super::*;

    #[test]
    fn the_curve_visits_every_place_once_in_steps_of_one() {
        // The first 4⁶ places are a square of 64 places on a side.
        let places: Vec<Point> = (0..1 << 12).map(hilbert).collect();
        for step in places.windows(2) {
            assert_eq!(squared_distance(step[0], step[1]), 1);
        }
        let mut sorted = places.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 1 << 12);
        assert!(places.iter().flatten().all(|at| (0..64).contains(at)));
    }

    #[test]
    fn the_nearest_are_those_of_a_search_through_all() {
        let rng = &mut Rng::from_seed(4);
        for (n, k) in [(2, 1), (3, 2), (20, 3), (50, 49), (500, 6), (2000, 1)] {
            let points = scatter(n, rng);
            let cells = Cells::new(&points);
            let mut found = Vec::new();
            for u in 0..n {
                let others = (0..n).filter(|&v| v != u);
                let mut all: Vec<_> = others
                    .map(|v| (squared_distance(points[u], points[v]), v as u32))
                    .collect();
                all.sort_unstable();
                cells.nearest(&points, u, k, &mut found);
                found.sort_unstable();
                assert_eq!(found, all[..k], "{n} {k}");
            }
        }
    }
}
