//! Safe file operations: files are replaced [as a whole or not at all](Replacement), and read
//! [within bounds](read::all).
//!
//! This crate knows nothing about the contents.

mod draft;
pub mod read;
mod replace;

pub use draft::{ScratchFolder, create_with, probe};
pub use replace::{Replacement, target, write};
