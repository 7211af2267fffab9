//! What the user says about a file of a network: its format, and terminals if it names none, or others than its own.

use crate::cli::format::Name;
use crate::io::exit::CmdError;
use crate::io::input::{self, load_between};
use std::path::Path;
use switchyard::switching::{Network, Target};

/// The terminals that the user names, and the format.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)] // it is part of other commands' arguments, which have the group
pub struct Args {
    /// The left terminal, as the file calls its vertices (numbers from 1 where it has no names)
    #[arg(long, value_name = "VERTEX")]
    pub left: Option<String>,
    /// The right terminal
    #[arg(long, value_name = "VERTEX")]
    pub right: Option<String>,
    /// The format of the file [default: by its extension, else by its content]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Option<Name>,
}

impl Args {
    /// The same for a reader of files.
    pub fn named(&self) -> input::Terminals<'_> {
        input::Terminals {
            left: self.left.as_deref(),
            right: self.right.as_deref(),
            format: self.format.map(|Name(format)| format),
        }
    }

    /// Whether a terminal is named.
    pub fn any(&self) -> bool {
        self.left.is_some() || self.right.is_some()
    }

    /// Reads the network in this file, between these terminals.
    pub fn load(&self, path: &Path) -> Result<Network, CmdError> {
        self.load_for(path, Target::Terminals)
    }

    /// The same with another target.
    pub fn load_for(&self, path: &Path, target: Target) -> Result<Network, CmdError> {
        load_between(path, target, self.named())
    }
}
