//! Defence on large networks: follows the winner's strategy, detects its mistakes, and picks the move
//! with the fewest correct answers.
//!
//! On a small network the loser solves every position again (see [`super::defend`]). On a large one it
//! keeps the winner's two trees instead, and updates them with every move. As long as every threat is
//! answered by an edge that repairs the trees, the position is still lost, which costs O(log n) per move.
//! An answer that no single exchange explains may be a mistake: then the position is solved again.
//!
//! The move is chosen among some edges near the last moves, and a few others: the one with the fewest
//! open edges on its path in the other tree. One of those must be the answer, unless the winner has a
//! longer chain of exchanges.

use super::strategy::{Followed, Strategy};
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
    /// Whether the winner had to answer each edge of the board when the position was solved last. Other
    /// edges of its trees can be replaced by edges outside of them.
    vital: Vec<bool>,
    draws: u64,
}

impl Shadow {
    /// Follows `winner`, which wins moving second or moving first.
    pub(crate) fn new(winner: Side, decomposition: &Decomposition) -> Self {
        let (strategy, awaited) = if decomposition.outcome == Outcome::First {
            let (strategy, edge) = Strategy::first(winner, decomposition);
            (strategy, Some(edge))
        } else {
            (Strategy::second(winner, decomposition), None)
        };
        let vital = vital_edges(winner, decomposition);
        Self {
            awaited,
            moved: None,
            spared: Vec::new(),
            recent: [None; 2],
            rows: Csr::new(strategy.vertex_count(), edges_at_vertices(&strategy)),
            open: strategy
                .playable()
                .map(|(edge, _)| edge)
                .filter(|edge| vital[edge.index()])
                .collect(),
            vital,
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
    pub(crate) fn answered(&mut self, answer: EdgeId) -> bool {
        self.recent[1] = Some(answer);
        if let Some(awaited) = self.awaited.take() {
            return awaited == answer;
        }
        let followed = match self.moved.take() {
            Some(moved) => self.strategy.follow(moved, answer, &self.spared),
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

    /// Some moves that must be answered: moves near the last ones, and a few others.
    pub(crate) fn some_threats(&mut self, position: &Position) -> Vec<EdgeId> {
        let mut found = Vec::new();
        for edge in self.near_recent() {
            if found.len() < WEIGHED {
                found.extend(Some(edge).filter(|&edge| self.is_threat(position, edge)));
            }
        }
        let mut draws = 0;
        while found.len() < WEIGHED && draws < DRAWS && !self.open.is_empty() {
            draws += 1;
            let at = self.draw();
            let edge = self.open[at];
            if self.is_threat(position, edge) {
                found.push(edge);
            } else {
                self.open.swap_remove(at);
            }
        }
        found
    }

    fn is_threat(&mut self, position: &Position, edge: EdgeId) -> bool {
        position.claim_of(edge) == Claim::Free && self.count_answers(edge).is_some()
    }

    /// How many open edges might answer this move, if it must be answered.
    pub(crate) fn count_answers(&mut self, edge: EdgeId) -> Option<usize> {
        let is_vital = self.must_be_answered(edge);
        is_vital.then(|| self.strategy.answers(edge)).flatten()
    }

    /// Whether the winner had to answer this move when the position was solved last.
    pub(crate) fn must_be_answered(&self, edge: EdgeId) -> bool {
        self.vital.get(edge.index()).copied().unwrap_or_default()
    }

    /// Whether this answer to a move repairs the trees by one exchange.
    pub(crate) fn would_answer(&mut self, moved: EdgeId, answer: EdgeId) -> bool {
        self.strategy.would_answer(moved, answer)
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

/// Which edges of the board the winner must answer.
fn vital_edges(winner: Side, decomposition: &Decomposition) -> Vec<bool> {
    let ids = &decomposition.minor.ids;
    let edges = ids.iter().max().map_or(0, |last| last.index() + 1);
    let mut vital = vec![false; edges];
    for (number, id) in ids.iter().enumerate() {
        vital[id.index()] = match winner {
            Side::Short => decomposition.is_vital(number),
            Side::Cut => decomposition.is_between_classes(number),
        };
    }
    vital
}

/// The strategy's edges at each of its vertices, the later ones first.
fn edges_at_vertices(
    strategy: &Strategy,
) -> impl DoubleEndedIterator<Item = (u32, EdgeId)> + Clone + '_ {
    let playable = strategy.playable().rev();
    playable.flat_map(|(edge, ends)| ends.map(|end| (end, edge)))
}
