//! Bridg-It boards: the network, where its edges cross, what they are called.

use crate::limits::at_most;
use crate::wire::bridgit::BridgitJson;
use crate::wire::network::NetworkJson;
use crate::{Answered, ApiError, Limits};
use switchyard::bridgit::Board;
use switchyard::switching::Side;

/// The board of this size, as a path names it.
///
/// # Errors
/// When there is no such board, or it is too large.
pub fn board(size: &str, limits: &Limits) -> Answered<BridgitJson> {
    let reason = || format!("the size of a board is a whole number from 2 on, not {size:?}");
    // As everywhere in a question, a number of more than 32 bits is none.
    let m: u32 = size
        .parse()
        .map_err(|_| ApiError::invalid("size", reason()))?;
    let m = m as usize;
    // Before it is squared, which would not fit where words have 32 bits.
    at_most("rows", m, limits.vertices)?;
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
        network: NetworkJson::of(board.network()),
        points: edges().map(point).collect(),
        names: edges()
            .map(|edge| board.write_move(Side::Cut, edge))
            .collect(),
    })
}
