//! The quota sweep of M-boards on one core: `cargo bench --bench analog [-- M…]`.
//!
//! Prints, for every M, the whole sweep, the time per move, and the power of M with which the time per
//! move has grown since the first size. Large boards are sampled: every k-th first move.

use std::time::Instant;
use switchyard::bridgit::Board;
use switchyard_experiments::quota::Robot;
use switchyard_experiments::tally::Tally;

fn main() {
    let asked: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let sizes = if asked.is_empty() {
        vec![20, 50, 100]
    } else {
        asked
    };
    println!("   M  first moves   decisions   seconds  sweep (est.)  us/move  power");
    let mut first: Option<(f64, f64)> = None;
    for m in sizes {
        let robot = Robot::new(Board::new(m).expect("a board size"));
        let moves = robot.first_moves();
        let every = if m > 60 { 101 } else { 1 };
        let sample: Vec<_> = moves.iter().step_by(every).collect();
        let mut tally = Tally::default();
        let clock = Instant::now();
        for &&(edge, _) in &sample {
            tally.add(&robot.play_first(edge).expect("certified").tally);
        }
        let seconds = clock.elapsed().as_secs_f64();
        let each = seconds / tally.decisions as f64 * 1e6;
        let sweep = seconds * moves.len() as f64 / sample.len() as f64;
        let (m0, each0) = *first.get_or_insert((m as f64, each));
        let power = (each / each0).ln() / (m as f64 / m0).ln();
        println!(
            "{m:4}  {:>5}/{:<5} {:11}  {seconds:8.2}  {sweep:12.1}  {each:7.1}  {power:5.2}",
            sample.len(),
            moves.len(),
            tally.decisions
        );
        eprintln!("{tally:?}");
    }
}
