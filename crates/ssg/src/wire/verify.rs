//! The JSON of `ssg verify`: one line per item, and the sum of all.

use serde::{Deserialize, Serialize};
use switchyard_verify::{Covered, Findings, Item};

/// The first line of a log of the verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyHeader {
    /// The version of the format.
    #[serde(rename = "verify")]
    pub version: u32,
    /// `full` or `quick`.
    pub scope: String,
    /// Changes when the program does.
    pub program: String,
}

impl VerifyHeader {
    /// The header as a line, newline included.
    pub fn line(&self) -> String {
        super::line_of(self)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// When it is no such header.
    pub fn parse(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("no log of a verification: {error}"))
    }
}

/// What an item found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultJson {
    /// Its name.
    pub item: String,
    /// What was looked at, and what was wrong.
    #[serde(flatten, with = "FindingsJson")]
    pub findings: Findings,
}

/// How [`Findings`] are written. The fields are listed here again, so that a change of the type that would make logs
/// unreadable does not compile.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Findings")]
struct FindingsJson {
    #[serde(with = "CoveredJson")]
    covered: Covered,
    disagreements: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    examples: Vec<String>,
}

/// How [`Covered`] is written; a count that is missing is 0.
#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "Covered", default)]
struct CoveredJson {
    networks: u64,
    join_all: u64,
    positions: u64,
    partitions: u64,
    digraphs: u64,
    sums: u64,
    games: u64,
    moves: u64,
}

impl ResultJson {
    /// What this item found.
    pub fn new(item: &Item, findings: &Findings) -> Self {
        Self {
            item: item.to_string(),
            findings: findings.clone(),
        }
    }

    /// The result as a line, newline included.
    pub fn line(&self) -> String {
        super::line_of(self)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// When it is no result.
    pub fn parse(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("no result of an item: {error}"))
    }
}

/// What `ssg verify --json` prints at the end.
#[derive(Clone, Debug, Serialize)]
pub struct VerifyJson {
    /// `full` or `quick`.
    pub scope: String,
    /// How many items of work there were.
    pub items: usize,
    /// What each part of the work found.
    pub parts: Vec<PartJson>,
    /// How often oracle and program disagreed.
    pub disagreements: u64,
}

/// One part of the work.
#[derive(Clone, Debug, Serialize)]
pub struct PartJson {
    /// `graphs`, `multigraphs`, `digraphs` or `games`.
    pub part: String,
    /// What it found.
    #[serde(flatten, with = "FindingsJson")]
    pub findings: Findings,
}
