//! `ssg dual FILE`: the planar dual of a network, edge i dual to edge i.

use crate::cli::terminals;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output::Output;
use crate::io::path::name;
use std::path::{Path, PathBuf};
use switchyard::format::{Description, Format};
use switchyard::switching::dual;

/// Arguments of `ssg dual`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// The network file; `-` reads standard input
    file: PathBuf,
    #[command(flatten)]
    terminals: terminals::Args,
}

const HELP: &str = "\
The network is drawn in the plane, with an extra edge between its terminals. Each face becomes a vertex \
of the dual, edge i of the dual joins the faces on the two sides of edge i, and the faces beside the extra \
edge become the terminals. What SHORT wins on one network, CUT wins on the other with the same edges. A \
network that is not planar with the extra edge, or whose terminals are not connected, is refused (exit \
code 2).

Examples:
  ssg dual board.net > dual.net
  ssg dual board.net | ssg solve -";

/// Prints the dual as a network file.
pub fn run(args: &Args) -> CmdResult {
    let network = args.terminals.load(&args.file)?;
    let dual = dual(&network).map_err(|error| {
        let name = name(&args.file);
        CmdError::Input(format!("{name}: {error}"))
    })?;
    let mut out = Output::to(Path::new("-"))?;
    let written = Format::Network.write(&Description::of(dual), &mut out);
    out.finish()?;
    written.map_err(|error| CmdError::input(&error))
}
