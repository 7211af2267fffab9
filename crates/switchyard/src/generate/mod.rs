//! Networks made to order: pure, and the same from the same seed on every machine.
//!
//! A generator returns a [`Blueprint`]: the counts, the terminals, and the edges as an iterator, so
//! that lattices of any size stream without being held in memory. [`with_outcome`] asks a generator
//! for a network that a given side wins.

mod lattice;
mod pairs;
mod planted;
mod scatter;
mod uniform;

pub use lattice::{bipartite, bridgit, complete, grid, ladder};
pub use planted::{clumps, planted, threshold};
pub use scatter::{geometric, preferential, regular, series_parallel};
pub use uniform::{Law, connected, connected_soon, dense};

use crate::graph::{Graph, VertexId};
use crate::switching::{Network, Outcome, Position, outcome};
use rand::RngExt;
use std::sync::Arc;
use thiserror::Error;

pub use crate::Rng as Dice;

/// The dice of a seed.
pub fn dice(seed: u64) -> Dice {
    Dice::from_seed(seed)
}

/// Why there is no such network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Impossible(String);

impl Impossible {
    /// Refuses for this reason.
    ///
    /// # Errors
    /// Always.
    pub fn because<T>(reason: impl Into<String>) -> Result<T, Self> {
        Err(Self(reason.into()))
    }
}

type Ends = [VertexId; 2];

/// A network that is not built yet.
pub struct Blueprint {
    vertices: usize,
    edge_count: usize,
    terminals: Ends,
    edges: Box<dyn Iterator<Item = Ends> + Send>,
    /// Whether the kind leaves open which vertices are the terminals.
    movable: bool,
}

impl Blueprint {
    /// A blueprint with the first and the last vertex as terminals, which other vertices could be
    /// as well.
    ///
    /// # Errors
    /// When there are fewer than two vertices, or too many vertices or edges for a graph.
    fn new(
        vertices: usize,
        edge_count: usize,
        edges: impl Iterator<Item = Ends> + Send + 'static,
    ) -> Result<Self, Impossible> {
        if vertices < 2 {
            return Impossible::because("a network has at least two vertices, its terminals");
        }
        if vertices.max(edge_count) > Graph::MAX_SIZE {
            let most = Graph::MAX_SIZE;
            return Impossible::because(format!(
                "{vertices} vertices and {edge_count} edges: a network has at most {most} of each"
            ));
        }
        Ok(Self {
            vertices,
            edge_count,
            terminals: [VertexId::new(0), VertexId::new(vertices - 1)],
            edges: Box::new(edges),
            movable: true,
        })
    }

    /// The blueprint of edges that are held in memory.
    fn of(vertices: usize, edges: Vec<Ends>) -> Result<Self, Impossible> {
        Self::new(vertices, edges.len(), edges.into_iter())
    }

    /// The same edges between other terminals.
    fn between(self, terminals: Ends) -> Self {
        Self { terminals, ..self }
    }

    /// The same with terminals that belong to the kind.
    fn fixed(self) -> Self {
        Self {
            movable: false,
            ..self
        }
    }

    /// The number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.vertices
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.edge_count
    }

    /// The terminals, L and R.
    pub fn terminals(&self) -> [VertexId; 2] {
        self.terminals
    }

    /// The edges, one by one.
    pub fn into_edges(self) -> impl Iterator<Item = [VertexId; 2]> + Send {
        self.edges
    }

    /// The network, in memory.
    ///
    /// # Panics
    /// Never: the generators join existing vertices and choose two terminals.
    pub fn build(self) -> Network {
        let mut ends = Vec::with_capacity(self.edge_count);
        ends.extend(self.edges);
        let graph = Graph::from_ends(self.vertices, ends);
        let [left, right] = self.terminals;
        Network::new(graph, left, right).expect("two terminals of the graph")
    }
}

/// How many pairs of terminals are tried on a graph in the search for an outcome.
pub const PAIRS: usize = 40;
/// How many graphs are tried.
const GRAPHS: usize = 100;

/// A network of the kind that `make` makes, with the outcome asked for.
///
/// Where the kind leaves the terminals open, the usual pair is tried first and then pairs chosen at
/// random; after that a new graph is made. So the network is one of the kind that has the outcome,
/// but not one chosen uniformly among these.
///
/// # Errors
/// When the kind is impossible, or none of the networks tried has the outcome.
pub fn with_outcome(
    wanted: Outcome,
    dice: &mut Dice,
    mut make: impl FnMut(&mut Dice) -> Result<Blueprint, Impossible>,
) -> Result<Network, Impossible> {
    let mut tried = 0;
    for _ in 0..GRAPHS {
        let blueprint = make(dice)?;
        let movable = blueprint.movable;
        let mut network = Arc::new(blueprint.build());
        for _ in 0..if movable { PAIRS } else { 1 } {
            tried += 1;
            if outcome(&Position::new(Arc::clone(&network))) == wanted {
                return Ok(Arc::unwrap_or_clone(network));
            }
            if movable {
                network = Arc::new(move_terminals(Arc::unwrap_or_clone(network), dice));
            }
        }
    }
    Impossible::because(format!(
        "none of {tried} networks tried has the outcome asked for; it may not exist for this kind and size"
    ))
}

/// The same graph between two vertices chosen at random.
fn move_terminals(network: Network, dice: &mut Dice) -> Network {
    let graph = network.into_graph();
    let [left, right] = distinct_pair(graph.vertex_count(), dice);
    Network::new(graph, left, right).expect("two vertices of the graph")
}

/// Two different vertices, uniformly.
fn distinct_pair(vertices: usize, dice: &mut Dice) -> Ends {
    let u = dice.random_range(0..vertices);
    let v = dice.random_range(0..vertices - 1);
    [
        VertexId::new(u),
        VertexId::new(if v < u { v } else { v + 1 }),
    ]
}

#[cfg(test)]
mod tests;
