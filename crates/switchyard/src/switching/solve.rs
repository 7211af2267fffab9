//! From a position to a verdict: the outcome, every winning move, and a certificate.
//!
//! **Theorems used** (Lehman 1964; Bruno and Weinberg 1970). Let ρ be the largest number of edges
//! in two disjoint forests, E what is left of the network, and e0 an unplayable edge between
//! the terminals.
//! - ρ(E + e0) = ρ(E): SHORT wins even moving second.
//! - ρ(E + e0 + e0) = ρ(E) + 2: CUT wins even moving second.
//! - Otherwise whoever moves first wins. Then SHORT's winning moves are the edges that lie in one
//!   clump of E + e0 but not in one clump of E; CUT's are the edges of the smallest tight set of
//!   E + e0 around the terminals that lie in no dependent set of E.
//!
//! A side that wins even moving second wins with every move (an extra move never hurts); its
//! opponent wins with none.
//!
//! Complexity: a pebble game, two trees from its orientation and one refinement into clumps;
//! everything after the pebble game is O((n + m) log n).

use super::certificate::{Certificate, Opening, Proof, TwoForests, TwoTrees, Won};
use super::clumps::clumps;
use super::minor::{Minor, OUT};
use super::pebbles::Pebbles;
use super::trees::{Forest, two_forests};
use super::{Claim, Outcome, Position, Side};
use crate::graph::{EdgeId, VertexId};
use std::collections::VecDeque;

/// Every winning move of each side, if it were to move; both lists in increasing order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct WinningMoves {
    /// SHORT's.
    pub short: Vec<EdgeId>,
    /// CUT's.
    pub cut: Vec<EdgeId>,
}

impl WinningMoves {
    /// The winning moves of one side.
    pub fn of(&self, side: Side) -> &[EdgeId] {
        match side {
            Side::Short => &self.short,
            Side::Cut => &self.cut,
        }
    }
}

/// What there is to know about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who wins under perfect play.
    pub outcome: Outcome,
    /// Every winning move; none once the game is over.
    pub winning: WinningMoves,
    /// The proof.
    pub certificate: Certificate,
}

/// Who wins under perfect play.
///
/// ```
/// use std::sync::Arc;
/// use switchyard::graph::{Graph, VertexId};
/// use switchyard::switching::{Network, Outcome, Position, solve};
///
/// let graph = Graph::from_pairs(4, &[(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)]);
/// let network = Network::new(graph, VertexId::new(0), VertexId::new(3)).unwrap();
/// let position = Position::new(Arc::new(network));
/// assert_eq!(solve::outcome(&position), Outcome::First);
/// ```
pub fn outcome(position: &Position) -> Outcome {
    match position.winner() {
        Some(side) => side.into(),
        None => Structure::of(position).outcome,
    }
}

/// The outcome, every winning move and a certificate.
pub fn solve(position: &Position) -> Verdict {
    if let Some(winner) = position.winner() {
        return Verdict {
            outcome: winner.into(),
            winning: WinningMoves::default(),
            certificate: Certificate::Over(finish(position, winner)),
        };
    }
    let mut structure = Structure::of(position);
    let forests = structure.forests();
    let (winning, certificate) = match structure.outcome {
        Outcome::Short => {
            let short = position.free_edges().collect();
            let proof = Proof::Short(structure.two_trees(&forests));
            (
                WinningMoves {
                    short,
                    ..WinningMoves::default()
                },
                Certificate::Second(proof),
            )
        }
        Outcome::Cut => {
            let cut = position.free_edges().collect();
            let proof = Proof::Cut(structure.two_forests(&forests));
            (
                WinningMoves {
                    cut,
                    ..WinningMoves::default()
                },
                Certificate::Second(proof),
            )
        }
        Outcome::First => (
            structure.winning_moves(&forests),
            structure.openings(&forests),
        ),
    };
    Verdict {
        outcome: structure.outcome,
        winning,
        certificate,
    }
}

/// What the pebble game has found out about an undecided position.
pub(crate) struct Structure {
    pub minor: Minor,
    pub outcome: Outcome,
    pebbles: Pebbles,
    /// The part of each vertex of the minor before the terminals' edge came in: two vertices of
    /// one class lie in one dependent set (the P of the principal partition).
    pub class: Vec<u32>,
    /// The vertices of the smallest tight set of E + e0 that holds the terminals; none when CUT
    /// wins, since there is no such set.
    near: Vec<bool>,
    /// The vertices of the largest such set, the clump of the terminals; all when CUT wins.
    pub around: Vec<bool>,
}

/// The forest of every edge of the minor, and of e0 and its copy behind them.
pub(crate) struct Forests {
    pub of: Vec<Option<Forest>>,
}

impl Structure {
    pub(crate) fn of(position: &Position) -> Self {
        let minor = Minor::of(position);
        let mut pebbles = Pebbles::new(minor.vertices);
        for (edge, &ends) in minor.edges.iter().enumerate() {
            pebbles.insert(edge as u32, ends);
        }
        let class = |pebbles: &mut Pebbles| -> Vec<u32> {
            (0..minor.vertices as u32)
                .map(|v| pebbles.find(v))
                .collect()
        };
        let classes = class(&mut pebbles);
        let ends = [minor.left, minor.right];
        let e0 = minor.edges.len() as u32;
        let outcome = if !pebbles.insert(e0, ends) {
            Outcome::Short
        } else if pebbles.insert(e0 + 1, ends) {
            Outcome::Cut
        } else {
            Outcome::First
        };
        let (near, around) = match outcome {
            Outcome::Cut => (vec![false; minor.vertices], vec![true; minor.vertices]),
            Outcome::Short | Outcome::First => {
                let middle = pebbles.find(minor.left);
                let mut inside = vec![false; pebbles.node_count()];
                for node in pebbles.largest_tight_set(middle) {
                    inside[node as usize] = true;
                }
                let nodes = class(&mut pebbles);
                let near = nodes.iter().map(|&node| node == middle).collect();
                (
                    near,
                    nodes.iter().map(|&node| inside[node as usize]).collect(),
                )
            }
        };
        Self {
            minor,
            outcome,
            pebbles,
            class: classes,
            near,
            around,
        }
    }

    /// Two forests of as many edges as possible, e0 (where it fits) in the first.
    pub(crate) fn forests(&mut self) -> Forests {
        let e0 = self.minor.edges.len();
        let mut of = two_forests(&mut self.pebbles, e0 + 2);
        if of[e0] == Some(Forest::Second) {
            for forest in of.iter_mut().flatten() {
                *forest = forest.other();
            }
        }
        Forests { of }
    }

    /// Whether both ends lie in the clump of the terminals.
    pub(crate) fn is_around(&self, edge: usize) -> bool {
        self.minor.edges[edge]
            .iter()
            .all(|&end| self.around[end as usize])
    }

    /// Whether the edge lies in no dependent set.
    pub(crate) fn is_between_classes(&self, edge: usize) -> bool {
        let [u, v] = self.minor.edges[edge];
        self.class[u as usize] != self.class[v as usize]
    }

    /// Whether the terminals' edge depends on this edge: both forests would fit it in if this edge
    /// went, and would not otherwise.
    pub(crate) fn is_vital(&self, edge: usize) -> bool {
        let near = self.minor.edges[edge]
            .iter()
            .all(|&end| self.near[end as usize]);
        near && self.is_between_classes(edge)
    }

    /// How many vertices (dependent sets contracted) the smallest tight set around the edge's ends
    /// has; `None` if there is none or it is without the terminals.
    pub(crate) fn tight_set_with_terminals(&mut self, edge: usize) -> Option<usize> {
        let terminals = [self.minor.left, self.minor.right].map(|end| self.pebbles.find(end));
        let set = self.pebbles.smallest_tight_set(self.minor.edges[edge])?;
        let holds = terminals.iter().all(|terminal| set.contains(terminal));
        holds.then_some(set.len())
    }

    fn winning_moves(&self, forests: &Forests) -> WinningMoves {
        let edges = &self.minor.edges;
        let clump = clumps(self.minor.vertices, edges, &forests.of[..edges.len()]);
        let mut winning = WinningMoves::default();
        for (edge, &[u, v]) in self.minor.edges.iter().enumerate() {
            if self.is_around(edge) && clump[u as usize] != clump[v as usize] {
                winning.short.push(self.minor.ids[edge]);
            }
            if self.is_vital(edge) {
                winning.cut.push(self.minor.ids[edge]);
            }
        }
        winning
    }

    /// The trees of SHORT's certificate, without the terminals' edge.
    fn two_trees(&self, forests: &Forests) -> TwoTrees {
        let vertex_of = self.minor.vertex_of.iter().enumerate();
        let inside = |&(_, &at): &(usize, &u32)| at != OUT && self.around[at as usize];
        TwoTrees {
            vertices: vertex_of
                .filter(inside)
                .map(|(v, _)| VertexId::new(v))
                .collect(),
            trees: forests.lists(&self.minor.ids, |edge| self.is_around(edge)),
        }
    }

    /// The classes and forests of CUT's certificate, without the terminals' edge.
    fn two_forests(&self, forests: &Forests) -> TwoForests {
        // What has come apart from the terminals is of no account: one class.
        let apart = self.pebbles.node_count();
        let mut classes = vec![Vec::new(); apart + 1];
        for (vertex, &at) in self.minor.vertex_of.iter().enumerate() {
            let class = if at == OUT {
                apart
            } else {
                self.class[at as usize] as usize
            };
            classes[class].push(VertexId::new(vertex));
        }
        classes.retain(|class| class.len() > 1);
        TwoForests {
            classes,
            forests: forests.lists(&self.minor.ids, |edge| self.is_between_classes(edge)),
        }
    }

    /// One move that wins for either side, whoever makes it, with the proofs.
    ///
    /// With e0 in the first tree, take an edge on the second tree's path between the terminals
    /// that crosses the cut which e0 makes in the first: SHORT mends the first tree with it, and
    /// CUT opens the second.
    fn openings(&self, forests: &Forests) -> Certificate {
        let best = self.reply_to_e0(forests);
        let edge = self.minor.ids[best];
        let mut trees = self.two_trees(forests);
        trees.trees[1].retain(|&other| other != edge);
        let mut classes = self.two_forests(forests);
        classes.forests[1].retain(|&other| other != edge);
        Certificate::First {
            short: Opening {
                edge,
                proof: Proof::Short(trees),
            },
            cut: Opening {
                edge,
                proof: Proof::Cut(classes),
            },
        }
    }

    fn reply_to_e0(&self, forests: &Forests) -> usize {
        let (left, right) = (self.minor.left, self.minor.right);
        let first = self.walk(forests, Forest::First, left);
        let second = self.walk(forests, Forest::Second, left);
        let on_left = |vertex: u32| vertex == left || first[vertex as usize].is_some();
        let mut at = right;
        loop {
            let (edge, next) = second[at as usize].expect("the second tree joins the terminals");
            if on_left(at) != on_left(next) {
                return edge as usize;
            }
            at = next;
        }
    }

    /// How a walk through one forest (without e0) from `start` enters each vertex: by which edge
    /// and from where.
    fn walk(&self, forests: &Forests, which: Forest, start: u32) -> Vec<Option<(u32, u32)>> {
        let mut rows = vec![Vec::new(); self.minor.vertices];
        for (edge, &[u, v]) in self.minor.edges.iter().enumerate() {
            if forests.of[edge] == Some(which) {
                rows[u as usize].push((edge as u32, v));
                rows[v as usize].push((edge as u32, u));
            }
        }
        let mut by = vec![None; self.minor.vertices];
        let mut queue = VecDeque::from([start]);
        while let Some(x) = queue.pop_front() {
            for &(edge, y) in &rows[x as usize] {
                if y != start && by[y as usize].is_none() {
                    by[y as usize] = Some((edge, x));
                    queue.push_back(y);
                }
            }
        }
        by
    }
}

impl Forests {
    fn lists(&self, ids: &[EdgeId], keep: impl Fn(usize) -> bool) -> [Vec<EdgeId>; 2] {
        [Forest::First, Forest::Second].map(|which| {
            let all = ids.iter().enumerate();
            let chosen = all.filter(|&(edge, _)| self.of[edge] == Some(which) && keep(edge));
            chosen.map(|(_, &id)| id).collect()
        })
    }
}

/// How a finished game was won: SHORT's path, or the left part of the board.
fn finish(position: &Position, winner: Side) -> Won {
    let network = position.network();
    let graph = network.graph();
    let by = reach(position, winner);
    match winner {
        Side::Short => {
            let mut path = Vec::new();
            let mut at = network.right();
            while at != network.left() {
                let (edge, next) = by[at.index()].expect("SHORT's edges join the terminals");
                path.push(edge);
                at = next;
            }
            path.reverse();
            Won::Path(path)
        }
        Side::Cut => {
            let reached = |v: &VertexId| *v == network.left() || by[v.index()].is_some();
            Won::Apart(graph.vertices().filter(reached).collect())
        }
    }
}

/// A walk from the left terminal along SHORT's edges, or along all that CUT has left.
fn reach(position: &Position, winner: Side) -> Vec<Option<(EdgeId, VertexId)>> {
    let start = position.network().left();
    let usable = |edge| match winner {
        Side::Short => position.claim_of(edge) == Claim::Short,
        Side::Cut => position.claim_of(edge) != Claim::Cut,
    };
    let mut by = vec![None; position.network().graph().vertex_count()];
    let mut queue = VecDeque::from([start]);
    while let Some(x) = queue.pop_front() {
        for &(edge, y) in position.incidence().at(x) {
            if usable(edge) && y != start && by[y.index()].is_none() {
                by[y.index()] = Some((edge, x));
                queue.push_back(y);
            }
        }
    }
    by
}
