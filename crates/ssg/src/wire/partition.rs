//! The principal partition: `ssg partition --json`.

use super::labels;
use serde::Serialize;
use switchyard::switching::Partition;

/// Edge labels of each part.
#[derive(Debug, Serialize)]
pub struct PartitionJson {
    /// SHORT wins the game of such an edge even moving second.
    pub p: Vec<usize>,
    /// CUT does.
    pub p_star: Vec<usize>,
    /// Whoever moves first does.
    pub r: Vec<usize>,
}

impl From<&Partition> for PartitionJson {
    fn from(partition: &Partition) -> Self {
        Self {
            p: labels(&partition.p),
            p_star: labels(&partition.p_star),
            r: labels(&partition.r),
        }
    }
}
