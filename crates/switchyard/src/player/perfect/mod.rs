//! The perfect player: wins every won game, and plays lost ones for the opponent's likeliest error.

mod defence;
pub mod lost;
mod repair;
mod scene;
mod shadow;
mod sketch;
mod strategy;
mod window;
pub(super) mod won;

use super::{Forfeit, Player};
use crate::graph::{EdgeId, VertexId};
use crate::switching::solver::decomposition::Decomposition;
use crate::switching::{Claim, Outcome, Position, Side, Target, solve};
use defence::defend;
use lost::{Lost, Policy, Reason};
use shadow::Shadow;
use sketch::Unused;
use std::collections::HashSet;
use strategy::Strategy;
use won::{Shortening, soonest};

/// Wins every position that can be won; in a lost one it plays for the opponent's likeliest error
/// (`lost`), or, on large networks and in the join-all game, leaves few winning replies.
///
/// In a won game a move costs O(log² n) amortised; on a network of up to [`Policy::shortened`] edges the
/// position is solved again, and the winning move is chosen that should end the game soonest. In a lost one the opponent may make a mistake: a
/// small network is solved again at every move; on a large one the opponent's strategy is followed,
/// and the position is solved again when a move does not fit it.
#[derive(Clone, Debug)]
pub struct PerfectPlayer {
    side: Side,
    plan: Plan,
    /// The move chosen and not yet made; the strategy relies on it, so any other move invalidates it.
    chosen: Option<EdgeId>,
    /// No edge before this one is free.
    scanned: usize,
    /// Whether the network is large: see [`PerfectPlayer::with_limit`].
    is_large: bool,
    /// Whether a won game is shortened: see [`Policy::shortened`].
    shortens: bool,
    /// Why the winning move was chosen that was chosen last.
    shortening: Option<Shortening>,
    lost: Lost,
}

/// What the player knows about the position.
#[derive(Clone, Debug)]
enum Plan {
    /// Nothing: it must be solved before the next move.
    Solve,
    /// The player wins by this strategy, which owes a reply to the opponent's last move, or none.
    Win {
        strategy: Box<Strategy>,
        owed: Option<EdgeId>,
    },
    /// The player wins on a small network, which is solved again at every move: see `won`.
    Shorten,
    /// The opponent wins, on a large network, by a strategy that is known.
    Follow(Box<Shadow>),
}

impl Plan {
    fn win(strategy: Strategy) -> Self {
        Self::Win {
            strategy: Box::new(strategy),
            owed: None,
        }
    }
}

impl PerfectPlayer {
    /// The number of edges up to which a network is small.
    pub const SMALL: usize = 10_000;

    /// A player of `side` from this position on.
    pub fn new(side: Side, position: &Position) -> Self {
        Self::with_limit(side, position, Self::SMALL)
    }

    /// A player that treats a network of up to `limit` edges as small: it solves lost positions again at
    /// every move, and plays them by the policy of `lost`.
    pub fn with_limit(side: Side, position: &Position, limit: usize) -> Self {
        let policy = Policy {
            small: limit,
            shortened: Policy::default().shortened.min(limit),
            ..Policy::default()
        };
        Self::with_policy(side, position, policy)
    }

    /// A player with this policy for lost positions.
    pub fn with_policy(side: Side, position: &Position, policy: Policy) -> Self {
        let edges = position.network().graph().edge_count();
        let has_terminals = position.network().target() == Target::Terminals;
        let mut player = Self {
            side,
            plan: Plan::Solve,
            chosen: None,
            scanned: 0,
            is_large: edges > policy.small,
            shortens: has_terminals && edges <= policy.shortened,
            shortening: None,
            lost: Lost::new(side, policy),
        };
        if position.winner().is_none() && !player.shortens {
            let decomposition = Decomposition::of(position);
            if decomposition.outcome == side.into() {
                player.plan = Plan::win(Strategy::second(side, &decomposition, Unused::Dropped));
            } else if player.is_large {
                player.plan = Plan::Follow(Box::new(Shadow::new(side.other(), &decomposition)));
            }
        }
        player
    }

    /// Solves the position, unless the opponent's strategy is known: makes a plan, and chooses the move
    /// where the plan has one.
    fn think(&mut self, position: &Position) -> Option<EdgeId> {
        if let Plan::Follow(shadow) = &mut self.plan
            && shadow.is_settled()
        {
            return shadow.defend(position);
        }
        self.plan = Plan::Solve;
        if position.winner().is_some() {
            return None;
        }
        if self.shortens {
            let verdict = solve(position);
            let winning = verdict.winning.of(self.side);
            if !winning.is_empty() {
                self.plan = Plan::Shorten;
                self.shortening = soonest(position, self.side, winning, self.lost.policy());
                let found = self.shortening.as_ref().map(|found| found.edge);
                return found.or_else(|| winning.first().copied());
            }
        }
        let decomposition = Decomposition::of(position);
        if decomposition.outcome == Outcome::First {
            let (strategy, edge) = Strategy::first(self.side, &decomposition, Unused::Dropped);
            self.plan = Plan::win(strategy);
            Some(edge)
        } else if decomposition.outcome == self.side.into() {
            self.plan = Plan::win(Strategy::second(self.side, &decomposition, Unused::Dropped));
            None
        } else if self.is_large {
            let mut shadow = Shadow::new(self.side.other(), &decomposition);
            let edge = shadow.defend(position);
            self.plan = Plan::Follow(Box::new(shadow));
            edge
        } else {
            match decomposition.target {
                Target::Terminals => self.lost.choose(position, &decomposition),
                Target::All => defend(&decomposition),
            }
        }
    }

    /// The move of a player that owes no reply: one that shortens the game, or any.
    fn spare(&mut self, position: &Position) -> Option<EdgeId> {
        let useful = match (self.side, &mut self.plan) {
            (Side::Short, Plan::Win { strategy, .. }) => strategy.spare(),
            (Side::Short, Plan::Solve | Plan::Shorten | Plan::Follow(_)) => None,
            (Side::Cut, _) if position.network().target() == Target::All => None,
            (Side::Cut, _) => edge_at_terminal(position),
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

/// A free edge at the terminal with the fewest of them, where SHORT's edges are contracted.
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

/// The free edges at the contracted vertex of `start`; `None` if there are many.
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
    fn observe(&mut self, position: &Position, side: Side, edge: EdgeId) {
        let is_own = side == self.side;
        self.shortening = None;
        // On a large network the policy for lost positions is not used, and to observe would cost a solution.
        if !self.is_large && !matches!(self.plan, Plan::Win { .. } | Plan::Shorten) {
            self.lost.observe(position, side, edge);
        }
        let chosen = self.chosen.take();
        self.plan = match std::mem::replace(&mut self.plan, Plan::Solve) {
            Plan::Follow(mut shadow) => {
                let still_wins = if is_own {
                    shadow.moved(edge)
                } else {
                    shadow.answered(position, edge)
                };
                if still_wins {
                    Plan::Follow(shadow)
                } else {
                    Plan::Solve
                }
            }
            Plan::Win { strategy, .. } if is_own && chosen == Some(edge) => Plan::Win {
                strategy,
                owed: None,
            },
            // Two moves of the opponent in a row would leave a reply or a chosen move unmade.
            Plan::Win {
                mut strategy,
                owed: None,
            } if !is_own && chosen.is_none() => {
                let owed = strategy.reply(edge);
                Plan::Win { strategy, owed }
            }
            Plan::Shorten if !is_own || chosen == Some(edge) => Plan::Shorten,
            Plan::Win { .. } | Plan::Shorten | Plan::Solve => Plan::Solve,
        };
    }

    fn reason(&self) -> Option<&Reason> {
        self.lost.reason()
    }

    fn shortening(&self) -> Option<&Shortening> {
        self.shortening.as_ref()
    }

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        if let Some(edge) = self.chosen {
            return Ok(edge);
        }
        let planned = match self.plan {
            // If the reply was already made as a spare move, another spare move is free.
            Plan::Win { owed, .. } => owed.filter(|&edge| position.claim_of(edge) == Claim::Free),
            Plan::Solve | Plan::Shorten | Plan::Follow(_) => self.think(position),
        };
        let edge = planned.or_else(|| self.spare(position));
        self.chosen = edge;
        edge.ok_or(Forfeit::NoMove)
    }
}
