//! The two sides, and who wins under perfect play.

use std::fmt;

/// The two players of the switching game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Claims edges, wants the terminals joined.
    Short,
    /// Destroys edges, wants the terminals parted.
    Cut,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Side; 2] = [Side::Short, Side::Cut];

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Short => Side::Cut,
            Side::Cut => Side::Short,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Short => "SHORT",
            Side::Cut => "CUT",
        })
    }
}

/// Who wins under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// SHORT, whoever moves first.
    Short,
    /// CUT, whoever moves first.
    Cut,
    /// Whoever moves first.
    First,
}

impl Outcome {
    /// The winner when `mover` has the move.
    pub fn winner(self, mover: Side) -> Side {
        match self {
            Outcome::Short => Side::Short,
            Outcome::Cut => Side::Cut,
            Outcome::First => mover,
        }
    }
}

impl From<Side> for Outcome {
    fn from(side: Side) -> Self {
        match side {
            Side::Short => Outcome::Short,
            Side::Cut => Outcome::Cut,
        }
    }
}
