//! How long a game can last: retrograde analysis of the positions that can arise.
//!
//! The positions reachable from one are the multisets of coins; there may be nᵏ/k! of them, so the
//! search gives up beyond [`MOST_POSITIONS`], [`MOST_MOVES`], [`MOST_BYTES`] or [`MOST_STEPS`]. Within
//! these limits, the *remoteness* is exact: the number of moves to the end when the winner hurries and
//! the loser delays.

use super::position::{Position, Push};
use crate::budget::{Budget, OverBudget};
use crate::graph::{Digraph, NodeId};
use std::collections::HashMap;

/// More positions than this are not searched.
pub const MOST_POSITIONS: usize = 20_000;

/// More moves than this, in all positions together, are not searched.
pub const MOST_MOVES: usize = 200_000;

/// Positions that take more bytes than this together are not searched: each is a list of all coins.
pub const MOST_BYTES: u64 = 16 << 20;

/// More coins than this are not copied to make the positions: each move copies them all.
pub const MOST_STEPS: u64 = 40_000_000;

/// What a position takes besides its coins: its entry in the table, two lists, its row of followers.
const POSITION_BYTES: u64 = 160;

/// What is known of a position: who wins in how many moves, or nothing if it is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remoteness {
    /// The player to move wins in this many moves.
    WinIn(u32),
    /// The player to move loses in this many moves.
    LossIn(u32),
    /// Neither player can force an end.
    Draw,
}

/// The remoteness of a position; `None` if too many positions can arise.
pub fn remoteness(digraph: &Digraph<'_>, position: &Position) -> Option<Remoteness> {
    let product = Product::explore(digraph, position, &Budget::unlimited());
    Some(product.ok()??.solve()[0])
}

/// In a lost position, the move after which the game lasts longest; `None` if too many positions can arise.
///
/// # Errors
/// When the budget does not suffice for the search.
pub fn longest_defence(
    digraph: &Digraph<'_>,
    position: &Position,
    budget: &Budget,
) -> Result<Option<Push>, OverBudget> {
    let Some(product) = Product::explore(digraph, position, budget)? else {
        return Ok(None);
    };
    let solved = product.solve();
    let pushes = position.pushes(digraph).into_iter();
    let lasts = |&push: &Push| {
        let next = product.places[&position.after(push)];
        match solved[next as usize] {
            Remoteness::WinIn(moves) => moves,
            Remoteness::LossIn(_) | Remoteness::Draw => 0,
        }
    };
    // The first of the longest, so that the choice does not depend on chance.
    Ok(pushes.rev().max_by_key(lasts))
}

/// The digraph of the positions that can arise.
struct Product {
    places: HashMap<Position, u32>,
    followers: Vec<Vec<u32>>,
}

impl Product {
    /// `None` if it is too large to be searched.
    fn explore(
        digraph: &Digraph<'_>,
        start: &Position,
        budget: &Budget,
    ) -> Result<Option<Self>, OverBudget> {
        let coins = start.coins().len() as u64;
        let position_bytes = 2 * coins * size_of::<NodeId>() as u64 + POSITION_BYTES;
        let most_positions = MOST_POSITIONS.min((MOST_BYTES / position_bytes) as usize);
        let most_moves = MOST_MOVES.min((MOST_STEPS / (coins + 1)) as usize);
        let mut places = HashMap::from([(start.clone(), 0)]);
        let mut positions = vec![start.clone()];
        let mut followers = Vec::new();
        let mut moves = 0;
        while followers.len() < positions.len() {
            let position = positions[followers.len()].clone();
            let mut row = Vec::new();
            let pushes = position.pushes(digraph);
            moves += pushes.len();
            if moves > most_moves {
                return Ok(None);
            }
            for push in pushes {
                // One place more may be taken than is allowed; it is not searched.
                if positions.len() > most_positions {
                    return Ok(None);
                }
                budget.spend(coins + 1, 0)?;
                let next = position.after(push);
                let known = positions.len();
                let place = *places.entry(next).or_insert_with_key(|next| {
                    positions.push(next.clone());
                    positions.len() as u32 - 1
                });
                budget.spend(0, (positions.len() - known) as u64 * position_bytes)?;
                row.push(place);
            }
            followers.push(row);
        }
        Ok(Some(Self { places, followers }))
    }

    /// Breadth first from the ends of play: shortest wins and longest losses come in order.
    fn solve(&self) -> Vec<Remoteness> {
        let mut back = vec![Vec::new(); self.followers.len()];
        for (p, row) in self.followers.iter().enumerate() {
            for &q in row {
                back[q as usize].push(p);
            }
        }
        let mut unknown: Vec<usize> = self.followers.iter().map(Vec::len).collect();
        let mut solved = vec![Remoteness::Draw; self.followers.len()];
        let ends = (0..unknown.len()).filter(|&p| unknown[p] == 0);
        let mut queue: Vec<usize> = ends.collect();
        for &end in &queue {
            solved[end] = Remoteness::LossIn(0);
        }
        let mut next = 0;
        while next < queue.len() {
            let q = queue[next];
            next += 1;
            for &p in &back[q] {
                if solved[p] != Remoteness::Draw {
                    continue;
                }
                unknown[p] -= 1;
                match solved[q] {
                    Remoteness::LossIn(moves) => solved[p] = Remoteness::WinIn(moves + 1),
                    Remoteness::WinIn(moves) if unknown[p] == 0 => {
                        solved[p] = Remoteness::LossIn(moves + 1);
                    }
                    _ => continue,
                }
                queue.push(p);
            }
        }
        solved
    }
}
