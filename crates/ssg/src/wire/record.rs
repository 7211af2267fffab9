//! The record of a game, one JSON object a line: see docs/tournaments.md.

use serde::{Deserialize, Serialize};
use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::player::Forfeit;
use switchyard::referee::{Game, Reason};
use switchyard::review::Judged;
use switchyard::switching::{Network, Outcome, Side};

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
    pub graph: Option<GraphJson>,
    /// The size of a Bridg-It board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bridgit: Option<usize>,
    /// [`fingerprint`] of the network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
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
    pub fault: Option<Fault>,
    /// What was wrong after the game was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conduct: Option<Conduct>,
}

fn version() -> u32 {
    Record::VERSION
}

/// A side, in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    /// Constructor
    Short,
    /// Destructor
    Cut,
}

/// An outcome, in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeName {
    /// SHORT wins, whoever begins.
    Short,
    /// CUT wins, whoever begins.
    Cut,
    /// Whoever begins wins.
    First,
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
}

/// A network, in JSON; everything counts from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphJson {
    /// How many vertices.
    pub vertices: usize,
    /// L.
    pub left: usize,
    /// R.
    pub right: usize,
    /// The two ends of every edge.
    pub edges: Vec<[usize; 2]>,
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
pub struct Fault {
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
pub struct Conduct {
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

    /// The record of a game, without the board and the players.
    pub fn of(game: &Game) -> Self {
        let (reason, fault) = match &game.ending.reason {
            Reason::Connected => (ReasonName::Connected, None),
            Reason::Disconnected => (ReasonName::Disconnected, None),
            Reason::Forfeit(forfeit) => {
                let (reason, fault) = Fault::of(forfeit);
                (reason, Some(fault))
            }
        };
        Self {
            version: Self::VERSION,
            network: None,
            graph: None,
            bridgit: None,
            fingerprint: None,
            outcome: None,
            short: None,
            cut: None,
            first: game.first.into(),
            round: None,
            seed: None,
            winner: Some(game.ending.winner.into()),
            reason: Some(reason),
            moves: game.moves.iter().map(|edge| edge.label()).collect(),
            clock: None,
            fault,
            conduct: None,
        }
    }

    /// The record as a line, newline included.
    pub fn line(&self) -> String {
        super::line_of(self)
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

impl Fault {
    fn of(forfeit: &Forfeit) -> (ReasonName, Self) {
        let (reason, detail, said) = match forfeit {
            Forfeit::IllegalMove { said, why } => {
                (ReasonName::IllegalMove, why.clone(), Some(said))
            }
            Forfeit::Timeout => (ReasonName::Timeout, "out of time".to_owned(), None),
            Forfeit::Crashed(how) => (ReasonName::Crashed, how.clone(), None),
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
    /// As it stands in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Connected => "connected",
            Self::Disconnected => "disconnected",
            Self::IllegalMove => "illegal-move",
            Self::Timeout => "timeout",
            Self::Crashed => "crashed",
        }
    }
}

impl OutcomeName {
    /// As it stands in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Cut => "cut",
            Self::First => "first",
        }
    }
}

impl From<Side> for SideName {
    fn from(side: Side) -> Self {
        match side {
            Side::Short => Self::Short,
            Side::Cut => Self::Cut,
        }
    }
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Self {
        match name {
            SideName::Short => Self::Short,
            SideName::Cut => Self::Cut,
        }
    }
}

impl From<Outcome> for OutcomeName {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Short => Self::Short,
            Outcome::Cut => Self::Cut,
            Outcome::First => Self::First,
        }
    }
}

impl From<OutcomeName> for Outcome {
    fn from(name: OutcomeName) -> Self {
        match name {
            OutcomeName::Short => Self::Short,
            OutcomeName::Cut => Self::Cut,
            OutcomeName::First => Self::First,
        }
    }
}

impl GraphJson {
    /// A network as JSON writes it.
    pub fn of(network: &Network) -> Self {
        let graph = network.graph();
        Self {
            vertices: graph.vertex_count(),
            left: network.left().label(),
            right: network.right().label(),
            edges: graph
                .edges()
                .map(|edge: EdgeId| graph.ends(edge).map(VertexId::label))
                .collect(),
        }
    }

    /// The network, if it is one.
    ///
    /// # Errors
    /// When a vertex does not exist or the terminals are one.
    pub fn network(&self) -> Result<Network, String> {
        let graph = graph(self.vertices, &self.edges)?;
        let terminal = |label| vertex(label, self.vertices);
        let (left, right) = (terminal(self.left)?, terminal(self.right)?);
        Network::new(graph, left, right).map_err(|error| error.to_string())
    }
}

/// The vertex with this label, among so many.
pub(super) fn vertex(label: usize, vertices: usize) -> Result<VertexId, String> {
    let known = VertexId::from_label(label).filter(|_| label <= vertices);
    known.ok_or_else(|| format!("there is no vertex {label} among {vertices}"))
}

/// The graph with these edges.
pub(super) fn graph(vertices: usize, edges: &[[usize; 2]]) -> Result<Graph, String> {
    if vertices > switchyard::format::vertex_limit(edges.len()) {
        return Err(format!("{vertices} vertices are too many"));
    }
    let mut graph = Graph::new(vertices);
    for &[u, v] in edges {
        graph.add_edge(vertex(u, vertices)?, vertex(v, vertices)?);
    }
    Ok(graph)
}

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
        let labels = || step.winning.iter().map(|edge| edge.label()).collect();
        Self {
            game,
            ply,
            side: step.side.into(),
            edge: step.edge.map_or(0, EdgeId::label),
            outcome: step.outcome.into(),
            judgement: step.judgement.to_string(),
            winning: step.winning.len(),
            winning_moves: listed.then(labels),
        }
    }

    /// The move as a line, newline included.
    pub fn line(&self) -> String {
        super::line_of(self)
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
        super::line_of(self)
    }
}

/// A name for the network: 64-bit FNV-1a over n, m, L, R and the ends of all edges, in hex.
pub fn fingerprint(network: &Network) -> String {
    let graph = network.graph();
    let mut hash = Fnv::new();
    hash.number(graph.vertex_count());
    hash.number(graph.edge_count());
    hash.number(network.left().label());
    hash.number(network.right().label());
    for edge in graph.edges() {
        for end in graph.ends(edge) {
            hash.number(end.label());
        }
    }
    hash.hex()
}

/// The hash of Fowler, Noll and Vo: short, stable over versions, good enough to tell files apart.
#[derive(Clone, Copy, Debug)]
pub struct Fnv(u64);

impl Fnv {
    /// The hash of nothing.
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Takes in some bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Takes in a text and its end.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0xff]);
    }

    /// Takes in a number, as eight bytes, the lowest first.
    pub fn number(&mut self, number: usize) {
        self.bytes(&(number as u64).to_le_bytes());
    }

    /// The value.
    pub fn value(self) -> u64 {
        self.0
    }

    /// The value in 16 hex digits.
    pub fn hex(self) -> String {
        format!("{:016x}", self.0)
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
    fn graphs_are_checked() {
        let text = r#"{"vertices":3,"left":1,"right":3,"edges":[[1,2],[2,3]]}"#;
        let graph: GraphJson = serde_json::from_str(text).unwrap();
        let network = graph.network().unwrap();
        assert_eq!(GraphJson::of(&network), graph);
        for (from, to) in [
            ("[2,3]", "[2,4]"),
            ("[2,3]", "[0,3]"),
            ("\"left\":1", "\"left\":3"),
        ] {
            let graph: GraphJson = serde_json::from_str(&text.replace(from, to)).unwrap();
            assert!(graph.network().is_err(), "{to}");
        }
    }

    /// The published test vectors of FNV-1a.
    #[test]
    fn the_hash_is_fnv() {
        let of = |text: &str| {
            let mut hash = Fnv::new();
            hash.bytes(text.as_bytes());
            hash.value()
        };
        assert_eq!(of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of("foobar"), 0x8594_4171_f739_67e8);
    }
}
