//! Attempts at a task, and what is wrong with them.

use super::networks::Task;
use crate::coins::{self, Game, Push, PushError, RatedMove, Value};
use crate::ds::union_find::UnionFind;
use crate::graph::{EdgeId, NodeId, VertexId};
use crate::switching::{MoveError, Outcome, Partition, Position, Side, Verdict, solve};
use std::collections::BTreeSet;

/// An attempt at a [`Task`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// A move.
    Edge(EdgeId),
    /// Who wins.
    Outcome(Outcome),
    /// A side.
    Side(Side),
    /// Two trees.
    Trees([Vec<EdgeId>; 2]),
}

/// Whether an attempt is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is.
    Right,
    /// It is not, because of this.
    Wrong(Fault),
}

/// What is wrong with an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is no attempt at this task.
    Unfit,
    /// The edge cannot be played.
    Illegal(MoveError),
    /// The move loses; this reply wins, if the game is not over.
    Loses(Option<EdgeId>),
    /// It is not so: this is the outcome.
    Outcome(Outcome),
    /// This edge is in both trees, or is not free.
    Taken(EdgeId),
    /// This edge closes a circuit with edges that come before it in this tree, the first or the second.
    Circuit(usize, EdgeId),
    /// This tree does not reach this vertex from the left terminal.
    Unreached(usize, VertexId),
    /// Edges that belong to the answer and are missing, and edges that do not belong to it.
    Edges {
        /// Missing.
        missing: Vec<EdgeId>,
        /// Too many.
        surplus: Vec<EdgeId>,
    },
}

/// Judges an attempt at a task on a position that is not decided.
pub fn judge(position: &Position, task: Task, attempt: &Attempt) -> Judgement {
    let fault = match (task, attempt) {
        (Task::Move(side), &Attempt::Edge(edge)) => move_fault(position, side, edge),
        (Task::Outcome, &Attempt::Outcome(said)) => {
            let outcome = position.outcome();
            (said != outcome).then_some(Fault::Outcome(outcome))
        }
        (Task::Side(first), &Attempt::Side(said)) => {
            let outcome = position.outcome();
            (said != outcome.winner(first)).then_some(Fault::Outcome(outcome))
        }
        (Task::Trees, Attempt::Trees(trees)) => trees_fault(position, trees),
        _ => Some(Fault::Unfit),
    };
    fault.map_or(Judgement::Right, Judgement::Wrong)
}

/// Why the move does not win: the reply that wins for the other side.
fn move_fault(position: &Position, side: Side, edge: EdgeId) -> Option<Fault> {
    let mut after = position.clone();
    if let Err(error) = after.play(side, edge) {
        return Some(Fault::Illegal(error));
    }
    let verdict = solve(&after);
    if verdict.outcome.winner(side.other()) == side {
        return None;
    }
    Some(Fault::Loses(reply(&verdict, side.other())))
}

/// A winning move of this side: the one that the certificate gives, else the first.
fn reply(verdict: &Verdict, side: Side) -> Option<EdgeId> {
    use crate::switching::Certificate;
    match (&verdict.certificate, side) {
        (Certificate::First { short, .. }, Side::Short) => Some(short.edge),
        (Certificate::First { cut, .. }, Side::Cut) => Some(cut.edge),
        _ => verdict.winning.of(side).first().copied(),
    }
}

/// Why these are not two disjoint spanning trees of free edges.
fn trees_fault(position: &Position, trees: &[Vec<EdgeId>; 2]) -> Option<Fault> {
    let graph = position.network().graph();
    let mut seen = BTreeSet::new();
    for &edge in trees.iter().flatten() {
        if edge.index() >= graph.edge_count() {
            let edges = graph.edge_count();
            return Some(Fault::Illegal(MoveError::NoSuchEdge { edge, edges }));
        }
        if !seen.insert(edge) || position.claim_of(edge) != crate::switching::Claim::Free {
            return Some(Fault::Taken(edge));
        }
    }
    for (which, tree) in trees.iter().enumerate() {
        let mut joined = UnionFind::new(graph.vertex_count());
        for &edge in tree {
            let [u, v] = graph.ends(edge).map(VertexId::index);
            if !joined.union(u, v) {
                return Some(Fault::Circuit(which, edge));
            }
        }
        let left = position.network().left().index();
        let far = graph.vertices().find(|v| !joined.same(left, v.index()));
        if let Some(vertex) = far {
            return Some(Fault::Unreached(which, vertex));
        }
    }
    None
}

/// A part of the principal partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// P: SHORT wins the game of such an edge.
    P,
    /// P*: CUT wins it.
    PStar,
    /// R: whoever moves first wins it.
    R,
}

/// Judges an attempt to name all edges of a part of the principal partition.
pub fn judge_part(partition: &Partition, part: Part, edges: &[EdgeId]) -> Judgement {
    let whole = match part {
        Part::P => &partition.p,
        Part::PStar => &partition.p_star,
        Part::R => &partition.r,
    };
    let [right, said] = [whole.as_slice(), edges].map(|list| list.iter().copied().collect());
    let [right, said]: [BTreeSet<EdgeId>; 2] = [right, said];
    if right == said {
        return Judgement::Right;
    }
    Judgement::Wrong(Fault::Edges {
        missing: right.difference(&said).copied().collect(),
        surplus: said.difference(&right).copied().collect(),
    })
}

/// Whether an attempt about coins is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoinJudgement {
    /// It is.
    Right,
    /// It is not, because of this.
    Wrong(CoinFault),
}

/// What is wrong with an attempt about coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoinFault {
    /// That is no move.
    Illegal(PushError),
    /// The move gives away the win or the draw; this is the best reply.
    Spoils {
        /// The move with what it does.
        played: RatedMove,
        /// The reply to it, where there is one.
        reply: Option<Push>,
    },
    /// The label is this one.
    Label(Value),
}

/// Judges a label.
pub fn judge_label(game: &Game<'_>, node: NodeId, said: &Value) -> CoinJudgement {
    let label = Value::from(game.labels().of(node));
    if *said == label {
        return CoinJudgement::Right;
    }
    CoinJudgement::Wrong(CoinFault::Label(label))
}

/// Judges a move: it is right if it wins or, where no move wins, keeps a draw.
pub fn judge_push(game: &Game<'_>, position: &coins::Position, push: Push) -> CoinJudgement {
    let after = match position.push(game.digraph(), push) {
        Ok(after) => after,
        Err(error) => return CoinJudgement::Wrong(CoinFault::Illegal(error)),
    };
    let moves = game.moves(position);
    let best = moves.iter().map(|rated| rated.rating).max();
    let played = moves.into_iter().find(|rated| rated.push == push);
    match played {
        Some(played) if Some(played.rating) != best => CoinJudgement::Wrong(CoinFault::Spoils {
            reply: game.best(&after).map(|best| best.push),
            played,
        }),
        _ => CoinJudgement::Right,
    }
}
