//! A position as a circuit: SHORT's edges contracted, CUT's removed.

pub(crate) mod factor;
pub(crate) mod potentials;

use crate::ds::NONE;
use crate::graph::csr::{Csr, both_ways};
use crate::graph::{EdgeId, VertexId};
use crate::switching::contracted::Contracted;
use crate::switching::{Claim, Position, Side};
use thiserror::Error;

/// Why a circuit has no finite current, or none that could be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CircuitError {
    /// The terminals are one wire.
    #[error("SHORT's edges join the terminals: the circuit is shorted")]
    Shorted,
    /// The terminals are not connected.
    #[error("the terminals are apart: no current flows")]
    Apart,
    /// The arithmetic did not converge.
    #[error("the circuit is too ill-conditioned to be solved with proof")]
    IllConditioned,
}

impl CircuitError {
    /// The side that has won in such a position.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Shorted => Some(Side::Short),
            Self::Apart => Some(Side::Cut),
            Self::IllConditioned => None,
        }
    }
}

/// A resistor: a free edge between two different nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resistor {
    /// The edge of the network.
    pub edge: EdgeId,
    /// The nodes that it joins.
    pub ends: [u32; 2],
}

/// The part of the network that is connected to the terminals, SHORT's edges contracted.
///
/// Nodes are numbered from 0: [`Circuit::P`] and [`Circuit::Q`] are the terminals.
#[derive(Clone, Debug)]
pub struct Circuit {
    nodes: usize,
    resistors: Vec<Resistor>,
    node_of: Vec<Option<u32>>,
    arms: Csr<Arm>,
}

/// A resistor seen from one of its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The index of the resistor.
    pub resistor: u32,
    /// The node at the other end.
    pub to: u32,
}

impl Circuit {
    /// The node of the left terminal, at one volt.
    pub const P: usize = 0;
    /// The node of the right terminal, at zero volts.
    pub const Q: usize = 1;

    /// The circuit of a position, in O(n + m).
    ///
    /// # Errors
    /// When the terminals are joined by SHORT, or apart.
    pub fn new(position: &Position) -> Result<Self, CircuitError> {
        let network = position.network();
        let mut wires = Contracted::of(position);
        let p = wires.find(network.left().index());
        let q = wires.find(network.right().index());
        if p == q {
            return Err(CircuitError::Shorted);
        }
        let mut numbers = reachable(position, &mut wires, p);
        if numbers[q] == NONE {
            return Err(CircuitError::Apart);
        }
        // Q takes number 1, and the node that had it takes Q's.
        let old = numbers[q];
        if let Some(other) = numbers.iter().position(|&n| n == 1) {
            numbers[other] = old;
        }
        numbers[q] = 1;
        Ok(Self::assemble(position, &mut wires, &numbers))
    }

    fn assemble(position: &Position, wires: &mut Contracted, numbers: &[u32]) -> Self {
        let graph = position.network().graph();
        let node_of: Vec<Option<u32>> = (0..graph.vertex_count())
            .map(|v| Some(numbers[wires.find(v)]).filter(|&n| n != NONE))
            .collect();
        let mut resistors = Vec::new();
        for edge in position.free_edges() {
            let [u, v] = graph.ends(edge);
            let (Some(a), Some(b)) = (node_of[u.index()], node_of[v.index()]) else {
                continue;
            };
            if a != b {
                resistors.push(Resistor { edge, ends: [a, b] });
            }
        }
        let nodes = numbers.iter().filter(|&&n| n != NONE).count();
        let mut circuit = Self::from_resistors(nodes, resistors);
        circuit.node_of = node_of;
        circuit
    }

    /// A circuit from its resistors, of which the first two nodes are the terminals. It has no
    /// vertices.
    pub fn from_resistors(nodes: usize, resistors: Vec<Resistor>) -> Self {
        let ends = (0..resistors.len() as u32).map(|index| (index, resistors[index as usize].ends));
        let arms = Csr::new(nodes, both_ways(ends, |resistor, to| Arm { resistor, to }));
        Self {
            nodes,
            resistors,
            node_of: Vec::new(),
            arms,
        }
    }

    /// The number of nodes, terminals included.
    pub fn node_count(&self) -> usize {
        self.nodes
    }

    /// The resistors, in the order of their edges.
    pub fn resistors(&self) -> &[Resistor] {
        &self.resistors
    }

    /// The node of a vertex; `None` if the vertex is not connected to the terminals.
    pub fn node_of(&self, vertex: VertexId) -> Option<usize> {
        self.node_of[vertex.index()].map(|node| node as usize)
    }

    /// The resistors at a node.
    pub fn arms(&self, node: usize) -> &[Arm] {
        self.arms.row(node)
    }

    /// The most resistors at one node that is no terminal.
    pub(crate) fn max_degree(&self) -> usize {
        (2..self.nodes)
            .map(|v| self.arms(v).len())
            .max()
            .unwrap_or(0)
    }

    /// The number of resistors on a shortest path from every node to a terminal: a bound on its
    /// resistance to the terminals taken together.
    pub(crate) fn distances(&self) -> Vec<u32> {
        let mut distance = vec![NONE; self.nodes];
        let mut queue = vec![Self::P, Self::Q];
        distance[Self::P] = 0;
        distance[Self::Q] = 0;
        let mut at = 0;
        while at < queue.len() {
            let node = queue[at];
            at += 1;
            for arm in self.arms(node) {
                let next = arm.to as usize;
                if distance[next] == NONE {
                    distance[next] = distance[node] + 1;
                    queue.push(next);
                }
            }
        }
        distance
    }

    /// A bound on the binary logarithm of the number of spanning trees of the circuit with its
    /// terminals made one: the determinant of the system, at most the product of its diagonal.
    pub(crate) fn determinant_bits(&self) -> f64 {
        (2..self.nodes)
            .map(|node| (self.arms(node).len() as f64).log2())
            .sum::<f64>()
            + 1.0
    }
}

/// Numbers the wire components connected to `p` by edges not cut: `p` gets 0.
fn reachable(position: &Position, wires: &mut Contracted, p: usize) -> Vec<u32> {
    let graph = position.network().graph();
    let mut seen = vec![false; graph.vertex_count()];
    let mut numbers = vec![NONE; graph.vertex_count()];
    numbers[p] = 0;
    let mut count = 1;
    let mut stack = vec![position.network().left()];
    seen[position.network().left().index()] = true;
    while let Some(vertex) = stack.pop() {
        let root = wires.find(vertex.index());
        if numbers[root] == NONE {
            numbers[root] = count;
            count += 1;
        }
        for &(edge, next) in position.incidence().at(vertex) {
            if position.claim_of(edge) != Claim::Cut && !seen[next.index()] {
                seen[next.index()] = true;
                stack.push(next);
            }
        }
    }
    numbers
}
