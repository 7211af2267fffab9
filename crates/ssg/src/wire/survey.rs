//! The JSON of `ssg survey`: the log of finished work, and an object for every point.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use switchyard_experiments::survey::statistics::ChiSquared;
use switchyard_experiments::survey::{Column, Tally};

/// The first line of the log of a survey: everything that determines its results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SurveyHeader {
    /// The version of the format.
    #[serde(rename = "survey")]
    pub version: u32,
    /// What is surveyed.
    pub kind: String,
    /// The parameters of every point.
    pub points: Vec<BTreeMap<String, ParameterJson>>,
    /// The number of runs at every point.
    pub runs: u64,
    /// The seed.
    pub seed: u64,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ParameterJson {
    /// A count.
    Whole(u64),
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
}

impl SurveyHeader {
    /// The version that this program writes.
    pub const VERSION: u32 = 1;

    /// The header as a line, newline included.
    pub fn line(&self) -> String {
        super::line_of(self)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// When it is no such header.
    pub fn parse(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("no log of a survey: {error}"))
    }
}

/// Finished runs of one point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChunkJson {
    /// The point, from 0.
    pub point: usize,
    /// The first run, from 0.
    pub from: u64,
    /// The run after the last one.
    pub to: u64,
    /// How often what.
    pub counts: Vec<u64>,
    /// Of every column: how many numbers, their sum, the sum of their squares.
    pub columns: Vec<(u64, f64, f64)>,
}

impl ChunkJson {
    /// The results of these runs.
    pub fn new(point: usize, from: u64, to: u64, tally: &Tally) -> Self {
        let column = |column: &Column| (column.count, column.sum, column.squares);
        Self {
            point,
            from,
            to,
            counts: tally.counts.clone(),
            columns: tally.columns.iter().map(column).collect(),
        }
    }

    /// The same as a tally.
    pub fn tally(&self) -> Tally {
        let column = |&(count, sum, squares): &(u64, f64, f64)| Column {
            count,
            sum,
            squares,
        };
        Tally {
            runs: self.to - self.from,
            counts: self.counts.clone(),
            columns: self.columns.iter().map(column).collect(),
        }
    }

    /// The chunk as a line, newline included.
    pub fn line(&self) -> String {
        super::line_of(self)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("no result of a survey: {error}"))
    }
}

/// A point of a survey, as it is printed.
#[derive(Clone, Debug, Serialize)]
pub struct PointJson {
    /// What was surveyed.
    pub kind: String,
    /// The parameters.
    #[serde(flatten)]
    pub parameters: BTreeMap<String, ParameterJson>,
    /// The number of runs.
    pub runs: u64,
    /// The seed.
    pub seed: u64,
    /// How often what, by name.
    #[serde(flatten)]
    pub counts: BTreeMap<&'static str, u64>,
    /// Means, by name.
    #[serde(flatten)]
    pub means: BTreeMap<&'static str, f64>,
    /// Standard errors of the means, by name.
    pub errors: BTreeMap<&'static str, f64>,
    /// Wilson's intervals for the counts as shares, at 95 %.
    pub intervals: BTreeMap<&'static str, [f64; 2]>,
    /// What the law says, by name: shares for the counts, means for the rest.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub predicted: BTreeMap<&'static str, f64>,
    /// Deviations of the means from the law, in standard errors.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub deviations: BTreeMap<&'static str, f64>,
    /// The counts of the outcomes against the law.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chi_squared: Option<ChiSquaredJson>,
}

/// [`ChiSquared`].
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ChiSquaredJson {
    /// The statistic.
    pub value: f64,
    /// The degrees of freedom.
    pub degrees: u32,
    /// The probability of a larger one, if the law is true.
    pub p: f64,
}

impl From<ChiSquared> for ChiSquaredJson {
    fn from(found: ChiSquared) -> Self {
        let ChiSquared { value, degrees, p } = found;
        Self { value, degrees, p }
    }
}
