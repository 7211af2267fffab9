//! When two disjoint spanning trees appear, as random edges are added to an empty graph.
//!
//! Two disjoint spanning trees need two edges at every vertex. Palmer and Spencer (1995) proved
//! that, with probability tending to 1, they appear with exactly the edge that gives the last
//! vertex its second one.

use super::{Sample, law};
use rand::RngExt;
use std::collections::HashSet;
use switchyard::Rng;
use switchyard::{Graph, Network, Outcome, Position, VertexId, outcome};

/// `at_once`: two trees appear with the last vertex of degree one gone. `first_at_once`: SHORT, moving
/// first, wins the join-all game as soon as at most one vertex is of degree one and none isolated.
pub(super) const COUNTS: [&str; 2] = ["at_once", "first_at_once"];

/// Where the law of the hitting time is compared: edges = n/2·(ln n + ln ln n + x).
pub const LEVELS: [f64; 5] = [-1.0, 0.0, 1.0, 2.0, 3.0];

/// The number of edges at which no vertex has degree below two, as x; whether x is at most each level;
/// the edges; the edges that were missing to two trees then.
pub(super) const COLUMNS: [&str; 8] = [
    "x", "below_-1", "below_0", "below_1", "below_2", "below_3", "edges", "late",
];

pub(super) fn predicted() -> Vec<(&'static str, f64)> {
    let levels = COLUMNS[1..=LEVELS.len()].iter().zip(LEVELS);
    let below = levels.map(|(&name, x)| (name, law::degrees_from_two(x)));
    below
        .chain([("at_once", 1.0), ("first_at_once", 1.0)])
        .collect()
}

pub(super) fn sample(nodes: usize, rng: &mut Rng) -> Sample {
    let n = nodes.max(3);
    let mut process = Process::new(n);
    while process.weak[0] > 0 || process.weak[1] > 1 {
        process.add(rng);
    }
    let first_at_once = process.outcome() != Outcome::Cut;
    while process.weak[1] > 0 {
        process.add(rng);
    }
    let edges = process.ends.len();
    let at_once = process.outcome() == Outcome::Short;
    while process.outcome() != Outcome::Short {
        process.add(rng);
    }
    let late = process.ends.len() - edges;
    let log = (n as f64).ln();
    let x = 2.0 * edges as f64 / n as f64 - log - log.ln();
    let mut values = vec![Some(x)];
    values.extend(LEVELS.map(|level| Some(f64::from(u8::from(x <= level)))));
    values.extend([Some(edges as f64), Some(late as f64)]);
    Sample {
        counts: [at_once, first_at_once].map(u64::from).to_vec(),
        values,
    }
}

/// A graph that grows by random edges.
struct Process {
    degree: Vec<u32>,
    /// How many vertices have degree 0, and 1.
    weak: [usize; 2],
    ends: Vec<[VertexId; 2]>,
    present: HashSet<[usize; 2]>,
}

impl Process {
    fn new(n: usize) -> Self {
        Self {
            degree: vec![0; n],
            weak: [n, 0],
            ends: Vec::new(),
            present: HashSet::new(),
        }
    }

    /// Adds an edge that is not there yet.
    fn add(&mut self, rng: &mut Rng) {
        let n = self.degree.len();
        loop {
            let u = rng.random_range(0..n);
            let v = rng.random_range(0..n);
            if u < v && self.present.insert([u, v]) {
                self.ends.push([u, v].map(VertexId::new));
                for end in [u, v] {
                    self.raise(end);
                }
                return;
            }
        }
    }

    fn raise(&mut self, vertex: usize) {
        let degree = &mut self.degree[vertex];
        match *degree {
            0 => self.weak = [self.weak[0] - 1, self.weak[1] + 1],
            1 => self.weak[1] -= 1,
            _ => {}
        }
        *degree += 1;
    }

    /// The outcome of the join-all game.
    fn outcome(&self) -> Outcome {
        let graph = Graph::from_ends(self.degree.len(), self.ends.clone());
        outcome(&Position::new(
            Network::join_all(graph).expect("three vertices"),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use switchyard::Rng;

    /// Nothing can come before the last vertex of degree one is gone, and nearly always nothing is late.
    #[test]
    fn two_trees_need_two_edges_everywhere() {
        let mut at_once = 0;
        for seed in 0..60 {
            let found = sample(300, &mut Rng::from_seed(seed));
            let late = found.values[7].unwrap();
            assert_eq!(found.counts[0] == 1, late == 0.0);
            at_once += found.counts[0];
        }
        assert!(at_once > 50, "{at_once} of 60");
    }
}
