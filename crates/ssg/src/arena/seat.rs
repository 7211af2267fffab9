//! A player in a game, with its clock: built in, or an outside program.

use crate::arena::clock::Clock;
use crate::arena::limits::{ClockKind, Limits};
use crate::arena::program::{Program, Task};
use crate::cli::player_spec::{Kind, PlayerSpec};
use crate::io::interrupt;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};
use switchyard::graph::EdgeId;
use switchyard::player::{Forfeit, Player};
use switchyard::switching::{Position, Side};

/// A player in a game.
pub enum Seat {
    /// In this process; its clock is read only after it has chosen.
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
    /// Starts a player for a game.
    ///
    /// # Errors
    /// When the system has no process or pipe left for a program.
    pub fn take(
        spec: &PlayerSpec,
        (side, first): (Side, Side),
        (file, start): (&Path, &Position),
        seed: u64,
        (mut clock, limits): (Clock, &Limits),
    ) -> io::Result<Self> {
        Ok(match &spec.kind {
            Kind::Builtin(builtin) => {
                let begun = Stopwatch::start(clock.kind());
                let player = builtin.sit(side, start, seed);
                clock.spend(begun.elapsed());
                Self::Builtin { player, clock }
            }
            Kind::Program(words) => {
                let target = start.network().target();
                let game = Task {
                    side,
                    first,
                    file,
                    target,
                };
                Self::Program(Program::start(words, &game, clock, limits)?)
            }
        })
    }

    /// The clock.
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

    /// Why the game must not be counted, if the supervisor of this player failed.
    pub fn failure(&self) -> Option<&str> {
        match self {
            Self::Builtin { .. } => None,
            Self::Program(program) => program.failure(),
        }
    }

    /// Ends the player after a game that was decided on the board. Returns what it did wrong, if
    /// anything.
    pub fn part(&mut self, won: bool) -> Option<String> {
        match self {
            Self::Builtin { .. } => None,
            Self::Program(program) => program.part(won).err(),
        }
    }
}

/// Measures the time of a built-in player: wall-clock time, or processor time of this thread.
enum Stopwatch {
    Wall(Instant),
    Cpu(Duration),
}

impl Stopwatch {
    fn start(kind: ClockKind) -> Self {
        match kind {
            ClockKind::Wall => Self::Wall(Instant::now()),
            ClockKind::Cpu => Self::Cpu(thread_time()),
        }
    }

    fn elapsed(&self) -> Duration {
        match self {
            Self::Wall(start) => start.elapsed(),
            Self::Cpu(start) => thread_time().saturating_sub(*start),
        }
    }
}

fn thread_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(now).unwrap_or_default()
}

impl Player for Seat {
    fn observe(&mut self, position: &Position, side: Side, edge: EdgeId) {
        match self {
            Self::Builtin { player, clock } => {
                let begun = Stopwatch::start(clock.kind());
                player.observe(position, side, edge);
                clock.spend(begun.elapsed());
            }
            Self::Program(program) => program.observe(position, side, edge),
        }
    }

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        match self {
            Self::Builtin { player, clock } => {
                let begun = Stopwatch::start(clock.kind());
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
