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
use super::clumps::clumps;
use super::solve::{Forests, Structure};
use crate::graph::EdgeId;
use std::collections::VecDeque;

/// How many vertices all trials of one move together may touch.
const BUDGET: usize = 60_000;

/// The move of the side that has lost, or `None` if no edge of the network matters any more.
pub(crate) fn resist(structure: &mut Structure, forests: &Forests) -> Option<EdgeId> {
    let best = match structure.outcome {
        Outcome::Short => resist_as_cut(structure, forests),
        Outcome::Cut => resist_as_short(structure),
        Outcome::First => unreachable!("whoever moves first has not lost"),
    };
    best.map(|edge| structure.minor.ids[edge])
}

fn resist_as_cut(structure: &Structure, forests: &Forests) -> Option<usize> {
    let minor = &structure.minor;
    let mut degree = vec![0_u32; minor.vertices];
    for end in minor.edges.as_flattened() {
        degree[*end as usize] += 1;
    }
    let thin = |edge: usize| {
        minor.edges[edge]
            .map(|end| degree[end as usize])
            .into_iter()
            .min()
    };
    let mut candidates: Vec<usize> = (0..minor.edges.len())
        .filter(|&edge| structure.is_vital(edge))
        .collect();
    if candidates.is_empty() {
        // Nothing threatens: thin out the terminals.
        let at_terminal = |&edge: &usize| {
            let ends = minor.edges[edge];
            ends.contains(&minor.left) || ends.contains(&minor.right)
        };
        let all = 0..minor.edges.len();
        return all.filter(at_terminal).min_by_key(|&edge| thin(edge));
    }
    candidates.sort_by_key(|&edge| thin(edge));
    let trial = Trial::new(structure, forests);
    cheapest(&candidates, trial.size(), |edge| {
        Some(trial.replies_after_losing(edge))
    })
}

/// The terminals' clump alone, to count SHORT's replies on.
struct Trial {
    vertices: usize,
    edges: Vec<[u32; 2]>,
    forest: Vec<Option<super::trees::Forest>>,
    /// The number of each edge of the minor in `edges`.
    place: Vec<usize>,
}

impl Trial {
    fn new(structure: &Structure, forests: &Forests) -> Self {
        let minor = &structure.minor;
        let mut number = vec![u32::MAX; minor.vertices];
        let mut vertices = 0;
        for (vertex, _) in structure
            .around
            .iter()
            .enumerate()
            .filter(|(_, inside)| **inside)
        {
            number[vertex] = vertices;
            vertices += 1;
        }
        let mut trial = Self {
            vertices: vertices as usize,
            edges: Vec::new(),
            forest: Vec::new(),
            place: vec![usize::MAX; minor.edges.len()],
        };
        for (edge, ends) in minor.edges.iter().enumerate() {
            let ends = ends.map(|end| number[end as usize]);
            if !ends.contains(&u32::MAX) {
                trial.place[edge] = trial.edges.len();
                trial.edges.push(ends);
                trial.forest.push(forests.of[edge]);
            }
        }
        trial
    }

    fn size(&self) -> usize {
        self.vertices + self.edges.len()
    }

    fn replies_after_losing(&self, edge: usize) -> usize {
        let mut forest = self.forest.clone();
        forest[self.place[edge]] = None;
        let clump = clumps(self.vertices, &self.edges, &forest);
        let crossing = |[u, v]: &&[u32; 2]| clump[*u as usize] != clump[*v as usize];
        // The edge itself crosses, but is gone.
        self.edges.iter().filter(crossing).count() - 1
    }
}

fn resist_as_short(structure: &mut Structure) -> Option<usize> {
    let minor = &structure.minor;
    let [left, right] = [minor.left, minor.right].map(|start| distances(structure, start));
    let length = |edge: usize| {
        let [u, v] = minor.edges[edge].map(|end| end as usize);
        (left[u] + right[v]).min(left[v] + right[u])
    };
    let mut candidates: Vec<usize> = (0..minor.edges.len())
        .filter(|&edge| structure.is_between_classes(edge))
        .collect();
    candidates.sort_by_key(|&edge| length(edge));
    let fallback = candidates.first().copied();
    let size = structure.minor.vertices;
    let best = cheapest(&candidates, size, |edge| {
        structure.tight_set_with_terminals(edge)
    });
    best.or(fallback)
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
