//! Dense loops, written so that the compiler makes vector instructions of them.
#![allow(
    clippy::inline_always,
    reason = "they are compiled for several processors"
)]

/// The inner product.
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let (a_chunks, b_chunks) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a_chunks
        .remainder()
        .iter()
        .zip(b_chunks.remainder())
        .map(|(x, y)| x * y)
        .sum();
    for (x, y) in a_chunks.zip(b_chunks) {
        for lane in 0..4 {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    lanes.iter().sum::<f64>() + rest
}

/// Adds `factor` times `from`.
#[inline]
pub fn add_scaled(to: &mut [f64], from: &[f64], factor: f64) {
    for (value, &add) in to.iter_mut().zip(from) {
        *value += factor * add;
    }
}

/// Adds Σ factor·row; four rows at a time, which keeps the sums in registers.
#[inline(always)]
pub fn add_rows(to: &mut [f64], rows: &[f64], factors: &[f64]) {
    let width = to.len();
    if width == 0 {
        return;
    }
    let fours = factors.chunks_exact(4);
    let singles = fours.remainder();
    let mut lines = rows.chunks_exact(4 * width);
    for (factor, four) in fours.zip(&mut lines) {
        let (a, rest) = four.split_at(width);
        let (b, rest) = rest.split_at(width);
        let (c, d) = rest.split_at(width);
        for i in 0..width {
            to[i] += (factor[0] * a[i] + factor[1] * b[i]) + (factor[2] * c[i] + factor[3] * d[i]);
        }
    }
    for (factor, line) in singles.iter().zip(lines.remainder().chunks_exact(width)) {
        add_scaled(to, line, *factor);
    }
}

/// The larger of two numbers that are numbers: one instruction, unlike `f64::max`.
#[inline(always)]
pub fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The smaller of two numbers that are numbers.
#[inline(always)]
pub fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// Eliminates the first `pivots` rows of a symmetric matrix with its right side, in place.
///
/// Afterwards the upper left block is its own inverse K, the lower left −A₂₁K, the lower right the
/// Schur complement; the right side is K f₁ above and f₂ − A₂₁K f₁ below.
pub fn sweep(matrix: &mut [f64], charge: &mut [f64], size: usize, pivots: usize) {
    for pivot in 0..pivots {
        let (above, rest) = matrix.split_at_mut(pivot * size);
        let (row, below) = rest.split_at_mut(size);
        let inverse = 1.0 / row[pivot];
        row[pivot] = 1.0;
        for value in row.iter_mut() {
            *value *= inverse;
        }
        charge[pivot] *= inverse;
        let pivot_charge = charge[pivot];
        let lines = above
            .chunks_exact_mut(size)
            .chain(below.chunks_exact_mut(size));
        for (index, line) in lines.enumerate() {
            let index = if index < pivot { index } else { index + 1 };
            let factor = line[pivot];
            if factor == 0.0 {
                continue;
            }
            line[pivot] = 0.0;
            add_scaled(line, row, -factor);
            charge[index] -= factor * pivot_charge;
        }
    }
}
