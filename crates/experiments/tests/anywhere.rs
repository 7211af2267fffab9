//! The robot on any network, against rational arithmetic and exhaustive search, and against the engine for M-boards.

use num_rational::BigRational;
use std::sync::Arc;
use switchyard::bridgit::Board;
use switchyard::generate;
use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::switching::{Network, Position, Side};
use switchyard_experiments::adversary::Adversary;
use switchyard_experiments::anywhere::{Limits, Opponent, Robot, Stop};
use switchyard_experiments::quota;
use switchyard_oracle::rational::{self, Plain, ratio};
use switchyard_oracle::sampler::Sampler;

fn robot(network: &Arc<Network>, side: Side) -> Robot {
    Robot::new(Arc::clone(network), side, Limits::default())
}

/// Every first move with its value, in order.
fn values(
    robot: &Robot,
    mut value: impl FnMut(EdgeId) -> BigRational,
) -> Vec<(EdgeId, BigRational)> {
    let mut values = Vec::new();
    for group in robot.first_moves().unwrap() {
        let wins = value(group.edges[0]);
        values.extend(group.edges.iter().map(|&edge| (edge, wins.clone())));
    }
    values.sort();
    values
}

fn rectangle(columns: usize, rows: usize) -> Arc<Network> {
    Arc::new(generate::bridgit_rectangle(columns, rows).unwrap().build())
}

/// Random multigraphs, with loops and parts that lead nowhere, and small rectangular boards; the terminals are connected.
fn networks(seed: u64, count: usize, edges: usize) -> Vec<Arc<Network>> {
    let mut sampler = Sampler::new(seed);
    let drawn = std::iter::repeat_with(|| sampler.network(6, edges));
    let live = drawn.filter(|network| Plain::new(network).winner().is_none());
    let boards = [(2, 2), (2, 3), (3, 2), (4, 1), (1, 4)];
    let boards = boards.map(|(columns, rows)| rectangle(columns, rows));
    live.take(count).chain(boards).collect()
}

#[test]
fn quotas_agree_with_rational_arithmetic() {
    for network in networks(1, 300, 11) {
        for side in Side::BOTH {
            let robot = robot(&network, side);
            let found = values(&robot, |edge| robot.play_first(edge).unwrap().0);
            assert_eq!(
                found,
                rational::first_moves(&network, side),
                "{network:?} {side}"
            );
        }
    }
}

#[test]
fn the_opponent_agrees_with_exhaustive_search() {
    for network in networks(2, 120, 8) {
        for side in Side::BOTH {
            let robot = robot(&network, side);
            let expected = rational::first_moves_against_all(&network, side);
            let found = values(&robot, |edge| Opponent::new(&robot).value(edge).unwrap());
            assert_eq!(found, expected, "{network:?} {side}");
            // The searches that come before the full one agree with it, and their lines are games.
            let found = values(&robot, |edge| {
                let refuted = Opponent::new(&robot).answer(edge).unwrap();
                for line in &refuted.lines {
                    assert_eq!(line.moves[0], edge);
                    check(&network, side, &line.moves);
                }
                assert_eq!(refuted.lines.is_empty(), refuted.wins != ratio(0, 1));
                refuted.wins
            });
            assert_eq!(found, expected, "{network:?} {side}");
        }
    }
}

/// The robot's moves carry the most current, by rational arithmetic, and its opponent wins.
fn check(network: &Arc<Network>, robot: Side, moves: &[EdgeId]) {
    let mut plain = Plain::new(network);
    let mut position = Position::new(Arc::clone(network));
    let mut side = robot;
    for &edge in moves {
        assert!(side != robot || plain.best().contains(&edge));
        plain.play(side, edge);
        position.play(side, edge).unwrap();
        side = side.other();
    }
    assert_eq!(position.winner(), Some(robot.other()));
}

/// On square boards the general method finds what the engine for M-boards finds; and, the boards being self-dual, the
/// same for either side.
#[test]
fn square_boards_agree_with_their_engine() {
    for m in [2, 3, 5, 9] {
        let board = Board::new(m).unwrap();
        let fast = quota::Robot::new(board.clone());
        let robot = robot(board.network(), Side::Cut);
        let found = values(&robot, |edge| robot.play_first(edge).unwrap().0);
        assert_eq!(found.len(), m * m);
        for (edge, _) in fast.first_moves() {
            let wins = fast.play_first(edge).unwrap().wins;
            for image in board.orbit(edge) {
                assert!(found.contains(&(image, wins.clone())), "M = {m}");
            }
        }
        if m == 9 {
            let losing: Vec<String> = found
                .iter()
                .filter(|(_, wins)| *wins == ratio(0, 1))
                .map(|&(edge, _)| board.write_move(Side::Cut, edge))
                .collect();
            assert_eq!(losing, ["E9", "O9"]);
        }
    }
    let board = Board::new(3).unwrap();
    let fast = quota::Robot::new(board.clone());
    for side in Side::BOTH {
        let robot = robot(board.network(), side);
        let found = values(&robot, |edge| {
            Opponent::new(&robot).answer(edge).unwrap().wins
        });
        let sum: BigRational = found.iter().map(|(_, wins)| wins).sum();
        assert_eq!(sum / ratio(9, 1), ratio(5, 9));
        for (edge, wins) in found.into_iter().filter(|_| side == Side::Cut) {
            let first = board.orbit(edge)[0];
            assert_eq!(wins, Adversary::new(&fast).value(first).unwrap());
        }
    }
}

/// Symmetric first moves are one group, and what they lead to is met again: a cube would take ages otherwise.
#[test]
fn symmetric_networks_are_followed_once() {
    let cube = generate::hypercube(3).unwrap().build();
    let robot = robot(&Arc::new(cube), Side::Cut);
    let groups = robot.first_moves().unwrap();
    assert_eq!(groups.len(), 1);
    assert_eq!(groups[0].edges.len(), 6);
    let (_, tally) = robot.play_first(groups[0].edges[0]).unwrap();
    assert!(tally.decisions < 60 && tally.met_before > 0, "{tally:?}");
}

#[test]
fn there_is_no_answer_without_a_game_or_beyond_the_limits() {
    let apart = Graph::from_pairs(3, &[(0, 1)]);
    let apart = Network::new(apart, VertexId::new(0), VertexId::new(2)).unwrap();
    let nowhere = robot(&Arc::new(apart), Side::Cut);
    assert!(matches!(nowhere.first_moves(), Err(Stop::Circuit(_))));
    let limits = Limits {
        decisions: 3,
        ..Limits::default()
    };
    let network = rectangle(4, 5);
    let short = Robot::new(network, Side::Short, limits);
    let first = short.first_moves().unwrap()[0].edges[0];
    assert_eq!(short.play_first(first).unwrap_err(), Stop::TooMany(3));
    // Wider than long, the board is SHORT's: no opponent proves a win, and the search goes on to its limit.
    let network = rectangle(5, 4);
    let short = Robot::new(network, Side::Short, limits);
    let first = short.first_moves().unwrap()[0].edges[0];
    let stopped = Opponent::new(&short).value(first);
    assert_eq!(stopped.unwrap_err(), Stop::TooMany(3));
}
