//! `ssg coins list GRAPH LABELS`: the labels of shards, a node a line, as `ssg coins label` prints them.

use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use switchyard_cluster::shards::{LabelShard, ShardLabel, names_path};

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
    let mut names = Names::open(&args.graph)?;
    let mut out = output::stdout();
    for node in 0..nodes {
        names.next(node, &mut out)?;
        match shards[(node % u64::from(count)) as usize].of((node / u64::from(count)) as usize) {
            ShardLabel::Finite(label, counter) => writeln!(out, " {label} {counter}")?,
            ShardLabel::Infinite(set) => writeln!(out, " ∞({}) -", members(set))?,
        }
    }
    Ok(out.flush()?)
}

/// The numbers of a set, with commas.
pub fn members(set: &[u32]) -> String {
    let members: Vec<String> = set.iter().map(u32::to_string).collect();
    members.join(",")
}

/// The names of the nodes one after another.
pub struct Names(Option<io::Lines<BufReader<File>>>);

impl Names {
    /// Those beside the shards, if there are any.
    pub fn open(graph: &Path) -> Result<Self, CmdError> {
        let path = names_path(graph);
        match File::open(&path) {
            Ok(file) => Ok(Self(Some(BufReader::new(file).lines()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self(None)),
            Err(error) => Err(CmdError::Input(format!("{}: {error}", path.display()))),
        }
    }

    fn next(&mut self, node: u64, out: &mut impl Write) -> io::Result<()> {
        match self.0.as_mut().map(Iterator::next) {
            Some(Some(name)) => write!(out, "{}", name?),
            _ => write!(out, "{}", node + 1),
        }
    }

    /// The name of one node.
    pub fn of(graph: &Path, node: u64) -> Result<String, CmdError> {
        let lines = Self::open(graph)?.0;
        let name = lines.and_then(|mut lines| lines.nth(node as usize));
        Ok(name.transpose()?.unwrap_or_else(|| (node + 1).to_string()))
    }
}
