//! Lost positions: the move that leaves the opponent the fewest winning replies.
//!
//! A player that has lost in theory plays on in the hope of a mistake. Most of its moves leave the
//! opponent winning with *every* reply; the better ones threaten something, so that only the
//! replies that meet the threat still win. The fewer those are, the likelier a mistake.
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
//! The most promising candidates are tried first, within a budget of steps that keeps the time for
//! a move small on large networks; on small ones the answer is exact.

use crate::graph::EdgeId;
use crate::switching::Outcome;
use crate::switching::solver::augment::Exchange;
use crate::switching::solver::clumps::Refinement;
use crate::switching::solver::decomposition::Structure;
use crate::switching::solver::matroid_union::clumps;
use crate::switching::solver::orientation::{NONE, Slot, Slots};
use std::collections::VecDeque;

/// How many vertices all trials of one move together may touch.
const BUDGET: usize = 60_000;

/// The move of the side that has lost, or `None` if no edge of the network matters any more.
pub(crate) fn defend(structure: &Structure) -> Option<EdgeId> {
    let best = match structure.outcome {
        Outcome::Short => defend_as_cut(structure),
        Outcome::Cut => defend_as_short(structure),
        Outcome::First => unreachable!("whoever moves first has not lost"),
    };
    best.map(|edge| structure.minor.ids[edge])
}

fn defend_as_cut(structure: &Structure) -> Option<usize> {
    let minor = &structure.minor;
    let mut degree = vec![0_u32; minor.vertices];
    for end in minor.edges.as_flattened() {
        degree[*end as usize] += 1;
    }
    let thin = |edge: usize| {
        let ends = minor.edges[edge].map(|end| degree[end as usize]);
        ends.into_iter().min()
    };
    let all = 0..minor.ids.len();
    let mut candidates: Vec<usize> = all
        .clone()
        .filter(|&edge| structure.is_vital(edge))
        .collect();
    if candidates.is_empty() {
        // Nothing threatens: thin out the terminals.
        let at_terminal = |&edge: &usize| {
            let ends = minor.edges[edge];
            ends.contains(&minor.left) || ends.contains(&minor.right)
        };
        return all.filter(at_terminal).min_by_key(|&edge| thin(edge));
    }
    candidates.sort_by_key(|&edge| thin(edge));
    let trial = Trial::new(structure);
    cheapest(&candidates, trial.size(), |edge| {
        Some(trial.replies_after_losing(edge))
    })
}

/// The terminals' clump alone, to count SHORT's replies on.
struct Trial {
    edges: Vec<[u32; 2]>,
    /// What the minor calls each of `edges`.
    ids: Vec<usize>,
    /// The two trees that span the clump.
    up: Vec<Slots>,
}

impl Trial {
    fn new(structure: &Structure) -> Self {
        let minor = &structure.minor;
        // SHORT has won, so e0 did not fit, and the forests are those of the edges alone.
        let names = clumps(&structure.up, minor.core);
        let middle = names[minor.left as usize];
        let members = (0..names.len()).filter(|&vertex| names[vertex] == middle);
        let members: Vec<usize> = members.collect();
        let mut number = vec![NONE; names.len()];
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
            trial.up.push(structure.up[vertex].map(inside));
        }
        trial
    }

    fn size(&self) -> usize {
        self.up.len() + self.edges.len()
    }

    fn replies_after_losing(&self, edge: usize) -> usize {
        let clumps = Refinement::new(&self.up, |other| other as usize != edge);
        let name = clumps.names();
        let crosses = |[u, v]: [u32; 2]| name[u as usize] != name[v as usize];
        let others = self.edges.iter().zip(&self.ids);
        let others = others.filter(|&(_, &id)| id != edge);
        others.filter(|&(&ends, _)| crosses(ends)).count()
    }
}

fn defend_as_short(structure: &Structure) -> Option<usize> {
    let minor = &structure.minor;
    let [left, right] = [minor.left, minor.right].map(|start| distances(structure, start));
    let length = |edge: usize| {
        let [u, v] = minor.edges[edge].map(|end| end as usize);
        (left[u] + right[v]).min(left[v] + right[u])
    };
    let all = 0..minor.ids.len();
    let mut candidates: Vec<usize> = all
        .filter(|&edge| structure.is_between_classes(edge))
        .collect();
    candidates.sort_by_key(|&edge| length(edge));
    let mut exchange = Exchange::new(&structure.up);
    exchange.merge_classes(&structure.class);
    let best = cheapest(&candidates, minor.vertices, |edge| {
        replies_after_claiming(structure, exchange.clone(), edge)
    });
    best.or(candidates.first().copied())
}

/// The number of CUT's winning replies, or `None` if there is no threat: the edges that a parallel
/// copy of the claimed edge depends on, if e0 is among them.
fn replies_after_claiming(
    structure: &Structure,
    mut exchange: Exchange,
    edge: usize,
) -> Option<usize> {
    let e0 = structure.minor.ids.len() as u32;
    let (mut met, mut meets_e0) = (0, false);
    // A copy of the edge has the same ends, so the edge itself can stand for it.
    let depends = exchange.depends(structure.minor.edges[edge], |other| {
        met += 1;
        meets_e0 |= other >= e0;
    });
    (depends && meets_e0).then_some(met)
}

/// The candidate of least cost, as far as the budget goes; `None` costs count as no candidates.
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
fn distances(structure: &Structure, start: u32) -> Vec<u32> {
    let minor = &structure.minor;
    let mut rows = vec![Vec::new(); minor.vertices];
    for &[u, v] in &minor.edges {
        rows[u as usize].push(v);
        rows[v as usize].push(u);
    }
    let mut distance = vec![u32::MAX / 4; minor.vertices];
    distance[start as usize] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(x) = queue.pop_front() {
        for &y in &rows[x as usize] {
            if distance[y as usize] == u32::MAX / 4 {
                distance[y as usize] = distance[x as usize] + 1;
                queue.push_back(y);
            }
        }
    }
    distance
}
