//! The player that wins every won game, and makes the most of a lost one.

mod defence;
mod shadow;
mod strategy;

use super::{Forfeit, Player};
use crate::graph::{EdgeId, VertexId};
use crate::switching::solver::decomposition::Structure;
use crate::switching::{Claim, Outcome, Position, Side};
use defence::defend;
use shadow::Shadow;
use std::collections::HashSet;
use strategy::Strategy;

/// Wins every position that can be won; in a lost one it leaves the opponent the fewest winning
/// replies, or few, on large networks.
///
/// In a won game a move costs O(log² n) amortised. In a lost one the opponent may slip: a small
/// network is solved anew at every move, on a large one the opponent's strategy is followed, and
/// the position solved anew when a move does not fit it.
#[derive(Clone, Debug)]
pub struct PerfectPlayer {
    side: Side,
    strategy: Option<Strategy>,
    /// The opponent's strategy on a large network, while it is known to win.
    shadow: Option<Shadow>,
    /// The reply that the strategy owes to the opponent's last move.
    owed: Option<EdgeId>,
    /// The move chosen and not yet made; the strategy counts on it, so any other upsets it.
    chosen: Option<EdgeId>,
    /// No edge before this one is free.
    scanned: usize,
    /// The network is large: see [`PerfectPlayer::with_limit`].
    large: bool,
}

impl PerfectPlayer {
    /// The number of edges up to which a network is small.
    pub const SMALL: usize = 6000;

    /// A player of `side` from this position on.
    pub fn new(side: Side, position: &Position) -> Self {
        Self::with_limit(side, position, Self::SMALL)
    }

    /// A player that solves lost positions anew at every move, and resists as well as can be, if the
    /// network has no more than `limit` edges.
    pub fn with_limit(side: Side, position: &Position, limit: usize) -> Self {
        let mut player = Self {
            side,
            strategy: None,
            shadow: None,
            owed: None,
            chosen: None,
            scanned: 0,
            large: position.network().graph().edge_count() > limit,
        };
        if position.winner().is_none() {
            let structure = Structure::of(position);
            if structure.outcome == side.into() {
                player.strategy = Some(Strategy::second(side, &structure));
            } else if player.large {
                player.shadow = Some(Shadow::new(side.other(), &structure));
            }
        }
        player
    }

    /// A position without a strategy: makes one if it can be won, and chooses the move.
    fn think(&mut self, position: &Position) -> Option<EdgeId> {
        if let Some(shadow) = self.shadow.as_mut().filter(|shadow| shadow.is_settled()) {
            return shadow.defend(position);
        }
        self.shadow = None;
        if position.winner().is_some() {
            return None;
        }
        let structure = Structure::of(position);
        if structure.outcome == Outcome::First {
            let (strategy, edge) = Strategy::first(self.side, &structure);
            self.strategy = Some(strategy);
            Some(edge)
        } else if structure.outcome == self.side.into() {
            self.strategy = Some(Strategy::second(self.side, &structure));
            None
        } else if self.large {
            let mut shadow = Shadow::new(self.side.other(), &structure);
            let edge = shadow.defend(position);
            self.shadow = Some(shadow);
            edge
        } else {
            defend(&structure)
        }
    }

    /// The move of a player that owes no reply: one that brings the end nearer, or any.
    fn spare(&mut self, position: &Position) -> Option<EdgeId> {
        let useful = match self.side {
            Side::Short => self.strategy.as_mut().and_then(Strategy::spare),
            Side::Cut => edge_at_terminal(position),
        };
        if useful.is_some() {
            return useful;
        }
        let edges = position.network().graph().edge_count();
        while self.scanned < edges {
            let edge = EdgeId::new(self.scanned);
            if position.claim_of(edge) == Claim::Free {
                return Some(edge);
            }
            self.scanned += 1;
        }
        None
    }
}

/// A free edge that leaves the terminal with the fewest of them; SHORT's edges make vertices one.
fn edge_at_terminal(position: &Position) -> Option<EdgeId> {
    let network = position.network();
    let around =
        [network.left(), network.right()].map(|terminal| free_edges_around(position, terminal));
    let around = around
        .into_iter()
        .flatten()
        .filter(|edges| !edges.is_empty());
    around.min_by_key(Vec::len).map(|edges| edges[0])
}

/// The free edges that leave what SHORT has joined to `start`; `None` if that is a large part.
fn free_edges_around(position: &Position, start: VertexId) -> Option<Vec<EdgeId>> {
    const LARGE: usize = 200;
    let mut joined = vec![start];
    let mut seen = HashSet::from([start]);
    let mut leaving = Vec::new();
    let mut at = 0;
    while let Some(&vertex) = joined.get(at) {
        at += 1;
        for &(edge, next) in position.incidence().at(vertex) {
            match position.claim_of(edge) {
                Claim::Short if seen.insert(next) => joined.push(next),
                Claim::Free => leaving.push((edge, next)),
                Claim::Short | Claim::Cut => {}
            }
        }
        if joined.len() + leaving.len() > LARGE {
            return None;
        }
    }
    leaving.retain(|(_, next)| !seen.contains(next));
    Some(leaving.into_iter().map(|(edge, _)| edge).collect())
}

impl Player for PerfectPlayer {
    fn observe(&mut self, _: &Position, side: Side, edge: EdgeId) {
        let follow = |shadow: &mut Shadow| {
            if side == self.side {
                shadow.moved(edge)
            } else {
                shadow.answered(edge)
            }
        };
        self.shadow = self
            .shadow
            .take()
            .and_then(|mut shadow| follow(&mut shadow).then_some(shadow));
        if side == self.side {
            if self.chosen.take() != Some(edge) {
                self.strategy = None;
            }
            self.owed = None;
            return;
        }
        if self.owed.is_some() || self.chosen.is_some() {
            // Two moves of the opponent in a row: what was owed or chosen was never made.
            self.strategy = None;
            self.owed = None;
            self.chosen = None;
        }
        if let Some(strategy) = &mut self.strategy {
            self.owed = strategy.reply(edge);
        }
    }

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        if let Some(edge) = self.chosen {
            return Ok(edge);
        }
        // A reply that was already made as a spare move leaves another move to spare.
        let owed = self
            .owed
            .filter(|&edge| position.claim_of(edge) == Claim::Free);
        let planned = match self.strategy {
            Some(_) => owed,
            None => self.think(position),
        };
        let edge = planned.or_else(|| self.spare(position));
        self.chosen = edge;
        edge.ok_or_else(|| Forfeit::Crashed("no edge is free".to_string()))
    }
}
