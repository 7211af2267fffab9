//! The kinds of surveys on the command line, and the points of each.

use crate::cli::lattice::LatticeName;
use crate::cli::target::TargetArgs;
use crate::io::exit::CmdError;
use crate::wire::survey::ParameterJson;
use clap::Subcommand;
use std::collections::BTreeMap;
use switchyard_experiments::survey::{Family, Subject, law};

/// What is surveyed.
#[derive(Debug, Subcommand)]
pub enum Kind {
    /// Games on G(n, m): uniformly random simple graphs, by the edges per vertex
    Gnm {
        /// Vertices
        #[command(flatten)]
        nodes: Nodes,
        /// Edges per vertex
        #[arg(long, required = true, value_name = "R,…", value_delimiter = ',')]
        ratio: Vec<f64>,
        #[command(flatten)]
        game: Game,
    },
    /// Games on G(n, c/n): every pair of vertices is joined with probability c/n
    Gnp {
        /// Vertices
        #[command(flatten)]
        nodes: Nodes,
        /// The mean degree c
        #[arg(
            long,
            value_name = "C,…",
            value_delimiter = ',',
            required_unless_present = "window"
        )]
        degree: Vec<f64>,
        /// Instead of degrees, places in the window of the threshold c₂: c = c₂ + t/√n
        #[arg(
            long,
            value_name = "T,…",
            value_delimiter = ',',
            conflicts_with = "degree",
            allow_hyphen_values = true
        )]
        window: Vec<f64>,
        #[command(flatten)]
        game: Game,
    },
    /// Games on random regular graphs
    Regular {
        /// Vertices
        #[command(flatten)]
        nodes: Nodes,
        /// The degree of every vertex
        #[arg(long, required = true, value_name = "D,…", value_delimiter = ',')]
        degree: Vec<usize>,
        #[command(flatten)]
        game: Game,
    },
    /// Games on random geometric graphs: points in a square, joined when they are near
    Geometric {
        /// Vertices
        #[command(flatten)]
        nodes: Nodes,
        /// The mean degree away from the border
        #[arg(long, required = true, value_name = "C,…", value_delimiter = ',')]
        degree: Vec<f64>,
        #[command(flatten)]
        game: Game,
    },
    /// Games on small worlds (Watts–Strogatz)
    WattsStrogatz {
        /// Vertices
        #[command(flatten)]
        nodes: Nodes,
        /// The degree of the ring: an even number
        #[arg(long, value_name = "K", default_value_t = 4)]
        degree: usize,
        /// The probability that an edge is rewired
        #[arg(long, required = true, value_name = "P,…", value_delimiter = ',')]
        rewire: Vec<f64>,
        #[command(flatten)]
        game: Game,
    },
    /// Games on periodic lattices with edges left out
    Lattice {
        /// Which lattice
        #[arg(value_enum)]
        kind: LatticeName,
        /// Vertices on a side
        #[arg(long, required = true, value_name = "L,…", value_delimiter = ',')]
        side: Vec<usize>,
        /// The probability that an edge is kept
        #[arg(long, required = true, value_name = "P,…", value_delimiter = ',')]
        keep: Vec<f64>,
        #[command(flatten)]
        game: Game,
    },
    /// Labels of digraphs with Poisson out-degrees
    Labels {
        /// Nodes
        #[command(flatten)]
        nodes: Nodes,
        /// The mean out-degree c
        #[arg(long, required = true, value_name = "C,…", value_delimiter = ',')]
        degree: Vec<f64>,
    },
    /// When two disjoint spanning trees appear, as random edges are added
    Hitting {
        /// Vertices
        #[command(flatten)]
        nodes: Nodes,
    },
}

/// How many vertices or nodes, for several points.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct Nodes {
    /// Vertices or nodes
    #[arg(long, required = true, value_name = "N,…", value_delimiter = ',')]
    nodes: Vec<usize>,
}

/// Which game is played on the networks.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct Game {
    #[command(flatten)]
    target: TargetArgs,
    /// Pairs of random terminals on every network; they are not independent of each other
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
}

/// A point of a survey: its subject and its parameters.
#[derive(Clone, Debug)]
pub struct Point {
    /// What is surveyed.
    pub subject: Subject,
    /// What it is called by.
    pub parameters: BTreeMap<String, ParameterJson>,
    /// The parameter that a plot has on its axis.
    pub x: f64,
}

impl Kind {
    /// The word that names it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Gnm { .. } => "gnm",
            Self::Gnp { .. } => "gnp",
            Self::Regular { .. } => "regular",
            Self::Geometric { .. } => "geometric",
            Self::WattsStrogatz { .. } => "watts-strogatz",
            Self::Lattice { .. } => "lattice",
            Self::Labels { .. } => "labels",
            Self::Hitting { .. } => "hitting",
        }
    }

    /// The name of the parameter on the axis of a plot.
    pub fn axis(&self) -> &'static str {
        match self {
            Self::Gnm { .. } => "edges per vertex",
            Self::Gnp { window, .. } if !window.is_empty() => "t, where c = c₂ + t/√n",
            Self::Gnp { .. } | Self::Geometric { .. } => "mean degree c",
            Self::Regular { .. } => "degree",
            Self::WattsStrogatz { .. } => "probability that an edge is moved",
            Self::Lattice { .. } => "probability that an edge is kept",
            Self::Labels { .. } => "mean out-degree c",
            Self::Hitting { .. } => "vertices",
        }
    }

    /// All points, by size and then by the other parameter.
    ///
    /// # Errors
    /// When a parameter is not a number that makes sense.
    pub fn points(&self) -> Result<Vec<Point>, CmdError> {
        let points = self.listed();
        for point in &points {
            let numbers = point.parameters.values();
            let bad = numbers.filter_map(|value| match value {
                ParameterJson::Number(number) => Some(*number),
                _ => None,
            });
            if let Some(bad) = bad.into_iter().find(|number| !number.is_finite()) {
                return Err(CmdError::Input(format!("{bad} is no parameter")));
            }
        }
        Ok(points)
    }

    fn listed(&self) -> Vec<Point> {
        match self {
            Self::Gnm { nodes, ratio, game } => nodes.times(ratio, |nodes, &ratio| {
                let edges = (nodes as f64 * ratio).round().max(0.0) as usize;
                game.point(Family::Gnm { nodes, edges }, ratio)
                    .with("nodes", nodes)
                    .with("edges_asked", edges)
                    .with("ratio", ratio)
            }),
            Self::Gnp {
                nodes,
                degree,
                window,
                game,
            } => {
                let mut points = nodes.times(degree, |nodes, &degree| {
                    game.point(Family::Gnp { nodes, degree }, degree)
                        .with("nodes", nodes)
                        .with("degree", degree)
                });
                let threshold = law::threshold();
                points.extend(nodes.times(window, |nodes, &t| {
                    let degree = threshold + t / (nodes as f64).sqrt();
                    game.point(Family::Gnp { nodes, degree }, t)
                        .with("nodes", nodes)
                        .with("degree", degree)
                        .with("window", t)
                }));
                points
            }
            Self::Regular {
                nodes,
                degree,
                game,
            } => nodes.times(degree, |nodes, &degree| {
                game.point(Family::Regular { nodes, degree }, degree as f64)
                    .with("nodes", nodes)
                    .with("degree", degree)
            }),
            Self::Geometric {
                nodes,
                degree,
                game,
            } => nodes.times(degree, |nodes, &degree| {
                game.point(Family::Geometric { nodes, degree }, degree)
                    .with("nodes", nodes)
                    .with("degree", degree)
            }),
            Self::WattsStrogatz {
                nodes,
                degree,
                rewire,
                game,
            } => nodes.times(rewire, |nodes, &rewire| {
                let family = Family::WattsStrogatz {
                    nodes,
                    degree: *degree,
                    rewire,
                };
                game.point(family, rewire)
                    .with("nodes", nodes)
                    .with("degree", *degree)
                    .with("rewire", rewire)
            }),
            Self::Lattice {
                kind,
                side,
                keep,
                game,
            } => Nodes {
                nodes: side.clone(),
            }
            .times(keep, |side, &keep| {
                let family = Family::Lattice {
                    kind: (*kind).into(),
                    side,
                    keep,
                };
                game.point(family, keep)
                    .with("lattice", kind.to_string())
                    .with("side", side)
                    .with("keep", keep)
            }),
            Self::Labels { nodes, degree } => nodes.times(degree, |nodes, &degree| {
                Point::new(Subject::Labels { nodes, degree }, degree)
                    .with("nodes", nodes)
                    .with("degree", degree)
            }),
            Self::Hitting { nodes } => nodes.times(&[()], |nodes, ()| {
                Point::new(Subject::Hitting { nodes }, nodes as f64).with("nodes", nodes)
            }),
        }
    }
}

impl Nodes {
    fn times<T>(&self, others: &[T], point: impl Fn(usize, &T) -> Point) -> Vec<Point> {
        let pairs = self
            .nodes
            .iter()
            .flat_map(|&nodes| others.iter().map(move |x| (nodes, x)));
        pairs.map(|(nodes, x)| point(nodes, x)).collect()
    }
}

impl Game {
    fn point(self, family: Family, x: f64) -> Point {
        let (target, pairs) = (self.target.target, self.pairs);
        let subject = Subject::Networks {
            family,
            target,
            pairs,
        };
        Point::new(subject, x)
            .with("target", target.to_string())
            .with("pairs", pairs as usize)
    }
}

impl Point {
    fn new(subject: Subject, x: f64) -> Self {
        Self {
            subject,
            parameters: BTreeMap::new(),
            x,
        }
    }

    fn with(mut self, name: &str, value: impl Into<ParameterJson>) -> Self {
        self.parameters.insert(name.to_owned(), value.into());
        self
    }
}

impl From<usize> for ParameterJson {
    fn from(value: usize) -> Self {
        Self::Whole(value as u64)
    }
}

impl From<f64> for ParameterJson {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<String> for ParameterJson {
    fn from(value: String) -> Self {
        Self::Word(value)
    }
}
