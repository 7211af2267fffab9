//! `ssg serve`: the page and its JSON API.

use crate::io::exit::CmdResult;
use crate::serve::{self, Options};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Arguments of `ssg serve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 8011)]
    port: u16,
    /// The address to listen on; the default serves this machine alone
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// How many requests may be computed at once [default: one per core]
    #[arg(long, value_name = "N")]
    workers: Option<usize>,
    /// Log every request, not only those that fail
    #[arg(long, short)]
    verbose: bool,
    /// Serve the site that `make site` wrote to this folder: the documents, and a page that
    /// continues without the server
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
}

/// Serves until interrupted.
pub fn run(args: &Args) -> CmdResult {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    serve::run(Options {
        address: SocketAddr::new(args.host, args.port),
        workers: args.workers.unwrap_or_else(cores).max(1),
        verbose: args.verbose,
        site: args.site.clone(),
    })
}
