//! Two disjoint forests with as many edges as two forests can hold: the engine of the solver.
//!
//! 1. Every vertex owns two of its edges to earlier vertices, in the order of [`super::degeneracy`].
//!    Vertices outside the 3-core need nothing more; the other steps are about the core alone.
//! 2. All other edges find owners in bulk ([`super::bulk`]).
//! 3. Sets that own too many edges drop some ([`super::arborescences`]). If none is dropped, the owned
//!    edges are two largest forests: the edges of two forests can always be owned, so there are no
//!    more of them than can be owned.
//! 4. Otherwise the dropped edges may have made room for others. Every edge left out is offered to the
//!    pebble game ([`super::pebble_game`]), which is exact; the edges that it accepts find owners in
//!    bulk, and the forests are computed once more.
//! 5. The game has refused every edge left out. The tight sets that it found in doing so are the dependent sets.
//!
//! Where step 3 drops nothing, the game is about the owners of step 2. On two cores it is played while the other core
//! does step 3, and forgotten if an edge is dropped.
//!
//! Complexity: a round of bulk insertion takes O(n) and finds an owner for at least one edge, so step 2
//! is O(nm) at worst. In step 4 all failures together take O(n α), and an accepted edge O(n) at worst.
//! The rest is O(m α + n log n). docs/report.md has measurements.

use super::arborescences::{make_splittable, split};
use super::bulk::insert_in_bulk;
use super::orientation::{Slots, deficit, is_full, orient};
use super::pebble_game::PebbleGame;
use crate::ds::parallel::{is_large, join_if_large};
use crate::ds::union_find::UnionFind;

/// How many of two copies of an edge between these vertices fit beside two largest forests.
pub(crate) fn copies_beside_forests(
    vertices: usize,
    core: usize,
    edges: &[[u32; 2]],
    ends: [u32; 2],
) -> usize {
    let (mut slots, mut left_out) = orient(vertices, core, edges);
    let before = left_out.len();
    make_splittable(&mut slots[..core], &mut left_out);
    let copy = edges.len() as u32;
    if left_out.len() == before || is_full(&slots[..core]) {
        return copies_beside_owned(slots, core, copy, ends);
    }
    let mut game = PebbleGame::new(&mut slots);
    for edge in left_out {
        game.insert(edge, edges[edge as usize]);
    }
    game.copies_that_fit(copy, ends)
}

/// How many edges two spanning trees have more than two largest forests.
pub(crate) fn deficit_of_forests(vertices: usize, core: usize, edges: &[[u32; 2]]) -> usize {
    let (mut slots, mut left_out) = orient(vertices, core, edges);
    let before = left_out.len();
    make_splittable(&mut slots[..core], &mut left_out);
    let owned = deficit(&slots);
    if left_out.len() == before || is_full(&slots[..core]) {
        return owned;
    }
    let mut game = PebbleGame::new(&mut slots);
    let accepted = left_out
        .into_iter()
        .filter(|&edge| game.insert(edge, edges[edge as usize]));
    owned - accepted.count()
}

/// The same where the owned edges are two largest forests; the copies are numbered from `copy` on.
pub(crate) fn copies_beside_owned(
    mut slots: Vec<Slots>,
    core: usize,
    copy: u32,
    ends: [u32; 2],
) -> usize {
    // No edge fits between vertices of a core that two trees span.
    if ends.iter().all(|&end| (end as usize) < core) && is_full(&slots[..core]) {
        return 0;
    }
    PebbleGame::new(&mut slots).copies_that_fit(copy, ends)
}

/// Two largest forests of a graph, and what depends on what.
pub(crate) struct TwoForests {
    /// The parent edges of every vertex in the first forest and in the second.
    pub up: Vec<Slots>,
    /// The dependent set of every vertex: two vertices of one set have the same name, a vertex below the number
    /// of vertices.
    pub class: Vec<u32>,
}

/// Two largest forests and the dependent sets.
///
/// Edges must be in degeneracy order ([`super::degeneracy`]), with `core` vertices in the 3-core.
pub(crate) fn two_forests(vertices: usize, core: usize, edges: &[[u32; 2]]) -> TwoForests {
    let (mut slots, mut left_out) = orient(vertices, core, edges);
    let mut dropped = Vec::new();
    let mut sets = None;
    if is_large(core) {
        let mut copy = slots[..core].to_vec();
        let ((), (accepted, found)) = join_if_large(
            core,
            || split(&mut slots[..core], &mut dropped),
            || offer(&mut copy, edges, &mut left_out.clone()),
        );
        if dropped.is_empty() {
            assert!(accepted.is_empty(), "no more edges can be owned");
            sets = Some(found);
        }
    } else {
        split(&mut slots[..core], &mut dropped);
    }
    left_out.append(&mut dropped);
    let sets = sets.unwrap_or_else(|| fill_up(&mut slots[..core], edges, &mut left_out));
    TwoForests {
        class: names(sets, vertices),
        up: slots,
    }
}

/// Finds owners for as many of the edges left out as two forests have room for, and the dependent sets. The owned
/// edges must be two forests, and are afterwards.
fn fill_up(slots: &mut [Slots], edges: &[[u32; 2]], left_out: &mut Vec<u32>) -> UnionFind {
    // Contraction forgets the owners, so the game is played on a copy.
    let (accepted, sets) = offer(&mut slots.to_vec(), edges, left_out);
    if !accepted.is_empty() {
        let homeless = insert_in_bulk(slots, edges, accepted);
        assert!(homeless.is_empty(), "two forests can be owned");
        split(slots, left_out);
    }
    sets
}

/// Offers edges to the pebble game, whose owned edges must split into two forests. Returns the edges accepted, which
/// are taken out of the list, and the tight sets of the others.
fn offer(
    slots: &mut [Slots],
    edges: &[[u32; 2]],
    left_out: &mut Vec<u32>,
) -> (Vec<u32>, UnionFind) {
    let mut game = PebbleGame::new(slots);
    let fits = |&mut edge: &mut u32| game.insert(edge, edges[edge as usize]);
    let accepted = left_out.extract_if(.., fits).collect();
    (accepted, game.into_sets())
}

/// The name of every vertex's set; a vertex outside the core depends on nothing.
fn names(mut sets: UnionFind, vertices: usize) -> Vec<u32> {
    let core = sets.len();
    let inside = (0..core).map(|vertex| sets.find(vertex));
    inside
        .chain(core..vertices)
        .map(|name| name as u32)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::clumps::Clumps;
    use super::super::degeneracy::DegeneracyOrder;
    use super::super::naive_pebble_game::NaivePebbleGame;
    use super::super::orientation::Slot;
    use super::*;
    use crate::ds::union_find::UnionFind;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Checks the order that ships, and one whose limits are reached on small graphs.
    fn check(vertices: usize, edges: Vec<[u32; 2]>) {
        let ids = vec![(); edges.len()];
        let tuned = DegeneracyOrder::tuned::<6, 3>(vertices, edges.clone(), ids.clone());
        for order in [DegeneracyOrder::new(vertices, edges, ids), tuned] {
            check_in_order(vertices, order);
        }
    }

    /// Both parts must be forests, and have as many edges as the naive pebble game accepts.
    fn check_in_order(vertices: usize, order: DegeneracyOrder<()>) {
        let DegeneracyOrder { edges, core, .. } = order;
        let found = two_forests(vertices, core, &edges);
        let mut held = 0;
        for t in 0..2 {
            let mut part = UnionFind::new(vertices);
            for (vertex, slots) in found.up.iter().enumerate() {
                let Slot { edge, head } = slots[t];
                if !slots[t].is_free() {
                    let [u, v] = edges[edge as usize];
                    assert_eq!(u ^ v ^ head, vertex as u32, "{edges:?}");
                    assert!(part.union(u as usize, v as usize), "a circuit in {edges:?}");
                    held += 1;
                }
            }
        }
        let mut pebbles = NaivePebbleGame::new(vertices);
        let rank = edges.iter().filter(|&&ends| pebbles.insert(ends)).count();
        assert_eq!(held, rank, "{edges:?}");
        for &[u, v] in &edges {
            let dependent = pebbles.find(u) == pebbles.find(v);
            let [one, other] = [u, v].map(|end| found.class[end as usize]);
            assert_eq!(one == other, dependent, "{edges:?}");
        }
        // A copy of an edge fits exactly if its ends lie in different clumps.
        let clumps = Clumps::new(&found.up, core);
        for &[u, v] in edges.iter().take(40) {
            let mut with_copy = pebbles.clone();
            assert_eq!(
                with_copy.insert([u, v]),
                !clumps.contain([u, v]),
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

    /// Vertices of large degree, which share a stack; some lose all neighbours before the others are
    /// peeled.
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

    /// Diluted triangular lattices: bulk insertion gives small sets too many edges, and the edges that
    /// these drop make room elsewhere, so the pebble game accepts some.
    #[test]
    fn diluted_lattices() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let mut filled = 0;
        for round in 0..150 {
            let side = rng.random_range(8..28_u32);
            let keep = rng.random_range(0.6..0.95);
            let mut edges = Vec::new();
            for x in 0..side {
                for y in 0..side {
                    for (dx, dy) in [(0, 1), (1, 0), (1, 1)] {
                        let to = (x + dx) % side * side + (y + dy) % side;
                        if rng.random_bool(keep) {
                            edges.push([x * side + y, to]);
                        }
                    }
                }
            }
            if round % 2 == 0 {
                edges.shuffle(&mut rng);
            }
            let vertices = (side * side) as usize;
            filled += usize::from(has_room_after_dropping(vertices, edges.clone()));
            check(vertices, edges);
        }
        assert!(
            filled > 20,
            "the game accepted edges of {filled} lattices only"
        );
    }

    fn has_room_after_dropping(vertices: usize, edges: Vec<[u32; 2]>) -> bool {
        let ids = vec![(); edges.len()];
        let DegeneracyOrder { edges, core, .. } = DegeneracyOrder::new(vertices, edges, ids);
        let (mut slots, mut left_out) = orient(vertices, core, &edges);
        split(&mut slots[..core], &mut left_out);
        let before = left_out.len();
        let _ = fill_up(&mut slots[..core], &edges, &mut left_out);
        left_out.len() < before
    }

    /// Forests and parts of networks that are large enough for two cores.
    #[cfg(feature = "parallel")]
    #[test]
    fn two_cores_change_nothing() {
        let mut rng = ChaCha8Rng::seed_from_u64(10);
        let vertices = 60_000;
        for per_vertex in [1.7, 2.0, 2.4] {
            let count = (f64::from(vertices) * per_vertex) as usize;
            let edges = random_edges(&mut rng, vertices, count);
            let on_cores = |cores: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(cores);
                pool.build().unwrap().install(|| {
                    let ids = vec![(); edges.len()];
                    let order = DegeneracyOrder::new(vertices as usize, edges.clone(), ids);
                    let found = two_forests(vertices as usize, order.core, &order.edges);
                    (order.edges, found.up, found.class)
                })
            };
            let parts = on_cores(1);
            assert_eq!(parts, on_cores(2));
            let mut sizes = vec![0; vertices as usize];
            for &part in &parts.2 {
                sizes[part as usize] += 1;
            }
            let largest = sizes.into_iter().max();
            assert!(per_vertex < 1.8 || largest > Some(20_000), "{largest:?}");
        }
    }

    /// Dense lumps on a thin chain: sets that own too many edges, disjoint and nested.
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
