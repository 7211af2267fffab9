//! The referee: two players and a position in, a game out.
//!
//! It knows the rules and nothing else: neither how a player works, nor what time it is. A player that
//! must keep to a clock is wrapped by its owner, and returns [`Forfeit::Timeout`].

use crate::graph::EdgeId;
use crate::player::{Forfeit, Player};
use crate::switching::{Position, Side};

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reason {
    /// SHORT's edges join the terminals.
    Connected,
    /// The edges that are not deleted no longer connect the terminals.
    Disconnected,
    /// The loser gave no legal move.
    Forfeit(Forfeit),
}

/// Who won a game, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ending {
    /// The winner.
    pub winner: Side,
    /// What ended the game.
    pub reason: Reason,
}

impl Ending {
    /// The ending of a game that `winner` has won on the board.
    pub fn by_goal(winner: Side) -> Self {
        let reason = match winner {
            Side::Short => Reason::Connected,
            Side::Cut => Reason::Disconnected,
        };
        Self { winner, reason }
    }

    /// The ending of a game in which `loser` gave no legal move.
    pub fn by_forfeit(loser: Side, forfeit: Forfeit) -> Self {
        Self {
            winner: loser.other(),
            reason: Reason::Forfeit(forfeit),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Game {
    /// Who had the first move.
    pub first: Side,
    /// The legal moves, in turn.
    pub moves: Vec<EdgeId>,
    /// How it ended.
    pub ending: Ending,
}

/// Plays a game to its end, `first` to move.
///
/// Every move is shown to both players as soon as it is made. An illegal move is not made: it
/// ends the game, as does any other [`Forfeit`].
///
/// # Complexity
/// Besides the players' own time, the bookkeeping of [`Position`]: O(m log n) once, and a search for a
/// replacement edge when CUT deletes an edge of its spanning forest.
pub fn play(
    mut position: Position,
    first: Side,
    short: &mut dyn Player,
    cut: &mut dyn Player,
) -> Game {
    position.get_ready();
    let mut moves = Vec::new();
    let mut mover = first;
    let ending = loop {
        if let Some(winner) = position.winner() {
            break Ending::by_goal(winner);
        }
        let player: &mut dyn Player = match mover {
            Side::Short => short,
            Side::Cut => cut,
        };
        match choose_legally(player, &position) {
            Ok(edge) => {
                let made = position.play(mover, edge);
                debug_assert!(made.is_ok(), "the move was checked");
                moves.push(edge);
                short.observe(&position, mover, edge);
                cut.observe(&position, mover, edge);
                mover = mover.other();
            }
            Err(forfeit) => break Ending::by_forfeit(mover, forfeit),
        }
    };
    Game {
        first,
        moves,
        ending,
    }
}

fn choose_legally(player: &mut dyn Player, position: &Position) -> Result<EdgeId, Forfeit> {
    let edge = player.choose(position)?;
    position.check(edge).map_err(|why| Forfeit::IllegalMove {
        said: edge.to_string(),
        why: why.to_string(),
    })?;
    Ok(edge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{course, network};

    /// Plays the given edges (by label), then forfeits; records what it observes.
    struct Script {
        plan: Vec<usize>,
        seen: Vec<(Side, usize)>,
    }

    impl Script {
        fn new(plan: &[usize]) -> Self {
            Self {
                plan: plan.iter().rev().copied().collect(),
                seen: Vec::new(),
            }
        }
    }

    impl Player for Script {
        fn observe(&mut self, _: &Position, side: Side, edge: EdgeId) {
            self.seen.push((side, edge.label()));
        }

        fn choose(&mut self, _: &Position) -> Result<EdgeId, Forfeit> {
            let label = self.plan.pop().ok_or(Forfeit::Timeout)?;
            Ok(EdgeId::from_label(label).unwrap())
        }
    }

    fn check(first: Side, short: &[usize], cut: &[usize]) -> (Game, Script, Script) {
        let (mut short, mut cut) = (Script::new(short), Script::new(cut));
        let game = play(Position::new(course()), first, &mut short, &mut cut);
        (game, short, cut)
    }

    #[test]
    fn either_goal_ends_the_game() {
        let (game, short, cut) = check(Side::Short, &[1, 2], &[3]);
        assert_eq!(game.ending, Ending::by_goal(Side::Short));
        assert_eq!(game.moves, [0, 2, 1].map(EdgeId::new));
        let told = [(Side::Short, 1), (Side::Cut, 3), (Side::Short, 2)];
        assert_eq!((short.seen, cut.seen), (told.to_vec(), told.to_vec()));

        let (game, ..) = check(Side::Cut, &[3], &[1, 4]);
        assert_eq!(game.ending, Ending::by_goal(Side::Cut));
    }

    #[test]
    fn an_illegal_move_loses_and_is_not_made() {
        let (game, _, cut) = check(Side::Short, &[1, 1], &[3]);
        let Reason::Forfeit(Forfeit::IllegalMove { said, why }) = game.ending.reason else {
            panic!("{:?}", game.ending)
        };
        assert_eq!((said.as_str(), game.ending.winner), ("1", Side::Cut));
        assert_eq!(why, "edge 1 was already played by SHORT");
        assert_eq!((game.moves.len(), cut.seen.len()), (2, 2));
    }

    #[test]
    fn a_forfeit_loses() {
        let (game, ..) = check(Side::Cut, &[3], &[]);
        assert_eq!(game.ending, Ending::by_forfeit(Side::Cut, Forfeit::Timeout));
    }

    #[test]
    fn a_game_may_be_over_before_it_begins() {
        let position = Position::new(network(3, (0, 2), &[(0, 1)]));
        let game = play(
            position,
            Side::Short,
            &mut Script::new(&[]),
            &mut Script::new(&[]),
        );
        assert_eq!(game.ending, Ending::by_goal(Side::Cut));
        assert!(game.moves.is_empty());
    }
}
