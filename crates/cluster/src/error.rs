//! What can go wrong, in words for people.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a run ended without its answer.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// Hosts, numbers of processes or options that do not fit.
    #[error("{0}")]
    Setup(String),
    /// Another process is gone.
    #[error("process {process} ({address}) is gone: {why}; the run has ended everywhere")]
    Lost {
        /// Its number.
        process: usize,
        /// Where it was.
        address: String,
        /// The error of the connection.
        why: String,
    },
    /// A file could not be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A file with contradictory or impossible contents.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

impl ClusterError {
    /// An error of the file system.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |error| Self::Io {
            path: path.to_owned(),
            error,
        }
    }

    /// An error about impossible contents of a file.
    pub fn file(path: &Path, reason: impl Display) -> Self {
        Self::File {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}
