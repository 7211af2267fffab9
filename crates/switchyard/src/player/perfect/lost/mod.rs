//! Lost positions, played to win.
//!
//! **Objective.** Every move maximises the estimated probability that the opponent errs before the
//! game is decided; after an error the position is won and stays so.
//!
//! The estimate rests on [`Model`]s of fallible opponents: what would each of them reply, and does that
//! reply keep the win? A [`Belief`] says how likely each model is, and follows the opponent's moves. Beyond
//! the positions that are searched, every further move that the opponent needs is another chance of an error
//! ([`Policy::hazard`]).
//!
//! - On small networks the replies that keep the win are known exactly, and the search goes a few moves deep,
//!   as far as a number of steps allows ([`search`]).
//! - On larger ones it goes one reply deep, and what fallible opponents see is looked up in a window around
//!   the terminals ([`super::window`], [`far`]).
//! - On the largest, which are not solved again at every move, this objective is not used: see
//!   [`super::shadow`].
//! - Against an opponent that is known, and on request against likely models, a line is searched for that
//!   beats it with certainty ([`refute`]).

mod far;
mod lines;
mod models;
mod refute;
mod search;
mod threats;

pub use models::{Belief, Model};
pub(super) use threats::Threats;

use super::PerfectPlayer;
use super::scene::{Node, Scene, number_of};
use super::window::around_terminals;
use crate::circuit::Circuit;
use crate::graph::EdgeId;
use crate::switching::solver::decomposition::Decomposition;
use crate::switching::{Claim, Position, Side, Target, solve};
use far::Solved;
use models::Outlook;
use refute::{Reach, Refutation};
use search::{Search, hope, outlook_of};

/// How the perfect player chooses where the position alone does not decide: in lost positions, and among the
/// winning moves of won ones.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Policy {
    /// The number of edges up to which a network is small: a lost position on it is solved again at
    /// every move.
    pub small: usize,
    /// The number of edges up to which a won game is shortened: the position is solved again at every move,
    /// and of all winning moves the one is made that should end the game soonest.
    pub shortened: usize,
    /// The number of free edges up to which a solved position is searched a few moves deep.
    pub searched: usize,
    /// The number of edges around the terminals that are looked at on larger networks.
    pub window: usize,
    /// The number of moves that are weighed one reply deep.
    pub candidates: usize,
    /// How many of them are searched deeper at first; halved with every doubling of the depth.
    pub width: usize,
    /// How many moves of the loser the search looks ahead.
    pub depth: usize,
    /// [`Policy::candidates`] below the root.
    pub inner_candidates: usize,
    /// How many lines against each model are kept after every move of the search.
    pub lines: usize,
    /// The chance of an error at every move beyond the search.
    pub hazard: f64,
    /// How much of an error it is worth that an edge which does not win has nearly the most current.
    pub closeness: f64,
    /// Whether the opponent's moves change the belief.
    pub adapts: bool,
    /// The belief before any move was seen.
    pub prior: Belief,
    /// How many steps the search for a move may take: a step is about one access to an edge or a vertex.
    pub steps: usize,
    /// If a model is likelier than this, a line is searched for that beats it with certainty; as many
    /// steps as its share of [`Policy::steps`] are spent on that. At 1 there is no such search.
    pub suspicion: f64,
    /// The opponent, if it is known; a line that beats it is searched for first.
    pub known: Option<Model>,
    /// How many steps the search for that line may take at every move.
    pub refutation_steps: usize,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            small: PerfectPlayer::SMALL,
            shortened: 5000,
            searched: 1000,
            window: 400,
            candidates: 60,
            width: 12,
            depth: 8,
            inner_candidates: 24,
            lines: 3,
            hazard: 0.1,
            closeness: 0.1,
            adapts: true,
            prior: Belief::PRIOR,
            steps: 5_000_000,
            suspicion: 1.0,
            known: None,
            refutation_steps: 60_000_000,
        }
    }
}

impl Policy {
    /// The policy against an opponent that plays as this model does.
    #[must_use]
    pub fn against(opponent: Model) -> Self {
        Self {
            prior: Belief::certain(opponent),
            adapts: false,
            known: Some(opponent),
            lines: 8,
            steps: 60_000_000,
            ..Self::default()
        }
    }
}

/// Why the side that has lost plays a move, on networks of up to [`Policy::small`] edges.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reason {
    /// The move.
    pub edge: EdgeId,
    /// How many replies the opponent has.
    pub replies: usize,
    /// How many of them keep the win.
    pub winning: usize,
    /// What fallible opponents would do, the likeliest first.
    pub expected: Vec<Expected>,
    /// The opponent that this move beats with certainty, whatever ties it draws: the one that is known, or
    /// a likely one.
    pub refutes: Option<Model>,
}

/// What is expected of one model of the opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Expected {
    /// The model.
    pub model: Model,
    /// How likely it is that the opponent plays like this.
    pub likelihood: f64,
    /// The probability that its reply is an error.
    pub error: f64,
}

/// A position after a move of the loser that has been chosen: what is expected of the reply.
#[derive(Clone, Debug)]
struct Expectation {
    chosen: EdgeId,
    outlook: Outlook,
    /// The edge of every resistor, in order.
    edges: Vec<EdgeId>,
}

/// A move of a small network, before it is made.
struct Choice {
    resistor: u32,
    outlook: Outlook,
    /// The model that the move beats with certainty, and how far to search for the moves after it.
    refutes: Option<(Model, Reach)>,
    /// The estimated probability of an error before the end.
    value: f64,
    /// Likely replies, and the move planned after each.
    plans: Vec<[u32; 2]>,
}

/// The loser's play in one game.
#[derive(Clone, Debug)]
pub(super) struct Lost {
    side: Side,
    policy: Policy,
    belief: Belief,
    expectation: Option<Expectation>,
    reason: Option<Reason>,
    /// Likely replies to the last move, and the move planned after each.
    plans: Vec<[EdgeId; 2]>,
    /// The moves that were planned for the opponent's last move.
    planned: Vec<EdgeId>,
    /// How far a line goes on that beats the opponent with certainty, if one has begun.
    known_reach: Option<Reach>,
}

impl Lost {
    pub(super) fn new(side: Side, policy: Policy) -> Self {
        Self {
            side,
            belief: policy.prior,
            policy,
            expectation: None,
            reason: None,
            plans: Vec::new(),
            planned: Vec::new(),
            known_reach: None,
        }
    }

    pub(super) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Why the last move was chosen.
    pub(super) fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    /// The move in a lost position that has been solved.
    pub(super) fn choose(
        &mut self,
        position: &Position,
        decomposition: &Decomposition,
    ) -> Option<EdgeId> {
        if position.free_count() > self.policy.searched {
            return self.choose_near(position, &Solved::new(decomposition));
        }
        let circuit = Circuit::new(position).ok()?;
        let scene = Scene::of(position, &circuit);
        let mut node = scene.root();
        let found = match self.policy.known {
            Some(opponent) => {
                self.refute(&scene, &mut node, opponent, self.policy.refutation_steps)
            }
            None => None,
        };
        let choice = match found {
            Some(choice) => choice,
            None => self.search(&scene, &mut node)?,
        };
        let edge_of = |resistor: u32| circuit.resistors()[resistor as usize].edge;
        let edge = edge_of(choice.resistor);
        self.plans = choice.plans.iter().map(|plan| plan.map(edge_of)).collect();
        let (refutes, then) = choice.refutes.unzip();
        self.known_reach = then;
        self.decide(edge, choice.outlook, &circuit, refutes);
        Some(edge)
    }

    /// The move of greatest value: by the search, or one that begins a line which beats the opponent for
    /// certain if it is one of the likely models.
    fn search(&self, scene: &Scene<'_>, node: &mut Node) -> Option<Choice> {
        let mut search = Search::new(scene, self.side, &self.policy, self.policy.steps);
        let planned = self.planned.iter();
        let planned: Vec<u32> = planned
            .filter_map(|&edge| number_of(scene.circuit, edge))
            .collect();
        let found = search.run(node, &self.belief, &planned);
        let found = found.into_iter().next()?;
        let mut best = Choice {
            resistor: found.resistor,
            outlook: found.outlook,
            refutes: None,
            value: found.value,
            plans: found.plans,
        };
        for (model, likelihood) in self.belief.models() {
            let is_known = self.policy.known == Some(model);
            if likelihood <= self.policy.suspicion || !model.is_decided_by_position() || is_known {
                continue;
            }
            let steps = (self.policy.steps as f64 * likelihood) as usize;
            let refutation = self.refute(scene, node, model, steps);
            best = match refutation {
                Some(choice) if choice.value > best.value => choice,
                _ => best,
            };
        }
        Some(best)
    }

    /// The first move of a line that beats this opponent.
    fn refute(
        &self,
        scene: &Scene<'_>,
        node: &mut Node,
        opponent: Model,
        steps: usize,
    ) -> Option<Choice> {
        let mut refutation = Refutation::new(scene, self.side, opponent, steps);
        let opening = refutation.find(node, self.known_reach)?;
        let resistor = opening.resistor;
        let outlook = outlook_of(scene, node, self.side, resistor);
        let error = self.belief.error_if_refuted(&outlook, opponent);
        Some(Choice {
            resistor,
            value: error + (1.0 - error) * hope(&self.policy, self.side, &outlook),
            outlook,
            refutes: Some((opponent, opening.then)),
            plans: Vec::new(),
        })
    }

    fn choose_near(&mut self, position: &Position, solved: &Solved<'_>) -> Option<EdgeId> {
        let circuit = around_terminals(position, self.policy.window);
        let (policy, belief) = (&self.policy, &self.belief);
        let (edge, outlook) = far::choose(position, self.side, &circuit, solved, policy, belief)?;
        self.decide(edge, outlook, &circuit, None);
        Some(edge)
    }

    /// Remembers what is expected of the reply, and why the move is made.
    fn decide(
        &mut self,
        edge: EdgeId,
        outlook: Outlook,
        circuit: &Circuit,
        refutes: Option<Model>,
    ) {
        let mut expected: Vec<Expected> = self
            .belief
            .models()
            .map(|(model, likelihood)| Expected {
                model,
                likelihood,
                error: outlook.error(model),
            })
            .collect();
        expected.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood));
        self.reason = Some(Reason {
            edge,
            replies: outlook.free,
            winning: outlook.kept.min(outlook.free),
            expected,
            refutes,
        });
        self.expectation = Some(Expectation {
            chosen: edge,
            outlook,
            edges: circuit.resistors().iter().map(|r| r.edge).collect(),
        });
    }

    /// A move was made; `position` is the position after it.
    pub(super) fn observe(&mut self, position: &Position, side: Side, edge: EdgeId) {
        self.reason = None;
        if side == self.side {
            self.expectation = self.expectation.take().filter(|e| e.chosen == edge);
            if self.expectation.is_none() {
                self.plans.clear();
            }
            return;
        }
        let plans = std::mem::take(&mut self.plans).into_iter();
        self.planned = plans
            .filter_map(|[reply, next]| (reply == edge).then_some(next))
            .collect();
        if !self.policy.adapts || position.network().target() == Target::All {
            return;
        }
        let expectation = match self.expectation.take() {
            Some(expectation) => Some(expectation),
            None if position.free_count() > self.policy.searched => None,
            None => self.expectation_before(position, edge),
        };
        if let Some(Expectation { outlook, edges, .. }) = expectation {
            let found = edges.binary_search(&edge);
            let reply = found.map_or(u32::MAX, |index| index as u32);
            self.belief = self.belief.after(&outlook, reply);
        }
    }

    /// What could have been expected before the opponent's move, if nothing was.
    fn expectation_before(&self, position: &Position, edge: EdgeId) -> Option<Expectation> {
        let before = without(position, edge);
        let circuit = Circuit::new(&before).ok()?;
        let scene = Scene::of(&before, &circuit);
        let node = scene.root();
        let verdict = solve(&before);
        let winning = verdict.winning.of(self.side.other()).iter();
        let mut winning: Vec<u32> = winning
            .filter_map(|&edge| number_of(&circuit, edge))
            .collect();
        winning.sort_unstable();
        let is_threat = winning.len() < node.free;
        Some(Expectation {
            chosen: edge,
            outlook: Outlook::new(scene.sights(&node), is_threat.then_some(winning), node.free),
            edges: circuit.resistors().iter().map(|r| r.edge).collect(),
        })
    }
}

/// The position before an edge was played.
fn without(position: &Position, edge: EdgeId) -> Position {
    let graph = position.network().graph();
    let moves = graph.edges().filter(|&other| other != edge);
    let moves = moves.filter_map(|other| match position.claim_of(other) {
        Claim::Free => None,
        Claim::Short => Some((Side::Short, other)),
        Claim::Cut => Some((Side::Cut, other)),
    });
    Position::with_moves(position.network().clone(), moves).expect("every edge is claimed once")
}

#[cfg(test)]
mod tests;
