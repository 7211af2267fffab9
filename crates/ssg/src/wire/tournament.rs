//! The JSON of tournaments: the first line of a log, and what `ssg tournament --json` prints.

use answers::hash::Fnv;
use answers::wire::names::OutcomeName;
use serde::{Deserialize, Serialize};

/// The first line of a tournament's log: what the tournament is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentHeader {
    /// The version of the format.
    #[serde(rename = "tournament")]
    pub version: u32,
    /// The players.
    pub players: Vec<EntrantJson>,
    /// The networks.
    pub networks: Vec<TournamentNetwork>,
    /// The time control.
    pub time: String,
    /// The limits of outside programs, in words; empty if there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub limits: String,
    /// The seed from which those of all games are derived.
    pub seed: u64,
    /// The number of rounds.
    pub rounds: u32,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantJson {
    /// Its name.
    pub name: String,
    /// Changes when the program does.
    pub identity: String,
}

/// A network of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentNetwork {
    /// Its file.
    pub file: String,
    /// Its fingerprint.
    pub fingerprint: String,
    /// Who wins it under perfect play.
    pub outcome: OutcomeName,
    /// Its size.
    pub vertices: usize,
    /// Its size.
    pub edges: usize,
}

impl TournamentHeader {
    /// The version that this program writes.
    pub const VERSION: u32 = 1;

    /// The header as a line, newline included.
    pub fn line(&self) -> String {
        super::line_of(self)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// When it is no header of this version.
    pub fn parse(line: &str) -> Result<Self, String> {
        let header: Self = serde_json::from_str(line)
            .map_err(|error| format!("not the log of a tournament: {error}"))?;
        if header.version != Self::VERSION {
            return Err(format!("a tournament's log of version {}", header.version));
        }
        Ok(header)
    }

    /// How another tournament differs from this one, if it does.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let names = |header: &Self| -> Vec<String> {
            let names = header.players.iter().map(|player| player.name.clone());
            names.collect()
        };
        if names(self) != names(other) {
            return Some(format!("its players are {}", names(self).join(", ")));
        }
        let changed = self.players.iter().zip(&other.players);
        if let Some((player, _)) = changed.into_iter().find(|(one, two)| one != two) {
            return Some(format!("the program of {} has changed since", player.name));
        }
        if self.networks != other.networks {
            return Some("its networks are different".to_owned());
        }
        if self.time != other.time {
            return Some(format!("its time control is {}", self.time));
        }
        if self.limits != other.limits {
            let limits = Some(self.limits.as_str()).filter(|limits| !limits.is_empty());
            return Some(format!("its limits are: {}", limits.unwrap_or("none")));
        }
        if self.seed != other.seed {
            return Some(format!("its seed is {}", self.seed));
        }
        (self.rounds != other.rounds).then(|| format!("it has {} rounds", self.rounds))
    }

    /// A short hash of this tournament.
    pub fn digest(&self) -> String {
        let mut hash = Fnv::new();
        hash.text(&self.line());
        hash.hex()[..8].to_owned()
    }
}

/// What `ssg tournament --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct TournamentJson {
    /// Games played.
    pub games: usize,
    /// The players, the best first.
    pub standings: Vec<StandingJson>,
    /// The cross table, in the order of the standings.
    pub table: Vec<MeetingJson>,
    /// Every player on every network, in the order of the standings.
    pub by_network: Vec<OnNetworkJson>,
    /// Every player in every role, in the order of the standings.
    pub by_role: Vec<InRoleJson>,
    /// The networks.
    pub networks: Vec<TournamentNetwork>,
    /// The seed from which those of all games are derived.
    pub seed: u64,
    /// Where the games are.
    pub log: String,
}

/// Games won out of games played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Won.
    pub won: usize,
    /// Played.
    pub played: usize,
}

impl Score {
    /// Counts a game.
    pub fn count(&mut self, won: bool) {
        self.played += 1;
        self.won += usize::from(won);
    }

    /// The part that was won; nothing of nothing is nothing.
    pub fn share(self) -> f64 {
        if self.played == 0 {
            return 0.0;
        }
        self.won as f64 / self.played as f64
    }
}

/// Games won, and how they stand to theory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// All games.
    #[serde(flatten)]
    pub all: Score,
    /// Won although perfect play by the opponent would have won.
    pub stolen: usize,
    /// Lost although perfect play would have won.
    pub thrown: usize,
}

impl Tally {
    /// Counts a game; `due` says whether perfect play would have won it.
    pub fn count(&mut self, won: bool, due: bool) {
        self.all.count(won);
        self.stolen += usize::from(won && !due);
        self.thrown += usize::from(!won && due);
    }
}

/// A player on a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OnNetworkJson {
    /// The player.
    pub player: String,
    /// The network's file.
    pub network: String,
    /// Its games there.
    #[serde(flatten)]
    pub tally: Tally,
}

/// A player in a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InRoleJson {
    /// The player.
    pub player: String,
    /// `c1`, `c2`, `d1` or `d2`, as the protocol calls it.
    pub role: &'static str,
    /// Its games in it.
    #[serde(flatten)]
    pub tally: Tally,
}

/// One player's tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StandingJson {
    /// The player.
    pub player: String,
    /// Place in the standings; equal ratings share a place.
    pub rank: usize,
    /// Elo points relative to the mean of all players.
    pub rating: f64,
    /// The lower end of the 95 % confidence interval of the rating.
    pub rating_low: f64,
    /// Its upper end.
    pub rating_high: f64,
    /// All games.
    #[serde(flatten)]
    pub all: Score,
    /// As SHORT with the first move.
    pub short_first: Score,
    /// As SHORT with the second move.
    pub short_second: Score,
    /// As CUT with the first move.
    pub cut_first: Score,
    /// As CUT with the second move.
    pub cut_second: Score,
    /// Games that perfect play by the opponent would have won.
    pub lost_games: Score,
    /// Games that perfect play would have won; those not won were given away.
    pub won_games: Score,
    /// Games lost by forfeit.
    pub forfeits: Forfeits,
    /// Games after which a program did not end as the protocol says.
    pub misconduct: usize,
    /// Moves made.
    pub moves: usize,
    /// Seconds of thought.
    pub seconds: f64,
    /// The most seconds in one game.
    pub longest: f64,
}

/// Games lost by forfeit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Forfeits {
    /// Printed something that is not a legal move.
    pub illegal_move: usize,
    /// Ran out of time.
    pub timeout: usize,
    /// Ended early.
    pub crashed: usize,
    /// Used more than it may.
    pub limit: usize,
}

impl Forfeits {
    /// All of them.
    pub fn sum(self) -> usize {
        self.illegal_move + self.timeout + self.crashed + self.limit
    }
}

/// All games of one player against another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MeetingJson {
    /// The player.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// The player's games.
    #[serde(flatten)]
    pub score: Score,
}
