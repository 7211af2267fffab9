//! `ssg coins list GRAPH LABELS`: the labels of shards, one line per node, as `ssg coins label` prints them.

use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use std::borrow::Cow;
use std::io::Write;
use std::path::{Path, PathBuf};
use switchyard_cluster::shards::{ArcShard, LabelShard, NodeNames, ShardLabel};

/// Arguments of `ssg coins list`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the digraph's shards
    graph: PathBuf,
    /// The folder of the labels; that of the shards if not given
    labels: Option<PathBuf>,
}

/// Prints the labels in the order of the nodes, reading all shards side by side.
pub fn run(args: &Args) -> CmdResult {
    let folder = args.labels.as_ref().unwrap_or(&args.graph);
    let shards = LabelShard::open_all(folder)?;
    let (nodes, count) = (shards[0].cut.nodes, shards[0].cut.shards);
    let names = Names::open(&args.graph, shards.first())?;
    let mut out = output::stdout();
    for node in 0..nodes {
        write!(out, "{}", names.of(node))?;
        match shards[(node % u64::from(count)) as usize].of((node / u64::from(count)) as usize) {
            ShardLabel::Finite(label, counter) => writeln!(out, " {label} {counter}")?,
            ShardLabel::Infinite(set) => writeln!(out, " ∞({}) -", members(set))?,
        }
    }
    Ok(out.flush()?)
}

/// The numbers of a set, with commas.
fn members(set: &[u32]) -> String {
    let members: Vec<String> = set.iter().map(u32::to_string).collect();
    members.join(",")
}

/// What the nodes of a digraph in shards are called.
pub struct Names(Option<NodeNames>);

impl Names {
    /// The names of the digraph in this folder, which the labels must belong to.
    pub fn open(graph: &Path, labels: Option<&LabelShard>) -> Result<Self, CmdError> {
        let arcs = ArcShard::open(graph, 0)?;
        if let Some(labels) = labels {
            arcs.cut.same(&labels.cut, labels.path())?;
        }
        Ok(Self(NodeNames::open(graph, &arcs)?))
    }

    /// The name of a node, counted from 0.
    pub fn of(&self, node: u64) -> Cow<'_, str> {
        match &self.0 {
            Some(names) => names.of(node).into(),
            None => (node + 1).to_string().into(),
        }
    }
}
