//! The move that makes an error of the opponent most likely, a few moves deep.

use super::Policy;
use super::models::{Belief, Outlook};
use super::scene::{Node, Scene};
use super::threats::Threats;
use crate::switching::Side;

/// A move of the side that has lost, and what may come of it.
pub(super) struct Candidate {
    pub resistor: u32,
    pub current: f64,
    pub outlook: Outlook,
    /// The probability that the reply is an error.
    pub error: f64,
    /// The estimated probability of an error before the end.
    pub value: f64,
}

/// How many moves of a position are weighed.
#[derive(Clone, Copy)]
struct Breadth {
    candidates: usize,
    /// How many of them may threaten nothing.
    quiet: usize,
    /// Steps that may be spent on them.
    steps: usize,
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

    /// The candidates, the best first, after a search as deep as the steps allow.
    pub(super) fn run(&mut self, node: &mut Node, belief: &Belief) -> Vec<Candidate> {
        let breadth = Breadth {
            candidates: self.policy.candidates,
            quiet: self.policy.candidates / 4 + 1,
            steps: self.steps / 2,
        };
        let mut candidates = self.weigh(node, belief, breadth);
        let mut width = self.policy.width;
        for depth in 2..=self.policy.depth {
            let Some(values) = self.deepen_all(node, belief, &candidates, depth, width) else {
                break;
            };
            candidates.truncate(values.len());
            for (candidate, value) in candidates.iter_mut().zip(values) {
                candidate.value = value;
            }
            sort(&mut candidates);
            width = (width / 2).max(3);
        }
        candidates
    }

    /// The values of the first candidates, as many as the steps allow; `None` if that is one alone.
    fn deepen_all(
        &mut self,
        node: &Node,
        belief: &Belief,
        candidates: &[Candidate],
        depth: usize,
        width: usize,
    ) -> Option<Vec<f64>> {
        let before = self.steps;
        let mut values = Vec::new();
        for candidate in candidates.iter().take(width) {
            let spent = before - self.steps;
            if !values.is_empty() && self.steps < spent / values.len() {
                break;
            }
            values.push(self.deepen(node, belief, candidate, depth)?);
        }
        (values.len() > 1).then_some(values)
    }

    /// The candidates of a position, one reply deep.
    fn weigh(&mut self, node: &mut Node, belief: &Belief, breadth: Breadth) -> Vec<Candidate> {
        let scene = self.scene;
        let decomposition = scene.decomposition(node);
        let threats = Threats::new(&decomposition);
        let edge_of = scene.edge_numbers(&decomposition);
        let outline = scene.outline(node);
        self.spend(scene.cost_of_position());
        let end = self.steps.saturating_sub(breadth.steps);
        let mut quiet = breadth.quiet;
        let mut candidates = Vec::new();
        for (current, resistor) in scene.by_current(node) {
            let is_enough = candidates.len() >= breadth.candidates || self.steps <= end;
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
            let sights = scene.sights_after(node, &outline, self.loser, resistor);
            self.spend(scene.cost_of_move());
            let outlook = Outlook::new(sights, winning, node.free - 1);
            let error = belief.error(&outlook);
            candidates.push(Candidate {
                resistor,
                current,
                error,
                value: error + (1.0 - error) * hope(self.policy, self.loser, &outlook),
                outlook,
            });
        }
        sort(&mut candidates);
        candidates
    }

    /// The value of a candidate when the positions after its likely replies are searched; `None` if the
    /// steps are used up.
    fn deepen(
        &mut self,
        node: &Node,
        belief: &Belief,
        candidate: &Candidate,
        depth: usize,
    ) -> Option<f64> {
        let outlook = &candidate.outlook;
        let played = self.scene.play(node, self.loser, candidate.resistor);
        let (mut seen, mut sum) = (0.0, 0.0);
        for (reply, probability) in self.likely(belief, outlook) {
            if self.steps == 0 {
                return None;
            }
            let mut next = self.scene.play(&played, self.loser.other(), reply);
            let after = belief.after(outlook, reply);
            seen += probability;
            if self.scene.is_over(&next) {
                continue;
            }
            sum += probability * self.value(&mut next, &after, depth - 1)?;
        }
        let rest = 1.0 - candidate.error;
        let average = if seen > 0.0 {
            sum / seen
        } else {
            hope(self.policy, self.loser, outlook)
        };
        Some(candidate.error + rest * average)
    }

    /// The value of a position with the loser to move.
    fn value(&mut self, node: &mut Node, belief: &Belief, depth: usize) -> Option<f64> {
        let most = self.policy.inner_candidates;
        let breadth = Breadth {
            candidates: most,
            quiet: if depth <= 1 { 1 } else { most / 4 },
            steps: self.steps,
        };
        let candidates = self.weigh(node, belief, breadth);
        if depth <= 1 {
            return Some(candidates.first().map_or(0.0, |best| best.value));
        }
        let mut best = 0.0;
        for candidate in candidates.iter().take(self.policy.inner_width) {
            best = f64::max(best, self.deepen(node, belief, candidate, depth)?);
        }
        Some(best)
    }

    /// The likeliest replies that win, with their probabilities.
    fn likely(&self, belief: &Belief, outlook: &Outlook) -> Vec<(u32, f64)> {
        let mut replies: Vec<u32> = Vec::new();
        for (model, _) in belief.models() {
            replies.extend(outlook.choice(model).unwrap_or_default().iter().take(8));
        }
        if let Some(winning) = &outlook.winning {
            replies.retain(|reply| winning.binary_search(reply).is_ok());
            replies.extend(winning.iter().take(4));
        }
        replies.sort_unstable();
        replies.dedup();
        let mut replies: Vec<(u32, f64)> = replies
            .into_iter()
            .map(|reply| (reply, belief.probability(outlook, reply)))
            .collect();
        replies.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        replies.truncate(self.policy.replies);
        replies
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
    let sights = scene.sights_after(node, &outline, loser, resistor);
    Outlook::new(sights, winning, node.free - 1)
}

/// The chance of an error after the next reply, if nothing more is known: the longer the opponent
/// needs to win, the more often it has to be right.
pub(super) fn hope(policy: &Policy, loser: Side, outlook: &Outlook) -> f64 {
    /// More moves than this make no difference.
    const MANY: usize = 100;
    let moves = match loser {
        Side::Short => outlook.sights.width,
        Side::Cut => outlook.sights.distance,
    };
    let moves = moves.clamp(1, MANY) as i32;
    1.0 - (1.0 - policy.hazard).powi(moves - 1)
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
