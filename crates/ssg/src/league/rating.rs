//! Ratings of the players: the Bradley–Terry model on Elo's scale, with confidence intervals.
//!
//! Player i beats player j with probability 1 / (1 + exp(θⱼ − θᵢ)). The strengths θ maximise the likelihood of
//! all games, together with one imaginary game of every player, half won, against an opponent of
//! strength 0: so the maximum exists and is unique even for players that win or lose everything.
//!
//! Two standard errors are computed and the larger one is shown. The usual one, from the curvature of the
//! likelihood, takes all games for independent; they are not where two programs without chance repeat the same
//! game. The other one takes everything that happens on one network for a single observation.

/// One decided game: who won, who lost, and on which network.
#[derive(Clone, Copy, Debug)]
pub struct Decided {
    /// The winner.
    pub winner: usize,
    /// The loser.
    pub loser: usize,
    /// The network.
    pub network: usize,
}

/// A rating: Elo points relative to the mean of all players.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rating {
    /// The points.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub margin: f64,
}

/// Elo points per unit of strength: a ratio of ten in the odds is 400 points.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.959_963_985;

/// The weight of the imaginary game.
const PRIOR: f64 = 1.0;

/// The ratings of `players` players after these games.
///
/// # Complexity
/// O(players³) for each of some ten steps of Newton's method, and O(players²) per network.
pub fn rate(players: usize, games: &[Decided]) -> Vec<Rating> {
    if players == 0 {
        return Vec::new();
    }
    let mut wins = vec![vec![0.0; players]; players];
    for game in games {
        wins[game.winner][game.loser] += 1.0;
    }
    let strengths = maximise(&wins);
    let spread = inverse(curvature(&wins, &strengths));
    let robust = sandwich(&spread, &scores(&strengths, games));
    let mean = strengths.iter().sum::<f64>() / players as f64;
    let rating = |player: usize| {
        let variance = [Some(&spread), robust.as_ref()]
            .into_iter()
            .flatten()
            .map(|spread| variance_from_mean(spread, player))
            .fold(0.0, f64::max);
        Rating {
            elo: SCALE * (strengths[player] - mean),
            margin: SCALE * NORMAL * variance.sqrt(),
        }
    };
    (0..players).map(rating).collect()
}

/// The probability that a player wins who is stronger by this much.
fn chance(stronger: f64) -> f64 {
    1.0 / (1.0 + (-stronger).exp())
}

/// The logarithm of the likelihood, the imaginary games included.
fn likelihood(wins: &[Vec<f64>], strengths: &[f64]) -> f64 {
    // ln(1 / (1 + e^−x)) without overflow.
    let log_chance = |x: f64| x.min(0.0) - (-x.abs()).exp().ln_1p();
    let mut sum = 0.0;
    for (row, &one) in wins.iter().zip(strengths) {
        for (&count, &other) in row.iter().zip(strengths) {
            sum += count * log_chance(one - other);
        }
        sum += 0.5 * PRIOR * (log_chance(one) + log_chance(-one));
    }
    sum
}

fn gradient(wins: &[Vec<f64>], strengths: &[f64]) -> Vec<f64> {
    let slope = |one: usize| {
        let games = (0..strengths.len()).map(|other| {
            let played = wins[one][other] + wins[other][one];
            wins[one][other] - played * chance(strengths[one] - strengths[other])
        });
        games.sum::<f64>() + PRIOR * (0.5 - chance(strengths[one]))
    };
    (0..strengths.len()).map(slope).collect()
}

/// The negative second derivatives: a positive definite matrix.
fn curvature(wins: &[Vec<f64>], strengths: &[f64]) -> Vec<Vec<f64>> {
    let players = strengths.len();
    let mut matrix = vec![vec![0.0; players]; players];
    for one in 0..players {
        let alone = chance(strengths[one]);
        matrix[one][one] += PRIOR * alone * (1.0 - alone);
        for other in 0..players {
            let played = wins[one][other] + wins[other][one];
            let chance = chance(strengths[one] - strengths[other]);
            let weight = played * chance * (1.0 - chance);
            if other != one {
                matrix[one][one] += weight;
                matrix[one][other] -= weight;
            }
        }
    }
    matrix
}

/// Newton's method; a step that overshoots is halved. The likelihood is strictly concave.
fn maximise(wins: &[Vec<f64>]) -> Vec<f64> {
    let mut strengths = vec![0.0; wins.len()];
    for _ in 0..200 {
        let slope = gradient(wins, &strengths);
        let direction = multiply(&inverse(curvature(wins, &strengths)), &slope);
        let before = likelihood(wins, &strengths);
        let mut length = 1.0;
        let next = loop {
            let moved = strengths.iter().zip(&direction);
            let next: Vec<f64> = moved.map(|(at, step)| at + length * step).collect();
            if likelihood(wins, &next) >= before || length < 1e-9 {
                break next;
            }
            length /= 2.0;
        };
        let farthest = direction
            .iter()
            .fold(0.0_f64, |far, step| far.max(step.abs()));
        strengths = next;
        if farthest * length < 1e-11 {
            break;
        }
    }
    strengths
}

/// For every network that was played on, the derivative of its games' likelihood.
fn scores(strengths: &[f64], games: &[Decided]) -> Vec<Vec<f64>> {
    let networks = games.iter().map(|game| game.network + 1).max().unwrap_or(0);
    let mut scores = vec![Vec::new(); networks];
    for game in games {
        let score = &mut scores[game.network];
        score.resize(strengths.len(), 0.0);
        let surprise = 1.0 - chance(strengths[game.winner] - strengths[game.loser]);
        score[game.winner] += surprise;
        score[game.loser] -= surprise;
    }
    scores.retain(|score| !score.is_empty());
    scores
}

/// The covariance of the strengths if only networks are independent; `None` if there is but one.
fn sandwich(spread: &[Vec<f64>], scores: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    if scores.len() < 2 {
        return None;
    }
    let correction = scores.len() as f64 / (scores.len() - 1) as f64;
    let mut covariance = vec![vec![0.0; spread.len()]; spread.len()];
    for score in scores {
        let moved = multiply(spread, score);
        for (row, one) in covariance.iter_mut().zip(&moved) {
            for (cell, other) in row.iter_mut().zip(&moved) {
                *cell += correction * one * other;
            }
        }
    }
    Some(covariance)
}

/// The variance of a player's strength minus the mean of all.
fn variance_from_mean(covariance: &[Vec<f64>], player: usize) -> f64 {
    let players = covariance.len() as f64;
    let row: f64 = covariance[player].iter().sum();
    let all: f64 = covariance.iter().flatten().sum();
    (covariance[player][player] - 2.0 * row / players + all / (players * players)).max(0.0)
}

fn multiply(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let row = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(row).collect()
}

/// The inverse of a positive definite matrix, by elimination without pivoting.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |row: usize| {
        (0..size)
            .map(|column| f64::from(u8::from(row == column)))
            .collect()
    };
    let mut inverse: Vec<Vec<f64>> = (0..size).map(unit).collect();
    for pivot in 0..size {
        let scale = 1.0 / matrix[pivot][pivot];
        for column in 0..size {
            matrix[pivot][column] *= scale;
            inverse[pivot][column] *= scale;
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            if factor != 0.0 {
                for column in 0..size {
                    matrix[row][column] -= factor * matrix[pivot][column];
                    inverse[row][column] -= factor * inverse[pivot][column];
                }
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    /// The likelihood of the games one by one, as the model says it.
    fn naive_likelihood(games: &[Decided], strengths: &[f64]) -> f64 {
        let mut sum = 0.0;
        for game in games {
            let (one, other) = (strengths[game.winner].exp(), strengths[game.loser].exp());
            sum += (one / (one + other)).ln();
        }
        for strength in strengths {
            let (one, other) = (strength.exp(), 1.0);
            sum += 0.5 * (one / (one + other)).ln() + 0.5 * (other / (one + other)).ln();
        }
        sum
    }

    /// Climbs along one axis after the other, with ever smaller steps.
    fn naive_maximum(players: usize, games: &[Decided]) -> Vec<f64> {
        let mut strengths = vec![0.0; players];
        let mut step = 1.0;
        let mut best = naive_likelihood(games, &strengths);
        while step > 1e-7 {
            let mut climbed = false;
            for player in 0..players {
                for change in [step, -step] {
                    strengths[player] += change;
                    let here = naive_likelihood(games, &strengths);
                    if here > best {
                        (best, climbed) = (here, true);
                    } else {
                        strengths[player] -= change;
                    }
                }
            }
            if !climbed {
                step /= 2.0;
            }
        }
        strengths
    }

    fn random_games(rng: &mut ChaCha8Rng, strengths: &[f64], rounds: usize) -> Vec<Decided> {
        let mut games = Vec::new();
        for round in 0..rounds {
            for one in 0..strengths.len() {
                for other in 0..one {
                    let wins = rng.random_bool(chance(strengths[one] - strengths[other]));
                    let (winner, loser) = if wins { (one, other) } else { (other, one) };
                    games.push(Decided {
                        winner,
                        loser,
                        network: round,
                    });
                }
            }
        }
        games
    }

    #[test]
    fn the_fit_is_the_maximum_that_plain_climbing_finds() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for case in 0..20 {
            let players = 2 + case % 5;
            let strengths: Vec<f64> = (0..players).map(|_| rng.random_range(-2.0..2.0)).collect();
            let mut games = random_games(&mut rng, &strengths, 1 + case % 4);
            // Not every tournament is complete.
            games.retain(|_| rng.random_bool(0.8));
            let naive = naive_maximum(players, &games);
            let mean = naive.iter().sum::<f64>() / players as f64;
            for (rating, naive) in rate(players, &games).iter().zip(&naive) {
                let expected = SCALE * (naive - mean);
                assert!(
                    (rating.elo - expected).abs() < 0.01,
                    "{rating:?}, not {expected}"
                );
            }
        }
    }

    /// The curvature by differences of the naive likelihood, and its inverse by solving for every column.
    #[test]
    fn margins_follow_from_the_curvature() {
        let strengths = [0.9, 0.1, -0.4, -1.2];
        let games = random_games(&mut ChaCha8Rng::seed_from_u64(5), &strengths, 12);
        // One network: nothing is known about how networks differ.
        let one: Vec<Decided> = games
            .iter()
            .map(|&game| Decided { network: 0, ..game })
            .collect();
        let at = naive_maximum(4, &one);
        let h = 1e-3;
        let shifted = |moves: &[(usize, f64)]| {
            let mut at = at.clone();
            for &(player, by) in moves {
                at[player] += by;
            }
            naive_likelihood(&one, &at)
        };
        let second = |a: usize, b: usize| {
            let sum = shifted(&[(a, h), (b, h)])
                - shifted(&[(a, h), (b, -h)])
                - shifted(&[(a, -h), (b, h)])
                + shifted(&[(a, -h), (b, -h)]);
            -sum / (4.0 * h * h)
        };
        let matrix: Vec<Vec<f64>> = (0..4)
            .map(|a| (0..4).map(|b| second(a, b)).collect())
            .collect();
        let inverse = inverse(matrix.clone());
        for (a, row) in matrix.iter().enumerate() {
            for b in 0..row.len() {
                let column = inverse.iter().map(|row| row[b]);
                let product: f64 = row.iter().zip(column).map(|(x, y)| x * y).sum();
                assert!((product - f64::from(u8::from(a == b))).abs() < 1e-9);
            }
        }
        for (player, rating) in rate(4, &one).iter().enumerate() {
            let contrast: Vec<f64> = (0..4)
                .map(|k| if k == player { 0.75 } else { -0.25 })
                .collect();
            let variance: f64 = multiply(&inverse, &contrast)
                .iter()
                .zip(&contrast)
                .map(|(a, b)| a * b)
                .sum();
            let expected = SCALE * NORMAL * variance.sqrt();
            assert!(
                (rating.margin / expected - 1.0).abs() < 1e-3,
                "{rating:?}, not {expected}"
            );
        }
    }

    /// The same games again say nothing new, and the margins know it.
    #[test]
    fn repetition_does_not_narrow_the_interval() {
        let strengths = [0.8, 0.0, -0.8];
        let games = random_games(&mut ChaCha8Rng::seed_from_u64(3), &strengths, 10);
        let repeated: Vec<Decided> = games.iter().flat_map(|&game| [game; 20]).collect();
        let (once, often) = (rate(3, &games), rate(3, &repeated));
        for (once, often) in once.iter().zip(&often) {
            assert!(often.margin > 0.6 * once.margin, "{once:?} {often:?}");
        }
    }

    /// Nine intervals of ten hold the truth, at least.
    #[test]
    fn intervals_cover_the_truth() {
        let strengths = [1.0, 0.3, -0.3, -1.0];
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let (mut covered, mut all) = (0, 0);
        for _ in 0..200 {
            let games = random_games(&mut rng, &strengths, 30);
            for (rating, truth) in rate(4, &games).iter().zip(strengths) {
                all += 1;
                covered += usize::from((rating.elo - SCALE * truth).abs() <= rating.margin);
            }
        }
        assert!(covered * 100 >= all * 90, "{covered} of {all}");
        assert!(covered < all, "intervals that never fail are too wide");
    }

    #[test]
    fn extremes_are_finite_and_equals_are_equal() {
        let won: Vec<Decided> = (0..50)
            .map(|network| Decided {
                winner: 0,
                loser: 1,
                network,
            })
            .collect();
        let ratings = rate(3, &won);
        assert!(
            ratings
                .iter()
                .all(|rating| rating.elo.is_finite() && rating.margin.is_finite())
        );
        assert!(ratings[0].elo > ratings[2].elo && ratings[2].elo > ratings[1].elo);
        assert!(rate(0, &[]).is_empty());
        assert!(rate(2, &[])[0].elo.abs() < 1e-9);
    }
}
