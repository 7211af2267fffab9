//! Sides and outcomes by name. The library knows no JSON, so this is the one place that mirrors them.

use serde::{Deserialize, Serialize};
use switchyard::switching::{Outcome, Side, Target};

/// A side, in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    /// SHORT, the Constructor.
    Short,
    /// CUT, the Destructor.
    Cut,
}

/// An outcome, in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeName {
    /// SHORT wins, whoever begins.
    Short,
    /// CUT wins, whoever begins.
    Cut,
    /// Whoever begins wins.
    First,
}

/// What SHORT has to join, in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetName {
    /// The terminals.
    #[default]
    Terminals,
    /// All vertices.
    All,
}

impl TargetName {
    /// Whether it is the one that need not be written.
    #[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl From<Target> for TargetName {
    fn from(target: Target) -> Self {
        match target {
            Target::Terminals => Self::Terminals,
            Target::All => Self::All,
        }
    }
}

impl From<TargetName> for Target {
    fn from(name: TargetName) -> Self {
        match name {
            TargetName::Terminals => Self::Terminals,
            TargetName::All => Self::All,
        }
    }
}

impl SideName {
    /// As it is written in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Cut => "cut",
        }
    }
}

impl OutcomeName {
    /// As it is written in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Cut => "cut",
            Self::First => "first",
        }
    }
}

impl From<Side> for SideName {
    fn from(side: Side) -> Self {
        match side {
            Side::Short => Self::Short,
            Side::Cut => Self::Cut,
        }
    }
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Self {
        match name {
            SideName::Short => Self::Short,
            SideName::Cut => Self::Cut,
        }
    }
}

impl From<Outcome> for OutcomeName {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Short => Self::Short,
            Outcome::Cut => Self::Cut,
            Outcome::First => Self::First,
        }
    }
}

impl From<OutcomeName> for Outcome {
    fn from(name: OutcomeName) -> Self {
        match name {
            OutcomeName::Short => Self::Short,
            OutcomeName::Cut => Self::Cut,
            OutcomeName::First => Self::First,
        }
    }
}
