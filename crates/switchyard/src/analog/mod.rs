//! Shannon's robot: the position as a circuit, and the currents that its heuristic compares.
//!
//! Free edges are resistors of one ohm, SHORT's edges are wires, CUT's are deleted, and one volt is
//! applied between the terminals. Shannon's robot plays an edge with the largest current
//! (C. E. Shannon, 1951; T. Fischer, *Bridg-It – Beating Shannon's Analog Heuristic*).
//!
//! Exact ties occur, and other differences can be tiny (they shrink like φ^(−2M) on the M-board),
//! so every comparison of two currents is decided with a proof:
//!
//! 1. Potentials are computed in floating point and rounded to multiples of 2⁻ᵗ. The defect r
//!    of Kirchhoff's law is then an exact integer vector, and the error of the current of an edge
//!    e is at most Σ |r_j| √(R_e R_j) ≤ Σ |r_j| √d_j: an edge of one ohm has R_e ≤ 1, and the
//!    resistance from a node to the terminals is at most its distance d_j.
//! 2. Edges within twice that bound of the best are candidates. Parallel edges and edges in
//!    series carry the same current by Kirchhoff's laws.
//! 3. The remaining candidates are distinguished by lifting: the defect is scaled up and the system
//!    solved again for it, which adds some 30 bits per round, all in integers. Two unequal currents
//!    differ by at least
//!    one over the number of spanning trees, so agreement beyond that is equality.

pub(crate) mod board;
mod currents;
mod exact;
pub(crate) mod lifting;
mod rounding;
pub(crate) mod series;

pub use crate::circuit::{Arm, Circuit, CircuitError, Resistor};
pub use currents::{Analysis, Best, Currents, Effort, best_edges};
pub use exact::Exact;
