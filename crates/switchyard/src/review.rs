//! A played game, judged again move by move by the solver.

use crate::graph::EdgeId;
use crate::switching::{MoveError, Outcome, Position, Side, solve};
use std::fmt;

/// What a move did to the mover's chances under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

    /// The position as it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who is to move, if the game is not over.
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// Judges a move and makes it; `None` is a pass.
    ///
    /// A pass is no winning move, unless the mover wins even moving second.
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
        let verdict = solve::solve(&self.position);
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
    use crate::graph::{Graph, VertexId};
    use crate::switching::Network;
    use std::sync::Arc;

    /// The course's example: whoever moves first wins, with any edge.
    fn review(first: Side) -> Review {
        let graph = Graph::from_pairs(4, &[(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)]);
        let network = Network::new(graph, VertexId::new(0), VertexId::new(3)).unwrap();
        Review::new(Position::new(Arc::new(network)), first)
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
                let after = solve::outcome(review.position()).winner(first.other());
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
