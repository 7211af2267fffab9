//! Shannon's robot against an opponent who knows it: the robot is CUT and moves first.
//!
//! The robot's moves are given, up to ties, so beating it is a search for one agent. A position
//! with SHORT to move that SHORT wins with perfect play is a success against any opponent; so SHORT
//! searches for moves after which the robot errs, and then plays perfectly. Where the robot's move
//! is a tie, SHORT must succeed after each of the tied edges (edges in one class of parallel or
//! series edges, or in one orbit of the position, lead to isomorphic games).
//!
//! Moves are tried in the order of their currents. Moves that beat the robot after one first move
//! usually do so after others, unchanged or under a symmetry of the board: they are tried first.

use crate::quota::Robot;
use crate::tally::Tally;
use num_bigint::BigInt;
use num_rational::BigRational;
use switchyard::analog::CircuitError;
use switchyard::bridgit::Symmetry;
use switchyard::graph::EdgeId;
use switchyard::internals::analog::{Engine, Measure};
use switchyard::player::{PerfectPlayer, Player};
use switchyard::switching::{Position, Side, outcome};

/// A game that the robot loses: all moves in turn, the robot's first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves, to the end of the game.
    pub moves: Vec<EdgeId>,
    /// After this many moves SHORT's win was proved.
    pub decided: usize,
}

/// How a first move is beaten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// SHORT's moves up to the robot's error, in the first of the lines.
    pub trap: Vec<EdgeId>,
    /// A game for every way in which the robot may break its ties.
    pub lines: Vec<Line>,
}

/// How far to search for SHORT's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Moves of SHORT before the robot must have erred.
    pub depth: usize,
    /// The edges with the most current that are tried at each of them.
    pub width: usize,
}

impl Reach {
    /// Ever wider and deeper; the last is everything, three moves deep.
    pub const LADDER: [Reach; 8] = [
        Reach { depth: 1, width: 8 },
        Reach { depth: 2, width: 6 },
        Reach { depth: 3, width: 6 },
        Reach {
            depth: 2,
            width: 32,
        },
        Reach {
            depth: 3,
            width: 14,
        },
        Reach { depth: 4, width: 8 },
        Reach {
            depth: 2,
            width: 200,
        },
        Reach {
            depth: 3,
            width: 40,
        },
    ];
}

/// Searches on one board.
#[derive(Debug)]
pub struct Adversary<'r> {
    robot: &'r Robot,
    start: Position,
    measure: Measure,
    /// How the robot's decisions were reached.
    pub tally: Tally,
    /// Positions that the perfect solver was asked about.
    pub solved: u64,
}

/// A position of the search: SHORT to move, and not yet known to win.
struct Node {
    engine: Engine,
    moves: Vec<EdgeId>,
}

impl<'r> Adversary<'r> {
    /// An opponent on this board.
    pub fn new(robot: &'r Robot) -> Self {
        Self {
            start: Position::new(robot.board().network().clone()),
            robot,
            measure: Measure::default(),
            tally: Tally::default(),
            solved: 0,
        }
    }

    /// Tries moves of SHORT that worked before, as they stand and under the symmetries.
    ///
    /// # Errors
    /// When a decision of the robot could not be certified.
    pub fn recall(
        &mut self,
        first: EdgeId,
        traps: &[Vec<EdgeId>],
    ) -> Result<Option<Refutation>, CircuitError> {
        for trap in traps.iter().rev() {
            for symmetry in Symmetry::ALL {
                let image: Vec<EdgeId> = trap
                    .iter()
                    .map(|&edge| self.robot.board().image(symmetry, edge))
                    .collect();
                let node = self.after(first);
                if let Some(leaves) = self.follow(&node, &image)? {
                    return self.finish(leaves).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Whether these moves of SHORT, as they stand or under a symmetry of the board, refute a first move:
    /// during or after them SHORT, to move, wins under perfect play, whatever ties the robot breaks.
    ///
    /// # Errors
    /// When a decision of the robot could not be certified.
    pub fn is_refuted_by(&mut self, first: EdgeId, trap: &[EdgeId]) -> Result<bool, CircuitError> {
        for symmetry in Symmetry::ALL {
            let image = |&edge: &EdgeId| self.robot.board().image(symmetry, edge);
            let image: Vec<EdgeId> = trap.iter().map(image).collect();
            let node = self.after(first);
            if self.follow(&node, &image)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Searches for a refutation within `reach`.
    ///
    /// # Errors
    /// When a decision of the robot could not be certified.
    pub fn search(
        &mut self,
        first: EdgeId,
        reach: Reach,
    ) -> Result<Option<Refutation>, CircuitError> {
        let node = self.after(first);
        match self.try_all(&node, reach)? {
            Some(leaves) => self.finish(leaves).map(Some),
            None => Ok(None),
        }
    }

    fn after(&self, first: EdgeId) -> Node {
        let mut engine = self.robot.start().clone();
        engine.play(Side::Cut, first);
        Node {
            engine,
            moves: vec![first],
        }
    }

    /// SHORT plays the given moves; the positions in which it has won, or `None`.
    fn follow(
        &mut self,
        node: &Node,
        trap: &[EdgeId],
    ) -> Result<Option<Vec<Vec<EdgeId>>>, CircuitError> {
        let Some((&edge, rest)) = trap.split_first() else {
            return Ok(None);
        };
        if !node.engine.left().contains(&(edge.index() as u32)) {
            return Ok(None);
        }
        self.try_move(node, edge, |search, next| search.follow(next, rest))
    }

    fn try_all(
        &mut self,
        node: &Node,
        reach: Reach,
    ) -> Result<Option<Vec<Vec<EdgeId>>>, CircuitError> {
        if reach.depth == 0 {
            return Ok(None);
        }
        let deeper = Reach {
            depth: reach.depth - 1,
            ..reach
        };
        for edge in self.by_current(node, reach.width) {
            let found = self.try_move(node, edge, |search, next| search.try_all(next, deeper))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The edges with the most current. Only their order matters, so floating point will do.
    fn by_current(&mut self, node: &Node, width: usize) -> Vec<EdgeId> {
        let engine = &node.engine;
        engine.measure(&mut self.measure);
        let mut edges: Vec<(i64, u32)> = engine
            .left()
            .iter()
            .map(|&edge| {
                let current = self.measure.drop(engine.grid().ends[edge as usize]).abs();
                (-current, edge)
            })
            .collect();
        edges.sort_unstable();
        edges.truncate(width);
        let edges = edges.iter();
        edges.map(|&(_, edge)| EdgeId::new(edge as usize)).collect()
    }

    /// SHORT plays `edge`; after every reply of the robot it must have won or go on with `then`.
    fn try_move(
        &mut self,
        node: &Node,
        edge: EdgeId,
        mut then: impl FnMut(&mut Self, &Node) -> Result<Option<Vec<Vec<EdgeId>>>, CircuitError>,
    ) -> Result<Option<Vec<Vec<EdgeId>>>, CircuitError> {
        let mut engine = node.engine.clone();
        engine.play(Side::Short, edge);
        if engine.winner().is_some() {
            let moves = [&node.moves[..], &[edge]].concat();
            return Ok(Some(vec![moves]));
        }
        let choice = self
            .robot
            .choose(&mut engine, &mut self.measure, &mut self.tally)?;
        let mut leaves = Vec::new();
        for &(reply, _) in &choice.groups {
            let mut next = Node {
                engine: engine.clone(),
                moves: [&node.moves[..], &[edge, reply]].concat(),
            };
            next.engine.play(Side::Cut, reply);
            if next.engine.winner().is_some() {
                return Ok(None);
            }
            if self.short_wins(&next.moves) {
                leaves.push(next.moves);
                continue;
            }
            match then(self, &next)? {
                Some(more) => leaves.extend(more),
                None => return Ok(None),
            }
        }
        Ok(Some(leaves))
    }

    /// Whether SHORT, to move after these moves, wins under perfect play.
    fn short_wins(&mut self, moves: &[EdgeId]) -> bool {
        self.solved += 1;
        let position = self.position(moves);
        outcome(&position).winner(Side::Short) == Side::Short
    }

    fn position(&self, moves: &[EdgeId]) -> Position {
        let mut position = self.start.clone();
        let mut side = Side::Cut;
        for &edge in moves {
            position.play(side, edge).expect("a legal line");
            side = side.other();
        }
        position
    }

    /// Plays the won positions to the end: SHORT perfectly, the robot as ever.
    fn finish(&mut self, leaves: Vec<Vec<EdgeId>>) -> Result<Refutation, CircuitError> {
        let trap = leaves[0].iter().skip(1).step_by(2).copied().collect();
        let lines = leaves
            .into_iter()
            .map(|moves| self.play_out(moves))
            .collect::<Result<_, _>>()?;
        Ok(Refutation { trap, lines })
    }

    fn play_out(&mut self, mut moves: Vec<EdgeId>) -> Result<Line, CircuitError> {
        let decided = moves.len();
        let mut position = self.position(&moves);
        let mut engine = self.robot.start().clone();
        let mut side = Side::Cut;
        for &edge in &moves {
            engine.play(side, edge);
            side = side.other();
        }
        let mut perfect = PerfectPlayer::new(Side::Short, &position);
        while position.winner().is_none() {
            let edge = match side {
                Side::Short => perfect
                    .choose(&position)
                    .expect("the perfect player has a move"),
                Side::Cut => {
                    let choice =
                        self.robot
                            .choose(&mut engine, &mut self.measure, &mut self.tally)?;
                    choice.groups[0].0
                }
            };
            engine.play(side, edge);
            position.play(side, edge).expect("a legal move");
            perfect.observe(&position, side, edge);
            moves.push(edge);
            side = side.other();
        }
        assert_eq!(
            position.winner(),
            Some(Side::Short),
            "a won position was lost"
        );
        Ok(Line { moves, decided })
    }

    /// The exact probability that the robot wins after this first move, when SHORT plays to keep it
    /// as low as possible. A full search: for small boards only.
    ///
    /// # Errors
    /// When a decision of the robot could not be certified.
    pub fn value(&mut self, first: EdgeId) -> Result<BigRational, CircuitError> {
        let node = self.after(first);
        if self.short_wins(&node.moves) {
            return Ok(whole(0));
        }
        self.least(&node)
    }

    fn least(&mut self, node: &Node) -> Result<BigRational, CircuitError> {
        let mut least = whole(1);
        let free: Vec<u32> = node.engine.left().to_vec();
        for edge in free {
            let edge = EdgeId::new(edge as usize);
            let mut engine = node.engine.clone();
            engine.play(Side::Short, edge);
            if engine.winner().is_some() {
                return Ok(whole(0));
            }
            let choice = self
                .robot
                .choose(&mut engine, &mut self.measure, &mut self.tally)?;
            let (mut sum, mut all) = (whole(0), 0);
            for &(reply, weight) in &choice.groups {
                let mut next = Node {
                    engine: engine.clone(),
                    moves: [&node.moves[..], &[edge, reply]].concat(),
                };
                next.engine.play(Side::Cut, reply);
                all += weight;
                if next.engine.winner().is_some() {
                    sum += whole(weight);
                } else if !self.short_wins(&next.moves) {
                    sum += self.least(&next)? * whole(weight);
                }
            }
            least = least.min(sum / whole(all));
            if least == whole(0) {
                break;
            }
        }
        Ok(least)
    }
}

fn whole(n: u32) -> BigRational {
    BigRational::from_integer(BigInt::from(n))
}
