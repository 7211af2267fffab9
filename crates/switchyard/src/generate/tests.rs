use super::*;
use crate::ds::union_find::UnionFind;
use crate::switching::solver::solve::outcome;
use crate::switching::{Outcome, Position};
use std::sync::Arc;

mod kinds;

/// Builds, and checks that the declared counts are correct.
fn build(blueprint: Result<Blueprint, Impossible>) -> Network {
    let blueprint = blueprint.unwrap();
    let (n, m) = (blueprint.vertex_count(), blueprint.edge_count());
    let network = blueprint.build();
    assert_eq!(network.graph().vertex_count(), n);
    assert_eq!(network.graph().edge_count(), m);
    network
}

fn is_simple(network: &Network) -> bool {
    let graph = network.graph();
    let mut pairs: Vec<_> = graph.edges().map(|edge| graph.ends(edge)).collect();
    for pair in &mut pairs {
        pair.sort();
    }
    pairs.sort();
    pairs.is_sorted_by(|a, b| a < b) && pairs.iter().all(|[u, v]| u != v)
}

fn components(network: &Network) -> usize {
    let graph = network.graph();
    let mut sets = UnionFind::new(graph.vertex_count());
    let joins = graph
        .edges()
        .map(|edge| graph.ends(edge).map(VertexId::index));
    graph.vertex_count() - joins.filter(|&[u, v]| sets.union(u, v)).count()
}

fn degrees(network: &Network) -> Vec<usize> {
    let mut degrees = vec![0; network.graph().vertex_count()];
    for edge in network.graph().edges() {
        for end in network.graph().ends(edge) {
            degrees[end.index()] += 1;
        }
    }
    degrees
}

fn result(network: Network) -> Outcome {
    outcome(&Position::new(Arc::new(network)))
}

#[test]
fn lattices_have_their_counts() {
    let counts = |network: &Network| (network.graph().vertex_count(), network.graph().edge_count());
    for (network, n, m) in [
        (build(grid(3, 4)), 12, 17),
        (build(grid(1, 5)), 5, 4),
        (build(ladder(5)), 10, 13),
        (build(complete(6)), 6, 15),
        (build(bipartite(2, 3)), 5, 6),
        (build(bridgit(3)), 8, 13),
    ] {
        assert_eq!(counts(&network), (n, m));
        assert_eq!(components(&network), 1);
    }
    assert!(grid(1, 1).is_err() && complete(1).is_err() && bipartite(0, 4).is_err());
    assert!(grid(usize::MAX, 2).is_err() && complete(usize::MAX).is_err() && bridgit(0).is_err());
}

#[test]
fn lattices_stream_without_being_held() {
    let blueprint = grid(40_000, 50_000).err().unwrap();
    assert!(blueprint.to_string().contains("at most"));
    let first = complete(60_000).unwrap().into_edges().nth(5).unwrap();
    assert_eq!(first.map(VertexId::index), [2, 3]);
}

#[test]
fn connected_networks_are_simple_and_connected_at_every_density() {
    let rng = &mut Rng::from_seed(7);
    for n in [2, 3, 5, 20, 60] {
        let most = n * (n - 1) / 2;
        for m in [n - 1, n, n + n / 2, 2 * n, most / 2, most - 1, most] {
            let Ok((blueprint, _)) = connected(n, m, rng) else {
                assert!(m < n - 1 || m > most);
                continue;
            };
            let network = build(Ok(blueprint));
            assert_eq!(network.graph().edge_count(), m);
            assert!(is_simple(&network) && components(&network) == 1, "{n} {m}");
        }
    }
}

#[test]
fn planted_networks_are_won_by_short() {
    let rng = &mut Rng::from_seed(3);
    for (n, m) in [(4, 6), (5, 8), (9, 20), (40, 78), (40, 100)] {
        let network = build(planted(n, m, rng));
        assert!(is_simple(&network));
        assert_eq!(network.graph().edge_count(), m);
        assert_eq!(result(network), Outcome::Short);
    }
    assert!(planted(3, 4, rng).is_err() && planted(10, 17, rng).is_err());
    assert!(planted(usize::MAX, 17, rng).is_err());
    for edges in [1_000, 4_000, 4_949, 4_950] {
        // More than half of all pairs: those left out are drawn.
        let network = build(planted(100, edges, rng));
        assert!(is_simple(&network) && network.graph().edge_count() == edges);
        assert_eq!(result(network), Outcome::Short);
    }
}

#[test]
fn the_threshold_divides_the_outcomes() {
    let rng = &mut Rng::from_seed(5);
    let mut wins = |shift| {
        let mut short = |_| result(build(threshold(600, shift, rng))) == Outcome::Short;
        (0..20).filter(|&i| short(i)).count()
    };
    let (below, above) = (wins(-0.2), wins(0.2));
    assert!(below <= 1 && above >= 15, "{below} {above}");
}

#[test]
fn chains_of_clumps_go_by_their_links() {
    let rng = &mut Rng::from_seed(6);
    let mut chain = |count, links| {
        let network = build(clumps(count, 6, 10, links, rng));
        assert!(is_simple(&network));
        result(network)
    };
    assert_eq!(chain(1, 0), Outcome::Short);
    assert_eq!(chain(2, 0), Outcome::Cut);
    assert_eq!(chain(2, 1), Outcome::First);
    assert_eq!(chain(3, 1), Outcome::Cut);
    assert_eq!(chain(5, 2), Outcome::Short);
    let network = build(clumps(3, 6, 15, 1, rng));
    assert_eq!(network.graph().edge_count(), 47, "three complete graphs");
    assert!(clumps(3, 6, 16, 1, rng).is_err() && clumps(3, 6, 9, 1, rng).is_err());
    assert!(clumps(1, usize::MAX, 0, 0, rng).is_err());
    assert!(clumps(usize::MAX, 6, 10, 1, rng).is_err());
}

#[test]
fn regular_networks_are_regular() {
    let rng = &mut Rng::from_seed(8);
    for (n, d) in [(4, 3), (10, 3), (50, 4), (9, 6), (12, 11), (30, 20), (7, 0)] {
        let network = build(regular(n, d, rng));
        assert!(is_simple(&network), "{n} {d}");
        assert!(
            degrees(&network).iter().all(|&degree| degree == d),
            "{n} {d}"
        );
    }
    assert!(regular(5, 3, rng).is_err() && regular(4, 4, rng).is_err());
}

#[test]
fn geometric_networks_join_just_the_near() {
    // The quick search in cells against all pairs: same seed, same points, so count by hand.
    for (n, degree) in [(2, 1.0), (50, 3.0), (300, 8.0), (40, 40.0)] {
        let network = build(geometric(n, degree, &mut Rng::from_seed(9)));
        let rng = &mut Rng::from_seed(9);
        let points: Vec<[f64; 2]> = (0..n).map(|_| [rng.random(), rng.random()]).collect();
        let near = degree / (std::f64::consts::PI * n as f64);
        let close = |u: usize, v: usize| {
            let ([a, b], [c, d]) = (points[u], points[v]);
            (a - c).powi(2) + (b - d).powi(2) <= near
        };
        let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let wanted = pairs.filter(|&(u, v)| close(u, v)).count();
        assert_eq!(network.graph().edge_count(), wanted);
        assert!(is_simple(&network));
    }
}

#[test]
fn grown_networks_have_their_shape() {
    let rng = &mut Rng::from_seed(10);
    let network = build(preferential(500, 3, rng));
    assert_eq!(network.graph().edge_count(), 6 + 496 * 3);
    assert!(is_simple(&network) && components(&network) == 1);
    assert!(*degrees(&network).iter().max().unwrap() > 20, "hubs");
    for edges in [1, 2, 100] {
        let network = build(series_parallel(edges, rng));
        assert_eq!(network.graph().edge_count(), edges);
        assert_eq!(components(&network), 1);
    }
    assert_eq!(build(dense(100, 0.9, rng)).graph().edge_count(), 4455);
    assert!(dense(100, 1.1, rng).is_err() && dense(100, f64::NAN, rng).is_err());
}

fn asked(
    wanted: Outcome,
    rng: &mut Rng,
    make: impl FnMut(&mut Rng) -> Result<Blueprint, Impossible>,
) -> Result<Network, Impossible> {
    with_outcome(rng, make, |network| result(network.clone()) == wanted)
}

/// In how many components the terminals are.
fn components_of_terminals(network: &Network) -> usize {
    let graph = network.graph();
    let mut sets = UnionFind::new(graph.vertex_count());
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge).map(VertexId::index);
        sets.union(u, v);
    }
    1 + usize::from(!sets.same(network.left().index(), network.right().index()))
}

#[test]
fn the_outcome_asked_for_is_the_outcome_given() {
    type Make = fn(&mut Rng) -> Result<Blueprint, Impossible>;
    let rng = &mut Rng::from_seed(11);
    let kinds: [(&str, Make); 7] = [
        ("random", |rng| Ok(connected(12, 20, rng)?.0)),
        ("series-parallel", |rng| series_parallel(15, rng)),
        ("threshold", |rng| threshold(100, 0.0, rng)),
        ("geometric", |rng| geometric(60, 4.0, rng)),
        ("preferential", |rng| preferential(30, 1, rng)),
        ("clumps", |rng| clumps(3, 6, 10, 1, rng)),
        ("grid", |_| grid(2, 4)),
    ];
    for (name, make) in kinds {
        for wanted in [Outcome::Short, Outcome::Cut, Outcome::First] {
            match asked(wanted, rng, make) {
                Ok(network) => {
                    assert_eq!(components_of_terminals(&network), 1, "{name}: undecided");
                    assert_eq!(result(network), wanted, "{name}");
                }
                // No pair of a tree or of a narrow grid is joined by two trees.
                Err(_) => assert!(
                    wanted == Outcome::Short && ["preferential", "grid"].contains(&name),
                    "{name} {wanted:?}"
                ),
            }
        }
    }
    let board = asked(Outcome::Short, rng, |_| bridgit(4));
    assert!(board.err().unwrap().to_string().starts_with("none of 100"));
}

#[test]
fn a_seed_gives_the_same_network_for_ever() {
    let text = |seed| {
        let (blueprint, _) = connected(6, 8, &mut Rng::from_seed(seed)).unwrap();
        crate::format::network::write(&blueprint.build())
    };
    assert_eq!(
        text(1),
        "6\n8\n1\n6\n1 2\n1 3\n1 4\n3 5\n4 5\n2 6\n3 6\n5 6\n"
    );
    assert_ne!(text(1), text(2));
}
