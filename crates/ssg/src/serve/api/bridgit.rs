//! Bridg-It boards: the network, where its edges cross, what they are called.

use super::super::error::ApiError;
use super::super::limits::Limits;
use super::Answered;
use crate::wire::page::BridgitJson;
use crate::wire::record::GraphJson;
use switchyard::bridgit::Board;
use switchyard::switching::Side;

/// The board of this size.
pub fn board(size: &str, limits: &Limits) -> Answered<BridgitJson> {
    let reason = || format!("the size of a board is a whole number from 2 on, not {size:?}");
    let m: usize = size
        .parse()
        .map_err(|_| ApiError::invalid("size", reason()))?;
    let vertices = m.saturating_mul(m.saturating_sub(1)).saturating_add(2);
    limits.check_size(vertices, m.saturating_mul(m).saturating_mul(2))?;
    let board = Board::new(m).map_err(|error| ApiError::invalid("size", error.to_string()))?;
    let edges = || board.network().graph().edges();
    let point = |edge| {
        let at = board.coord_of(edge);
        [at.column, at.row]
    };
    Ok(BridgitJson {
        size: m,
        network: GraphJson::of(board.network()),
        points: edges().map(point).collect(),
        names: edges()
            .map(|edge| board.write_move(Side::Cut, edge))
            .collect(),
    })
}
