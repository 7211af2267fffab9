//! The order in which edges are offered to the pebble game, and when to stop because it is slow.
//!
//! Edges are offered along the depth-first search, so that pebbles do not have far to go: in another order, every set of
//! a long chain may fetch them from the other end.

use super::pebble_game::PebbleGame;
use crate::ds::prefetch::prefetch;
use crate::graph::csr::Csr;

/// How many edges ahead of its offer what is stored at the ends of an edge is prefetched.
const AHEAD: usize = 16;

/// How many edges are offered before the others are sorted.
const FIRST: usize = 64;

/// With fewer edges than one per so many vertices, they are compared to be sorted: rows for all vertices would take longer.
const FEW: usize = 16;

/// The game is slow if at its pace it takes so many more steps per vertex.
const SLOW: f64 = 5.0;

/// Until when edges are offered to the game.
#[derive(Clone, Copy)]
pub(super) struct Until {
    /// So many have been accepted.
    pub accepted: usize,
    /// The game is slow, if it may be.
    pub slow: Option<Slow>,
}

impl Until {
    pub(super) const ALL: Self = Self {
        accepted: usize::MAX,
        slow: None,
    };
}

/// What tells whether a game is slow.
#[derive(Clone, Copy)]
pub(super) struct Slow {
    /// About how many edges are likely to be accepted.
    pub hoped_for: usize,
    /// After how many steps its pace is looked at.
    pub window: usize,
}

/// What has become of the edges offered.
pub(super) struct Offered {
    pub accepted: usize,
    /// The edges about which nothing is known yet; none if so many have been accepted that there is no room.
    pub open: Vec<u32>,
}

/// Edges being offered to a game.
struct Offering<'a> {
    game: &'a mut PebbleGame,
    edges: &'a [[u32; 2]],
    until: Until,
    accepted: usize,
    /// How many had been accepted, and how many vertices reached, when the pace was looked at.
    accepted_before: usize,
    steps_before: usize,
    vertices: usize,
}

/// Offers edges to the pebble game. Where the first few edges decide about nearly all, little is left to sort.
pub(super) fn offer(
    game: &mut PebbleGame,
    preorder: &[u32],
    edges: &[[u32; 2]],
    mut left_out: Vec<u32>,
    until: Until,
) -> Offered {
    let mut offering = Offering {
        accepted_before: 0,
        steps_before: game.steps(),
        game,
        edges,
        until,
        accepted: 0,
        vertices: preorder.len(),
    };
    let mut others = left_out.split_off(left_out.len().min(FIRST));
    let offered = offering.offer_all(&left_out);
    if offered < left_out.len() || offering.accepted == until.accepted {
        left_out.drain(..offered);
        left_out.append(&mut others);
        return offering.end(left_out);
    }
    left_out = others;
    left_out.retain(|&edge| !offering.game.is_refused(edges[edge as usize]));
    let last_reached = |edge: u32| {
        let [u, v] = edges[edge as usize].map(|end| preorder[end as usize]);
        u.max(v)
    };
    if left_out.len() < preorder.len() / FEW {
        left_out.sort_by_cached_key(|&edge| last_reached(edge));
    } else {
        let entries = left_out.iter().map(|&edge| (last_reached(edge), edge));
        left_out = Csr::new(preorder.len() + 1, entries).items;
    }
    let offered = offering.offer_all(&left_out);
    left_out.drain(..offered);
    offering.end(left_out)
}

impl Offering<'_> {
    /// Offers edges until it is time to stop; returns how many.
    fn offer_all(&mut self, offered: &[u32]) -> usize {
        for (at, &edge) in offered.iter().enumerate() {
            self.prefetch_ahead(&offered[at..]);
            let fits = self.game.insert(edge, self.edges[edge as usize]);
            self.accepted += usize::from(fits);
            if self.accepted == self.until.accepted || self.has_become_slow() {
                return at + 1;
            }
        }
        offered.len()
    }

    /// Whether the game has to stop because it is slow.
    ///
    /// With k pebbles left a search reaches about n/k vertices, so to use up all of them takes some n ln k steps.
    #[inline]
    fn has_become_slow(&mut self) -> bool {
        let Some(Slow { hoped_for, window }) = self.until.slow else {
            return false;
        };
        let steps = self.game.steps() - self.steps_before;
        if steps < window {
            return false;
        }
        let left = |accepted: usize| hoped_for.saturating_sub(accepted).max(1) as f64;
        let (before, now) = (left(self.accepted_before), left(self.accepted));
        (self.accepted_before, self.steps_before) = (self.accepted, self.game.steps());
        let per_vertex = steps as f64 / self.vertices as f64;
        now.ln() * per_vertex > SLOW * (before / now).ln()
    }

    #[inline]
    fn prefetch_ahead(&self, upcoming: &[u32]) {
        if let Some(&later) = upcoming.get(AHEAD) {
            prefetch(self.edges, later as usize);
        }
        if let Some(&soon) = upcoming.get(AHEAD / 2) {
            self.game.prefetch_sets(self.edges[soon as usize]);
        }
    }

    /// These have not been offered.
    fn end(self, mut others: Vec<u32>) -> Offered {
        if self.accepted == self.until.accepted {
            others.clear();
        }
        others.retain(|&edge| !self.game.is_refused(self.edges[edge as usize]));
        Offered {
            accepted: self.accepted,
            open: others,
        }
    }
}
