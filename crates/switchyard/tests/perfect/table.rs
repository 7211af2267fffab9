//! A perfect player at a board: every move is made on the board and shown to the player.

use switchyard::player::{PerfectPlayer, Player};
use switchyard::{EdgeId, Position, Side};

/// A game with one perfect player; the test moves for the opponent.
pub struct Table {
    pub side: Side,
    pub position: Position,
    pub perfect: PerfectPlayer,
}

impl Table {
    pub fn new(side: Side, position: Position) -> Self {
        Self::with_limit(side, position, PerfectPlayer::SMALL)
    }

    /// The limit between small and large networks is the player's.
    pub fn with_limit(side: Side, position: Position, limit: usize) -> Self {
        let perfect = PerfectPlayer::with_limit(side, &position, limit);
        Self {
            side,
            position,
            perfect,
        }
    }

    /// The perfect player's move, not made yet; it must be legal.
    pub fn choose(&mut self) -> EdgeId {
        let edge = self.perfect.choose(&self.position).expect("a move");
        assert!(
            self.position.is_legal(edge),
            "{edge} in {:?}",
            self.position
        );
        edge
    }

    pub fn play(&mut self, side: Side, edge: EdgeId) {
        let played = self.position.play(side, edge);
        assert_eq!(played, Ok(()), "{edge} in {:?}", self.position);
        self.perfect.observe(&self.position, side, edge);
    }

    /// The perfect player moves.
    pub fn reply(&mut self) {
        let edge = self.choose();
        self.play(self.side, edge);
    }

    pub fn is_over(&self) -> bool {
        self.position.winner().is_some()
    }

    pub fn free(&self) -> Vec<EdgeId> {
        self.position.free_edges().collect()
    }
}
