//! The fast engine for M-boards: factors by nested dissection, low-rank updates, certified currents.

pub(crate) mod certify;
mod dense;
pub(crate) mod dissection;
pub(crate) mod engine;
mod woodbury;
