//! What the tests hold the clever code against: plain search, and every small graph.
//!
//! Nothing here is fast and nothing here is clever, so that reading it once is enough to trust it.

#![allow(dead_code)] // every test file uses its own part of this

pub mod graphs;
pub mod oracle;
