//! The record of a game, one JSON object per line: see docs/tournaments.md.

use super::line_of;
use super::names::{OutcomeName, SideName, TargetName};
use super::network::NetworkJson;
use serde::{Deserialize, Serialize};
use switchyard::graph::EdgeId;
use switchyard::player::Forfeit;
use switchyard::referee::{Game, Reason};
use switchyard::switching::Side;

/// A game of the switching game. Only a board, `first` and `moves` must be there to read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version of the format.
    #[serde(rename = "record", default = "version")]
    pub version: u32,
    /// The network's file, as it was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// The network itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<NetworkJson>,
    /// The size of a Bridg-It board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bridgit: Option<usize>,
    /// [`crate::hash::fingerprint`] of the network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// What SHORT had to join.
    #[serde(default, skip_serializing_if = "TargetName::is_default")]
    pub target: TargetName,
    /// Who wins the network under perfect play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeName>,
    /// Who played SHORT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// Who played CUT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
    /// Who had the first move.
    pub first: SideName,
    /// The round of the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// What the built-in players' choices follow from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Who won; nobody if the game was left unfinished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<SideName>,
    /// Why the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonName>,
    /// The legal moves in turn, counted from 1; 0 is a pass.
    pub moves: Vec<usize>,
    /// The time used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockJson>,
    /// What the loser did instead of a legal move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultJson>,
    /// What was wrong after the game was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conduct: Option<ConductJson>,
}

fn version() -> u32 {
    Record::VERSION
}

/// Why a game ended, in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReasonName {
    /// SHORT's edges join the terminals.
    Connected,
    /// The terminals are parted.
    Disconnected,
    /// Something that is no legal move was said.
    IllegalMove,
    /// The time was up.
    Timeout,
    /// The program ended early.
    Crashed,
    /// The program used more than it may.
    Limit,
}

/// Seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClockJson {
    /// What SHORT used.
    pub short: f64,
    /// What CUT used.
    pub cut: f64,
    /// What each had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<f64>,
}

/// What the loser did instead of a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultJson {
    /// In words.
    pub detail: String,
    /// What was printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The end of stderr.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
}

/// What a side did wrong after the game was decided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConductJson {
    /// SHORT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// CUT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
}

impl Record {
    /// The version that this program writes.
    pub const VERSION: u32 = 1;

    /// A record that says who began and which moves were made, and nothing else.
    pub fn new(first: Side, moves: Vec<usize>) -> Self {
        Self {
            version: Self::VERSION,
            network: None,
            graph: None,
            bridgit: None,
            fingerprint: None,
            target: TargetName::default(),
            outcome: None,
            short: None,
            cut: None,
            first: first.into(),
            round: None,
            seed: None,
            winner: None,
            reason: None,
            moves,
            clock: None,
            fault: None,
            conduct: None,
        }
    }

    /// The record of a refereed game, without the board and the players.
    pub fn of(game: &Game) -> Self {
        let (reason, fault) = match &game.ending.reason {
            Reason::Connected => (ReasonName::Connected, None),
            Reason::Disconnected => (ReasonName::Disconnected, None),
            Reason::Forfeit(forfeit) => {
                let (reason, fault) = FaultJson::of(forfeit);
                (reason, Some(fault))
            }
        };
        Self {
            winner: Some(game.ending.winner.into()),
            reason: Some(reason),
            fault,
            ..Self::new(game.first, super::labels(&game.moves))
        }
    }

    /// The record of moves that need not alternate; `None` is a pass, and a side that moves twice
    /// running moves the second time after a pass of the other. The winner, if there is one, has won on
    /// the board.
    pub fn of_moves(moves: &[(Side, Option<EdgeId>)], winner: Option<Side>) -> Self {
        let first = moves.first().map_or(Side::Short, |&(side, _)| side);
        let mut turn = first;
        let mut labels = Vec::with_capacity(moves.len());
        for &(side, edge) in moves {
            if side != turn {
                labels.push(0);
            }
            labels.push(edge.map_or(0, EdgeId::label));
            turn = side.other();
        }
        Self {
            winner: winner.map(Into::into),
            reason: winner.map(ReasonName::of_goal),
            ..Self::new(first, labels)
        }
    }

    /// The record as a line, newline included.
    pub fn line(&self) -> String {
        line_of(self)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// When it is not a record, or one of a later format.
    pub fn parse(line: &str) -> Result<Self, String> {
        let record: Self = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if record.version != Self::VERSION {
            return Err(format!(
                "a game record of version {}; this program reads version {}",
                record.version,
                Self::VERSION
            ));
        }
        Ok(record)
    }
}

impl FaultJson {
    fn of(forfeit: &Forfeit) -> (ReasonName, Self) {
        let (reason, detail, said) = match forfeit {
            Forfeit::IllegalMove { said, why } => {
                (ReasonName::IllegalMove, why.clone(), Some(said))
            }
            Forfeit::Timeout => (ReasonName::Timeout, "out of time".to_owned(), None),
            Forfeit::Crashed(how) => (ReasonName::Crashed, how.clone(), None),
            Forfeit::Limit(what) => (ReasonName::Limit, what.clone(), None),
            other => (ReasonName::Crashed, other.to_string(), None),
        };
        let fault = Self {
            detail,
            said: said.cloned(),
            stderr: None,
        };
        (reason, fault)
    }
}

impl ReasonName {
    /// How this side wins on the board.
    pub fn of_goal(winner: Side) -> Self {
        match winner {
            Side::Short => Self::Connected,
            Side::Cut => Self::Disconnected,
        }
    }

    /// As it is written in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Connected => "connected",
            Self::Disconnected => "disconnected",
            Self::IllegalMove => "illegal-move",
            Self::Timeout => "timeout",
            Self::Crashed => "crashed",
            Self::Limit => "limit",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_needs_little_and_survives_a_round_trip() {
        let text = r#"{"bridgit":3,"first":"cut","moves":[7,1,0],"more":"ignored"}"#;
        let record = Record::parse(text).unwrap();
        assert_eq!((record.bridgit, record.version), (Some(3), 1));
        assert_eq!(Record::parse(&record.line()).unwrap(), record);
        assert!(Record::parse(r#"{"record":2,"first":"cut","moves":[]}"#).is_err());
        assert!(Record::parse(r#"{"first":"red","moves":[]}"#).is_err());
    }

    #[test]
    fn a_side_that_moves_twice_moves_after_a_pass() {
        let edge = |label| EdgeId::from_label(label);
        let moves = [
            (Side::Cut, edge(3)),
            (Side::Cut, edge(1)),
            (Side::Short, None),
            (Side::Cut, edge(2)),
        ];
        let record = Record::of_moves(&moves, Some(Side::Cut));
        assert_eq!(record.first, SideName::Cut);
        assert_eq!(record.moves, [3, 0, 1, 0, 2]);
        assert_eq!(record.reason, Some(ReasonName::Disconnected));
        assert_eq!(Record::of_moves(&[], None).first, SideName::Short);
    }
}
