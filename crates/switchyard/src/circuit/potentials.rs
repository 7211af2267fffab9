//! Potentials in floating point while edges are claimed and destroyed one after the other.
//!
//! A search looks at hundreds of positions that differ from one another in a few edges. The circuit
//! of the first is factored once (or, where that would cost too much, solved by conjugate
//! gradients). An edge e with ends a, b that is destroyed or claimed is a change of rank one: with
//! g = G(1_a − 1_b), where G is the inverse of the conductance matrix, R = g_a − g_b, and a drop d over
//! the edge, the potentials fall by g·d / (R − 1) when e is destroyed and by g·d / R when it is
//! claimed (Sherman and Morrison 1950). The terminals' entries of g are zero.
//!
//! Nothing is proved here: equal currents agree to some ten digits, no more. [`super::currents`]
//! decides ties.

use super::Circuit;
use super::factor::Factor;
use crate::switching::Side;
use std::cell::OnceCell;
use std::rc::Rc;

/// Pivots smaller than this are zero: the change has no effect.
const TINY: f64 = 1e-9;

/// The circuit that all changes start from, and the means to solve it.
#[derive(Debug)]
pub(crate) struct Base<'c> {
    circuit: &'c Circuit,
    solver: Solver,
    /// The column of each resistor, once it was needed.
    columns: Vec<OnceCell<Rc<[f64]>>>,
}

#[derive(Debug)]
enum Solver {
    Direct(Factor),
    /// Conjugate gradients, with at most this many rounds.
    Iterative(usize),
}

/// The potentials of a circuit in which some edges have been claimed or destroyed.
#[derive(Clone, Debug)]
pub(crate) struct Potentials {
    volts: Vec<f64>,
    changes: Vec<Rc<Change>>,
}

/// One edge claimed or destroyed.
#[derive(Debug)]
struct Change {
    ends: [u32; 2],
    /// G(1_a − 1_b) as it was before this change.
    column: Vec<f64>,
    pivot: f64,
}

impl<'c> Base<'c> {
    /// Factors the circuit if that takes no more than `work` operations; otherwise every column is
    /// solved for by at most `rounds` rounds of conjugate gradients.
    pub(crate) fn new(circuit: &'c Circuit, work: usize, rounds: usize) -> Self {
        let solver = match Factor::within(circuit, work) {
            Some(factor) => Solver::Direct(factor),
            None => Solver::Iterative(rounds),
        };
        Self {
            circuit,
            solver,
            columns: vec![OnceCell::new(); circuit.resistors().len()],
        }
    }

    /// Steps that it takes to solve for a column.
    pub(crate) fn cost_of_column(&self) -> usize {
        match &self.solver {
            Solver::Direct(factor) => 2 * factor.entries(),
            Solver::Iterative(rounds) => {
                4 * rounds * (self.circuit.node_count() + self.circuit.resistors().len())
            }
        }
    }

    /// The potentials before any change.
    pub(crate) fn potentials(&self) -> Potentials {
        let mut charge = vec![0.0; self.circuit.node_count()];
        for arm in self.circuit.arms(Circuit::P) {
            charge[arm.to as usize] += 1.0;
        }
        let mut volts = self.solve(charge);
        volts[Circuit::P] = 1.0;
        Potentials {
            volts,
            changes: Vec::new(),
        }
    }

    /// G(1_a − 1_b) for the ends a, b of a resistor, before any change.
    fn column(&self, resistor: usize) -> Rc<[f64]> {
        let solve = || {
            let [a, b] = self.circuit.resistors()[resistor].ends;
            let mut source = vec![0.0; self.circuit.node_count()];
            source[a as usize] += 1.0;
            source[b as usize] -= 1.0;
            self.solve(source).into()
        };
        Rc::clone(self.columns[resistor].get_or_init(solve))
    }

    fn solve(&self, mut source: Vec<f64>) -> Vec<f64> {
        source[Circuit::P] = 0.0;
        source[Circuit::Q] = 0.0;
        match &self.solver {
            Solver::Direct(factor) => {
                factor.solve(&mut source);
                source
            }
            Solver::Iterative(rounds) => conjugate_gradients(self.circuit, &source, *rounds),
        }
    }
}

impl Potentials {
    /// The potential of every node.
    pub(crate) fn volts(&self) -> &[f64] {
        &self.volts
    }

    /// The potentials once `side` has played this resistor.
    pub(crate) fn after(&self, base: &Base<'_>, side: Side, resistor: usize) -> Vec<f64> {
        let mut volts = self.volts.clone();
        if let Some(change) = self.change(base, side, resistor) {
            change.apply(&mut volts);
        }
        volts
    }

    /// `side` plays this resistor.
    pub(crate) fn play(&mut self, base: &Base<'_>, side: Side, resistor: usize) {
        if let Some(change) = self.change(base, side, resistor) {
            change.apply(&mut self.volts);
            self.changes.push(Rc::new(change));
        }
    }

    /// The conductance between the terminals before any change: the current at one volt.
    pub(crate) fn conductance(&self, base: &Base<'_>) -> f64 {
        debug_assert!(self.changes.is_empty(), "resistors have been played");
        let arms = base.circuit.arms(Circuit::P).iter();
        arms.map(|arm| 1.0 - self.volts[arm.to as usize]).sum()
    }

    /// How much the conductance between the terminals grows once `side` has played this resistor; infinite
    /// where that joins them.
    ///
    /// With the drop d over the resistor and the pivot p of the change it is d² / p: p = R when it is claimed,
    /// R − 1 when it is destroyed.
    pub(crate) fn gain(&self, base: &Base<'_>, side: Side, resistor: usize) -> f64 {
        let drop = drop(&self.volts, base.circuit.resistors()[resistor].ends);
        match (self.change(base, side, resistor), side) {
            (Some(change), _) => drop * drop / change.pivot,
            (None, Side::Short) if drop != 0.0 => f64::INFINITY,
            (None, _) => 0.0,
        }
    }

    /// The change that this move is; `None` if no current notices it.
    fn change(&self, base: &Base<'_>, side: Side, resistor: usize) -> Option<Change> {
        let ends = base.circuit.resistors()[resistor].ends;
        let mut column = base.column(resistor).to_vec();
        for change in &self.changes {
            let factor = drop(&change.column, ends) / change.pivot;
            add_scaled(&mut column, &change.column, -factor);
        }
        let resistance = drop(&column, ends);
        let pivot = match side {
            Side::Short => resistance,
            Side::Cut => resistance - 1.0,
        };
        (pivot.abs() > TINY).then_some(Change {
            ends,
            column,
            pivot,
        })
    }
}

impl Change {
    fn apply(&self, volts: &mut [f64]) {
        let factor = drop(volts, self.ends) / self.pivot;
        add_scaled(volts, &self.column, -factor);
    }
}

fn drop(volts: &[f64], [a, b]: [u32; 2]) -> f64 {
    volts[a as usize] - volts[b as usize]
}

fn add_scaled(to: &mut [f64], from: &[f64], factor: f64) {
    for (value, &add) in to.iter_mut().zip(from) {
        *value += factor * add;
    }
}

/// Solves L x = source by conjugate gradients, preconditioned with the diagonal (Hestenes and
/// Stiefel 1952). Stops when the residual has fallen by [`ENOUGH`], or after this many rounds.
fn conjugate_gradients(circuit: &Circuit, source: &[f64], rounds: usize) -> Vec<f64> {
    /// How far the norm of the residual has to fall.
    const ENOUGH: f64 = 1e-5;
    let nodes = circuit.node_count();
    let diagonal: Vec<f64> = (0..nodes)
        .map(|node| (circuit.arms(node).len() as f64).max(1.0))
        .collect();
    let product = |x: &[f64], to: &mut [f64]| {
        for node in 2..nodes {
            let others: f64 = circuit.arms(node).iter().map(|a| x[a.to as usize]).sum();
            to[node] = diagonal[node] * x[node] - others;
        }
    };
    let mut x = vec![0.0; nodes];
    let mut image = vec![0.0; nodes];
    let mut residual: Vec<f64> = source.to_vec();
    let mut direction: Vec<f64> = residual.iter().zip(&diagonal).map(|(r, d)| r / d).collect();
    let mut energy = inner(&residual, &direction);
    let scaled: f64 = source.iter().zip(&diagonal).map(|(s, d)| s * s / d).sum();
    let target = ENOUGH * ENOUGH * scaled;
    for _ in 0..rounds {
        if energy <= target {
            break;
        }
        product(&direction, &mut image);
        let step = energy / inner(&direction, &image);
        add_scaled(&mut x, &direction, step);
        add_scaled(&mut residual, &image, -step);
        let next: f64 = residual.iter().zip(&diagonal).map(|(r, d)| r * r / d).sum();
        let keep = next / energy;
        energy = next;
        for ((to, r), d) in direction.iter_mut().zip(&residual).zip(&diagonal) {
            *to = r / d + keep * *to;
        }
    }
    x
}

fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::testing::random_position;
    use crate::{EdgeId, Position};
    use rand::RngExt;

    /// The potentials of a position's circuit by Gaussian elimination of the full matrix, by vertex.
    fn naive(position: &Position) -> Option<Vec<Option<f64>>> {
        let circuit = Circuit::new(position).ok()?;
        let nodes = circuit.node_count();
        let mut rows: Vec<Vec<f64>> = vec![vec![0.0; nodes + 1]; nodes];
        for resistor in circuit.resistors() {
            let [a, b] = resistor.ends.map(|end| end as usize);
            for (u, v) in [(a, b), (b, a)] {
                rows[u][u] += 1.0;
                rows[u][v] -= 1.0;
            }
        }
        for (terminal, volts) in [(Circuit::P, 1.0), (Circuit::Q, 0.0)] {
            rows[terminal] = vec![0.0; nodes + 1];
            rows[terminal][terminal] = 1.0;
            rows[terminal][nodes] = volts;
        }
        for at in 0..nodes {
            let pivot =
                (at..nodes).max_by(|&i, &j| rows[i][at].abs().total_cmp(&rows[j][at].abs()));
            rows.swap(at, pivot?);
            let row: Vec<f64> = rows[at].iter().map(|x| x / rows[at][at]).collect();
            for (other, target) in rows.iter_mut().enumerate() {
                if other != at {
                    let factor = target[at];
                    add_scaled(target, &row, -factor);
                }
            }
            rows[at] = row;
        }
        let vertices = position.network().graph().vertices();
        let volts = |vertex| circuit.node_of(vertex).map(|node| rows[node][nodes]);
        Some(vertices.map(volts).collect())
    }

    #[test]
    fn moves_change_the_potentials_as_a_fresh_solution_does() {
        let mut rng = Rng::from_seed(8);
        let mut compared = 0;
        for round in 0..600 {
            let mut position = random_position(&mut rng);
            let Ok(circuit) = Circuit::new(&position) else {
                continue;
            };
            // Directly, or by enough rounds of conjugate gradients.
            let base = if round % 2 == 0 {
                Base::new(&circuit, usize::MAX, 0)
            } else {
                Base::new(&circuit, 0, 40)
            };
            let tolerance = if round % 2 == 0 { 1e-9 } else { 1e-3 };
            let mut potentials = base.potentials();
            for side in Side::BOTH {
                let resistor = rng.random_range(0..circuit.resistors().len());
                let edge: EdgeId = circuit.resistors()[resistor].edge;
                if position.play(side, edge).is_err() || position.winner().is_some() {
                    break;
                }
                let tried = potentials.after(&base, side, resistor);
                potentials.play(&base, side, resistor);
                assert_eq!(potentials.volts(), tried);
                for (vertex, volts) in naive(&position).unwrap().into_iter().enumerate() {
                    let node = circuit.node_of(crate::VertexId::new(vertex));
                    if let (Some(volts), Some(node)) = (volts, node) {
                        let found = potentials.volts()[node];
                        assert!(
                            (found - volts).abs() < tolerance,
                            "{found}, not {volts}, at {vertex} in {position:?}"
                        );
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }
}
