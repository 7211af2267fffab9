//! The solution of a position: its outcome, every winning move and a certificate.

mod arborescences;
pub(crate) mod augment;
pub(crate) mod clumps;
pub(crate) mod decomposition;
mod degeneracy;
pub(crate) mod matroid_union;
mod minor;
pub(crate) mod orientation;
pub mod partition;
pub(crate) mod pebble_game;
#[cfg(test)]
mod pebbles;
pub mod solve;

pub(crate) use arborescences::Forest;
