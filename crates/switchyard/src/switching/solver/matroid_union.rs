//! Two disjoint forests with as many edges as two forests can hold: the engine of the solver.
//!
//! 1. Every vertex owns two of its edges to earlier vertices, in the order of [`super::degeneracy`].
//!    That is all there is to do for a vertex behind the core; the rest is about the core alone.
//! 2. All other edges find owners in bulk ([`super::orientation`]).
//! 3. Sets that are too full are mended, and the owners become two forests ([`super::arborescences`]).
//! 4. The proof that nothing more fits, for all edges left out at once ([`super::augment`]).
//!
//! Should there still be room, the edges between different clumps are offered again, exactly this
//! time, and the last two steps repeated. Where no edge is left out, or where the core owns all
//! that two spanning trees can have, there is nothing to prove.
//!
//! Complexity: step 2 takes O(n) a round. Every round finds an owner for an edge, so O(nm) is the
//! worst case; eight rounds is the most that was seen. All else is O(m α + n log n).

use super::arborescences::{make_splittable, split};
use super::augment::Exchange;
use super::clumps::Refinement;
use super::orientation::{NONE, Slots, insert_exactly, orient};
use crate::ds::union_find::UnionFind;

/// Who owns the edges of two largest forests.
///
/// Which of the forests an edge belongs to is not said: the outcome does not depend on it.
pub(crate) fn owners(vertices: usize, core: usize, edges: &[[u32; 2]]) -> Vec<Slots> {
    let (mut slots, mut left_out) = orient(vertices, core, edges);
    if left_out.is_empty() || is_full(&slots[..core]) {
        // Nothing more can fit, unless something has to be given up.
        let before = left_out.len();
        make_splittable(&mut slots[..core], &mut left_out);
        if left_out.len() == before {
            return slots;
        }
    }
    from_owners(slots, left_out, core, edges).into_up()
}

/// Two largest forests, with the circuits of all edges left out merged: two vertices of one part
/// lie in one dependent set.
///
/// Edges must be in the order that [`super::degeneracy`] gives them, which has `core` vertices in its
/// core.
pub(crate) fn two_forests(vertices: usize, core: usize, edges: &[[u32; 2]]) -> Exchange {
    let (slots, left_out) = orient(vertices, core, edges);
    from_owners(slots, left_out, core, edges)
}

fn from_owners(
    mut slots: Vec<Slots>,
    mut left_out: Vec<u32>,
    core: usize,
    edges: &[[u32; 2]],
) -> Exchange {
    loop {
        split(&mut slots[..core], &mut left_out);
        let mut exchange = Exchange::new(&slots);
        let mut depends = |&edge: &u32| exchange.depends(edges[edge as usize], |_| {});
        if left_out.iter().all(&mut depends) {
            return exchange;
        }
        drop(exchange);
        let mut clump = joined(Refinement::new(&slots[..core], |_| true).names());
        let before = left_out.len();
        left_out = insert_exactly(edges, &mut slots[..core], &mut clump, left_out);
        assert!(left_out.len() < before, "there was room for an edge");
    }
}

/// Whether the vertices own as many edges as any forests on them can have: all but two. Two trees
/// then span them.
pub(crate) fn is_full(slots: &[Slots]) -> bool {
    let free = slots.as_flattened().iter().filter(|slot| slot.is_free());
    free.take(3).count() <= 2
}

/// The clump of every vertex, from the forests as [`two_forests`] leaves them.
///
/// Behind the core, a vertex belongs to a clump exactly when it has two edges to earlier vertices
/// and both lead there.
pub(crate) fn clumps(up: &[Slots], core: usize) -> Vec<u32> {
    let mut name = if is_full(&up[..core]) {
        vec![0; core]
    } else {
        Refinement::new(&up[..core], |_| true).into_names()
    };
    // The names of the core are below its size.
    let mut fresh = core as u32;
    for &[first, second] in &up[core..] {
        let inside = first.head != NONE
            && second.head != NONE
            && name[first.head as usize] == name[second.head as usize];
        if inside {
            name.push(name[first.head as usize]);
        } else {
            name.push(fresh);
            fresh += 1;
        }
    }
    name
}

/// The same sets, as sets that can still be joined.
fn joined(names: &[u32]) -> UnionFind {
    let mut sets = UnionFind::new(names.len());
    let mut first = vec![None; names.len()];
    for (vertex, &name) in names.iter().enumerate() {
        sets.union(*first[name as usize].get_or_insert(vertex), vertex);
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::super::degeneracy::Layout;
    use super::super::orientation::Slot;
    use super::super::pebbles::Pebbles;
    use super::*;
    use crate::ds::union_find::UnionFind;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Both parts must be forests, and hold as many edges as the plain pebble game accepts.
    fn check(vertices: usize, edges: Vec<[u32; 2]>) {
        let ids = vec![(); edges.len()];
        let Layout { edges, core, .. } = Layout::new(vertices, edges, ids);
        let mut found = two_forests(vertices, core, &edges);
        let mut held = 0;
        for t in 0..2 {
            let mut part = UnionFind::new(vertices);
            for (vertex, slots) in found.up().iter().enumerate() {
                let Slot { edge, head } = slots[t];
                if edge != NONE {
                    let [u, v] = edges[edge as usize];
                    assert_eq!(u ^ v ^ head, vertex as u32, "{edges:?}");
                    assert!(part.union(u as usize, v as usize), "a circuit in {edges:?}");
                    held += 1;
                }
            }
        }
        let mut pebbles = Pebbles::new(vertices);
        let rank = edges.iter().filter(|&&ends| pebbles.insert(ends)).count();
        assert_eq!(held, rank, "{edges:?}");
        for &[u, v] in &edges {
            let dependent = pebbles.find(u) == pebbles.find(v);
            assert_eq!(found.part(u) == found.part(v), dependent, "{edges:?}");
        }
        // A copy of an edge fits exactly if its ends lie in different clumps.
        let clump = clumps(&found.up(), core);
        for &[u, v] in edges.iter().take(40) {
            let mut with_copy = pebbles.clone();
            assert_eq!(
                with_copy.insert([u, v]),
                clump[u as usize] != clump[v as usize],
                "{edges:?}"
            );
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
            check(vertices as usize, random_edges(&mut rng, vertices, count));
            if round % 200 == 0 {
                let count = rng.random_range(500..1300);
                check(400, random_edges(&mut rng, 400, count));
            }
        }
    }

    /// Vertices with so many neighbours that they wait together, some of which lose them all before the others
    /// are peeled.
    #[test]
    fn stars_beside_a_dense_core() {
        let star = |centre: u32, leaves: u32| (1..=leaves).map(move |leaf| [centre, centre + leaf]);
        let dense = |first: u32, size: u32| {
            let pairs = (0..size).flat_map(move |u| (0..u).map(move |v| [u, v]));
            pairs.map(move |ends| ends.map(|end| first + end))
        };
        for size in [31, 33, 36] {
            let edges: Vec<[u32; 2]> = star(0, 40).chain(dense(41, size)).collect();
            check((41 + size) as usize, edges);
            let edges: Vec<[u32; 2]> = dense(0, size).chain(star(size, 40)).collect();
            check((41 + size) as usize, edges);
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
            check((lumps * size) as usize, edges);
        }
    }
}
