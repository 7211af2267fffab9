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
    /// What was looked at.
    #[serde(flatten)]
    pub findings: FindingsJson,
}

/// What was looked at, and what was wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingsJson {
    /// How many of what were looked at.
    pub covered: CoveredJson,
    /// How often oracle and program disagreed.
    pub disagreements: u64,
    /// The first of them, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
}

/// See [`Covered`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[allow(missing_docs)]
pub struct CoveredJson {
    pub networks: u64,
    pub join_all: u64,
    pub positions: u64,
    pub partitions: u64,
    pub digraphs: u64,
    pub sums: u64,
    pub games: u64,
    pub moves: u64,
}

impl From<&Findings> for FindingsJson {
    fn from(findings: &Findings) -> Self {
        let c = findings.covered;
        Self {
            covered: CoveredJson {
                networks: c.networks,
                join_all: c.join_all,
                positions: c.positions,
                partitions: c.partitions,
                digraphs: c.digraphs,
                sums: c.sums,
                games: c.games,
                moves: c.moves,
            },
            disagreements: findings.disagreements,
            examples: findings.examples.clone(),
        }
    }
}

impl From<FindingsJson> for Findings {
    fn from(json: FindingsJson) -> Self {
        let c = json.covered;
        Self {
            covered: Covered {
                networks: c.networks,
                join_all: c.join_all,
                positions: c.positions,
                partitions: c.partitions,
                digraphs: c.digraphs,
                sums: c.sums,
                games: c.games,
                moves: c.moves,
            },
            disagreements: json.disagreements,
            examples: json.examples,
        }
    }
}

impl ResultJson {
    /// What this item found.
    pub fn new(item: &Item, findings: &Findings) -> Self {
        Self {
            item: item.to_string(),
            findings: findings.into(),
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
    #[serde(flatten)]
    pub findings: FindingsJson,
}
