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

use super::arborescences::Forest;
use super::decomposition::{Structure, outcome_from_copies};
use super::matroid_union::{clumps, copies_beside_forests, two_forests};
use super::minor::Minor;
use super::orientation::NONE;
use super::partition::Partition;
use crate::graph::{EdgeId, VertexId};
use crate::switching::certificate::{self, Certificate, Opening, Proof, TwoTrees, Won};
use crate::switching::{Claim, Outcome, Position, Side};
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

/// The outcome without the forests that prove it.
fn undecided_outcome(position: &Position) -> Outcome {
    let minor: Minor<()> = Minor::of(position);
    let terminals = [minor.left, minor.right];
    let copies = copies_beside_forests(minor.vertices, minor.core, &minor.edges, terminals);
    outcome_from_copies(copies)
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
    let (structure, clump) = Structure::with_clumps_if_first(position);
    structure.verdict(position, &clump)
}

/// The verdict on a position, and the principal partition of what is left of it: its free edges,
/// where SHORT's have made vertices one. Cheaper than one after the other.
pub fn study(position: &Position) -> (Verdict, Partition) {
    if position.winner().is_some() {
        let minor = Minor::of(position);
        let mut forests = two_forests(minor.vertices, minor.core, &minor.edges);
        let clump = clumps(&forests.up(), minor.core);
        let partition = Partition::of_minor(position, &minor, &forests.parts(), &clump);
        return (solve(position), partition);
    }
    let (structure, clump) = Structure::with_clumps(position);
    let verdict = structure.verdict(position, &clump);
    let partition = Partition::of_minor(position, &structure.minor, &structure.class, &clump);
    (verdict, partition)
}

impl Structure {
    /// The verdict; `clump` matters only where whoever moves first wins.
    fn verdict(&self, position: &Position, clump: &[u32]) -> Verdict {
        Verdict {
            outcome: self.outcome,
            winning: self.winning_moves(position, clump),
            certificate: self.certificate(position),
        }
    }

    fn certificate(&self, position: &Position) -> Certificate {
        match self.outcome {
            Outcome::Short => {
                let notes = self.notes(position, |edge| self.is_near(edge));
                Certificate::Second(Proof::Short(self.two_trees(&notes)))
            }
            Outcome::Cut => {
                let notes = self.notes(position, |edge| self.is_between_classes(edge));
                Certificate::Second(Proof::Cut(self.two_forests(&notes)))
            }
            Outcome::First => self.openings(position),
        }
    }

    /// Every winning move; `clump` matters only where whoever moves first wins.
    fn winning_moves(&self, position: &Position, clump: &[u32]) -> WinningMoves {
        let mut winning = WinningMoves::default();
        match self.outcome {
            Outcome::Short => winning.short = position.free_edges().collect(),
            Outcome::Cut => winning.cut = position.free_edges().collect(),
            Outcome::First => winning = self.first_moves(position, clump),
        }
        winning
    }

    /// Every winning move where whoever moves first wins.
    fn first_moves(&self, position: &Position, clump: &[u32]) -> WinningMoves {
        let around = self.largest_around();
        let mut wins = vec![[false; 2]; position.network().graph().edge_count()];
        for (edge, &[u, v]) in self.minor.edges.iter().enumerate() {
            let [a, b] = [u as usize, v as usize];
            let joins = around[a] && around[b] && clump[a] != clump[b];
            wins[self.minor.ids[edge].index()] = [joins, self.is_vital(edge)];
        }
        let list = |side: usize| {
            let all = wins.iter().enumerate();
            all.filter(|(_, wins)| wins[side])
                .map(|(edge, _)| EdgeId::new(edge))
                .collect()
        };
        WinningMoves {
            short: list(0),
            cut: list(1),
        }
    }

    /// For every edge of the board the forest it is in, of those that pass.
    fn notes(&self, position: &Position, keep: impl Fn(usize) -> bool) -> Vec<Option<Forest>> {
        let mut notes = vec![None; position.network().graph().edge_count()];
        for (edge, forest) in self.held().filter(|&(edge, _)| keep(edge)) {
            notes[self.minor.ids[edge].index()] = Some(forest);
        }
        notes
    }

    /// The trees of SHORT's certificate, without the terminals' edge.
    fn two_trees(&self, notes: &[Option<Forest>]) -> TwoTrees {
        let vertex_of = self.minor.vertex_of.iter().enumerate();
        let inside = |&(_, &at): &(usize, &u32)| self.near[at as usize];
        TwoTrees {
            vertices: vertex_of
                .filter(inside)
                .map(|(v, _)| VertexId::new(v))
                .collect(),
            trees: lists(notes),
        }
    }

    /// The classes and forests of CUT's certificate, without the terminals' edge.
    fn two_forests(&self, notes: &[Option<Forest>]) -> certificate::TwoForests {
        certificate::TwoForests {
            classes: self.large_classes(),
            forests: lists(notes),
        }
    }

    /// The classes with more than one vertex of the board.
    fn large_classes(&self) -> Vec<Vec<VertexId>> {
        let class_of = |at: u32| self.class[at as usize] as usize;
        let mut size = vec![0_u32; self.minor.vertices];
        for &at in &self.minor.vertex_of {
            size[class_of(at)] += 1;
        }
        let mut classes: Vec<Vec<VertexId>> = Vec::new();
        let mut number = vec![NONE; self.minor.vertices];
        for (vertex, &at) in self.minor.vertex_of.iter().enumerate() {
            let class = class_of(at);
            if size[class] < 2 {
                continue;
            }
            if number[class] == NONE {
                number[class] = classes.len() as u32;
                classes.push(Vec::with_capacity(size[class] as usize));
            }
            classes[number[class] as usize].push(VertexId::new(vertex));
        }
        classes
    }

    /// One move that wins for either side, whoever makes it, with the proofs.
    ///
    /// With e0 in the first tree, take an edge on the second tree's path between the terminals
    /// that crosses the cut which e0 makes in the first: SHORT mends the first tree with it, and
    /// CUT opens the second.
    fn openings(&self, position: &Position) -> Certificate {
        let best = self.reply_to_e0() as usize;
        let edge = self.minor.ids[best];
        let trees = self.notes(position, |edge| edge != best && self.is_near(edge));
        let trees = self.two_trees(&trees);
        let forests = self.notes(position, |edge| {
            edge != best && self.is_between_classes(edge)
        });
        let forests = self.two_forests(&forests);
        Certificate::First {
            short: Opening {
                edge,
                proof: Proof::Short(trees),
            },
            cut: Opening {
                edge,
                proof: Proof::Cut(forests),
            },
        }
    }
}

/// The edges of each forest, in order; the forest with the first edge comes first.
fn lists(notes: &[Option<Forest>]) -> [Vec<EdgeId>; 2] {
    let mut lists = Forest::BOTH.map(|which| {
        let all = notes.iter().enumerate();
        let chosen = all.filter(|&(_, &of)| of == Some(which));
        chosen
            .map(|(edge, _)| EdgeId::new(edge))
            .collect::<Vec<_>>()
    });
    // An empty one is last.
    lists.sort_unstable_by_key(|list| (list.is_empty(), list.first().copied()));
    lists
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
