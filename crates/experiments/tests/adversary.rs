//! The robot against an opponent who knows it.

use num_bigint::BigInt;
use num_rational::BigRational;
use std::sync::Arc;
use switchyard::analog::{Effort, best_edges};
use switchyard::bridgit::Board;
use switchyard::graph::EdgeId;
use switchyard::switching::{Position, Side};
use switchyard_experiments::adversary::{Adversary, Reach, Refutation};
use switchyard_experiments::quota::Robot;

fn robot(m: usize) -> Robot {
    Robot::new(Board::new(m).unwrap())
}

/// The probability that the robot wins against the omnipotent, by full search.
fn value(m: usize) -> (BigRational, Vec<String>) {
    let robot = robot(m);
    let mut adversary = Adversary::new(&robot);
    let mut sum = BigRational::from_integer(BigInt::from(0));
    let mut losing = Vec::new();
    for (edge, orbit) in robot.first_moves() {
        let wins = adversary.value(edge).unwrap();
        if wins < BigRational::from_integer(BigInt::from(1)) {
            losing.push(robot.board().write_move(Side::Cut, edge));
        }
        sum += wins * BigRational::from_integer(BigInt::from(orbit));
    }
    (sum / BigRational::from_integer(BigInt::from(m * m)), losing)
}

#[test]
fn two_and_three() {
    assert_eq!(value(2).0, BigRational::from_integer(BigInt::from(1)));
    let (quota, losing) = value(3);
    assert_eq!(quota, BigRational::new(BigInt::from(5), BigInt::from(9)));
    assert_eq!(losing, ["A1"]);
}

/// The trap that a search finds is one when it is tried alone, and no moves at all are none.
#[test]
fn a_line_is_tried_alone() {
    let robot = robot(5);
    let mut adversary = Adversary::new(&robot);
    let (first, _) = robot.first_moves()[0];
    let found = Reach::LADDER
        .iter()
        .find_map(|&reach| adversary.search(first, reach).unwrap());
    let trap = found.expect("every first move loses").trap;
    assert!(adversary.is_refuted_by(first, &trap).unwrap());
    assert!(!adversary.is_refuted_by(first, &[]).unwrap());
}

/// Every line is legal, the robot's moves carry the most current, SHORT wins.
fn check(board: &Board, first: EdgeId, refutation: &Refutation) {
    for line in &refutation.lines {
        assert_eq!(line.moves[0], first);
        let mut position = Position::new(Arc::clone(board.network()));
        let mut side = Side::Cut;
        for &edge in &line.moves {
            if side == Side::Cut {
                let best = best_edges(&position, Effort::Proof).unwrap();
                assert!(best.edges.contains(&edge));
            }
            position.play(side, edge).unwrap();
            side = side.other();
        }
        assert_eq!(position.winner(), Some(Side::Short));
    }
}

#[test]
fn every_first_move_loses_from_four_on() {
    for m in 4..=8 {
        let robot = robot(m);
        let mut adversary = Adversary::new(&robot);
        let mut traps: Vec<Vec<EdgeId>> = Vec::new();
        for (edge, _) in robot.first_moves() {
            let mut found = adversary.recall(edge, &traps).unwrap();
            for reach in Reach::LADDER {
                if found.is_none() {
                    found = adversary.search(edge, reach).unwrap();
                    if found.is_some() {
                        println!(
                            "M={m} {} {reach:?}",
                            robot.board().write_move(Side::Cut, edge)
                        );
                    }
                }
            }
            let refutation = found.expect("every first move loses");
            check(robot.board(), edge, &refutation);
            if !traps.contains(&refutation.trap) {
                traps.push(refutation.trap);
            }
        }
        println!("M={m}: {} traps, {} solved", traps.len(), adversary.solved);
    }
}
