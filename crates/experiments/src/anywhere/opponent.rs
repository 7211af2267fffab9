//! The robot against an opponent who knows it, on any network.
//!
//! As on M-boards ([`crate::adversary`]): a position with the opponent to move that the solver proves won for it is
//! a success, whatever the robot is. First moves are tried with ever wider searches; where these find
//! nothing, the value is computed by a full search, which remembers the forms of the positions.

use super::{Form, Robot, Stop, after, finished, whole};
use crate::adversary::{Line, Reach};
use crate::tally::Tally;
use num_rational::BigRational;
use std::collections::HashMap;
use switchyard::analog::{Analysis, Circuit};
use switchyard::graph::EdgeId;
use switchyard::player::{PerfectPlayer, Player};
use switchyard::switching::{Position, Side, outcome};

/// What is known about a first move of the robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The probability that the robot wins when the opponent keeps it as low as possible.
    pub wins: BigRational,
    /// The opponent's moves up to the robot's last error, in the first of the lines; none when the first move is one, or
    /// when the robot wins a share of the games.
    pub trap: Vec<EdgeId>,
    /// A game for every way in which the robot may break its ties; none when it wins a share of the games.
    pub lines: Vec<Line>,
}

/// A search against one robot.
#[derive(Debug)]
pub struct Opponent<'r> {
    robot: &'r Robot,
    met: HashMap<Form, BigRational>,
    /// How the robot's decisions were reached.
    pub tally: Tally,
    /// Positions that the perfect solver was asked about.
    pub solved: u64,
}

/// Lines of moves, all won by the opponent, or nothing.
type Leaves = Option<Vec<Vec<EdgeId>>>;

impl<'r> Opponent<'r> {
    /// An opponent of this robot.
    pub fn new(robot: &'r Robot) -> Self {
        Self {
            robot,
            met: HashMap::new(),
            tally: Tally::default(),
            solved: 0,
        }
    }

    fn side(&self) -> Side {
        self.robot.side.other()
    }

    /// The value of a first move of the robot, with the games that refute it if it always loses.
    ///
    /// # Errors
    /// When a circuit cannot be solved, or the limits are reached.
    pub fn answer(&mut self, first: EdgeId) -> Result<Refuted, Stop> {
        let start = after(&self.robot.start, self.robot.side, first);
        if let Err(error) = Circuit::new(&start) {
            return Ok(Refuted {
                wins: finished(error, self.robot.side)?,
                trap: Vec::new(),
                lines: Vec::new(),
            });
        }
        if self.has_won(&start) {
            return self.finish(vec![vec![first]]);
        }
        for reach in Reach::LADDER {
            if let Some(leaves) = self.search(&start, &[first], reach)? {
                return self.finish(leaves);
            }
        }
        let wins = self.least(&start)?;
        if wins == whole(0) {
            let leaves = self.lost_lines(&start, &[first])?;
            return self.finish(leaves);
        }
        Ok(Refuted {
            wins,
            trap: Vec::new(),
            lines: Vec::new(),
        })
    }

    /// The same value by full search alone.
    ///
    /// # Errors
    /// When a circuit cannot be solved, or the limits are reached.
    pub fn value(&mut self, first: EdgeId) -> Result<BigRational, Stop> {
        let start = after(&self.robot.start, self.robot.side, first);
        if let Err(error) = Circuit::new(&start) {
            return finished(error, self.robot.side);
        }
        if self.has_won(&start) {
            return Ok(whole(0));
        }
        self.least(&start)
    }

    /// Whether the opponent, to move, wins under perfect play.
    fn has_won(&mut self, position: &Position) -> bool {
        self.solved += 1;
        outcome(position).winner(self.side()) == self.side()
    }

    /// The opponent's moves in the order of their currents, then one that has no effect, if there is one: to pass
    /// can pay against a robot.
    fn moves(position: &Position, circuit: &Circuit) -> Result<Vec<EdgeId>, Stop> {
        let currents = Analysis::new(circuit).currents()?;
        let mut edges: Vec<(f64, EdgeId)> = circuit
            .resistors()
            .iter()
            .zip(&currents.flows)
            .map(|(resistor, flow)| (-flow.abs(), resistor.edge))
            .collect();
        edges.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut edges: Vec<EdgeId> = edges.into_iter().map(|(_, edge)| edge).collect();
        let mut within: Vec<EdgeId> = edges.clone();
        within.sort_unstable();
        edges.extend(
            position
                .free_edges()
                .find(|edge| within.binary_search(edge).is_err()),
        );
        Ok(edges)
    }

    /// Looks for moves after which the opponent wins for certain.
    fn search(
        &mut self,
        position: &Position,
        line: &[EdgeId],
        reach: Reach,
    ) -> Result<Leaves, Stop> {
        if reach.depth == 0 {
            return Ok(None);
        }
        let circuit = Circuit::new(position)?;
        for edge in Self::moves(position, &circuit)?
            .into_iter()
            .take(reach.width)
        {
            let found = self.search_after(position, line, edge, reach)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The opponent plays `edge`: after every reply of the robot it must have won or go on.
    fn search_after(
        &mut self,
        position: &Position,
        line: &[EdgeId],
        edge: EdgeId,
        reach: Reach,
    ) -> Result<Leaves, Stop> {
        let next = after(position, self.side(), edge);
        let line = [line, &[edge]].concat();
        // The opponent's own move cannot lose.
        let Ok(circuit) = Circuit::new(&next) else {
            return Ok(Some(vec![line]));
        };
        let best = self.robot.limits.decide(&circuit, &mut self.tally)?;
        let mut leaves = Vec::new();
        for class in &best.classes {
            let reply = after(&next, self.robot.side, class[0]);
            let line = [&line[..], &class[..1]].concat();
            if Circuit::new(&reply).is_err() {
                return Ok(None);
            }
            if self.has_won(&reply) {
                leaves.push(line);
                continue;
            }
            let deeper = Reach {
                depth: reach.depth - 1,
                ..reach
            };
            match self.search(&reply, &line, deeper)? {
                Some(more) => leaves.extend(more),
                None => return Ok(None),
            }
        }
        Ok(Some(leaves))
    }

    /// The least probability of the robot's winning, with the opponent to move and no certain win for it.
    fn least(&mut self, position: &Position) -> Result<BigRational, Stop> {
        let circuit = Circuit::new(position)?;
        let spare = position.free_count() - circuit.resistors().len();
        let form = Form::of(&circuit, spare, self.side());
        if let Some(value) = self.met.get(&form) {
            self.tally.met_before += 1;
            return Ok(value.clone());
        }
        let mut least = whole(1);
        for edge in Self::moves(position, &circuit)? {
            if let Some(value) = self.average(position, edge, &least)? {
                least = value;
            }
            if least == whole(0) {
                break;
            }
        }
        self.met.insert(form, least.clone());
        Ok(least)
    }

    /// Moves that leave the robot nothing, from a position that the full search found to be worth nothing.
    fn lost_lines(
        &mut self,
        position: &Position,
        line: &[EdgeId],
    ) -> Result<Vec<Vec<EdgeId>>, Stop> {
        let circuit = Circuit::new(position)?;
        let mut winning = None;
        for edge in Self::moves(position, &circuit)? {
            if self.average(position, edge, &whole(1))? == Some(whole(0)) {
                winning = Some(edge);
                break;
            }
        }
        let edge = winning.expect("the full search found such a move");
        let next = after(position, self.side(), edge);
        let line = [line, &[edge]].concat();
        let Ok(circuit) = Circuit::new(&next) else {
            return Ok(vec![line]);
        };
        let best = self.robot.limits.decide(&circuit, &mut self.tally)?;
        let mut leaves = Vec::new();
        for class in &best.classes {
            let reply = after(&next, self.robot.side, class[0]);
            let line = [&line[..], &class[..1]].concat();
            if self.has_won(&reply) {
                leaves.push(line);
            } else {
                leaves.extend(self.lost_lines(&reply, &line)?);
            }
        }
        Ok(leaves)
    }

    /// What the opponent's move leaves the robot, over its tied replies; nothing if that is not below `least`.
    fn average(
        &mut self,
        position: &Position,
        edge: EdgeId,
        least: &BigRational,
    ) -> Result<Option<BigRational>, Stop> {
        let next = after(position, self.side(), edge);
        let Ok(circuit) = Circuit::new(&next) else {
            return Ok(Some(whole(0)));
        };
        let best = self.robot.limits.decide(&circuit, &mut self.tally)?;
        let enough = least * whole(best.edges.len());
        let mut sum = whole(0);
        for class in &best.classes {
            let reply = after(&next, self.robot.side, class[0]);
            if let Err(error) = Circuit::new(&reply) {
                sum += finished(error, self.robot.side)? * whole(class.len());
            } else if !self.has_won(&reply) {
                sum += self.least(&reply)? * whole(class.len());
            }
            if sum >= enough {
                return Ok(None);
            }
        }
        Ok(Some(sum / whole(best.edges.len())))
    }

    /// Plays the won positions to the end: the opponent perfectly, the robot as ever.
    fn finish(&mut self, leaves: Vec<Vec<EdgeId>>) -> Result<Refuted, Stop> {
        let trap = leaves[0].iter().skip(1).step_by(2).copied().collect();
        let lines = leaves
            .into_iter()
            .map(|moves| self.play_out(moves))
            .collect::<Result<_, _>>()?;
        Ok(Refuted {
            wins: whole(0),
            trap,
            lines,
        })
    }

    fn play_out(&mut self, mut moves: Vec<EdgeId>) -> Result<Line, Stop> {
        let decided = moves.len();
        let mut position = self.robot.start.clone();
        let mut side = self.robot.side;
        for &edge in &moves {
            position = after(&position, side, edge);
            side = side.other();
        }
        let mut perfect = PerfectPlayer::new(self.side(), &position);
        while position.winner().is_none() {
            let edge = if side == self.robot.side {
                let circuit = Circuit::new(&position)?;
                self.robot.limits.decide(&circuit, &mut self.tally)?.edges[0]
            } else {
                let choice = perfect.choose(&position);
                choice.expect("the perfect player has a move")
            };
            position = after(&position, side, edge);
            perfect.observe(&position, side, edge);
            moves.push(edge);
            side = side.other();
        }
        assert_eq!(
            position.winner(),
            Some(self.side()),
            "a won position was lost"
        );
        self.tally.ended(moves.len());
        Ok(Line { moves, decided })
    }
}
