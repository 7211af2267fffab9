//! Recorded games judged again, one JSON object per move and per game.

use super::names::{OutcomeName, SideName};
use super::record::{ReasonName, Record};
use super::{labels, line_of};
use serde::Serialize;
use switchyard::graph::EdgeId;
use switchyard::review::Judged;

/// A move judged again by `ssg replay --json`.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayMove {
    game: usize,
    ply: usize,
    side: SideName,
    /// 0 is a pass.
    edge: usize,
    outcome: OutcomeName,
    judgement: String,
    /// How many moves would have won.
    winning: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_moves: Option<Vec<usize>>,
}

impl ReplayMove {
    /// Move `ply` of game `game`; with the winning moves themselves if `listed`.
    pub fn of(game: usize, ply: usize, step: &Judged, listed: bool) -> Self {
        Self {
            game,
            ply,
            side: step.side.into(),
            edge: step.edge.map_or(0, EdgeId::label),
            outcome: step.outcome.into(),
            judgement: step.judgement.to_string(),
            winning: step.winning.len(),
            winning_moves: listed.then(|| labels(&step.winning)),
        }
    }

    /// The move as a line, newline included.
    pub fn line(&self) -> String {
        line_of(self)
    }
}

/// The end of a game as `ssg replay --json` sees it.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayEnd {
    game: usize,
    winner: Option<SideName>,
    reason: Option<ReasonName>,
    moves: usize,
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<String>,
    blunders: Blunders,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Blunders {
    short: usize,
    cut: usize,
}

impl ReplayEnd {
    /// The end of game `game`, with the blunders of SHORT and CUT and what is wrong.
    pub fn of(game: usize, record: &Record, [short, cut]: [usize; 2], wrong: Option<&str>) -> Self {
        Self {
            game,
            winner: record.winner,
            reason: record.reason,
            moves: record.moves.len(),
            holds: wrong.is_none(),
            wrong: wrong.map(str::to_owned),
            blunders: Blunders { short, cut },
        }
    }

    /// The end as a line, newline included.
    pub fn line(&self) -> String {
        line_of(self)
    }
}
