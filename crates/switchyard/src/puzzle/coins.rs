//! Puzzles about coins on a digraph.

use super::{Grade, Kind, TRIES, Wish};
use crate::Rng;
use crate::coins::{Game, LabelSet, Position, Push, Rating, Value};
use crate::generate::Impossible;
use crate::graph::{Digraph, NodeId};
use rand::RngExt;
use std::collections::BTreeSet;

/// What is asked about a digraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoinTask {
    /// The label of this node.
    Label(NodeId),
    /// The only move of this position that keeps the draw.
    KeepDraw(Position),
}

/// A digraph with a task that has exactly one solution.
#[derive(Clone, Debug)]
pub struct CoinPuzzle {
    game: Game<'static>,
    task: CoinTask,
    grade: Grade,
}

impl CoinPuzzle {
    /// The puzzle that this task is on this digraph; `None` if it has not the solution that it should: a node
    /// whose label depends on three others or more; a drawn position with one move that keeps the draw, and another that does not.
    pub fn pose(digraph: Digraph<'static>, task: CoinTask) -> Option<Self> {
        let game = Game::new(digraph);
        let is_fit = match &task {
            CoinTask::Label(node) => reached(game.digraph(), *node).len() > 3,
            CoinTask::KeepDraw(position) => {
                let moves = game.moves(position);
                let drawing = moves.iter().filter(|m| m.rating == Rating::Draws).count();
                let winning = moves.iter().any(|m| m.rating == Rating::Wins);
                drawing == 1 && moves.len() > 1 && !winning
            }
        };
        is_fit.then(|| Self {
            grade: grade(&game, &task),
            game,
            task,
        })
    }

    /// The digraph with its labels.
    pub fn game(&self) -> &Game<'static> {
        &self.game
    }

    /// What is asked.
    pub fn task(&self) -> &CoinTask {
        &self.task
    }

    /// What kind of puzzle it is.
    pub fn kind(&self) -> Kind {
        match self.task {
            CoinTask::Label(_) => Kind::Label,
            CoinTask::KeepDraw(_) => Kind::KeepDraw,
        }
    }

    /// How hard it is.
    pub fn grade(&self) -> Grade {
        self.grade
    }

    /// The label of the node that is asked about.
    pub fn label(&self) -> Option<Value> {
        match self.task {
            CoinTask::Label(node) => Some(Value::from(self.game.labels().of(node))),
            CoinTask::KeepDraw(_) => None,
        }
    }

    /// The move that keeps the draw.
    pub fn push(&self) -> Option<Push> {
        let CoinTask::KeepDraw(position) = &self.task else {
            return None;
        };
        let mut moves = self.game.rated_moves(position);
        moves.find(|m| m.rating == Rating::Draws).map(|m| m.push)
    }
}

/// The obstacles of a task on a digraph.
///
/// For a label: how many nodes it depends on (twice), a cycle among them, and that the label is wrong if
/// numbers are given only where all followers have one. For a draw: how many moves there are (twice), a second
/// coin, and that not only the right move leads to a node on a cycle.
fn grade(game: &Game<'_>, task: &CoinTask) -> Grade {
    let digraph = game.digraph();
    match task {
        CoinTask::Label(node) => {
            let below = reached(digraph, *node);
            let cyclic = below.iter().any(|&node| is_on_cycle(digraph, node));
            let wrong = simple_label(digraph, *node) != Value::from(game.labels().of(*node));
            Grade::of([below.len() > 5, below.len() > 8, cyclic, wrong])
        }
        CoinTask::KeepDraw(position) => {
            let moves = game.moves(position);
            let round = moves.iter().filter(|m| is_on_cycle(digraph, m.push.to));
            let round: Vec<Rating> = round.map(|m| m.rating).collect();
            let coins = position.coins().len();
            Grade::of([
                moves.len() > 3,
                moves.len() > 5,
                coins > 1,
                round != [Rating::Draws],
            ])
        }
    }
}

/// The nodes that can be reached from this one, itself included.
fn reached(digraph: &Digraph<'_>, from: NodeId) -> BTreeSet<NodeId> {
    let mut reached = BTreeSet::from([from]);
    let mut stack = vec![from];
    while let Some(node) = stack.pop() {
        stack.extend(digraph.followers(node).filter(|&next| reached.insert(next)));
    }
    reached
}

fn is_on_cycle(digraph: &Digraph<'_>, node: NodeId) -> bool {
    let mut followers = digraph.followers(node);
    followers.any(|next| reached(digraph, next).contains(&node))
}

/// The label if a node gets a number only once all its followers have one, and ∞ otherwise.
fn simple_label(digraph: &Digraph<'_>, node: NodeId) -> Value {
    let mut number: Vec<Option<u32>> = vec![None; digraph.node_count()];
    loop {
        let before = number.clone();
        for node in digraph.nodes() {
            let followers = digraph.followers(node).map(|to| number[to.index()]);
            let followers: Option<Vec<u32>> = followers.collect();
            if let Some(followers) = followers {
                number[node.index()] = Some(LabelSet::new(followers).mex());
            }
        }
        if number == before {
            break;
        }
    }
    if let Some(number) = number[node.index()] {
        return Value::Finite(number);
    }
    let followers = digraph.followers(node);
    let known: BTreeSet<u32> = followers.filter_map(|to| number[to.index()]).collect();
    Value::Infinite(LabelSet::new(known.into_iter().collect()))
}

pub(super) fn generate(kind: Kind, wish: Wish, rng: &mut Rng) -> Result<CoinPuzzle, Impossible> {
    for _ in 0..TRIES {
        let (digraph, task) = match kind {
            Kind::Label => label(wish.sized, rng),
            _ => keep_draw(wish.sized, rng),
        };
        let posed = CoinPuzzle::pose(digraph, task);
        if let Some(puzzle) = posed.filter(|puzzle| wish.is_granted_by(puzzle.grade)) {
            return Ok(puzzle);
        }
    }
    wish.refused()
}

type Posed = (Digraph<'static>, CoinTask);

/// A node and what it depends on.
fn label(sized: Grade, rng: &mut Rng) -> Posed {
    let nodes = rng.random_range(3..=4) + 2 * usize::from(sized.number());
    let back = if sized.number() < 3 { 0.05 } else { 0.2 };
    let arcs = random_arcs(nodes, nodes * 3 / 2, back, rng);
    let whole = Digraph::from_arcs(nodes, &arcs);
    let node = NodeId::new(rng.random_range(nodes / 2..nodes));
    let (digraph, at) = restricted(&whole, &reached(&whole, node));
    let node = at(node);
    (digraph, CoinTask::Label(node))
}

/// A position with one to three coins, and what they can reach.
fn keep_draw(sized: Grade, rng: &mut Rng) -> Posed {
    let nodes = rng.random_range(4..=5) + usize::from(sized.number());
    let arcs = random_arcs(nodes, nodes * 7 / 4, 0.3, rng);
    let whole = Digraph::from_arcs(nodes, &arcs);
    let coins = rng.random_range(1..=if sized.number() > 3 { 3 } else { 2 });
    let coins: Vec<NodeId> = (0..coins)
        .map(|_| NodeId::new(rng.random_range(0..nodes)))
        .collect();
    let below: BTreeSet<NodeId> = coins
        .iter()
        .flat_map(|&coin| reached(&whole, coin))
        .collect();
    let (digraph, at) = restricted(&whole, &below);
    let coins = coins.into_iter().map(at).collect();
    (digraph, CoinTask::KeepDraw(Position::new(coins)))
}

/// Different arcs between different nodes, from later to earlier ones but for a share `back`.
fn random_arcs(nodes: usize, arcs: usize, back: f64, rng: &mut Rng) -> Vec<(u32, u32)> {
    let mut drawn = BTreeSet::new();
    for _ in 0..arcs {
        let (a, b) = (rng.random_range(0..nodes), rng.random_range(0..nodes - 1));
        let b = if b < a { b } else { b + 1 };
        let (low, high) = (a.min(b) as u32, a.max(b) as u32);
        drawn.insert(if rng.random_bool(back) {
            (low, high)
        } else {
            (high, low)
        });
    }
    drawn.into_iter().collect()
}

/// The part of a digraph on these nodes, and where each of them is in it.
fn restricted(
    digraph: &Digraph<'_>,
    nodes: &BTreeSet<NodeId>,
) -> (Digraph<'static>, impl Fn(NodeId) -> NodeId + use<>) {
    let kept: Vec<NodeId> = nodes.iter().copied().collect();
    let at = move |node: NodeId| NodeId::new(kept.partition_point(|&other| other < node));
    let inside = digraph
        .arcs()
        .filter(|(from, to)| nodes.contains(from) && nodes.contains(to));
    let arcs: Vec<(u32, u32)> = inside
        .map(|(from, to)| (at(from).index() as u32, at(to).index() as u32))
        .collect();
    (Digraph::from_arcs(nodes.len(), &arcs), at)
}
