//! Files that survive a kill at any byte, a full disk, a crash of the machine.
//!
//! There are two kinds. A file that is written at once is [`replaced`](Replacement): the old file
//! stays until the last byte of the new one is on disk. A file that grows is a [`Log`]: lines of
//! JSON, each with its checksum (see [`seal`]). A line that was incomplete when the program was
//! killed is recognised and dropped; an altered line is refused with its number. A file that is not
//! a log is recognised by its first line and left unchanged.

mod file;
mod log;
mod replace;
pub mod seal;
#[cfg(test)]
mod tests;

pub use log::{Kind, Line, LineFault, Log, Sharing, read};
pub use replace::{Replacement, write};
