//! Files as people expect them to be treated: what is written at once is written [whole or not at
//! all](Replacement), and what is read is read [within bounds](read::all).
//!
//! Nothing here knows what the files are for.

mod draft;
pub mod read;
mod replace;

pub use draft::{ScratchFolder, create_with, probe};
pub use replace::{Replacement, target, write};
