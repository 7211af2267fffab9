//! The list of the work, and the names of its items.

use crate::{EVERY_POSITION, Range};
use std::fmt;
use std::str::FromStr;
use switchyard_oracle::graphs::{connected_graphs, multigraphs};
use thiserror::Error;

/// A piece of the work: its name is all that is needed to do it anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// Connected simple graphs, by their places in the oracle's list, with every pair of terminals.
    Graphs {
        /// How many vertices they have.
        vertices: usize,
        /// Which of them.
        range: Range,
    },
    /// Multigraphs with loops, likewise.
    Multigraphs {
        /// How many vertices they have.
        vertices: usize,
        /// How many edges they have.
        edges: usize,
        /// Which of them.
        range: Range,
    },
    /// Digraphs with loops, by their numbers, with every sum of one to three coins.
    Digraphs {
        /// How many nodes they have.
        nodes: usize,
        /// Which of them.
        range: Range,
    },
    /// Games of the perfect player on random networks.
    Games {
        /// What they follow from.
        seed: u64,
        /// How many.
        count: u64,
    },
}

/// How much is to be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The most vertices of the connected graphs.
    pub graph_vertices: usize,
    /// The most vertices of the multigraphs.
    pub multigraph_vertices: usize,
    /// The most edges of the multigraphs.
    pub multigraph_edges: usize,
    /// The most nodes of the digraphs.
    pub nodes: usize,
    /// How many games.
    pub games: u64,
}

impl Scope {
    /// All that `make verify` goes through.
    pub const FULL: Self = Self {
        graph_vertices: 7,
        multigraph_vertices: 5,
        multigraph_edges: 9,
        nodes: 4,
        games: 10_000_000,
    };

    /// What every run of the tests goes through.
    pub const QUICK: Self = Self {
        graph_vertices: 4,
        multigraph_vertices: 4,
        multigraph_edges: 4,
        nodes: 3,
        games: 20_000,
    };

    /// The work, in items of seconds at most.
    pub fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for vertices in 2..=self.graph_vertices {
            let ranges = ranges(connected_graphs(vertices).len(), 20);
            items.extend(ranges.map(|range| Item::Graphs { vertices, range }));
        }
        for vertices in 2..=self.multigraph_vertices {
            for edges in 0..=self.multigraph_edges {
                // With more edges only the first position of each is looked at.
                let step = if edges <= EVERY_POSITION { 100 } else { 2000 };
                let ranges = ranges(multigraphs(vertices, edges).len(), step);
                items.extend(ranges.map(|range| Item::Multigraphs {
                    vertices,
                    edges,
                    range,
                }));
            }
        }
        for nodes in 1..=self.nodes {
            let ranges = ranges(1 << (nodes * nodes), 2048);
            items.extend(ranges.map(|range| Item::Digraphs { nodes, range }));
        }
        let rounds = 0..self.games.div_ceil(GAMES);
        items.extend(rounds.map(|seed| Item::Games {
            seed,
            count: GAMES.min(self.games - seed * GAMES),
        }));
        items
    }
}

/// The games of an item.
const GAMES: u64 = 50_000;

fn ranges(count: usize, step: usize) -> impl Iterator<Item = Range> {
    let starts = (0..count).step_by(step);
    starts.map(move |from| (from, count.min(from + step)))
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Graphs {
                vertices,
                range: (from, to),
            } => write!(f, "graphs/{vertices}/{from}-{to}"),
            Self::Multigraphs {
                vertices,
                edges,
                range: (from, to),
            } => write!(f, "multigraphs/{vertices}/{edges}/{from}-{to}"),
            Self::Digraphs {
                nodes,
                range: (from, to),
            } => write!(f, "digraphs/{nodes}/{from}-{to}"),
            Self::Games { seed, count } => write!(f, "games/{seed}/{count}"),
        }
    }
}

/// What is no name of an item.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is no item of the verification: items are graphs/VERTICES/FROM-TO, \
     multigraphs/VERTICES/EDGES/FROM-TO, digraphs/NODES/FROM-TO and games/SEED/COUNT, \
     with sizes that can be searched"
)]
pub struct NoSuchItemError(String);

impl FromStr for Item {
    type Err = NoSuchItemError;

    fn from_str(name: &str) -> Result<Self, NoSuchItemError> {
        parse(name)
            .filter(Self::can_be_searched)
            .ok_or_else(|| NoSuchItemError(name.to_owned()))
    }
}

fn parse(name: &str) -> Option<Item> {
    let words: Vec<&str> = name.split('/').collect();
    let number = |word: &str| word.parse::<usize>().ok();
    let range = |word: &str| {
        let (from, to) = word.split_once('-')?;
        Some((number(from)?, number(to)?)).filter(|(from, to)| from < to)
    };
    Some(match words[..] {
        ["graphs", vertices, part] => Item::Graphs {
            vertices: number(vertices)?,
            range: range(part)?,
        },
        ["multigraphs", vertices, edges, part] => Item::Multigraphs {
            vertices: number(vertices)?,
            edges: number(edges)?,
            range: range(part)?,
        },
        ["digraphs", nodes, part] => Item::Digraphs {
            nodes: number(nodes)?,
            range: range(part)?,
        },
        ["games", seed, count] => Item::Games {
            seed: seed.parse().ok()?,
            count: count.parse().ok()?,
        },
        _ => return None,
    })
}

impl Item {
    /// What it is part of: the first word of its name.
    pub fn area(&self) -> &'static str {
        match self {
            Self::Graphs { .. } => "graphs",
            Self::Multigraphs { .. } => "multigraphs",
            Self::Digraphs { .. } => "digraphs",
            Self::Games { .. } => "games",
        }
    }

    /// Whether the lists that it is taken from can be made, and have it.
    fn can_be_searched(&self) -> bool {
        match *self {
            Self::Graphs { vertices, range } => {
                (2..=7).contains(&vertices) && range.1 <= connected_graphs(vertices).len()
            }
            Self::Multigraphs {
                vertices,
                edges,
                range,
            } => {
                (2..=5).contains(&vertices)
                    && edges <= 10
                    && range.1 <= multigraphs(vertices, edges).len()
            }
            Self::Digraphs { nodes, range } => {
                (1..=4).contains(&nodes) && range.1 <= 1 << (nodes * nodes)
            }
            Self::Games { count, .. } => count > 0,
        }
    }
}
