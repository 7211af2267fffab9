//! A known opponent: a line that beats it however it breaks its ties.
//!
//! A known opponent chooses uniformly from a set of edges that depends only on the position: those
//! with the most current, those on a shortest route, those of a smallest cut. To beat it is a
//! search for one agent (Fischer's omnipotent opponent): a move is a success when every reply of
//! the set is an error, or leads to a position in which there is such a move again. Which replies
//! are errors is known from [`Threats`], so no position is searched to its end. Edges whose
//! currents agree to nine digits count as tied, so a success holds for every way in which the
//! opponent may decide.

use super::super::scene::{Node, Scene};
use super::models::Model;
use super::threats::Threats;
use crate::switching::{Claim, Side};
use std::collections::HashSet;

/// How far a round of the search goes: moves deep, and the moves that are tried at each of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    depth: usize,
    width: usize,
}

/// Ever wider and deeper.
const LADDER: [Reach; 9] = [
    reach(1, 1000),
    reach(2, 8),
    reach(3, 6),
    reach(2, 32),
    reach(3, 14),
    reach(4, 8),
    reach(2, 1000),
    reach(3, 40),
    reach(5, 8),
];

const fn reach(depth: usize, width: usize) -> Reach {
    Reach { depth, width }
}

/// The search ended before its result, because its steps are used up.
pub(super) struct OutOfSteps;

pub(super) struct Refutation<'s, 'c> {
    scene: &'s Scene<'c>,
    loser: Side,
    opponent: Model,
    /// Steps that may still be spent.
    steps: usize,
    /// The positions in which a search of this depth has failed, within one round.
    failed: HashSet<(usize, Vec<Claim>)>,
}

/// A move, and what the opponent may reply that keeps its win.
struct Attempt {
    resistor: u32,
    survivors: Vec<u32>,
    /// How close the opponent comes to an error: see [`super::scene::Sights::closeness`].
    closeness: f64,
}

/// The first move of a line that beats the opponent.
pub(super) struct Opening {
    pub resistor: u32,
    /// How far to search after every reply: as far as this line went.
    pub then: Reach,
}

impl<'s, 'c> Refutation<'s, 'c> {
    pub(super) fn new(scene: &'s Scene<'c>, loser: Side, opponent: Model, steps: usize) -> Self {
        Self {
            scene,
            loser,
            opponent,
            steps,
            failed: HashSet::new(),
        }
    }

    /// The first move of a line that beats the opponent. A line that has begun ends within `known`, so that is
    /// tried first.
    pub(super) fn find(&mut self, node: &mut Node, known: Option<Reach>) -> Option<Opening> {
        for reach in known.into_iter().chain(LADDER) {
            self.failed.clear();
            match self.search(node, reach) {
                Ok(Some(attempt)) => {
                    return Some(Opening {
                        resistor: attempt.resistor,
                        then: Reach {
                            depth: reach.depth.saturating_sub(1).max(1),
                            ..reach
                        },
                    });
                }
                Ok(None) => {}
                Err(OutOfSteps) => return None,
            }
        }
        None
    }

    fn search(&mut self, node: &mut Node, reach: Reach) -> Result<Option<Attempt>, OutOfSteps> {
        let key = (reach.depth, node.claims.clone());
        if self.failed.contains(&key) {
            return Ok(None);
        }
        let mut attempts = self.attempts(node, reach.width)?;
        // Those without survivors come first, then those after which an error is closest.
        attempts.sort_by(|a, b| {
            let by_survivors = a.survivors.len().cmp(&b.survivors.len());
            by_survivors.then(b.closeness.total_cmp(&a.closeness))
        });
        attempts.truncate(reach.width);
        for attempt in attempts {
            if attempt.survivors.is_empty() {
                return Ok(Some(attempt));
            }
            if reach.depth > 1 && self.beats_survivors(node, &attempt, reach)? {
                return Ok(Some(attempt));
            }
        }
        self.failed.insert(key);
        Ok(None)
    }

    fn beats_survivors(
        &mut self,
        node: &Node,
        attempt: &Attempt,
        reach: Reach,
    ) -> Result<bool, OutOfSteps> {
        let deeper = Reach {
            depth: reach.depth - 1,
            ..reach
        };
        let played = self.scene.play(node, self.loser, attempt.resistor);
        for &reply in &attempt.survivors {
            let mut next = self.scene.play(&played, self.loser.other(), reply);
            if self.scene.is_over(&next) || self.search(&mut next, deeper)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn attempts(&mut self, node: &mut Node, width: usize) -> Result<Vec<Attempt>, OutOfSteps> {
        let scene = self.scene;
        let decomposition = scene.decomposition(node);
        let threats = Threats::new(&decomposition);
        let outline = (self.opponent != Model::Analog).then(|| scene.outline(node));
        self.spend(scene.cost_of_position())?;
        let edge_of = scene.edge_numbers(&decomposition);
        let mut attempts = Vec::new();
        // More are looked at than are tried: the error that is closest need not have the most current.
        let looked = width.saturating_mul(3);
        for (_, resistor) in scene.by_current(node).into_iter().take(looked) {
            self.spend(scene.cost_of_move())?;
            let Some(edge) = edge_of[resistor as usize] else {
                continue;
            };
            let winning = threats.replies_as_resistors(edge);
            let winning = winning.as_deref();
            let (mut survivors, closeness) = match &outline {
                None => scene.strongest_after(node, self.loser, resistor, winning),
                Some(outline) => {
                    let sights = scene.sights_after(node, outline, self.loser, resistor, None);
                    let choice = sights.choice(self.opponent).unwrap_or_default();
                    (choice.to_vec(), 0.0)
                }
            };
            if let Some(winning) = winning {
                survivors.retain(|reply| winning.binary_search(reply).is_ok());
            }
            attempts.push(Attempt {
                resistor,
                survivors,
                closeness,
            });
        }
        Ok(attempts)
    }

    fn spend(&mut self, steps: usize) -> Result<(), OutOfSteps> {
        self.steps = self.steps.checked_sub(steps).ok_or(OutOfSteps)?;
        Ok(())
    }
}
