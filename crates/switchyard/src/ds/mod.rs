//! Data structures and small tools that several algorithms share.

pub(crate) mod dynamic_forest;
pub(crate) mod link_cut;
pub(crate) mod parallel;
pub(crate) mod prefetch;
pub mod union_find;

/// No vertex, edge or node: the index that stands for `None` in packed arrays.
pub(crate) const NONE: u32 = u32::MAX;
