//! Won games of small networks are short: compared with the longest that the loser can make them.

use std::collections::HashMap;
use switchyard::player::{PerfectPlayer, Player};
use switchyard::{EdgeId, Position, Side};
use switchyard_oracle::sampler::Sampler;
use switchyard_oracle::switching::Oracle;

/// The lengths of won games, by trying every line.
struct Lengths {
    oracle: Oracle,
    winner: Side,
    known: HashMap<(Position, Side), usize>,
}

fn after(position: &Position, side: Side, edge: EdgeId) -> Position {
    let mut next = position.clone();
    next.play(side, edge).unwrap();
    next
}

impl Lengths {
    /// How many moves a won game still takes when the winner makes it as short as it can and the loser
    /// as long as it can.
    fn best(&mut self, position: &Position, mover: Side) -> usize {
        if position.winner().is_some() {
            return 0;
        }
        let key = (position.clone(), mover);
        if let Some(&length) = self.known.get(&key) {
            return length;
        }
        let is_winner = mover == self.winner;
        let moves: Vec<EdgeId> = if is_winner {
            self.oracle.winning_moves(position, mover)
        } else {
            position.free_edges().collect()
        };
        let lengths = moves.into_iter().map(|edge| {
            let next = after(position, mover, edge);
            1 + self.best(&next, mover.other())
        });
        let length = if is_winner {
            lengths.min()
        } else {
            lengths.max()
        };
        let length = length.expect("a move");
        self.known.insert(key, length);
        length
    }

    /// How many moves the game takes when this player wins it and the loser makes it as long as it can.
    fn played(&self, position: &Position, player: &PerfectPlayer, mover: Side) -> usize {
        if let Some(winner) = position.winner() {
            assert_eq!(winner, self.winner, "{position:?}");
            return 0;
        }
        let mut player = player.clone();
        if mover == self.winner {
            let edge = player.choose(position).unwrap();
            let next = after(position, mover, edge);
            player.observe(&next, mover, edge);
            return 1 + self.played(&next, &player, mover.other());
        }
        let lengths = position.free_edges().map(|edge| {
            let mut player = player.clone();
            let next = after(position, mover, edge);
            player.observe(&next, mover, edge);
            1 + self.played(&next, &player, mover.other())
        });
        lengths.max().expect("a move")
    }
}

/// Against the longest defence the games of small networks are nearly as short as they can be, and clearly shorter
/// than with any winning move, as on large networks.
#[test]
fn won_games_are_nearly_as_short_as_they_can_be() {
    let mut sampler = Sampler::new(53);
    let (mut games, mut least, mut short, mut any, mut optimal) = (0, 0, 0, 0, 0);
    while games < 400 {
        let network = sampler.network(7, 10);
        let start = Position::new(network.clone());
        if start.winner().is_some() {
            continue;
        }
        for (winner, first) in [
            (Side::Short, Side::Short),
            (Side::Short, Side::Cut),
            (Side::Cut, Side::Short),
            (Side::Cut, Side::Cut),
        ] {
            let mut oracle = Oracle::new(&network);
            if oracle.winner_moving(&start, first) != winner {
                continue;
            }
            let mut lengths = Lengths {
                oracle,
                winner,
                known: HashMap::new(),
            };
            let best = lengths.best(&start, first);
            let play = |limit| {
                let player = PerfectPlayer::with_limit(winner, &start, limit);
                lengths.played(&start, &player, first)
            };
            let [played, large] = [PerfectPlayer::SMALL, 0].map(play);
            assert!(best <= played, "{winner}: {played} moves, {best} at least");
            least += best;
            short += played;
            any += large;
            optimal += usize::from(played == best);
            games += 1;
        }
    }
    // The longest games together: 1 % over the least, and 20 % with any winning move.
    assert!(100 * short <= 102 * least, "{short}, {least}");
    assert!(100 * any >= 115 * short, "{any}, {short}");
    assert!(100 * optimal >= 98 * games, "{optimal} of {games}");
}
