//! Games of the perfect player against random moves: it must win every won game.

use crate::{Findings, Subject};
use std::sync::Arc;
use switchyard::switching::{Position, Side, Target};
use switchyard_oracle::sampler::Sampler;
use switchyard_oracle::switching::Oracle;

/// The networks: large enough to go wrong on, small enough to be searched at once. Those with few
/// edges are left out: CUT has won them before anything can go wrong.
const VERTICES: usize = 8;
const EDGES: usize = 12;

/// One network in this many is played on with the join-all target.
const JOIN_ALL: u32 = 4;

/// Games on each of them: the oracle remembers, so that more of them cost little.
const GAMES_EACH: u64 = 25;

pub(super) fn games(subject: &Subject, seed: u64, count: u64, findings: &mut Findings) {
    let mut sampler = Sampler::new(seed);
    let mut played = 0;
    while played < count {
        let mut network = sampler.network(VERTICES, EDGES);
        if sampler.one_in(JOIN_ALL) {
            network = Arc::new(Arc::unwrap_or_clone(network).with_target(Target::All));
        }
        let graph = network.graph();
        let sparse = graph.edge_count() <= graph.vertex_count();
        if sparse || Position::new(network.clone()).winner().is_some() {
            continue;
        }
        let mut oracle = Oracle::new(&network);
        match network.target() {
            Target::Terminals => findings.covered.networks += 1,
            Target::All => findings.covered.join_all += 1,
        }
        for _ in 0..GAMES_EACH.min(count - played) {
            // From the start, or from the middle of a game.
            let mut start = Position::new(network.clone());
            if sampler.one_in(2) {
                let middle = sampler.position(&network, 6);
                if middle.winner().is_none() {
                    start = middle;
                }
            }
            play(subject, &mut oracle, &mut sampler, start, findings);
            played += 1;
        }
    }
    findings.covered.games += played;
}

/// A game in which the subject's player has one side and the sampler the other.
///
/// Whenever the oracle says that the player can win, it must still be so after its move. So a game
/// that was won at the start ends well, and so does one that the sampler have let slip.
fn play(
    subject: &Subject,
    oracle: &mut Oracle,
    sampler: &mut Sampler,
    mut position: Position,
    findings: &mut Findings,
) {
    let side = sampler.pick(&Side::BOTH);
    let mut mover = sampler.pick(&Side::BOTH);
    let mut player = (subject.player)(side, &position);
    let mut won = false;
    while position.winner().is_none() {
        let edge = if mover == side {
            won = oracle.winner_moving(&position, side) == side;
            let chosen = player.choose(&position);
            let legal = chosen
                .as_ref()
                .ok()
                .filter(|&&edge| position.is_legal(edge));
            let Some(&edge) = legal else {
                return findings.disagree(|| format!("{side} says {chosen:?} in {position:?}"));
            };
            edge
        } else {
            let free: Vec<_> = position.free_edges().collect();
            sampler.pick(&free)
        };
        position.play(mover, edge).expect("a legal move");
        player.observe(&position, mover, edge);
        if mover == side && won {
            findings.covered.moves += 1;
            if oracle.winner_moving(&position, side.other()) != side {
                return findings.disagree(|| format!("{side} lets go the win in {position:?}"));
            }
        }
        mover = mover.other();
    }
    if won && position.winner() != Some(side) {
        findings.disagree(|| format!("{side} has lost a won game: {position:?}"));
    }
}
