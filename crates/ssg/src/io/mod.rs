//! Files, streams and signals: everything that enters or leaves the program.

pub mod durable;
pub mod exit;
pub mod input;
pub mod interrupt;
pub mod output;
pub mod path;
pub mod terminal;
