//! `ssg coins gen KIND`: digraphs to explore.

use super::convert::{self, Format};
use crate::io::exit::{CmdError, CmdResult};
use crate::io::terminal::note;
use clap::Subcommand;
use std::path::PathBuf;
use switchyard::coins::{NamedDigraph, random, rulesets};
use switchyard::graph::Digraph;

/// Arguments of `ssg coins gen`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to make.
    #[command(subcommand)]
    kind: Kind,
    /// Where to write it; `-` is standard output. A name that ends in `.bin` asks for binary
    #[arg(long, short, global = true, default_value = "-")]
    output: PathBuf,
    /// The format of the output
    #[arg(long, value_enum, global = true)]
    to: Option<Format>,
}

#[derive(Debug, Subcommand)]
enum Kind {
    /// A subtraction game: a move takes one of the listed numbers from a heap of up to N
    Subtraction {
        /// The largest heap
        largest: usize,
        /// The numbers that may be taken
        #[arg(long, value_delimiter = ',', default_value = "1,2,3")]
        take: Vec<usize>,
    },
    /// A ring of N places with a dead end at 0: full of cycles
    Ring {
        /// The number of places
        places: usize,
        /// The numbers of places by which a move may advance
        #[arg(long, value_delimiter = ',', default_value = "1,2,3")]
        step: Vec<usize>,
    },
    /// Kayles on rows of up to N pins in all: a move takes one pin or two neighbours
    Kayles {
        /// The number of pins
        pins: usize,
    },
    /// Any octal game on rows of up to N pins in all
    Octal {
        /// The code, such as 0.77 for Kayles
        code: String,
        /// The number of pins
        pins: usize,
    },
    /// Random arcs between random nodes
    Uniform {
        #[command(flatten)]
        size: Size,
    },
    /// Random arcs, out-degrees distributed geometrically: many dead ends, few draws
    Geometric {
        /// The number of nodes
        #[arg(long)]
        nodes: usize,
        /// The mean out-degree
        #[arg(long, default_value_t = 5.0)]
        degree: f64,
        /// The random seed [default: a new one, printed on stderr]
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Random arcs from later to earlier nodes, except a few in the other direction
    Dag {
        #[command(flatten)]
        size: Size,
        /// The share of arcs in the other direction
        #[arg(long, default_value_t = 0.01)]
        back: f64,
    },
    /// Every node has an arc to every earlier one: Nim heaps
    Tournament {
        /// The number of nodes
        nodes: usize,
    },
}

#[derive(Debug, clap::Args)]
struct Size {
    /// The number of nodes
    #[arg(long)]
    nodes: usize,
    /// The number of arcs
    #[arg(long)]
    arcs: usize,
    /// The random seed [default: a new one, printed on stderr]
    #[arg(long)]
    seed: Option<u64>,
}

/// Writes the digraph.
pub fn run(args: &Args) -> CmdResult {
    let (board, comment) = make(&args.kind)?;
    if !comment.is_empty() {
        note(&format_args!("{comment}"));
    }
    let comment = match comment.as_str() {
        "" => String::new(),
        said => format!("# {said}\n"),
    };
    convert::write(&board, &args.output, args.to, &comment)
}

/// The board, and what to say about chance.
fn make(kind: &Kind) -> Result<(NamedDigraph<'static>, String), CmdError> {
    let drawn = |seed: Option<u64>| seed.unwrap_or_else(rand::random);
    let plain = |board: Result<NamedDigraph<'static>, _>| match board {
        Ok(board) => Ok((board, String::new())),
        Err(fault) => Err(CmdError::Input(format!("{fault}"))),
    };
    let random = |digraph: Digraph<'static>, seed: u64| {
        let said = format!("seed {seed}");
        Ok((NamedDigraph::numbered(digraph), said))
    };
    match kind {
        Kind::Subtraction { largest, take } => {
            plain(rulesets::subtraction(sized(*largest, 0)?.0, take))
        }
        Kind::Ring { places, step } => plain(rulesets::ring(sized(*places, 0)?.0, step)),
        Kind::Kayles { pins } => plain(rulesets::octal("0.77", *pins)),
        Kind::Octal { code, pins } => plain(rulesets::octal(code, *pins)),
        Kind::Uniform { size } => {
            let (nodes, arcs) = sized(size.nodes, size.arcs)?;
            let seed = drawn(size.seed);
            random(random::uniform(nodes, arcs, seed), seed)
        }
        Kind::Geometric {
            nodes,
            degree,
            seed,
        } => {
            if !(0.0..=1e6).contains(degree) {
                return Err(CmdError::Input("a mean out-degree is 0 or more".to_owned()));
            }
            let (nodes, _) = sized(*nodes, (*nodes as f64 * degree * 1.1) as usize)?;
            let seed = drawn(*seed);
            random(random::geometric(nodes, *degree, seed), seed)
        }
        Kind::Dag { size, back } => {
            if !(0.0..=1.0).contains(back) {
                return Err(CmdError::Input("a share is between 0 and 1".to_owned()));
            }
            let (nodes, arcs) = sized(size.nodes, size.arcs)?;
            if nodes < 2 && arcs > 0 {
                return Err(CmdError::Input("such an arc needs two nodes".to_owned()));
            }
            let seed = drawn(size.seed);
            random(random::nearly_acyclic(nodes, arcs, *back, seed), seed)
        }
        Kind::Tournament { nodes } => {
            let arcs = nodes.saturating_mul(nodes.saturating_sub(1)) / 2;
            let (nodes, _) = sized(*nodes, arcs)?;
            plain(Ok(NamedDigraph::numbered(random::transitive_tournament(
                nodes,
            ))))
        }
    }
}

/// Refuses what does not fit.
fn sized(nodes: usize, arcs: usize) -> Result<(usize, usize), CmdError> {
    if nodes >= Digraph::MAX_NODES || arcs >= Digraph::MAX_ARCS {
        let (nodes, arcs) = (Digraph::MAX_NODES, Digraph::MAX_ARCS);
        return Err(CmdError::Input(format!(
            "at most {nodes} nodes and {arcs} arcs are possible"
        )));
    }
    if nodes == 0 && arcs > 0 {
        return Err(CmdError::Input("arcs need nodes".to_owned()));
    }
    Ok((nodes, arcs))
}
