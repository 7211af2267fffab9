//! The positions that commands are asked about: a network file and the edges already played.

use crate::cli::target::TargetArgs;
use crate::cli::terminals;
use crate::io::exit::CmdError;
use crate::io::output;
use answers::wire::verdict::PlayedJson;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use switchyard::graph::EdgeId;
use switchyard::switching::{Network, Position, Side, Target};

/// A network and the edges already played on it.
#[derive(Debug, clap::Args)]
#[group(skip)] // it is part of other commands' arguments, which have the group
pub struct Args {
    /// The network file; `-` reads standard input
    pub file: PathBuf,
    /// Edges that SHORT has played already, separated by commas
    #[arg(long, value_name = "EDGES", value_delimiter = ',')]
    pub short: Vec<usize>,
    /// Edges that CUT has destroyed already, separated by commas
    #[arg(long, value_name = "EDGES", value_delimiter = ',')]
    pub cut: Vec<usize>,
    #[command(flatten)]
    pub target: TargetArgs,
    #[command(flatten)]
    pub terminals: terminals::Args,
}

impl Args {
    /// Reads the network and makes the moves.
    pub fn load(&self) -> Result<Position, CmdError> {
        self.load_for(self.target.target)
    }

    /// The same with another target.
    pub fn load_for(&self, target: Target) -> Result<Position, CmdError> {
        self.position_of(self.terminals.load_for(&self.file, target)?)
    }

    /// The same on a network that was read already.
    pub fn position_of(&self, network: Network) -> Result<Position, CmdError> {
        after(network, &self.short, &self.cut)
    }

    /// The edges already played.
    pub fn moves(&self) -> Moves {
        Moves::new(&self.short, &self.cut)
    }
}

/// The identity of a position of a network: the edges played, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    short: Vec<usize>,
    cut: Vec<usize>,
}

impl Moves {
    /// The edges that each side has played, in any order.
    pub fn new(short: &[usize], cut: &[usize]) -> Self {
        let sorted = |edges: &[usize]| {
            let mut edges = edges.to_vec();
            edges.sort_unstable();
            edges
        };
        Self {
            short: sorted(short),
            cut: sorted(cut),
        }
    }

    /// The same as an answer says it.
    pub fn json(&self) -> PlayedJson<'_> {
        PlayedJson {
            short: &self.short,
            cut: &self.cut,
        }
    }
}

/// `at the start`, or `after SHORT 1 4, CUT none`.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.short.is_empty() && self.cut.is_empty() {
            return f.write_str("at the start");
        }
        let [short, cut] = [&self.short, &self.cut].map(|edges| output::list(edges));
        write!(f, "after SHORT {short}, CUT {cut}")
    }
}

/// The position of a network after these moves (edge labels).
pub fn after(network: Network, short: &[usize], cut: &[usize]) -> Result<Position, CmdError> {
    let edges = network.graph().edge_count();
    let mut moves = Vec::with_capacity(short.len() + cut.len());
    for (side, labels) in [(Side::Short, short), (Side::Cut, cut)] {
        for &label in labels {
            let edge = EdgeId::from_label(label).ok_or_else(|| {
                CmdError::Input(format!(
                    "there is no edge {label}: edges are numbered 1 to {edges}"
                ))
            })?;
            moves.push((side, edge));
        }
    }
    Position::with_moves(Arc::new(network), moves).map_err(|error| CmdError::input(&error))
}
