//! The currents of any network, and the exact set of the edges that carry the most.

use super::exact::Exact;
use super::lifting::{Contender, Contest, Lifting, Solved, System};
use super::series;
use crate::circuit::{Circuit, CircuitError};
use crate::graph::EdgeId;
use crate::switching::Position;

/// How far ties are refined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// Until every tie is proved: the number of rounds grows with the network.
    Proof,
    /// Currents that agree to this many bits count as equal.
    Bits(u32),
}

/// Potentials and currents in floating point, with a rigorous bound on the error.
#[derive(Clone, Debug, PartialEq)]
pub struct Currents {
    /// The potential of every node of the circuit; P is at 1, Q at 0.
    pub potentials: Vec<f64>,
    /// The current of every resistor, from its first node to its second.
    pub flows: Vec<f64>,
    /// No flow is off by more than this.
    pub bound: f64,
}

/// The edges with the most current, and how that was decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// The edges, in order.
    pub edges: Vec<EdgeId>,
    /// The same edges grouped into classes of parallel or series edges.
    pub classes: Vec<Vec<EdgeId>>,
    /// The edges that floating point could not tell apart.
    pub candidates: usize,
    /// Rounds of exact refinement that were needed.
    pub rounds: u32,
    /// Whether it is proved that these are the best edges; always so with [`Effort::Proof`].
    pub proved: bool,
}

/// The analysis of a position: its circuit, solved.
#[derive(Debug)]
pub struct Analysis<'c> {
    solved: Solved<'c>,
}

impl<'c> Analysis<'c> {
    /// Factors the circuit.
    pub fn new(circuit: &'c Circuit) -> Self {
        Self {
            solved: Solved::new(circuit),
        }
    }

    /// The potentials as exact fractions.
    ///
    /// # Errors
    /// When the circuit is too badly conditioned to be solved.
    pub fn exact(&self) -> Result<Exact, CircuitError> {
        Exact::new(&self.solved)
    }

    /// Potentials and currents in floating point.
    ///
    /// # Errors
    /// When the circuit is too badly conditioned for floating point.
    pub fn currents(&self) -> Result<Currents, CircuitError> {
        let (lifting, volts) = self.first_round()?;
        let unit = (-f64::from(lifting.bits())).exp2();
        let potentials: Vec<f64> = volts.iter().map(|&w| w as f64 * unit).collect();
        let flows = self
            .circuit()
            .resistors()
            .iter()
            .map(|r| (volts[r.ends[0] as usize] - volts[r.ends[1] as usize]) as f64 * unit)
            .collect();
        let bound = lifting.bound() * unit;
        Ok(Currents {
            potentials,
            flows,
            bound,
        })
    }

    /// The edges that carry the most current.
    ///
    /// # Errors
    /// When the circuit is too badly conditioned to be solved.
    pub fn best(&self, effort: Effort) -> Result<Best, CircuitError> {
        let circuit = self.circuit();
        let (lifting, volts) = self.first_round()?;
        let contender = |index: usize| {
            let [a, b] = circuit.resistors()[index].ends;
            let flow = volts[a as usize] - volts[b as usize];
            Contender {
                nodes: if flow >= 0 { [a, b] } else { [b, a] },
                current: flow.abs(),
            }
        };
        let all: Vec<Contender> = (0..circuit.resistors().len()).map(contender).collect();
        let top = all.iter().map(|c| c.current).max().unwrap_or(0);
        let doubt = (2.0 * lifting.bound()).ceil() as i64 + 1;
        if doubt >= top {
            // Then even directions would be in doubt.
            return Err(CircuitError::IllConditioned);
        }
        let candidates: Vec<usize> = (0..all.len())
            .filter(|&index| all[index].current >= top - doubt)
            .collect();
        let classes = series::classes(circuit, &candidates);
        let leaders: Vec<Contender> = classes.iter().map(|class| all[class[0]]).collect();
        let bits = circuit.determinant_bits();
        let allowed = match effort {
            Effort::Proof => f64::INFINITY,
            Effort::Bits(allowed) => f64::from(allowed),
        };
        let found = Contest::new(lifting, &leaders).compare(bits, allowed)?;
        let name = |index: &usize| circuit.resistors()[*index].edge;
        let classes: Vec<Vec<EdgeId>> = found
            .best
            .iter()
            .map(|&class| classes[class].iter().map(name).collect())
            .collect();
        let mut edges: Vec<EdgeId> = classes.iter().flatten().copied().collect();
        edges.sort_unstable();
        Ok(Best {
            edges,
            classes,
            candidates: candidates.len(),
            rounds: found.rounds,
            proved: found.proved,
        })
    }

    fn circuit(&self) -> &'c Circuit {
        self.solved.circuit()
    }

    /// The first round of lifting, and the potentials in units of 2^−bits.
    fn first_round(&self) -> Result<(Lifting<'_, Solved<'c>>, Vec<i64>), CircuitError> {
        let mut lifting = Lifting::new(&self.solved);
        lifting.advance()?;
        // A badly conditioned system yields few bits at a time: gather enough of them.
        let mut volts = lifting.digits().to_vec();
        while lifting.bits() < 36 {
            let step = lifting.advance()?;
            for (volt, digit) in volts.iter_mut().zip(lifting.digits()) {
                *volt = (*volt << step) + digit;
            }
        }
        debug_assert_eq!(self.solved.len(), volts.len());
        volts[Circuit::P] = 1 << lifting.bits();
        Ok((lifting, volts))
    }
}

/// The edges with the most current in a position, exactly.
///
/// # Errors
/// When the game is over, or the circuit cannot be solved.
pub fn best_edges(position: &Position, effort: Effort) -> Result<Best, CircuitError> {
    let circuit = Circuit::new(position)?;
    Analysis::new(&circuit).best(effort)
}
