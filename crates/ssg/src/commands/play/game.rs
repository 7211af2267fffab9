//! A game between the human and the machine, with taking back.

use answers::words;
use std::sync::Arc;
use switchyard::graph::EdgeId;
use switchyard::player::{Builtin, Forfeit, PerfectPlayer, Player, Reason};
use switchyard::switching::{MoveError, Network, Position, Side};

/// A game in which the human is to move, or which is over.
pub struct Game {
    start: Position,
    position: Position,
    /// Who moved what; `None` is a pass.
    turns: Vec<(Side, Option<EdgeId>)>,
    human: Side,
    kind: Machine,
    machine: Box<dyn Player + Send>,
}

/// Which player the machine is, and what its choices follow from.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    pub player: Builtin,
    pub seed: u64,
}

impl Machine {
    fn sit(self, side: Side, position: &Position) -> Box<dyn Player + Send> {
        self.player.sit(side, position, self.seed)
    }
}

impl Game {
    pub fn new(network: &Arc<Network>, human: Side, kind: Machine) -> Self {
        let start = Position::new(Arc::clone(network));
        Self {
            kind,
            machine: kind.sit(human.other(), &start),
            position: start.clone(),
            start,
            turns: Vec::new(),
            human,
        }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn human(&self) -> Side {
        self.human
    }

    pub fn machine(&self) -> Side {
        self.human.other()
    }

    /// The human takes an edge.
    ///
    /// # Errors
    /// When the move is illegal.
    pub fn take(&mut self, edge: EdgeId) -> Result<(), MoveError> {
        self.position.play(self.human, edge)?;
        self.turns.push((self.human, Some(edge)));
        self.machine.observe(&self.position, self.human, edge);
        Ok(())
    }

    /// The human passes.
    pub fn pass(&mut self) {
        self.turns.push((self.human, None));
        self.machine = self.kind.sit(self.machine(), &self.position);
    }

    /// The machine makes this move.
    pub fn machine_takes(&mut self, edge: EdgeId) {
        let side = self.machine();
        let made = self.position.play(side, edge);
        assert!(made.is_ok(), "the machine only makes legal moves: {made:?}");
        self.turns.push((side, Some(edge)));
        self.machine.observe(&self.position, side, edge);
    }

    /// The machine moves, and says why it moves like this if it can; `name` tells what the move is called.
    ///
    /// # Errors
    /// When it has nothing to say, which cannot happen before the game is over.
    pub fn machine_moves(
        &mut self,
        name: impl Fn(EdgeId) -> String,
    ) -> Result<(EdgeId, Option<String>), Forfeit> {
        let edge = self.machine.choose(&self.position)?;
        let why = words::why(&*self.machine, self.machine(), &name(edge));
        self.machine_takes(edge);
        Ok((edge, why))
    }

    /// What the perfect player would do in the human's place.
    ///
    /// # Errors
    /// When the game is over.
    pub fn hint(&self) -> Result<(EdgeId, Option<Reason>), Forfeit> {
        let mut player = PerfectPlayer::new(self.human, &self.position);
        let edge = player.choose(&self.position)?;
        Ok((edge, player.reason().cloned()))
    }

    /// Takes the human's last turn back, and what came after it; `false` when there is none.
    pub fn back(&mut self) -> bool {
        let Some(last) = self.turns.iter().rposition(|turn| turn.0 == self.human) else {
            return false;
        };
        self.turns.truncate(last);
        self.position = self.start.clone();
        for &(side, edge) in &self.turns {
            if let Some(edge) = edge {
                let made = self.position.play(side, edge);
                debug_assert_eq!(made, Ok(()), "it was legal before");
            }
        }
        self.machine = self.kind.sit(self.machine(), &self.position);
        true
    }
}
