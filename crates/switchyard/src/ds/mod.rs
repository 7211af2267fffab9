//! Data structures and small tools that several algorithms share.

pub(crate) mod bits;
pub(crate) mod dynamic_forest;
mod link_cut;
pub(crate) mod parallel;
pub(crate) mod prefetch;
pub(crate) mod ranked_set;
pub(crate) mod union_find;

/// The index that stands for `None` in packed arrays: no vertex, no edge, no node, no number.
pub(crate) const NONE: u32 = u32::MAX;
