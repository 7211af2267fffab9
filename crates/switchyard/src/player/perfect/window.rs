//! The part of a large position around its terminals, as a circuit.
//!
//! Players who do not solve a position look at its terminals first: routes and cuts begin there, and
//! there the currents are the largest. The vertices around the terminals are taken in breadth-first
//! order until enough edges are among them; all other vertices are contracted into one node. A
//! large network is nearly an equipotential away from its terminals, so the currents near them change
//! little, and the cost of a move does not depend on the size of the network.

use crate::circuit::{Circuit, Resistor};
use crate::graph::{EdgeId, VertexId};
use crate::switching::{Claim, Position};
use std::collections::{HashMap, HashSet};

/// The circuit of about `most` free edges around the terminals; whoever has won has won elsewhere.
pub(super) fn around_terminals(position: &Position, most: usize) -> Circuit {
    let network = position.network();
    let mut ball = Ball {
        position,
        number: HashMap::new(),
        members: Vec::new(),
    };
    ball.reach(network.left());
    ball.reach(network.right());
    let mut resistors: Vec<Resistor> = Vec::new();
    let mut seen: HashSet<EdgeId> = HashSet::new();
    let mut node = 0;
    // Both terminals are left in any case: neither of them may become part of the rest.
    while node < ball.members.len() && (node < 2 || resistors.len() < most) {
        let room = 2 * most * (node + 1).min(2);
        for vertex in ball.members[node].clone() {
            for &(edge, next) in position.incidence().at(vertex) {
                if resistors.len() >= room {
                    break;
                }
                if position.claim_of(edge) == Claim::Free && seen.insert(edge) {
                    let ends = [node as u32, ball.reach(next)];
                    if ends[0] != ends[1] {
                        resistors.push(Resistor { edge, ends });
                    }
                }
            }
        }
        node += 1;
    }
    // The nodes that were reached and not left are one with all others beyond them.
    let rest = node as u32;
    for resistor in &mut resistors {
        resistor.ends = resistor.ends.map(|end| end.min(rest));
    }
    resistors.sort_unstable_by_key(|resistor| resistor.edge);
    let nodes = ball.members.len().min(node + 1).max(2);
    Circuit::from_resistors(nodes, resistors)
}

/// Contracted vertices in the order in which they were reached.
struct Ball<'p> {
    position: &'p Position,
    number: HashMap<VertexId, u32>,
    members: Vec<Vec<VertexId>>,
}

impl Ball<'_> {
    /// The number of the contracted vertex that a vertex belongs to.
    fn reach(&mut self, start: VertexId) -> u32 {
        if let Some(&number) = self.number.get(&start) {
            return number;
        }
        let number = self.members.len() as u32;
        self.number.insert(start, number);
        let mut joined = vec![start];
        let mut at = 0;
        while let Some(&vertex) = joined.get(at) {
            at += 1;
            for &(edge, next) in self.position.incidence().at(vertex) {
                if self.position.claim_of(edge) == Claim::Short
                    && self.number.insert(next, number).is_none()
                {
                    joined.push(next);
                }
            }
        }
        self.members.push(joined);
        number
    }
}
