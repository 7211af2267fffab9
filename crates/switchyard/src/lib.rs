#![doc = include_str!("../README.md")]
//!
//! ## Where to find what
//!
//! The types of the switching game are at the root of the crate; [`switching`] contains all of
//! them, with certificates ([`certificate`]) and Chase's algorithm of 1972 ([`chase`]). [`player`],
//! [`referee`] and [`review`] play and judge games; [`bridgit`] is the board of that name.
//!
//! Errors list what is wrong and where. Only validation makes a playable object: a file is parsed
//! into a description, and only [`Network`]'s constructors turn one into a board.

#[cfg(feature = "analog")]
pub mod analog;
pub mod bridgit;
pub mod budget;
#[cfg_attr(not(feature = "analog"), allow(dead_code))]
mod circuit;
#[cfg(feature = "coins")]
pub mod coins;
#[cfg(feature = "formats")]
pub mod draw;
mod ds;
#[cfg(feature = "formats")]
pub mod format;
#[cfg(feature = "generate")]
pub mod generate;
pub mod graph;
#[doc(hidden)]
pub mod internals;
pub mod player;
#[cfg(all(feature = "coins", feature = "generate"))]
pub mod puzzle;
pub mod referee;
pub mod review;
mod rng;
pub mod switching;
#[cfg(test)]
mod testing;

#[cfg(feature = "coins")]
pub use graph::{Digraph, NodeId};
pub use graph::{EdgeId, Graph, VertexId};
pub use rng::Rng;
pub use switching::{
    Certificate, CertificateError, Claim, Explanation, MoveError, Network, NetworkError, Outcome,
    Packing, Partition, Position, Side, Target, Verdict, WinningMoves, check, explain, outcome,
    pack, partition, solve,
};
pub use switching::{certificate, chase};
