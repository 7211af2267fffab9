//! Switchyard beyond one machine, on [timely dataflow](https://docs.rs/timely): labels of digraphs
//! too large for one machine's memory, and work lists for more cores than one machine has.
//!
//! | module | what it contains |
//! |---|---|
//! | [`net`] | connections between the processes of a host list; if a process dies, all stop |
//! | [`shards`] | a digraph, and its labels, as files of which each process reads its share |
//! | [`label`] | the labelling algorithm as a feedback loop, with checkpoints |
//! | [`check`] | verification of labels, one shard at a time |
//! | [`work`] | work lists: items go to free threads, and every process gets every result once |
//!
//! A run with one process uses the same dataflow, on threads.

pub mod check;
mod error;
pub mod label;
mod message;
pub mod net;
pub mod shards;
pub mod work;

pub use error::ClusterError;

// The files are mapped and used in place.
const _: () = assert!(cfg!(target_endian = "little"), "files are little-endian");

#[cfg(test)]
mod corruption_tests;
