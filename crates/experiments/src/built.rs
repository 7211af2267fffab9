//! Shannon's robot as it can be built: bulbs whose resistance grows as they glow, and parts that
//! differ.
//!
//! A part of conductance c carries the current c·|V|^p at a voltage V: a resistor has p = 1, the
//! filament of a bulb about 0.6, since it is hotter and resists more at a higher voltage. The robot
//! plays the brightest bulb: the one with the most power, c·|V|^(p+1). For p = 1 and equal parts,
//! this is the edge with the largest current.
//!
//! The voltages minimise the sum of c·|V|^(p+1) over the circuit. They are found by solving linear circuits
//! whose conductances c·|V|^(p−1) follow from the voltages before, until nothing changes: in floating point, since
//! parts are never exact. O(n³) per move.

use rand::RngExt;
use switchyard::Rng;
use switchyard::analog::{Circuit, CircuitError};
use switchyard::graph::EdgeId;
use switchyard::player::{Forfeit, Player};
use switchyard::switching::{Position, Side};

/// What the robot is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts {
    /// p: how the current grows with the voltage; 1 is a resistor.
    pub exponent: f64,
    /// The standard deviation of the logarithm of a part's conductance; 0 if all are alike.
    pub spread: f64,
}

impl Parts {
    /// Resistors that are all alike.
    pub const IDEAL: Self = Self {
        exponent: 1.0,
        spread: 0.0,
    };
}

/// The most nodes of a circuit that this robot can be built for.
pub const MOST_NODES: usize = 600;

/// The robot as a player.
#[derive(Clone, Debug)]
pub struct BuiltRobot {
    exponent: f64,
    /// The conductance of every edge's part.
    conductance: Vec<f64>,
    rng: Rng,
}

impl BuiltRobot {
    /// A robot for a network with this many edges; its parts and its choices between equals follow from the seed.
    pub fn new(parts: Parts, edges: usize, seed: u64) -> Self {
        let mut rng = Rng::from_seed(seed);
        let conductance = (0..edges)
            .map(|_| (parts.spread * normal(&mut rng)).exp())
            .collect();
        Self {
            exponent: parts.exponent,
            conductance,
            rng,
        }
    }

    /// The brightness of every free edge's bulb that is in the circuit.
    ///
    /// # Errors
    /// When the terminals are joined or apart, or the circuit could not be solved.
    pub fn brightness(&self, position: &Position) -> Result<Vec<(EdgeId, f64)>, CircuitError> {
        /// Bulbs need several rounds; resistors are done after the first.
        const ROUNDS: usize = 200;
        let circuit = Circuit::new(position)?;
        let resistors = circuit.resistors();
        let part = |edge: EdgeId| self.conductance[edge.index()];
        let mut weights: Vec<f64> = resistors.iter().map(|r| part(r.edge)).collect();
        let mut volts = vec![0.0; resistors.len()];
        for _ in 0..ROUNDS {
            let ends: Vec<[usize; 2]> = resistors
                .iter()
                .map(|r| r.ends.map(|end| end as usize))
                .collect();
            let potentials = solve(circuit.node_count(), &ends, &weights)?;
            let now: Vec<f64> = ends
                .iter()
                .map(|&[a, b]| (potentials[a] - potentials[b]).abs())
                .collect();
            let change = now
                .iter()
                .zip(&volts)
                .map(|(a, b): (&f64, &f64)| (a - b).abs());
            let change = change.fold(0.0, f64::max);
            volts = now;
            if change < 1e-13 || (self.exponent - 1.0).abs() < f64::EPSILON {
                break;
            }
            for (weight, (resistor, volts)) in weights.iter_mut().zip(resistors.iter().zip(&volts))
            {
                *weight = part(resistor.edge) * volts.max(1e-9).powf(self.exponent - 1.0);
            }
        }
        let power = |(resistor, volts): (&switchyard::analog::Resistor, &f64)| {
            let edge = resistor.edge;
            (edge, part(edge) * volts.powf(self.exponent + 1.0))
        };
        Ok(resistors.iter().zip(&volts).map(power).collect())
    }
}

impl Player for BuiltRobot {
    fn observe(&mut self, _position: &Position, _side: Side, _edge: EdgeId) {}

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        /// Bulbs this near to each other look equally bright.
        const ALIKE: f64 = 1e-9;
        let lit = match self.brightness(position) {
            Ok(lit) => lit,
            Err(CircuitError::Shorted | CircuitError::Apart) => return Err(Forfeit::NoMove),
            // A legal move is better than none.
            Err(_) => position.free_edges().map(|edge| (edge, 1.0)).collect(),
        };
        let most = lit.iter().map(|bulb| bulb.1).fold(0.0, f64::max);
        let best: Vec<EdgeId> = lit
            .iter()
            .filter(|bulb| bulb.1 >= most * (1.0 - ALIKE))
            .map(|bulb| bulb.0)
            .collect();
        if best.is_empty() {
            return Err(Forfeit::NoMove);
        }
        Ok(best[self.rng.random_range(0..best.len())])
    }
}

/// A number of the standard normal distribution.
fn normal(rng: &mut Rng) -> f64 {
    // 1 − x is above 0, so its logarithm is finite.
    let radius = (-2.0 * (1.0 - rng.random::<f64>()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.random::<f64>()).cos()
}

/// The potentials of a linear circuit, one volt at P and none at Q: elimination in a matrix that is symmetric and
/// positive definite, so that no pivots need be looked for.
fn solve(nodes: usize, ends: &[[usize; 2]], weights: &[f64]) -> Result<Vec<f64>, CircuitError> {
    if nodes > MOST_NODES {
        return Err(CircuitError::IllConditioned);
    }
    // P and Q are the nodes 0 and 1; the others are unknown.
    let unknown = nodes - 2;
    let mut matrix = vec![vec![0.0; unknown + 1]; unknown];
    for (&[a, b], &weight) in ends.iter().zip(weights) {
        for (here, there) in [(a, b), (b, a)] {
            if here < 2 {
                continue;
            }
            let row = &mut matrix[here - 2];
            row[here - 2] += weight;
            match there {
                Circuit::P => row[unknown] += weight,
                Circuit::Q => {}
                _ => row[there - 2] -= weight,
            }
        }
    }
    for pivot in 0..unknown {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let row = &above[pivot];
        if row[pivot] <= 0.0 {
            return Err(CircuitError::IllConditioned);
        }
        for other in below {
            let factor = other[pivot] / row[pivot];
            if factor != 0.0 {
                for column in pivot..=unknown {
                    other[column] -= factor * row[column];
                }
            }
        }
    }
    let mut potentials = vec![0.0; nodes];
    potentials[Circuit::P] = 1.0;
    for at in (0..unknown).rev() {
        let row = &matrix[at];
        let known: f64 = (at + 1..unknown).map(|i| row[i] * potentials[i + 2]).sum();
        potentials[at + 2] = (row[unknown] - known) / row[at];
    }
    Ok(potentials)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use switchyard::analog::{Effort, best_edges};
    use switchyard::bridgit::Board;
    use switchyard::graph::{Graph, VertexId};
    use switchyard::switching::Network;

    /// With ideal parts the robot plays the edges that the exact one plays, in whole games.
    #[test]
    fn ideal_parts_make_the_robot_of_the_paper() {
        for seed in 0..12 {
            let board = Board::new(3 + seed as usize % 3).unwrap();
            let edges = board.network().graph().edge_count();
            let mut robot = BuiltRobot::new(Parts::IDEAL, edges, seed);
            let mut position = Position::new(Arc::clone(board.network()));
            let mut side = Side::Cut;
            while position.winner().is_none() {
                let edge = robot.choose(&position).unwrap();
                let best = best_edges(&position, Effort::Proof).unwrap().edges;
                assert!(best.contains(&edge), "{edge} of {best:?}");
                position.play(side, edge).unwrap();
                side = side.other();
            }
        }
    }

    /// Two bulbs in series beside one: the single one has all the voltage, whatever the law. In a chain of three
    /// unequal parts the voltages obey c·V^p = the same current.
    #[test]
    fn bulbs_obey_their_law() {
        let graph = Graph::from_pairs(4, &[(0, 1), (1, 2), (2, 3), (0, 3)]);
        let network = Network::new(graph, VertexId::new(0), VertexId::new(3)).unwrap();
        let parts = Parts {
            exponent: 0.6,
            spread: 0.4,
        };
        let robot = BuiltRobot::new(parts, 4, 7);
        let lit = robot.brightness(&Position::new(network)).unwrap();
        let volts: Vec<f64> = lit
            .iter()
            .map(|&(edge, power)| (power / robot.conductance[edge.index()]).powf(1.0 / 1.6))
            .collect();
        assert!((volts[3] - 1.0).abs() < 1e-9, "{volts:?}");
        assert!(
            (volts[..3].iter().sum::<f64>() - 1.0).abs() < 1e-9,
            "{volts:?}"
        );
        let current = |i: usize| robot.conductance[i] * volts[i].powf(0.6);
        assert!((current(0) - current(1)).abs() < 1e-8 && (current(1) - current(2)).abs() < 1e-8);
    }
}
