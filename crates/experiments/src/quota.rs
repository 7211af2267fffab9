//! Shannon against Shannon: the exact probability that the first player wins.
//!
//! CUT moves first (the board is self-dual, so it does not matter who), both sides play an edge
//! with the most current, ties are broken uniformly at random. All M² vertical edges carry the same
//! current at the start; every other tie is proved, and every decision without a tie is certified
//! by a bound on the error (see [`switchyard::analog`]). Then the quota is a sum of finitely many
//! fractions.

use crate::tally::Tally;
use num_bigint::BigInt;
use num_rational::BigRational;
use rand::RngExt;
use std::collections::HashMap;
use switchyard::Rng;
use switchyard::analog::{Circuit, CircuitError, Resistor};
use switchyard::bridgit::{Board, Symmetry};
use switchyard::graph::EdgeId;
use switchyard::internals::analog::{BITS, Contender, Contest, Engine, Lifting, Measure, classes};
use switchyard::switching::{Claim, Side};

/// The choice of the heuristic: edges that lead to different games, with their weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// An edge of each group of tied edges that lead to isomorphic games, and the group's size.
    pub groups: Vec<(EdgeId, u32)>,
}

/// What is fixed for a board: the engine at the start, the symmetries.
#[derive(Clone, Debug)]
pub struct Robot {
    board: Board,
    start: Engine,
    /// The images of all edges under the three symmetries that move something.
    images: [Vec<u32>; 3],
}

/// The result of a first move.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstMove {
    /// The move.
    pub edge: EdgeId,
    /// The probability that the first player wins after it.
    pub wins: BigRational,
    /// How that was reached.
    pub tally: Tally,
}

impl Robot {
    /// Prepares a board.
    pub fn new(board: Board) -> Self {
        let start = Engine::new(&board);
        let image = |symmetry| -> Vec<u32> {
            let edges = board.network().graph().edges();
            edges
                .map(|edge| board.image(symmetry, edge).index() as u32)
                .collect()
        };
        let images = [
            image(Symmetry::MirrorColumns),
            image(Symmetry::MirrorRows),
            image(Symmetry::HalfTurn),
        ];
        Self {
            board,
            start,
            images,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The empty board, ready to play.
    pub fn start(&self) -> &Engine {
        &self.start
    }

    /// The first moves, one for each orbit of the symmetries, with the size of the orbit.
    pub fn first_moves(&self) -> Vec<(EdgeId, usize)> {
        self.board
            .orbit_representatives()
            .filter(|&edge| self.board.is_vertical(edge))
            .map(|edge| (edge, self.board.orbit(edge).len()))
            .collect()
    }

    /// Plays on after a first move of CUT.
    ///
    /// # Errors
    /// When a decision could not be certified.
    pub fn play_first(&self, edge: EdgeId) -> Result<FirstMove, CircuitError> {
        let mut engine = self.start.clone();
        engine.play(Side::Cut, edge);
        let mut games = Games {
            robot: self,
            measure: Measure::default(),
            tally: Tally::default(),
            met: HashMap::new(),
        };
        let wins = games.cut_wins(engine, Side::Short)?;
        Ok(FirstMove {
            edge,
            wins,
            tally: games.tally,
        })
    }

    /// The heuristic's choice in a position, certified.
    ///
    /// # Errors
    /// When it cannot be certified.
    pub fn choose(
        &self,
        engine: &mut Engine,
        measure: &mut Measure,
        tally: &mut Tally,
    ) -> Result<Choice, CircuitError> {
        let doubt = certify(engine, measure)?;
        let unit = (-f64::from(BITS)).exp2();
        tally.decisions += 1;
        tally.largest_bound = tally.largest_bound.max(measure.bound * unit);
        let [first, second] = measure.top;
        if first - second > doubt {
            tally.gap((first - second) as f64 * unit);
            let edge = EdgeId::new(measure.leader as usize);
            return Ok(Choice {
                groups: vec![(edge, 1)],
            });
        }
        self.tied(engine, measure, doubt, tally)
    }

    /// Several edges within the doubt.
    fn tied(
        &self,
        engine: &Engine,
        measure: &Measure,
        doubt: i64,
        tally: &mut Tally,
    ) -> Result<Choice, CircuitError> {
        let unit = (-f64::from(BITS)).exp2();
        let top = measure.top[0];
        let current = |edge: u32| measure.drop(engine.grid().ends[edge as usize]).abs();
        let mut close: Vec<u32> = Vec::new();
        let mut next = 0;
        for &edge in engine.left() {
            let current = current(edge);
            if current >= top - doubt {
                close.push(edge);
            } else {
                next = next.max(current);
            }
        }
        close.sort_unstable();
        tally.gap((top - next) as f64 * unit);
        if is_local_class(engine, &close) {
            tally.class_ties += 1;
            return Ok(choice(&[close]));
        }
        // Most near-ties are none: a few rounds tell them apart, for less than the classes cost.
        let all = close;
        let contenders: Vec<Contender> = all
            .iter()
            .map(|&edge| contender(engine, measure, edge))
            .collect();
        let lifting = Lifting::resume(engine, measure.residual(), BITS);
        let mut contest = Contest::new(lifting, &contenders);
        let few = f64::from(BITS + FEW_BITS);
        let found = lift(&mut contest, f64::INFINITY, few, tally)?;
        let close: Vec<u32> = found.into_iter().map(|at| all[at]).collect();
        if close.len() == 1 {
            tally.refinements += 1;
            return Ok(choice(&[close]));
        }
        let classes = classes_of(engine, &close);
        let mut orbits = self.orbits(engine, &classes);
        if orbits.len() == 1 {
            if close.len() < all.len() {
                tally.refinements += 1;
            } else if classes.len() == 1 {
                tally.class_ties += 1;
            } else {
                tally.symmetric_ties += 1;
            }
            return Ok(choice(&orbits));
        }
        tally.refinements += 1;
        contest.keep(|at| orbits.iter().any(|orbit| orbit[0] == all[at]));
        let bits = engine.determinant_bits();
        let found = lift(&mut contest, bits, f64::INFINITY, tally)?;
        orbits.retain(|orbit| found.iter().any(|&at| all[at] == orbit[0]));
        tally.lifted_ties += u64::from(orbits.len() > 1);
        Ok(choice(&orbits))
    }

    /// Joins classes that a symmetry of the position carries onto one another.
    fn orbits(&self, engine: &Engine, classes: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let claims = engine.claims();
        let keeping: Vec<&Vec<u32>> = self
            .images
            .iter()
            .filter(|image| {
                claims
                    .iter()
                    .zip(image.iter())
                    .all(|(claim, &to)| *claim == claims[to as usize])
            })
            .collect();
        let mut orbits: Vec<Vec<u32>> = Vec::new();
        for class in classes {
            let images: Vec<u32> = keeping
                .iter()
                .map(|image| image[class[0] as usize])
                .collect();
            let known = orbits
                .iter_mut()
                .find(|orbit| images.iter().any(|edge| orbit.contains(edge)));
            match known {
                Some(orbit) => orbit.extend(class),
                None => orbits.push(class.clone()),
            }
        }
        orbits
    }
}

/// How many bits beyond the measurement are spent on edges before their classes are looked at: four rounds of lifting,
/// of 38 bits each.
const FEW_BITS: u32 = 140;

/// Which of the edges carry the most current, as far as this many bits tell.
fn lift(
    contest: &mut Contest<'_, Engine>,
    determinant_bits: f64,
    allowed_bits: f64,
    tally: &mut Tally,
) -> Result<Vec<usize>, CircuitError> {
    let found = contest.compare(determinant_bits, allowed_bits)?;
    tally.rounds += u64::from(found.rounds);
    if let Some(gap) = found.gap {
        tally.gap(gap);
    }
    Ok(found.best)
}

/// Whether the edges are parallel, or in series one after the other at clusters that no other edge leaves:
/// the usual classes, recognised without a look at the rest of the board.
fn is_local_class(engine: &Engine, edges: &[u32]) -> bool {
    let ends = |edge: u32| {
        let [a, b] = engine.clusters_of(edge);
        [a.min(b), a.max(b)]
    };
    if edges.iter().all(|&edge| ends(edge) == ends(edges[0])) {
        return true;
    }
    let terminals = [engine.grid().p(), engine.grid().q()];
    let mut reached = vec![edges[0]];
    let mut at = 0;
    while let Some(&edge) = reached.get(at) {
        at += 1;
        for cluster in engine.clusters_of(edge) {
            let leaving: Vec<u32> = engine.leaving(cluster).take(3).collect();
            if leaving.len() != 2 || terminals.contains(&cluster) {
                continue;
            }
            for next in leaving {
                if edges.contains(&next) && !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
    }
    reached.len() == edges.len()
}

fn choice(groups: &[Vec<u32>]) -> Choice {
    Choice {
        groups: groups
            .iter()
            .map(|group| (EdgeId::new(group[0] as usize), group.len() as u32))
            .collect(),
    }
}

/// Measures, with fresh factors if need be, until the bound is of use. Returns the doubt: edges
/// whose currents differ by more than this are in the right order.
fn certify(engine: &mut Engine, measure: &mut Measure) -> Result<i64, CircuitError> {
    /// A bound above 2^−24 is no good.
    const USEFUL: f64 = (1_u64 << (BITS - 24)) as f64;
    engine.measure(measure);
    if measure.bound > USEFUL {
        engine.sharpen(measure);
    }
    if measure.bound > USEFUL {
        engine.renew();
        engine.measure(measure);
        engine.sharpen(measure);
    }
    if measure.bound > USEFUL {
        return Err(CircuitError::IllConditioned);
    }
    let doubt = doubt(measure);
    if doubt >= measure.top[0] {
        return Err(CircuitError::IllConditioned);
    }
    Ok(doubt)
}

/// Edges whose currents differ by more than this are in the right order.
fn doubt(measure: &Measure) -> i64 {
    (2.0 * measure.bound).ceil() as i64 + 1
}

fn contender(engine: &Engine, measure: &Measure, edge: u32) -> Contender {
    let [a, b] = engine.clusters_of(edge);
    let flow = measure.drop([a, b]);
    Contender {
        nodes: if flow >= 0 { [a, b] } else { [b, a] },
        current: flow.abs(),
    }
}

/// The classes of parallel or series edges among `close`.
fn classes_of(engine: &Engine, close: &[u32]) -> Vec<Vec<u32>> {
    let grid = engine.grid();
    let mut numbers = vec![u32::MAX; grid.nodes + 2];
    numbers[grid.p() as usize] = Circuit::P as u32;
    numbers[grid.q() as usize] = Circuit::Q as u32;
    let mut nodes = 2;
    let mut number = |slot: u32| {
        let entry = &mut numbers[slot as usize];
        if *entry == u32::MAX {
            *entry = nodes;
            nodes += 1;
        }
        *entry
    };
    let mut resistors = Vec::with_capacity(engine.left().len());
    let mut wanted = Vec::with_capacity(close.len());
    for &edge in engine.left() {
        let [a, b] = engine.clusters_of(edge);
        if a != b {
            if close.contains(&edge) {
                wanted.push(resistors.len());
            }
            resistors.push(Resistor {
                edge: EdgeId::new(edge as usize),
                ends: [number(a), number(b)],
            });
        }
    }
    let circuit = Circuit::from_resistors(nodes as usize, resistors);
    let name = |index: &usize| circuit.resistors()[*index].edge.index() as u32;
    wanted.sort_unstable_by_key(name);
    let classes = classes(&circuit, &wanted);
    classes
        .iter()
        .map(|class| class.iter().map(name).collect())
        .collect()
}

/// All games after a first move.
struct Games<'r> {
    robot: &'r Robot,
    measure: Measure,
    tally: Tally,
    met: HashMap<Vec<u32>, BigRational>,
}

impl Games<'_> {
    fn cut_wins(&mut self, mut engine: Engine, mover: Side) -> Result<BigRational, CircuitError> {
        let mut mover = mover;
        loop {
            if let Some(winner) = engine.winner() {
                self.tally.ended(engine.moves());
                return Ok(whole(u32::from(winner == Side::Cut)));
            }
            let choice = self
                .robot
                .choose(&mut engine, &mut self.measure, &mut self.tally)?;
            if let [(edge, _)] = choice.groups[..] {
                engine.play(mover, edge);
                mover = mover.other();
            } else {
                return self.branch(&engine, mover, &choice);
            }
        }
    }

    fn branch(
        &mut self,
        engine: &Engine,
        mover: Side,
        choice: &Choice,
    ) -> Result<BigRational, CircuitError> {
        self.tally.branches += 1;
        let key = self.robot.key(engine, mover);
        if let Some(value) = self.met.get(&key) {
            self.tally.met_before += 1;
            return Ok(value.clone());
        }
        let mut sum = whole(0);
        let mut all = 0;
        for &(edge, weight) in &choice.groups {
            let mut next = engine.clone();
            next.play(mover, edge);
            sum += whole(weight) * self.cut_wins(next, mover.other())?;
            all += weight;
        }
        let value = sum / whole(all);
        self.met.insert(key, value.clone());
        Ok(value)
    }
}

fn whole(n: u32) -> BigRational {
    BigRational::from_integer(BigInt::from(n))
}

impl Robot {
    /// A name for the position that symmetric and equivalent positions share: the edges left
    /// between different clusters and the partition of their ends, the least of its four images.
    fn key(&self, engine: &Engine, mover: Side) -> Vec<u32> {
        let own: Vec<u32> = (0..engine.claims().len() as u32).collect();
        let [columns, rows, turn] = &self.images;
        let flips = [
            (&own, false, false),
            (columns, true, false),
            (rows, false, true),
            (turn, true, true),
        ];
        let names = flips.map(|(image, columns, rows)| self.name(engine, image, columns, rows));
        let mut key = names.into_iter().min().unwrap_or_default();
        key.push(u32::from(mover == Side::Cut));
        key
    }

    /// The edges left, in the order of their images, each with its clusters numbered as they
    /// first appear. A symmetry exchanges the ends of the edges that it turns, and P and Q.
    fn name(&self, engine: &Engine, image: &[u32], columns: bool, rows: bool) -> Vec<u32> {
        let (p, q) = (engine.grid().p(), engine.grid().q());
        let mut numbers = vec![u32::MAX; engine.grid().nodes + 2];
        numbers[p as usize] = u32::from(rows);
        numbers[q as usize] = u32::from(!rows);
        let mut next = 2;
        let mut key = Vec::new();
        // Each symmetry is its own inverse.
        for (at, &edge) in image.iter().enumerate() {
            let [a, b] = engine.clusters_of(edge);
            if engine.claims()[edge as usize] != Claim::Free || a == b {
                continue;
            }
            let vertical = self.board.is_vertical(EdgeId::new(edge as usize));
            let turned = if vertical { rows } else { columns };
            key.push(at as u32);
            for cluster in if turned { [b, a] } else { [a, b] } {
                let number = &mut numbers[cluster as usize];
                if *number == u32::MAX {
                    *number = next;
                    next += 1;
                }
                key.push(*number);
            }
        }
        key
    }
}

/// So many first moves, drawn uniformly from all M² with the same edge allowed again: each stands for its
/// orbit. The first `n` draws of a seed are the same however many are asked for.
pub fn drawn_first_moves(robot: &Robot, count: u64, seed: u64) -> Vec<EdgeId> {
    let mut rng = Rng::from_seed(seed);
    let vertical: Vec<EdgeId> = robot
        .first_moves()
        .iter()
        .flat_map(|&(edge, orbit)| std::iter::repeat_n(edge, orbit))
        .collect();
    let draw = |_| vertical[rng.random_range(0..vertical.len())];
    (0..count).map(draw).collect()
}

/// The quota from the results of all first moves.
pub fn quota<'a>(
    robot: &Robot,
    moves: impl IntoIterator<Item = (EdgeId, &'a BigRational)>,
) -> BigRational {
    let mut sum = whole(0);
    for (edge, wins) in moves {
        sum += wins * whole(robot.board.orbit(edge).len() as u32);
    }
    let size = robot.board.size() as u32;
    sum / whole(size * size)
}
