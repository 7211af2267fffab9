//! Which replies still win after each move of the side that has lost.
//!
//! Most moves leave the opponent winning with *every* reply. The others are *threats*: only the
//! replies that meet them still win.
//!
//! - CUT, when SHORT wins even moving second: deleting an edge x threatens something exactly when
//!   x lies in the smallest tight set around the terminals and in no dependent set. SHORT's
//!   winning replies are then the edges of the terminals' clump between different clumps of what
//!   x leaves: one refinement of the two trees without x.
//! - SHORT, when CUT wins even moving second: claiming x threatens something exactly when a
//!   parallel copy of x would not fit beside the edges and two copies of e0, but would without
//!   them. CUT's winning replies are then the other edges of the smallest tight set around x,
//!   which holds the terminals: one search.

use crate::ds::NONE;
use crate::switching::Outcome;
use crate::switching::solver::augment::Exchange;
use crate::switching::solver::clumps::Clumps;
use crate::switching::solver::decomposition::Decomposition;
use crate::switching::solver::orientation::{Slot, Slots};

/// The threats of the side that has lost a position.
pub(crate) struct Threats<'s> {
    decomposition: &'s Decomposition,
    means: Means,
}

enum Means {
    /// CUT's threats.
    Delete(Trial),
    /// SHORT's threats.
    Claim(Exchange),
}

impl<'s> Threats<'s> {
    /// Of a position that one side wins even moving second.
    pub(crate) fn new(decomposition: &'s Decomposition) -> Self {
        let means = match decomposition.outcome {
            Outcome::Short => Means::Delete(Trial::new(decomposition)),
            Outcome::Cut => {
                let mut exchange = Exchange::new(&decomposition.up);
                exchange.merge_classes(&decomposition.class);
                Means::Claim(exchange)
            }
            Outcome::First => unreachable!("whoever moves first has not lost"),
        };
        Self {
            decomposition,
            means,
        }
    }

    /// Whether the edge of the minor may be a threat: necessary, and for CUT sufficient.
    pub(super) fn may_threaten(&self, edge: usize) -> bool {
        match self.means {
            Means::Delete(_) => self.decomposition.is_vital(edge),
            Means::Claim(_) => self.decomposition.is_between_classes(edge),
        }
    }

    /// [`Threats::replies`] by the names that the minor gives them, in order.
    pub(super) fn replies_as_resistors(&self, edge: usize) -> Option<Vec<u32>> {
        let ids = &self.decomposition.minor.ids;
        let replies = self.replies(edge)?;
        let mut replies: Vec<u32> = replies.iter().map(|&r| ids[r].index() as u32).collect();
        replies.sort_unstable();
        Some(replies)
    }

    /// The replies that still win after this edge of the minor was played; `None` if all do.
    pub(crate) fn replies(&self, edge: usize) -> Option<Vec<usize>> {
        if !self.may_threaten(edge) {
            return None;
        }
        match &self.means {
            Means::Delete(trial) => Some(trial.replies_after_losing(edge)),
            Means::Claim(exchange) => {
                replies_after_claiming(self.decomposition, exchange.clone(), edge)
            }
        }
    }
}

/// The terminals' clump alone, to find SHORT's replies on.
struct Trial {
    edges: Vec<[u32; 2]>,
    /// What the minor calls each of `edges`.
    ids: Vec<usize>,
    /// The two trees that span the clump.
    up: Vec<Slots>,
}

impl Trial {
    fn new(decomposition: &Decomposition) -> Self {
        let minor = &decomposition.minor;
        // SHORT has won, so e0 did not fit, and the forests are those of the edges alone.
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

    fn replies_after_losing(&self, edge: usize) -> Vec<usize> {
        let clumps = Clumps::of_kept(&self.up, |other| other as usize != edge);
        let crosses = |ends: [u32; 2]| !clumps.contain(ends);
        let others = self.edges.iter().zip(&self.ids);
        others
            .filter(|&(&ends, &id)| id != edge && crosses(ends))
            .map(|(_, &id)| id)
            .collect()
    }
}

/// The edges that a parallel copy of the claimed edge depends on, if e0 is among them; otherwise there
/// is no threat.
fn replies_after_claiming(
    decomposition: &Decomposition,
    mut exchange: Exchange,
    edge: usize,
) -> Option<Vec<usize>> {
    let e0 = decomposition.minor.ids.len();
    let (mut met, mut meets_e0) = (Vec::new(), false);
    // A copy of the edge has the same ends, so the edge itself can stand for it.
    let depends = exchange.closes_circuit(decomposition.minor.edges[edge], |other| {
        let other = other as usize;
        if other >= e0 {
            meets_e0 = true;
        } else if other != edge {
            met.push(other);
        }
    });
    (depends && meets_e0).then_some(met)
}
