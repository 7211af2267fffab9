//! Built-in players, as a question names them.

use serde::Deserialize;

/// A built-in player.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerJson {
    /// Which.
    pub kind: PlayerKind,
    /// How often, in percent, an adjustable player does not err.
    #[serde(default)]
    pub strength: Option<f64>,
    /// What its chances follow from.
    #[serde(default)]
    pub seed: u64,
}

/// The players that the page offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// Never errs.
    Perfect,
    /// Errs as often as its strength says.
    Strength,
    /// Shannon's robot.
    Analog,
    /// The weakest place.
    MinCut,
    /// A shortest route.
    Greedy,
    /// Any move.
    Random,
    /// Knows that its opponent is Shannon's robot.
    #[serde(rename = "exploit:analog")]
    ExploitAnalog,
}
