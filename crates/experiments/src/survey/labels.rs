//! The labels of random digraphs.

use super::{Sample, law};
use switchyard::coins::{label, random};

/// So many labels have columns of their own.
pub const LABELS: usize = 6;

/// The shares of the labels 0 to 5, of all larger ones, and of the nodes without a finite label; the
/// largest label.
pub(super) const COLUMNS: [&str; LABELS + 3] = [
    "x0", "x1", "x2", "x3", "x4", "x5", "larger", "infinite", "largest",
];

/// So many labels are predicted: beyond them there is nothing left to share out.
const PREDICTED: usize = 60;

pub(super) fn sample(nodes: usize, degree: f64, seed: u64) -> Sample {
    let arcs = (nodes as f64 * degree).round() as usize;
    let digraph = random::uniform(nodes, arcs, seed);
    let labels = label(&digraph);
    let mut seen = [0_u64; LABELS + 2];
    let mut largest = None;
    for found in labels.iter() {
        let place = match found.finite() {
            Some(number) => {
                largest = largest.max(Some(number));
                (number as usize).min(LABELS)
            }
            None => LABELS + 1,
        };
        seen[place] += 1;
    }
    let shares = seen.map(|count| (nodes > 0).then(|| count as f64 / nodes as f64));
    let mut values = shares.to_vec();
    values.push(largest.map(f64::from));
    Sample {
        counts: Vec::new(),
        values,
    }
}

pub(super) fn predicted(degree: f64) -> Vec<(&'static str, f64)> {
    let shares = law::label_shares(degree, PREDICTED);
    let larger: f64 = shares[LABELS..].iter().sum();
    let infinite = (1.0 - shares.iter().sum::<f64>()).max(0.0);
    let named = COLUMNS.into_iter().zip(shares.into_iter().take(LABELS));
    named
        .chain([("larger", larger), ("infinite", infinite)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At a mean degree of 2 the law is already close for a hundred thousand nodes.
    #[test]
    fn a_large_digraph_is_close_to_its_law() {
        let found = sample(100_000, 2.0, 1);
        for (name, share) in predicted(2.0) {
            let at = COLUMNS.iter().position(|&column| column == name).unwrap();
            let seen = found.values[at].unwrap();
            assert!(
                (seen - share).abs() < 0.01,
                "{name}: {seen}, predicted {share}"
            );
        }
    }
}
