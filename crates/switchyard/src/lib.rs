//! Switchyard solves and plays graph games perfectly.
//!
//! Data flows one way: graph → game → solver → player → referee.

pub mod analog;
pub mod bridgit;
pub mod budget;
pub mod coins;
pub mod ds;
pub mod format;
pub mod generate;
pub mod graph;
pub mod player;
pub mod referee;
pub mod review;
pub mod switching;
