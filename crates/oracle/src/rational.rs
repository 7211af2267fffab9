//! The circuit in rational arithmetic, and the robot's game by its rules.
//!
//! It shares only the board with the library: no floating point, no bounds, no lifting.

use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::{BTreeMap, HashMap};
use switchyard::bridgit::Board;
use switchyard::graph::EdgeId;
use switchyard::switching::{Network, Side};

/// The fraction a/b.
pub fn ratio(a: i64, b: i64) -> BigRational {
    BigRational::new(BigInt::from(a), BigInt::from(b))
}

fn zero() -> BigRational {
    ratio(0, 1)
}

/// A network in play: the name of the cluster of each vertex, and the edges left.
#[derive(Clone, Debug)]
pub struct Plain {
    cluster: Vec<usize>,
    alive: Vec<(EdgeId, usize, usize)>,
    terminals: [usize; 2],
}

impl Plain {
    /// The network before the first move.
    pub fn new(network: &Network) -> Self {
        let graph = network.graph();
        Self {
            cluster: (0..graph.vertex_count()).collect(),
            alive: graph
                .edges()
                .map(|e| {
                    let [u, v] = graph.ends(e);
                    (e, u.index(), v.index())
                })
                .collect(),
            terminals: [network.left().index(), network.right().index()],
        }
    }

    /// Makes a move.
    ///
    /// # Panics
    /// If the edge has been played before.
    pub fn play(&mut self, side: Side, edge: EdgeId) {
        let at = self.alive.iter().position(|&(e, _, _)| e == edge).unwrap();
        let (_, u, v) = self.alive.swap_remove(at);
        if side == Side::Short {
            let (from, to) = (self.cluster[u], self.cluster[v]);
            for name in &mut self.cluster {
                if *name == from {
                    *name = to;
                }
            }
        }
    }

    fn ends(&self) -> [usize; 2] {
        self.terminals.map(|t| self.cluster[t])
    }

    fn resistors(&self) -> Vec<(EdgeId, usize, usize)> {
        let seen = self.connected(&self.ends()[..1], None);
        let named = self
            .alive
            .iter()
            .map(|&(e, u, v)| (e, self.cluster[u], self.cluster[v]));
        named.filter(|&(_, u, v)| u != v && seen[u]).collect()
    }

    /// The clusters connected to the given ones without the edge `but`.
    fn connected(&self, from: &[usize], but: Option<&[EdgeId]>) -> Vec<bool> {
        let mut seen = vec![false; self.cluster.len()];
        for &name in from {
            seen[name] = true;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &(e, u, v) in &self.alive {
                let (u, v) = (self.cluster[u], self.cluster[v]);
                if but.is_some_and(|but| but.contains(&e)) || seen[u] == seen[v] {
                    continue;
                }
                seen[u] = true;
                seen[v] = true;
                changed = true;
            }
        }
        seen
    }

    /// Who has won, by the definition of winning.
    pub fn winner(&self) -> Option<Side> {
        let [p, q] = self.ends();
        if p == q {
            return Some(Side::Short);
        }
        (!self.connected(&[p], None)[q]).then_some(Side::Cut)
    }

    /// The potential of every cluster by star-mesh transformations and back substitution.
    pub fn potentials(&self) -> HashMap<usize, BigRational> {
        let [p, q] = self.ends();
        let mut rows: HashMap<usize, BTreeMap<usize, BigRational>> = HashMap::new();
        for (_, u, v) in self.resistors() {
            for (a, b) in [(u, v), (v, u)] {
                *rows.entry(a).or_default().entry(b).or_insert_with(zero) += ratio(1, 1);
            }
        }
        let mut order = Vec::new();
        while let Some(&node) = rows
            .keys()
            .filter(|&&node| node != p && node != q)
            .min_by_key(|&&node| (rows[&node].len(), node))
        {
            let star = rows.remove(&node).unwrap();
            let total: BigRational = star.values().sum();
            for (&a, ca) in &star {
                let row = rows.get_mut(&a).unwrap();
                row.remove(&node);
                for (&b, cb) in &star {
                    if a != b {
                        *row.entry(b).or_insert_with(zero) += ca * cb / &total;
                    }
                }
            }
            order.push((node, star, total));
        }
        let mut volts = HashMap::from([(p, ratio(1, 1)), (q, zero())]);
        for (node, star, total) in order.into_iter().rev() {
            let sum: BigRational = star.iter().map(|(to, c)| c * &volts[to]).sum();
            volts.insert(node, sum / total);
        }
        volts
    }

    /// The current of every resistor, and nothing for the other edges.
    pub fn currents(&self) -> Vec<(EdgeId, BigRational)> {
        let volts = self.potentials();
        let mut currents: Vec<_> = self
            .resistors()
            .into_iter()
            .map(|(e, u, v)| {
                let flow = &volts[&u] - &volts[&v];
                (e, if flow < zero() { -flow } else { flow })
            })
            .collect();
        currents.sort();
        currents
    }

    /// The edges with the most current, in order.
    ///
    /// # Panics
    /// If no edge carries any.
    pub fn best(&self) -> Vec<EdgeId> {
        let currents = self.currents();
        let most = currents.iter().map(|(_, c)| c).max().unwrap();
        let best = currents.iter().filter(|(_, c)| c == most);
        best.map(|&(e, _)| e).collect()
    }

    /// Whether two edges are parallel or in series: by definition, nothing clever.
    pub fn alike(&self, a: EdgeId, b: EdgeId) -> bool {
        let ends = |e: EdgeId| {
            let &(_, u, v) = self.alive.iter().find(|x| x.0 == e).unwrap();
            let (u, v) = (self.cluster[u], self.cluster[v]);
            (u.min(v), u.max(v))
        };
        if ends(a) == ends(b) {
            return true;
        }
        let apart = |but: &[EdgeId]| {
            let seen = self.connected(&self.ends(), Some(but));
            self.resistors()
                .iter()
                .any(|&(_, u, v)| !seen[u] || !seen[v])
        };
        apart(&[a, b]) && !apart(&[a]) && !apart(&[b])
    }

    /// Both sides follow the heuristic, `mover` next: the probability that CUT wins.
    pub fn cut_wins(&self, mover: Side, classes: bool) -> BigRational {
        if let Some(winner) = self.winner() {
            return ratio(i64::from(winner == Side::Cut), 1);
        }
        let best = self.best();
        let mut sum = zero();
        let mut done: Vec<(EdgeId, BigRational)> = Vec::new();
        for &edge in &best {
            let known = done
                .iter()
                .find(|(other, _)| classes && self.alike(*other, edge));
            let value = if let Some((_, value)) = known {
                value.clone()
            } else {
                let mut next = self.clone();
                next.play(mover, edge);
                next.cut_wins(mover.other(), classes)
            };
            sum += &value;
            done.push((edge, value));
        }
        sum / BigRational::from_integer(BigInt::from(best.len()))
    }

    /// The least probability that the robot wins, when its opponent, to move, tries every edge.
    pub fn least(&self, robot: Side) -> BigRational {
        if let Some(winner) = self.winner() {
            return ratio(i64::from(winner == robot), 1);
        }
        let moves = self.alive.iter().map(|&(edge, _, _)| {
            let mut next = self.clone();
            next.play(robot.other(), edge);
            next.average(robot)
        });
        moves.min().expect("the terminals are connected")
    }

    /// The robot is to move: what its tied moves are worth on average.
    fn average(&self, robot: Side) -> BigRational {
        if let Some(winner) = self.winner() {
            return ratio(i64::from(winner == robot), 1);
        }
        let best = self.best();
        let values = best.iter().map(|&edge| {
            let mut next = self.clone();
            next.play(robot, edge);
            next.least(robot)
        });
        let sum: BigRational = values.sum();
        sum / BigRational::from_integer(BigInt::from(best.len()))
    }
}

/// The robot moves first on this network, against itself: its first moves, and with what probability it wins after each.
/// Every tied edge is followed.
pub fn first_moves(network: &Network, robot: Side) -> Vec<(EdgeId, BigRational)> {
    after_first_moves(network, robot, &|next| {
        let cut = next.cut_wins(robot.other(), false);
        match robot {
            Side::Cut => cut,
            Side::Short => ratio(1, 1) - cut,
        }
    })
}

/// The same against an opponent who tries every move.
pub fn first_moves_against_all(network: &Network, robot: Side) -> Vec<(EdgeId, BigRational)> {
    after_first_moves(network, robot, &|next| next.least(robot))
}

fn after_first_moves(
    network: &Network,
    robot: Side,
    value: &dyn Fn(&Plain) -> BigRational,
) -> Vec<(EdgeId, BigRational)> {
    let start = Plain::new(network);
    let after = |edge| {
        let mut next = start.clone();
        next.play(robot, edge);
        (edge, value(&next))
    };
    start.best().into_iter().map(after).collect()
}

/// The probability that the first player wins on the M-board, and the first moves that do not
/// always win. CUT moves first.
pub fn quota(m: usize, classes: bool) -> (BigRational, Vec<String>) {
    let board = Board::new(m).unwrap();
    let start = Plain::new(board.network());
    let best = start.best();
    assert_eq!(best.len(), m * m, "all vertical edges carry the same");
    let mut sum = zero();
    let mut losing = Vec::new();
    for edge in board.orbit_representatives() {
        if !best.contains(&edge) {
            continue;
        }
        let mut next = start.clone();
        next.play(Side::Cut, edge);
        let value = next.cut_wins(Side::Short, classes);
        let orbit = board.orbit(edge);
        sum += &value * BigRational::from_integer(BigInt::from(orbit.len()));
        if value != ratio(1, 1) {
            losing.extend(orbit.iter().map(|&e| board.write_move(Side::Cut, e)));
        }
    }
    losing.sort();
    let all = BigRational::from_integer(BigInt::from(best.len()));
    (sum / all, losing)
}
