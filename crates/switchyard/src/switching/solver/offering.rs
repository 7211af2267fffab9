//! The order in which edges are offered to the pebble game.
//!
//! Edges are offered along the depth-first search, so that pebbles do not have far to go: in another order, every set of
//! a long chain may fetch them from the other end.

use super::pebble_game::PebbleGame;
use crate::ds::prefetch::prefetch;
use crate::graph::csr::Csr;

/// How many edges ahead of its offer what is stored at the ends of an edge is prefetched.
const AHEAD: usize = 16;

/// How many edges are offered before the others are sorted, and in one step per how many vertices at the most.
const FIRST: usize = 64;
const UNSORTED: usize = 4;

/// With fewer edges than one per so many vertices, they are compared to be sorted: rows for all vertices would take longer.
const FEW: usize = 16;

/// After so many steps per vertex for edges that were refused, the others are sorted anew.
const STEPS: usize = 4;

/// How edges are offered to the pebble game.
#[derive(Clone, Copy)]
pub(super) struct Offers<'a> {
    pub edges: &'a [[u32; 2]],
    /// In this order.
    pub preorder: &'a [u32],
    /// Until it has accepted so many.
    pub most: usize,
    /// How many steps it may take.
    pub patience: usize,
}

/// Offers edges left out; returns how many were accepted, or `None` if that took too many steps. Where the first few edges
/// decide about nearly all, little is left to sort.
pub(super) fn offer(
    offers: Offers,
    game: &mut PebbleGame,
    mut left_out: Vec<u32>,
) -> Option<usize> {
    let vertices = offers.preorder.len();
    let mut offering = Offering {
        offers,
        game,
        accepted: 0,
    };
    let first = left_out.len().min(FIRST);
    let offered = offering.offer_all(&left_out[..first], vertices / UNSORTED);
    left_out.drain(..offered);
    offering.sort(&mut left_out, offers.preorder);
    loop {
        let offered = offering.offer_all(&left_out, STEPS * vertices);
        left_out.drain(..offered);
        if left_out.is_empty() || offering.accepted == offers.most {
            return Some(offering.accepted);
        }
        if offering.is_out_of_patience() {
            return None;
        }
        let preorder = offering.game.preorder();
        offering.sort(&mut left_out, &preorder);
    }
}

/// Edges being offered to a game.
struct Offering<'a> {
    offers: Offers<'a>,
    game: &'a mut PebbleGame,
    accepted: usize,
}

impl Offering<'_> {
    fn is_out_of_patience(&self) -> bool {
        self.game.steps() > self.offers.patience
    }

    /// Offers edges until there is no room left, or the game, or the edges that are refused have taken too many steps; returns
    /// how many.
    fn offer_all(&mut self, offered: &[u32], mut spare: usize) -> usize {
        for (at, &edge) in offered.iter().enumerate() {
            if self.accepted == self.offers.most || spare == 0 || self.is_out_of_patience() {
                return at;
            }
            self.prefetch_ahead(&offered[at..]);
            let before = self.game.steps();
            if self.game.insert(edge, self.offers.edges[edge as usize]) {
                self.accepted += 1;
            } else {
                spare = spare.saturating_sub(self.game.steps() - before);
            }
        }
        offered.len()
    }

    /// Sorts edges by the later of their ends in this order, those that are known to be refused left out.
    fn sort(&mut self, others: &mut Vec<u32>, preorder: &[u32]) {
        let edges = self.offers.edges;
        others.retain(|&edge| !self.game.is_refused(edges[edge as usize]));
        let last_reached = |edge: u32| {
            let [u, v] = edges[edge as usize].map(|end| preorder[end as usize]);
            u.max(v)
        };
        if others.len() < preorder.len() / FEW {
            others.sort_by_cached_key(|&edge| last_reached(edge));
        } else {
            let entries = others.iter().map(|&edge| (last_reached(edge), edge));
            *others = Csr::new(preorder.len() + 1, entries).items;
        }
    }

    #[inline]
    fn prefetch_ahead(&self, upcoming: &[u32]) {
        if let Some(&later) = upcoming.get(AHEAD) {
            prefetch(self.offers.edges, later as usize);
        }
        if let Some(&soon) = upcoming.get(AHEAD / 2) {
            self.game.prefetch_sets(self.offers.edges[soon as usize]);
        }
    }
}
