//! First moves of the robot by what they are worth, and the answers that follow from them.

use crate::wire::analog::{AdversaryJson, LineJson, QuotaJson, RefutationJson};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// All first moves, by what they are worth.
pub struct FirstMoves {
    /// How many there are.
    pub count: usize,
    /// The sum of their probabilities of winning.
    sum: BigRational,
    losing: Vec<String>,
    tied: BTreeMap<String, String>,
    unresolved: Vec<String>,
}

impl FirstMoves {
    /// Sorts moves by the probability of winning after each, if it is known.
    pub fn sort(moves: impl IntoIterator<Item = (String, Option<BigRational>)>) -> Self {
        let [zero, one] = [0, 1].map(|number| BigRational::from_integer(BigInt::from(number)));
        let mut sorted = Self {
            count: 0,
            sum: zero.clone(),
            losing: Vec::new(),
            tied: BTreeMap::new(),
            unresolved: Vec::new(),
        };
        for (name, wins) in moves {
            sorted.count += 1;
            match wins {
                None => sorted.unresolved.push(name),
                Some(wins) if wins == zero => sorted.losing.push(name),
                Some(wins) => {
                    if wins != one {
                        sorted.tied.insert(name, wins.to_string());
                    }
                    sorted.sum += wins;
                }
            }
        }
        sorted
    }

    /// The probability of winning, if it is known after every first move.
    fn quota(&self) -> Option<BigRational> {
        let count = BigRational::from_integer(BigInt::from(self.count));
        self.unresolved.is_empty().then(|| &self.sum / count)
    }

    /// The answer of `ssg analog quota`, which plays every first move.
    pub fn certified<T>(self, certificate: T) -> QuotaJson<T> {
        let quota = self.quota().expect("every first move was played");
        QuotaJson {
            about: about(&quota),
            quota: quota.to_string(),
            losing_first_moves: self.losing,
            tied_first_moves: self.tied,
            certified: true,
            certificate,
        }
    }

    /// The answer of `ssg analog adversary`.
    pub fn opposed<R>(self, refutations: Vec<R>) -> AdversaryJson<R> {
        AdversaryJson {
            quota: self.quota().map(|quota| quota.to_string()),
            losing_first_moves: self.losing,
            tied_first_moves: self.tied,
            unresolved_first_moves: self.unresolved,
            refutations,
        }
    }
}

/// The first moves that do not always win, as lines.
pub fn doubtful<T>(json: &QuotaJson<T>) -> String {
    let mut text = String::new();
    if !json.losing_first_moves.is_empty() {
        text = format!("losing: {}\n", json.losing_first_moves.join(" "));
    }
    for (name, wins) in &json.tied_first_moves {
        let _ = writeln!(text, "ties decide after {name}: wins {wins}");
    }
    text
}

/// What became of a first move of the robot, as a line.
pub fn refuted<T>(entry: &RefutationJson<T>) -> String {
    let RefutationJson {
        first, wins, trap, ..
    } = entry;
    if entry.lines.is_empty() {
        return format!("{first:>5}  wins {wins}\n");
    }
    if trap.is_empty() {
        return format!("{first:>5}  loses: it leaves a won position to the opponent\n");
    }
    let decided = |line: &LineJson| line.decided.to_string();
    let decided: Vec<String> = entry.lines.iter().map(decided).collect();
    format!(
        "{first:>5}  loses to {} (decided after {} moves)\n",
        trap.join(" "),
        decided.join(", ")
    )
}

/// A fraction as a decimal.
pub fn about(fraction: &BigRational) -> f64 {
    // Both parts may be beyond f64: twelve digits of the quotient are enough.
    let scale = BigInt::from(1_000_000_000_000_i64);
    let scaled = (fraction.numer() * &scale) / fraction.denom();
    scaled.to_string().parse::<f64>().unwrap_or(f64::NAN) / 1e12
}
