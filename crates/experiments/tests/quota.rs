//! The fast engine against the rational oracle: quotas and losing first moves.

use num_rational::BigRational;
use rand::RngExt;
use switchyard::Rng;
use switchyard::analog::{Effort, best_edges};
use switchyard::bridgit::Board;
use switchyard::graph::EdgeId;
use switchyard::internals::analog::{Engine, Measure};
use switchyard::switching::{Position, Side};
use switchyard_experiments::quota::{Choice, Robot, drawn_first_moves, quota};
use switchyard_experiments::tally::Tally;
use switchyard_oracle::rational::{self, ratio};

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

/// Larger boards, where factors are renewed and clusters grow: the engine's choice is the exact best
/// set that the general method finds, move by move.
#[test]
fn the_engine_chooses_as_the_general_method_does() {
    for (m, first) in [(11, "A1"), (14, "J9"), (17, "E9"), (22, "AA13")] {
        let robot = Robot::new(Board::new(m).unwrap());
        let first = robot.board().parse_move(first).unwrap();
        let decisions = chosen_as_the_general_method_does(&robot, first, |_, choice| {
            choice.groups[choice.groups.len() - 1].0
        });
        assert!(decisions > 2 * m as u64);
    }
}

/// Random moves also cut regions off from both terminals, where the circuit has no potentials.
#[test]
fn the_engine_chooses_so_after_random_moves() {
    let mut rng = Rng::from_seed(5);
    let mut with_region = 0;
    for m in [5, 8, 11, 14] {
        let robot = Robot::new(Board::new(m).unwrap());
        for _ in 0..4 {
            let first = EdgeId::new(rng.random_range(0..m));
            chosen_as_the_general_method_does(&robot, first, |engine, _| {
                let left = engine.left();
                with_region += usize::from(has_region_apart(engine));
                EdgeId::new(left[rng.random_range(0..left.len())] as usize)
            });
        }
    }
    assert!(with_region > 10, "only {with_region} positions had one");
}

/// Whether some edges that are left are not joined to a terminal by others.
fn has_region_apart(engine: &Engine) -> bool {
    let grid = engine.grid();
    let mut reached = vec![grid.p(), grid.q()];
    let mut at = 0;
    while let Some(&cluster) = reached.get(at) {
        at += 1;
        for edge in engine.leaving(cluster) {
            for end in engine.clusters_of(edge) {
                if !reached.contains(&end) {
                    reached.push(end);
                }
            }
        }
    }
    let is_apart = |&edge: &u32| !reached.contains(&engine.clusters_of(edge)[0]);
    engine.left().iter().any(is_apart)
}

/// Plays a game and compares the engine's choice in every position. Returns the number of positions.
fn chosen_as_the_general_method_does(
    robot: &Robot,
    first: EdgeId,
    mut next: impl FnMut(&Engine, &Choice) -> EdgeId,
) -> u64 {
    let mut engine = robot.start().clone();
    let mut position = Position::new(robot.board().network().clone());
    let (mut measure, mut tally) = (Measure::default(), Tally::default());
    let (mut side, mut edge) = (Side::Cut, first);
    loop {
        engine.play(side, edge);
        position.play(side, edge).unwrap();
        side = side.other();
        assert_eq!(engine.winner(), position.winner());
        if position.winner().is_some() {
            return tally.decisions;
        }
        let choice = robot.choose(&mut engine, &mut measure, &mut tally).unwrap();
        let best = best_edges(&position, Effort::Proof).unwrap();
        let weight: u32 = choice.groups.iter().map(|group| group.1).sum();
        let m = robot.board().size();
        assert_eq!(weight as usize, best.edges.len(), "M = {m}");
        for (edge, _) in &choice.groups {
            assert!(best.edges.contains(edge), "M = {m}");
        }
        let rough = measure.bound;
        engine.sharpen(&mut measure);
        assert!(measure.bound <= rough, "M = {m}");
        let mut again = Tally::default();
        let sharp = robot.choose(&mut engine, &mut measure, &mut again);
        assert_eq!(sharp.unwrap(), choice, "M = {m}");
        edge = next(&engine, &choice);
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

/// Draws are uniform over all M² edges, and each estimates the quota that the sweep finds.
#[test]
fn drawn_first_moves_are_spread_evenly() {
    let robot = Robot::new(Board::new(9).unwrap());
    let drawn = drawn_first_moves(&robot, 8100, 3);
    assert_eq!(drawn[..100], drawn_first_moves(&robot, 100, 3));
    let orbits = robot.first_moves();
    let value: f64 = orbits
        .iter()
        .map(|&(edge, size)| {
            let seen = drawn.iter().filter(|&&other| other == edge).count() as f64;
            let expected = 100.0 * size as f64;
            (seen - expected).powi(2) / expected
        })
        .sum();
    let degrees = orbits.len() as f64 - 1.0;
    assert!(
        value < degrees + 5.0 * (2.0 * degrees).sqrt(),
        "χ² {value} of {degrees}"
    );
}
