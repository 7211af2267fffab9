//! The JSON that `--json` and the page speak: a module for each area, and nothing else knows it.

pub mod record;
pub mod trace;
