//! The commands, one file or folder per command: `pub struct Args` and `pub fn run(&Args)`.

pub mod analog;
pub mod check;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod coins;
pub mod completions;
pub mod convert;
pub mod generate;
pub mod gtp;
pub mod partition;
pub mod play;
pub mod protocol;
pub mod referee;
pub mod replay;
pub mod solve;
pub mod tournament;
pub mod trace;
pub mod verify;
