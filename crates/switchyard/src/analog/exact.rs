//! Potentials as exact fractions.
//!
//! Lifting gives every potential to twice as many bits as the determinant has; continued
//! fractions then find the common denominator, and the result is checked by Kirchhoff's law in
//! integers, so a fault anywhere before cannot pass.

use super::lifting::{Lifting, Solved};
use crate::circuit::{Circuit, CircuitError};
use num_bigint::{BigInt, Sign};

/// All potentials of a circuit as fractions with one common denominator.
///
/// Numbers are returned as decimal digits: they have thousands of digits on large circuits, and every
/// big-number library reads decimals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    denominator: BigInt,
    /// The potential of every node, times the denominator.
    volts: Vec<BigInt>,
}

impl Exact {
    pub(super) fn new(solved: &Solved<'_>) -> Result<Self, CircuitError> {
        let circuit = solved.circuit();
        let bits = circuit.determinant_bits();
        let mut lifting = Lifting::new(solved);
        let mut volts = vec![BigInt::ZERO; circuit.node_count()];
        while f64::from(lifting.bits()) < 2.0 * bits + 80.0 {
            let step = lifting.advance()?;
            for (volt, &digit) in volts.iter_mut().zip(lifting.digits()) {
                *volt = (&*volt << step) + digit;
            }
        }
        let one = BigInt::from(1) << lifting.bits();
        volts[Circuit::P].clone_from(&one);
        let off = lifting.bound() * f64::from(node_root(circuit));
        let exact = Self::reconstruct(&volts, &one, &BigInt::from(off.ceil() as u64 + 1));
        if exact.obeys_kirchhoff(circuit) {
            Ok(exact)
        } else {
            Err(CircuitError::IllConditioned)
        }
    }

    /// The least common denominator of all potentials.
    pub fn denominator(&self) -> String {
        self.denominator.to_string()
    }

    /// The potential of a node, times the denominator.
    pub fn potential(&self, node: usize) -> String {
        self.volts[node].to_string()
    }

    /// The current of a resistor from its first end to its second, times the denominator.
    pub fn current(&self, ends: [u32; 2]) -> String {
        let [from, to] = ends.map(|node| &self.volts[node as usize]);
        (from - to).to_string()
    }

    /// Finds the fractions that `volts / one` are near to; `off` bounds the error of each volt.
    fn reconstruct(volts: &[BigInt], one: &BigInt, off: &BigInt) -> Self {
        let mut denominator = BigInt::from(1);
        for volt in volts {
            let scaled = volt * &denominator;
            let off = off * &denominator;
            denominator *= denominator_of(&scaled, one, &off);
        }
        let volts = volts
            .iter()
            .map(|volt| nearest(&(volt * &denominator), one))
            .collect();
        Self { denominator, volts }
    }

    fn obeys_kirchhoff(&self, circuit: &Circuit) -> bool {
        let balanced = (2..circuit.node_count()).all(|node| {
            let arms = circuit.arms(node);
            let neighbours: BigInt = arms.iter().map(|arm| &self.volts[arm.to as usize]).sum();
            neighbours == &self.volts[node] * arms.len()
        });
        balanced
            && self.volts[Circuit::P] == self.denominator
            && self.volts[Circuit::Q] == BigInt::ZERO
    }
}

/// A bound on √R for every node: its potential may be off by this much more than a current.
fn node_root(circuit: &Circuit) -> u32 {
    circuit.distances().into_iter().max().unwrap_or(1)
}

/// The denominator of the simplest fraction within `off / one` of `value / one`.
fn denominator_of(value: &BigInt, one: &BigInt, off: &BigInt) -> BigInt {
    let mut high = one.clone();
    let mut low = ((value % one) + one) % one;
    // |low| = |denominator·value − something·one| all along.
    let (mut before, mut denominator) = (BigInt::ZERO, BigInt::from(1));
    loop {
        if low <= off * &denominator {
            return denominator;
        }
        let quotient = &high / &low;
        let rest = &high - &quotient * &low;
        let next = &before + &quotient * &denominator;
        (high, low) = (low, rest);
        (before, denominator) = (denominator, next);
    }
}

fn nearest(value: &BigInt, one: &BigInt) -> BigInt {
    let doubled: BigInt = value * 2 + one;
    let floor: BigInt = &doubled / (one * 2);
    if doubled.sign() == Sign::Minus && &floor * one * 2 != doubled {
        floor - 1
    } else {
        floor
    }
}
