//! Switchyard solves and plays graph games perfectly.
//!
//! Data flows one way: graph → game → solver → player → referee.

pub mod analog;
pub mod bridgit;
pub mod coins;
mod cores;
pub mod digraph;
pub mod format;
pub mod generate;
pub mod graph;
pub mod large_pages;
pub mod link_cut;
pub mod oracle;
pub mod player;
mod prefetch;
pub mod referee;
pub mod review;
mod spanning;
pub mod switching;
pub mod union_find;
pub mod verify;
