//! The two sides, and who wins under perfect play.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;
use thiserror::Error;

/// The two players of the switching game.
///
/// ```
/// use switchyard::Side;
/// assert_eq!(!Side::Short, Side::Cut);
/// assert_eq!("cut".parse(), Ok(Side::Cut));
/// assert_eq!(Side::Cut.to_string(), "CUT");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Side {
    /// Claims edges; wins by joining the terminals.
    Short,
    /// Deletes edges; wins by separating the terminals.
    Cut,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Side; 2] = [Side::Short, Side::Cut];

    /// The opponent; the same as `!side`.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Short => Side::Cut,
            Side::Cut => Side::Short,
        }
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        self.other()
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

/// A word that names no side.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a side: write short or cut")]
pub struct UnknownSideError(String);

impl FromStr for Side {
    type Err = UnknownSideError;

    /// Reads `short` or `cut`, in upper or lower case.
    fn from_str(text: &str) -> Result<Self, UnknownSideError> {
        match text.to_ascii_lowercase().as_str() {
            "short" => Ok(Side::Short),
            "cut" => Ok(Side::Cut),
            _ => Err(UnknownSideError(text.to_owned())),
        }
    }
}

/// Who wins under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// SHORT, whoever moves first.
    Short,
    /// CUT, whoever moves first.
    Cut,
    /// The side that moves first.
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

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Short => "SHORT",
            Outcome::Cut => "CUT",
            Outcome::First => "FIRST",
        })
    }
}

/// A word that names no outcome.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not an outcome: write short, cut or first")]
pub struct UnknownOutcomeError(String);

impl FromStr for Outcome {
    type Err = UnknownOutcomeError;

    /// Reads `short`, `cut` or `first`, in upper or lower case.
    fn from_str(text: &str) -> Result<Self, UnknownOutcomeError> {
        match text.to_ascii_lowercase().as_str() {
            "short" => Ok(Outcome::Short),
            "cut" => Ok(Outcome::Cut),
            "first" => Ok(Outcome::First),
            _ => Err(UnknownOutcomeError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for side in Side::BOTH {
            assert_eq!(side.to_string().parse(), Ok(side));
            assert_eq!(!!side, side);
        }
        for outcome in [Outcome::Short, Outcome::Cut, Outcome::First] {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
        let error = "shorts".parse::<Side>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"shorts\" is not a side: write short or cut"
        );
        assert!("".parse::<Outcome>().is_err());
    }
}
