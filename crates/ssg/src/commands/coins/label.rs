//! `ssg coins label FILE`: the label of every node; of a folder of shards, with other processes.

use super::load::Source;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output::{self, Output};
use answers::wire::coins::LabelsJson;
use std::path::{Path, PathBuf};
use switchyard::coins::io::label_text;
use switchyard::coins::{Engine, label_with};

/// Arguments of `ssg coins label`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The digraph, text or binary, or a folder of shards; `-` is standard input
    pub(super) file: PathBuf,
    /// One JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// With `--json`: the counter function too, which `ssg coins check` needs
    #[arg(long, requires = "json")]
    counters: bool,
    /// The algorithm [default: chosen by the shape of the digraph]
    #[arg(long, value_enum)]
    engine: Option<EngineName>,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(super) shards: super::sharded::ShardArgs,
}

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum EngineName {
    /// Level by level on the transpose: for any graph with low labels
    Level,
    /// Sweeps over the nodes: for ids near a topological order
    Sweep,
    /// One watched follower per node: for dense graphs and high labels
    Watch,
    /// Level by level on all cores: for large graphs
    Parallel,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Level => Self::Level,
            EngineName::Sweep => Self::Sweep,
            EngineName::Watch => Self::Watch,
            EngineName::Parallel => Self::Parallel,
        }
    }
}

/// Prints the labels.
pub fn run(args: &Args) -> CmdResult {
    #[cfg(feature = "cluster")]
    if args.file.is_dir() {
        if args.engine.is_some() || args.counters {
            let reason = "shards have an engine of their own, and their labels have counters";
            return Err(CmdError::input(&reason));
        }
        return super::sharded::label(args);
    }
    let source = Source::open(&args.file)?;
    let board = source.board()?;
    let engine = args.engine.map(Engine::from);
    let engine = engine.unwrap_or_else(|| Engine::choose(board.digraph()));
    let labels = label_with(board.digraph(), engine);
    if args.json {
        return output::json(&LabelsJson::new(&board, &labels, args.counters));
    }
    let mut out = Output::to(Path::new("-"))?;
    let written = label_text::write(&board, &labels, &mut out);
    out.finish()?;
    written.map_err(|error| CmdError::input(&error))
}
