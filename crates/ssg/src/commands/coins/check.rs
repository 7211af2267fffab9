//! `ssg coins check FILE LABELS`: verifies labels node by node.

use super::load::{self, Source};
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use crate::io::path;
use answers::wire::coins::{CheckedLabelsJson, read_labels};
use answers::words;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use switchyard::coins::check;
use switchyard::coins::io::label_text;
use switchyard::coins::{Labels, NamedDigraph};

/// Arguments of `ssg coins check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The digraph, text or binary, or a folder of shards
    file: PathBuf,
    /// Its labels, as `ssg coins label` prints them, in lines or (with --counters) in JSON; of shards, the
    /// folder of the labels
    labels: PathBuf,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Says whether the labels are right.
pub fn run(args: &Args) -> CmdResult {
    #[cfg(feature = "cluster")]
    if args.file.is_dir() {
        let (nodes, reason) = super::sharded::check(&args.file, &args.labels)?;
        return answer(args, nodes, reason);
    }
    let source = Source::open(&args.file)?;
    let board = source.board()?;
    let labels = read(&board, &args.labels)?;
    let name = |node| board.names().of(node).into_owned();
    let reason = check(board.digraph(), &labels)
        .err()
        .map(|error| words::coins::wrong_labels(&error, name));
    answer(args, board.digraph().node_count() as u64, reason)
}

fn answer(args: &Args, nodes: u64, reason: Option<String>) -> CmdResult {
    if args.json {
        output::json(&CheckedLabelsJson::new(reason.clone()))?;
    } else if reason.is_none() {
        writeln!(
            io::stdout(),
            "valid: the labels of all {nodes} nodes obey their rules"
        )?;
    }
    reason.map_or(Ok(()), |reason| {
        Err(CmdError::Refused(format!("not valid: {reason}")))
    })
}

fn read(board: &NamedDigraph<'_>, path: &Path) -> Result<Labels, CmdError> {
    let source = Source::open(path)?;
    let first = source
        .bytes()
        .iter()
        .find(|byte| !byte.is_ascii_whitespace());
    if first == Some(&b'{') {
        let labels = read_labels(board, source.bytes());
        return labels.map_err(|what| CmdError::Input(format!("{}: {what}", path::name(path))));
    }
    label_text::parse(board, source.bytes()).map_err(|faults| load::refusal(path, &faults))
}
