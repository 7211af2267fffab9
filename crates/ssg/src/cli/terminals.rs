//! Terminals for files that name none, or others than theirs.

use crate::io::exit::CmdError;
use crate::io::input::{self, load_between};
use std::path::Path;
use switchyard::switching::{Network, Target};

/// The terminals that the user names.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)] // it is part of other commands' arguments, which have the group
pub struct Args {
    /// The left terminal, as the file calls its vertices (numbers from 1 where it has no names)
    #[arg(long, value_name = "VERTEX")]
    pub left: Option<String>,
    /// The right terminal
    #[arg(long, value_name = "VERTEX")]
    pub right: Option<String>,
}

impl Args {
    /// The same for a reader of files.
    pub fn named(&self) -> input::Terminals<'_> {
        input::Terminals {
            left: self.left.as_deref(),
            right: self.right.as_deref(),
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
