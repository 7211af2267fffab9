//! Dense loops, written so that the compiler makes vector instructions of them.

/// The inner product.
#[inline(always)]
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
#[inline(always)]
pub fn add_scaled(to: &mut [f64], from: &[f64], factor: f64) {
    for (value, &add) in to.iter_mut().zip(from) {
        *value += factor * add;
    }
}

/// Rows are stored in multiples of this many numbers, so that no loop has a rest.
const LANES: usize = 8;

/// The length at which a row of `count` numbers is stored; zeros fill it up.
#[inline(always)]
pub fn padded(count: usize) -> usize {
    count.next_multiple_of(LANES)
}

/// Adds Σ factor·row, where rows and `to` have the same [`padded`] length. A piece of `to` at a time stays in
/// registers while all rows pass.
#[inline(always)]
pub fn add_rows(to: &mut [f64], rows: &[f64], factors: &[f64]) {
    let width = to.len();
    debug_assert_eq!(width % LANES, 0);
    let mut at = 0;
    while width - at >= 2 * LANES {
        add_piece::<{ 2 * LANES }>(to, rows, factors, at);
        at += 2 * LANES;
    }
    if width > at {
        add_piece::<LANES>(to, rows, factors, at);
    }
}

/// The piece of `WIDTH` numbers that begins at `at`. Two rows at a time halve the chain of sums.
#[inline(always)]
fn add_piece<const WIDTH: usize>(to: &mut [f64], rows: &[f64], factors: &[f64], at: usize) {
    let width = to.len();
    let Some(to) = to[at..].first_chunk_mut::<WIDTH>() else {
        return;
    };
    let mut sums = *to;
    let mut twos = factors.chunks_exact(2);
    // Not in chunks: to count them is a division, which takes as long as a small front.
    let mut rest = rows;
    for factor in &mut twos {
        let (two, after) = rest.split_at(2 * width);
        rest = after;
        let (a, b) = (&two[at..at + WIDTH], &two[width + at..width + at + WIDTH]);
        for i in 0..WIDTH {
            sums[i] += factor[0] * a[i] + factor[1] * b[i];
        }
    }
    if let [factor] = twos.remainder() {
        let last = &rest[at..at + WIDTH];
        for i in 0..WIDTH {
            sums[i] += factor * last[i];
        }
    }
    *to = sums;
}

/// The inner product of `vector` with each of the rows, which have the same [`padded`] length. Four rows at a time
/// are four sums that need not wait for one another.
#[inline(always)]
pub fn row_products(rows: &[f64], vector: &[f64], products: &mut Vec<f64>) {
    products.clear();
    let width = vector.len();
    debug_assert_eq!(width % LANES, 0);
    let mut fours = rows.chunks_exact(4 * width);
    for four in &mut fours {
        let (a, b) = four.split_at(2 * width);
        let ((a, b), (c, d)) = (a.split_at(width), b.split_at(width));
        let mut sums = [[0.0; LANES]; 4];
        let pieces = a
            .chunks_exact(LANES)
            .zip(b.chunks_exact(LANES))
            .zip(c.chunks_exact(LANES).zip(d.chunks_exact(LANES)));
        for (piece, ((a, b), (c, d))) in vector.chunks_exact(LANES).zip(pieces) {
            for lane in 0..LANES {
                sums[0][lane] += piece[lane] * a[lane];
                sums[1][lane] += piece[lane] * b[lane];
                sums[2][lane] += piece[lane] * c[lane];
                sums[3][lane] += piece[lane] * d[lane];
            }
        }
        products.extend(sums.map(|lanes| lanes.iter().sum::<f64>()));
    }
    let rest = fours.remainder().chunks_exact(width);
    products.extend(rest.map(|row| dot(row, vector)));
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

/// A pivot is the conductance between a node and the nodes and terminals that are left: at least one over the number of
/// nodes, if there is a path to any. What is smaller is rounding.
const CUT_OFF: f64 = 1e-10;

/// Eliminates the first `pivots` rows of a symmetric matrix with its right side, in place.
///
/// Afterwards the upper left block is its own inverse K, the lower left −A₂₁K, the lower right the
/// Schur complement; the right side is K f₁ above and f₂ − A₂₁K f₁ below.
#[inline(always)]
pub fn sweep(matrix: &mut [f64], charge: &mut [f64], size: usize, pivots: usize) {
    for pivot in 0..pivots {
        let (above, rest) = matrix.split_at_mut(pivot * size);
        let (row, below) = rest.split_at_mut(size);
        // What is left of a region that CUT has cut off is nothing but rounding; it gets no current.
        let inverse = if row[pivot] < CUT_OFF {
            0.0
        } else {
            1.0 / row[pivot]
        };
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
