//! A position as a circuit, and what players who do not solve it would look at in it.

use super::lost::Model;
use crate::circuit::Circuit;
use crate::circuit::potentials::{Base, Potentials};
use crate::ds::union_find::UnionFind;
use crate::graph::EdgeId;
use crate::switching::solver::decomposition::Decomposition;
use crate::switching::solver::minor::Minor;
use crate::switching::{Claim, Position, Side, Target};
use std::collections::VecDeque;

const UNREACHED: u32 = u32::MAX;
/// Currents that agree to this share of the largest are equal.
const EQUAL: f64 = 1e-9;
/// How many operations the factors of a circuit may take.
const FACTOR_WORK: usize = 1_000_000;
/// How many rounds of conjugate gradients otherwise solve it.
const ROUNDS: usize = 40;

/// What is left of the position that a search starts from. Resistors are the edges that still
/// matter; they are numbered as in the circuit.
pub(super) struct Scene<'c> {
    pub circuit: &'c Circuit,
    pub base: Base<'c>,
    /// Free edges that join nothing any more.
    pub idle: usize,
}

/// A position of the search: what has been played since the start of it.
#[derive(Clone)]
pub(super) struct Node {
    /// The state of each resistor.
    pub claims: Vec<Claim>,
    pub potentials: Potentials,
    /// How many edges are free, idle ones included.
    pub free: usize,
}

/// What players who do not solve the position would look at.
#[derive(Clone, Debug, Default)]
pub(super) struct Sights {
    /// Edges on a shortest route; SHORT needs `distance` edges more.
    pub routes: Vec<u32>,
    pub distance: usize,
    /// Edges of the smallest cut that is nearest L, on a shortest route if there is such; `width` edges
    /// are in the cut.
    pub weakest: Vec<u32>,
    pub width: usize,
    /// Edges with the most current.
    pub strongest: Vec<u32>,
    /// The largest current through an edge that does not win, relative to the largest through one that does;
    /// at most 1.
    pub closeness: f64,
}

impl Sights {
    /// The edges that a model chooses from evenly, if it does so and they are not all.
    pub(super) fn choice(&self, model: Model) -> Option<&[u32]> {
        match model {
            Model::Greedy => Some(&self.routes),
            Model::MinCut => Some(&self.weakest),
            Model::Analog => Some(&self.strongest),
            Model::Random | Model::Careful => None,
        }
    }
}

/// Routes and a flow, to be mended when a move is tried.
pub(super) struct Outline {
    /// How many more edges SHORT needs from P, and from Q, to every node.
    from: [Vec<u32>; 2],
    routes: Vec<u32>,
    units: Vec<i8>,
}

/// The resistors that nobody has claimed.
fn free(claims: &[Claim]) -> impl Iterator<Item = u32> {
    let all = claims.iter().zip(0..);
    all.filter(|(claim, _)| **claim == Claim::Free)
        .map(|(_, resistor)| resistor)
}

/// The number of an edge's resistor.
pub(super) fn number_of(circuit: &Circuit, edge: EdgeId) -> Option<u32> {
    let found = circuit.resistors().binary_search_by_key(&edge, |r| r.edge);
    found.ok().map(|index| index as u32)
}

impl<'c> Scene<'c> {
    /// What is left of a position, or of the part of it that the circuit holds.
    pub(super) fn of(position: &Position, circuit: &'c Circuit) -> Self {
        Self {
            circuit,
            base: Base::new(circuit, FACTOR_WORK, ROUNDS),
            idle: position.free_count() - circuit.resistors().len(),
        }
    }

    /// The position that the search starts from.
    pub(super) fn root(&self) -> Node {
        let resistors = self.circuit.resistors().len();
        Node {
            claims: vec![Claim::Free; resistors],
            potentials: self.base.potentials(),
            free: resistors + self.idle,
        }
    }

    pub(super) fn ends(&self, resistor: u32) -> [u32; 2] {
        self.circuit.resistors()[resistor as usize].ends
    }

    /// Steps that it takes to go through the circuit once.
    fn size(&self) -> usize {
        self.circuit.node_count() + self.circuit.resistors().len()
    }

    /// Steps that it takes to solve a position and to outline it.
    pub(super) fn cost_of_position(&self) -> usize {
        20 * self.size()
    }

    /// Steps that it takes to see what a move changes.
    pub(super) fn cost_of_move(&self) -> usize {
        8 * self.size() + self.base.cost_of_column()
    }

    /// The number of each resistor's edge in the decomposition; `None` if it has become a loop.
    pub(super) fn edge_numbers(&self, decomposition: &Decomposition) -> Vec<Option<usize>> {
        let mut numbers = vec![None; self.circuit.resistors().len()];
        for (edge, id) in decomposition.minor.ids.iter().enumerate() {
            numbers[id.index()] = Some(edge);
        }
        numbers
    }

    /// The decomposition of a position of the search; its edges are called by the numbers of resistors.
    pub(super) fn decomposition(&self, node: &Node) -> Decomposition {
        let nodes = self.circuit.node_count();
        let mut joined = UnionFind::new(nodes);
        for (resistor, claim) in self.circuit.resistors().iter().zip(&node.claims) {
            if *claim == Claim::Short {
                let [a, b] = resistor.ends;
                joined.union(a as usize, b as usize);
            }
        }
        let mut number = vec![u32::MAX; nodes];
        let mut vertices = 0;
        let mut vertex_of = vec![0; nodes];
        for (vertex, of) in vertex_of.iter_mut().enumerate() {
            let root = joined.find(vertex);
            if number[root] == u32::MAX {
                number[root] = vertices;
                vertices += 1;
            }
            *of = number[root];
        }
        let (mut edges, mut ids) = (Vec::new(), Vec::new());
        for (index, resistor) in self.circuit.resistors().iter().enumerate() {
            let ends = resistor.ends.map(|end| vertex_of[end as usize]);
            if node.claims[index] == Claim::Free && ends[0] != ends[1] {
                edges.push(ends);
                ids.push(EdgeId::new(index));
            }
        }
        let terminals = [Circuit::P, Circuit::Q];
        let minor = Minor::arrange((vertices as usize, vertex_of), edges, ids, terminals);
        Decomposition::of_minor(minor, Target::Terminals)
    }

    /// The free resistors with the currents through them, largest first.
    pub(super) fn by_current(&self, node: &Node) -> Vec<(f64, u32)> {
        let volts = node.potentials.volts();
        let mut edges: Vec<(f64, u32)> = free(&node.claims)
            .map(|r| (current(volts, self.ends(r)), r))
            .collect();
        edges.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        edges
    }

    /// The position after a move.
    pub(super) fn play(&self, node: &Node, side: Side, resistor: u32) -> Node {
        let mut next = node.clone();
        next.claims[resistor as usize] = side.into();
        next.potentials.play(&self.base, side, resistor as usize);
        next.free -= 1;
        next
    }

    /// Whether somebody has won.
    pub(super) fn is_over(&self, node: &Node) -> bool {
        let distance = self.distances(&node.claims, Circuit::P)[Circuit::Q];
        distance == 0 || distance == UNREACHED
    }

    /// Routes and a flow in the position as it is.
    pub(super) fn outline(&self, node: &Node) -> Outline {
        let claims = &node.claims;
        let from = [Circuit::P, Circuit::Q].map(|start| self.distances(claims, start));
        let mut flow = Flow {
            scene: self,
            units: vec![0; claims.len()],
            came: Vec::new(),
        };
        flow.maximise(claims);
        Outline {
            routes: self.on_routes(claims, &from),
            from,
            units: flow.units,
        }
    }

    #[cfg(test)]
    pub(super) fn sights_of_root(&self) -> Sights {
        self.sights(&self.root())
    }

    /// What there is to see in the position as it is.
    pub(super) fn sights(&self, node: &Node) -> Sights {
        let outline = self.outline(node);
        let mut flow = self.flow(outline.units.clone());
        let cut = flow.maximise(&node.claims);
        let distance = outline.from[0][Circuit::Q];
        self.gather(
            distance,
            outline.routes,
            cut,
            &node.claims,
            node.potentials.volts(),
        )
    }

    /// What there is to see once `side` has played this resistor; `winning` lists the replies that keep
    /// the win, unless all do.
    pub(super) fn sights_after(
        &self,
        node: &mut Node,
        outline: &Outline,
        side: Side,
        resistor: u32,
        winning: Option<&[u32]>,
    ) -> Sights {
        let volts = node.potentials.after(&self.base, side, resistor as usize);
        let [from_p, from_q] = &outline.from;
        let [u, v] = self.ends(resistor).map(|end| end as usize);
        let length = from_p[Circuit::Q];
        let is_near = match side {
            // A route that may now pass here for nothing must not be longer than the others.
            Side::Short => {
                let through =
                    (from_p[u].saturating_add(from_q[v])).min(from_p[v].saturating_add(from_q[u]));
                through <= length
            }
            Side::Cut => outline.routes.binary_search(&resistor).is_ok(),
        };
        let mut flow = self.flow(outline.units.clone());
        if side == Side::Cut {
            flow.give_up(&mut node.claims, resistor);
        }
        node.claims[resistor as usize] = side.into();
        let claims = &node.claims;
        let (distance, routes) = if is_near {
            let from = [Circuit::P, Circuit::Q].map(|start| self.distances(claims, start));
            (from[0][Circuit::Q], self.on_routes(claims, &from))
        } else {
            (length, outline.routes.clone())
        };
        let cut = flow.maximise(claims);
        let mut sights = self.gather(distance, routes, cut, claims, &volts);
        if let Some(winning) = winning {
            sights.closeness = self.closeness(claims, &volts, winning);
        }
        node.claims[resistor as usize] = Claim::Free;
        sights
    }

    /// The edges with the most current once `side` has played this resistor, and [`Sights::closeness`].
    pub(super) fn strongest_after(
        &self,
        node: &mut Node,
        side: Side,
        resistor: u32,
        winning: Option<&[u32]>,
    ) -> (Vec<u32>, f64) {
        let volts = node.potentials.after(&self.base, side, resistor as usize);
        node.claims[resistor as usize] = side.into();
        let strongest = self.strongest(&node.claims, &volts);
        let closeness = winning.map_or(0.0, |w| self.closeness(&node.claims, &volts, w));
        node.claims[resistor as usize] = Claim::Free;
        (strongest, closeness)
    }

    fn gather(
        &self,
        distance: u32,
        routes: Vec<u32>,
        cut: Vec<u32>,
        claims: &[Claim],
        volts: &[f64],
    ) -> Sights {
        let is_on_route = |r: &u32| routes.binary_search(r).is_ok();
        let both: Vec<u32> = cut.iter().copied().filter(is_on_route).collect();
        let width = cut.len();
        Sights {
            distance: distance as usize,
            width,
            weakest: if both.is_empty() { cut } else { both },
            routes,
            strongest: self.strongest(claims, volts),
            closeness: 0.0,
        }
    }

    /// See [`Sights::closeness`].
    fn closeness(&self, claims: &[Claim], volts: &[f64], winning: &[u32]) -> f64 {
        let (mut right, mut wrong) = (0.0, 0.0);
        for resistor in free(claims) {
            let current = current(volts, self.ends(resistor));
            let top = match winning.binary_search(&resistor) {
                Ok(_) => &mut right,
                Err(_) => &mut wrong,
            };
            *top = f64::max(*top, current);
        }
        if wrong < right { wrong / right } else { 1.0 }
    }

    fn on_routes(&self, claims: &[Claim], [from_p, from_q]: &[Vec<u32>; 2]) -> Vec<u32> {
        let length = from_p[Circuit::Q];
        let on_route = |u: u32, v: u32| {
            let (before, after) = (from_p[u as usize], from_q[v as usize]);
            before != UNREACHED && after != UNREACHED && before + 1 + after == length
        };
        let lies = |r: &u32| {
            let [u, v] = self.ends(*r);
            on_route(u, v) || on_route(v, u)
        };
        free(claims).filter(lies).collect()
    }

    fn strongest(&self, claims: &[Claim], volts: &[f64]) -> Vec<u32> {
        let mut top = 0.0;
        let mut best: Vec<(f64, u32)> = Vec::new();
        for resistor in free(claims) {
            let current = current(volts, self.ends(resistor));
            if current >= top * (1.0 - EQUAL) {
                top = f64::max(top, current);
                best.push((current, resistor));
            }
        }
        best.retain(|&(current, _)| current >= top * (1.0 - EQUAL));
        best.into_iter().map(|(_, resistor)| resistor).collect()
    }

    /// How many more edges SHORT needs from `start` to every node: a 0-1 breadth-first search.
    fn distances(&self, claims: &[Claim], start: usize) -> Vec<u32> {
        let mut distance = vec![UNREACHED; self.circuit.node_count()];
        distance[start] = 0;
        let mut queue = VecDeque::with_capacity(64);
        queue.push_back(start as u32);
        while let Some(node) = queue.pop_front() {
            let here = distance[node as usize];
            for arm in self.circuit.arms(node as usize) {
                let step = match claims[arm.resistor as usize] {
                    Claim::Short => 0,
                    Claim::Free => 1,
                    Claim::Cut => continue,
                };
                let there = &mut distance[arm.to as usize];
                if here + step < *there {
                    *there = here + step;
                    if step == 0 {
                        queue.push_front(arm.to);
                    } else {
                        queue.push_back(arm.to);
                    }
                }
            }
        }
        distance
    }

    fn flow(&self, units: Vec<i8>) -> Flow<'_, 'c> {
        Flow {
            scene: self,
            units,
            came: Vec::new(),
        }
    }
}

/// A flow from P to Q: a free resistor carries one unit either way, SHORT's any amount.
struct Flow<'s, 'c> {
    scene: &'s Scene<'c>,
    /// Units from the first to the second end of each free resistor.
    units: Vec<i8>,
    /// The resistor and the node from which the last search reached each node.
    came: Vec<(u32, u32)>,
}

impl Flow<'_, '_> {
    /// Augments until there is no path; returns the smallest cut nearest P.
    fn maximise(&mut self, claims: &[Claim]) -> Vec<u32> {
        // SHORT's edges carry any amount, so the flow is bounded by the free edges at P only while SHORT
        // has not joined the terminals.
        for _ in 0..=claims.len() {
            if !self.push(claims, Circuit::P as u32, Circuit::Q as u32) {
                break;
            }
        }
        let reached = |node: u32| self.came[node as usize].1 != UNREACHED;
        let crosses = |r: &u32| {
            let [u, v] = self.scene.ends(*r);
            reached(u) != reached(v)
        };
        free(claims).filter(crosses).collect()
    }

    /// Takes the flow off a resistor that is going to be destroyed.
    fn give_up(&mut self, claims: &mut [Claim], resistor: u32) {
        let units = std::mem::take(&mut self.units[resistor as usize]);
        if units == 0 {
            return;
        }
        let [mut from, mut to] = self.scene.ends(resistor);
        if units < 0 {
            (from, to) = (to, from);
        }
        claims[resistor as usize] = Claim::Cut;
        if !self.push(claims, from, to) {
            self.push(claims, from, Circuit::P as u32);
            self.push(claims, Circuit::Q as u32, to);
        }
    }

    /// Sends a unit from one node to another, if there is a way.
    fn push(&mut self, claims: &[Claim], from: u32, to: u32) -> bool {
        if from == to {
            return true;
        }
        if !self.reach(claims, from, to) {
            return false;
        }
        let mut node = to;
        while node != from {
            let (resistor, before) = self.came[node as usize];
            if claims[resistor as usize] == Claim::Free {
                let forward = self.scene.ends(resistor)[0] == before;
                self.units[resistor as usize] += if forward { 1 } else { -1 };
            }
            node = before;
        }
        true
    }

    /// Searches the residual graph; whether `goal` was reached.
    fn reach(&mut self, claims: &[Claim], start: u32, goal: u32) -> bool {
        let circuit = self.scene.circuit;
        let came = &mut self.came;
        came.clear();
        came.resize(circuit.node_count(), (UNREACHED, UNREACHED));
        came[start as usize] = (UNREACHED, start);
        let mut queue = vec![start];
        let mut at = 0;
        while let Some(&node) = queue.get(at) {
            at += 1;
            for arm in circuit.arms(node as usize) {
                if came[arm.to as usize].1 != UNREACHED {
                    continue;
                }
                let resistor = arm.resistor as usize;
                let open = match claims[resistor] {
                    Claim::Short => true,
                    Claim::Free => {
                        let forward = self.scene.ends(arm.resistor)[0] == node;
                        let units = self.units[resistor];
                        if forward { units < 1 } else { units > -1 }
                    }
                    Claim::Cut => false,
                };
                if open {
                    came[arm.to as usize] = (arm.resistor, node);
                    if arm.to == goal {
                        return true;
                    }
                    queue.push(arm.to);
                }
            }
        }
        false
    }
}

fn current(volts: &[f64], [a, b]: [u32; 2]) -> f64 {
    (volts[a as usize] - volts[b as usize]).abs()
}
