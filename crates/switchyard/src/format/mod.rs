//! Networks from text and to text: all errors of a file are reported at once, each with its line.
//!
//! A [`Description`] is what a file says: a graph, and terminals if the format names any. Only
//! [`Description::into_network`] makes a playable [`Network`] of it. Readers take bytes, never
//! panic, and never allocate memory for a count that a file merely declares.

mod detect;
mod digraph6;
mod dimacs;
mod dot;
mod edge_list;
mod errors;
mod gml;
mod graph6;
mod graphml;
mod listed;
mod matrix_market;
mod metis;
mod names;
pub mod network;
mod node_link;
mod pajek;
mod scan;
mod sparse6;

pub use detect::{AmbiguousFormatError, begins_like_network};
pub use errors::{ParseError, ParseErrors};
pub use graph6::graph_of_line;
pub use names::Names;

use crate::graph::{Graph, VertexId};
use crate::switching::{Network, NetworkError};
use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use thiserror::Error;

/// How many vertices a file may declare beyond four for every edge it holds.
///
/// Isolated vertices are legal, so the number of vertices cannot be checked against the edges. But
/// every vertex takes memory, and a file of ten bytes must not exhaust it.
pub const SPARE_VERTICES: usize = 1_000_000;

/// The most vertices that a file with this many edges may declare.
pub fn vertex_limit(edges: usize) -> usize {
    (SPARE_VERTICES + 4 * edges).min(Graph::MAX_SIZE)
}

/// The file formats that networks are read from and written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Lines n, m, L, R, then one edge per line: see [`network`].
    Network,
    /// One edge per line.
    EdgeList,
    /// `p`, `e` and `c` lines, as in the DIMACS challenges.
    Dimacs,
    /// The adjacency matrix in printable characters, as in nauty.
    Graph6,
    /// The language of Graphviz.
    Dot,
    /// GraphML, in XML.
    GraphMl,
    /// A sparse symmetric matrix of Matrix Market.
    MatrixMarket,
    /// nauty's format for sparse graphs and multigraphs.
    Sparse6,
    /// nauty's format for digraphs.
    Digraph6,
    /// The Graph Modelling Language.
    Gml,
    /// Lists of nodes and edges in JSON, as networkx and D3 write them.
    NodeLink,
    /// Pajek's networks.
    Pajek,
    /// A line of neighbours for every vertex, as METIS reads it.
    Metis,
}

/// Why a description cannot be written in some format.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format has no way to say it.
    #[error("{0}")]
    Unwritable(String),
    /// The writer failed.
    #[error("the text could not be written")]
    Writer(#[from] fmt::Error),
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 13] = [
        Format::Network,
        Format::EdgeList,
        Format::Dimacs,
        Format::Graph6,
        Format::Dot,
        Format::GraphMl,
        Format::MatrixMarket,
        Format::Sparse6,
        Format::Digraph6,
        Format::Gml,
        Format::NodeLink,
        Format::Pajek,
        Format::Metis,
    ];

    /// The format's name on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Network => "network",
            Format::EdgeList => "edge-list",
            Format::Dimacs => "dimacs",
            Format::Graph6 => "graph6",
            Format::Dot => "dot",
            Format::GraphMl => "graphml",
            Format::MatrixMarket => "matrix-market",
            Format::Sparse6 => "sparse6",
            Format::Digraph6 => "digraph6",
            Format::Gml => "gml",
            Format::NodeLink => "node-link",
            Format::Pajek => "pajek",
            Format::Metis => "metis",
        }
    }

    /// The extensions of its files, the usual one first.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Network => &["net", "ssg"],
            Format::EdgeList => &["edges", "el", "edgelist", "csv"],
            Format::Dimacs => &["dimacs", "col", "max", "gr"],
            Format::Graph6 => &["g6", "graph6"],
            Format::Dot => &["dot", "gv"],
            Format::GraphMl => &["graphml", "xml"],
            Format::MatrixMarket => &["mtx", "mm"],
            Format::Sparse6 => &["s6", "sparse6"],
            Format::Digraph6 => &["d6", "digraph6"],
            Format::Gml => &["gml"],
            Format::NodeLink => &["json"],
            Format::Pajek => &["paj", "pajek"],
            Format::Metis => &["metis", "graph"],
        }
    }

    /// Whether the format can name the terminals.
    pub fn names_terminals(self) -> bool {
        !matches!(self, Format::Graph6 | Format::Sparse6 | Format::Digraph6)
    }

    /// Whether the format keeps the order of the edges, and so their labels.
    pub fn keeps_labels(self) -> bool {
        self.names_terminals() && self != Format::Metis
    }

    /// Whether the format can say that edges are arcs.
    pub fn has_arcs(self) -> bool {
        use Format::{Digraph6, Dot, Gml, GraphMl, NodeLink, Pajek};
        matches!(self, Digraph6 | Dot | Gml | GraphMl | NodeLink | Pajek)
    }

    /// Reads a file of this format.
    ///
    /// # Errors
    /// Every fault of the file, each with its line.
    pub fn parse(self, bytes: &[u8]) -> Result<Description, ParseErrors> {
        self.parse_at_most(bytes, Graph::MAX_SIZE)
    }

    /// Reads a file of this format. Formats in which a byte can stand for several edges refuse more than
    /// `most_edges` before they make them; in the others a byte of text pays for what it makes.
    ///
    /// # Errors
    /// Every fault of the file, each with its line.
    pub fn parse_at_most(
        self,
        bytes: &[u8],
        most_edges: usize,
    ) -> Result<Description, ParseErrors> {
        if let Some(at) = memchr::memchr(0, bytes) {
            let line = memchr::memchr_iter(b'\n', &bytes[..at]).count() + 1;
            let reason = "a byte 0: this is not a text file";
            return Err(ParseErrors::one(line, reason));
        }
        let description = match self {
            Format::Network => network::describe(bytes),
            Format::EdgeList => edge_list::parse(bytes),
            Format::Dimacs => dimacs::parse(bytes),
            Format::Graph6 => graph6::parse_at_most(bytes, most_edges),
            Format::Dot => dot::parse_at_most(bytes, most_edges),
            Format::GraphMl => graphml::parse(bytes),
            Format::MatrixMarket => matrix_market::parse(bytes),
            Format::Sparse6 => sparse6::parse_at_most(bytes, most_edges),
            Format::Digraph6 => digraph6::parse_at_most(bytes, most_edges),
            Format::Gml => gml::parse(bytes),
            Format::NodeLink => node_link::parse(bytes),
            Format::Pajek => pajek::parse(bytes),
            Format::Metis => metis::parse(bytes),
        }?;
        match description.only_terminal() {
            Some(both) => {
                let name = description.names.of(both.vertex);
                let reason = format!("L and R are both vertex {name}: the terminals must differ");
                Err(ParseErrors::one(both.error_line(), reason))
            }
            None => Ok(description),
        }
    }

    /// Writes a description in this format.
    ///
    /// # Errors
    /// When the format cannot say it, or the writer fails.
    pub fn write(
        self,
        description: &Description,
        out: &mut impl fmt::Write,
    ) -> Result<(), WriteError> {
        if description.only_terminal().is_some() {
            let reason = "L and R are one vertex: the terminals must differ";
            return Err(WriteError::Unwritable(reason.to_string()));
        }
        match self {
            Format::Network => network::write_description(description, out),
            Format::EdgeList => Ok(edge_list::write(description, out)?),
            Format::Dimacs => Ok(dimacs::write(description, out)?),
            Format::Graph6 => graph6::write(description, out),
            Format::Dot => Ok(dot::write(description, out)?),
            Format::GraphMl => Ok(graphml::write(description, out)?),
            Format::MatrixMarket => Ok(matrix_market::write(description, out)?),
            Format::Sparse6 => sparse6::write(description, out),
            Format::Digraph6 => digraph6::write(description, out),
            Format::Gml => Ok(gml::write(description, out)?),
            Format::NodeLink => Ok(node_link::write(description, out)?),
            Format::Pajek => Ok(pajek::write(description, out)?),
            Format::Metis => metis::write(description, out),
        }
    }
}

fn too_many_edges(found: usize, most: usize) -> String {
    format!("{found} edges, and at most {most} are read here")
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a format: there are {names}", names = Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormatError(String);

impl FromStr for Format {
    type Err = UnknownFormatError;

    fn from_str(text: &str) -> Result<Self, UnknownFormatError> {
        let named = Self::ALL.into_iter().find(|format| format.name() == text);
        named.ok_or_else(|| UnknownFormatError(text.to_owned()))
    }
}

impl TryFrom<Description> for Network {
    type Error = ParseErrors;

    /// The same as [`Description::into_network`].
    fn try_from(description: Description) -> Result<Self, ParseErrors> {
        description.into_network()
    }
}

/// What a file says, before it is checked that it makes a board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Description {
    /// The graph.
    pub graph: Graph,
    /// The terminal L, where the file names it.
    pub left: Option<Terminal>,
    /// The terminal R, where the file names it.
    pub right: Option<Terminal>,
    /// What the file calls the vertices.
    pub names: Names,
    /// Whether the file says that the edges are arcs, from their first ends to their second. A network takes them
    /// without their direction.
    pub directed: bool,
}

/// A terminal and the line that names it.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Terminal {
    /// The vertex.
    pub vertex: VertexId,
    /// The line of the file that names it, from 1; `None` if no file does.
    pub line: Option<NonZeroUsize>,
}

impl Terminal {
    /// A terminal that a file names on this line, from 1.
    fn on_line(vertex: VertexId, line: usize) -> Self {
        let line = NonZeroUsize::new(line);
        Self { vertex, line }
    }

    /// The line for an error message: the first one, if no line names the terminal.
    fn error_line(self) -> usize {
        self.line.map_or(1, NonZeroUsize::get)
    }
}

/// Two terminals are equal if their vertices are, wherever they were named.
impl PartialEq for Terminal {
    fn eq(&self, other: &Self) -> bool {
        self.vertex == other.vertex
    }
}

impl From<VertexId> for Terminal {
    fn from(vertex: VertexId) -> Self {
        Self { vertex, line: None }
    }
}

impl Description {
    /// The description of a network that exists already.
    pub fn of(network: Network) -> Self {
        Self {
            left: Some(network.left().into()),
            right: Some(network.right().into()),
            graph: network.into_graph(),
            names: Names::FromOne,
            directed: false,
        }
    }

    /// `L` or `R`, if the vertex is a terminal.
    fn role(&self, vertex: VertexId) -> Option<char> {
        let is = |terminal: Option<Terminal>| terminal.is_some_and(|t| t.vertex == vertex);
        is(self.left)
            .then_some('L')
            .or_else(|| is(self.right).then_some('R'))
    }

    /// Whether two edges have the same ends; in a digraph, in the same order.
    fn has_parallel_edges(&self) -> bool {
        let ends = |edge| {
            let [u, v] = self.graph.ends(edge);
            if self.directed || u <= v {
                [u, v]
            } else {
                [v, u]
            }
        };
        let mut pairs: Vec<[VertexId; 2]> = self.graph.edges().map(ends).collect();
        pairs.sort_unstable();
        pairs.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// The vertex that is both terminals, where one is.
    fn only_terminal(&self) -> Option<Terminal> {
        let (left, right) = (self.left?, self.right?);
        (left == right).then_some(right)
    }

    /// Both terminals, where both are known.
    pub fn terminals(&self) -> Option<[VertexId; 2]> {
        Some([self.left?.vertex, self.right?.vertex])
    }

    /// The board, if the description makes one.
    ///
    /// # Errors
    /// When a terminal is not named, does not exist, or both are one vertex.
    pub fn into_network(self) -> Result<Network, ParseErrors> {
        let mut faults = ParseErrors::default();
        for (name, terminal) in [
            ("left terminal L", self.left),
            ("right terminal R", self.right),
        ] {
            if terminal.is_none() {
                faults.push(1, format!("the file does not name the {name}"));
            }
        }
        let (Some(left), Some(right)) = (self.left, self.right) else {
            return Err(faults);
        };
        Network::new(self.graph, left.vertex, right.vertex).map_err(|error| {
            let named = match error {
                NetworkError::NoSuchTerminal { terminal, .. } if terminal == left.vertex => left,
                _ => right,
            };
            ParseErrors::one(named.error_line(), error.to_string())
        })
    }
}

#[cfg(test)]
mod tests;
