//! What the page and its server say to each other. Everything counts from 1.

use super::certificate::CertificateJson;
use super::partition::PartitionJson;
use super::record::{GraphJson, OutcomeName, SideName, graph, vertex};
use super::verdict::WinningMovesJson;
use serde::{Deserialize, Serialize};
use switchyard::format::{Description, Names, Terminal};

/// A claim of an edge.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MoveJson {
    /// Who made it.
    pub side: SideName,
    /// The edge.
    pub edge: usize,
}

/// A network and the moves made on it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameJson {
    /// The board.
    pub network: GraphJson,
    /// The moves, in order.
    #[serde(default)]
    pub moves: Vec<MoveJson>,
}

/// What to say about a position, and whether to move in it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The board.
    pub network: GraphJson,
    /// The moves, in order.
    #[serde(default)]
    pub moves: Vec<MoveJson>,
    /// What else to send.
    #[serde(default)]
    pub overlays: Vec<Overlay>,
    /// Whose move to make, if anybody's.
    #[serde(default)]
    pub reply: Option<ReplyWish>,
}

/// What can be drawn over a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Overlay {
    /// P, P* and R.
    Partition,
    /// The clumps.
    Clumps,
    /// Currents and potentials.
    Currents,
}

/// A move to be made by a built-in player.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyWish {
    /// For this side.
    pub side: SideName,
    /// By this player.
    pub player: PlayerJson,
}

/// A built-in player.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerJson {
    /// Which.
    pub kind: PlayerKind,
    /// How often, in percent, an adjustable player does not err.
    #[serde(default)]
    pub strength: Option<f64>,
    /// What its chances follow from.
    #[serde(default)]
    pub seed: u64,
}

/// The players that the page offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// Never errs.
    Perfect,
    /// Errs as often as its strength says.
    Strength,
    /// Shannon's robot.
    Analog,
    /// The weakest place.
    MinCut,
    /// A shortest route.
    Greedy,
    /// Any move.
    Random,
}

/// The answer to a [`Question`].
#[derive(Debug, Serialize)]
pub struct Answer {
    /// Who has won.
    pub winner: Option<SideName>,
    /// Who wins under perfect play.
    pub outcome: OutcomeName,
    /// Every winning move of each side.
    pub winning_moves: WinningMovesJson,
    /// The verdict in a sentence.
    pub sentence: String,
    /// What the machine announces if it chooses its side here.
    pub announcement: Announcement,
    /// The proof.
    pub certificate: CertificateJson,
    /// The move that was asked for; everything else is about the position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<EdgeJson>,
    /// The outcome before that move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<OutcomeName>,
    /// The principal partition of the graph as drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partition: Option<PartitionJson>,
    /// The clumps of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clumps: Option<Vec<Vec<usize>>>,
    /// The currents of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currents: Option<CurrentsJson>,
}

/// An edge alone.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EdgeJson {
    /// The edge.
    pub edge: usize,
}

/// One of the three announcements of 1972.
#[derive(Debug, Serialize)]
pub struct Announcement {
    /// `short`, `cut`, or `choose`.
    pub role: &'static str,
    /// The words.
    pub text: &'static str,
    /// The machine's first move, where the human chooses the side.
    #[serde(rename = "move")]
    pub first_move: Option<usize>,
}

/// Currents and potentials.
#[derive(Debug, Serialize)]
pub struct CurrentsJson {
    /// The current of every edge; 0 where none flows.
    pub currents: Vec<f64>,
    /// The potential of every vertex; nothing where it hangs apart.
    pub potentials: Vec<Option<f64>>,
    /// The edges with the most current.
    pub best: Vec<usize>,
}

/// Why a move was answered as it was.
#[derive(Debug, Serialize)]
pub struct ExplanationJson {
    /// The move that was answered.
    pub hit: usize,
    /// The answers that keep the win.
    pub replies: Vec<usize>,
    /// The answer that was given, if one was.
    pub chosen: Option<usize>,
    /// Who keeps the win.
    pub winner: SideName,
    /// The tree that was broken.
    pub broken: Vec<usize>,
    /// The other tree.
    pub whole: Vec<usize>,
    /// Its path between the ends of the move.
    pub path: Vec<usize>,
    /// One side of the gap.
    pub side: Vec<usize>,
    /// All this in words.
    pub sentence: String,
}

/// The outcome before the first move and after every move.
#[derive(Debug, Serialize)]
pub struct OutcomesJson<T> {
    /// One more than there are moves.
    pub outcomes: Vec<T>,
}

/// The steps of the 1972 algorithm.
#[derive(Debug, Serialize)]
pub struct ChaseJson {
    /// The steps, as `ssg trace --json` writes them.
    pub steps: Vec<super::trace::Record>,
    /// The two unplayable branches.
    pub extra: [usize; 2],
}

/// A Bridg-It board.
#[derive(Debug, Serialize)]
pub struct BridgitJson {
    /// M.
    pub size: usize,
    /// SHORT's network.
    pub network: GraphJson,
    /// The midpoint of every edge: column and row.
    pub points: Vec<[u32; 2]>,
    /// The name of every edge, as CUT writes it.
    pub names: Vec<String>,
}

/// A digraph for coins.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DigraphJson {
    /// The names of the nodes.
    pub nodes: Vec<String>,
    /// The arcs: from, to.
    pub arcs: Vec<[usize; 2]>,
}

/// A digraph, coins, and what to do with them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoinQuestion {
    /// The board.
    pub digraph: DigraphJson,
    /// The node of every coin.
    pub coins: Vec<usize>,
    /// Moves to follow, for a history.
    #[serde(default)]
    pub moves: Vec<PushJson>,
    /// Who replies, for a reply.
    #[serde(default)]
    pub player: Option<PlayerJson>,
}

/// A coin pushed along an arc.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PushJson {
    /// The node it leaves.
    pub from: usize,
    /// The node it reaches.
    pub to: usize,
}

/// A label, or the value of a position.
#[derive(Clone, Debug, Serialize)]
pub struct LabelJson {
    /// A number.
    pub value: Option<u32>,
    /// Or ∞ with this set.
    pub infinite: Option<Vec<u32>>,
    /// When the number was given.
    pub order: Option<u32>,
}

/// A coin on a number.
#[derive(Debug, Serialize)]
pub struct NimRow {
    /// The node.
    pub node: usize,
    /// Its label.
    pub label: u32,
}

/// A move of the coin game and what it does.
#[derive(Debug, Serialize)]
pub struct CoinMoveJson {
    /// The node the coin leaves.
    pub from: usize,
    /// The node it reaches.
    pub to: usize,
    /// `win`, `lose` or `draw`, for the mover.
    pub result: &'static str,
    /// Why.
    pub text: String,
}

/// The answer about a position of the coin game.
#[derive(Debug, Serialize)]
pub struct CoinAnswer {
    /// Whether no coin can move.
    pub over: bool,
    /// `first`, `second` or `draw`.
    pub outcome: String,
    /// The label of every node.
    pub labels: Vec<LabelJson>,
    /// The value of the position.
    pub value: LabelJson,
    /// The coins on numbers.
    pub nim: Vec<NimRow>,
    /// Their Nim-sum.
    pub nim_sum: u32,
    /// The coins on ∞.
    pub infinite: Vec<usize>,
    /// Every move.
    pub moves: Vec<CoinMoveJson>,
    /// A best move.
    pub best: Option<PushJson>,
    /// The verdict in a sentence.
    pub sentence: String,
}

/// The machine's move in the coin game.
#[derive(Debug, Serialize)]
pub struct CoinReply {
    /// None when no coin can move.
    #[serde(rename = "move")]
    pub push: Option<PushJson>,
}

/// A text to be read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextJson {
    /// The text.
    pub text: String,
    /// The room that asks: `coins` reads digraphs.
    #[serde(default)]
    pub room: Option<String>,
}

/// What a text says.
#[derive(Debug, Default, Serialize)]
pub struct ReadJson {
    /// `network` or `coins`.
    pub kind: &'static str,
    /// The format it was in.
    pub format: String,
    /// The names of the nodes.
    pub names: Vec<String>,
    /// The edges or arcs.
    pub edges: Vec<[usize; 2]>,
    /// L, if the text names it.
    pub left: Option<usize>,
    /// R, if the text names it.
    pub right: Option<usize>,
    /// The moves of a game record; edge 0 is a pass.
    pub moves: Vec<MoveJson>,
    /// What the reader should know.
    pub notes: Vec<String>,
}

/// A graph as it is drawn: a network, or one that has no terminals yet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnJson {
    /// How many vertices.
    pub vertices: usize,
    /// L, if it has been chosen.
    pub left: Option<usize>,
    /// R, if it has been chosen.
    pub right: Option<usize>,
    /// The two ends of every edge.
    pub edges: Vec<[usize; 2]>,
}

impl DrawnJson {
    /// The network, where both terminals are there.
    pub fn whole(&self) -> Option<GraphJson> {
        Some(GraphJson {
            vertices: self.vertices,
            left: self.left?,
            right: self.right?,
            edges: self.edges.clone(),
        })
    }

    /// What a file can say of it.
    ///
    /// # Errors
    /// When a vertex does not exist or the terminals are one.
    pub fn description(&self) -> Result<Description, String> {
        if let Some(whole) = self.whole() {
            return Ok(Description::of(whole.network()?));
        }
        let terminal = |label| vertex(label, self.vertices).map(Terminal::from);
        Ok(Description {
            graph: graph(self.vertices, &self.edges)?,
            left: self.left.map(terminal).transpose()?,
            right: self.right.map(terminal).transpose()?,
            names: Names::FromOne,
        })
    }
}

/// What is to be written, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteJson {
    /// A format of `ssg convert`, `record` or `coins`.
    pub format: String,
    /// A network; most formats do without its terminals.
    #[serde(default)]
    pub network: Option<DrawnJson>,
    /// The names of its vertices.
    #[serde(default)]
    pub names: Option<Vec<String>>,
    /// The moves of a record, in order; a pass is edge 0.
    #[serde(default)]
    pub moves: Vec<MoveJson>,
    /// A digraph.
    #[serde(default)]
    pub digraph: Option<DigraphJson>,
    /// Coins at the start, for a comment.
    #[serde(default)]
    pub coins: Vec<usize>,
    /// The moves of a coin game, for comments.
    #[serde(default)]
    pub pushes: Vec<PushJson>,
}

/// A file for the user.
#[derive(Debug, Serialize)]
pub struct FileJson {
    /// Its content.
    pub text: String,
    /// A name for it.
    pub name: String,
}

/// A random network.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomJson {
    /// How many vertices.
    pub nodes: usize,
    /// How many edges.
    pub edges: usize,
    /// The outcome it must have; any if not given.
    #[serde(default)]
    pub outcome: Option<OutcomeName>,
    /// What it follows from; chance if not given.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// A network made by chance.
#[derive(Debug, Serialize)]
pub struct MadeJson {
    /// The network.
    pub network: GraphJson,
    /// The seed it follows from.
    pub seed: u64,
}

/// A board of the gallery.
#[derive(Clone, Debug, Serialize)]
pub struct GalleryItem {
    /// Its file's name.
    pub id: String,
    /// `networks` or `coins`.
    pub room: &'static str,
    /// Its name.
    pub title: String,
    /// A line on it.
    pub line: String,
    /// Where coins may stand at first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub coins: Vec<String>,
}

/// The gallery.
#[derive(Clone, Debug, Serialize)]
pub struct GalleryJson {
    /// Its boards.
    pub boards: Vec<GalleryItem>,
}
