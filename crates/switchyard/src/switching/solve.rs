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
//! Complexity: two largest forests, two exchange searches for e0, and one refinement into clumps;
//! near-linear in all.

use super::certificate::{self, Certificate, Opening, Proof, TwoTrees, Won};
use super::clumps::Refinement;
use super::exchange::{Exchange, augment};
use super::forests::TwoForests;
use super::minor::{Minor, OUT};
use super::orient::copies_that_fit;
use super::trees::Forest;
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
        None => undecided_outcome(position),
    }
}

/// The outcome without the forests that prove it: e0 is brought in among the owners, twice.
fn undecided_outcome(position: &Position) -> Outcome {
    let mut minor = Minor::of(position);
    let forests = TwoForests::new(minor.vertices, &minor.edges);
    let mut orientation = forests.orientation;
    let e0 = minor.edges.len() as u32;
    minor.edges.extend([[minor.left, minor.right]; 2]);
    match copies_that_fit(&minor.edges, &mut orientation, [e0, e0 + 1]) {
        0 => Outcome::Short,
        1 => Outcome::First,
        _ => Outcome::Cut,
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
    let structure = Structure::of(position);
    let (winning, certificate) = match structure.outcome {
        Outcome::Short => {
            let short = position.free_edges().collect();
            let proof = Proof::Short(structure.two_trees());
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
            let proof = Proof::Cut(structure.two_forests());
            (
                WinningMoves {
                    cut,
                    ..WinningMoves::default()
                },
                Certificate::Second(proof),
            )
        }
        Outcome::First => (structure.winning_moves(), structure.openings()),
    };
    Verdict {
        outcome: structure.outcome,
        winning,
        certificate,
    }
}

/// What there is to know about an undecided position before its moves are listed.
pub(crate) struct Structure {
    pub minor: Minor,
    pub outcome: Outcome,
    /// The forest of every edge of the minor, and of e0 and its copy behind them. e0 is in the
    /// first forest, its copy in the second, where they fit.
    pub of: Vec<Option<Forest>>,
    /// The dependent set (the P of the principal partition) that each vertex lies in.
    pub class: Vec<u32>,
    /// The vertices of the smallest set that both forests span and that holds the terminals,
    /// dependent sets taken as a whole; all when CUT wins, since there is no such set.
    pub near: Vec<bool>,
}

impl Structure {
    pub(crate) fn of(position: &Position) -> Self {
        let mut minor = Minor::of(position);
        let TwoForests {
            mut of,
            mut exchange,
            ..
        } = TwoForests::new(minor.vertices, &minor.edges);
        let parts = |exchange: &mut Exchange| -> Vec<u32> {
            (0..minor.vertices as u32)
                .map(|v| exchange.part(v))
                .collect()
        };
        let class = parts(&mut exchange);
        let e0 = minor.edges.len() as u32;
        minor.edges.extend([[minor.left, minor.right]; 2]);
        of.extend([None; 2]);
        let mut outcome = Outcome::Short;
        for copy in [e0, e0 + 1] {
            if !augment(&mut exchange, &minor.edges, &mut of, copy) {
                break;
            }
            outcome = if copy == e0 {
                Outcome::First
            } else {
                Outcome::Cut
            };
            exchange = Exchange::with_classes(minor.vertices, &minor.edges, &of, &class);
        }
        let near = match outcome {
            Outcome::Cut => vec![true; minor.vertices],
            Outcome::Short | Outcome::First => {
                let middle = exchange.part(minor.left);
                parts(&mut exchange)
                    .into_iter()
                    .map(|part| part == middle)
                    .collect()
            }
        };
        let mut structure = Self {
            minor,
            outcome,
            of,
            class,
            near,
        };
        structure.put_e0_first();
        structure
    }

    fn put_e0_first(&mut self) {
        if self.of[self.minor.ids.len()] == Some(Forest::Second) {
            for forest in self.of.iter_mut().flatten() {
                *forest = forest.other();
            }
        }
    }

    /// The edges that can be played, e0 not among them.
    pub(crate) fn playable(&self) -> &[[u32; 2]] {
        &self.minor.edges[..self.minor.ids.len()]
    }

    /// Whether both ends lie in the smallest set around the terminals.
    pub(crate) fn is_near(&self, edge: usize) -> bool {
        self.minor.edges[edge]
            .iter()
            .all(|&end| self.near[end as usize])
    }

    /// Whether the edge lies in no dependent set.
    pub(crate) fn is_between_classes(&self, edge: usize) -> bool {
        let [u, v] = self.minor.edges[edge];
        self.class[u as usize] != self.class[v as usize]
    }

    /// Whether the terminals' edge depends on this edge: both forests would fit it in if this edge
    /// went, and would not otherwise.
    pub(crate) fn is_vital(&self, edge: usize) -> bool {
        self.is_near(edge) && self.is_between_classes(edge)
    }

    /// Every winning move where whoever moves first wins.
    fn winning_moves(&self) -> WinningMoves {
        let mut clumps = Refinement::new(self.minor.vertices, &self.minor.edges, &self.of);
        let middle = clumps.names()[self.minor.left as usize];
        let around: Vec<bool> = clumps.names().iter().map(|&name| name == middle).collect();
        clumps.remove(self.minor.ids.len() as u32, Forest::First);
        let name = clumps.names();
        let mut winning = WinningMoves::default();
        for (edge, &[u, v]) in self.playable().iter().enumerate() {
            let [u, v] = [u as usize, v as usize];
            if around[u] && around[v] && name[u] != name[v] {
                winning.short.push(self.minor.ids[edge]);
            }
            if self.is_vital(edge) {
                winning.cut.push(self.minor.ids[edge]);
            }
        }
        winning.short.sort_unstable();
        winning.cut.sort_unstable();
        winning
    }

    /// The trees of SHORT's certificate, without the terminals' edge.
    fn two_trees(&self) -> TwoTrees {
        let vertex_of = self.minor.vertex_of.iter().enumerate();
        let inside = |&(_, &at): &(usize, &u32)| at != OUT && self.near[at as usize];
        TwoTrees {
            vertices: vertex_of
                .filter(inside)
                .map(|(v, _)| VertexId::new(v))
                .collect(),
            trees: self.lists(|edge| self.is_near(edge)),
        }
    }

    /// The classes and forests of CUT's certificate, without the terminals' edge.
    fn two_forests(&self) -> certificate::TwoForests {
        // What has come apart from the terminals is of no account: one class.
        let apart = self.minor.vertices;
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
        certificate::TwoForests {
            classes,
            forests: self.lists(|edge| self.is_between_classes(edge)),
        }
    }

    /// One move that wins for either side, whoever makes it, with the proofs.
    ///
    /// With e0 in the first tree, take an edge on the second tree's path between the terminals
    /// that crosses the cut which e0 makes in the first: SHORT mends the first tree with it, and
    /// CUT opens the second.
    fn openings(&self) -> Certificate {
        let best = self.reply_to_e0();
        let edge = self.minor.ids[best];
        let mut trees = self.two_trees();
        trees.trees[1].retain(|&other| other != edge);
        let mut classes = self.two_forests();
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

    fn reply_to_e0(&self) -> usize {
        let (left, right) = (self.minor.left, self.minor.right);
        let first = self.walk(Forest::First, left);
        let second = self.walk(Forest::Second, left);
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
    fn walk(&self, which: Forest, start: u32) -> Vec<Option<(u32, u32)>> {
        let mut rows = vec![Vec::new(); self.minor.vertices];
        for (edge, &[u, v]) in self.playable().iter().enumerate() {
            if self.of[edge] == Some(which) {
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

    /// The edges of each forest that pass, by their names on the board, in order.
    fn lists(&self, keep: impl Fn(usize) -> bool) -> [Vec<EdgeId>; 2] {
        [Forest::First, Forest::Second].map(|which| {
            let all = self.minor.ids.iter().enumerate();
            let chosen = all.filter(|&(edge, _)| self.of[edge] == Some(which) && keep(edge));
            let mut list: Vec<EdgeId> = chosen.map(|(_, &id)| id).collect();
            list.sort_unstable();
            list
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
