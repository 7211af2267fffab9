//! `ssg partition`: the principal partition {P, P*, R} of a graph, its proof, and why an edge is where it is.

use crate::cli::terminals;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::input::load_description;
use crate::io::{durable, output};
use answers::wire::principal::{EdgeReasonJson, PartitionFile};
use answers::wire::verdict::PartitionJson;
use answers::words;
use std::path::PathBuf;
use switchyard::graph::{EdgeId, Graph};
use switchyard::switching::{Partition, edge_reason, partition, prove_partition};

/// Arguments of `ssg partition`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network file, whose terminals are not used; `-` reads standard input
    file: PathBuf,
    #[command(flatten)]
    terminals: terminals::Args,
    /// Say why this edge is in its part: the swapping sequence, its circuit or cutset, two trees or co-trees
    #[arg(long, value_name = "E")]
    edge: Option<usize>,
    /// Write the proof of the whole partition to this file, for `ssg check`
    #[arg(long, value_name = "OUT")]
    certificate: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the partition.
pub fn run(args: &Args) -> CmdResult {
    let mut description = load_description(&args.file, args.terminals.named().format)?;
    // The partition does not depend on them; a name that the file does not know is an error all the same.
    args.terminals
        .named()
        .choose(&args.file, &mut description)?;
    let graph = description.graph;
    if args.edge.is_none() && args.certificate.is_none() {
        return say(args, &partition(&graph));
    }
    let edge = args.edge.map(|label| known(&graph, label)).transpose()?;
    let proof = prove_partition(&graph);
    if let Some(path) = &args.certificate {
        durable::write(path, PartitionFile::new(&proof).line().as_bytes())?;
    }
    let Some(edge) = edge else {
        return say(args, &proof.partition);
    };
    let reason = edge_reason(&graph, &proof, edge);
    output::answer(
        args.json,
        || EdgeReasonJson::new(edge, &reason),
        || words::principal::reason(edge, &reason),
    )
}

fn known(graph: &Graph, label: usize) -> Result<EdgeId, CmdError> {
    let edge = EdgeId::from_label(label).filter(|&edge| graph.has_edge(edge));
    edge.ok_or_else(|| {
        let edges = graph.edge_count();
        CmdError::Input(format!(
            "there is no edge {label}: edges are numbered 1 to {edges}"
        ))
    })
}

fn say(args: &Args, partition: &Partition) -> CmdResult {
    if args.json {
        return output::json(&PartitionJson::from(partition));
    }
    let parts = [
        (
            "P ",
            "SHORT wins the game of such an edge, even second",
            &partition.p,
        ),
        ("P*", "CUT wins it, even second", &partition.p_star),
        ("R ", "whoever moves first wins it", &partition.r),
    ];
    let line = |(name, meaning, edges): (&str, &str, &Vec<EdgeId>)| {
        format!("{name} ({meaning}): {}\n", output::list(edges))
    };
    output::say(&parts.map(line).concat())
}
