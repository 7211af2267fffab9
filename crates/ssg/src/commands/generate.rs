//! `ssg gen KIND …`: generates a network and prints it.

use crate::cli::lattice::LatticeName;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output::Output;
use crate::io::terminal::note;
use clap::{Subcommand, ValueEnum};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use switchyard::Rng;
use switchyard::format::network;
use switchyard::generate::{self, Blueprint, Impossible, Law};
use switchyard::switching::{Network, Outcome, Position, solve};

/// Arguments of `ssg gen`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct Args {
    #[command(subcommand)]
    kind: Kind,
    /// The random seed; equal seeds give equal networks [default: a new one, printed on stderr]
    #[arg(long, global = true, value_name = "S")]
    seed: Option<u64>,
    /// Who wins with perfect play
    #[arg(long, global = true, value_name = "WHO")]
    outcome: Option<Wanted>,
    /// Whoever moves first wins, and has at most K winning first moves as either side
    #[arg(long, global = true, value_name = "K", value_parser = at_least_one)]
    winning_moves: Option<usize>,
}

const HELP: &str = "\
The network is written to standard output. The terminals are the first and the last vertex unless the \
kind says otherwise. `ssg gen KIND --help` says what a kind guarantees.

--outcome generates networks of the kind until one has this outcome; except on Bridg-It boards and \
series-parallel networks, it also tries other terminals. The terminals are always connected, so the game \
is not decided before the first move. Networks in which a single edge separates the terminals are avoided \
where possible: everybody would see the first move.

--winning-moves K implies --outcome first: SHORT has 1 to K winning moves if SHORT moves first, and CUT \
has 1 to K if CUT moves first. The smaller K, the harder the first move.

Examples:
  ssg gen random --nodes 2000 --edges 5000 --seed 1 > course.net
  ssg gen bridgit 8 | ssg solve -
  ssg gen lattice triangular --side 30 --keep 0.7 --periodic
  ssg gen threshold --nodes 500 --outcome first > close.net
  ssg gen threshold --nodes 40 --winning-moves 3";

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("whoever moves first has at least one winning move".to_owned()),
        Ok(number) => Ok(number),
        Err(error) => Err(format!("{error}")),
    }
}

/// The outcome that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
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

/// What a network has to satisfy beyond its kind.
#[derive(Clone, Copy)]
struct Wish {
    outcome: Outcome,
    winning_moves: Option<usize>,
}

impl Wish {
    /// What the arguments ask for, if anything.
    fn of(args: &Args) -> Result<Option<Self>, CmdError> {
        let outcome = match (args.outcome, args.winning_moves) {
            (None, None) => return Ok(None),
            (Some(Wanted::Short | Wanted::Cut), Some(_)) => {
                let reason = "--winning-moves is for boards that whoever moves first wins: a side \
                    that wins even moving second wins with every move";
                return Err(CmdError::input(&reason));
            }
            (wanted, _) => wanted.map_or(Outcome::First, Outcome::from),
        };
        Ok(Some(Self {
            outcome,
            winning_moves: args.winning_moves,
        }))
    }

    fn is_granted_by(self, network: &Network) -> bool {
        let position = Position::new(Arc::new(network.clone()));
        let Some(most) = self.winning_moves else {
            return position.outcome() == self.outcome;
        };
        let verdict = solve(&position);
        let moves = [&verdict.winning.short, &verdict.winning.cut];
        verdict.outcome == self.outcome && moves.iter().all(|moves| moves.len() <= most)
    }
}

/// The kinds of network.
#[derive(Debug, Subcommand)]
enum Kind {
    /// A connected simple network, uniform among those with N vertices and M edges
    ///
    /// Guaranteed: simple, connected, exactly M edges. Where it is not exactly uniform, stderr says so.
    Random {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// Edges, from N - 1 to N(N - 1)/2
        #[arg(long, value_name = "M")]
        edges: usize,
    },
    /// A uniformly random simple network of a given density; not always connected
    ///
    /// Guaranteed: simple, exactly P times N(N - 1)/2 edges, rounded.
    Dense {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// The share of all pairs that are joined
        #[arg(long, value_name = "P", default_value_t = 0.5)]
        density: f64,
    },
    /// Two disjoint random spanning trees and random other edges: SHORT wins
    ///
    /// Guaranteed: simple, connected, exactly M edges; SHORT wins between any two vertices.
    Planted {
        /// Vertices, 4 or more
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// Edges [default: 2N - 2, the two trees alone]
        #[arg(long, value_name = "M")]
        edges: Option<usize>,
    },
    /// A random network at the density where SHORT begins to win
    ///
    /// Guaranteed: simple, exactly 1.794 N (1 + X) edges, rounded; not always connected, but the
    /// terminals are: two random vertices of the largest component.
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
    ///
    /// With B, a rectangular board: M columns and B - 1 rows of nodes, MB + (M - 1)(B - 1) edges. The
    /// first player wins the square, SHORT boards that are wider than long, CUT the others.
    /// Guaranteed: connected, simple unless B is 1; the terminals are the board's.
    Bridgit {
        /// The board's size
        #[arg(value_name = "M")]
        size: usize,
        /// The length of SHORT's shortest path [default: M]
        #[arg(value_name = "B")]
        length: Option<usize>,
    },
    /// A rectangular grid, between opposite corners
    ///
    /// Guaranteed: simple, connected.
    Grid {
        /// Rows of vertices
        rows: usize,
        /// Columns of vertices
        columns: usize,
    },
    /// A lattice, open or periodic, with some edges left out at random
    ///
    /// Guaranteed: simple; connected if all edges are kept, otherwise not always; the number of edges
    /// is random unless all are kept. The terminals are opposite corners; on a periodic lattice the
    /// first vertex and the one farthest from it.
    Lattice {
        /// The neighbours of a vertex
        kind: LatticeName,
        /// Vertices on a side, 2 or more, 3 if periodic: side² vertices, cubic side³
        #[arg(long, value_name = "L")]
        side: usize,
        /// The probability with which an edge is kept
        #[arg(long, value_name = "P", default_value_t = 1.0)]
        keep: f64,
        /// Joins opposite borders: a torus
        #[arg(long)]
        periodic: bool,
    },
    /// A ladder, from the start of one rail to the end of the other
    ///
    /// Guaranteed: simple, connected, 3N - 2 edges.
    Ladder {
        /// Rungs
        rungs: usize,
    },
    /// A random series-parallel network, between its two poles
    ///
    /// Guaranteed: connected, exactly M edges; parallel edges are frequent.
    SeriesParallel {
        /// Edges
        #[arg(long, value_name = "M")]
        edges: usize,
    },
    /// The complete network
    ///
    /// Guaranteed: simple, connected, N(N - 1)/2 edges; the terminals are the first and the last vertex.
    Complete {
        /// Vertices
        #[arg(value_name = "N")]
        nodes: usize,
    },
    /// The complete bipartite network
    ///
    /// Guaranteed: simple, connected, AB edges; the terminals are the first vertex of the first part and the
    /// last of the second.
    Bipartite {
        /// Vertices of the first part
        #[arg(value_name = "A")]
        first: usize,
        /// Vertices of the second part
        #[arg(value_name = "B")]
        second: usize,
    },
    /// Points in a square, joined when they are near, between opposite corners
    ///
    /// Guaranteed: simple; not always connected. The terminals are the points nearest to two corners.
    Geometric {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// Neighbours of a point on average, away from the border
        #[arg(long, value_name = "D", default_value_t = 6.0)]
        degree: f64,
    },
    /// Points in a square, each joined to its K nearest, between opposite corners
    ///
    /// Guaranteed: simple, every degree at least K, NK/2 to NK edges; not always connected. The
    /// terminals are the points nearest to two corners.
    Nearest {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// The nearest points that each is joined to
        #[arg(long, value_name = "K", default_value_t = 6)]
        neighbours: usize,
    },
    /// The Delaunay triangulation of random points, between opposite corners
    ///
    /// Guaranteed: simple, connected, planar, 3N - 3 - h edges if h points are on the convex hull. The
    /// terminals are the points nearest to two corners.
    Delaunay {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
    },
    /// A simple network in which all vertices have the same degree
    ///
    /// Guaranteed: simple, ND/2 edges; from degree 3 on nearly always connected.
    Regular {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// The degree
        #[arg(long, value_name = "D")]
        degree: usize,
    },
    /// Growth by preferential attachment: a few hubs, many vertices of low degree
    ///
    /// Guaranteed: simple, connected, K(K + 1)/2 + (N - K - 1)K edges.
    Preferential {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// Edges that each new vertex brings
        #[arg(long, value_name = "K", default_value_t = 2)]
        links: usize,
    },
    /// The configuration model with power-law degrees, without loops and parallel edges
    ///
    /// Degrees are drawn with probabilities proportional to d^-G, from the least degree to √N.
    /// Guaranteed: simple; not always connected; the number of edges is random.
    PowerLaw {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// The exponent, above 1
        #[arg(long, value_name = "G", default_value_t = 2.5)]
        exponent: f64,
        /// The least degree that is drawn
        #[arg(long, value_name = "D", default_value_t = 2)]
        least: usize,
    },
    /// A small world (Watts–Strogatz): a ring lattice with some edges rewired
    ///
    /// Guaranteed: simple, exactly NK/2 edges, every degree at least K/2; not always connected if
    /// edges are rewired. The terminals are opposite each other on the ring.
    WattsStrogatz {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// Neighbours on the ring, an even number below N
        #[arg(long, value_name = "K", default_value_t = 6)]
        degree: usize,
        /// The probability with which an edge is rewired
        #[arg(long, value_name = "P", default_value_t = 0.05)]
        rewire: f64,
    },
    /// Stochastic blocks: communities with more edges inside than between
    ///
    /// Guaranteed: simple, exactly NI/2 edges inside blocks and NO/2 between them, rounded; not always
    /// connected. Blocks are equal in size up to one; one terminal is in the first, the other in the last.
    Blocks {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// Blocks
        #[arg(long, value_name = "B")]
        count: usize,
        /// Neighbours of a vertex in its own block, on average
        #[arg(long, value_name = "I", default_value_t = 5.0)]
        inside: f64,
        /// Neighbours of a vertex in other blocks, on average
        #[arg(long, value_name = "O", default_value_t = 1.0)]
        between: f64,
    },
    /// A random k-tree: every new vertex is joined to a clique of K
    ///
    /// Guaranteed: simple, connected, K(K + 1)/2 + (N - K - 1)K edges.
    KTree {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// The size of the cliques
        #[arg(long = "clique", value_name = "K", default_value_t = 2)]
        k: usize,
    },
    /// The hypercube, between antipodal vertices
    ///
    /// Guaranteed: simple, connected, 2^D vertices, D 2^(D - 1) edges.
    Hypercube {
        /// Dimensions
        #[arg(value_name = "D")]
        dimension: usize,
    },
    /// A power of a path: vertices at most K steps apart are joined
    ///
    /// Guaranteed: simple, connected, NK - K(K + 1)/2 edges. The terminals are the two ends.
    PathPower {
        /// Vertices
        #[arg(value_name = "N")]
        nodes: usize,
        /// Steps; 2 is the square
        #[arg(long, value_name = "K", default_value_t = 2)]
        power: usize,
    },
    /// A power of a cycle: vertices at most K steps apart are joined
    ///
    /// Guaranteed: simple, connected, NK edges. The terminals are opposite each other.
    CyclePower {
        /// Vertices
        #[arg(value_name = "N")]
        nodes: usize,
        /// Steps, below N/2; 2 is the square
        #[arg(long, value_name = "K", default_value_t = 2)]
        power: usize,
    },
    /// Two random Hamiltonian paths without a common edge: SHORT wins
    ///
    /// Guaranteed: simple, connected, 2N - 2 edges; SHORT wins between any two vertices.
    HamiltonianPaths {
        /// Vertices, 4 or more
        #[arg(long, value_name = "N")]
        nodes: usize,
    },
    /// Nested joins: two parts joined by two edges, each part built in the same way: SHORT wins
    ///
    /// Guaranteed: connected, 2N - 2 edges; parallel edges only between parts of one vertex; SHORT
    /// wins between any two vertices.
    Nested {
        /// Vertices
        #[arg(long, value_name = "N")]
        nodes: usize,
        /// The share of the vertices in the smaller part, above 0, at most 0.5
        #[arg(long, value_name = "P", default_value_t = 0.5)]
        share: f64,
    },
    /// A chain of clumps, each two random trees and random other edges
    ///
    /// Guaranteed: simple; connected if there are links; K times M + (K - 1)J edges. One terminal is
    /// in the first clump, the other in the last.
    Clumps {
        /// Clumps
        #[arg(long, value_name = "K")]
        count: usize,
        /// Vertices of a clump, 4 or more
        #[arg(long, value_name = "S", default_value_t = 8)]
        size: usize,
        /// Edges of a clump [default: 2S - 2, the two trees alone]
        #[arg(long, value_name = "M")]
        edges: Option<usize>,
        /// Edges between neighbouring clumps
        #[arg(long, value_name = "J", default_value_t = 1)]
        links: usize,
    },
}

/// The number of edges asked for, or that of two spanning trees.
fn two_trees(edges: Option<usize>, nodes: usize) -> usize {
    edges.unwrap_or(nodes.saturating_sub(1).saturating_mul(2))
}

impl Kind {
    /// Whether the kind is random.
    fn is_random(&self) -> bool {
        !matches!(
            self,
            Kind::Bridgit { .. }
                | Kind::Grid { .. }
                | Kind::Ladder { .. }
                | Kind::Complete { .. }
                | Kind::Bipartite { .. }
                | Kind::Hypercube { .. }
                | Kind::PathPower { .. }
                | Kind::CyclePower { .. }
        )
    }

    /// A network of the kind, and its distribution where that depends on the size.
    fn make(&self, rng: &mut Rng) -> Result<(Blueprint, Option<Law>), Impossible> {
        let blueprint = match *self {
            Kind::Random { nodes, edges } => {
                let (blueprint, law) = generate::connected(nodes, edges, rng)?;
                return Ok((blueprint, Some(law)));
            }
            Kind::Dense { nodes, density } => generate::dense(nodes, density, rng),
            Kind::Planted { nodes, edges } => {
                generate::planted(nodes, two_trees(edges, nodes), rng)
            }
            Kind::Threshold { nodes, shift } => generate::threshold(nodes, shift, rng),
            Kind::Bridgit { size, length: None } => generate::bridgit(size),
            Kind::Bridgit {
                size,
                length: Some(length),
            } => generate::bridgit_rectangle(size, length),
            Kind::Grid { rows, columns } => generate::grid(rows, columns),
            Kind::Lattice {
                kind,
                side,
                keep,
                periodic,
            } => generate::lattice(kind.into(), side, keep, periodic, rng),
            Kind::Ladder { rungs } => generate::ladder(rungs),
            Kind::SeriesParallel { edges } => generate::series_parallel(edges, rng),
            Kind::Complete { nodes } => generate::complete(nodes),
            Kind::Bipartite { first, second } => generate::bipartite(first, second),
            Kind::Geometric { nodes, degree } => generate::geometric(nodes, degree, rng),
            Kind::Nearest { nodes, neighbours } => generate::nearest(nodes, neighbours, rng),
            Kind::Delaunay { nodes } => generate::delaunay(nodes, rng),
            Kind::Regular { nodes, degree } => generate::regular(nodes, degree, rng),
            Kind::Preferential { nodes, links } => generate::preferential(nodes, links, rng),
            Kind::PowerLaw {
                nodes,
                exponent,
                least,
            } => generate::power_law(nodes, exponent, least, rng),
            Kind::WattsStrogatz {
                nodes,
                degree,
                rewire,
            } => generate::watts_strogatz(nodes, degree, rewire, rng),
            Kind::Blocks {
                nodes,
                count,
                inside,
                between,
            } => generate::blocks(nodes, count, inside, between, rng),
            Kind::KTree { nodes, k } => generate::k_tree(nodes, k, rng),
            Kind::Hypercube { dimension } => generate::hypercube(dimension),
            Kind::PathPower { nodes, power } => generate::path_power(nodes, power),
            Kind::CyclePower { nodes, power } => generate::cycle_power(nodes, power),
            Kind::HamiltonianPaths { nodes } => generate::hamiltonian_paths(nodes, rng),
            Kind::Nested { nodes, share } => generate::nested(nodes, share, rng),
            Kind::Clumps {
                count,
                size,
                edges,
                links,
            } => generate::clumps(count, size, two_trees(edges, size), links, rng),
        };
        Ok((blueprint?, None))
    }
}

/// Makes a network and prints it.
pub fn run(args: &Args) -> CmdResult {
    let wish = Wish::of(args)?;
    let seed = args.seed.unwrap_or_else(rand::random);
    let mut rng = Rng::from_seed(seed);
    if args.kind.is_random() || wish.is_some() {
        note(&format_args!("ssg: seed {seed}"));
    }
    let mut law = None;
    let mut make = |rng: &mut Rng| {
        let (blueprint, made_by) = args.kind.make(rng)?;
        law = made_by;
        Ok(blueprint)
    };
    let refusal = |error: Impossible| CmdError::input(&error);
    if let Some(wish) = wish {
        let accept = |network: &Network| wish.is_granted_by(network);
        let network = generate::with_outcome_and_choice(&mut rng, make, accept).map_err(refusal)?;
        return print(|out| network::write_to(out, &network));
    }
    let blueprint = make(&mut rng).map_err(refusal)?;
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
    // `finish` reports why the output failed.
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
            "ssg: too large and sparse to be uniform: the probability of a network is proportional to its number of spanning trees"
        )),
    }
}
