//! Every kind against its definition: counts, degrees, connectivity, seeds, speed, refusals.

use super::*;
use crate::bridgit::Board;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

type Made = Result<Blueprint, Impossible>;
type Pairs = BTreeSet<[usize; 2]>;

/// The edges as a set of pairs, the smaller end first.
fn pairs(network: &Network) -> Pairs {
    let graph = network.graph();
    let pairs = graph.edges().map(|edge| {
        let mut ends = graph.ends(edge).map(VertexId::index);
        ends.sort_unstable();
        ends
    });
    pairs.collect()
}

/// All pairs of vertices with a property.
fn all_pairs(vertices: usize, mut joined: impl FnMut(usize, usize) -> bool) -> Pairs {
    let all = (0..vertices).flat_map(|v| (0..v).map(move |u| [u, v]));
    all.filter(|&[u, v]| joined(u, v)).collect()
}

fn terminals(network: &Network) -> [usize; 2] {
    [network.left(), network.right()].map(VertexId::index)
}

#[test]
fn rectangular_boards_go_on_from_square_ones() {
    for size in [2, 3, 6] {
        let network = build(bridgit_rectangle(size, size));
        assert_eq!(&network, Board::new(size).unwrap().network().as_ref());
        assert_eq!(build(bridgit(size)), network);
    }
    for (columns, rows, wins) in [
        (1, 1, Outcome::First),
        (2, 1, Outcome::Short),
        (1, 2, Outcome::Cut),
        (4, 3, Outcome::Short),
        (3, 4, Outcome::Cut),
        (5, 5, Outcome::First),
    ] {
        let network = build(bridgit_rectangle(columns, rows));
        let edges = columns * rows + (columns - 1) * (rows - 1);
        assert_eq!(network.graph().edge_count(), edges);
        assert_eq!(result(network), wins, "{columns} {rows}");
    }
    assert!(bridgit_rectangle(0, 3).is_err() && bridgit_rectangle(3, 0).is_err());
    assert!(bridgit_rectangle(usize::MAX, usize::MAX).is_err());
}

#[test]
fn lattices_join_the_neighbours_of_their_definition() {
    type IsNear = fn(&[i64; 3]) -> bool;
    let rng = &mut Rng::from_seed(1);
    let near: [(Lattice, IsNear); 4] = [
        (Lattice::Square, |d| {
            d.iter().map(|x| x.abs()).sum::<i64>() == 1
        }),
        (Lattice::Triangular, |d| {
            [[1, 0, 0], [0, 1, 0], [1, 1, 0]].contains(d)
                || [[-1, 0, 0], [0, -1, 0], [-1, -1, 0]].contains(d)
        }),
        (Lattice::King, |d| {
            d.iter().map(|x| x.abs()).max() == Some(1)
        }),
        (Lattice::Cubic, |d| {
            d.iter().map(|x| x.abs()).sum::<i64>() == 1
        }),
    ];
    for (kind, is_near) in near {
        let dimensions = if kind == Lattice::Cubic { 3 } else { 2 };
        for (side, periodic) in [
            (2, false),
            (3, false),
            (3, true),
            (4, true),
            (5, false),
            (5, true),
        ] {
            let network = build(lattice(kind, side, 1.0, periodic, rng));
            let n = side.pow(dimensions);
            let at = |v: usize| [v % side, v / side % side, v / side / side].map(|x| x as i64);
            let wrap = |x: i64| match x {
                _ if !periodic => x,
                x if x == side as i64 - 1 => -1,
                x if x == 1 - side as i64 => 1,
                x => x,
            };
            let expected = all_pairs(n, |u, v| {
                let (a, b) = (at(u), at(v));
                is_near(&[0, 1, 2].map(|i| wrap(a[i] - b[i])))
            });
            assert_eq!(pairs(&network), expected, "{kind:?} {side} {periodic}");
            assert!(is_simple(&network) && components(&network) == 1);
            let far = (0..dimensions).fold(0, |far, _| far * side + side / 2);
            let last = if periodic { far } else { n - 1 };
            assert_eq!(terminals(&network), [0, last]);
        }
    }
}

#[test]
fn diluted_lattices_keep_their_share() {
    let rng = &mut Rng::from_seed(2);
    let whole = pairs(&build(lattice(Lattice::King, 60, 1.0, true, rng)));
    let network = build(lattice(Lattice::King, 60, 0.7, true, rng));
    assert!(pairs(&network).is_subset(&whole) && is_simple(&network));
    let share = network.graph().edge_count() as f64 / whole.len() as f64;
    assert!((share - 0.7).abs() < 0.02, "{share}");
    let again = build(lattice(Lattice::King, 60, 0.7, true, rng));
    assert_ne!(
        network, again,
        "chance goes on from one network to the next"
    );
    assert_eq!(
        build(lattice(Lattice::Square, 9, 0.0, false, rng))
            .graph()
            .edge_count(),
        0
    );
}

#[test]
fn rings_are_rewired_as_often_as_asked() {
    let rng = &mut Rng::from_seed(3);
    let ring = |n: usize, k: usize| all_pairs(n, |u, v| (v - u).min(n + u - v) <= k / 2);
    for (n, k) in [(3, 2), (10, 4), (11, 10), (50, 6)] {
        let network = build(watts_strogatz(n, k, 0.0, rng));
        assert_eq!(pairs(&network), ring(n, k), "{n} {k}");
        assert_eq!(terminals(&network), [0, n / 2]);
    }
    // Small and crowded ones often: every way of choosing a new end is taken.
    for (n, k) in [(5, 2), (6, 4), (7, 6), (12, 8), (12, 10), (40, 6), (200, 4)] {
        for rewire in [0.1, 0.5, 1.0] {
            let network = build(watts_strogatz(n, k, rewire, rng));
            assert_eq!(network.graph().edge_count(), n * k / 2);
            assert!(is_simple(&network), "{n} {k} {rewire}");
            assert!(degrees(&network).iter().all(|&degree| degree >= k / 2));
        }
    }
    let (n, k) = (2000, 6);
    let network = build(watts_strogatz(n, k, 0.3, rng));
    let kept = pairs(&network).intersection(&ring(n, k)).count();
    let share = 1.0 - kept as f64 / (n * k / 2) as f64;
    assert!((share - 0.3).abs() < 0.03, "{share}");
}

#[test]
fn new_ends_are_uniform() {
    // All edges of a ring of five move: vertex 1 first, from 2 to 3 or 4.
    let rng = &mut Rng::from_seed(4);
    let mut seen = BTreeMap::new();
    for _ in 0..4000 {
        let first = watts_strogatz(5, 2, 1.0, rng).unwrap().into_edges().next();
        *seen.entry(first.unwrap().map(VertexId::label)).or_insert(0) += 1;
    }
    assert_eq!(seen.keys().copied().collect::<Vec<_>>(), [[1, 3], [1, 4]]);
    assert!(
        seen.values().all(|&count: &i32| (count - 2000).abs() < 160),
        "{seen:?}"
    );
}

#[test]
fn cubes_paths_and_cycles_are_those_of_their_definition() {
    for d in [1, 2, 5] {
        let network = build(hypercube(d));
        let expected = all_pairs(1 << d, |u, v| (u ^ v).is_power_of_two());
        assert_eq!(pairs(&network), expected);
        assert_eq!(terminals(&network), [0, (1 << d) - 1]);
    }
    for (n, power) in [(2, 1), (9, 1), (9, 2), (9, 5), (9, 8)] {
        let network = build(path_power(n, power));
        assert_eq!(pairs(&network), all_pairs(n, |u, v| v - u <= power));
        assert!(is_simple(&network));
    }
    for (n, power) in [(3, 1), (9, 2), (9, 4), (10, 4)] {
        let network = build(cycle_power(n, power));
        let near = |u: usize, v: usize| (v - u).min(n + u - v) <= power;
        assert_eq!(pairs(&network), all_pairs(n, near));
        assert!(is_simple(&network));
        assert_eq!(terminals(&network), [0, n / 2]);
    }
}

#[test]
fn triangulations_are_planar_and_connected() {
    let rng = &mut Rng::from_seed(5);
    for n in [2, 3, 4, 10, 300] {
        let network = build(delaunay(n, rng));
        assert!(is_simple(&network) && components(&network) == 1);
        let m = network.graph().edge_count();
        assert!(
            (2 * n - 3..=(3 * n - 6).max(3)).contains(&m) || n == 2,
            "{n} {m}"
        );
        assert!(n == 2 || degrees(&network).iter().all(|&degree| degree >= 2));
    }
}

#[test]
fn nearest_neighbours_give_a_least_degree() {
    let rng = &mut Rng::from_seed(6);
    for (n, k) in [(2, 1), (30, 29), (400, 1), (400, 5)] {
        let network = build(nearest(n, k, rng));
        assert!(is_simple(&network));
        let m = network.graph().edge_count();
        assert!((n * k / 2..=n * k).contains(&m));
        assert!(degrees(&network).iter().all(|&degree| degree >= k));
    }
}

#[test]
fn blocks_have_exactly_their_edges() {
    let rng = &mut Rng::from_seed(7);
    for (n, count, inside, between) in [
        (100, 4, 6.0, 2.0),
        (103, 10, 5.0, 0.5),
        (60, 1, 3.0, 0.0),
        (60, 60, 0.0, 4.0),
        (40, 4, 9.0, 30.0),
        (41, 2, 17.0, 20.0),
    ] {
        let network = build(blocks(n, count, inside, between, rng));
        assert!(is_simple(&network));
        let start = |block: usize| block * n / count;
        let block = |v: usize| (0..count).rfind(|&block| start(block) <= v);
        let (inner, outer): (Vec<_>, Vec<_>) = pairs(&network)
            .into_iter()
            .partition(|&[u, v]| block(u) == block(v));
        let edges = |degree: f64| (n as f64 * degree / 2.0).round() as usize;
        assert_eq!([inner.len(), outer.len()], [edges(inside), edges(between)]);
    }
}

#[test]
fn pairs_inside_blocks_are_uniform() {
    // Blocks of two and three vertices: one pair and three.
    let rng = &mut Rng::from_seed(8);
    let mut seen = BTreeMap::new();
    for _ in 0..4000 {
        let first = blocks(5, 2, 0.4, 0.0, rng).unwrap().into_edges().next();
        *seen.entry(first.unwrap().map(VertexId::label)).or_insert(0) += 1;
    }
    let keys: Vec<_> = seen.keys().copied().collect();
    assert_eq!(keys, [[1, 2], [3, 4], [3, 5], [4, 5]]);
    assert!(
        seen.values().all(|&count: &i32| (count - 1000).abs() < 150),
        "{seen:?}"
    );
}

#[test]
fn degrees_follow_their_law() {
    let rng = &mut Rng::from_seed(9);
    let (n, least) = (20_000, 2);
    let network = build(power_law(n, 2.5, least, rng));
    assert!(is_simple(&network));
    let degrees = degrees(&network);
    assert!(degrees.iter().all(|&degree| degree <= 141 + 1));
    assert!(*degrees.iter().max().unwrap() > 60, "hubs");
    let weight = |d: usize| (d as f64).powf(-2.5);
    let all: f64 = (least..=141).map(weight).sum();
    for degree in [2, 3, 5] {
        let expected = n as f64 * weight(degree) / all;
        let found = degrees.iter().filter(|&&d| d == degree).count() as f64;
        assert!(
            (found / expected - 1.0).abs() < 0.1,
            "{degree}: {found} {expected}"
        );
    }
}

#[test]
fn k_trees_are_built_on_cliques() {
    let rng = &mut Rng::from_seed(10);
    for (n, k) in [(2, 1), (30, 1), (30, 2), (30, 5), (6, 5)] {
        let network = build(k_tree(n, k, rng));
        assert!(is_simple(&network) && components(&network) == 1);
        let edges = pairs(&network);
        for v in k + 1..n {
            let base: Vec<usize> = (0..v).filter(|&u| edges.contains(&[u, v])).collect();
            assert_eq!(base.len(), k);
            let pairs = base.iter().flat_map(|&v| base.iter().map(move |&u| [u, v]));
            assert!(
                pairs
                    .filter(|[u, v]| u < v)
                    .all(|pair| edges.contains(&pair))
            );
        }
    }
    // Vertex 4 has three edges to sit on, vertex 5 then five.
    let mut seen = BTreeMap::new();
    for _ in 0..15 * 200 {
        *seen.entry(pairs(&build(k_tree(5, 2, rng)))).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 15);
    let fair = |&count: &i32| (count - 200).abs() < 75;
    assert!(seen.values().all(fair), "{seen:?}");
}

#[test]
fn two_paths_and_nested_joins_are_won_by_short() {
    let rng = &mut Rng::from_seed(11);
    for n in [4, 5, 8, 50] {
        let network = build(hamiltonian_paths(n, rng));
        assert!(is_simple(&network));
        let graph = network.graph();
        let ends: Vec<_> = graph.edges().map(|edge| graph.ends(edge)).collect();
        for path in ends.chunks(n - 1) {
            assert!(path.windows(2).all(|two| two[0][1] == two[1][0]));
            let visited: BTreeSet<_> = path.iter().flatten().collect();
            assert_eq!(visited.len(), n);
        }
        assert_eq!(result(network), Outcome::Short);
    }
    for (n, share) in [(2, 0.5), (3, 0.5), (64, 0.5), (65, 0.1), (65, 1e-9)] {
        let network = build(nested(n, share, rng));
        assert_eq!(network.graph().edge_count(), 2 * n - 2);
        // Only neighbours in number can be runs of one vertex, joined twice.
        assert!(pairs(&network).len() >= 2 * n - 2 - n / 2);
        assert_eq!(result(network), Outcome::Short);
    }
    let wide = nested(1 << 20, 0.5, rng).unwrap().into_edges();
    assert!(
        wide.take(2)
            .all(|[u, v]| u.index() < 1 << 19 && v.index() >= 1 << 19)
    );
}

type Maker = Box<dyn Fn(&mut Rng) -> Made>;

/// Every kind with chance or without, about `m` edges large.
fn kinds(m: usize) -> Vec<(&'static str, Maker)> {
    let side = move |edges_per_vertex: usize| (m / edges_per_vertex).isqrt();
    let lattice_of = move |kind, per: usize, keep| {
        move |rng: &mut Rng| lattice(kind, side(per), keep, true, rng)
    };
    vec![
        (
            "random",
            Box::new(move |rng| Ok(connected(m / 2, m, rng)?.0)),
        ),
        ("dense", Box::new(move |rng| dense(2 * m.isqrt(), 0.5, rng))),
        ("planted", Box::new(move |rng| planted(m / 3, m, rng))),
        (
            "planted, dense",
            Box::new(move |rng| {
                let n = (2 * m).isqrt();
                planted(n, n * (n - 1) / 2 - 1, rng)
            }),
        ),
        (
            "threshold",
            Box::new(move |rng| threshold(m * 5 / 9, 0.0, rng)),
        ),
        ("bridgit", Box::new(move |_| bridgit((m / 2).isqrt()))),
        (
            "series-parallel",
            Box::new(move |rng| series_parallel(m, rng)),
        ),
        ("geometric", Box::new(move |rng| geometric(m / 3, 6.0, rng))),
        ("regular", Box::new(move |rng| regular(m / 2, 4, rng))),
        (
            "preferential",
            Box::new(move |rng| preferential(m / 2, 2, rng)),
        ),
        ("clumps", Box::new(move |rng| clumps(m / 17, 8, 16, 1, rng))),
        (
            "watts-strogatz",
            Box::new(move |rng| watts_strogatz(m / 3, 6, 0.05, rng)),
        ),
        (
            "watts-strogatz, dense",
            Box::new(move |rng| {
                let n = (2 * m).isqrt();
                watts_strogatz(n, (n - 2) / 2 * 2, 1.0, rng)
            }),
        ),
        ("square", Box::new(lattice_of(Lattice::Square, 2, 0.9))),
        (
            "triangular",
            Box::new(lattice_of(Lattice::Triangular, 3, 0.9)),
        ),
        ("king", Box::new(lattice_of(Lattice::King, 4, 0.9))),
        (
            "cubic",
            Box::new(move |rng| {
                lattice(
                    Lattice::Cubic,
                    (m as f64 / 3.0).cbrt() as usize,
                    0.9,
                    false,
                    rng,
                )
            }),
        ),
        ("delaunay", Box::new(move |rng| delaunay(m / 3, rng))),
        ("nearest", Box::new(move |rng| nearest(m / 4, 6, rng))),
        (
            "blocks",
            Box::new(move |rng| blocks(m / 3, 1 + m / 300, 5.5, 0.5, rng)),
        ),
        (
            "blocks, dense",
            Box::new(move |rng| {
                let n = (2 * m).isqrt();
                blocks(n, 2, (n / 2 - 1) as f64, (n / 2 - 1) as f64, rng)
            }),
        ),
        (
            "power-law",
            Box::new(move |rng| power_law(m / 2, 2.5, 2, rng)),
        ),
        ("k-tree", Box::new(move |rng| k_tree(m / 3, 3, rng))),
        (
            "hypercube",
            Box::new(move |_| hypercube((m.ilog2() - 3) as usize)),
        ),
        ("path-power", Box::new(move |_| path_power(m / 2, 2))),
        ("cycle-power", Box::new(move |_| cycle_power(m / 2, 2))),
        (
            "hamiltonian",
            Box::new(move |rng| hamiltonian_paths(m / 2, rng)),
        ),
        ("nested", Box::new(move |rng| nested(m / 2, 0.5, rng))),
        (
            "nested, uneven",
            Box::new(move |rng| nested(m / 2, 1e-9, rng)),
        ),
    ]
}

/// FNV-1a of the network's text.
fn hash(network: &Network) -> u64 {
    let text = crate::format::network::write(network);
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[test]
fn every_kind_gives_the_same_network_for_ever() {
    let golden = include_str!("golden.txt");
    let mut found = String::new();
    for (name, make) in kinds(300) {
        let network = build(make(&mut Rng::from_seed(1)));
        writeln!(found, "{name}: {:016x}", hash(&network)).unwrap();
    }
    assert_eq!(found, golden);
}

#[test]
fn a_million_edges_take_no_square() {
    // A square would take hours: nobody would miss that.
    for (name, make) in kinds(1_000_000) {
        let made = make(&mut Rng::from_seed(1)).unwrap();
        let told = made.edge_count();
        let edges = made.into_edges().count();
        assert_eq!(edges, told, "{name}");
        assert!((400_000..2_000_000).contains(&edges), "{name}: {edges}");
    }
}

#[test]
fn what_is_impossible_is_refused_with_the_reason() {
    let rng = &mut Rng::from_seed(1);
    let most = Graph::MAX_SIZE;
    let checks: Vec<(Made, &str)> = vec![
        (watts_strogatz(10, 3, 0.1, rng), "degree 3 on a ring of 10"),
        (watts_strogatz(10, 10, 0.1, rng), "an even number from 2"),
        (watts_strogatz(10, 0, 0.1, rng), "an even number from 2"),
        (watts_strogatz(10, 4, 1.5, rng), "is from 0 to 1, not 1.5"),
        (
            watts_strogatz(10, 4, f64::NAN, rng),
            "is from 0 to 1, not NaN",
        ),
        (
            watts_strogatz(usize::MAX, 4, 0.0, rng),
            "at most 2147483645",
        ),
        (watts_strogatz(most, 4, 0.0, rng), "at most 2147483645"),
        (
            lattice(Lattice::King, 1, 0.5, false, rng),
            "open lattices have 2",
        ),
        (
            lattice(Lattice::King, 2, 0.5, true, rng),
            "periodic lattices have 3",
        ),
        (
            lattice(Lattice::King, 9, -0.1, true, rng),
            "from 0 to 1, not -0.1",
        ),
        (
            lattice(Lattice::Square, usize::MAX, 0.5, true, rng),
            "at most",
        ),
        (lattice(Lattice::Cubic, 1 << 31, 0.5, true, rng), "at most"),
        (
            lattice(Lattice::Cubic, 1200, 1.0, true, rng),
            "5184000000 vertices or edges",
        ),
        (delaunay(1, rng), "a network has 2 to"),
        (delaunay(most, rng), "at most"),
        (nearest(5, 5, rng), "expected 1 to 4"),
        (nearest(5, 0, rng), "expected 1 to 4"),
        (nearest(most, 2, rng), "at most"),
        (blocks(10, 0, 1.0, 1.0, rng), "0 blocks"),
        (blocks(10, 11, 1.0, 1.0, rng), "11 blocks of 10"),
        (blocks(10, 2, 5.0, 1.0, rng), "0 to 4 on average"),
        (
            blocks(10, 1, 5.0, 1.0, rng),
            "between blocks: a vertex has 0 to 0",
        ),
        (blocks(10, 2, f64::NAN, 1.0, rng), "NaN neighbours inside"),
        (blocks(10, 2, -1.0, 1.0, rng), "-1 neighbours inside"),
        (blocks(most, 2, 9.0, 1.0, rng), "at most"),
        (power_law(100, 1.0, 2, rng), "a number above 1"),
        (power_law(100, f64::NAN, 2, rng), "a number above 1"),
        (power_law(100, 2.5, 0, rng), "it is 1 to 10"),
        (power_law(100, 2.5, 11, rng), "it is 1 to 10"),
        (k_tree(5, 0, rng), "a k from 1"),
        (k_tree(5, 5, rng), "a k from 1"),
        (k_tree(usize::MAX, 7, rng), "at most"),
        (hypercube(0), "1 to 27"),
        (hypercube(28), "1 to 27"),
        (path_power(5, 0), "power 0 of a path"),
        (path_power(5, 5), "power 5 of a path"),
        (path_power(usize::MAX, 2), "at most"),
        (cycle_power(6, 3), "less than half"),
        (cycle_power(6, usize::MAX), "less than half"),
        (cycle_power(usize::MAX, 2), "at most"),
        (hamiltonian_paths(3, rng), "need four"),
        (hamiltonian_paths(usize::MAX, rng), "at most"),
        (nested(1, 0.5, rng), "at least two vertices"),
        (nested(9, 0.0, rng), "more than 0 and at most 0.5"),
        (nested(9, 0.6, rng), "more than 0 and at most 0.5"),
        (nested(usize::MAX, 0.5, rng), "at most"),
        (grid(usize::MAX, usize::MAX), "at most"),
        (bipartite(usize::MAX, 1), "at most"),
    ];
    for (index, (made, reason)) in checks.into_iter().enumerate() {
        let told = made
            .err()
            .unwrap_or_else(|| panic!("{index}: {reason}"))
            .to_string();
        assert!(told.contains(reason), "{told:?} does not say {reason:?}");
    }
}
