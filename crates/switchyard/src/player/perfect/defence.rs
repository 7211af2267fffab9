//! Lost positions of the join-all game: the move that leaves the opponent the fewest winning replies.
//!
//! - CUT, when SHORT wins even moving second: see [`Threats`].
//! - SHORT, when CUT wins even moving second: claiming x threatens something exactly when x joins two
//!   clumps and the deficit is 2. CUT's winning replies are then all edges of no dependent set, whichever
//!   x was.
//!
//! The most promising candidates are tried first, within a budget of steps that keeps the time for
//! a move small on large networks; on small ones the answer is exact.

use super::lost::Threats;
use crate::graph::EdgeId;
use crate::switching::Outcome;
use crate::switching::solver::clumps::Clumps;
use crate::switching::solver::decomposition::Decomposition;

/// How many vertices all trials of one move together may touch.
const BUDGET: usize = 60_000;

/// The move of the side that has lost, or `None` if no edge of the network matters any more.
pub(crate) fn defend(decomposition: &Decomposition) -> Option<EdgeId> {
    let best = match decomposition.outcome {
        Outcome::Short => defend_as_cut(decomposition),
        Outcome::Cut => join_clumps(decomposition),
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
    let threats = Threats::new(decomposition);
    let size = minor.vertices + minor.edges.len();
    cheapest(&candidates, size, |edge| {
        threats.replies(edge).map(|replies| replies.len())
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
