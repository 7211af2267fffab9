//! Edges that carry the same current by Kirchhoff's laws alone.
//!
//! With e0 an edge that joins the terminals: two resistors are *parallel* when they join the same
//! nodes, and *in series* when removing both disconnects the circuit plus e0 (neither alone
//! does): the current that enters the part between them through one leaves through the other. By
//! Whitney's 2-isomorphism, playing one edge of such a class or another leads to games that
//! differ by a twist or a renaming: it is enough to follow one of them.

use crate::circuit::Circuit;
use crate::ds::NONE;

/// Groups the given resistors (indices) into classes of parallel or series ones.
///
/// Transitively: parallel first, then series, so a class holds edges whose removal, and whose
/// contraction, give the same game. O(n + m) for each class.
pub fn classes(circuit: &Circuit, resistors: &[usize]) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    let mut left: Vec<usize> = resistors.to_vec();
    while let Some(&first) = left.first() {
        let mut class = with(&mut left, |r| parallel(circuit, first, r));
        if class.len() == 1 && !left.is_empty() {
            let bridges = bridges_without(circuit, first);
            class.extend(with(&mut left, |r| bridges[r]));
        }
        classes.push(class);
    }
    classes
}

/// Moves the resistors that `take` accepts out of `left`.
fn with(left: &mut Vec<usize>, take: impl Fn(usize) -> bool) -> Vec<usize> {
    let taken = left.iter().copied().filter(|&r| take(r)).collect();
    left.retain(|&r| !take(r));
    taken
}

fn parallel(circuit: &Circuit, a: usize, b: usize) -> bool {
    let ends = |r: usize| {
        let [u, v] = circuit.resistors()[r].ends;
        (u.min(v), u.max(v))
    };
    ends(a) == ends(b)
}

/// Which resistors are bridges of the circuit plus e0 minus `gone`.
///
/// The terminals are treated as one node, which is what contracting e0 does: it has the same
/// bridges otherwise, since e0 itself may not be removed.
fn bridges_without(circuit: &Circuit, gone: usize) -> Vec<bool> {
    let mut search = Bridges::new(circuit, gone);
    search.run();
    search.bridge
}

/// A depth-first search with low points, on the circuit with its terminals made one.
struct Bridges<'c> {
    circuit: &'c Circuit,
    gone: usize,
    order: Vec<u32>,
    low: Vec<u32>,
    clock: u32,
    bridge: Vec<bool>,
}

impl<'c> Bridges<'c> {
    fn new(circuit: &'c Circuit, gone: usize) -> Self {
        Self {
            circuit,
            gone,
            order: vec![NONE; circuit.node_count()],
            low: vec![NONE; circuit.node_count()],
            clock: 0,
            bridge: vec![false; circuit.resistors().len()],
        }
    }

    fn arm(&self, node: usize, at: usize) -> Option<(usize, usize)> {
        let (p, q) = (Circuit::P, Circuit::Q);
        let own = self.circuit.arms(node);
        let arm = match own.get(at) {
            Some(arm) => arm,
            None if node == p => self.circuit.arms(q).get(at - own.len())?,
            None => return None,
        };
        let to = if arm.to as usize == q {
            p
        } else {
            arm.to as usize
        };
        Some((arm.resistor as usize, to))
    }

    fn run(&mut self) {
        // (node, resistor it was reached by, next arm to look at)
        let mut stack = vec![(Circuit::P, usize::MAX, 0)];
        self.enter(Circuit::P);
        while let Some(&mut (node, by, ref mut at)) = stack.last_mut() {
            let next = *at;
            *at += 1;
            let Some((resistor, to)) = self.arm(node, next) else {
                stack.pop();
                if let Some(&(parent, _, _)) = stack.last() {
                    self.low[parent] = self.low[parent].min(self.low[node]);
                    self.bridge[by] = self.low[node] > self.order[parent];
                }
                continue;
            };
            if resistor == by || resistor == self.gone || to == node {
                continue;
            }
            if self.order[to] == NONE {
                self.enter(to);
                stack.push((to, resistor, 0));
            } else {
                self.low[node] = self.low[node].min(self.order[to]);
            }
        }
    }

    fn enter(&mut self, node: usize) {
        self.order[node] = self.clock;
        self.low[node] = self.clock;
        self.clock += 1;
    }
}
