//! The solution of a position: its outcome, every winning move and a certificate.

mod arborescences;
pub(crate) mod augment;
mod bulk;
pub(crate) mod clumps;
mod contractions;
pub(crate) mod decomposition;
mod degeneracy;
mod enlarging;
mod marks;
pub(crate) mod matroid_union;
pub(crate) mod minor;
#[cfg(test)]
mod naive_pebble_game;
mod offering;
pub(crate) mod orientation;
pub(crate) mod packing;
pub(crate) mod partition;
pub(crate) mod pebble_game;
pub(crate) mod principal;
mod pruned;
pub(crate) mod solve;

pub(crate) use arborescences::Forest;
