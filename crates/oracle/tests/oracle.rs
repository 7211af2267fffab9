//! The oracle itself, on games that can be checked by hand.

use switchyard::graph::{EdgeId, Graph};
use switchyard::switching::{Outcome, Position, Side};
use switchyard_oracle::graphs::{connected_graphs, network, small_networks};
use switchyard_oracle::sampler::Sampler;
use switchyard_oracle::switching::{self as oracle, Oracle};

fn labels(edges: &[EdgeId]) -> Vec<usize> {
    edges.iter().map(|edge| edge.label()).collect()
}

#[test]
fn the_connected_graphs_are_as_many_as_is_known() {
    let counts: Vec<usize> = (1..=6).map(|n| connected_graphs(n).len()).collect();
    assert_eq!(counts, [1, 1, 2, 6, 21, 112]); // OEIS A001349
    let pairs: usize = (2..=6)
        .map(|n| connected_graphs(n).len() * n * (n - 1) / 2)
        .sum();
    assert_eq!(small_networks(6).count(), pairs);
}

#[test]
fn one_edge_two_edges_a_path() {
    let of = |n: usize, pairs: &[(usize, usize)]| {
        oracle::outcome(&Position::new(network(Graph::from_pairs(n, pairs), 0, 1)))
    };
    assert_eq!(of(2, &[]), Outcome::Cut);
    assert_eq!(of(2, &[(0, 1)]), Outcome::First);
    assert_eq!(of(2, &[(0, 1), (1, 0)]), Outcome::Short);
    assert_eq!(of(2, &[(0, 0), (1, 1)]), Outcome::Cut);
    assert_eq!(of(3, &[(0, 2), (2, 1)]), Outcome::Cut);
    assert_eq!(of(3, &[(0, 2), (2, 1), (0, 1)]), Outcome::First);
}

#[test]
fn the_course_network_is_won_by_whoever_moves() {
    let graph = Graph::from_pairs(4, &[(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)]);
    let position = Position::new(network(graph, 0, 3));
    let mut oracle = Oracle::new(position.network());
    assert_eq!(oracle.outcome(&position), Outcome::First);
    for side in Side::BOTH {
        let moves = oracle.winning_moves(&position, side);
        assert_eq!(labels(&moves), [1, 2, 3, 4, 5], "{side}");
    }
}

#[test]
fn the_partition_of_a_double_edge_with_a_tail_and_a_loop() {
    // Three parallel edges: each is in P. A bridge: P*. A loop: P. Two parallel edges elsewhere: R.
    let graph = Graph::from_pairs(4, &[(0, 1), (0, 1), (0, 1), (1, 2), (2, 2), (2, 3), (2, 3)]);
    let partition = oracle::partition(&graph);
    assert_eq!(labels(&partition.p), [1, 2, 3, 5]);
    assert_eq!(labels(&partition.p_star), [4]);
    assert_eq!(labels(&partition.r), [6, 7]);
}

#[test]
fn the_sampler_repeats_itself_for_the_same_seed() {
    let roll = |seed| {
        let mut sampler = Sampler::new(seed);
        (0..20).map(|_| sampler.graph(6, 12)).collect::<Vec<_>>()
    };
    assert_eq!(roll(7), roll(7));
    assert_ne!(roll(7), roll(8));
}

/// The oracle may know the boards, the rules and plain data: nothing that finds an answer.
#[test]
fn the_oracle_imports_no_algorithm() {
    let allowed = [
        "switchyard::bridgit::Board",
        "switchyard::coins::{LabelSet, Outcome, Value}",
        "switchyard::graph::{Digraph, EdgeId, Graph, VertexId}",
        "switchyard::graph::{Digraph, NodeId}",
        "switchyard::graph::EdgeId",
        "switchyard::graph::{EdgeId, Graph, VertexId}",
        "switchyard::graph::{Digraph, Graph, VertexId}",
        "switchyard::switching::Network",
        "switchyard::switching::{Claim, Network, Outcome, Position, Side, Target}",
        "switchyard::switching::{Network, Position, Side}",
        "switchyard::switching::{Network, Side}",
    ];
    for source in [
        include_str!("../src/coins.rs"),
        include_str!("../src/graphs.rs"),
        include_str!("../src/lib.rs"),
        include_str!("../src/rational.rs"),
        include_str!("../src/sampler.rs"),
        include_str!("../src/switching.rs"),
    ] {
        for (at, _) in source.match_indices("switchyard::") {
            let path = source[at..].split([';', '\n']).next().unwrap();
            assert!(allowed.contains(&path), "{path}");
        }
    }
}
