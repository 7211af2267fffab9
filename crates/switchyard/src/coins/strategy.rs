//! Which move to make, and why.
//!
//! **Winning play ends.** Let every coin lie on a number, Nim-sum 0, opponent to move. If it pushes
//! a coin from a label a to a lower one, a Nim move brings the sum back to 0 and the labels add up
//! to less than before. If it lifts the coin from u, labelled a, to a higher label or ∞, the same
//! coin can be pushed on to a node labelled a whose counter is smaller than that of u. Either way
//! there is a reply to Nim-sum 0 with a smaller [`Potential`]. So the player who always takes the
//! reply with the smallest potential needs no memory and wins after finitely many moves, whereas a
//! player who makes just any move to Nim-sum 0 may cycle for ever.
//!
//! In a draw the move keeps it and leaves the opponent the fewest moves that keep it too. In a lost
//! position the move delays: the longest defence when the positions that can arise are few enough to
//! be searched, otherwise the one that leaves the winner's best reply the largest potential.

use super::game::Game;
use super::labels::LabelSet;
use super::position::{Position, Push};
use super::remoteness;
use super::sum::{Outcome, Tally, Value};
use crate::budget::{Budget, OverBudget};
use std::cmp::Reverse;
use std::fmt;

/// What a move does to the game, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rating {
    /// The opponent can win now.
    Loses,
    /// Neither player can win now.
    Draws,
    /// The mover can win now.
    Wins,
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loses => "loses",
            Self::Draws => "draws",
            Self::Wins => "wins",
        })
    }
}

/// Why a move wins, draws or loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Every coin is on a number and the Nim-sum is 0.
    SumZero,
    /// Two or more coins are on ∞.
    TwoInfinite,
    /// One coin is on ∞(K), and K does not have the Nim-sum of the others.
    OutOfReach {
        /// K.
        set: LabelSet,
        /// The Nim-sum of the others.
        others: u32,
    },
    /// Every coin is on a number and the Nim-sum is not 0: the opponent makes it 0.
    SumNotZero {
        /// The Nim-sum.
        sum: u32,
    },
    /// One coin is on ∞(K), and K has the Nim-sum of the others: the opponent goes there.
    WithinReach {
        /// The Nim-sum of the others.
        others: u32,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SumZero => f.write_str("leaves only numbers, with Nim-sum 0"),
            Self::TwoInfinite => f.write_str("leaves two or more coins on ∞"),
            Self::OutOfReach { set, others } => write!(
                f,
                "leaves one coin on ∞({}), which does not reach {others}, the Nim-sum of the others",
                set.brief()
            ),
            Self::SumNotZero { sum } => write!(
                f,
                "leaves only numbers, with Nim-sum {sum}: the opponent makes it 0"
            ),
            Self::WithinReach { others } => write!(
                f,
                "leaves one coin on ∞ with a follower labelled {others}, the Nim-sum of the others: \
                 the opponent pushes it there"
            ),
        }
    }
}

/// The measure that falls at every reply of the winner: the sum of the labels, then that of the
/// counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Potential {
    /// The sum of the labels.
    pub labels: u64,
    /// The sum of the counters.
    pub counters: u64,
}

/// A move with what it does and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The move.
    pub push: Push,
    /// What it does.
    pub rating: Rating,
    /// The value of the position it leaves.
    pub value: Value,
    /// Why.
    pub reason: Reason,
    /// What the winner must bring down; `None` when a coin is left on ∞.
    pub potential: Option<Potential>,
}

/// The potential of a position whose coins are all on numbers.
pub fn potential(game: &Game<'_>, position: &Position) -> Option<Potential> {
    let mut potential = Potential::default();
    for &coin in position.coins() {
        potential.labels += u64::from(game.labels().of(coin).finite()?);
        potential.counters += u64::from(game.labels().counter(coin)?);
    }
    Some(potential)
}

impl Game<'_> {
    /// Every move with what it does and why, in the order of [`Position::pushes`].
    pub fn moves(&self, position: &Position) -> Vec<RatedMove> {
        self.rated_moves(position).collect()
    }

    /// The same one at a time: where K is large, so is each of them.
    pub fn rated_moves(
        &self,
        position: &Position,
    ) -> impl ExactSizeIterator<Item = RatedMove> + use<'_> {
        let scene = Scene::new(self, position);
        let pushes = position.pushes(self.digraph()).into_iter();
        pushes.map(move |push| scene.rate(push))
    }

    /// The move to make: it wins and makes progress, or keeps the draw, or delays the loss.
    /// `None` when there is no move.
    pub fn best(&self, position: &Position) -> Option<RatedMove> {
        let best = self.best_within(position, &Budget::unlimited());
        best.expect("the budget is unlimited")
    }

    /// The same, as far as the budget allows.
    ///
    /// # Errors
    /// When it does not suffice.
    pub fn best_within(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Result<Option<RatedMove>, OverBudget> {
        let scene = Scene::new(self, position);
        let pushes = position.pushes(self.digraph());
        let cost = position.coins().len() + 2 * pushes.len();
        budget.spend(cost as u64, (pushes.len() * size_of::<Push>()) as u64)?;
        let Some(rating) = pushes.iter().map(|&push| scene.rating(push)).max() else {
            return Ok(None);
        };
        let equals = pushes.iter().copied();
        let equals = equals.filter(|&push| scene.rating(push) == rating);
        let push = match rating {
            Rating::Wins => equals.min_by_key(|&push| scene.potential_after(push)),
            Rating::Draws => hardest_draw(self, position, &equals.collect::<Vec<_>>(), budget)?,
            Rating::Loses => longest_defence(self, position, &pushes, budget)?,
        };
        Ok(push.map(|push| scene.rate(push)))
    }
}

/// How many replies are looked at to choose among moves that are equal in theory.
const REPLIES: usize = 200_000;

/// How many coins are looked at for the same: every move that is compared copies them all.
const COINS: usize = 20_000_000;

/// What may still be looked at.
struct Effort<'b> {
    replies: usize,
    coins: usize,
    budget: &'b Budget,
}

impl<'b> Effort<'b> {
    fn new(budget: &'b Budget) -> Self {
        Self {
            replies: REPLIES,
            coins: COINS,
            budget,
        }
    }

    /// Whether another move may be compared, after one with this many coins and replies.
    fn goes_on(&mut self, coins: usize, replies: usize) -> Result<bool, OverBudget> {
        self.budget.spend((coins + replies) as u64, 0)?;
        self.replies = self.replies.saturating_sub(replies);
        self.coins = self.coins.saturating_sub(coins);
        Ok(self.replies > 0 && self.coins > 0)
    }
}

/// The drawing move after which the smallest share of the replies keeps the draw.
fn hardest_draw(
    game: &Game<'_>,
    position: &Position,
    draws: &[Push],
    budget: &Budget,
) -> Result<Option<Push>, OverBudget> {
    let mut effort = Effort::new(budget);
    let mut scored = Vec::new();
    for &push in draws {
        let next = position.after(push);
        let scene = Scene::new(game, &next);
        let replies = next.pushes(game.digraph());
        let keeps = |reply: &&Push| scene.rating(**reply) == Rating::Draws;
        let kept = replies.iter().filter(keeps).count();
        scored.push((kept * 1000 / replies.len().max(1), push));
        if !effort.goes_on(next.coins().len(), replies.len())? {
            break;
        }
    }
    Ok(scored.into_iter().min().map(|(_, push)| push))
}

/// The move of a lost position that puts off the end.
fn longest_defence(
    game: &Game<'_>,
    position: &Position,
    pushes: &[Push],
    budget: &Budget,
) -> Result<Option<Push>, OverBudget> {
    if let Some(push) = remoteness::longest_defence(game.digraph(), position, budget)? {
        return Ok(Some(push));
    }
    let mut effort = Effort::new(budget);
    let mut scored = Vec::new();
    for &push in pushes {
        let next = position.after(push);
        let scene = Scene::new(game, &next);
        let replies = next.pushes(game.digraph());
        let wins = replies.iter().filter(|&&r| scene.rating(r) == Rating::Wins);
        let left = wins.filter_map(|&r| scene.potential_after(r)).min();
        scored.push((left, Reverse(push)));
        if !effort.goes_on(next.coins().len(), replies.len())? {
            break;
        }
    }
    Ok(scored.into_iter().max().map(|(_, Reverse(push))| push))
}

/// A position with its sums, so that a move is rated in constant time.
struct Scene<'g> {
    game: &'g Game<'g>,
    tally: Tally,
    /// Over the coins that are on numbers.
    potential: Potential,
}

impl<'g> Scene<'g> {
    fn new(game: &'g Game<'_>, position: &Position) -> Self {
        let mut scene = Self {
            game,
            tally: game.tally(position),
            potential: Potential::default(),
        };
        for &coin in position.coins() {
            if let Some(label) = game.labels().of(coin).finite() {
                scene.potential.labels += u64::from(label);
                scene.potential.counters += scene.counter(coin);
            }
        }
        scene
    }

    fn counter(&self, node: crate::graph::NodeId) -> u64 {
        u64::from(self.game.labels().counter(node).unwrap_or(0))
    }

    fn tally_after(&self, push: Push) -> Tally {
        let labels = self.game.labels();
        let mut tally = self.tally;
        tally.remove(labels.of(push.from), push.from);
        tally.add(labels.of(push.to), push.to);
        tally
    }

    fn rating(&self, push: Push) -> Rating {
        match self.tally_after(push).outcome(self.game.labels()) {
            Outcome::Second => Rating::Wins,
            Outcome::Draw => Rating::Draws,
            Outcome::First => Rating::Loses,
        }
    }

    fn potential_after(&self, push: Push) -> Option<Potential> {
        if self.tally_after(push).infinite > 0 {
            return None;
        }
        let label = |node| u64::from(self.game.labels().of(node).finite().unwrap_or(0));
        Some(Potential {
            labels: self.potential.labels + label(push.to) - label(push.from),
            counters: self.potential.counters + self.counter(push.to) - self.counter(push.from),
        })
    }

    fn rate(&self, push: Push) -> RatedMove {
        let labels = self.game.labels();
        let tally = self.tally_after(push);
        let outcome = tally.outcome(labels);
        let reason = match (tally.infinite, outcome) {
            (0, Outcome::Second) => Reason::SumZero,
            (0, _) => Reason::SumNotZero { sum: tally.nim },
            (1, Outcome::First) => Reason::WithinReach { others: tally.nim },
            (1, _) => Reason::OutOfReach {
                set: tally.lone_set(labels).cloned().unwrap_or_default(),
                others: tally.nim,
            },
            _ => Reason::TwoInfinite,
        };
        RatedMove {
            push,
            rating: self.rating(push),
            value: tally.value(labels),
            reason,
            potential: self.potential_after(push),
        }
    }
}
