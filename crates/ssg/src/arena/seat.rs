//! A player at a game: in this process or in one of its own, with its clock.

use crate::arena::clock::Clock;
use crate::arena::program::Program;
use crate::cli::player_spec::{Kind, PlayerSpec};
use crate::io::interrupt;
use std::io;
use std::path::Path;
use std::time::Instant;
use switchyard::graph::EdgeId;
use switchyard::player::{Forfeit, Player};
use switchyard::switching::{Position, Side};

/// A player seated at a game.
pub enum Seat {
    /// In this process; its clock can only be read when it has chosen.
    Builtin {
        /// The player.
        player: Box<dyn Player + Send>,
        /// Its clock.
        clock: Clock,
    },
    /// In a process of its own.
    Program(Program),
}

impl Seat {
    /// Seats a player for a game.
    ///
    /// # Errors
    /// When a program cannot be started for want of processes or pipes.
    pub fn take(
        spec: &PlayerSpec,
        (side, first): (Side, Side),
        (file, start): (&Path, &Position),
        seed: u64,
        mut clock: Clock,
    ) -> io::Result<Self> {
        Ok(match &spec.kind {
            Kind::Builtin(builtin) => {
                let begun = Instant::now();
                let player = builtin.sit(side, start, seed);
                clock.spend(begun.elapsed());
                Self::Builtin { player, clock }
            }
            Kind::Program(words) => {
                Self::Program(Program::start(words, (side, first), file, clock)?)
            }
        })
    }

    /// The clock as it stands.
    pub fn clock(&self) -> &Clock {
        match self {
            Self::Builtin { clock, .. } => clock,
            Self::Program(program) => program.clock(),
        }
    }

    /// The end of stderr, if there is any.
    pub fn stderr_tail(&mut self) -> Option<String> {
        let Self::Program(program) = self else {
            return None;
        };
        Some(program.stderr_tail()).filter(|tail| !tail.is_empty())
    }

    /// How it parts from a game that was won on the board: what is wrong, if anything is.
    pub fn part(&mut self, won: bool) -> Option<String> {
        match self {
            Self::Builtin { .. } => None,
            Self::Program(program) => program.part(won).err(),
        }
    }
}

impl Player for Seat {
    fn observe(&mut self, position: &Position, side: Side, edge: EdgeId) {
        match self {
            Self::Builtin { player, clock } => {
                let begun = Instant::now();
                player.observe(position, side, edge);
                clock.spend(begun.elapsed());
            }
            Self::Program(program) => program.observe(position, side, edge),
        }
    }

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        match self {
            Self::Builtin { player, clock } => {
                let begun = Instant::now();
                let edge = player.choose(position);
                clock.spend(begun.elapsed());
                if interrupt::asked() {
                    return Err(Forfeit::Interrupted);
                }
                if clock.is_up() {
                    return Err(Forfeit::Timeout);
                }
                edge
            }
            Self::Program(program) => program.choose(position),
        }
    }
}
