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

use super::Outcome;
use super::clumps::Refinement;
use super::exchange::{Exchange, Found};
use super::solve::Structure;
use super::trees::Forest;
use crate::graph::EdgeId;
use std::collections::VecDeque;

/// How many vertices all trials of one move together may touch.
const BUDGET: usize = 60_000;

/// The move of the side that has lost, or `None` if no edge of the network matters any more.
pub(crate) fn resist(structure: &Structure) -> Option<EdgeId> {
    let best = match structure.outcome {
        Outcome::Short => resist_as_cut(structure),
        Outcome::Cut => resist_as_short(structure),
        Outcome::First => unreachable!("whoever moves first has not lost"),
    };
    best.map(|edge| structure.minor.ids[edge])
}

fn resist_as_cut(structure: &Structure) -> Option<usize> {
    let minor = &structure.minor;
    let mut degree = vec![0_u32; minor.vertices];
    for end in structure.playable().as_flattened() {
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
    vertices: usize,
    edges: Vec<[u32; 2]>,
    of: Vec<Option<Forest>>,
    /// The number of each edge of the minor in `edges`.
    place: Vec<usize>,
}

impl Trial {
    fn new(structure: &Structure) -> Self {
        let edges = structure.playable();
        let clumps = Refinement::new(structure.minor.vertices, edges, &structure.of);
        let names = clumps.names();
        let middle = names[structure.minor.left as usize];
        let mut number = vec![u32::MAX; names.len()];
        let mut vertices = 0;
        for (vertex, _) in names
            .iter()
            .enumerate()
            .filter(|(_, name)| **name == middle)
        {
            number[vertex] = vertices;
            vertices += 1;
        }
        let mut trial = Self {
            vertices: vertices as usize,
            edges: Vec::new(),
            of: Vec::new(),
            place: vec![usize::MAX; edges.len()],
        };
        for (edge, ends) in edges.iter().enumerate() {
            let ends = ends.map(|end| number[end as usize]);
            if !ends.contains(&u32::MAX) {
                trial.place[edge] = trial.edges.len();
                trial.edges.push(ends);
                trial.of.push(structure.of[edge]);
            }
        }
        trial
    }

    fn size(&self) -> usize {
        self.vertices + self.edges.len()
    }

    fn replies_after_losing(&self, edge: usize) -> usize {
        let mut of = self.of.clone();
        of[self.place[edge]] = None;
        let clumps = Refinement::new(self.vertices, &self.edges, &of);
        let name = clumps.names();
        let crossing = |[u, v]: &&[u32; 2]| name[*u as usize] != name[*v as usize];
        // The edge itself crosses, but is gone.
        self.edges.iter().filter(crossing).count() - 1
    }
}

fn resist_as_short(structure: &Structure) -> Option<usize> {
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
    let exchange = Exchange::with_classes(
        minor.vertices,
        &minor.edges,
        &structure.of,
        &structure.class,
    );
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
    let found = exchange.search(&structure.minor.edges, edge as u32, |other, _| {
        met += 1;
        meets_e0 |= other >= e0;
    });
    (found == Found::Circuit && meets_e0).then_some(met)
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
    for &[u, v] in structure.playable() {
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
