//! The perfect player wins every won game, as soon as it can, and defends lost ones as well as possible.

mod defence;
mod exploit;
mod shortening;
mod spare_moves;
mod table;

use std::sync::Arc;
use switchyard::player::{Forfeit, GreedyPlayer, PerfectPlayer, Player, RandomPlayer};
use switchyard::referee::play;
use switchyard::{EdgeId, Network, Position, Side};
use switchyard_oracle::graphs::small_networks;
use switchyard_oracle::sampler::Sampler;
use switchyard_oracle::switching::Oracle;
use table::Table;

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
                        for perfect in both_ways(side, &position) {
                            beats_every_line(&position, &perfect, side, first);
                        }
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

/// Plays random games of the perfect player on both sides; `turn` makes a move and says who is next.
fn in_random_games(
    seed: u64,
    turn: impl Fn(&mut Sampler, &mut Oracle, &mut Table, Side, Side) -> Side,
) {
    let mut sampler = Sampler::new(seed);
    for _ in 0..500 {
        let network = sampler.network(6, 10);
        let mut oracle = Oracle::new(&network);
        for side in Side::BOTH {
            let limit = sampler.pick(&[PerfectPlayer::SMALL, 0]);
            let mut table = Table::with_limit(side, Position::new(network.clone()), limit);
            let mut mover = sampler.pick(&Side::BOTH);
            while !table.is_over() {
                mover = turn(&mut sampler, &mut oracle, &mut table, side, mover);
            }
        }
    }
}

/// Asserts that this move wins, where any does.
#[track_caller]
fn assert_wins(oracle: &mut Oracle, position: &Position, side: Side, edge: EdgeId) {
    let winning = oracle.winning_moves(position, side);
    assert!(
        winning.is_empty() || winning.contains(&edge),
        "{side} plays {edge}, not {winning:?}, in {position:?}"
    );
}

/// A player for which others move (take-backs, setups) finds its way again.
#[test]
fn unexpected_moves_of_its_own_side_are_survived() {
    in_random_games(15, |sampler, oracle, table, side, mover| {
        let free = table.free();
        let edge = if mover == side && !sampler.one_in(3) {
            let edge = table.choose();
            assert_wins(oracle, &table.position, side, edge);
            edge
        } else {
            sampler.pick(&free)
        };
        table.play(mover, edge);
        if sampler.one_in(4) {
            mover
        } else {
            mover.other()
        }
    });
}

/// Asked twice it gives the same move, and a move that was chosen but never made does not affect its plan.
#[test]
fn a_move_that_was_only_asked_for_changes_nothing() {
    in_random_games(16, |sampler, oracle, table, side, mover| {
        let free = table.free();
        let asked = (mover == side || sampler.one_in(2)).then(|| {
            let edge = table.choose();
            assert_eq!(table.choose(), edge);
            edge
        });
        let edge = match asked {
            Some(edge) if mover == side => {
                assert_wins(oracle, &table.position, side, edge);
                edge
            }
            _ => sampler.pick(&free),
        };
        table.play(mover, edge);
        mover.other()
    });
}

/// On a large network the loser follows the winner's strategy instead of solving: whatever the winner
/// plays, a mistake is detected at once, as by the oracle.
#[test]
fn a_mistake_is_detected_at_once_on_large_networks_too() {
    let mut sampler = Sampler::new(17);
    let mut mistakes = 0;
    for _ in 0..3000 {
        let network = sampler.network(7, 12);
        let mut oracle = Oracle::new(&network);
        for side in Side::BOTH {
            let mut table = Table::with_limit(side, Position::new(network.clone()), 0);
            let mut mover = sampler.pick(&Side::BOTH);
            let mut history = Vec::new();
            while !table.is_over() {
                let winning = oracle.winning_moves(&table.position, mover);
                let free = table.free();
                let edge = if mover == side {
                    let edge = table.choose();
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
                mistakes += usize::from(!winning.is_empty() && !winning.contains(&edge));
                table.play(mover, edge);
                mover = mover.other();
            }
        }
    }
    assert!(mistakes > 300, "{mistakes}");
}

/// Asked when no edge is free, the player forfeits.
#[test]
fn asked_after_the_end_it_forfeits() {
    let mut sampler = Sampler::new(26);
    let mut full = 0;
    for _ in 0..300 {
        let network = sampler.network(6, 9);
        for side in Side::BOTH {
            let mut table = Table::new(side, Position::new(network.clone()));
            for (turn, edge) in sampler.order(&network).into_iter().enumerate() {
                if table.is_over() {
                    break;
                }
                let mover = if turn % 2 == 0 { side.other() } else { side };
                table.play(mover, edge);
            }
            if table.free().is_empty() && table.position.winner() == Some(side) {
                let asked = table.perfect.choose(&table.position);
                assert_eq!(asked, Err(Forfeit::NoMove));
                full += 1;
            }
        }
    }
    assert!(full > 5, "only {full} full boards");
}
