//! Spanning forests that change: dynamic trees in which every edge is a node of its own, so that a
//! path can be asked for its edges. An edge may be *open*; what that means is the caller's.

use crate::link_cut::{LinkCut, TwoTrees};
use std::cmp::Ordering;

/// A forest on the vertices `0..n` with edges of some graph, by their numbers there.
///
/// The forest does not know where an edge belongs: whoever attaches or detaches it says its ends.
#[derive(Clone, Debug)]
pub(crate) struct Spanning {
    /// The vertices come first, the edges follow.
    nodes: LinkCut,
    vertices: usize,
}

/// A place on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Vertex(usize),
    Edge(usize),
}

impl Spanning {
    /// The forest of the edges (of `edges` in all) that `is_held` names; they must not close a circle.
    /// O(n log n).
    pub(crate) fn new(
        vertices: usize,
        edges: usize,
        ends: impl Fn(usize) -> [u32; 2],
        is_held: impl Fn(usize) -> bool,
        is_open: impl Fn(usize) -> bool,
    ) -> Self {
        let mut degree = vec![0_u32; vertices];
        // All edges of a vertex, xored: the last one left is there to read.
        let mut last = vec![0_u32; vertices];
        for edge in (0..edges).filter(|&edge| is_held(edge)) {
            for end in ends(edge) {
                degree[end as usize] += 1;
                last[end as usize] ^= edge as u32;
            }
        }
        let mut parents = vec![None; vertices + edges];
        for leaf in 0..vertices {
            let mut x = leaf;
            while degree[x] == 1 {
                degree[x] = 0;
                let edge = last[x];
                let [u, v] = ends(edge as usize);
                let parent = (u ^ v) as usize ^ x;
                let node = vertices + edge as usize;
                parents[x] = Some(node as u32);
                parents[node] = Some(parent as u32);
                degree[parent] -= 1;
                last[parent] ^= edge;
                x = parent;
            }
        }
        let is_marked = |node: usize| {
            let edge = node.checked_sub(vertices);
            edge.is_some_and(|edge| is_held(edge) && is_open(edge))
        };
        Self {
            nodes: LinkCut::hung_up(&parents, is_marked),
            vertices,
        }
    }

    /// Puts in an edge between vertices of two trees.
    pub(crate) fn attach(&mut self, edge: usize, [u, v]: [u32; 2], is_open: bool) {
        let node = self.vertices + edge;
        self.nodes.mark(node, is_open);
        self.nodes.link(node, u as usize);
        self.nodes.link(v as usize, node);
    }

    /// Takes out an edge of the forest.
    pub(crate) fn detach(&mut self, edge: usize, [u, v]: [u32; 2]) {
        self.nodes
            .take_out(u as usize, self.vertices + edge, v as usize);
    }

    /// Says whether an edge of the forest is open.
    pub(crate) fn set_open(&mut self, edge: usize, is_open: bool) {
        self.nodes.mark(self.vertices + edge, is_open);
    }

    pub(crate) fn connected(&mut self, [u, v]: [u32; 2]) -> bool {
        self.nodes.connected(u as usize, v as usize)
    }

    /// The number of open edges on the path from `u` to `v`.
    pub(crate) fn count_open(&mut self, [u, v]: [u32; 2]) -> usize {
        self.nodes.path(u as usize, v as usize).marked()
    }

    /// The first open edge on the path from `u` to `v`.
    pub(crate) fn first_open(&mut self, [u, v]: [u32; 2]) -> Option<usize> {
        let node = self.nodes.path(u as usize, v as usize).first_marked()?;
        Some(node - self.vertices)
    }

    /// The trees of `u` and `v`, two different ones, to ask which of them other vertices are in.
    pub(crate) fn sides(&mut self, [u, v]: [u32; 2]) -> TwoTrees<'_> {
        self.nodes.two_trees(u as usize, v as usize)
    }

    /// Searches the path from `u` to `v` for an edge, by bisection: `place` says whether it comes before
    /// the given place, is it, or comes after it.
    pub(crate) fn search(
        &mut self,
        [u, v]: [u32; 2],
        mut place: impl FnMut(Place) -> Ordering,
    ) -> Option<usize> {
        let vertices = self.vertices;
        let node = self.nodes.path(u as usize, v as usize).search(|node| {
            place(match node.checked_sub(vertices) {
                None => Place::Vertex(node),
                Some(edge) => Place::Edge(edge),
            })
        })?;
        node.checked_sub(vertices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The edges on the path between two vertices, by looking everywhere.
    fn path(ends: &[[u32; 2]], held: &[bool], [u, v]: [u32; 2], from: usize) -> Option<Vec<usize>> {
        if u == v {
            return Some(Vec::new());
        }
        let next = |&edge: &usize| held[edge] && edge != from && ends[edge].contains(&u);
        (0..ends.len()).filter(next).find_map(|edge| {
            let [a, b] = ends[edge];
            let rest = path(ends, held, [a ^ b ^ u, v], edge)?;
            Some([vec![edge], rest].concat())
        })
    }

    #[test]
    fn paths_are_those_of_plain_lists() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        for _ in 0..40 {
            let n = rng.random_range(2..10_u32);
            let ends: Vec<[u32; 2]> = (0..2 * n)
                .map(|_| {
                    let u = rng.random_range(0..n);
                    [u, (u + rng.random_range(1..n)) % n]
                })
                .collect();
            let mut open: Vec<bool> = ends.iter().map(|_| rng.random()).collect();
            let mut held = vec![false; ends.len()];
            for edge in 0..n as usize {
                held[edge] = path(&ends, &held, ends[edge], NOWHERE).is_none();
            }
            let mut forest = Spanning::new(
                n as usize,
                ends.len(),
                |edge| ends[edge],
                |edge| held[edge],
                |edge| open[edge],
            );
            for _ in 0..200 {
                let edge = rng.random_range(0..ends.len());
                let way = path(&ends, &held, ends[edge], NOWHERE);
                assert_eq!(forest.connected(ends[edge]), way.is_some());
                if let Some(way) = &way {
                    let mut opened = way.iter().copied().filter(|&edge| open[edge]);
                    assert_eq!(forest.count_open(ends[edge]), opened.clone().count());
                    assert_eq!(forest.first_open(ends[edge]), opened.next());
                }
                match way {
                    _ if held[edge] && rng.random() => {
                        forest.detach(edge, ends[edge]);
                        held[edge] = false;
                    }
                    None => {
                        forest.attach(edge, ends[edge], open[edge]);
                        held[edge] = true;
                    }
                    Some(_) if held[edge] => {
                        open[edge] = rng.random();
                        forest.set_open(edge, open[edge]);
                    }
                    Some(_) => open[edge] = rng.random(),
                }
            }
        }
    }

    const NOWHERE: usize = usize::MAX;
}
