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

use super::arborescences::DepthFirst;
use super::bulk::insert_in_bulk;
use super::orientation::{Slots, deficit, is_full, orient};
use super::pebble_game::PebbleGame;
use crate::ds::parallel::{is_large, join_if_large};
use crate::ds::prefetch::prefetch;
use crate::ds::union_find::UnionFind;
use crate::graph::csr::Csr;

/// How many of two copies of an edge between these vertices fit beside two largest forests.
pub(crate) fn copies_beside_forests(
    vertices: usize,
    core: usize,
    edges: &[[u32; 2]],
    ends: [u32; 2],
) -> usize {
    let (slots, open) = splittable(vertices, core, edges);
    let copy = edges.len() as u32;
    let Some(Open { preorder, left_out }) = open else {
        return copies_beside_owned(&slots, core, copy, ends);
    };
    let room = deficit(&slots[..core]);
    let mut game = PebbleGame::new(&slots);
    drop(slots);
    let accepted = offer(&mut game, &preorder, edges, left_out, room);
    if accepted.len() == room && are_in_core(ends, core) {
        return 0;
    }
    game.copies_that_fit(copy, ends)
}

/// Whether both vertices are in the core. If two trees span it, no edge fits between them.
fn are_in_core(ends: [u32; 2], core: usize) -> bool {
    ends.iter().all(|&end| (end as usize) < core)
}

/// How many edges two spanning trees have more than two largest forests.
pub(crate) fn deficit_of_forests(vertices: usize, core: usize, edges: &[[u32; 2]]) -> usize {
    let (slots, open) = splittable(vertices, core, edges);
    let owned = deficit(&slots);
    let Some(Open { preorder, left_out }) = open else {
        return owned;
    };
    let room = deficit(&slots[..core]);
    let mut game = PebbleGame::new(&slots);
    owned - offer(&mut game, &preorder, edges, left_out, room).len()
}

/// What is open after step 3: edges for which there may be room.
struct Open {
    /// The preorder number of every vertex of the core.
    preorder: Vec<u32>,
    left_out: Vec<u32>,
}

/// Owners of edges that split into two forests, which are not computed; and what is open, unless they are the most that two
/// forests can hold.
fn splittable(vertices: usize, core: usize, edges: &[[u32; 2]]) -> (Vec<Slots>, Option<Open>) {
    let (mut slots, mut left_out) = orient(vertices, core, edges);
    let owned = &mut slots[..core];
    let mut dropped = Vec::new();
    let search = DepthFirst::new(owned, &mut dropped);
    search.make_splittable(owned, &mut dropped);
    if dropped.is_empty() || is_full(owned) {
        return (slots, None);
    }
    left_out.append(&mut dropped);
    let preorder = search.into_preorder();
    (slots, Some(Open { preorder, left_out }))
}

/// The same where the owned edges are two largest forests; the copies are numbered from `copy` on.
fn copies_beside_owned(slots: &[Slots], core: usize, copy: u32, ends: [u32; 2]) -> usize {
    if are_in_core(ends, core) && is_full(&slots[..core]) {
        return 0;
    }
    PebbleGame::new(slots).copies_that_fit(copy, ends)
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
    let owned = &mut slots[..core];
    let mut dropped = Vec::new();
    let mut search = DepthFirst::new(owned, &mut dropped);
    let mut sets = None;
    // If an edge has been dropped, others most likely fit, and the forests change once more.
    let splits_now = dropped.is_empty();
    if is_large(core) && dropped.is_empty() {
        let (start, game) = search.last_start_beside(owned, PebbleGame::new);
        let ((), (_, found)) = join_if_large(
            core,
            || search.split_from(start, owned, &mut dropped),
            || offer_all(game, search.preorder(), edges, left_out.clone()),
        );
        sets = Some(found).filter(|_| dropped.is_empty());
    } else if splits_now {
        search.split(owned, &mut dropped);
    } else {
        search.make_splittable(owned, &mut dropped);
    }
    left_out.append(&mut dropped);
    let sets = sets.unwrap_or_else(|| {
        let (accepted, sets) = fill_up(owned, &search.into_preorder(), edges, left_out);
        if !splits_now || accepted > 0 {
            split_anew(owned);
        }
        sets
    });
    TwoForests {
        class: names(sets, vertices),
        up: slots,
    }
}

/// Finds owners for as many of the edges left out as two forests have room for; returns how many, and the dependent
/// sets. The owned edges must split into two forests, and do so afterwards.
fn fill_up(
    slots: &mut [Slots],
    preorder: &[u32],
    edges: &[[u32; 2]],
    left_out: Vec<u32>,
) -> (usize, UnionFind) {
    let (accepted, sets) = offer_all(PebbleGame::new(slots), preorder, edges, left_out);
    let count = accepted.len();
    if count > 0 {
        let homeless = insert_in_bulk(slots, edges, accepted);
        assert!(homeless.is_empty(), "two forests can be owned");
    }
    (count, sets)
}

/// Splits the owned edges into two forests, which must be possible.
fn split_anew(slots: &mut [Slots]) {
    let mut dropped = Vec::new();
    DepthFirst::new(slots, &mut dropped).split(slots, &mut dropped);
    assert!(dropped.is_empty(), "the edges split into two forests");
}

/// Plays the game with all edges left out. Returns those that it accepts, and the dependent sets.
fn offer_all(
    mut game: PebbleGame,
    preorder: &[u32],
    edges: &[[u32; 2]],
    left_out: Vec<u32>,
) -> (Vec<u32>, UnionFind) {
    let accepted = offer(&mut game, preorder, edges, left_out, usize::MAX);
    (accepted, game.into_sets())
}

/// How many edges ahead of its offer what is stored at the ends of an edge is prefetched.
const AHEAD: usize = 16;

/// How many edges are offered before the others are sorted.
const FIRST: usize = 64;

/// Offers edges to the pebble game until it has accepted `most`; returns those that it accepts.
///
/// They are offered along the depth-first search, so that pebbles do not have far to go: in another order, every set of
/// a long chain may fetch them from the other end. Where the first few edges decide about nearly all, little is left to sort.
fn offer(
    game: &mut PebbleGame,
    preorder: &[u32],
    edges: &[[u32; 2]],
    mut left_out: Vec<u32>,
    most: usize,
) -> Vec<u32> {
    let ends = |edge: u32| edges[edge as usize];
    let mut accepted = Vec::new();
    let prefetch_ahead = |game: &PebbleGame, upcoming: &[u32]| {
        if let Some(&later) = upcoming.get(AHEAD) {
            prefetch(edges, later as usize);
        }
        if let Some(&soon) = upcoming.get(AHEAD / 2) {
            game.prefetch_sets(ends(soon));
        }
    };
    let mut insert_all = |game: &mut PebbleGame, offered: &[u32]| {
        for (&edge, at) in offered.iter().zip(0..) {
            if accepted.len() == most {
                break;
            }
            prefetch_ahead(game, &offered[at..]);
            if game.insert(edge, ends(edge)) {
                accepted.push(edge);
            }
        }
        accepted.len() == most
    };
    let others = left_out.split_off(left_out.len().min(FIRST));
    if insert_all(game, &left_out) {
        return accepted;
    }
    left_out = others;
    left_out.retain(|&edge| !game.is_refused(ends(edge)));
    let last_reached = |edge: u32| {
        let [u, v] = ends(edge).map(|end| preorder[end as usize]);
        u.max(v)
    };
    let entries = left_out.iter().map(|&edge| (last_reached(edge), edge));
    insert_all(game, &Csr::new(preorder.len() + 1, entries).items);
    accepted
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
        let tuned = DegeneracyOrder::tuned::<6, 3>(vertices, edges.clone(), ids.clone(), 3);
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
        let owned = &mut slots[..core];
        let search = DepthFirst::new(owned, &mut left_out);
        search.split(owned, &mut left_out);
        fill_up(owned, search.preorder(), &edges, left_out).0 > 0
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

    /// Chains of small clumps in random order, two edges between one and the next: there are two pebbles in all, and
    /// their walks must not add up to the square of the chain's length.
    #[test]
    fn pebbles_do_not_wander() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for clumps in [500_u32, 4000] {
            let mut edges = Vec::new();
            for first in (0..clumps).map(|clump| 4 * clump) {
                for (u, v) in [(0, 1), (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                    edges.push([first + u, first + v]);
                }
                if first > 0 {
                    let mut link = || [first, first - 4].map(|at| at + rng.random_range(0..4));
                    edges.extend([link(), link()]);
                }
            }
            let mut number: Vec<u32> = (0..4 * clumps).collect();
            number.shuffle(&mut rng);
            edges.shuffle(&mut rng);
            let edges = edges
                .into_iter()
                .map(|ends| ends.map(|end| number[end as usize]));
            let vertices = 4 * clumps as usize;
            let ids = vec![(); edges.len()];
            let order = DegeneracyOrder::new(vertices, edges.collect(), ids);
            let (mut slots, mut left_out) = orient(vertices, order.core, &order.edges);
            let owned = &mut slots[..order.core];
            let search = DepthFirst::new(owned, &mut left_out);
            search.make_splittable(owned, &mut left_out);
            assert!(left_out.len() >= clumps as usize);
            let mut game = PebbleGame::new(owned);
            let _ = offer(
                &mut game,
                search.preorder(),
                &order.edges,
                left_out,
                usize::MAX,
            );
            let per_vertex = game.steps() / vertices;
            assert!(per_vertex < 15, "{per_vertex} steps per vertex");
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
