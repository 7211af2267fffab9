//! Generators of networks: pure functions of their parameters and a seed, with the same result on
//! every machine.
//!
//! A generator returns a [`Blueprint`]: the counts, the terminals, and the edges as an iterator, so
//! that lattices of any size stream without being held in memory. [`with_outcome`] generates
//! networks until one satisfies a predicate, usually about the outcome.

mod blocks;
mod delaunay;
mod diluted;
mod lattice;
mod nested;
mod pairs;
mod planted;
mod points;
mod scatter;
mod search;
mod small_world;
mod uniform;

pub use blocks::{blocks, power_law};
pub use delaunay::delaunay;
pub use diluted::{Lattice, lattice};
pub use lattice::{
    bipartite, bridgit, bridgit_rectangle, complete, cycle_power, grid, hypercube, ladder,
    path_power,
};
pub use nested::{hamiltonian_paths, k_tree, nested};
pub use planted::{clumps, planted, threshold};
pub use points::nearest;
pub use scatter::{geometric, preferential, regular, series_parallel};
pub use search::{PAIRS, with_outcome, with_outcome_and_choice};
pub use small_world::watts_strogatz;
pub use uniform::{Law, connected, connected_soon, dense};

use crate::Rng;
use crate::graph::{Graph, VertexId};
use crate::switching::Network;
use rand::RngExt;
use thiserror::Error;

/// Why there is no such network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct Impossible {
    reason: String,
    is_chance: bool,
}

impl Impossible {
    /// Refuses for this reason.
    ///
    /// # Errors
    /// Always.
    pub fn because<T>(reason: impl Into<String>) -> Result<T, Self> {
        let (reason, is_chance) = (reason.into(), false);
        Err(Self { reason, is_chance })
    }

    /// Gives up: nothing that chance has offered fits.
    ///
    /// # Errors
    /// Always.
    pub fn by_chance<T>(reason: impl Into<String>) -> Result<T, Self> {
        let (reason, is_chance) = (reason.into(), true);
        Err(Self { reason, is_chance })
    }

    /// Whether another seed might have found one.
    pub fn is_chance(&self) -> bool {
        self.is_chance
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

/// The product of two counts, or the largest number if it is larger still.
fn product(a: usize, b: usize) -> u64 {
    (a as u64).saturating_mul(b as u64)
}

/// A count of vertices or edges that a graph can have.
///
/// # Errors
/// When it is too large.
fn size(count: u64) -> Result<usize, Impossible> {
    let most = Graph::MAX_SIZE;
    if count > most as u64 {
        return Impossible::because(format!(
            "{count} vertices or edges: a network has at most {most} of each"
        ));
    }
    Ok(count as usize)
}

/// Checks that a share or a probability is from 0 to 1.
///
/// # Errors
/// When it is not.
fn check_share(name: &str, share: f64) -> Result<(), Impossible> {
    if (0.0..=1.0).contains(&share) {
        return Ok(());
    }
    Impossible::because(format!("a {name} is from 0 to 1, not {share}"))
}

/// A generator of its own for edges that are drawn while they are listed.
fn split(rng: &mut Rng) -> Rng {
    rng.split()
}

/// Two different vertices, uniformly.
fn distinct_pair(vertices: usize, rng: &mut Rng) -> Ends {
    let u = rng.random_range(0..vertices);
    let v = rng.random_range(0..vertices - 1);
    [
        VertexId::new(u),
        VertexId::new(if v < u { v } else { v + 1 }),
    ]
}

#[cfg(test)]
mod tests;
