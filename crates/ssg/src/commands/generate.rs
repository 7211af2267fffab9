//! `ssg gen KIND …`: networks made to order, on standard output.

use crate::io::exit::{CmdError, CmdResult};
use crate::io::output::Output;
use crate::io::terminal::note;
use clap::{Subcommand, ValueEnum};
use std::fmt;
use std::path::Path;
use switchyard::format::network;
use switchyard::generate::{self, Blueprint, Dice, Impossible, Law};
use switchyard::switching::Outcome;

/// Arguments of `ssg gen`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct Args {
    #[command(subcommand)]
    kind: Kind,
    /// Where chance begins; the same seed makes the same network [default: a new one, told on stderr]
    #[arg(long, global = true, value_name = "S")]
    seed: Option<u64>,
    /// Who shall win under perfect play
    #[arg(long, global = true, value_name = "WHO")]
    outcome: Option<Wanted>,
}

const HELP: &str = "\
The network is written to standard output. The terminals are the first and the last vertex unless
the kind says otherwise. --outcome keeps the kind but may choose other terminals (not on Bridg-It
boards and series-parallel networks), and makes new networks until one is won as asked.

Examples:
  ssg gen random --nodes 2000 --edges 5000 --seed 1 > course.net
  ssg gen bridgit 8 | ssg solve -
  ssg gen threshold --nodes 500 --outcome first > close.net";

/// Who shall win.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Wanted {
    /// SHORT, even moving second
    Short,
    /// CUT, even moving second
    Cut,
    /// Whoever moves first
    First,
}

impl From<Wanted> for Outcome {
    fn from(wanted: Wanted) -> Self {
        match wanted {
            Wanted::Short => Outcome::Short,
            Wanted::Cut => Outcome::Cut,
            Wanted::First => Outcome::First,
        }
    }
}

/// The kinds of network.
#[derive(Debug, Subcommand)]
enum Kind {
    /// A connected simple network, uniformly among those with these counts
    Random {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// Edges, from N - 1 to N(N - 1)/2
        #[arg(long, value_name = "M")]
        edges: usize,
    },
    /// A simple network by its density, uniformly; not always connected
    Dense {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// The share of all pairs that are joined
        #[arg(long, value_name = "P", default_value_t = 0.5)]
        density: f64,
    },
    /// Two disjoint random spanning trees and random other edges: SHORT wins
    Planted {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// Edges [default: 2N - 2, the two trees alone]
        #[arg(long, value_name = "M")]
        edges: Option<usize>,
    },
    /// A random network at the density where SHORT begins to win
    Threshold {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// How far from the threshold: 0.1 is ten per cent more edges
        #[arg(
            long,
            value_name = "X",
            default_value_t = 0.0,
            allow_negative_numbers = true
        )]
        shift: f64,
    },
    /// A Bridg-It board, M nodes wide: M² + (M - 1)² edges
    Bridgit {
        /// The board's size
        #[arg(value_name = "M")]
        size: usize,
    },
    /// A rectangular grid, between opposite corners
    Grid {
        /// Rows of vertices
        rows: usize,
        /// Columns of vertices
        columns: usize,
    },
    /// A ladder, from the start of one rail to the end of the other
    Ladder {
        /// Rungs
        rungs: usize,
    },
    /// A random series-parallel network, between its two poles
    SeriesParallel {
        /// Edges
        #[arg(long, value_name = "M")]
        edges: usize,
    },
    /// The complete network
    Complete {
        /// Vertices
        #[arg(value_name = "N")]
        nodes: usize,
    },
    /// The complete bipartite network
    Bipartite {
        /// Vertices of the first part
        #[arg(value_name = "A")]
        first: usize,
        /// Vertices of the second part
        #[arg(value_name = "B")]
        second: usize,
    },
    /// Points in a square, joined when they are near, between opposite corners
    Geometric {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// Neighbours of a point on average, away from the border
        #[arg(long, value_name = "D", default_value_t = 6.0)]
        degree: f64,
    },
    /// A simple network in which all vertices have the same degree
    Regular {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// The degree
        #[arg(long, value_name = "D")]
        degree: usize,
    },
    /// Growth by preferential attachment: few hubs, many twigs
    Preferential {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// Edges that each new vertex brings
        #[arg(long, value_name = "K", default_value_t = 2)]
        links: usize,
    },
    /// A chain of clumps, each two random trees
    Clumps {
        /// Clumps
        #[arg(long, value_name = "K")]
        count: usize,
        /// Vertices of a clump, 4 or more
        #[arg(long, value_name = "S", default_value_t = 8)]
        size: usize,
        /// Edges between neighbouring clumps
        #[arg(long, value_name = "J", default_value_t = 1)]
        links: usize,
    },
}

impl Kind {
    /// Whether there is chance in it.
    fn is_random(&self) -> bool {
        !matches!(
            self,
            Kind::Bridgit { .. }
                | Kind::Grid { .. }
                | Kind::Ladder { .. }
                | Kind::Complete { .. }
                | Kind::Bipartite { .. }
        )
    }

    /// A network of the kind, and its law where there is a choice of laws.
    fn make(&self, dice: &mut Dice) -> Result<(Blueprint, Option<Law>), Impossible> {
        let blueprint = match *self {
            Kind::Random { nodes, edges } => {
                let (blueprint, law) = generate::connected(nodes, edges, dice)?;
                return Ok((blueprint, Some(law)));
            }
            Kind::Dense { nodes, density } => generate::dense(nodes, density, dice),
            Kind::Planted { nodes, edges } => {
                let edges = edges.unwrap_or(nodes.saturating_sub(1).saturating_mul(2));
                generate::planted(nodes, edges, dice)
            }
            Kind::Threshold { nodes, shift } => generate::threshold(nodes, shift, dice),
            Kind::Bridgit { size } => generate::bridgit(size),
            Kind::Grid { rows, columns } => generate::grid(rows, columns),
            Kind::Ladder { rungs } => generate::ladder(rungs),
            Kind::SeriesParallel { edges } => generate::series_parallel(edges, dice),
            Kind::Complete { nodes } => generate::complete(nodes),
            Kind::Bipartite { first, second } => generate::bipartite(first, second),
            Kind::Geometric { nodes, degree } => generate::geometric(nodes, degree, dice),
            Kind::Regular { nodes, degree } => generate::regular(nodes, degree, dice),
            Kind::Preferential { nodes, links } => generate::preferential(nodes, links, dice),
            Kind::Clumps { count, size, links } => generate::clumps(count, size, links, dice),
        };
        Ok((blueprint?, None))
    }
}

/// Makes a network and prints it.
pub fn run(args: &Args) -> CmdResult {
    let seed = args.seed.unwrap_or_else(rand::random);
    let mut dice = generate::dice(seed);
    if args.kind.is_random() || args.outcome.is_some() {
        note(&format_args!("ssg: seed {seed}"));
    }
    let mut law = None;
    let mut make = |dice: &mut Dice| {
        let (blueprint, made_by) = args.kind.make(dice)?;
        law = made_by;
        Ok(blueprint)
    };
    let refusal = |error: Impossible| CmdError::input(&error);
    if let Some(wanted) = args.outcome {
        let network = generate::with_outcome(wanted.into(), &mut dice, make).map_err(refusal)?;
        return print(|out| network::write_to(out, &network));
    }
    let blueprint = make(&mut dice).map_err(refusal)?;
    report_law(law);
    print(|out| {
        let (n, m) = (blueprint.vertex_count(), blueprint.edge_count());
        network::write_header(out, n, m, blueprint.terminals())?;
        let mut edges = blueprint.into_edges();
        edges.try_for_each(|ends| network::write_edge(out, ends))
    })
}

/// Writes to standard output.
fn print(write: impl FnOnce(&mut Output) -> fmt::Result) -> CmdResult {
    let mut out = Output::to(Path::new("-"))?;
    // A out that failed tells why when it is finished.
    let _ = write(&mut out);
    out.finish()
}

/// Says how far from uniform a random network is, if it is.
fn report_law(law: Option<Law>) {
    match law {
        None | Some(Law::Uniform) => {}
        Some(Law::NearlyUniform) => {
            note(&format_args!(
                "ssg: uniform among connected networks to within 1/1000 (total variation)"
            ));
        }
        Some(Law::TreeWeighted) => note(&format_args!(
            "ssg: too large and sparse to be uniform: a network is as likely as it has spanning trees"
        )),
    }
}
