//! A finished game, judged move by move by the solver.

use crate::graph::EdgeId;
use crate::switching::{MoveError, Outcome, Position, Side};
use std::fmt;

/// What a move did to the mover's chances under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Judgement {
    /// It keeps a won game won.
    Winning,
    /// There was a winning move, and this was not one.
    Blunder,
    /// No move would have won.
    Lost,
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Winning => "winning",
            Self::Blunder => "blunder",
            Self::Lost => "lost",
        })
    }
}

/// A move with its judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Who moved.
    pub side: Side,
    /// The edge; `None` is a pass.
    pub edge: Option<EdgeId>,
    /// The outcome of the position before the move.
    pub outcome: Outcome,
    /// The winning moves that the mover had.
    pub winning: Vec<EdgeId>,
    /// What the move did.
    pub judgement: Judgement,
}

/// Goes through a game, judging every move before it is made.
#[derive(Clone, Debug)]
pub struct Review {
    position: Position,
    mover: Side,
}

impl Review {
    /// A game from `position`, `first` to move.
    pub fn new(position: Position, first: Side) -> Self {
        Self {
            position,
            mover: first,
        }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who is to move, if the game is not over.
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// Judges a move and makes it; `None` is a pass.
    ///
    /// A pass is a winning move only if the mover wins even moving second.
    ///
    /// # Errors
    /// When the move is illegal: it is not made.
    pub fn step(&mut self, edge: Option<EdgeId>) -> Result<Judged, MoveError> {
        let side = self.mover;
        match edge {
            Some(edge) => self.position.check(edge)?,
            None => {
                if let Some(winner) = self.position.winner() {
                    return Err(MoveError::GameOver(winner));
                }
            }
        }
        let verdict = self.position.solve();
        let winning = verdict.winning.of(side).to_vec();
        let keeps = match edge {
            Some(edge) => winning.binary_search(&edge).is_ok(),
            None => verdict.outcome == side.into(),
        };
        let judgement = match (keeps, winning.is_empty()) {
            (true, _) => Judgement::Winning,
            (false, true) => Judgement::Lost,
            (false, false) => Judgement::Blunder,
        };
        if let Some(edge) = edge {
            self.position.play(side, edge)?;
        }
        self.mover = side.other();
        Ok(Judged {
            side,
            edge,
            outcome: verdict.outcome,
            winning,
            judgement,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::course;

    fn review(first: Side) -> Review {
        Review::new(Position::new(course()), first)
    }

    fn judgements(first: Side, moves: &[usize]) -> Vec<Judgement> {
        let mut review = review(first);
        let step = |&label: &usize| review.step(EdgeId::from_label(label)).unwrap().judgement;
        moves.iter().map(step).collect()
    }

    #[test]
    fn every_move_is_judged_by_the_position_before_it() {
        use Judgement::{Blunder, Lost, Winning};
        assert_eq!(
            judgements(Side::Short, &[3, 1, 4, 2, 5]),
            [Winning, Lost, Winning, Lost, Winning]
        );
        // A pass gives a first-player win away, and the opponent may give it back.
        assert_eq!(judgements(Side::Cut, &[0, 0]), [Blunder, Blunder]);
    }

    /// A judgement must agree with the outcome of the position that the move leads to.
    #[test]
    fn judgements_agree_with_the_outcomes_that_follow() {
        for first in Side::BOTH {
            for edge in 1..=5 {
                let mut review = review(first);
                let judged = review.step(EdgeId::from_label(edge)).unwrap();
                let after = review.position().outcome().winner(first.other());
                assert_eq!(judged.judgement == Judgement::Winning, after == first);
            }
        }
    }

    #[test]
    fn nothing_follows_the_end() {
        let mut review = review(Side::Short);
        for edge in [1, 3, 2] {
            review.step(EdgeId::from_label(edge)).unwrap();
        }
        let over = Err(MoveError::GameOver(Side::Short));
        assert_eq!(review.step(EdgeId::from_label(4)), over);
        assert_eq!(review.step(None), over);
    }
}
