//! Upper bounds of sums in floating point.

/// More than the true value of a sum of up to 10⁶ positive terms that was computed as `sum`.
pub(super) fn round_up(sum: f64) -> f64 {
    sum * (1.0 + 1e-9)
}
