//! The move that makes an error of the opponent most likely, a few moves deep.

use super::super::scene::{Node, Scene};
use super::Policy;
use super::lines::{Lines, Reach};
use super::models::{Belief, Model, Outlook};
use super::threats::Threats;
use crate::switching::Side;

/// A move of the side that has lost, and what may come of it.
pub(super) struct Candidate {
    pub resistor: u32,
    pub current: f64,
    pub outlook: Outlook,
    /// The estimated probability of an error before the end.
    pub value: f64,
    /// Likely replies, and the move planned after each.
    pub plans: Vec<[u32; 2]>,
}

pub(super) struct Search<'s, 'c> {
    scene: &'s Scene<'c>,
    loser: Side,
    policy: &'s Policy,
    /// Steps that may still be spent.
    steps: usize,
    spent: usize,
}

impl<'s, 'c> Search<'s, 'c> {
    pub(super) fn new(scene: &'s Scene<'c>, loser: Side, policy: &'s Policy, steps: usize) -> Self {
        Self {
            scene,
            loser,
            policy,
            steps,
            spent: 0,
        }
    }

    /// How many steps have been spent.
    #[cfg(test)]
    pub(super) fn spent(&self) -> usize {
        self.spent
    }

    /// The candidates, the best first, after a search as deep as the steps allow. `planned` moves are weighed
    /// in any case.
    pub(super) fn run(
        &mut self,
        node: &mut Node,
        belief: &Belief,
        planned: &[u32],
    ) -> Vec<Candidate> {
        let mut candidates = self.weigh(node, belief, planned);
        candidates.sort_by_key(|candidate| !planned.contains(&candidate.resistor));
        let mut width = self.policy.width + planned.len();
        let mut depth = 2;
        while depth <= self.policy.depth {
            let reach = Reach {
                depth,
                lines: if depth == 2 { 1 } else { self.policy.lines },
                moves: self.policy.inner_candidates,
            };
            let Some(count) = self.deepen_all(node, belief, &mut candidates[..], reach, width)
            else {
                break;
            };
            candidates.truncate(count);
            sort(&mut candidates);
            width = (width / 2).max(3);
            depth *= 2;
        }
        candidates
    }

    /// Searches the first candidates deeper, as many as the steps allow; how many those were, or `None` if
    /// the steps do not allow two.
    fn deepen_all(
        &mut self,
        node: &Node,
        belief: &Belief,
        candidates: &mut [Candidate],
        reach: Reach,
        width: usize,
    ) -> Option<usize> {
        let before = self.steps;
        let mut found: Vec<(f64, Vec<[u32; 2]>)> = Vec::new();
        for candidate in candidates.iter().take(width) {
            let spent = before - self.steps;
            if !found.is_empty() && self.steps < spent / found.len() {
                break;
            }
            let deeper = self.deepen(node, belief, candidate, reach);
            // A search that was cut short cannot be compared with the others.
            if self.steps == 0 {
                break;
            }
            found.push(deeper);
        }
        let count = found.len();
        if count < 2 {
            return None;
        }
        for (candidate, (value, plans)) in candidates.iter_mut().zip(found) {
            candidate.value = value;
            candidate.plans = plans;
        }
        Some(count)
    }

    /// The candidates of a position, one reply deep, the best first.
    fn weigh(&mut self, node: &mut Node, belief: &Belief, planned: &[u32]) -> Vec<Candidate> {
        let scene = self.scene;
        let decomposition = scene.decomposition(node);
        let threats = Threats::new(&decomposition);
        let edge_of = scene.edge_numbers(&decomposition);
        let outline = scene.outline(node);
        self.spend(scene.cost_of_position());
        let end = self.steps / 2;
        // How many moves may threaten nothing.
        let mut quiet = self.policy.candidates / 4 + 1;
        let mut candidates = Vec::new();
        let mut moves = scene.by_current(node);
        moves.sort_by_key(|(_, resistor)| !planned.contains(resistor));
        for (current, resistor) in moves {
            let is_enough = candidates.len() >= self.policy.candidates || self.steps <= end;
            if is_enough && !candidates.is_empty() {
                break;
            }
            let Some(edge) = edge_of[resistor as usize] else {
                continue;
            };
            let winning = threats.replies_as_resistors(edge);
            if winning.is_none() {
                if quiet == 0 {
                    continue;
                }
                quiet -= 1;
            }
            let sights =
                scene.sights_after(node, &outline, self.loser, resistor, winning.as_deref());
            self.spend(scene.cost_of_move());
            let outlook = Outlook::new(sights, winning, node.free - 1);
            candidates.push(Candidate {
                resistor,
                current,
                value: self.value(belief, &outlook),
                outlook,
                plans: Vec::new(),
            });
        }
        sort(&mut candidates);
        candidates
    }

    /// The value of a move one reply deep.
    fn value(&self, belief: &Belief, outlook: &Outlook) -> f64 {
        let parts = belief.models().map(|(model, likelihood)| {
            let error = outlook.error(model);
            let rest = prospect(self.policy, self.loser, model, outlook);
            likelihood * (error + (1.0 - error) * rest)
        });
        parts.sum()
    }

    /// The value of a candidate if the best line against each model is played, and how those lines go on: as
    /// if the opponent's reply told which model it is.
    fn deepen(
        &mut self,
        node: &Node,
        belief: &Belief,
        candidate: &Candidate,
        reach: Reach,
    ) -> (f64, Vec<[u32; 2]>) {
        /// Models less likely than this are not searched against.
        const UNLIKELY: f64 = 0.02;
        let (mut value, mut plans) = (0.0, Vec::new());
        for (model, likelihood) in belief.models() {
            if self.steps == 0 {
                break;
            }
            let mut lines = Lines {
                scene: self.scene,
                loser: self.loser,
                policy: self.policy,
                model,
                spent: 0,
                most: self.steps,
            };
            let is_searched = likelihood >= UNLIKELY && model != Model::Random;
            let depth = if is_searched { reach.depth } else { 1 };
            let promise = lines.after(node, candidate, Reach { depth, ..reach });
            let spent = lines.spent;
            self.spend(spent);
            value += likelihood * promise.value;
            plans.extend(promise.next);
        }
        (value, plans)
    }

    fn spend(&mut self, steps: usize) {
        self.steps = self.steps.saturating_sub(steps);
        self.spent += steps;
    }
}

/// What is known about the replies to a move.
pub(super) fn outlook_of(
    scene: &Scene<'_>,
    node: &mut Node,
    loser: Side,
    resistor: u32,
) -> Outlook {
    let decomposition = scene.decomposition(node);
    let edge = scene.edge_numbers(&decomposition)[resistor as usize];
    let threats = Threats::new(&decomposition);
    let winning = edge.and_then(|edge| threats.replies_as_resistors(edge));
    let outline = scene.outline(node);
    let sights = scene.sights_after(node, &outline, loser, resistor, winning.as_deref());
    Outlook::new(sights, winning, node.free - 1)
}

/// The chance of an error after the next reply, if nothing more is known: the longer the opponent
/// needs to win, the more often it has to be right.
pub(super) fn hope(policy: &Policy, loser: Side, outlook: &Outlook) -> f64 {
    /// More moves than this make no difference.
    const MANY: usize = 100;
    let moves = outlook.moves_to_win(loser).clamp(1, MANY) as i32;
    1.0 - (1.0 - policy.hazard).powi(moves - 1)
}

/// The chance that a model errs after the next reply: the more so, the closer it was to an error now.
pub(super) fn prospect(policy: &Policy, loser: Side, model: Model, outlook: &Outlook) -> f64 {
    let hope = hope(policy, loser, outlook);
    let close = match model {
        Model::Analog => policy.closeness * outlook.sights.closeness.powi(4),
        _ => 0.0,
    };
    1.0 - (1.0 - hope) * (1.0 - close)
}

/// The best first; equals by current.
fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| {
        let by_value = b.value.total_cmp(&a.value);
        by_value
            .then(b.current.total_cmp(&a.current))
            .then(a.resistor.cmp(&b.resistor))
    });
}
