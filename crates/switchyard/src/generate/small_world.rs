//! Small worlds: a ring in which some edges have been rewired.

use super::{Blueprint, Impossible, Rng, check_share, product, size};
use crate::graph::VertexId;
use rand::RngExt;

/// No slot.
const NONE: u32 = u32::MAX;

/// A small world (Watts, Strogatz 1998): a ring in which every vertex is joined to its `degree`
/// nearest, half on each side; then the far end of every edge moves, with the probability `rewire`,
/// to a vertex chosen uniformly among those that keep the graph simple. The terminals are opposite
/// each other on the ring.
///
/// Every vertex keeps the near ends of `degree`/2 edges, so no degree is below that; the graph need
/// not be connected. Edges are taken vertex by vertex. O(edges) time, 8 bytes per edge.
///
/// # Errors
/// When the degree is odd, 0, or not below the number of vertices, the probability is not from 0 to
/// 1, or there are too many edges.
pub fn watts_strogatz(
    vertices: usize,
    degree: usize,
    rewire: f64,
    rng: &mut Rng,
) -> Result<Blueprint, Impossible> {
    if degree == 0 || !degree.is_multiple_of(2) || degree >= vertices {
        return Impossible::because(format!(
            "degree {degree} on a ring of {vertices} vertices: expected an even number from 2 to \
             the vertices less one"
        ));
    }
    check_share("share of edges rewired", rewire)?;
    let half = degree / 2;
    let edges = size(product(vertices, half))?;
    size(vertices as u64)?;
    let mut ring = Ring::new(vertices, half);
    if rewire > 0.0 {
        for u in 0..vertices {
            ring.rewire(u, rewire, rng);
        }
    }
    let Ring { far, .. } = ring;
    let all = (0..edges).map(move |slot| [slot / half, far[slot] as usize].map(VertexId::new));
    let blueprint = Blueprint::new(vertices, edges, all)?;
    Ok(blueprint.between([0, vertices / 2].map(VertexId::new)))
}

/// The ring while its edges are rewired. Slot `u · half + j` is an edge whose near end is `u`.
struct Ring {
    half: usize,
    /// The far end of every slot.
    far: Vec<u32>,
    /// For every vertex a list of the slots that were rewired to it: the first, and for each the next.
    first: Vec<u32>,
    next: Vec<u32>,
    /// The last vertex whose neighbourhood each vertex was seen in, plus one.
    seen: Vec<u32>,
}

impl Ring {
    fn new(vertices: usize, half: usize) -> Self {
        let row = |u: usize| (1..=half).map(move |step| ((u + step) % vertices) as u32);
        Self {
            half,
            far: (0..vertices).flat_map(row).collect(),
            first: vec![NONE; vertices],
            next: vec![NONE; vertices * half],
            seen: vec![0; vertices],
        }
    }

    /// Rewires the slots of `u`.
    fn rewire(&mut self, u: usize, rewire: f64, rng: &mut Rng) {
        let vertices = self.seen.len();
        let neighbours = self.look_around(u);
        let mark = u as u32 + 1;
        // Where most vertices are neighbours the others are listed, which costs no more than there
        // are neighbours; elsewhere every second draw at least is free.
        let mut free: Vec<u32> = Vec::new();
        let listed = 2 * neighbours > vertices;
        if listed {
            let is_free = |&v: &u32| v as usize != u && self.seen[v as usize] != mark;
            free.extend((0..vertices as u32).filter(is_free));
        }
        if neighbours + 1 == vertices {
            return;
        }
        for slot in u * self.half..(u + 1) * self.half {
            if rng.random::<f64>() >= rewire {
                continue;
            }
            let old = self.far[slot];
            let new = if listed {
                let chosen = rng.random_range(0..free.len());
                std::mem::replace(&mut free[chosen], old)
            } else {
                loop {
                    let new = rng.random_range(0..vertices as u32);
                    if new as usize != u && self.seen[new as usize] != mark {
                        break new;
                    }
                }
            };
            self.seen[old as usize] = 0;
            self.seen[new as usize] = mark;
            self.far[slot] = new;
            self.next[slot] = std::mem::replace(&mut self.first[new as usize], slot as u32);
        }
    }

    /// Marks the neighbours of `u`, whose own slots are as they were in the beginning, and counts
    /// them.
    fn look_around(&mut self, u: usize) -> usize {
        let (vertices, half, mark) = (self.seen.len(), self.half, u as u32 + 1);
        for &v in &self.far[u * half..(u + 1) * half] {
            self.seen[v as usize] = mark;
        }
        let mut count = half;
        for step in 1..=half {
            let before = (u + vertices - step) % vertices;
            // Its slot for this step, if it was not rewired.
            if self.far[before * half + step - 1] as usize == u {
                self.seen[before] = mark;
                count += 1;
            }
        }
        let mut slot = self.first[u];
        while slot != NONE {
            self.seen[slot as usize / half] = mark;
            slot = self.next[slot as usize];
            count += 1;
        }
        count
    }
}
