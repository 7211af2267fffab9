//! Networks by chance, of a size and an outcome.

use super::super::limits::Limits;
use super::super::trouble::Trouble;
use super::Answered;
use crate::wire::page::{MadeJson, RandomJson};

/// Makes one.
pub fn make(wish: &RandomJson, limits: &Limits) -> Answered<MadeJson> {
    limits.check_size(wish.nodes, wish.edges)?;
    Err(Trouble::broken())
}
