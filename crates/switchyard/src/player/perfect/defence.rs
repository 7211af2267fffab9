//! Lost positions: the move that leaves the opponent the fewest winning replies.
//!
//! A player whose position is lost plays on in the hope of a mistake. Most of its moves leave the
//! opponent winning with *every* reply; the better ones threaten something, so that only the
//! replies that answer the threat still win. The fewer those are, the likelier a mistake.
//!
//! - CUT, when SHORT wins even moving second: deleting an edge x threatens something exactly when
//!   x lies in the smallest tight set around the terminals and in no dependent set. SHORT's
//!   winning replies are then the edges of the terminals' clump between different clumps of what
//!   x leaves: one refinement of the two trees without x.
//! - SHORT, when CUT wins even moving second: claiming x threatens something exactly when a
//!   parallel copy of x would not fit beside the edges and two copies of e0, but would without
//!   them. CUT's winning replies are then the other edges of the smallest tight set around x,
//!   which holds the terminals: one search.
//!
//! - SHORT in the join-all game: claiming x threatens something exactly when x joins two clumps and
//!   the deficit is 2. CUT's winning replies are then all edges of no dependent set, whichever x was.
//!
//! The most promising candidates are tried first, within a budget of steps that keeps the time for
//! a move small on large networks; on small ones the answer is exact.

use crate::ds::NONE;
use crate::graph::EdgeId;
use crate::graph::csr::{Csr, both_ways, numbered};
use crate::switching::solver::augment::Exchange;
use crate::switching::solver::clumps::Clumps;
use crate::switching::solver::decomposition::Decomposition;
use crate::switching::solver::orientation::{Slot, Slots};
use crate::switching::{Outcome, Target};
use std::collections::VecDeque;

/// How many vertices all trials of one move together may touch.
const BUDGET: usize = 60_000;

/// The move of the side that has lost, or `None` if no edge of the network matters any more.
pub(crate) fn defend(decomposition: &Decomposition) -> Option<EdgeId> {
    let best = match decomposition.outcome {
        Outcome::Short => defend_as_cut(decomposition),
        Outcome::Cut if decomposition.target == Target::All => join_clumps(decomposition),
        Outcome::Cut => defend_as_short(decomposition),
        Outcome::First => unreachable!("the side to move has not lost"),
    };
    best.map(|edge| decomposition.minor.ids[edge])
}

fn defend_as_cut(decomposition: &Decomposition) -> Option<usize> {
    let minor = &decomposition.minor;
    let degree = degrees(decomposition);
    let thin = |edge: usize| {
        minor.edges[edge]
            .map(|end| degree[end as usize])
            .into_iter()
            .min()
    };
    let all = 0..minor.ids.len();
    let mut candidates: Vec<usize> = all
        .clone()
        .filter(|&edge| decomposition.is_vital(edge))
        .collect();
    if candidates.is_empty() {
        // No move is a threat: remove edges at the terminals.
        let at_terminal = |&edge: &usize| {
            let ends = minor.edges[edge];
            ends.contains(&minor.left) || ends.contains(&minor.right)
        };
        return all.filter(at_terminal).min_by_key(|&edge| thin(edge));
    }
    candidates.sort_by_key(|&edge| thin(edge));
    let trial = Trial::new(decomposition);
    cheapest(&candidates, trial.size(), |edge| {
        Some(trial.replies_after_losing(edge))
    })
}

fn degrees(decomposition: &Decomposition) -> Vec<u32> {
    let minor = &decomposition.minor;
    let mut degree = vec![0_u32; minor.vertices];
    for end in minor.edges.as_flattened() {
        degree[*end as usize] += 1;
    }
    degree
}

/// The edge between two clumps whose weaker end has the fewest edges.
fn join_clumps(decomposition: &Decomposition) -> Option<usize> {
    let minor = &decomposition.minor;
    let degree = degrees(decomposition);
    let e0 = minor.edges.len() as u32;
    let clumps = Clumps::of_kept(&decomposition.up, |edge| edge < e0);
    let joining = (0..minor.edges.len()).filter(|&edge| !clumps.contain(minor.edges[edge]));
    joining.min_by_key(|&edge| {
        minor.edges[edge]
            .map(|end| degree[end as usize])
            .into_iter()
            .min()
    })
}

/// The terminals' clump alone, to count SHORT's replies on.
struct Trial {
    edges: Vec<[u32; 2]>,
    /// The number of each edge in the minor.
    ids: Vec<usize>,
    /// The two trees that span the clump.
    up: Vec<Slots>,
}

impl Trial {
    fn new(decomposition: &Decomposition) -> Self {
        let minor = &decomposition.minor;
        // SHORT wins, so e0 did not fit, and the forests contain edges of the minor only.
        let clumps = Clumps::new(&decomposition.up, minor.core);
        let is_member = |&vertex: &usize| clumps.contain([vertex as u32, minor.left]);
        let members: Vec<usize> = (0..minor.vertices).filter(is_member).collect();
        let mut number = vec![NONE; minor.vertices];
        for (new, &vertex) in members.iter().enumerate() {
            number[vertex] = new as u32;
        }
        let mut trial = Self {
            edges: Vec::new(),
            ids: Vec::new(),
            up: Vec::with_capacity(members.len()),
        };
        for (edge, ends) in minor.edges.iter().enumerate() {
            let ends = ends.map(|end| number[end as usize]);
            if !ends.contains(&NONE) {
                trial.edges.push(ends);
                trial.ids.push(edge);
            }
        }
        let inside = |slot: Slot| {
            if slot.is_free() || number[slot.head as usize] == NONE {
                return Slot::FREE;
            }
            Slot {
                head: number[slot.head as usize],
                ..slot
            }
        };
        for &vertex in &members {
            trial.up.push(decomposition.up[vertex].map(inside));
        }
        trial
    }

    fn size(&self) -> usize {
        self.up.len() + self.edges.len()
    }

    fn replies_after_losing(&self, edge: usize) -> usize {
        let clumps = Clumps::of_kept(&self.up, |other| other as usize != edge);
        let others = self.edges.iter().zip(&self.ids);
        let others = others.filter(|&(_, &id)| id != edge);
        others.filter(|&(&ends, _)| !clumps.contain(ends)).count()
    }
}

fn defend_as_short(decomposition: &Decomposition) -> Option<usize> {
    let minor = &decomposition.minor;
    let [left, right] = [minor.left, minor.right].map(|start| distances(decomposition, start));
    let length = |edge: usize| {
        let [u, v] = minor.edges[edge].map(|end| end as usize);
        (left[u] + right[v]).min(left[v] + right[u])
    };
    let all = 0..minor.ids.len();
    let mut candidates: Vec<usize> = all
        .filter(|&edge| decomposition.is_between_classes(edge))
        .collect();
    candidates.sort_by_key(|&edge| length(edge));
    let mut exchange = Exchange::new(&decomposition.up);
    exchange.merge_classes(&decomposition.class);
    let best = cheapest(&candidates, minor.vertices, |edge| {
        replies_after_claiming(decomposition, exchange.clone(), edge)
    });
    best.or(candidates.first().copied())
}

/// The number of CUT's winning replies, or `None` if there is no threat: the edges that a parallel
/// copy of the claimed edge depends on, if e0 is among them.
fn replies_after_claiming(
    decomposition: &Decomposition,
    mut exchange: Exchange,
    edge: usize,
) -> Option<usize> {
    let e0 = decomposition.minor.ids.len() as u32;
    let (mut labelled, mut labels_e0) = (0, false);
    // A copy of the edge has the same ends, so the edge itself can stand for it.
    let is_dependent = exchange.closes_circuit(decomposition.minor.edges[edge], |other| {
        labelled += 1;
        labels_e0 |= other >= e0;
    });
    (is_dependent && labels_e0).then_some(labelled)
}

/// The candidate of least cost among those that the budget allows; a cost of `None` rules one out.
fn cheapest(
    candidates: &[usize],
    step: usize,
    mut cost: impl FnMut(usize) -> Option<usize>,
) -> Option<usize> {
    let tries = (BUDGET / step.max(1)).max(4);
    let tried = candidates.iter().take(tries);
    let priced = tried.filter_map(|&edge| cost(edge).map(|cost| (cost, edge)));
    priced.min_by_key(|&(cost, _)| cost).map(|(_, edge)| edge)
}

/// Breadth-first distances in the minor.
fn distances(decomposition: &Decomposition, start: u32) -> Vec<u32> {
    let minor = &decomposition.minor;
    let arcs = both_ways(numbered(&minor.edges), |_, neighbour| neighbour);
    let rows = Csr::new(minor.vertices, arcs);
    let mut distance = vec![u32::MAX / 4; minor.vertices];
    distance[start as usize] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(x) = queue.pop_front() {
        for &y in rows.row(x as usize) {
            if distance[y as usize] == u32::MAX / 4 {
                distance[y as usize] = distance[x as usize] + 1;
                queue.push_back(y);
            }
        }
    }
    distance
}
