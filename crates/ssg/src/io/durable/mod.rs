//! Files that survive a kill at any byte, a full disk, a crash of the machine.
//!
//! There are two kinds. What is written at once is [`replaced`](Replacement): until the last byte is
//! on the disk the old file stays. What grows is a [`Log`]: lines of JSON, each with its checksum
//! (see [`seal`]). A line that was being written when the program was killed is known as such and is
//! dropped; an altered one is refused with its number, and nothing is lost in silence. A file that is no
//! log is known by its first line and left as it is.

mod file;
mod log;
mod replace;
pub mod seal;
#[cfg(test)]
mod tests;

pub use log::{Kind, Line, LineFault, Log, Sharing, read};
pub use replace::{Replacement, write};
