//! Bridg-It boards.

use super::network::NetworkJson;
use serde::Serialize;

/// A Bridg-It board.
#[derive(Debug, Serialize)]
pub struct BridgitJson {
    /// M.
    pub size: usize,
    /// SHORT's network.
    pub network: NetworkJson,
    /// The midpoint of every edge: column and row.
    pub points: Vec<[u32; 2]>,
    /// The name of every edge, as CUT writes it.
    pub names: Vec<String>,
}
