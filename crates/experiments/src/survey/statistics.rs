//! Intervals and tests for counts.

/// Wilson's interval for a share, at 95 %.
pub fn wilson(count: u64, runs: u64) -> [f64; 2] {
    const Z: f64 = 1.959_963_984_540_054;
    if runs == 0 {
        return [0.0, 1.0];
    }
    let n = runs as f64;
    let share = count as f64 / n;
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    // At the ends rounding would leave a trace of what is exactly 0 or 1.
    let low = if count == 0 {
        0.0
    } else {
        (middle - half) / scale
    };
    let high = if count == runs {
        1.0
    } else {
        (middle + half) / scale
    };
    [low, high]
}

/// Pearson's test of counts against shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquared {
    /// The statistic.
    pub value: f64,
    /// The degrees of freedom.
    pub degrees: u32,
    /// The probability of a statistic at least as large, if the shares are true.
    pub p: f64,
}

/// Compares counts with the shares that a law gives them. Cells with fewer than five expected are merged,
/// the smallest first; `None` if only one is left.
pub fn chi_squared(cells: &[(u64, f64)]) -> Option<ChiSquared> {
    const LEAST: f64 = 5.0;
    let runs: u64 = cells.iter().map(|&(count, _)| count).sum();
    let expected = |share: f64| share * runs as f64;
    let mut cells: Vec<(f64, f64)> = cells
        .iter()
        .map(|&(count, share)| (count as f64, expected(share)))
        .collect();
    cells.sort_by(|a, b| b.1.total_cmp(&a.1));
    while cells.len() > 1 && cells[cells.len() - 1].1 < LEAST {
        let (count, expected) = cells.pop()?;
        let last = cells.last_mut()?;
        last.0 += count;
        last.1 += expected;
        cells.sort_by(|a, b| b.1.total_cmp(&a.1));
    }
    let degrees = cells.len().checked_sub(1).filter(|&degrees| degrees > 0)?;
    let value = cells
        .iter()
        .map(|(count, expected)| (count - expected).powi(2) / expected)
        .sum();
    Some(ChiSquared {
        value,
        degrees: degrees as u32,
        p: upper_gamma(degrees as f64 / 2.0, value / 2.0),
    })
}

/// The probability of a normal deviation at least this large, in either direction.
pub fn two_sided(z: f64) -> f64 {
    upper_gamma(0.5, z * z / 2.0)
}

/// The regularised upper incomplete gamma function Q(a, x) for a = ½, 1, 1½, …: by the recurrence
/// Q(a + 1, x) = Q(a, x) + x^a e^(−x) / Γ(a + 1), from Q(½, x) = erfc(√x) and Q(1, x) = e^(−x).
fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let whole = a.fract() == 0.0;
    let (mut at, mut gamma) = if whole {
        (1.0, 1.0)
    } else {
        (0.5, std::f64::consts::PI.sqrt())
    };
    let mut q = if whole { (-x).exp() } else { erfc(x.sqrt()) };
    while at < a {
        gamma *= at;
        q += x.powf(at) * (-x).exp() / gamma;
        at += 1.0;
    }
    q.min(1.0)
}

/// The complementary error function of x ≥ 0: the series of erf for small x, the continued fraction of
/// erfc for large.
fn erfc(x: f64) -> f64 {
    let root = std::f64::consts::PI.sqrt();
    if x < 2.0 {
        let (mut term, mut sum, mut n) = (x, x, 0.0);
        while term.abs() > 1e-17 * sum.abs() {
            n += 1.0;
            term *= -x * x / n;
            sum += term / (2.0 * n + 1.0);
        }
        return 1.0 - 2.0 / root * sum;
    }
    let fraction = (1..=60)
        .rev()
        .fold(0.0, |below, k| f64::from(k) / 2.0 / (x + below));
    (-x * x).exp() / root / (x + fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
    }

    /// Quantiles from printed tables.
    #[test]
    fn probabilities_agree_with_tables() {
        near(two_sided(1.959_963_985), 0.05);
        near(two_sided(2.575_829_304), 0.01);
        near(two_sided(5.0), 5.733_031e-7);
        near(upper_gamma(1.0, 5.991_464_547 / 2.0), 0.05);
        near(upper_gamma(1.5, 7.814_727_903 / 2.0), 0.05);
        near(upper_gamma(2.0, 9.487_729_037 / 2.0), 0.05);
    }

    #[test]
    fn wilson_has_its_known_values() {
        let [low, high] = wilson(8, 10);
        assert!(
            (low - 0.4901).abs() < 1e-3 && (high - 0.9433).abs() < 1e-3,
            "{low} {high}"
        );
        near(wilson(0, 10)[0], 0.0);
        near(wilson(10, 10)[1], 1.0);
    }

    #[test]
    fn counts_against_shares() {
        let fair = chi_squared(&[(50, 0.5), (50, 0.5)]).unwrap();
        near(fair.value, 0.0);
        assert_eq!(fair.degrees, 1);
        near(fair.p, 1.0);
        let loaded = chi_squared(&[(90, 0.5), (10, 0.5)]).unwrap();
        near(loaded.value, 64.0);
        assert!(loaded.p < 1e-10);
        // A cell with two expected joins another; a single one is no test.
        let merged = chi_squared(&[(60, 0.6), (38, 0.38), (2, 0.02)]).unwrap();
        assert_eq!(merged.degrees, 1);
        assert_eq!(chi_squared(&[(10, 1.0), (0, 0.0)]), None);
    }
}
