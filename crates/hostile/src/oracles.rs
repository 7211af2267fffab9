//! The plain searches that the library's own tests use: one text, two places.

// Every user of these files needs its own part of them.
#[allow(dead_code, missing_docs)]
#[path = "../../switchyard/tests/common/oracle.rs"]
pub mod switching;
