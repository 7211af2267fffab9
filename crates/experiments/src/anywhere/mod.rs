//! Shannon's robot on any network: exact quotas, and an opponent who knows it.
//!
//! On M-boards [`crate::quota`] does the same much faster, with factors that follow the moves. Here the circuit of
//! every position is solved anew, by the method that certifies the currents of any network
//! ([`switchyard::analog::Analysis`]): a tie counts as one only when it is proved. Tied edges of one
//! class of parallel or series edges lead to isomorphic games; so do positions of one [`Form`]. Each is followed once.
//!
//! The number of positions can grow exponentially with the number of ties, so work is limited: an answer is exact, or
//! there is none.

mod form;
mod opponent;

pub use form::Form;
pub use opponent::{Opponent, Refuted};

use crate::tally::Tally;
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::HashMap;
use std::sync::Arc;
use switchyard::analog::{Analysis, Best, Circuit, CircuitError, Effort};
use switchyard::graph::EdgeId;
use switchyard::switching::{Network, Position, Side};
use thiserror::Error;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Stop {
    /// The game is over, or a circuit could not be solved with proof.
    #[error(transparent)]
    Circuit(#[from] CircuitError),
    /// The work that was allowed is done.
    #[error("more than {0} decisions of the robot are needed")]
    TooMany(u64),
    /// The user asked for the end.
    #[error("interrupted")]
    Asked,
}

/// How much work is allowed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Decisions of the robot.
    pub decisions: u64,
    /// Whether to stop now.
    pub asked: fn() -> bool,
}

impl Default for Limits {
    /// No limit.
    fn default() -> Self {
        Self {
            decisions: u64::MAX,
            asked: || false,
        }
    }
}

impl Limits {
    /// The robot's choice in this circuit, counted.
    fn decide(&self, circuit: &Circuit, tally: &mut Tally) -> Result<Best, Stop> {
        if tally.decisions >= self.decisions {
            return Err(Stop::TooMany(self.decisions));
        }
        if (self.asked)() {
            return Err(Stop::Asked);
        }
        let best = Analysis::new(circuit).best(Effort::Proof)?;
        tally.decisions += 1;
        tally.refinements += u64::from(best.rounds > 0);
        tally.rounds += u64::from(best.rounds);
        // Parallel and series edges are one class: other ties are proved beyond the determinant.
        tally.lifted_ties += u64::from(best.classes.len() > 1);
        Ok(best)
    }
}

/// The robot on a network, to move first.
#[derive(Clone, Debug)]
pub struct Robot {
    start: Position,
    side: Side,
    limits: Limits,
}

/// First moves that lead to isomorphic games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The moves, in order.
    pub edges: Vec<EdgeId>,
}

impl Robot {
    /// A robot that plays this side and moves first.
    pub fn new(network: Arc<Network>, side: Side, limits: Limits) -> Self {
        Self {
            start: Position::new(network),
            side,
            limits,
        }
    }

    /// The robot's first moves: the edges with the most current, grouped by the games that they lead to.
    ///
    /// # Errors
    /// When the terminals are apart, or the circuit cannot be solved.
    pub fn first_moves(&self) -> Result<Vec<Group>, Stop> {
        let circuit = Circuit::new(&self.start)?;
        let best = Limits::default().decide(&circuit, &mut Tally::default())?;
        let mut groups: Vec<Group> = Vec::new();
        let mut known: HashMap<Option<Form>, usize> = HashMap::new();
        for class in best.classes {
            let after = after(&self.start, self.side, class[0]);
            let form = Circuit::new(&after).ok();
            let form = form.map(|circuit| Form::of(&circuit, 0, self.side.other()));
            if let Some(&group) = known.get(&form) {
                groups[group].edges.extend(class);
            } else {
                known.insert(form, groups.len());
                groups.push(Group { edges: class });
            }
        }
        for group in &mut groups {
            group.edges.sort_unstable();
        }
        groups.sort_unstable_by_key(|group| group.edges[0]);
        Ok(groups)
    }

    /// Robot against robot after this first move: the probability that the first player wins.
    ///
    /// # Errors
    /// When a circuit cannot be solved, or the limits are reached.
    pub fn play_first(&self, edge: EdgeId) -> Result<(BigRational, Tally), Stop> {
        let mut games = Games {
            robot: self,
            tally: Tally::default(),
            met: HashMap::new(),
        };
        let next = after(&self.start, self.side, edge);
        let wins = games.wins(next, self.side.other(), 1)?;
        Ok((wins, games.tally))
    }
}

/// The position after a legal move.
fn after(position: &Position, side: Side, edge: EdgeId) -> Position {
    let mut next = position.clone();
    next.play(side, edge).expect("a free edge of a live game");
    next
}

/// A whole number as a fraction.
pub(crate) fn whole(n: usize) -> BigRational {
    BigRational::from_integer(BigInt::from(n))
}

/// The value of a finished game for the robot; a circuit that cannot be solved is an error.
fn finished(error: CircuitError, side: Side) -> Result<BigRational, Stop> {
    let winner = error.winner().ok_or(error)?;
    Ok(whole(usize::from(winner == side)))
}

/// All games after a first move.
struct Games<'r> {
    robot: &'r Robot,
    tally: Tally,
    met: HashMap<Form, BigRational>,
}

impl Games<'_> {
    fn wins(
        &mut self,
        mut position: Position,
        mut mover: Side,
        mut moves: usize,
    ) -> Result<BigRational, Stop> {
        let mut begun: Option<Form> = None;
        let value = loop {
            let circuit = match Circuit::new(&position) {
                Ok(circuit) => circuit,
                Err(error) => {
                    self.tally.ended(moves);
                    break finished(error, self.robot.side)?;
                }
            };
            let best = self.robot.limits.decide(&circuit, &mut self.tally)?;
            let [class] = &best.classes[..] else {
                break self.branch(&position, &circuit, &best, mover, moves)?;
            };
            // A forced line from here to the next branch is followed once for all positions of this form.
            if begun.is_none() {
                let form = Form::of(&circuit, 0, mover);
                if let Some(value) = self.met.get(&form) {
                    self.tally.met_before += 1;
                    return Ok(value.clone());
                }
                begun = Some(form);
            }
            position
                .play(mover, class[0])
                .expect("a free edge of a live game");
            mover = mover.other();
            moves += 1;
        };
        if let Some(form) = begun {
            self.met.insert(form, value.clone());
        }
        Ok(value)
    }

    fn branch(
        &mut self,
        position: &Position,
        circuit: &Circuit,
        best: &Best,
        mover: Side,
        moves: usize,
    ) -> Result<BigRational, Stop> {
        let form = Form::of(circuit, 0, mover);
        if let Some(value) = self.met.get(&form) {
            self.tally.met_before += 1;
            return Ok(value.clone());
        }
        let mut sum = whole(0);
        for class in &best.classes {
            let next = after(position, mover, class[0]);
            sum += whole(class.len()) * self.wins(next, mover.other(), moves + 1)?;
        }
        let value = sum / whole(best.edges.len());
        self.met.insert(form, value.clone());
        Ok(value)
    }
}
