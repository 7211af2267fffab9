//! Potentials to any number of bits, with an exact defect and a rigorous error bound.
//!
//! To solve L x = f for integers L and f: solve approximately, round x to a multiple of 2⁻ᵗ,
//! compute the defect of that exactly in integers, scale it by 2ᵗ, and continue with the defect in
//! place of f. Each round adds t bits (dyadic lifting; compare Z. Wan, *An algorithm to solve
//! integer linear systems exactly using numerical methods*, 2006). After bits T in all, x = Σ
//! digits + 2⁻ᵀ L⁻¹ r with a small integer vector r.
//!
//! **Theorem used.** For a resistor e and the conductance matrix L of a circuit,
//! |(L⁻¹r)_a − (L⁻¹r)_b| ≤ Σ_j |r_j| √(R_e R_j), where R_e ≤ 1 is the resistance across e and
//! R_j that between node j and the terminals, at most the distance of j from them (the Green's
//! function is an inner product; Cauchy–Schwarz, Rayleigh's monotonicity).

use super::rounding::round_up;
use crate::circuit::factor::Factor;
use crate::circuit::{Circuit, CircuitError};

/// A system L x = f with an approximate solver.
pub trait System {
    /// The number of entries of a vector, terminals included.
    fn len(&self) -> usize;
    /// Whether there is nothing to solve for.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The right side f for one volt between the terminals.
    fn charge(&self) -> Vec<i64>;
    /// Solves approximately, in place; the entries of the terminals become zero.
    fn solve(&self, x: &mut [f64]);
    /// Subtracts L·x from `residual`, exactly.
    fn subtract_product(&self, x: &[i64], residual: &mut [i64]);
    /// √R bounds: Σ over the nodes of |r| times the root of a bound on the node's resistance.
    fn defect_bound(&self, residual: &[i64]) -> f64;
    /// The largest diagonal entry of L.
    fn max_degree(&self) -> usize;
}

/// A circuit with its factors.
#[derive(Clone, Debug)]
pub struct Solved<'c> {
    circuit: &'c Circuit,
    factor: Factor,
    roots: Vec<f64>,
}

impl<'c> Solved<'c> {
    /// Factors the circuit's matrix.
    pub fn new(circuit: &'c Circuit) -> Self {
        Self {
            circuit,
            factor: Factor::new(circuit),
            roots: circuit
                .distances()
                .into_iter()
                .map(|d| f64::from(d).sqrt())
                .collect(),
        }
    }

    /// The circuit.
    pub fn circuit(&self) -> &'c Circuit {
        self.circuit
    }
}

impl System for Solved<'_> {
    fn len(&self) -> usize {
        self.circuit.node_count()
    }

    fn charge(&self) -> Vec<i64> {
        let mut charge = vec![0; self.len()];
        for arm in self.circuit.arms(Circuit::P) {
            charge[arm.to as usize] += 1;
        }
        charge[Circuit::Q] = 0;
        charge
    }

    fn solve(&self, x: &mut [f64]) {
        self.factor.solve(x);
    }

    fn subtract_product(&self, x: &[i64], residual: &mut [i64]) {
        for resistor in self.circuit.resistors() {
            let [a, b] = resistor.ends.map(|end| end as usize);
            let flow = x[a] - x[b];
            residual[a] -= flow;
            residual[b] += flow;
        }
        residual[Circuit::P] = 0;
        residual[Circuit::Q] = 0;
    }

    fn defect_bound(&self, residual: &[i64]) -> f64 {
        let sum: f64 = residual
            .iter()
            .zip(&self.roots)
            .map(|(&r, &root)| r.unsigned_abs() as f64 * root)
            .sum();
        round_up(sum)
    }

    fn max_degree(&self) -> usize {
        self.circuit.max_degree()
    }
}

/// The state of a lifting: see the module.
#[derive(Clone, Debug)]
pub struct Lifting<'s, S: System> {
    system: &'s S,
    residual: Vec<i64>,
    digits: Vec<i64>,
    bits: u32,
    step: u32,
}

/// No defect may grow beyond this: the solver would not be converging.
const LARGEST_DEFECT: i64 = 1 << 24;
/// The bits of every round after the first, unless the system is badly conditioned.
const USUAL_STEP: u32 = 38;
/// The bits of the first round: potentials are at most one.
const FIRST_STEP: u32 = 50;

impl<'s, S: System> Lifting<'s, S> {
    /// Bits 0: nothing known, the defect is f.
    pub fn new(system: &'s S) -> Self {
        Self {
            residual: system.charge(),
            digits: vec![0; system.len()],
            bits: 0,
            step: FIRST_STEP,
            system,
        }
    }

    /// Continues from rounded potentials with `bits` bits and this exact defect.
    pub fn resume(system: &'s S, residual: Vec<i64>, bits: u32) -> Self {
        Self {
            digits: vec![0; residual.len()],
            residual,
            bits,
            step: USUAL_STEP,
            system,
        }
    }

    /// Adds a round of bits; returns how many. The digits are then those of this round:
    /// x·2^bits = (x before)·2^step + digits.
    ///
    /// # Errors
    /// When the solver does not converge at all.
    pub fn advance(&mut self) -> Result<u32, CircuitError> {
        loop {
            if let Some(residual) = self.attempt() {
                self.residual = residual;
                let step = self.step;
                self.bits += step;
                self.step = step.min(USUAL_STEP);
                return Ok(step);
            }
            self.step /= 2;
            if self.step < 2 {
                return Err(CircuitError::IllConditioned);
            }
        }
    }

    fn attempt(&mut self) -> Option<Vec<i64>> {
        let mut x: Vec<f64> = self.residual.iter().map(|&r| r as f64).collect();
        self.system.solve(&mut x);
        let scale = (1_u64 << self.step) as f64;
        let largest = i64::MAX as f64 / (4.0 * (self.system.max_degree() as f64 + 1.0));
        for (digit, value) in self.digits.iter_mut().zip(&x) {
            let scaled = (value * scale).round();
            if scaled.is_nan() || scaled.abs() > largest {
                return None;
            }
            *digit = scaled as i64;
        }
        let mut residual: Vec<i64> = self
            .residual
            .iter()
            .map(|&r| r.checked_mul(1 << self.step))
            .collect::<Option<_>>()?;
        self.system.subtract_product(&self.digits, &mut residual);
        let small = residual.iter().all(|r| r.abs() <= LARGEST_DEFECT);
        small.then_some(residual)
    }

    /// The digits of the last round.
    pub fn digits(&self) -> &[i64] {
        &self.digits
    }

    /// All bits so far.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// How far the current of any resistor may be off, in units of 2^−bits.
    pub fn bound(&self) -> f64 {
        self.system.defect_bound(&self.residual)
    }
}

/// A current to be compared: the resistor's nodes in the direction of the flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The nodes, the higher potential first.
    pub nodes: [u32; 2],
    /// The current so far, in units of 2^−bits of the lifting.
    pub current: i64,
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The indices of the contenders with the most current.
    pub best: Vec<usize>,
    /// Rounds of lifting that it took.
    pub rounds: u32,
    /// Whether equality of the best was proved, or only found to hold to the bits allowed.
    pub proved: bool,
    /// The gap between the best and the next, where lifting distinguished them.
    pub gap: Option<f64>,
}

/// Contenders of which some carry the most current.
#[derive(Clone, Debug)]
pub struct Contest<'s, S: System> {
    lifting: Lifting<'s, S>,
    nodes: Vec<[u32; 2]>,
    /// Those that are not known to carry less: their indices, and their currents relative to one another.
    left: Vec<(usize, i128)>,
}

impl<'s, S: System> Contest<'s, S> {
    /// Nothing compared yet; the currents are in units of 2^−bits of the lifting.
    pub fn new(lifting: Lifting<'s, S>, contenders: &[Contender]) -> Self {
        let currents = contenders
            .iter()
            .map(|contender| i128::from(contender.current));
        Self {
            lifting,
            nodes: contenders.iter().map(|contender| contender.nodes).collect(),
            left: currents.enumerate().collect(),
        }
    }

    /// Drops contenders that need not be compared further.
    pub fn keep(&mut self, wanted: impl Fn(usize) -> bool) {
        self.left.retain(|&(index, _)| wanted(index));
    }

    /// Which of the contenders carry the most current, exactly.
    ///
    /// Continues until one is left, or until those left are equal in more than `allowed_bits` bits, or in as many
    /// as prove that they are equal: those of the determinant.
    ///
    /// # Errors
    /// When the solver does not converge.
    pub fn compare(
        &mut self,
        determinant_bits: f64,
        allowed_bits: f64,
    ) -> Result<Comparison, CircuitError> {
        let (mut rounds, mut gap) = (0, None::<f64>);
        loop {
            let doubt = (2.0 * self.lifting.bound()).ceil() + 1.0;
            self.drop_lesser(doubt, &mut gap);
            let bits = f64::from(self.lifting.bits());
            // Two different currents of those left would differ by at least 2^−determinant_bits.
            let proved = bits > determinant_bits + (2.0 * doubt).log2() + 1.0;
            if self.left.len() <= 1 || proved || bits > allowed_bits {
                return Ok(Comparison {
                    best: self.left.iter().map(|&(index, _)| index).collect(),
                    rounds,
                    proved: proved || self.left.len() <= 1,
                    gap,
                });
            }
            self.advance()?;
            rounds += 1;
        }
    }

    /// Drops those that carry less current than another, even if both are off by half of `doubt`.
    fn drop_lesser(&mut self, doubt: f64, gap: &mut Option<f64>) {
        let currents = self.left.iter().map(|&(_, current)| current);
        let top = currents.max().unwrap_or(0);
        let unit = (-f64::from(self.lifting.bits())).exp2();
        self.left.retain(|&(_, current)| {
            let kept = top - current <= doubt as i128;
            if !kept {
                let found = (top - current) as f64 * unit;
                *gap = Some(gap.map_or(found, |gap| gap.min(found)));
            }
            kept
        });
        // Only differences count: a common offset would grow with every round.
        for (_, current) in &mut self.left {
            *current -= top;
        }
    }

    fn advance(&mut self) -> Result<(), CircuitError> {
        let step = self.lifting.advance()?;
        let digits = self.lifting.digits();
        for (index, current) in &mut self.left {
            let [a, b] = self.nodes[*index].map(|node| node as usize);
            *current = (*current << step) + i128::from(digits[a]) - i128::from(digits[b]);
        }
        Ok(())
    }
}
