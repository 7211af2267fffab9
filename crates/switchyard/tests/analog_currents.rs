//! Currents against rational arithmetic, and the heuristic against its dual.

use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;
use std::sync::Arc;
use switchyard::analog::{Analysis, Effort, best_edges};
use switchyard::analog::{Circuit, CircuitError};
use switchyard::bridgit::Board;
use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::player::AnalogPlayer;
use switchyard::player::Player;
use switchyard::switching::{Network, Position, Side};
use switchyard_oracle::rational::{Plain, ratio};

/// Random small multigraphs with loops and parallel edges, and some edges played.
fn positions() -> impl Strategy<Value = (Network, Vec<(Side, EdgeId)>)> {
    (2_usize..9, 1_usize..20).prop_flat_map(|(n, m)| {
        let pairs = prop::collection::vec((0..n, 0..n), m);
        let claims = prop::collection::vec(0_u8..6, m);
        (pairs, claims).prop_map(move |(pairs, claims)| {
            let graph = Graph::from_pairs(n, &pairs);
            let network = Network::new(graph, VertexId::new(0), VertexId::new(n - 1)).unwrap();
            let moves = claims
                .iter()
                .enumerate()
                .filter_map(|(e, claim)| match claim {
                    0 => Some((Side::Short, EdgeId::new(e))),
                    1 => Some((Side::Cut, EdgeId::new(e))),
                    _ => None,
                })
                .collect();
            (network, moves)
        })
    })
}

fn play(network: &Arc<Network>, moves: &[(Side, EdgeId)]) -> (Position, Plain) {
    let position = Position::with_moves(network.clone(), moves.iter().copied()).unwrap();
    let mut plain = Plain::new(network);
    for &(side, edge) in moves {
        plain.play(side, edge);
    }
    (position, plain)
}

/// Compares floats, fractions and the best set with the oracle.
fn check(position: &Position, plain: &Plain) {
    let circuit = match Circuit::new(position) {
        Ok(circuit) => circuit,
        Err(error) => {
            assert_eq!(error.winner(), plain.winner());
            return;
        }
    };
    assert_eq!(plain.winner(), None);
    let analysis = Analysis::new(&circuit);
    let exact = analysis.exact().unwrap();
    let denominator: BigInt = exact.denominator().parse().unwrap();
    let floats = analysis.currents().unwrap();
    let currents = plain.currents();
    let mut common = BigInt::from(1);
    for (resistor, float) in circuit.resistors().iter().zip(&floats.flows) {
        let (_, true_current) = currents.iter().find(|(e, _)| *e == resistor.edge).unwrap();
        let flow: BigInt = exact.current(resistor.ends).parse().unwrap();
        let magnitude = BigRational::new(flow, denominator.clone());
        let magnitude = if magnitude < ratio(0, 1) {
            -magnitude
        } else {
            magnitude
        };
        assert_eq!(&magnitude, true_current);
        let near = BigRational::from_float(float.abs()).unwrap();
        let gap = if near > magnitude {
            near - magnitude
        } else {
            magnitude - near
        };
        assert!(gap <= BigRational::from_float(floats.bound + 1e-15).unwrap());
        assert!(floats.bound < 1e-10);
    }
    for volts in plain.potentials().values() {
        common = num_integer_lcm(&common, volts.denom());
    }
    assert_eq!(denominator, common, "the scale is the least one");
    let best = analysis.best(Effort::Proof).unwrap();
    assert!(best.proved);
    assert_eq!(best.edges, plain.best());
    for class in &best.classes {
        for pair in class.windows(2) {
            assert!(plain.alike(pair[0], pair[1]), "{pair:?}");
        }
    }
}

fn num_integer_lcm(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut x, mut y) = (a.clone(), b.clone());
    while y != BigInt::ZERO {
        (x, y) = (y.clone(), x % y);
    }
    a / x * b
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn any_network_agrees_with_rational_arithmetic((network, moves) in positions()) {
        let (position, plain) = play(&Arc::new(network), &moves);
        check(&position, &plain);
    }
}

/// Random play on boards: also the dual network must pick the same edges.
#[test]
fn boards_agree_with_rational_arithmetic_and_with_their_duals() {
    for (m, seed) in [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5)] {
        let board = Board::new(m).unwrap();
        let dual = Arc::new(board.dual_network());
        let mut random = AnalogPlayer::new(seed);
        let mut moves: Vec<(Side, EdgeId)> = Vec::new();
        let mut mover = Side::Cut;
        for turn in 0.. {
            let (position, plain) = play(board.network(), &moves);
            check(&position, &plain);
            if position.winner().is_some() {
                break;
            }
            let best = best_edges(&position, Effort::Proof).unwrap().edges;
            let swapped: Vec<_> = moves.iter().map(|&(s, e)| (s.other(), e)).collect();
            let (mirror, _) = play(&dual, &swapped);
            assert_eq!(best_edges(&mirror, Effort::Proof).unwrap().edges, best);
            // Mostly the heuristic, now and then any edge, so as to see odd positions.
            let edge = if turn % 3 == 2 {
                let free: Vec<_> = position.free_edges().collect();
                free[(turn * 7919 + seed as usize * 31) % free.len()]
            } else {
                random.choose(&position).unwrap()
            };
            moves.push((mover, edge));
            mover = mover.other();
        }
    }
}

#[test]
fn a_longer_board_is_solved_exactly() {
    let board = Board::new(12).unwrap();
    let moves: Vec<_> = ["e9", "c9", "c11", "a11", "n14", "w1", "m11", "o13"]
        .iter()
        .enumerate()
        .map(|(i, text)| {
            let side = if i % 2 == 0 { Side::Cut } else { Side::Short };
            (side, board.parse_move(text).unwrap())
        })
        .collect();
    let (position, plain) = play(board.network(), &moves);
    check(&position, &plain);
}

#[test]
fn ties_are_broken_uniformly_and_by_seed() {
    let board = Board::new(3).unwrap();
    let start = Position::new(board.network().clone());
    let mut count = vec![0; 13];
    for seed in 0..900 {
        let edge = AnalogPlayer::new(seed).choose(&start).unwrap();
        assert_eq!(AnalogPlayer::new(seed).choose(&start).unwrap(), edge);
        count[edge.index()] += 1;
    }
    let hit: Vec<_> = count.iter().filter(|&&c| c > 0).collect();
    assert_eq!(hit.len(), 9);
    assert!(hit.iter().all(|&&c| (60..140).contains(&c)), "{count:?}");
}

#[test]
fn finished_games_are_errors() {
    let graph = Graph::from_pairs(3, &[(0, 1)]);
    let network = Network::new(graph, VertexId::new(0), VertexId::new(2)).unwrap();
    let apart = Position::new(Arc::new(network));
    assert_eq!(Circuit::new(&apart).unwrap_err(), CircuitError::Apart);
    assert!(AnalogPlayer::new(0).choose(&apart).is_err());
    let graph = Graph::from_pairs(2, &[(0, 1), (0, 1)]);
    let network = Network::new(graph, VertexId::new(0), VertexId::new(1)).unwrap();
    let mut shorted = Position::new(Arc::new(network));
    shorted.play(Side::Short, EdgeId::new(0)).unwrap();
    assert_eq!(Circuit::new(&shorted).unwrap_err(), CircuitError::Shorted);
}
