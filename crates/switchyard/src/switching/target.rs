//! What SHORT has to join.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What SHORT has to join to win.
///
/// ```
/// use switchyard::Target;
/// assert_eq!("all".parse(), Ok(Target::All));
/// assert_eq!(Target::Terminals.to_string(), "terminals");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Target {
    /// The two terminals: Shannon's game.
    #[default]
    Terminals,
    /// All vertices: SHORT wants a spanning tree (Lehman 1964; Edmonds 1965).
    All,
}

impl Target {
    /// Both targets.
    pub const BOTH: [Self; 2] = [Self::Terminals, Self::All];
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Terminals => "terminals",
            Self::All => "all",
        })
    }
}

/// A word that names no target.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a target: write terminals or all")]
pub struct UnknownTargetError(String);

impl FromStr for Target {
    type Err = UnknownTargetError;

    fn from_str(text: &str) -> Result<Self, UnknownTargetError> {
        let named = Self::BOTH
            .into_iter()
            .find(|target| target.to_string() == text);
        named.ok_or_else(|| UnknownTargetError(text.to_owned()))
    }
}
