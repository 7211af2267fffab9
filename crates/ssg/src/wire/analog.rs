//! Shannon's robot in JSON.

use answers::wire::labels;
use answers::wire::names::SideName;
use answers::wire::record::{ReasonName, Record};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use switchyard::switching::Side;
use switchyard_experiments::adversary::Line;
use switchyard_experiments::paper::Point;
use switchyard_experiments::tally::Tally;

/// How the decisions of games were reached. Kept apart from [`Tally`], which may change while checkpoints stay readable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TallyJson {
    /// Decisions in all, each certified.
    pub decisions: u64,
    /// Those that needed more than floating point.
    pub refinements: u64,
    /// Rounds of lifting in those.
    pub rounds: u64,
    /// Ties, by how they were proved.
    pub ties: TiesJson,
    /// Positions in which play branched.
    pub branches: u64,
    /// Of those, met before.
    pub met_before: u64,
    /// The largest certified bound on the error of a current.
    pub largest_bound: f64,
    /// The smallest gap between unequal currents that decided a move.
    pub smallest_gap: f64,
    /// Moves of the shortest game.
    pub shortest: usize,
    /// Moves of the longest game.
    pub longest: usize,
}

/// Exact ties by their proof.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TiesJson {
    /// Parallel or series edges.
    pub classes: u64,
    /// Images under a symmetry of the position.
    pub symmetric: u64,
    /// Equal beyond the determinant.
    pub lifted: u64,
}

impl From<&Tally> for TallyJson {
    fn from(tally: &Tally) -> Self {
        Self {
            decisions: tally.decisions,
            refinements: tally.refinements,
            rounds: tally.rounds,
            ties: TiesJson {
                classes: tally.class_ties,
                symmetric: tally.symmetric_ties,
                lifted: tally.lifted_ties,
            },
            branches: tally.branches,
            met_before: tally.met_before,
            largest_bound: tally.largest_bound,
            // JSON has no infinity, so no gap is written as the whole current.
            smallest_gap: tally.smallest_gap.min(1.0),
            shortest: tally.shortest,
            longest: tally.longest,
        }
    }
}

impl From<&TallyJson> for Tally {
    fn from(json: &TallyJson) -> Self {
        Self {
            decisions: json.decisions,
            refinements: json.refinements,
            rounds: json.rounds,
            class_ties: json.ties.classes,
            symmetric_ties: json.ties.symmetric,
            lifted_ties: json.ties.lifted,
            branches: json.branches,
            met_before: json.met_before,
            largest_bound: json.largest_bound,
            smallest_gap: json.smallest_gap,
            shortest: json.shortest,
            longest: json.longest,
        }
    }
}

/// A first move done: a line of the checkpoint of `ssg analog quota`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FirstMoveJson {
    /// M.
    pub size: usize,
    /// The move.
    #[serde(rename = "move")]
    pub first: String,
    /// The probability that the first player wins after it, as a fraction.
    pub wins: String,
    /// How that was reached.
    pub tally: TallyJson,
}

/// What was found on an M-board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SquareJson<T> {
    /// M.
    pub size: usize,
    /// What was found.
    #[serde(flatten)]
    pub found: T,
}

/// What was found on a file or a rectangular board. Moves are edge numbers in a file, coordinates on a board.
#[derive(Clone, Debug, Serialize)]
pub struct AnywhereJson<T> {
    /// The columns of a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<usize>,
    /// Its rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// The side of the robot that moves first.
    pub first: SideName,
    /// How many first moves carry the most current.
    pub first_moves: usize,
    /// What was found.
    #[serde(flatten)]
    pub found: T,
}

/// The answer of `ssg analog quota`.
#[derive(Clone, Debug, Serialize)]
pub struct QuotaJson<T> {
    /// The probability that the first player wins, as a fraction.
    pub quota: String,
    /// The same as a decimal.
    pub about: f64,
    /// The first moves after which the first player always loses.
    pub losing_first_moves: Vec<String>,
    /// The first moves after which ties decide, with the probability of winning.
    pub tied_first_moves: BTreeMap<String, String>,
    /// Always true: without a certificate for every decision there is no answer.
    pub certified: bool,
    /// How: [`TallyJson`] or [`AnywhereTallyJson`].
    pub certificate: T,
}

/// The answer of `ssg analog quota --sample`.
#[derive(Clone, Debug, Serialize)]
pub struct SampledQuotaJson {
    /// M.
    pub size: usize,
    /// How many first moves were drawn.
    pub sample: u64,
    /// What they follow from.
    pub seed: u64,
    /// After how many of them the first player wins.
    pub wins: f64,
    /// The quota as they estimate it.
    pub estimate: f64,
    /// Wilson's interval for it, at 95 %.
    pub interval: [f64; 2],
    /// Always true, as in [`QuotaJson`].
    pub certified: bool,
    /// How.
    pub certificate: TallyJson,
}

/// The answer of `ssg analog trap`.
#[derive(Clone, Debug, Serialize)]
pub struct TrapJson {
    /// M.
    pub size: usize,
    /// The opponent's moves.
    pub line: Vec<String>,
    /// How many first moves were tried.
    pub first_moves: usize,
    /// How many of them the line refutes, unchanged or under a symmetry.
    pub refuted: usize,
    /// The others, one of each orbit.
    pub left: Vec<String>,
}

/// What is known about a first move of the robot against an opponent who knows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RefutationJson<T> {
    /// The move; it stands for all first moves that lead to isomorphic games.
    #[serde(rename = "move")]
    pub first: String,
    /// The probability that the robot wins after it, as a fraction.
    pub wins: String,
    /// The opponent's moves up to the robot's error.
    pub trap: Vec<String>,
    /// A game for every way in which the robot may break its ties, where it always loses.
    pub lines: Vec<LineJson>,
    /// How the robot's decisions were reached: [`TallyJson`] or [`AnywhereTallyJson`].
    pub tally: T,
    /// Positions that the perfect solver was asked about.
    pub solved: u64,
}

/// A refuted first move: a line of the checkpoint of `ssg analog adversary`.
pub type RefutedJson = SquareJson<RefutationJson<TallyJson>>;

/// A game that the robot loses.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LineJson {
    /// After this many moves the opponent's win is proved.
    pub decided: usize,
    /// The edges in turn, counted from 1.
    pub edges: Vec<usize>,
}

impl From<&Line> for LineJson {
    fn from(line: &Line) -> Self {
        Self {
            decided: line.decided,
            edges: labels(&line.moves),
        }
    }
}

/// The answer of `ssg analog adversary`.
#[derive(Clone, Debug, Serialize)]
pub struct AdversaryJson<R> {
    /// The probability that the robot, moving first, wins; nothing if moves are unresolved.
    pub quota: Option<String>,
    /// The first moves after which the robot always loses.
    pub losing_first_moves: Vec<String>,
    /// The first moves after which ties decide, with the probability of winning.
    pub tied_first_moves: BTreeMap<String, String>,
    /// The first moves for which the search found nothing and proved nothing.
    pub unresolved_first_moves: Vec<String>,
    /// What was found for each group of first moves: [`RefutedJson`] or [`RefutationJson`].
    pub refutations: Vec<R>,
}

/// The record of a line, for `ssg replay`.
pub fn record(size: usize, line: &LineJson) -> Record {
    Record {
        bridgit: Some(size),
        short: Some("omnipotent".to_owned()),
        cut: Some("analog".to_owned()),
        winner: Some(SideName::Short),
        reason: Some(ReasonName::Connected),
        ..Record::new(Side::Cut, line.edges.clone())
    }
}

/// A point of the paper, by `ssg analog reproduce`.
#[derive(Clone, Debug, Serialize)]
pub struct PointJson<'a> {
    place: &'a str,
    paper: &'a str,
    computed: &'a str,
    standing: String,
}

impl<'a> PointJson<'a> {
    /// The point, with the word for how it stands.
    pub fn of(point: &'a Point, standing: &str) -> Self {
        Self {
            place: point.place,
            paper: &point.paper,
            computed: &point.computed,
            standing: standing.to_lowercase(),
        }
    }
}

/// The answer of `ssg analog sample`.
#[derive(Debug, Serialize)]
pub struct SampleJson {
    /// Games played.
    pub games: u32,
    /// Of these won by the robot, which moved first.
    pub wins: u32,
    /// The share.
    pub quota: f64,
    /// The lower end of the 95 % confidence interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// How the decisions of games on any network were reached.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnywhereTallyJson {
    /// Decisions in all, each certified.
    pub decisions: u64,
    /// Those that needed more than floating point.
    pub refinements: u64,
    /// Rounds of lifting in those.
    pub rounds: u64,
    /// Ties of edges that are neither parallel nor in series, each proved.
    pub ties: u64,
    /// Positions met before.
    pub met_before: u64,
    /// Moves of the shortest game; 0 if none was played to its end.
    pub shortest: usize,
    /// Moves of the longest game.
    pub longest: usize,
}

impl From<&Tally> for AnywhereTallyJson {
    fn from(tally: &Tally) -> Self {
        Self {
            decisions: tally.decisions,
            refinements: tally.refinements,
            rounds: tally.rounds,
            ties: tally.lifted_ties,
            met_before: tally.met_before,
            shortest: tally.shortest.min(tally.longest),
            longest: tally.longest,
        }
    }
}

impl From<&AnywhereTallyJson> for Tally {
    fn from(json: &AnywhereTallyJson) -> Self {
        Self {
            decisions: json.decisions,
            refinements: json.refinements,
            rounds: json.rounds,
            lifted_ties: json.ties,
            met_before: json.met_before,
            shortest: json.shortest,
            longest: json.longest,
            ..Self::default()
        }
    }
}

/// A group of first moves on any network, played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnywhereFirstMoveJson {
    /// Its number.
    pub group: usize,
    /// The probability that the first player wins after it, as a fraction.
    pub wins: String,
    /// How that was reached.
    pub tally: AnywhereTallyJson,
}
