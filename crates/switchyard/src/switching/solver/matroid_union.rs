//! Two disjoint forests with as many edges as two forests can hold: the engine of the solver.
//!
//! 1. Every vertex owns two of its edges to earlier vertices, in the order of [`super::degeneracy`].
//!    Vertices outside the 3-core need nothing more; the other steps are about the core alone.
//! 2. All other edges find owners in bulk ([`super::bulk`]).
//! 3. Sets that own too many edges drop some ([`super::arborescences`]). If none is dropped, the owned
//!    edges are two largest forests: the edges of two forests can always be owned, so there are no
//!    more of them than can be owned.
//! 4. Otherwise the dropped edges may have made room for as many others. Most of those join two trees of either forest and are
//!    taken in at once ([`super::enlarging`]).
//! 5. Every edge left out then is offered to the pebble game ([`super::offering`], [`super::pebble_game`]), which is exact.
//!    If it accepts edges, its contractions are undone ([`super::contractions`]), and the forests are computed once more.
//! 6. The game has refused every edge left out. The tight sets that it found in doing so are the dependent sets.
//!
//! Where step 3 drops nothing, the game is about the owners of step 2. On two cores it is played while the other core
//! does step 3, and forgotten if an edge is dropped.
//!
//! Complexity: a round of bulk insertion takes O(n) and finds an owner for at least one edge, so step 2
//! is O(nm) at worst. Step 4 takes O(m α + n log n). In step 5 all failures together take O(n α), an accepted edge O(n) at
//! worst, and undoing contractions O(n log n). The rest is O(m α + n log n). docs/report.md has measurements.

use super::arborescences::DepthFirst;
use super::enlarging::{exchange, take_at_once};
use super::offering::{Offers, offer};
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
    let copy = edges.len() as u32;
    let mut game = match largest(vertices, core, edges) {
        Largest::Owned(slots) if is_full(&slots[..core]) && are_in_core(ends, core) => return 0,
        Largest::Accepted { is_full: true, .. } if are_in_core(ends, core) => return 0,
        Largest::Owned(slots) => PebbleGame::new(&slots),
        Largest::Accepted { game, .. } => game,
    };
    game.copies_that_fit(copy, ends)
}

/// Whether both vertices are in the core. If two trees span it, no edge fits between them.
fn are_in_core(ends: [u32; 2], core: usize) -> bool {
    ends.iter().all(|&end| (end as usize) < core)
}

/// How many edges two spanning trees have more than two largest forests.
pub(crate) fn deficit_of_forests(vertices: usize, core: usize, edges: &[[u32; 2]]) -> usize {
    match largest(vertices, core, edges) {
        Largest::Owned(slots) => deficit(&slots),
        Largest::Accepted { game, .. } => game.deficit(),
    }
}

/// The edges of two largest forests, which are not computed.
enum Largest {
    /// Their owners.
    Owned(Vec<Slots>),
    /// A game that has accepted them, and whether two trees span the core.
    Accepted { game: PebbleGame, is_full: bool },
}

/// The edges of two largest forests.
fn largest(vertices: usize, core: usize, edges: &[[u32; 2]]) -> Largest {
    let (mut slots, mut left_out) = orient(vertices, core, edges);
    let owned = &mut slots[..core];
    let mut dropped = Vec::new();
    let search = DepthFirst::new(owned, &mut dropped);
    let semis = search.make_splittable(owned, &mut dropped);
    let missing = deficit(owned);
    // There is no room for more: the edges of two forests can always be owned.
    let room = missing.min(dropped.len());
    if room == 0 {
        return Largest::Owned(slots);
    }
    search.split_splittable(owned, &semis);
    drop(semis);
    left_out.append(&mut dropped);
    let preorder = search.into_preorder();
    let mut filling = Filling {
        core,
        edges,
        left_out,
        preorder,
        room,
    };
    let game = filling.fill(&mut slots, PebbleGame::new, Sought::Largest);
    let in_forests = room - filling.room;
    match game {
        None => Largest::Owned(slots),
        Some((game, accepted)) => Largest::Accepted {
            game,
            is_full: in_forests + accepted == missing,
        },
    }
}

/// The forests are filled up with edges left out, by the pebble game if need be, from so many vertices per edge on for which
/// there may be room.
const SCARCE: usize = 128;

/// After so many steps per vertex it is given up for exchanges in bulk.
const PATIENCE: usize = 4;

/// What a game is to find.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sought {
    /// The edges of two largest forests.
    Largest,
    /// The dependent sets too.
    DependentSets,
}

/// Two forests, given by their slots, that are to be filled up with edges left out.
struct Filling<'a> {
    core: usize,
    edges: &'a [[u32; 2]],
    left_out: Vec<u32>,
    /// The order in which the edges left out are offered to a game.
    preorder: Vec<u32>,
    /// There is no room for more than so many of the edges left out.
    room: usize,
}

impl Filling<'_> {
    /// Fills the forests up, without a search as far as possible. If the rest is left to a game, returns it with the number
    /// of edges that it has accepted, which are not in the forests; otherwise there is no room left.
    fn fill(
        &mut self,
        slots: &mut [Slots],
        new_game: impl Fn(&[Slots]) -> PebbleGame,
        sought: Sought,
    ) -> Option<(PebbleGame, usize)> {
        let core = self.core;
        self.room -= take_at_once(&mut slots[..core], self.edges, &mut self.left_out);
        if self.room > core / SCARCE {
            let left_out = self.left_out.clone();
            let mut game = new_game(slots);
            let patience = PATIENCE * core;
            if let Some(accepted) = self.offer(&mut game, left_out, sought, patience) {
                return Some((game, accepted));
            }
            drop(game);
            let owned = &mut slots[..core];
            self.room -= exchange(owned, self.edges, &mut self.left_out, self.room);
            self.preorder = preorder_of_forests(owned);
        }
        if self.room == 0 {
            return None;
        }
        let left_out = std::mem::take(&mut self.left_out);
        let mut game = new_game(slots);
        let accepted = self.offer(&mut game, left_out, sought, usize::MAX)?;
        Some((game, accepted))
    }

    fn offer(
        &self,
        game: &mut PebbleGame,
        left_out: Vec<u32>,
        sought: Sought,
        patience: usize,
    ) -> Option<usize> {
        let most = match sought {
            Sought::Largest => self.room,
            Sought::DependentSets => usize::MAX,
        };
        let (edges, preorder) = (self.edges, &self.preorder[..]);
        let offers = Offers {
            edges,
            preorder,
            most,
            patience,
        };
        offer(offers, game, left_out)
    }
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
    let (mut slots, left_out) = orient(vertices, core, edges);
    let sets = split_and_fill(&mut slots[..core], edges, left_out);
    TwoForests {
        class: names(sets, vertices),
        up: slots,
    }
}

/// Splits the owned edges into two forests, which give up some and take in others until they are largest; returns the
/// dependent sets.
fn split_and_fill(slots: &mut [Slots], edges: &[[u32; 2]], mut left_out: Vec<u32>) -> UnionFind {
    let mut dropped = Vec::new();
    let search = DepthFirst::new(slots, &mut dropped);
    if dropped.is_empty() && is_large(slots.len()) {
        let (start, mut game) = search.start_beside(slots, PebbleGame::new);
        let ((), accepted) = join_if_large(
            slots.len(),
            || search.split_from(start, slots, &mut dropped),
            || offer_all(&mut game, edges, search.preorder(), left_out.clone()),
        );
        if dropped.is_empty() {
            debug_assert_eq!(accepted, Some(0), "no edge is left out that could be owned");
            return game.into_sets();
        }
    } else {
        search.split(slots, &mut dropped);
    }
    let room = deficit(slots).min(dropped.len());
    left_out.append(&mut dropped);
    let mut filling = Filling {
        core: slots.len(),
        edges,
        left_out,
        preorder: search.into_preorder(),
        room,
    };
    let filled = match room {
        0 => None,
        _ => filling.fill(slots, PebbleGame::for_owners, Sought::DependentSets),
    };
    match filled {
        None => {
            let mut game = PebbleGame::new(slots);
            let accepted = offer_all(&mut game, edges, &filling.preorder, filling.left_out);
            debug_assert_eq!(accepted, Some(0), "there is no room");
            game.into_sets()
        }
        Some((game, 0)) => game.into_sets(),
        Some((game, _)) => {
            let sets = game.into_owners(edges, slots);
            split_anew(slots);
            sets
        }
    }
}

/// Offers edges to a game, however many it accepts and however long it takes.
fn offer_all(
    game: &mut PebbleGame,
    edges: &[[u32; 2]],
    preorder: &[u32],
    left_out: Vec<u32>,
) -> Option<usize> {
    let offers = Offers {
        edges,
        preorder,
        most: usize::MAX,
        patience: usize::MAX,
    };
    offer(offers, game, left_out)
}

/// The vertices in the order of a depth-first search along two forests.
fn preorder_of_forests(slots: &mut [Slots]) -> Vec<u32> {
    let mut dropped = Vec::new();
    let search = DepthFirst::new(slots, &mut dropped);
    debug_assert!(dropped.is_empty(), "every vertex leads to a root");
    search.into_preorder()
}

/// Splits the owned edges into two forests, which must be possible.
fn split_anew(slots: &mut [Slots]) {
    let mut dropped = Vec::new();
    DepthFirst::new(slots, &mut dropped).split(slots, &mut dropped);
    assert!(dropped.is_empty(), "the edges split into two forests");
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
            check_forests(vertices, order.core, &order.edges);
        }
    }

    /// Both parts must be forests, and have as many edges as the naive pebble game accepts.
    fn check_forests(vertices: usize, core: usize, edges: &[[u32; 2]]) {
        let found = two_forests(vertices, core, edges);
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
        let missing = 2 * vertices - 2 - rank;
        match largest(vertices, core, edges) {
            Largest::Owned(slots) => assert_eq!(deficit(&slots), missing, "{edges:?}"),
            Largest::Accepted { game, is_full } => {
                assert_eq!(game.deficit(), missing, "{edges:?}");
                let core_is_full = || deficit(&found.up[..core]) == 0;
                assert!(!is_full || core_is_full(), "{edges:?}");
            }
        }
        for &[u, v] in edges {
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

    /// A triangular lattice on a torus, of which this share of the edges is kept.
    fn diluted_lattice(rng: &mut ChaCha8Rng, side: u32, keep: f64) -> Vec<[u32; 2]> {
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
        edges
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
            let mut edges = diluted_lattice(&mut rng, side, keep);
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

    /// Whether the pebble game accepts an edge after sets have dropped some.
    fn has_room_after_dropping(vertices: usize, edges: Vec<[u32; 2]>) -> bool {
        let ids = vec![(); edges.len()];
        let DegeneracyOrder { edges, core, .. } = DegeneracyOrder::new(vertices, edges, ids);
        let (mut slots, mut left_out) = orient(vertices, core, &edges);
        let owned = &mut slots[..core];
        let search = DepthFirst::new(owned, &mut left_out);
        search.split(owned, &mut left_out);
        let mut game = PebbleGame::new(owned);
        offer_all(&mut game, &edges, search.preorder(), left_out) > Some(0)
    }

    /// Forests, parts and all answers about networks that are large enough for two cores.
    #[cfg(feature = "parallel")]
    #[test]
    fn two_cores_change_nothing() {
        use crate::switching::Outcome::{self, Cut, First, Short};
        let mut rng = ChaCha8Rng::seed_from_u64(10);
        let vertices = 60_000;
        let mut networks = [102_000, 120_000, 144_000]
            .map(|count| random_edges(&mut rng, vertices, count))
            .to_vec();
        // Two dense halves with one edge between them: the core has two clumps.
        let mut halves = random_edges(&mut rng, vertices / 2, 120_000);
        let copy: Vec<[u32; 2]> = halves
            .iter()
            .map(|ends| ends.map(|end| end + vertices / 2))
            .collect();
        halves.extend(copy);
        halves.push([0, vertices / 2]);
        networks.push(halves);
        let mut outcomes: Vec<[Outcome; 2]> = Vec::new();
        for edges in networks {
            let (edges, _, class) = on_one_and_two_cores(|| {
                let ids = vec![(); edges.len()];
                let order = DegeneracyOrder::new(vertices as usize, edges.clone(), ids);
                let found = two_forests(vertices as usize, order.core, &order.edges);
                (order.edges, found.up, found.class)
            });
            let mut sizes = vec![0; vertices as usize];
            for &part in &class {
                sizes[part as usize] += 1;
            }
            let largest = sizes.iter().max();
            assert!(
                edges.len() < 110_000 || largest > Some(&20_000),
                "{largest:?}"
            );
            // SHORT takes the edge between two adjacent terminals, or CUT deletes it; one is in the largest set.
            let size = |end: u32| sizes[class[end as usize] as usize];
            let adjacent = edges
                .iter()
                .filter(|[u, v]| class[*u as usize] != class[*v as usize])
                .max_by_key(|[u, v]| size(*u).max(size(*v)));
            let terminals = [*adjacent.expect("some edge fits"), [0, 10_000]];
            outcomes
                .push(terminals.map(|ends| outcome_on_one_and_two_cores(vertices, &edges, ends)));
        }
        let expected = [[First, Cut], [First, Short], [First, Short], [First, Short]];
        assert_eq!(outcomes, expected);
    }

    /// The edges of a chain of small clumps, two edges between one and the next, in random order.
    fn shuffled_chain(rng: &mut ChaCha8Rng, clumps: u32) -> Vec<[u32; 2]> {
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
        number.shuffle(rng);
        edges.shuffle(rng);
        let renumbered = edges
            .into_iter()
            .map(|ends| ends.map(|end| number[end as usize]));
        renumbered.collect()
    }

    /// Sets drop edges, and others fit in their place: at once, by exchanges, and in the game.
    #[cfg(feature = "parallel")]
    #[test]
    fn two_cores_fill_up_alike() {
        const SIDE: u32 = 260;
        let mut rng = ChaCha8Rng::seed_from_u64(12);
        let [full, sparse] = [0.9, 0.7].map(|keep| diluted_lattice(&mut rng, SIDE, keep));
        let chain = shuffled_chain(&mut rng, SIDE * SIDE / 4);
        let vertices = (SIDE * SIDE) as usize;
        for edges in [full, sparse, chain] {
            assert!(has_room_after_dropping(vertices, edges.clone()));
            let ids = vec![(); edges.len()];
            let order = DegeneracyOrder::new(vertices, edges, ids);
            let (core, edges) = (order.core, &order.edges);
            assert!(core > 50_000, "too small for two cores: {core}");
            let (up, _) = on_one_and_two_cores(|| {
                let found = two_forests(vertices, core, edges);
                (found.up, found.class)
            });
            assert_eq!(deficit(&up), deficit_of_forests(vertices, core, edges));
            for side in 0..2 {
                let mut trees = UnionFind::new(vertices);
                for (x, own) in up
                    .iter()
                    .enumerate()
                    .filter(|(_, own)| !own[side].is_free())
                {
                    assert!(trees.union(x, own[side].head as usize), "a circuit");
                }
            }
        }
    }

    /// The outcome with these terminals, if one and two cores find the same verdict and the same partition.
    #[cfg(feature = "parallel")]
    fn outcome_on_one_and_two_cores(
        vertices: u32,
        edges: &[[u32; 2]],
        terminals: [u32; 2],
    ) -> crate::switching::Outcome {
        use crate::switching::{Network, Position, study};
        let pairs: Vec<(usize, usize)> = edges
            .iter()
            .map(|&[u, v]| (u as usize, v as usize))
            .collect();
        let [left, right] = terminals.map(|end| end as usize);
        let network = Network::from_pairs(vertices as usize, (left, right), &pairs);
        let network = std::sync::Arc::new(network.unwrap());
        assert_eq!(Position::new(network.clone()).winner(), None);
        let (verdict, _) = on_one_and_two_cores(|| study(&Position::new(network.clone())));
        verdict.outcome
    }

    /// What one core finds, which must be what two cores find.
    #[cfg(feature = "parallel")]
    fn on_one_and_two_cores<T: Send + PartialEq>(work: impl Fn() -> T + Sync) -> T {
        let on_cores = |cores: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(cores);
            pool.build().unwrap().install(&work)
        };
        let found = on_cores(1);
        assert!(found == on_cores(2), "two cores find something else");
        found
    }

    /// Chains of small clumps in random order, two edges between one and the next: there are two pebbles in all, and
    /// their walks must not add up to the square of the chain's length.
    #[test]
    fn pebbles_do_not_wander() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for clumps in [500_u32, 4000] {
            let edges = shuffled_chain(&mut rng, clumps);
            let vertices = 4 * clumps as usize;
            let ids = vec![(); edges.len()];
            let order = DegeneracyOrder::new(vertices, edges, ids);
            let (mut slots, mut left_out) = orient(vertices, order.core, &order.edges);
            let owned = &mut slots[..order.core];
            let search = DepthFirst::new(owned, &mut left_out);
            search.make_splittable(owned, &mut left_out);
            assert!(left_out.len() >= clumps as usize);
            let mut game = PebbleGame::new(owned);
            let _ = offer_all(&mut game, &order.edges, search.preorder(), left_out);
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
