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

use super::sketch::Unused;
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
    /// The open edges at each vertex of the strategy.
    rows: Csr<EdgeId>,
    /// Edges that had to be answered when the position was solved, and possibly no longer are.
    open: Vec<EdgeId>,
    /// The strategy's other edges: some have to be answered later in the game.
    others: Vec<EdgeId>,
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
        let is_threat = threats(decomposition);
        let playable = strategy.playable().map(|(edge, _)| edge);
        let (open, others) = playable.partition(|edge| is_threat[edge.index()]);
        let at_vertices = edges_at_vertices(&strategy, &is_threat);
        Self {
            awaited,
            moved: None,
            spared: Vec::new(),
            recent: [None; 2],
            rows: Csr::new(strategy.vertex_count(), at_vertices),
            open,
            others,
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
        while weighed < WEIGHED && draws < DRAWS {
            if self.open.is_empty() {
                self.open = std::mem::take(&mut self.others);
            }
            if self.open.is_empty() {
                break;
            }
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

/// Which edges of the board must be answered when the loser plays them: all others leave the winner its trees or as good
/// ones.
fn threats(decomposition: &Decomposition) -> Vec<bool> {
    let ids = &decomposition.minor.ids;
    let edges = ids.iter().max().map_or(0, |last| last.index() + 1);
    let mut is_threat = vec![false; edges];
    for (number, id) in ids.iter().enumerate() {
        is_threat[id.index()] = decomposition.is_vital(number);
    }
    is_threat
}

/// The threats at each vertex of the strategy, the later ones first.
fn edges_at_vertices<'s>(
    strategy: &'s Strategy,
    is_threat: &'s [bool],
) -> impl DoubleEndedIterator<Item = (u32, EdgeId)> + Clone + 's {
    let playable = strategy.playable().rev();
    let threats = playable.filter(|(edge, _)| is_threat[edge.index()]);
    threats.flat_map(|(edge, ends)| ends.map(|end| (end, edge)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, VertexId};
    use crate::switching::{Network, outcome, solve};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::sync::Arc;

    fn any_of(edges: &[EdgeId], rng: &mut ChaCha8Rng) -> EdgeId {
        edges[rng.random_range(0..edges.len())]
    }

    /// A game that the loser has lost, moving first, against a winner that makes any winning move, and a mistake one
    /// time in twenty. Counts the winning answers that the trees did not explain, and those that they did.
    fn follow_any(position: &mut Position, loser: Side, rng: &mut ChaCha8Rng) -> [usize; 2] {
        let winner = loser.other();
        let mut answers = [0, 0];
        let mut known: Option<Shadow> = None;
        while position.winner().is_none() {
            let mut shadow =
                known.unwrap_or_else(|| Shadow::new(winner, &Decomposition::of(position)));
            let free: Vec<EdgeId> = position.free_edges().collect();
            let chosen = shadow.defend(position);
            let edge = chosen.unwrap_or_else(|| any_of(&free, rng));
            position.play(loser, edge).unwrap();
            assert!(shadow.moved(edge));
            if position.winner().is_some() {
                break;
            }
            let verdict = solve(position);
            let free: Vec<EdgeId> = position.free_edges().collect();
            let answer = if rng.random_bool(0.05) {
                any_of(&free, rng)
            } else {
                any_of(verdict.winning.of(winner), rng)
            };
            position.play(winner, answer).unwrap();
            let is_explained = shadow.answered(position, answer);
            if outcome(position).winner(loser) == loser {
                assert!(!is_explained, "a mistake in {position:?}");
                break;
            }
            answers[usize::from(is_explained)] += 1;
            known = is_explained.then_some(shadow);
        }
        answers
    }

    fn random_network(rng: &mut ChaCha8Rng) -> Network {
        let vertices = rng.random_range(5..40);
        let count = (vertices as f64 * rng.random_range(1.7..2.6)) as usize;
        let mut pair = || {
            let u = rng.random_range(0..vertices);
            (u, (u + rng.random_range(1..vertices)) % vertices)
        };
        let pairs: Vec<(usize, usize)> = (0..count).map(|_| pair()).collect();
        let graph = Graph::from_pairs(vertices, &pairs);
        Network::new(graph, VertexId::new(0), VertexId::new(1)).unwrap()
    }

    /// No mistake is missed, and nearly all winning answers are recognised as such without a solution. (Not all: CUT's trees
    /// contract dependent sets, and a set from which CUT has deleted an edge may be one no longer; the trees of SHORT do not know what
    /// it joins to their vertices from outside.)
    #[test]
    fn chains_of_exchanges_explain_any_winning_answer() {
        let mut rng = ChaCha8Rng::seed_from_u64(22);
        for loser in Side::BOTH {
            let mut answers = [0, 0];
            let mut games = 0;
            while games < 300 {
                let network = Arc::new(random_network(&mut rng));
                let mut position = Position::new(network);
                if position.winner().is_none() && outcome(&position) == loser.other().into() {
                    let more = follow_any(&mut position, loser, &mut rng);
                    answers = [0, 1].map(|i| answers[i] + more[i]);
                    games += 1;
                }
            }
            let is_rare = 50 * answers[0] < answers[1];
            assert!(is_rare && answers[1] > 1000, "{loser}: {answers:?}");
        }
    }
}
