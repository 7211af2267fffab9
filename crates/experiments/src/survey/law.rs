//! The laws that surveys are compared with; docs/report.md derives them.
//!
//! All values are computed from the equations, by bisection or iteration.

/// P(Po(mean) ≥ least).
pub fn poisson_at_least(mean: f64, least: u32) -> f64 {
    let mut term = (-mean).exp();
    let mut below = 0.0;
    for k in 0..least {
        below += term;
        term *= mean / f64::from(k + 1);
    }
    1.0 - below
}

/// The threshold c₂ of G(n, c/n): below it no clump is large; above it one clump is.
///
/// In the 3-core of G(n, c/n), with λ = cq and q = P(Po(λ) ≥ 2), there are P(Po(λ) ≥ 3) vertices and
/// λq/2 edges per vertex of the graph. Two forests on the core are full when it has twice as many edges
/// as vertices: λq = 4·P(Po(λ) ≥ 3).
pub fn threshold() -> f64 {
    let excess = |mean: f64| mean * poisson_at_least(mean, 2) - 4.0 * poisson_at_least(mean, 3);
    // The excess is negative from small means up to the threshold's, and positive beyond.
    let mean = bisect(2.0, 8.0, excess);
    mean / poisson_at_least(mean, 2)
}

/// The share of vertices in the large clump of G(n, c/n): the largest root of q = P(Po(cq) ≥ 2) above the
/// threshold, and 0 below it.
pub fn clump_share(degree: f64) -> f64 {
    if degree <= threshold() {
        return 0.0;
    }
    // From 1 the iteration falls to the largest root.
    iterate(1.0, |q| poisson_at_least(degree * q, 2))
}

/// Outcomes of games between random terminals of G(n, c/n), and the shares of the principal partition:
/// they are the same numbers, since a random edge is a random pair of vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Game {
    /// SHORT wins even moving second; the share of P.
    pub short: f64,
    /// Whoever moves first wins; the share of R.
    pub first: f64,
    /// The share of vertices in the large clump.
    pub clump: f64,
}

impl Game {
    /// CUT wins even moving second; the share of P*.
    pub fn cut(&self) -> f64 {
        1.0 - self.short - self.first
    }
}

/// The law for G(n, c/n): a vertex is in the large clump with probability q, and hangs on it by one edge
/// with probability h = cq·e^(−cq). SHORT needs both ends in the clump; whoever moves first wins if one
/// end is in the clump and the other hangs on it.
pub fn sparse(degree: f64) -> Game {
    let clump = clump_share(degree);
    let mean = degree * clump;
    let hangs = mean * (-mean).exp();
    Game {
        short: clump * clump,
        first: 2.0 * clump * hangs,
        clump,
    }
}

/// The law for random regular graphs: from degree 4 on two trees span everything; up to degree 3 there are
/// too few edges for any large clump.
pub fn regular(degree: usize) -> Game {
    let short = if degree >= 4 { 1.0 } else { 0.0 };
    Game {
        short,
        first: 0.0,
        clump: short,
    }
}

/// The shares x₀, x₁, … of the nodes with labels 0, 1, …, `count` of them, in digraphs with Poisson
/// out-degree c: x_k is the least root of x = Π_{j<k} (1 − e^(−c·x_j)) · exp(−c·e^(−cx)·(1 − Σ_{j<k} x_j)).
pub fn label_shares(degree: f64, count: usize) -> Vec<f64> {
    let mut shares = Vec::with_capacity(count);
    let (mut reaches_all, mut rest) = (1.0, 1.0);
    for _ in 0..count {
        // The right side increases in x, so from 0 the iteration rises to the least root.
        let root = iterate(0.0, |x| {
            reaches_all * (-degree * (-degree * x).exp() * rest).exp()
        });
        reaches_all *= 1.0 - (-degree * root).exp();
        rest -= root;
        shares.push(root);
    }
    shares
}

/// The probability that at most n/2·(ln n + ln ln n + x) random edges leave no vertex of degree below two,
/// as n grows (Erdős and Rényi 1961).
pub fn degrees_from_two(x: f64) -> f64 {
    (-(-x).exp()).exp()
}

/// A monotone iteration to its limit. It is exact to the last bits of a double, except close to where two
/// roots meet (for labels at c = e): there it creeps, and five digits are right.
fn iterate(start: f64, step: impl Fn(f64) -> f64) -> f64 {
    let mut at = start;
    for _ in 0..5_000_000 {
        let next = step(at);
        if (next - at).abs() <= 1e-15 {
            return next;
        }
        at = next;
    }
    at
}

/// The root of an increasing change of sign between two numbers.
fn bisect(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if f(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, digits: i32) {
        assert!(
            (found - expected).abs() < 0.5 * 10_f64.powi(-digits) + 1e-12,
            "{found} is not {expected}"
        );
    }

    /// The threshold as the literature has it (Cain, Sanders and Wormald 2007; Fernholz and Ramachandran
    /// 2007): 1.79402374 edges per vertex.
    #[test]
    fn the_threshold_is_that_of_the_literature() {
        near(threshold(), 3.588_047_47, 8);
        near(threshold() / 2.0, 1.794_023_74, 8);
    }

    #[test]
    fn shares_above_the_threshold() {
        for (degree, short, first) in [
            (3.6, 0.56826, 0.27120),
            (4.0, 0.73230, 0.19107),
            (5.0, 0.90310, 0.07801),
        ] {
            let law = sparse(degree);
            near(law.short, short, 5);
            near(law.first, first, 5);
        }
        near(sparse(3.5).short, 0.0, 12);
        near(sparse(3.5).cut(), 1.0, 12);
        // A dense graph is one clump.
        near(sparse(60.0).short, 1.0, 12);
    }

    #[test]
    fn label_shares_are_those_of_small_labels() {
        let shares = label_shares(2.0, 12);
        for (share, expected) in shares.iter().zip([0.42630, 0.30915, 0.18334, 0.07053]) {
            near(*share, expected, 5);
        }
        // Below c = e every node has a label.
        near(shares.iter().sum(), 1.0, 9);
        let above: f64 = label_shares(3.0, 30).iter().sum();
        assert!(above < 0.999, "{above}");
    }

    #[test]
    fn poisson_tails() {
        near(poisson_at_least(2.0, 1), 1.0 - (-2.0_f64).exp(), 12);
        near(poisson_at_least(2.0, 2), 1.0 - 3.0 * (-2.0_f64).exp(), 12);
        near(degrees_from_two(0.0), (-1.0_f64).exp(), 12);
    }
}
