//! `ssg coins convert IN OUT`: between text, the compact binary format, and the formats of graphs.

use super::load::Source;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output::Output;
use std::path::{Path, PathBuf};
use switchyard::coins::NamedDigraph;
use switchyard::coins::io::{binary, graph_file, text};
use switchyard::format as graph;

/// Arguments of `ssg coins convert`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The digraph: text, binary, DOT, GraphML, GML, node-link JSON, Pajek or digraph6; `-` is standard input
    input: PathBuf,
    /// Where to write it; `-` is standard output. The extension says how: .bin is binary
    output: PathBuf,
    /// The format of the output
    #[arg(long, value_enum)]
    to: Option<Format>,
}

/// The formats of a digraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// One arc per line
    Text,
    /// The compact file, read without parsing
    Binary,
    /// Graphviz
    Dot,
    /// GraphML, in XML
    #[value(name = "graphml")]
    GraphMl,
    /// The Graph Modelling Language
    Gml,
    /// Lists of nodes and edges in JSON
    NodeLink,
    /// Pajek's networks
    Pajek,
    /// nauty's; no names
    #[value(name = "digraph6")]
    Digraph6,
}

impl Format {
    /// What the name of a file promises.
    fn of(path: &Path) -> Result<Self, CmdError> {
        let Some(extension) = path.extension() else {
            return Ok(Self::Text);
        };
        match extension.to_str().unwrap_or_default() {
            "bin" => return Ok(Self::Binary),
            "coins" | "arcs" | "txt" | "text" => return Ok(Self::Text),
            _ => {}
        }
        let named = graph::Format::of_extension(extension.to_str().unwrap_or_default());
        match named {
            Some(graph::Format::Dot) => Ok(Self::Dot),
            Some(graph::Format::GraphMl) => Ok(Self::GraphMl),
            Some(graph::Format::Gml) => Ok(Self::Gml),
            Some(graph::Format::NodeLink) => Ok(Self::NodeLink),
            Some(graph::Format::Pajek) => Ok(Self::Pajek),
            Some(graph::Format::Digraph6) => Ok(Self::Digraph6),
            _ => Err(CmdError::Input(format!(
                "{}: no format of digraphs has the extension .{}; --to FORMAT names one",
                path.display(),
                extension.display()
            ))),
        }
    }

    fn of_graphs(self) -> Option<graph::Format> {
        match self {
            Self::Text | Self::Binary => None,
            Self::Dot => Some(graph::Format::Dot),
            Self::GraphMl => Some(graph::Format::GraphMl),
            Self::Gml => Some(graph::Format::Gml),
            Self::NodeLink => Some(graph::Format::NodeLink),
            Self::Pajek => Some(graph::Format::Pajek),
            Self::Digraph6 => Some(graph::Format::Digraph6),
        }
    }
}

/// Converts.
pub fn run(args: &Args) -> CmdResult {
    let source = Source::open(&args.input)?;
    write(&source.board()?, &args.output, args.to, "")
}

/// Writes a board, as text with this comment first, or in binary.
pub fn write(
    board: &NamedDigraph<'_>,
    path: &Path,
    format: Option<Format>,
    comment: &str,
) -> CmdResult {
    let format = match format {
        Some(format) => format,
        None => Format::of(path)?,
    };
    match format {
        Format::Binary => write_binary(board, path),
        Format::Text => write_text(board, path, comment),
        other => write_graph(board, path, other),
    }
}

fn write_graph(board: &NamedDigraph<'_>, path: &Path, format: Format) -> CmdResult {
    let format = format.of_graphs().expect("a format of graphs");
    let description = graph_file::description(board);
    let mut out = Output::to(path)?;
    match format.write(&description, &mut out) {
        Err(graph::WriteError::Unwritable(reason)) => Err(CmdError::Input(reason)),
        // `finish` reports why the writer failed.
        Ok(()) | Err(_) => out.finish(),
    }
}

fn write_text(board: &NamedDigraph<'_>, path: &Path, comment: &str) -> CmdResult {
    let mut out = Output::to(path)?;
    let written =
        std::fmt::Write::write_str(&mut out, comment).and_then(|()| text::write(board, &mut out));
    out.finish()?;
    written.map_err(|error| CmdError::input(&error))
}

fn write_binary(board: &NamedDigraph<'_>, path: &Path) -> CmdResult {
    let mut out = Output::to(path)?;
    let encoded = binary::encode(board);
    out.bytes(&encoded.header)?;
    for section in &encoded.sections {
        out.bytes(section)?;
    }
    out.finish()
}
