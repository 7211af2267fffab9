//! A build without the feature `cluster`: there are no other processes.

use crate::cli::place::PlaceArgs;
use crate::io::exit::{CmdError, CmdResult};

/// No other processes.
#[derive(Debug)]
pub enum Remote {}

impl Remote {
    #[allow(clippy::unnecessary_wraps, reason = "with the feature it can fail")]
    pub fn meet(_: &PlaceArgs, _: &str) -> Result<Option<Self>, CmdError> {
        Ok(None)
    }

    pub fn follow(&self) -> bool {
        match *self {}
    }

    pub fn share(&mut self, _: Vec<u8>) -> Result<Vec<u8>, CmdError> {
        match *self {}
    }

    pub fn each(
        &mut self,
        _: usize,
        _: usize,
        _: impl Fn(usize) -> Result<Vec<u8>, CmdError> + Sync,
        _: impl FnMut(&[u8]) -> CmdResult,
    ) -> CmdResult {
        match *self {}
    }

    pub fn finish(self) -> CmdResult {
        match self {}
    }
}
