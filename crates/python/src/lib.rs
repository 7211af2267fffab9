//! The extension module `switchyard._core`: the library for Python, on indices alone.
//!
//! Vertices, nodes and edges are numbers from 0 here. The names that callers use, and conversions
//! from the graphs of other packages, are in the Python sources beside this crate
//! (`python/switchyard`).

#![allow(
    clippy::needless_pass_by_value,
    reason = "arguments come from Python by value"
)]

mod arrays;
mod coins;
mod errors;
mod files;
mod graph;
mod network;
mod play;
mod position;
mod run;
mod trace;
mod verdict;

use huge_pages::HugePages;

#[global_allocator]
static MEMORY: HugePages = HugePages;

/// The extension module.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use super::coins::Coins;
    #[pymodule_export]
    use super::files::{Description, format_names, read_arcs, write_arcs};
    #[pymodule_export]
    use super::graph::Graph;
    #[pymodule_export]
    use super::network::{Board, Network};
    #[pymodule_export]
    use super::play::{Player, check_player, play_game, player_names};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::verdict::{Certificate, Verdict};
}
