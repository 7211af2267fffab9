//! Internals that the benches and experiments of this workspace measure. Not covered by semantic
//! versioning; do not use.

pub use crate::ds::union_find::UnionFind;

/// The engine for M-boards and its certified measurements.
#[cfg(feature = "analog")]
pub mod analog {
    pub use crate::analog::board::certify::{BITS, Measure};
    pub use crate::analog::board::dissection::Grid;
    pub use crate::analog::board::engine::Engine;
    pub use crate::analog::lifting::{Comparison, Contender, Contest, Lifting, System};
    pub use crate::analog::series::classes;
}
