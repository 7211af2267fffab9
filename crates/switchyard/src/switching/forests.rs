//! Two disjoint forests with as many edges as two forests can hold: the engine of the solver.
//!
//! Bulk orientation ([`super::orient`]), two forests from it ([`super::trees`]), then the proof
//! that nothing more fits, for all edges left out at once ([`super::exchange`]). Should there still
//! be room for one, it is taken in by itself and the proof starts again; that is rare.

use super::exchange::{Exchange, Found, augment};
use super::orient::orient;
use super::trees::{Forest, split};

/// Two forests and the dependent sets that the edges left out make with them.
pub(crate) struct TwoForests {
    /// The forest of every edge.
    pub of: Vec<Option<Forest>>,
    /// The forests' exchanges, with the circuits of all edges left out merged: two vertices of one
    /// part lie in one dependent set.
    pub exchange: Exchange,
}

impl TwoForests {
    /// Edges must not be loops. Near-linear but for the edges taken in one by one, O(m α) each.
    pub(crate) fn new(vertices: usize, edges: &[[u32; 2]]) -> Self {
        let mut of = split(edges, orient(vertices, edges));
        loop {
            let mut exchange = Exchange::new(vertices, edges, &of);
            let fits = (0..edges.len() as u32).find(|&edge| {
                let left_out = of[edge as usize].is_none();
                left_out && exchange.search(edges, edge, |_, _| {}) != Found::Circuit
            });
            let Some(edge) = fits else {
                return Self { of, exchange };
            };
            augment(
                &mut Exchange::new(vertices, edges, &of),
                edges,
                &mut of,
                edge,
            );
        }
    }
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
