//! `ssg coins convert IN OUT`: between text and the compact binary format.

use super::load::Source;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output::Output;
use std::path::{Path, PathBuf};
use switchyard::coins::NamedDigraph;
use switchyard::coins::io::{binary, text};

/// Arguments of `ssg coins convert`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The digraph, text or binary; `-` is standard input
    input: PathBuf,
    /// Where to write it; `-` is standard output. A name that ends in `.bin` asks for binary
    output: PathBuf,
    /// The format to write
    #[arg(long, value_enum)]
    to: Option<Format>,
}

/// The formats of a digraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// One arc a line
    Text,
    /// Rows as they lie in memory
    Binary,
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
    let binary = path.extension().is_some_and(|end| end == "bin");
    match format {
        Some(Format::Binary) => write_binary(board, path),
        None if binary => write_binary(board, path),
        _ => write_text(board, path, comment),
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
