//! Switchyard beyond one machine, on [timely dataflow](https://docs.rs/timely): the labels of
//! digraphs that outgrow one memory, and work lists that outgrow its cores.
//!
//! | room | what |
//! |---|---|
//! | [`net`] | from a host list to workers that know each other; a process that dies ends all |
//! | [`shards`] | a digraph, and its labels, as files of which each process reads its share |
//! | [`label`] | the labels as one feedback loop, with checkpoints |
//! | [`check`] | the labels verified, a shard at a time |
//! | [`work`] | items dealt out to whoever is free, every result heard once by everybody |
//!
//! One process is the default: the same dataflow then runs on threads alone.

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
