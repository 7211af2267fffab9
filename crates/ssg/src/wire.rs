//! The JSON that `--json` and the page speak: a module for each area, and nothing else knows it.

pub mod trace;
