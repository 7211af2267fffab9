//! What `ssg grade` reads and writes: the rules and submissions as TOML, the log and the results as JSON.

use answers::wire::record::Record;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The rules of a class. Every section may be left out.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesToml {
    /// The title of the report.
    #[serde(default = "title")]
    pub title: String,
    /// The folder of the submissions, relative to the file of the rules.
    pub submissions: String,
    /// The seed of all random choices.
    #[serde(default = "one")]
    pub seed: u64,
    /// How a submission is built and run.
    #[serde(default)]
    pub build: BuildToml,
    /// What a program may use.
    #[serde(default)]
    pub limits: LimitsToml,
    /// The checks of the protocol.
    #[serde(default)]
    pub conformance: ConformanceToml,
    /// Games from won positions.
    #[serde(default)]
    pub won: WonToml,
    /// The round robin.
    #[serde(default)]
    pub tournament: TournamentToml,
}

fn title() -> String {
    "Grades".to_owned()
}

fn one() -> u64 {
    1
}

/// How a submission is built and run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BuildToml {
    /// The command that builds a submission which brings none; `make` where there is a Makefile.
    pub command: Option<String>,
    /// The commands that run a submission which brings none: the first whose program is there.
    pub run: Vec<String>,
    /// Seconds that a build may take.
    pub time: f64,
    /// Points for a program that is built.
    pub points: f64,
    /// Points taken off for every line of the build log with a warning.
    pub per_warning: f64,
}

impl Default for BuildToml {
    fn default() -> Self {
        Self {
            command: None,
            run: ["./ssg", "./player", "./run.sh", "python3 player.py"]
                .map(str::to_owned)
                .to_vec(),
            time: 120.0,
            points: 10.0,
            per_warning: 0.0,
        }
    }
}

/// What a program may use, in the words of the command line.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitsToml {
    /// Seconds for a game, or `auto`.
    pub time: TimeToml,
    /// `wall` or `cpu`.
    pub clock: String,
    /// Memory, such as `512M`.
    pub memory: Option<String>,
    /// Processes.
    pub processes: Option<u32>,
    /// The size of a file, such as `16M`.
    pub file_size: Option<String>,
    /// `auto`, `bwrap` or `none`.
    pub sandbox: String,
}

impl Default for LimitsToml {
    fn default() -> Self {
        Self {
            time: TimeToml::Words("auto".to_owned()),
            clock: "wall".to_owned(),
            memory: None,
            processes: None,
            file_size: None,
            sandbox: "auto".to_owned(),
        }
    }
}

/// A time as a number or as a word.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum TimeToml {
    /// Seconds.
    Seconds(f64),
    /// `auto`.
    Words(String),
}

/// The checks of the protocol.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ConformanceToml {
    /// Seconds for a check.
    pub time: f64,
    /// Points, in equal shares for all checks.
    pub points: f64,
}

impl Default for ConformanceToml {
    fn default() -> Self {
        Self {
            time: 5.0,
            points: 30.0,
        }
    }
}

/// Games from won positions.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WonToml {
    /// Network files and folders, relative to the file of the rules.
    pub networks: Vec<String>,
    /// How many games.
    pub games: u32,
    /// Against whom: a built-in player.
    pub opponent: String,
    /// Points, by the share of games won.
    pub points: f64,
}

impl Default for WonToml {
    fn default() -> Self {
        Self {
            networks: Vec::new(),
            games: 20,
            opponent: "random".to_owned(),
            points: 30.0,
        }
    }
}

/// The round robin.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TournamentToml {
    /// Network files and folders, relative to the file of the rules.
    pub networks: Vec<String>,
    /// Rounds.
    pub rounds: u32,
    /// Built-in players that take part.
    pub players: Vec<String>,
    /// Points, by the share of games won relative to the best submission's.
    pub points: f64,
}

impl Default for TournamentToml {
    fn default() -> Self {
        Self {
            networks: Vec::new(),
            rounds: 1,
            players: Vec::new(),
            points: 30.0,
        }
    }
}

/// What a submission says about itself, in its `submission.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubmissionToml {
    /// The command that builds it.
    pub build: Option<String>,
    /// The command that runs it.
    pub command: Option<String>,
}

/// Reads TOML.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_toml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
}

/// The first line of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradeHeader {
    /// The version of the format.
    #[serde(rename = "grade")]
    pub version: u32,
    /// Changes when the rules or a network do.
    pub rules: String,
}

impl GradeHeader {
    /// The version that this program writes.
    pub const VERSION: u32 = 1;

    /// Reads a line.
    ///
    /// # Errors
    /// When it is no header of this version.
    pub fn parse(line: &str) -> Result<Self, String> {
        let header: Self = super::parse(line.as_bytes())
            .map_err(|why| format!("not the log of a grading: {why}"))?;
        if header.version != Self::VERSION {
            return Err(format!("a grading's log of version {}", header.version));
        }
        Ok(header)
    }
}

/// Something that was done, and need not be done again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum StepJson {
    /// The checks of a submission.
    Conformance {
        /// Its name.
        name: String,
        /// Changes when its files do.
        identity: String,
        /// The checks.
        checks: Vec<CheckJson>,
    },
    /// A game from a won position.
    Won {
        /// The submission's name.
        name: String,
        /// Changes when its files do.
        identity: String,
        /// Which game, from 0.
        number: usize,
        /// The game.
        record: Record,
    },
    /// A game of the round robin.
    Tournament {
        /// The identities of SHORT and CUT.
        identities: [String; 2],
        /// The game.
        record: Record,
    },
}

/// A check of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckJson {
    /// What is checked.
    pub check: String,
    /// The mode it was checked in.
    pub mode: String,
    /// Whether it passed.
    pub passed: bool,
    /// What was wrong.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// One submission's grade: a line of `ssg grade --json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GradeJson {
    /// The submission.
    pub name: String,
    /// Whether it could be built.
    pub built: bool,
    /// Warnings in the build log.
    pub warnings: usize,
    /// The end of the build log.
    pub build_log: String,
    /// The checks of the protocol.
    pub conformance: Vec<CheckJson>,
    /// Games won from won positions.
    pub won: usize,
    /// Games played from won positions.
    pub played: usize,
    /// The rating in the round robin, if it took part.
    pub rating: Option<f64>,
    /// Its confidence interval.
    pub rating_interval: Option<[f64; 2]>,
    /// The place among all players of the round robin.
    pub rank: Option<usize>,
    /// Games won in the round robin.
    pub tournament_won: usize,
    /// Games played in the round robin.
    pub tournament_played: usize,
    /// Points by section.
    pub points_by_section: PointsJson,
    /// All points.
    pub points: f64,
}

/// Points by section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PointsJson {
    /// For the build.
    pub build: f64,
    /// For the checks.
    pub conformance: f64,
    /// For the games from won positions.
    pub won: f64,
    /// For the round robin.
    pub tournament: f64,
}

impl PointsJson {
    /// All of them.
    pub fn sum(self) -> f64 {
        self.build + self.conformance + self.won + self.tournament
    }
}
