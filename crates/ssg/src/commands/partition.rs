//! `ssg partition`: the principal partition {P, P*, R} of a graph.

use crate::io::exit::CmdResult;
use crate::io::input::load_network;
use crate::io::output;
use answers::wire::verdict::PartitionJson;
use std::io::{self, Write};
use std::path::PathBuf;
use switchyard::switching::partition;

/// Arguments of `ssg partition`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network file; `-` reads standard input
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the partition. The terminals play no part in it.
pub fn run(args: &Args) -> CmdResult {
    let network = load_network(&args.file)?;
    let partition = partition(network.graph());
    if args.json {
        return output::json(&PartitionJson::from(&partition));
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
    let mut out = io::stdout().lock();
    for (name, meaning, edges) in parts {
        writeln!(out, "{name} ({meaning}): {}", output::edge_list(edges))?;
    }
    Ok(())
}
