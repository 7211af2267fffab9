//! Defence on large networks: follows the winner's strategy, detects its mistakes, and picks the move
//! with the fewest correct answers.
//!
//! On a small network the loser solves every position again (see [`super::lost`]). On a large one it
//! keeps the winner's two trees instead, and updates them with every move. As long as every threat is
//! answered by an edge that repairs the trees, the position is still lost, which costs O(log n) per move.
//! For an answer that no single exchange explains a chain of exchanges is searched for ([`super::repair`]). If there is none, it may be
//! a mistake: then the position is solved again.
//!
//! The move is chosen among some edges near the last moves, and a few others: the one with the fewest
//! open edges on its path in the other tree. One of those must be the answer, unless the winner has a
//! longer chain of exchanges.

use super::strategy::{Followed, Strategy, Unused};
use crate::graph::EdgeId;
use crate::graph::csr::Csr;
use crate::switching::solver::decomposition::Decomposition;
use crate::switching::{Claim, Outcome, Position, Side};

/// The most edges that are evaluated per move.
const WEIGHED: usize = 10;
/// The most edges at one vertex that are considered.
const ROW: usize = 12;
/// The most draws from the open edges per move.
const DRAWS: usize = 24;
/// The number of the winner's spare moves that are remembered.
const SPARED: usize = 8;

/// A lost game, seen from the side that loses.
#[derive(Clone, Debug)]
pub(crate) struct Shadow {
    /// The winner's.
    strategy: Strategy,
    /// The winner's first move, where it must move first to win.
    awaited: Option<EdgeId>,
    /// The last move against the strategy, not answered yet.
    moved: Option<EdgeId>,
    /// The winner's last moves that answered nothing.
    spared: Vec<EdgeId>,
    /// The last moves of both sides: good moves are often near them.
    recent: [Option<EdgeId>; 2],
    /// The strategy's edges at each of its vertices.
    rows: Csr<EdgeId>,
    /// The strategy's edges, and possibly some that no longer need an answer.
    open: Vec<EdgeId>,
    draws: u64,
}

impl Shadow {
    /// Follows `winner`, which wins moving second or moving first.
    pub(crate) fn new(winner: Side, decomposition: &Decomposition) -> Self {
        let (strategy, awaited) = if decomposition.outcome == Outcome::First {
            let (strategy, edge) = Strategy::first(winner, decomposition, Unused::Kept);
            (strategy, Some(edge))
        } else {
            let strategy = Strategy::second(winner, decomposition, Unused::Kept);
            (strategy, None)
        };
        Self {
            awaited,
            moved: None,
            spared: Vec::new(),
            recent: [None; 2],
            rows: Csr::new(strategy.vertex_count(), edges_at_vertices(&strategy)),
            open: strategy.playable().map(|(edge, _)| edge).collect(),
            draws: 0,
            strategy,
        }
    }

    /// Whether the winner has made every move that it had to make; if not, its opponent may win.
    pub(crate) fn is_settled(&self) -> bool {
        self.awaited.is_none() && self.moved.is_none()
    }

    /// The loser has moved. `false` if the position must be solved again.
    pub(crate) fn moved(&mut self, edge: EdgeId) -> bool {
        self.recent[0] = Some(edge);
        self.awaited.is_none() && self.moved.replace(edge).is_none()
    }

    /// The winner has moved. `false` if the position must be solved again: it may be a mistake.
    pub(crate) fn answered(&mut self, position: &Position, answer: EdgeId) -> bool {
        self.recent[1] = Some(answer);
        if let Some(awaited) = self.awaited.take() {
            return awaited == answer;
        }
        let followed = match self.moved.take() {
            Some(moved) => self.strategy.follow(position, moved, answer, &self.spared),
            None => Followed::Spared,
        };
        if followed == Followed::Spared {
            if self.spared.len() == SPARED {
                self.spared.remove(0);
            }
            self.spared.push(answer);
        }
        followed != Followed::Lost
    }

    /// The move that leaves the fewest answers, of those considered.
    pub(crate) fn defend(&mut self, position: &Position) -> Option<EdgeId> {
        let mut best: Option<(usize, EdgeId)> = None;
        let mut weighed = 0;
        for edge in self.near_recent() {
            self.weigh(position, edge, &mut best, &mut weighed);
        }
        let mut draws = 0;
        while weighed < WEIGHED && draws < DRAWS && !self.open.is_empty() {
            draws += 1;
            let at = self.draw();
            let edge = self.open[at];
            if !self.weigh(position, edge, &mut best, &mut weighed) {
                self.open.swap_remove(at);
            }
        }
        best.map(|(_, edge)| edge)
    }

    /// Evaluates an edge, unless enough have been; `false` if it is no threat.
    fn weigh(
        &mut self,
        position: &Position,
        edge: EdgeId,
        best: &mut Option<(usize, EdgeId)>,
        weighed: &mut usize,
    ) -> bool {
        let enough = *weighed == WEIGHED || best.is_some_and(|(answers, _)| answers <= 1);
        if enough {
            *weighed = WEIGHED;
            return true;
        }
        if position.claim_of(edge) != Claim::Free {
            return false;
        }
        let Some(answers) = self.strategy.answers(edge) else {
            return false;
        };
        *weighed += 1;
        if best.is_none_or(|(fewest, _)| answers < fewest) {
            *best = Some((answers, edge));
        }
        true
    }

    /// A pseudorandom index into `open` (Weyl's sequence), the same in every game.
    fn draw(&mut self) -> usize {
        self.draws = self.draws.wrapping_add(0x9E37_79B9_7F4A_7C15);
        ((u128::from(self.draws) * self.open.len() as u128) >> 64) as usize
    }

    /// Some edges at the ends of the last moves.
    fn near_recent(&self) -> Vec<EdgeId> {
        let recent = self.recent.into_iter().flatten();
        let ends = recent.filter_map(|edge| self.strategy.ends_of(edge));
        let row = |end: u32| self.rows.row(end as usize).iter().take(ROW).copied();
        ends.flatten().flat_map(row).collect()
    }
}

/// The strategy's edges at each of its vertices, the later ones first.
fn edges_at_vertices(
    strategy: &Strategy,
) -> impl DoubleEndedIterator<Item = (u32, EdgeId)> + Clone + '_ {
    let playable = strategy.playable().rev();
    playable.flat_map(|(edge, ends)| ends.map(|end| (end, edge)))
}
