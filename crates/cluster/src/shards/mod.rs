//! A digraph and its labels as files, of which each process reads its share.
//!
//! Of S shards, shard s has the nodes s, s + S, s + 2S, …; node v is number v / S among them. A folder
//! holds `0.arcs` … `(S−1).arcs`; labels lie in a folder of their own, `0.labels` ….

mod arcs;
mod labels;
mod names;
mod sections;
mod sharding;

pub use arcs::ArcShard;
pub use labels::{LabelShard, ShardLabel, ShardLabels};
pub use names::{NamesToWrite, NodeNames};
pub(crate) use sections::{Kind, Sections, is as is_section_file, write as write_sections};
pub use sharding::{Sharded, Sorter, shard_digraph, shard_named};

use crate::ClusterError;
use std::path::{Path, PathBuf};

/// How a digraph is divided into shards; the same in all processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The number of nodes.
    pub nodes: u64,
    /// The number of shards.
    pub shards: u32,
    /// The id of this digraph with this division.
    pub id: u64,
}

impl Cut {
    /// The most nodes: ids are words of 32 bits.
    pub const MOST_NODES: u64 = u32::MAX as u64;
    /// The most shards.
    pub const MOST_SHARDS: u32 = 4096;

    /// The number of nodes in a shard.
    pub fn size(&self, shard: u32) -> usize {
        let (nodes, shards) = (self.nodes, u64::from(self.shards));
        nodes.saturating_sub(u64::from(shard)).div_ceil(shards) as usize
    }

    /// The node that is number `local` in a shard.
    pub fn node(&self, shard: u32, local: u32) -> u64 {
        u64::from(local) * u64::from(self.shards) + u64::from(shard)
    }

    /// Refuses a file of another digraph, or of another division of this one.
    ///
    /// # Errors
    /// When it is one.
    pub fn same(&self, other: &Self, path: &Path) -> Result<(), ClusterError> {
        if self == other {
            return Ok(());
        }
        let reason = if self.shards == other.shards {
            "it belongs to another digraph".to_owned()
        } else {
            format!(
                "it is one of {} shards, not of {}",
                other.shards, self.shards
            )
        };
        Err(ClusterError::file(path, reason))
    }
}

/// Where a shard of the arcs is.
pub fn arcs_path(folder: &Path, shard: u32) -> PathBuf {
    folder.join(format!("{shard}.arcs"))
}

/// Where a shard of the labels is.
pub fn labels_path(folder: &Path, shard: u32) -> PathBuf {
    folder.join(format!("{shard}.labels"))
}

/// Where the names of the nodes are, if they are not 1, 2, 3, ….
pub fn names_path(folder: &Path) -> PathBuf {
    folder.join("names")
}
