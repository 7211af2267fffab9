//! Steps 7 to 10: the machine at play.

use super::step::{Step, Tree};
use super::tree::SpanningTree;
use super::{Chase, unplayable};
use crate::graph::{EdgeId, Graph, VertexId};
use crate::switching::{MoveError, Network, Outcome, Position, Side};
use std::sync::Arc;

/// The 1972 program in a game that it cannot lose. It moves second, or has made the first move.
///
/// Invariant: a branch that has been played is in both trees or in neither. A reply is on the path
/// of one tree and not in the other, so it is always a free branch; and it is
/// never an unplayable one, because those are parallel.
#[derive(Clone, Debug)]
pub struct Machine {
    graph: Graph,
    trees: [SpanningTree; 2],
    side: Side,
    position: Position,
    /// Where the earlier branch is preferred.
    rank: Vec<usize>,
}

impl Machine {
    /// Takes `side`, and makes the first move if the side that moves first wins. `order` is as for
    /// [`Chase::run`].
    ///
    /// Returns the machine and the steps of its first move (none if it waits); `None` when the
    /// machine would lose on that side.
    pub fn sit(
        chase: &Chase,
        network: Arc<Network>,
        side: Side,
        order: &[EdgeId],
    ) -> Option<(Self, Vec<Step>)> {
        if !chase.machine_sides().contains(&side) {
            return None;
        }
        let mut machine = Self {
            graph: chase.graph.clone(),
            trees: chase.trees.clone(),
            side,
            position: Position::new(network),
            rank: super::ranks(chase.graph.edge_count(), order),
        };
        let mut steps = Vec::new();
        if chase.outcome() == Outcome::First {
            let [first, _] = unplayable(&machine.graph);
            machine.reply(first, Tree::T1, &mut steps);
        }
        machine.note_end(&mut steps);
        Some((machine, steps))
    }

    /// The game so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The machine's side.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Steps 7 to 10: the human plays `branch`, and the machine replies or passes.
    ///
    /// # Errors
    /// When the move is illegal; nothing has changed then.
    pub fn answer(&mut self, branch: EdgeId) -> Result<Vec<Step>, MoveError> {
        let human = self.side.other();
        self.position.play(human, branch)?;
        let tree = match self.trees.each_ref().map(|tree| tree.contains(branch)) {
            [true, false] => Some(Tree::T1),
            [false, true] => Some(Tree::T2),
            _ => None,
        };
        let mut steps = vec![Step::Human {
            side: human,
            branch,
            tree,
        }];
        if let (Some(tree), None) = (tree, self.position.winner()) {
            self.reply(branch, tree, &mut steps);
        }
        self.note_end(&mut steps);
        Ok(steps)
    }

    /// Steps 8 and 9.
    fn reply(&mut self, h: EdgeId, tree: Tree, steps: &mut Vec<Step>) {
        let path = self.trees[tree.other().index()].path(&self.graph, h);
        let below = self.trees[tree.index()].side_below(&self.graph, h);
        let parted = |edge: &EdgeId| {
            let [u, v] = self.graph.ends(*edge).map(VertexId::index);
            below[u] != below[v]
        };
        let choices: Vec<EdgeId> = path.iter().copied().filter(parted).collect();
        let best = choices.iter().min_by_key(|edge| self.rank[edge.index()]);
        let reply = *best.expect("an odd number of branches qualify (Theorem 1)");
        steps.push(Step::Reply {
            to: h,
            tree,
            path,
            choices,
            reply,
        });
        let made = self.position.play(self.side, reply);
        debug_assert_eq!(made, Ok(()), "the reply is a free branch");
        self.update(h, reply, tree, steps);
    }

    /// Step 9, where h is in `tree` and the reply in the other one.
    fn update(&mut self, h: EdgeId, reply: EdgeId, tree: Tree, steps: &mut Vec<Step>) {
        let (cut, connect, tree) = match self.side {
            Side::Short => (h, reply, tree),
            Side::Cut => (reply, h, tree.other()),
        };
        self.trees[tree.index()].swap(&self.graph, cut, connect);
        steps.push(Step::Update {
            cut,
            connect,
            tree,
            trees: self.trees.each_ref().map(SpanningTree::edges),
        });
    }

    /// Step 10.
    fn note_end(&self, steps: &mut Vec<Step>) {
        if let Some(winner) = self.position.winner() {
            steps.push(Step::Over { winner });
        }
    }
}
