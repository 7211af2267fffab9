//! A build without the feature `cluster`: there are never others.

use crate::io::exit::{Done, Failure};

/// Nothing to say about a place.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PlaceArgs {}

/// Nobody.
#[derive(Debug)]
pub enum Others {}

impl Others {
    #[allow(clippy::unnecessary_wraps, reason = "with the feature it can fail")]
    pub fn meet(_: &PlaceArgs, _: &str) -> Result<Option<Self>, Failure> {
        Ok(None)
    }

    pub fn follow(&self) -> bool {
        match *self {}
    }

    pub fn share(&mut self, _: Vec<u8>) -> Result<Vec<u8>, Failure> {
        match *self {}
    }

    pub fn each(
        &mut self,
        _: usize,
        _: usize,
        _: impl Fn(usize) -> Result<Vec<u8>, Failure> + Sync,
        _: impl FnMut(&[u8]) -> Done,
    ) -> Done {
        match *self {}
    }

    pub fn finish(self) -> Done {
        match self {}
    }
}
