//! Won positions of smaller networks: of all winning moves, the one that should end the game soonest.
//!
//! All winning moves are known, so none of them throws the win; they differ in how long the game still
//! lasts. How long that is, is as hard to know as the game itself. The measure here is the resistance between the
//! terminals where every free edge is a resistor of one ohm: it is small if SHORT has short routes and many of
//! them, large if CUT has small cuts, and zero or infinite when the game is over. SHORT takes the winning
//! move that leaves the least, CUT the one that leaves the most.
//!
//! One move changes the conductance (the inverse) by d² / p, with the drop d over the edge and the pivot p of
//! [`Potentials::gain`]: one column of the inverse matrix per move, and no position is made.
//!
//! On larger networks only the edges in a window around the terminals are weighed, as in [`super::lost`].

use super::lost::Policy;
use super::scene::Scene;
use super::window::around_terminals;
use crate::circuit::Circuit;
use crate::circuit::potentials::{Base, Potentials};
use crate::graph::EdgeId;
use crate::switching::{Position, Side};

/// Why a winning move was chosen among all winning moves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Shortening {
    /// The move.
    pub edge: EdgeId,
    /// How many moves win, this one included.
    pub winning: usize,
    /// The resistance between the terminals before and after it: zero when SHORT has joined them, infinite
    /// when CUT has parted them. On larger networks, that of a window around the terminals.
    pub resistance: [f64; 2],
}

/// Conductances that agree to this share count as equal.
const EQUAL: f64 = 1e-9;

/// The winning move that should end the game soonest; `None` if none of them is in the window.
///
/// `winning` must list all winning moves in increasing order.
pub(super) fn soonest(
    position: &Position,
    side: Side,
    winning: &[EdgeId],
    policy: &Policy,
) -> Option<Shortening> {
    let circuit = if position.free_count() > policy.searched {
        around_terminals(position, policy.window)
    } else {
        Circuit::new(position).ok()?
    };
    let scene = Scene::of(position, &circuit);
    let node = scene.root();
    let is_winning = |resistor: u32| {
        let edge = circuit.resistors()[resistor as usize].edge;
        winning.binary_search(&edge).is_ok()
    };
    let moves = scene.by_current(&node).into_iter();
    let moves = moves.map(|(_, resistor)| resistor);
    let moves = moves.filter(|&resistor| is_winning(resistor));
    let before = node.potentials.conductance(&scene.base);
    let (resistor, after) = strongest(
        &scene.base,
        &node.potentials,
        side,
        moves.take(policy.candidates),
    )?;
    Some(Shortening {
        edge: circuit.resistors()[resistor as usize].edge,
        winning: winning.len(),
        resistance: [before, after].map(|conductance| 1.0 / conductance),
    })
}

/// The move after which the conductance is best for `side`, and that conductance; of equals the first.
fn strongest(
    base: &Base<'_>,
    potentials: &Potentials,
    side: Side,
    moves: impl Iterator<Item = u32>,
) -> Option<(u32, f64)> {
    let before = potentials.conductance(base);
    let mut best: Option<(u32, f64)> = None;
    for resistor in moves {
        let gain = potentials.gain(base, side, resistor as usize);
        // What is left when the terminals are apart is the rounding.
        let after = before + gain;
        let after = if after < before * EQUAL { 0.0 } else { after };
        let is_better = best.is_none_or(|(_, other)| match side {
            Side::Short => after > other * (1.0 + EQUAL),
            Side::Cut => after < other * (1.0 - EQUAL),
        });
        if is_better {
            best = Some((resistor, after));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::switching::solve;
    use crate::testing::random_position;

    /// The conductance between the terminals, from a fresh circuit; zero or infinite when the game is over.
    fn conductance(position: &Position) -> f64 {
        match (Circuit::new(position), position.winner()) {
            (Ok(circuit), None) => {
                let base = Base::new(&circuit, usize::MAX, 0);
                let volts = base.potentials();
                let currents = circuit.resistors().iter().map(|resistor| {
                    let [a, b] = resistor.ends.map(|end| volts.volts()[end as usize]);
                    (a - b) * (a - b)
                });
                currents.sum()
            }
            (_, Some(Side::Cut)) => 0.0,
            _ => f64::INFINITY,
        }
    }

    /// Whether two numbers are equal, both infinite, or agree to six digits.
    fn agree(a: f64, b: f64) -> bool {
        a.total_cmp(&b).is_eq() || (a - b).abs() < 1e-6 * b
    }

    /// The move that is chosen wins, and no winning move leaves a better conductance: all are tried on the board.
    #[test]
    fn the_chosen_move_wins_and_leaves_the_best_resistance() {
        let mut rng = Rng::from_seed(51);
        let (mut seen, mut over) = (0, [0; 2]);
        for _ in 0..1500 {
            let position = random_position(&mut rng);
            let verdict = solve(&position);
            for side in Side::BOTH {
                let winning = verdict.winning.of(side);
                if winning.is_empty() {
                    continue;
                }
                let after = |edge: EdgeId| {
                    let mut next = position.clone();
                    next.play(side, edge).unwrap();
                    conductance(&next)
                };
                let found = soonest(&position, side, winning, &Policy::default()).unwrap();
                assert!(winning.contains(&found.edge), "{found:?} in {position:?}");
                assert_eq!(found.winning, winning.len());
                let all = winning.iter().map(|&edge| after(edge));
                let best = match side {
                    Side::Short => all.fold(0.0, f64::max),
                    Side::Cut => all.fold(f64::INFINITY, f64::min),
                };
                let chosen = after(found.edge);
                assert!(
                    agree(chosen, best),
                    "{side}: {chosen}, not {best}: {position:?}"
                );
                for (said, true_one) in found
                    .resistance
                    .into_iter()
                    .zip([conductance(&position), chosen])
                {
                    assert!(
                        agree(said, 1.0 / true_one),
                        "{said}, {true_one}: {position:?}"
                    );
                }
                seen += 1;
                over[usize::from(side == Side::Cut)] +=
                    usize::from(chosen == 0.0 || chosen.is_infinite());
            }
        }
        assert!(
            seen > 1000 && over.iter().all(|&games| games > 50),
            "{seen}, {over:?}"
        );
    }
}
