//! The command line: the commands, and the arguments that several of them share.

pub mod args;
pub mod player_spec;
pub mod position;
pub mod side;
