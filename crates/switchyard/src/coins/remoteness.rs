//! How long a game can last: retrograde analysis of the positions that can arise.
//!
//! The positions reachable from one are the multisets of coins; there may be nᵏ/k! of them, so the
//! search gives up beyond [`MOST_POSITIONS`] or [`MOST_MOVES`]. Within these limits, the *remoteness* is
//! exact: the number of moves to the end when the winner hurries and the loser delays.

use super::position::{Position, Push};
use crate::graph::Digraph;
use std::collections::HashMap;

/// More positions than this are not searched.
pub const MOST_POSITIONS: usize = 20_000;

/// More moves than this, in all positions together, are not searched.
pub const MOST_MOVES: usize = 200_000;

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
    let product = Product::explore(digraph, position)?;
    Some(product.solve()[0])
}

/// In a lost position, the move after which the game lasts longest.
pub fn longest_defence(digraph: &Digraph<'_>, position: &Position) -> Option<Push> {
    let product = Product::explore(digraph, position)?;
    let solved = product.solve();
    let pushes = position.pushes(digraph).into_iter();
    let lasts = |&push: &Push| {
        let next = position.push(digraph, push).ok();
        match next.map(|next| solved[product.places[&next] as usize]) {
            Some(Remoteness::WinIn(moves)) => moves,
            _ => 0,
        }
    };
    // The first of the longest, so that the choice does not depend on chance.
    pushes.rev().max_by_key(lasts)
}

/// The digraph of the positions that can arise.
struct Product {
    places: HashMap<Position, u32>,
    followers: Vec<Vec<u32>>,
}

impl Product {
    fn explore(digraph: &Digraph<'_>, start: &Position) -> Option<Self> {
        let mut places = HashMap::from([(start.clone(), 0)]);
        let mut positions = vec![start.clone()];
        let mut followers = Vec::new();
        let mut moves = 0;
        while followers.len() < positions.len() {
            let position = positions[followers.len()].clone();
            let mut row = Vec::new();
            let pushes = position.pushes(digraph);
            moves += pushes.len();
            if moves > MOST_MOVES {
                return None;
            }
            for push in pushes {
                let next = position.push(digraph, push).ok()?;
                let place = *places.entry(next).or_insert_with_key(|next| {
                    positions.push(next.clone());
                    positions.len() as u32 - 1
                });
                row.push(place);
            }
            if positions.len() > MOST_POSITIONS {
                return None;
            }
            followers.push(row);
        }
        Some(Self { places, followers })
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
