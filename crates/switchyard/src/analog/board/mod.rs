//! The fast engine for M-boards: factors by nested dissection, low-rank updates, certified currents.

#![allow(
    clippy::inline_always,
    reason = "the loops of a move are compiled for several processors"
)]

pub(crate) mod certify;
mod dense;
pub(crate) mod dissection;
pub(crate) mod engine;
mod woodbury;
