//! Where the robot plays: an M-board, a rectangular board, or the network of a file.

use super::LARGEST;
use crate::cli::{side, terminals};
use crate::io::exit::CmdError;
use crate::io::interrupt;
use answers::hash::fingerprint;
use std::path::PathBuf;
use std::sync::Arc;
use switchyard::bridgit::Coord;
use switchyard::generate::bridgit_rectangle;
use switchyard::graph::EdgeId;
use switchyard::switching::{Network, Side};
use switchyard_experiments::anywhere::{Limits, Robot};

/// The board or the network, and who moves first on it.
#[derive(Debug, clap::Args)]
#[group(skip)] // it is part of other commands' arguments, which have the group
pub struct Args {
    /// The size of an M-board; or a network file (`-` reads standard input, a file called 5 is ./5)
    #[arg(value_name = "M|FILE")]
    board: PathBuf,
    /// With M: a rectangular board, M columns wide, on which SHORT's shortest path has B edges
    #[arg(value_name = "B")]
    length: Option<usize>,
    #[command(flatten)]
    terminals: terminals::Args,
    /// Which side the robot plays, moving first; on M-boards it makes no difference to the quota
    #[arg(long, value_parser = side::parser(), default_value = "cut")]
    first: Side,
    /// On files and rectangular boards: give up after so many decisions of the robot per first move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    most: Option<u64>,
}

/// Where the robot plays.
pub enum Ground {
    /// The M-board of this size, CUT first: there is a faster way for it.
    Square(usize),
    /// Any other.
    Field(Field),
}

/// A network, and how its edges are called.
pub struct Field {
    /// The network.
    pub network: Arc<Network>,
    /// The columns and rows of a rectangular board.
    pub sides: Option<[usize; 2]>,
    /// The side that the robot plays, moving first.
    pub first: Side,
    limits: Limits,
}

impl Args {
    /// The ground; `most` is how many decisions are allowed when the user does not say.
    pub fn ground(&self, most: u64) -> Result<Ground, CmdError> {
        let size = self.board.to_str().and_then(|text| text.parse().ok());
        let Some(columns) = size else {
            if self.length.is_some() {
                return Err(CmdError::Input(
                    "B is for boards: M and B, or a file alone".to_owned(),
                ));
            }
            let network = Arc::new(self.terminals.load(&self.board)?);
            return Ok(Ground::Field(self.field(network, None, most)));
        };
        if self.terminals.any() {
            return Err(CmdError::Input(
                "--left and --right are for files: a board has its terminals".to_owned(),
            ));
        }
        if self.first == Side::Cut && self.length.is_none_or(|rows| rows == columns) {
            if self.most.is_some() {
                return Err(CmdError::Input(
                    "--most is for files and rectangular boards".to_owned(),
                ));
            }
            return Ok(Ground::Square(columns));
        }
        let rows = self.length.unwrap_or(columns);
        if columns.max(rows) > LARGEST {
            return Err(CmdError::Input(format!(
                "experiments go up to {LARGEST} columns and rows, not {columns} and {rows}"
            )));
        }
        let board = bridgit_rectangle(columns, rows).map_err(|error| CmdError::input(&error))?;
        let network = Arc::new(board.build());
        Ok(Ground::Field(self.field(
            network,
            Some([columns, rows]),
            most,
        )))
    }

    fn field(&self, network: Arc<Network>, sides: Option<[usize; 2]>, most: u64) -> Field {
        let limits = Limits {
            decisions: self.most.unwrap_or(most),
            asked: interrupt::asked,
        };
        Field {
            network,
            sides,
            first: self.first,
            limits,
        }
    }
}

impl Field {
    /// The robot here.
    pub fn robot(&self) -> Robot {
        Robot::new(Arc::clone(&self.network), self.first, self.limits)
    }

    /// What tells this from every other work.
    pub fn job(&self, what: &str) -> String {
        format!("{what} {} {}", fingerprint(&self.network), self.first)
    }

    /// The edge as this side's move is written: Fischer's coordinates on a board, the edge's number in a file.
    pub fn name(&self, side: Side, edge: EdgeId) -> String {
        let Some([columns, _]) = self.sides else {
            return edge.label().to_string();
        };
        // Each row of nodes has `columns` edges above it and one fewer within it.
        let (row, at) = (
            edge.index() / (2 * columns - 1),
            edge.index() % (2 * columns - 1),
        );
        let (row, column) = if at < columns {
            (2 * row + 1, 2 * at + 1)
        } else {
            (2 * row + 2, 2 * (at - columns) + 2)
        };
        let coord = Coord {
            row: row as u32,
            column: column as u32,
        };
        coord.written_by(side)
    }

    /// The ground in a word or two.
    pub fn title(&self) -> String {
        match self.sides {
            Some([columns, rows]) => format!("board {columns} by {rows}"),
            None => format!(
                "n = {}, m = {}",
                self.network.graph().vertex_count(),
                self.network.graph().edge_count()
            ),
        }
    }
}
