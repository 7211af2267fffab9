//! The questions of the interface, one module per area: pure functions of the question and the limits.
//! `openapi.json` describes them.

pub mod bridgit;
pub mod coins;
pub mod files;
pub mod gallery;
pub mod plane;
pub mod puzzle;
pub mod random;
pub mod switching;
