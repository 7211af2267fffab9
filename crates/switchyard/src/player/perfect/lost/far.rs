//! Lost positions of larger networks: one reply deep, in a window around the terminals.
//!
//! Which replies keep the win is known exactly, because the position has been solved ([`Solved`]).

use super::super::scene::{Scene, Sights, number_of};
use super::Policy;
use super::models::{Belief, Outlook};
use super::search::hope;
use super::threats::Threats;
use crate::circuit::Circuit;
use crate::graph::EdgeId;
use crate::switching::solver::decomposition::Decomposition;
use crate::switching::{Position, Side};
use std::collections::HashMap;

/// How many edges of a choice are looked up.
const SAMPLE: usize = 12;
/// This part of the steps may be spent: a move in a large position has to be quick as well.
const SHARE: usize = 2;
/// How many moves in the window that threaten nothing are weighed.
const QUIET: usize = 6;

/// What is known about the replies to a move.
pub(super) struct Answers {
    /// Those of the given edges that keep the win.
    pub among: Vec<u32>,
    /// How many edges keep it.
    pub kept: usize,
}

/// A position that has been solved.
pub(super) struct Solved<'s> {
    decomposition: &'s Decomposition,
    threats: Threats<'s>,
    /// The number of every edge in the decomposition.
    number: HashMap<EdgeId, usize>,
}

impl<'s> Solved<'s> {
    pub(super) fn new(decomposition: &'s Decomposition) -> Self {
        let ids = decomposition.minor.ids.iter().enumerate();
        Self {
            decomposition,
            threats: Threats::new(decomposition),
            number: ids.map(|(number, &id)| (id, number)).collect(),
        }
    }

    /// The replies to this move, where some edges of the circuit are looked up; `None` if the move
    /// threatens nothing.
    fn answers(&self, edge: EdgeId, circuit: &Circuit, replies: &[u32]) -> Option<Answers> {
        let mut winning = self.threats.replies(*self.number.get(&edge)?)?;
        winning.sort_unstable();
        let wins = |reply: &u32| {
            let edge = circuit.resistors()[*reply as usize].edge;
            let number = self.number.get(&edge);
            number.is_some_and(|number| winning.binary_search(number).is_ok())
        };
        Some(Answers {
            among: replies.iter().copied().filter(wins).collect(),
            kept: winning.len(),
        })
    }

    /// Whether the move may threaten something: a cheap test.
    fn may_threaten(&self, edge: EdgeId) -> bool {
        let number = self.number.get(&edge);
        number.is_some_and(|&number| self.threats.may_threaten(number))
    }

    /// Steps that it takes to find the answers to a move.
    fn cost_of_answers(&self) -> usize {
        50 * (self.decomposition.minor.vertices + self.number.len())
    }

    /// Some moves that threaten something, wherever they are: those with an end of small degree, because
    /// few edges can take their place.
    fn threats(&self) -> Vec<EdgeId> {
        const MOST: usize = 4;
        let minor = &self.decomposition.minor;
        let mut degree = vec![0_u32; minor.vertices];
        for end in minor.edges.as_flattened() {
            degree[*end as usize] += 1;
        }
        let thin = |edge: usize| {
            let ends = minor.edges[edge].map(|end| degree[end as usize]);
            ends.into_iter().min()
        };
        let mut found: Vec<usize> = (0..minor.ids.len())
            .filter(|&edge| self.threats.may_threaten(edge))
            .collect();
        if found.len() > MOST {
            found.select_nth_unstable_by_key(MOST, |&edge| (thin(edge), edge));
            found.truncate(MOST);
        }
        found.into_iter().map(|edge| minor.ids[edge]).collect()
    }
}

/// The best move that was weighed, and what is expected of the replies to it.
pub(super) fn choose(
    position: &Position,
    loser: Side,
    circuit: &Circuit,
    solved: &Solved<'_>,
    policy: &Policy,
    belief: &Belief,
) -> Option<(EdgeId, Outlook)> {
    let scene = Scene::of(position, circuit);
    let mut weighing = Weighing {
        circuit,
        solved,
        policy,
        belief,
        loser,
        free: position.free_count() - 1,
        steps: policy.steps / SHARE,
        best: None,
    };
    let now = weighing.near(&scene);
    for edge in solved.threats() {
        if number_of(circuit, edge).is_none() && weighing.steps > 0 {
            weighing.spend(solved.cost_of_answers());
            weighing.weigh(edge, now.clone());
        }
    }
    weighing.best.map(|best| (best.edge, best.outlook))
}

struct Best {
    value: f64,
    edge: EdgeId,
    outlook: Outlook,
}

/// Moves being weighed; of equals the first is best.
struct Weighing<'w> {
    circuit: &'w Circuit,
    solved: &'w Solved<'w>,
    policy: &'w Policy,
    belief: &'w Belief,
    loser: Side,
    free: usize,
    /// Steps that may still be spent.
    steps: usize,
    best: Option<Best>,
}

impl Weighing<'_> {
    /// Weighs the moves of the window; returns what there is to see before any of them.
    fn near(&mut self, scene: &Scene<'_>) -> Sights {
        let mut node = scene.root();
        let outline = scene.outline(&node);
        let now = sampled(scene.sights(&node));
        self.spend(scene.cost_of_position());
        // The rest is for threats elsewhere.
        let end = self.steps / 4;
        let (mut threats, mut quiet) = (0, 0);
        for (_, resistor) in scene.by_current(&node) {
            let edge = self.circuit.resistors()[resistor as usize].edge;
            let is_enough = threats == self.policy.inner_candidates || self.steps <= end;
            if is_enough && self.best.is_some() {
                break;
            }
            let is_quiet = !self.solved.may_threaten(edge);
            if is_quiet && quiet == QUIET {
                continue;
            }
            quiet += usize::from(is_quiet);
            threats += usize::from(!is_quiet);
            let sights = scene.sights_after(&mut node, &outline, self.loser, resistor, None);
            let cost = if is_quiet {
                0
            } else {
                self.solved.cost_of_answers()
            };
            self.spend(scene.cost_of_move() + cost);
            self.weigh(edge, sampled(sights));
        }
        now
    }

    fn spend(&mut self, steps: usize) {
        self.steps = self.steps.saturating_sub(steps);
    }

    fn weigh(&mut self, edge: EdgeId, sights: Sights) {
        let choices = [&sights.routes, &sights.weakest, &sights.strongest];
        let mut replies: Vec<u32> = choices.into_iter().flatten().copied().collect();
        replies.sort_unstable();
        replies.dedup();
        let answers = self.solved.answers(edge, self.circuit, &replies);
        let kept = answers.as_ref().map_or(self.free, |answers| answers.kept);
        let outlook = Outlook {
            sights,
            winning: answers.map(|answers| answers.among),
            kept,
            free: self.free,
        };
        let error = self.belief.error(&outlook);
        let value = error + (1.0 - error) * hope(self.policy, self.loser, &outlook);
        if self.best.as_ref().is_none_or(|best| value > best.value) {
            self.best = Some(Best {
                value,
                edge,
                outlook,
            });
        }
    }
}

/// Some edges of every choice, evenly spaced.
fn sampled(mut sights: Sights) -> Sights {
    for edges in [
        &mut sights.routes,
        &mut sights.weakest,
        &mut sights.strongest,
    ] {
        if edges.len() > SAMPLE {
            let all = std::mem::take(edges);
            *edges = (0..SAMPLE).map(|at| all[at * all.len() / SAMPLE]).collect();
        }
    }
    sights
}
