//! Verdicts: `ssg solve --json`.

use super::labels;
use serde::Serialize;
use switchyard::switching::Outcome;
use switchyard::switching::Verdict;

/// Who wins, and with which moves.
#[derive(Debug, Serialize)]
pub struct VerdictJson {
    /// `"short"`, `"cut"` or `"first"`.
    pub outcome: &'static str,
    /// Every winning move of each side, if it were to move.
    pub winning_moves: WinningMovesJson,
}

/// Edge labels.
#[derive(Debug, Serialize)]
pub struct WinningMovesJson {
    /// SHORT's.
    pub short: Vec<usize>,
    /// CUT's.
    pub cut: Vec<usize>,
}

impl From<&Verdict> for VerdictJson {
    fn from(verdict: &Verdict) -> Self {
        Self {
            outcome: outcome_name(verdict.outcome),
            winning_moves: WinningMovesJson {
                short: labels(&verdict.winning.short),
                cut: labels(&verdict.winning.cut),
            },
        }
    }
}

/// The name of an outcome.
pub fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Short => "short",
        Outcome::Cut => "cut",
        Outcome::First => "first",
    }
}
