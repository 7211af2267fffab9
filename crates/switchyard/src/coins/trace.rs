//! Fraenkel's labelling algorithm step by step: every labelled node with its reason.
//!
//! The engines compute the same labels faster and in other orders; this is the algorithm as the
//! paper describes it. Where it may choose among several nodes, it takes them in their order,
//! repeatedly.

use super::labels::LabelSet;
use super::sum::Value;
use crate::graph::{Digraph, NodeId};
use std::collections::BTreeSet;

/// A node is labelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The node.
    pub node: NodeId,
    /// The i of the round: the number that is being given out.
    pub round: u32,
    /// The label; an ∞ with the K that is adjoined at the end.
    pub label: Value,
    /// When a number was given, from 1; an ∞ has no counter.
    pub counter: Option<u32>,
    /// Why.
    pub reason: TraceReason,
}

/// Why a node gets its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceReason {
    /// Step 2: no follower has the number i, and each of these followers without a number has a follower that does.
    Number {
        /// Each follower that is unlabelled or ∞, with the follower labelled i that it leads back to.
        back: Vec<(NodeId, NodeId)>,
    },
    /// Step 3: no follower has the number i, but this follower without a number has none that does.
    Infinity {
        /// The follower.
        blocker: NodeId,
    },
}

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    None,
    Number(u32),
    Infinity,
}

/// Labels the digraph by the four steps, and returns each of them.
///
/// Complexity: a round for every number, each of sweeps over the arcs of the nodes still unlabelled until one changes
/// nothing.
pub fn trace(digraph: &Digraph<'_>) -> Vec<TraceStep> {
    let mut walk = Walk::new(digraph);
    let mut steps = Vec::with_capacity(digraph.node_count());
    // Step 1: i = 0. Step 4: the next i, until every node has a label.
    let mut round = 0;
    while !walk.unlabelled.is_empty() {
        walk.give_numbers(round, &mut steps);
        walk.give_infinities(round, &mut steps);
        round += 1;
    }
    for step in &mut steps {
        if matches!(step.label, Value::Infinite(_)) {
            step.label = Value::Infinite(walk.numbers_after(step.node));
        }
    }
    steps
}

struct Walk<'a> {
    digraph: &'a Digraph<'a>,
    predecessors: Vec<Vec<u32>>,
    marks: Vec<Mark>,
    /// A follower that has the number of the round, and the round plus one; 0 before any.
    sees: Vec<(u32, NodeId)>,
    unlabelled: Vec<NodeId>,
    counter: u32,
}

impl<'a> Walk<'a> {
    fn new(digraph: &'a Digraph<'a>) -> Self {
        let n = digraph.node_count();
        let mut predecessors = vec![Vec::new(); n];
        for (from, to) in digraph.arcs() {
            predecessors[to.index()].push(from.index() as u32);
        }
        Self {
            digraph,
            predecessors,
            marks: vec![Mark::None; n],
            sees: vec![(0, NodeId::new(0)); n],
            unlabelled: digraph.nodes().collect(),
            counter: 0,
        }
    }

    /// The follower of this node that has the number of the round.
    fn seen(&self, node: NodeId, round: u32) -> Option<NodeId> {
        let (seen, follower) = self.sees[node.index()];
        (seen == round + 1).then_some(follower)
    }

    /// Step 2, as long as there is a node for it.
    ///
    /// The nodes are gone through in passes, in increasing order. After the first pass only those can have got the number
    /// one of whose followers sees it since: they are looked at in this pass if their turn is still to come, otherwise in the
    /// next. So long paths do not take a look at all nodes for each of theirs.
    fn give_numbers(&mut self, round: u32, steps: &mut Vec<TraceStep>) {
        let mut pass: BTreeSet<NodeId> = self.unlabelled.iter().copied().collect();
        while !pass.is_empty() {
            let mut next_pass = BTreeSet::new();
            while let Some(node) = pass.pop_first() {
                let Some(back) = self.ways_back(node, round) else {
                    continue;
                };
                self.counter += 1;
                self.marks[node.index()] = Mark::Number(round);
                steps.push(TraceStep {
                    node,
                    round,
                    label: Value::Finite(round),
                    counter: Some(self.counter),
                    reason: TraceReason::Number { back },
                });
                for waiting in self.show_number(node, round) {
                    if waiting > node {
                        pass.insert(waiting);
                    } else {
                        next_pass.insert(waiting);
                    }
                }
            }
            pass = next_pass;
        }
        let marks = &self.marks;
        self.unlabelled
            .retain(|node| matches!(marks[node.index()], Mark::None));
    }

    /// The predecessors of a node see that it has got the number. Returns the nodes without a mark that may get it next:
    /// theirs.
    fn show_number(&mut self, node: NodeId, round: u32) -> Vec<NodeId> {
        let mut waiting = Vec::new();
        for &before in &self.predecessors[node.index()] {
            let sees = &mut self.sees[before as usize];
            if sees.0 == round + 1 {
                continue;
            }
            *sees = (round + 1, node);
            let theirs = &self.predecessors[before as usize];
            waiting.extend(theirs.iter().map(|&node| NodeId::new(node as usize)));
        }
        waiting.retain(|node| matches!(self.marks[node.index()], Mark::None));
        waiting
    }

    /// For every follower without a number one of its followers labelled i; `None` if the node cannot have i.
    fn ways_back(&self, node: NodeId, round: u32) -> Option<Vec<(NodeId, NodeId)>> {
        if self.seen(node, round).is_some() {
            return None;
        }
        let followers = self.digraph.followers(node);
        let waiting = followers.filter(|v| !matches!(self.marks[v.index()], Mark::Number(_)));
        let mut back: Vec<(NodeId, NodeId)> = waiting
            .map(|v| Some((v, self.seen(v, round)?)))
            .collect::<Option<_>>()?;
        back.sort_unstable();
        back.dedup();
        Some(back)
    }

    /// Step 3.
    fn give_infinities(&mut self, round: u32, steps: &mut Vec<TraceStep>) {
        for node in std::mem::take(&mut self.unlabelled) {
            if self.seen(node, round).is_some() {
                self.unlabelled.push(node);
                continue;
            }
            let blocks = |v: &NodeId| {
                !matches!(self.marks[v.index()], Mark::Number(_)) && self.seen(*v, round).is_none()
            };
            let blocker = self.digraph.followers(node).find(blocks);
            let blocker = blocker.expect("step 2 would have given it the number");
            self.marks[node.index()] = Mark::Infinity;
            steps.push(TraceStep {
                node,
                round,
                label: Value::Infinite(LabelSet::default()),
                counter: None,
                reason: TraceReason::Infinity { blocker },
            });
        }
    }

    fn numbers_after(&self, node: NodeId) -> LabelSet {
        let number = |v: NodeId| match self.marks[v.index()] {
            Mark::Number(number) => Some(number),
            _ => None,
        };
        LabelSet::new(self.digraph.followers(node).filter_map(number).collect())
    }
}
