//! The loser's side of a large game: has the winner slipped, and which move asks the most of it?
//!
//! On a small network the loser solves every position anew (see [`super::defend`]). On a large
//! one it keeps the winner's own two trees instead, and follows the game in them. As long as every
//! threat is met by an edge that mends the trees, the position is still lost, which costs O(log n)
//! a move. An answer that one exchange does not explain proves nothing: then the position is
//! solved again.
//!
//! The move: of some edges near the last moves, and a few others, the one with the fewest open edges
//! on its path in the other tree. One of those has to be the answer, unless the winner knows a way
//! around several trees.

use super::strategy::{Followed, Strategy};
use crate::graph::EdgeId;
use crate::switching::solver::decomposition::Structure;
use crate::switching::{Claim, Outcome, Position, Side};

/// How many edges one move weighs, at most.
const WEIGHED: usize = 10;
/// How many edges at a vertex are looked at.
const ROW: usize = 12;
/// How many draws from the open edges one move makes.
const DRAWS: usize = 24;
/// How many spare moves of the winner are remembered.
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
    /// The last moves of both sides: the fight goes on around them.
    recent: [Option<EdgeId>; 2],
    rows: Rows,
    /// The strategy's edges, and perhaps some that no longer need an answer.
    open: Vec<EdgeId>,
    draws: u64,
}

impl Shadow {
    /// Watches `winner`, who wins or wins moving first.
    pub(crate) fn new(winner: Side, structure: &Structure) -> Self {
        let (strategy, awaited) = if structure.outcome == Outcome::First {
            let (strategy, edge) = Strategy::first(winner, structure);
            (strategy, Some(edge))
        } else {
            (Strategy::second(winner, structure), None)
        };
        Self {
            awaited,
            moved: None,
            spared: Vec::new(),
            recent: [None; 2],
            rows: Rows::new(&strategy),
            open: strategy.playable().map(|(edge, _)| edge).collect(),
            draws: 0,
            strategy,
        }
    }

    /// Whether the winner has made the moves that it had to; if not, its opponent may win.
    pub(crate) fn is_settled(&self) -> bool {
        self.awaited.is_none() && self.moved.is_none()
    }

    /// The loser has moved. `false` if the position must be solved again.
    pub(crate) fn moved(&mut self, edge: EdgeId) -> bool {
        self.recent[0] = Some(edge);
        self.awaited.is_none() && self.moved.replace(edge).is_none()
    }

    /// The winner has moved. `false` if the position must be solved again: it may have slipped.
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

    /// The move that leaves the fewest answers, of those looked at.
    pub(crate) fn defend(&mut self, position: &Position) -> Option<EdgeId> {
        let mut best: Option<(usize, EdgeId)> = None;
        let mut weighed = 0;
        let near = self.rows.near(&self.strategy, self.recent);
        for edge in near {
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

    /// Weighs an edge, unless enough have been; `false` if it is no threat.
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

    /// A place in `open`, much as if by chance (Weyl's sequence): the same in every game.
    fn draw(&mut self) -> usize {
        self.draws = self.draws.wrapping_add(0x9E37_79B9_7F4A_7C15);
        ((u128::from(self.draws) * self.open.len() as u128) >> 64) as usize
    }
}

/// The strategy's edges at each of its vertices.
#[derive(Clone, Debug)]
struct Rows {
    starts: Vec<u32>,
    edges: Vec<EdgeId>,
}

impl Rows {
    fn new(strategy: &Strategy) -> Self {
        let mut starts = vec![0_u32; strategy.vertex_count() + 1];
        for end in strategy.playable().flat_map(|(_, ends)| ends) {
            starts[end as usize] += 1;
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut edges = vec![EdgeId::new(0); total as usize];
        for (edge, ends) in strategy.playable() {
            for end in ends {
                starts[end as usize] -= 1;
                edges[starts[end as usize] as usize] = edge;
            }
        }
        Self { starts, edges }
    }

    /// Some edges at the ends of the given ones.
    fn near(&self, strategy: &Strategy, edges: [Option<EdgeId>; 2]) -> Vec<EdgeId> {
        let ends = edges.into_iter().flatten();
        let ends = ends.filter_map(|edge| strategy.ends_of(edge)).flatten();
        let row = |end: u32| {
            let [from, to] = [end, end + 1].map(|at| self.starts[at as usize] as usize);
            self.edges[from..to].iter().take(ROW).copied()
        };
        ends.flat_map(row).collect()
    }
}
