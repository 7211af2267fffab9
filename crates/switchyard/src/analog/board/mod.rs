//! The fast engine for M-boards: factors by nested dissection, low-rank updates, certified currents.

pub mod certify;
pub mod dense;
pub mod dissection;
pub mod engine;
pub mod woodbury;
