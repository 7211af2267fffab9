//! The perfect player never loses a won game, and resists as well as can be in a lost one.

use std::sync::Arc;
use switchyard::graph::{EdgeId, Graph};
use switchyard::player::GreedyPlayer;
use switchyard::player::PerfectPlayer;
use switchyard::player::RandomPlayer;
use switchyard::player::{Forfeit, Player};
use switchyard::referee::play;
use switchyard::switching::{Network, Position, Side};
use switchyard_oracle::graphs::{network, small_networks};
use switchyard_oracle::sampler::Sampler;
use switchyard_oracle::switching::Oracle;

/// The player as it plays on small networks, and as on large ones.
fn both_ways(side: Side, position: &Position) -> [PerfectPlayer; 2] {
    [PerfectPlayer::SMALL, 0].map(|limit| PerfectPlayer::with_limit(side, position, limit))
}

/// Plays a game of the perfect player against `opponent`; it must win if the oracle says it can.
fn check_game(
    oracle: &mut Oracle,
    position: &Position,
    side: Side,
    first: Side,
    opponent: &mut dyn Player,
) {
    let can_win = oracle.winner_moving(position, first) == side;
    for mut perfect in both_ways(side, position) {
        let game = match side {
            Side::Short => play(position.clone(), first, &mut perfect, opponent),
            Side::Cut => play(position.clone(), first, opponent, &mut perfect),
        };
        if can_win {
            assert_eq!(game.ending.winner, side, "{game:?} from {position:?}");
        }
    }
}

fn in_all_modes(
    oracle: &mut Oracle,
    position: &Position,
    opponent: &dyn Fn(Side) -> Box<dyn Player>,
) {
    for side in Side::BOTH {
        for first in Side::BOTH {
            check_game(oracle, position, side, first, &mut *opponent(side.other()));
        }
    }
}

/// Plays every line that the opponent has: the perfect player must win all of them.
fn beats_every_line(position: &Position, perfect: &PerfectPlayer, side: Side, mover: Side) {
    match position.winner() {
        Some(winner) => assert_eq!(winner, side, "{position:?}"),
        None if mover == side => {
            let mut perfect = perfect.clone();
            let edge = perfect.choose(position).unwrap();
            let mut after = position.clone();
            after.play(side, edge).unwrap();
            perfect.observe(&after, side, edge);
            beats_every_line(&after, &perfect, side, side.other());
        }
        None => {
            for edge in position.free_edges() {
                let mut perfect = perfect.clone();
                let mut after = position.clone();
                after.play(mover, edge).unwrap();
                perfect.observe(&after, mover, edge);
                beats_every_line(&after, &perfect, side, side);
            }
        }
    }
}

#[test]
fn beats_every_line_of_every_small_network() {
    let mut games = 0;
    let small = small_networks(5).filter(|network| network.graph().edge_count() <= 8);
    let mut sampler = Sampler::new(11);
    let random: Vec<Arc<Network>> = (0..1500).map(|_| sampler.network(6, 8)).collect();
    for network in small.chain(random) {
        let mut oracle = Oracle::new(&network);
        let middle = sampler.position(&network, 5);
        for position in [Position::new(network.clone()), middle] {
            for side in Side::BOTH {
                for first in Side::BOTH {
                    if oracle.winner_moving(&position, first) == side {
                        let perfect = PerfectPlayer::new(side, &position);
                        beats_every_line(&position, &perfect, side, first);
                        games += 1;
                    }
                }
            }
        }
    }
    assert!(games > 5000, "{games}");
}

#[test]
fn beats_random_and_greedy_opponents() {
    let mut sampler = Sampler::new(12);
    for seed in 0..2000 {
        let network = sampler.network(8, 12);
        let mut oracle = Oracle::new(&network);
        let middle = sampler.position(&network, 6);
        for position in [Position::new(network), middle] {
            in_all_modes(&mut oracle, &position, &|_| {
                Box::new(RandomPlayer::new(seed))
            });
            in_all_modes(&mut oracle, &position, &|_| {
                Box::new(GreedyPlayer::new(seed))
            });
        }
    }
}

/// Knows everything: wins if it can, whatever the perfect player does.
struct Omniscient {
    side: Side,
    oracle: Oracle,
}

impl Player for Omniscient {
    fn observe(&mut self, _: &Position, _: Side, _: EdgeId) {}

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        let winning = self.oracle.winning_moves(position, self.side);
        Ok(winning
            .last()
            .copied()
            .unwrap_or_else(|| position.free_edges().last().expect("the game is not over")))
    }
}

#[test]
fn beats_an_omniscient_opponent_where_it_can() {
    let mut sampler = Sampler::new(13);
    for _ in 0..400 {
        let network = sampler.network(7, 11);
        let position = Position::new(network.clone());
        in_all_modes(&mut Oracle::new(&network), &position, &|side| {
            let oracle = Oracle::new(&network);
            Box::new(Omniscient { side, oracle })
        });
    }
}

#[test]
fn in_a_lost_position_it_leaves_the_fewest_winning_replies() {
    let mut sampler = Sampler::new(14);
    let mut lost = 0;
    for _ in 0..4000 {
        let network = sampler.network(6, 11);
        let mut oracle = Oracle::new(&network);
        let position = sampler.position(&network, 9);
        for side in Side::BOTH {
            if position.winner().is_some() || oracle.winner_moving(&position, side) == side {
                continue;
            }
            let mut replies_after = |edge| oracle.replies_after(&position, side, edge);
            let chosen = PerfectPlayer::new(side, &position)
                .choose(&position)
                .unwrap();
            let fewest = position.free_edges().map(&mut replies_after).min();
            assert_eq!(
                Some(replies_after(chosen)),
                fewest,
                "{side} in {position:?}"
            );
            lost += 1;
        }
    }
    assert!(lost > 1000, "{lost}");
}

/// A player that is moved about by others (take-backs, setups) finds its way again.
#[test]
fn unexpected_moves_of_its_own_side_are_survived() {
    let mut sampler = Sampler::new(15);
    for _ in 0..500 {
        let network = sampler.network(6, 10);
        let mut oracle = Oracle::new(&network);
        for side in Side::BOTH {
            let mut position = Position::new(network.clone());
            let limit = sampler.pick(&[PerfectPlayer::SMALL, 0]);
            let mut perfect = PerfectPlayer::with_limit(side, &position, limit);
            let mut mover = sampler.pick(&Side::BOTH);
            while position.winner().is_none() {
                let free: Vec<EdgeId> = position.free_edges().collect();
                let edge = if mover == side && !sampler.one_in(3) {
                    let edge = perfect.choose(&position).unwrap();
                    let winning = oracle.winning_moves(&position, side);
                    assert!(
                        winning.is_empty() || winning.contains(&edge),
                        "{side} plays {edge}, not {winning:?}, limit {limit}, in {position:?}"
                    );
                    edge
                } else {
                    sampler.pick(&free)
                };
                position.play(mover, edge).unwrap();
                perfect.observe(&position, mover, edge);
                if !sampler.one_in(4) {
                    mover = mover.other();
                }
            }
        }
    }
}

/// Asked twice it says the same, and a move that was chosen but never made is no part of its plan.
#[test]
fn a_move_that_was_only_asked_for_changes_nothing() {
    let mut sampler = Sampler::new(16);
    for _ in 0..500 {
        let network = sampler.network(6, 10);
        let mut oracle = Oracle::new(&network);
        for side in Side::BOTH {
            let mut position = Position::new(network.clone());
            let limit = sampler.pick(&[PerfectPlayer::SMALL, 0]);
            let mut perfect = PerfectPlayer::with_limit(side, &position, limit);
            let mut mover = sampler.pick(&Side::BOTH);
            while position.winner().is_none() {
                let free: Vec<EdgeId> = position.free_edges().collect();
                let asked = (mover == side || sampler.one_in(2)).then(|| {
                    let edge = perfect.choose(&position).unwrap();
                    assert_eq!(perfect.choose(&position), Ok(edge));
                    edge
                });
                let edge = match asked {
                    Some(edge) if mover == side => {
                        let winning = oracle.winning_moves(&position, side);
                        assert!(winning.is_empty() || winning.contains(&edge));
                        edge
                    }
                    _ => sampler.pick(&free),
                };
                position.play(mover, edge).unwrap();
                perfect.observe(&position, mover, edge);
                mover = mover.other();
            }
        }
    }
}

/// On a large network the loser follows the winner's strategy instead of solving: whatever the
/// winner plays, a slip is seen at once, as by the oracle.
#[test]
fn a_slip_is_seen_at_once_on_large_networks_too() {
    let mut sampler = Sampler::new(17);
    let mut slips = 0;
    for _ in 0..3000 {
        let network = sampler.network(7, 12);
        let mut oracle = Oracle::new(&network);
        for side in Side::BOTH {
            let mut position = Position::new(network.clone());
            let mut perfect = PerfectPlayer::with_limit(side, &position, 0);
            let mut mover = sampler.pick(&Side::BOTH);
            let mut history = Vec::new();
            while position.winner().is_none() {
                let winning = oracle.winning_moves(&position, mover);
                let free: Vec<EdgeId> = position.free_edges().collect();
                let edge = if mover == side {
                    let edge = perfect.choose(&position).unwrap();
                    assert!(
                        winning.is_empty() || winning.contains(&edge),
                        "{side} plays {edge}, not {winning:?}, after {history:?} on {network:?}"
                    );
                    edge
                } else if winning.is_empty() || sampler.one_in(3) {
                    sampler.pick(&free)
                } else {
                    // Any of the winning moves, not just those of the same trees.
                    sampler.pick(&winning)
                };
                history.push((mover, edge));
                slips += usize::from(!winning.is_empty() && !winning.contains(&edge));
                position.play(mover, edge).unwrap();
                perfect.observe(&position, mover, edge);
                mover = mover.other();
            }
        }
    }
    assert!(slips > 300, "{slips}");
}

/// Against an opponent that wastes its time the end comes soon.
#[test]
fn a_spare_move_brings_the_end_nearer() {
    let loops = (0..50).map(|_| (0, 0));
    let double_path = (0..5).flat_map(|v| [(v, v + 1), (v, v + 1)]);
    let path = (0..5).map(|v| (v, v + 1));
    let short_wins: Vec<(usize, usize)> = loops.clone().chain(double_path).collect();
    let cut_wins: Vec<(usize, usize)> = loops.chain(path).collect();
    for (side, pairs, needed) in [(Side::Short, short_wins, 5), (Side::Cut, cut_wins, 1)] {
        let board = network(Graph::from_pairs(6, &pairs), 0, 5);
        let mut position = Position::new(board);
        let mut perfect = PerfectPlayer::new(side, &position);
        for waste in (0..needed).map(EdgeId::new) {
            assert_eq!(position.winner(), None);
            position.play(side.other(), waste).unwrap();
            perfect.observe(&position, side.other(), waste);
            let edge = perfect.choose(&position).unwrap();
            position.play(side, edge).unwrap();
            perfect.observe(&position, side, edge);
        }
        assert_eq!(position.winner(), Some(side));
    }
}
