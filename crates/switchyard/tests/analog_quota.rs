//! The fast engine against the rational oracle: quotas and losing first moves.

mod rational;

use num_rational::BigRational;
use rational::ratio;
use switchyard::analog::quota::{Robot, Tally, quota};
use switchyard::bridgit::Board;
use switchyard::switching::Side;

fn fast(m: usize) -> (BigRational, Vec<String>, Tally) {
    let robot = Robot::new(Board::new(m).unwrap());
    let mut tally = Tally::default();
    let results: Vec<_> = robot
        .first_moves()
        .into_iter()
        .map(|(edge, _)| robot.play_first(edge).unwrap())
        .collect();
    let mut losing = Vec::new();
    for result in &results {
        tally.add(&result.tally);
        if result.wins != ratio(1, 1) {
            let orbit = robot.board().orbit(result.edge);
            losing.extend(
                orbit
                    .iter()
                    .map(|&e| robot.board().write_move(Side::Cut, e)),
            );
        }
    }
    losing.sort();
    let quota = quota(&robot, results.iter().map(|r| (r.edge, &r.wins)));
    (quota, losing, tally)
}

fn agree(m: usize) {
    let (value, losing, tally) = fast(m);
    assert_eq!((value, losing), rational::quota(m, true), "M = {m}");
    assert!(tally.largest_bound < 1e-9);
}

#[test]
fn small_boards_agree_with_rational_arithmetic() {
    for m in 2..=7 {
        agree(m);
    }
}

/// The oracle that follows every tied edge, without a word about classes.
#[test]
fn classes_do_not_change_the_quota() {
    for m in 2..=4 {
        assert_eq!(rational::quota(m, false), rational::quota(m, true));
    }
}

#[test]
#[ignore = "minutes: part of make verify"]
fn boards_to_twelve_agree_with_rational_arithmetic() {
    for m in 8..=12 {
        agree(m);
    }
}

/// Fischer: the first player always wins up to 8; at 9 only E9 and its mirror image lose.
#[test]
fn fischers_quotas() {
    for m in 2..=8 {
        assert_eq!(fast(m).0, ratio(1, 1), "M = {m}");
    }
    let (value, losing, _) = fast(9);
    assert_eq!(value, ratio(79, 81));
    assert_eq!(losing, ["E9", "O9"]);
}
