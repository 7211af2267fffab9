//! Two disjoint forests with as many edges as two forests can hold: the engine of the solver.
//!
//! Bulk orientation ([`super::orient`]), two forests from it ([`super::trees`]), then the proof
//! that nothing more fits, for all edges left out at once ([`super::exchange`]). Should there still
//! be room, the edges between different clumps are offered again, exactly this time, and the last
//! two steps repeated.

use super::clumps::Refinement;
use super::exchange::{Exchange, Found};
use super::orient::{Orientation, insert_exactly, orient};
use super::trees::{Forest, Split, split};
use crate::union_find::UnionFind;

/// Two forests and the dependent sets that the edges left out make with them.
pub(crate) struct TwoForests {
    /// The forest of every edge.
    pub of: Vec<Option<Forest>>,
    /// The forests' exchanges, with the circuits of all edges left out merged: two vertices of one
    /// part lie in one dependent set.
    pub exchange: Exchange,
    /// Who owns the forests' edges.
    pub orientation: Orientation,
}

impl TwoForests {
    /// Edges must not be loops.
    pub(crate) fn new(vertices: usize, edges: &[[u32; 2]]) -> Self {
        let mut orientation = orient(vertices, edges);
        loop {
            let Split { of, up } = split(edges, &mut orientation);
            let mut exchange = Exchange::hung_up(edges, up);
            let left_out = (0..edges.len() as u32).filter(|&edge| of[edge as usize].is_none());
            let mut depends = |edge| exchange.search(edges, edge, |_, _| {}) == Found::Circuit;
            if left_out.clone().all(&mut depends) {
                return Self {
                    of,
                    exchange,
                    orientation,
                };
            }
            let mut clump = clumps(vertices, edges, &of);
            let inserted = insert_exactly(edges, &mut orientation, &mut clump, left_out);
            assert!(inserted, "there was room for an edge");
        }
    }
}

fn clumps(vertices: usize, edges: &[[u32; 2]], of: &[Option<Forest>]) -> UnionFind {
    let refinement = Refinement::new(vertices, edges, of);
    let mut clump = UnionFind::new(vertices);
    let mut first = vec![None; vertices];
    for (vertex, &name) in refinement.names().iter().enumerate() {
        clump.union(*first[name as usize].get_or_insert(vertex), vertex);
    }
    clump
}

#[cfg(test)]
mod tests {
    use super::super::pebbles::Pebbles;
    use super::*;
    use crate::union_find::UnionFind;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Both parts must be forests, and hold as many edges as the plain pebble game accepts.
    fn check(vertices: usize, edges: &[[u32; 2]]) {
        let found = TwoForests::new(vertices, edges);
        let mut parts = [UnionFind::new(vertices), UnionFind::new(vertices)];
        for (&[u, v], of) in edges.iter().zip(&found.of) {
            if let Some(which) = of {
                let part = &mut parts[usize::from(*which == Forest::Second)];
                assert!(part.union(u as usize, v as usize), "a circuit in {edges:?}");
            }
        }
        let mut pebbles = Pebbles::new(vertices);
        let rank = edges.iter().filter(|&&ends| pebbles.insert(ends)).count();
        assert_eq!(found.of.iter().flatten().count(), rank, "{edges:?}");
        let mut exchange = found.exchange;
        for &[u, v] in edges {
            let dependent = pebbles.find(u) == pebbles.find(v);
            assert_eq!(exchange.part(u) == exchange.part(v), dependent, "{edges:?}");
        }
    }

    fn random_edges(rng: &mut ChaCha8Rng, vertices: u32, count: usize) -> Vec<[u32; 2]> {
        let mut edge = || {
            let u = rng.random_range(0..vertices);
            [u, (u + rng.random_range(1..vertices)) % vertices]
        };
        (0..count).map(|_| edge()).collect()
    }

    #[test]
    fn as_many_edges_as_the_pebble_game_accepts() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for round in 0..20_000 {
            let vertices = rng.random_range(2..14);
            let count = rng.random_range(0..3 * vertices as usize);
            check(vertices as usize, &random_edges(&mut rng, vertices, count));
            if round % 200 == 0 {
                let count = rng.random_range(500..1300);
                check(400, &random_edges(&mut rng, 400, count));
            }
        }
    }

    /// Dense lumps strung on a thin chain: sets that are too full, side by side and nested.
    #[test]
    fn lumps_on_a_chain() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        for _ in 0..500 {
            let lumps = rng.random_range(2..8);
            let size = rng.random_range(2..7);
            let mut edges = Vec::new();
            for lump in 0..lumps {
                for [u, v] in random_edges(&mut rng, size, 3 * size as usize) {
                    edges.push([lump * size + u, lump * size + v]);
                }
            }
            for [u, v] in random_edges(&mut rng, lumps, 2 * lumps as usize) {
                edges.push([u * size, v * size + 1]);
            }
            check((lumps * size) as usize, &edges);
        }
    }
}
