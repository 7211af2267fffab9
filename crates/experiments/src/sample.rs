//! Quotas by sampling, where exact ones are too expensive: games on any network, with a confidence
//! interval for the share of wins.

use std::sync::Arc;
use switchyard::player::Player;
use switchyard::referee::play;
use switchyard::switching::{Network, Position, Side};

/// Games of one pair of players, and how many the first player won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Sample {
    /// Games.
    pub games: u32,
    /// Of these won by the side that moved first.
    pub wins: u32,
}

impl Sample {
    /// The share of wins.
    pub fn quota(self) -> f64 {
        f64::from(self.wins) / f64::from(self.games.max(1))
    }

    /// The interval that holds the true quota with a probability of about 95 % (Wilson 1927): unlike the usual one
    /// it is right for quotas near 0 and 1 too.
    pub fn interval(self) -> [f64; 2] {
        const Z: f64 = 1.959_963_984_540_054;
        let n = f64::from(self.games.max(1));
        let share = self.quota();
        let scale = 1.0 + Z * Z / n;
        let centre = (share + Z * Z / (2.0 * n)) / scale;
        let width = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        [(centre - width).max(0.0), (centre + width).min(1.0)]
    }
}

/// Plays games from the start, each with players of its own; `sit` is given the side and a seed.
pub fn sample(
    network: &Arc<Network>,
    first: Side,
    games: u32,
    seed: u64,
    sit: &mut dyn FnMut(Side, u64) -> Box<dyn Player>,
) -> Sample {
    let mut sample = Sample::default();
    for game in 0..games {
        let seed = seed.wrapping_add(2 * u64::from(game));
        let mut short = sit(Side::Short, seed);
        let mut cut = sit(Side::Cut, seed.wrapping_add(1));
        let start = Position::new(Arc::clone(network));
        let played = play(start, first, &mut *short, &mut *cut);
        sample.games += 1;
        sample.wins += u32::from(played.ending.winner == first);
    }
    sample
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built::{BuiltRobot, Parts};
    use switchyard::bridgit::Board;
    use switchyard::player::AnalogPlayer;

    #[test]
    fn wilsons_interval() {
        let near = |sample: Sample, low: f64, high: f64| {
            let [a, b] = sample.interval();
            assert!((a - low).abs() < 5e-4 && (b - high).abs() < 5e-4, "{a} {b}");
        };
        let sample = |wins, games| Sample { games, wins };
        near(sample(8, 10), 0.4902, 0.9433);
        near(sample(0, 10), 0.0, 0.2775);
        near(sample(50, 50), 0.9287, 1.0);
    }

    /// On the boards M = 2 to 8 the first robot always wins (Fischer, 4.3).
    #[test]
    fn samples_agree_with_exact_quotas() {
        let board = Board::new(3).unwrap();
        let mut exact =
            |_: Side, seed: u64| -> Box<dyn Player> { Box::new(AnalogPlayer::new(seed)) };
        let robots = sample(board.network(), Side::Cut, 30, 1, &mut exact);
        assert_eq!(
            robots,
            Sample {
                games: 30,
                wins: 30
            }
        );
        let edges = board.network().graph().edge_count();
        let mut built = |_: Side, seed: u64| -> Box<dyn Player> {
            Box::new(BuiltRobot::new(Parts::IDEAL, edges, seed))
        };
        assert_eq!(
            sample(board.network(), Side::Cut, 30, 1, &mut built).wins,
            30
        );
    }
}
