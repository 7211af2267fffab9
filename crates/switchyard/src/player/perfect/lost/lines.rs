//! How likely one model of the opponent is to err along the best line against it.
//!
//! Against an opponent that is one model the search has one agent: its replies are given, up to ties. So it
//! can go much deeper than a search over all that the opponent may be. A *beam* keeps the few most promising lines
//! after every move. Where the model's reply is tied, and some of the tied edges keep its win, one of
//! those is followed: it stands for the others.

use super::super::scene::{Node, Scene};
use super::Policy;
use super::models::{Model, Outlook};
use super::search::{Candidate, prospect};
use super::threats::Threats;
use crate::switching::Side;

/// How far a search for lines goes.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Moves of the loser, the candidate included.
    pub depth: usize,
    /// Lines that are kept after each of them.
    pub lines: usize,
    /// Moves that are weighed in each position.
    pub moves: usize,
}

/// What the best line that was found promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Promise {
    /// The estimated probability that the model errs.
    pub value: f64,
    /// The model's reply to the candidate, and the move after it.
    pub next: Option<[u32; 2]>,
}

/// A line: the loser is to move, and the model has not erred for certain.
struct Line {
    node: Node,
    /// The probability that the model has made no error.
    sound: f64,
    /// The model's reply to the first move, and the move after it.
    next: [Option<u32>; 2],
}

/// A move in a line, before it is made.
struct Step {
    line: usize,
    resistor: u32,
    /// The reply that keeps the win, if there is one.
    reply: Option<u32>,
    sound: f64,
    /// The probability that the model never errs, as it is estimated; the smaller the better.
    rank: f64,
}

pub(super) struct Lines<'s, 'c> {
    pub scene: &'s Scene<'c>,
    pub loser: Side,
    pub policy: &'s Policy,
    pub model: Model,
    /// Steps that have been spent.
    pub spent: usize,
    /// Steps that may be spent; then the search ends as soon as it can.
    pub most: usize,
}

impl Lines<'_, '_> {
    /// The best line that begins with this candidate.
    pub(super) fn after(&mut self, node: &Node, first: &Candidate, reach: Reach) -> Promise {
        let error = first.outlook.error(self.model);
        let prospect = prospect(self.policy, self.loser, self.model, &first.outlook);
        let value = error + (1.0 - error) * prospect;
        let mut best = Promise { value, next: None };
        let order: Vec<u32> = self.scene.by_current(node).iter().map(|c| c.1).collect();
        let winning = first.outlook.winning.as_deref();
        let choice = first.outlook.choice(self.model);
        let Some(reply) = survivor(choice, winning, &order, first.resistor) else {
            return best;
        };
        let Some(node) = self.played(node, first.resistor, reply) else {
            best.value = error;
            return best;
        };
        let mut beam = vec![Line {
            node,
            sound: 1.0 - error,
            next: [Some(reply), None],
        }];
        for _ in 2..=reach.depth {
            let steps = self.steps(&mut beam, reach.moves);
            if self.spent > self.most {
                break;
            }
            let Some(top) = steps.first() else { break };
            let line = &beam[top.line];
            best = Promise {
                value: 1.0 - top.rank,
                next: line.next[0].map(|reply| [reply, line.next[1].unwrap_or(top.resistor)]),
            };
            if top.sound <= 0.0 {
                break;
            }
            beam = self.follow(&beam, &steps, reach.lines);
        }
        best
    }

    /// The lines that the best steps lead to.
    fn follow(&mut self, beam: &[Line], steps: &[Step], lines: usize) -> Vec<Line> {
        let mut next: Vec<Line> = Vec::with_capacity(lines);
        for step in steps {
            if next.len() == lines {
                break;
            }
            let line = &beam[step.line];
            let node = step
                .reply
                .and_then(|reply| self.played(&line.node, step.resistor, reply));
            let Some(node) = node else { continue };
            // Moves in another order lead to the same position.
            if next.iter().all(|other| other.node.claims != node.claims) {
                next.push(Line {
                    node,
                    sound: step.sound,
                    next: [line.next[0], line.next[1].or(Some(step.resistor))],
                });
            }
        }
        next
    }

    /// The position after a move and the reply; `None` if the game is over.
    fn played(&mut self, node: &Node, resistor: u32, reply: u32) -> Option<Node> {
        let next = self.scene.play(node, self.loser, resistor);
        let next = self.scene.play(&next, self.loser.other(), reply);
        self.spent += self.scene.cost_of_move();
        (!self.scene.is_over(&next)).then_some(next)
    }

    /// The moves of all lines, the best first.
    fn steps(&mut self, beam: &mut [Line], moves: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        for (number, line) in beam.iter_mut().enumerate() {
            if self.spent <= self.most {
                self.weigh(number, line, moves, &mut steps);
            }
        }
        steps.sort_by(|a, b| a.rank.total_cmp(&b.rank));
        steps
    }

    fn weigh(&mut self, number: usize, line: &mut Line, moves: usize, steps: &mut Vec<Step>) {
        /// Moves that threaten nothing; the model has a move to spare after them.
        const QUIET: usize = 2;
        let scene = self.scene;
        let node = &mut line.node;
        let decomposition = scene.decomposition(node);
        let threats = Threats::new(&decomposition);
        let edge_of = scene.edge_numbers(&decomposition);
        let outline = scene.outline(node);
        self.spent += scene.cost_of_position();
        let order: Vec<u32> = scene.by_current(node).iter().map(|c| c.1).collect();
        let (mut weighed, mut quiet) = (0, 0);
        for &resistor in &order {
            if weighed == moves || self.spent > self.most {
                break;
            }
            let Some(edge) = edge_of[resistor as usize] else {
                continue;
            };
            let winning = threats.replies_as_resistors(edge);
            if winning.is_none() {
                if quiet == QUIET {
                    continue;
                }
                quiet += 1;
            }
            weighed += 1;
            self.spent += scene.cost_of_move();
            let sights =
                scene.sights_after(node, &outline, self.loser, resistor, winning.as_deref());
            let outlook = Outlook::new(sights, winning, node.free - 1);
            let sound = line.sound * (1.0 - outlook.error(self.model));
            let choice = outlook.choice(self.model);
            steps.push(Step {
                line: number,
                resistor,
                reply: survivor(choice, outlook.winning.as_deref(), &order, resistor),
                sound,
                rank: sound * (1.0 - prospect(self.policy, self.loser, self.model, &outlook)),
            });
        }
    }
}

/// A reply of the model that keeps the win: the one with the most current.
fn survivor(
    choice: Option<&[u32]>,
    winning: Option<&[u32]>,
    order: &[u32],
    played: u32,
) -> Option<u32> {
    let is_chosen = |reply: &u32| choice.is_none_or(|edges| edges.binary_search(reply).is_ok());
    let wins = |reply: &u32| winning.is_none_or(|edges| edges.binary_search(reply).is_ok());
    let mut replies = order.iter().copied().filter(|&reply| reply != played);
    replies.find(|reply| is_chosen(reply) && wins(reply))
}
