//! Files to boards, text or binary, with a progress bar for the large ones.

use crate::io::exit::CmdError;
use crate::io::input::Bytes;
use crate::io::path::name;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use switchyard::coins::io::text::LineError;
use switchyard::coins::io::{binary, graph_file};
use switchyard::coins::{NamedDigraph, Position};
use switchyard::graph::Digraph;

/// A file in memory; a binary board borrows from it.
pub struct Source {
    path: PathBuf,
    bytes: Bytes,
}

impl Source {
    /// Reads or maps the file; `-` is standard input.
    pub fn open(path: &Path) -> Result<Self, CmdError> {
        Ok(Self {
            path: path.to_owned(),
            bytes: Bytes::read(path)?,
        })
    }

    /// The board in the file.
    pub fn board(&self) -> Result<NamedDigraph<'_>, CmdError> {
        if binary::is_binary(&self.bytes) {
            return binary::decode(&self.bytes)
                .map_err(|fault| CmdError::Input(format!("{}: {fault}", name(&self.path))));
        }
        let bar = progress(self.bytes.len());
        let extension = self.path.extension().and_then(|text| text.to_str());
        let board = graph_file::parse(extension, &self.bytes, Digraph::MAX_ARCS, &mut |read| {
            bar.set_position(read as u64);
        });
        bar.finish_and_clear();
        board.map_err(|faults| refusal(&self.path, &faults))
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// A bar for this many bytes; not drawn for small files, or when stderr is not a terminal.
fn progress(bytes: usize) -> ProgressBar {
    const LONG: usize = 1 << 24;
    if bytes < LONG {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("reading {wide_bar} {bytes} of {total_bytes}, {eta}");
    let bar = ProgressBar::new(bytes as u64);
    bar.with_style(style.expect("a template without faults"))
}

/// The faults of a file, one per line.
pub fn refusal(path: &Path, faults: &[LineError]) -> CmdError {
    let mut said = String::new();
    for LineError { line, what } in faults {
        let _ = writeln!(said, "{}:{line}: {what}", name(path));
    }
    CmdError::Input(said)
}

/// The coins on the nodes of these names.
pub fn position(
    board: &NamedDigraph<'_>,
    path: &Path,
    coins: &[String],
) -> Result<Position, CmdError> {
    board.position(coins).map_err(|unknown| {
        let said = unknown
            .iter()
            .map(|error| format!("{}: {error}\n", name(path)));
        CmdError::Input(said.collect())
    })
}
