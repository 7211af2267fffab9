//! Data structures and small tools that several algorithms share.

pub(crate) mod dynamic_forest;
pub mod link_cut;
pub(crate) mod parallel;
pub(crate) mod prefetch;
pub mod union_find;
