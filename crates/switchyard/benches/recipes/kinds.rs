//! The kinds that recipes begin with: the library's generators, by their approximate number of
//! edges.

use super::Range::{Real, Whole};
use super::{Action, Make, Range, Word};
use switchyard::Rng;
use switchyard::generate::{self, Blueprint, Impossible, Lattice};

type Made = Result<Blueprint, Impossible>;

const fn kind(name: &'static str, numbers: &'static [Range], make: Make) -> Word {
    Word {
        name,
        numbers,
        action: Action::Make(make),
    }
}

const KEEP: &[Range] = &[Real(0.05, 1.0)];

/// The kinds, with the numbers that make them interesting.
pub const KINDS: &[Word] = &[
    // Edges per vertex.
    kind("random", &[Real(0.6, 20.0)], |x, m, rng| {
        generate::threshold(per(m, x[0]), x[0] / 1.794 - 1.0, rng)
    }),
    kind("dense", &[Real(0.1, 1.0)], |x, m, rng| {
        generate::dense(((2.0 * m as f64 / x[0]).sqrt() as usize).max(4), x[0], rng)
    }),
    kind("planted", &[Real(2.0, 20.0)], |x, m, rng| {
        let n = per(m, x[0]).max(4 * x[0] as usize);
        generate::planted(n, m.max(2 * n - 2), rng)
    }),
    kind("regular", &[Whole(3, 40)], |x, m, rng| {
        // An even number of vertices suits every degree.
        generate::regular(
            (2 * m / x[0] as usize).max(50).next_multiple_of(2),
            x[0] as usize,
            rng,
        )
    }),
    // The average degree away from the border.
    kind("geometric", &[Real(2.0, 40.0)], |x, m, rng| {
        generate::geometric(per(m, x[0] / 2.0), x[0], rng)
    }),
    kind("nearest", &[Whole(1, 30)], |x, m, rng| {
        // Some four in ten pairs are mutual.
        generate::nearest(per(m, 0.6 * x[0] + 0.2).max(31), x[0] as usize, rng)
    }),
    kind("delaunay", &[], |_, m, rng| {
        generate::delaunay((m / 3).max(4), rng)
    }),
    kind("attachment", &[Whole(1, 20)], |x, m, rng| {
        generate::preferential(per(m, x[0]).max(30), x[0] as usize, rng)
    }),
    // The exponent and the least degree.
    kind("power-law", &[Real(2.0, 4.0), Whole(1, 6)], power_law),
    // The degree on the ring is twice the first number.
    kind("ws", &[Whole(1, 20), Real(0.0, 1.0)], |x, m, rng| {
        generate::watts_strogatz(per(m, x[0]).max(50), 2 * x[0] as usize, x[1], rng)
    }),
    kind("square", KEEP, |x, m, rng| {
        lattice(Lattice::Square, 2.0, x[0], false, m, rng)
    }),
    kind("square-torus", KEEP, |x, m, rng| {
        lattice(Lattice::Square, 2.0, x[0], true, m, rng)
    }),
    kind("triangular", KEEP, |x, m, rng| {
        lattice(Lattice::Triangular, 3.0, x[0], false, m, rng)
    }),
    kind("triangular-torus", KEEP, |x, m, rng| {
        lattice(Lattice::Triangular, 3.0, x[0], true, m, rng)
    }),
    kind("king", KEEP, |x, m, rng| {
        lattice(Lattice::King, 4.0, x[0], false, m, rng)
    }),
    kind("king-torus", KEEP, |x, m, rng| {
        lattice(Lattice::King, 4.0, x[0], true, m, rng)
    }),
    kind("cubic", KEEP, |x, m, rng| {
        lattice(Lattice::Cubic, 3.0, x[0], false, m, rng)
    }),
    kind("cubic-torus", KEEP, |x, m, rng| {
        lattice(Lattice::Cubic, 3.0, x[0], true, m, rng)
    }),
    // Vertices in a block, neighbours inside, neighbours in others.
    kind(
        "blocks",
        &[Whole(10, 10_000), Real(0.0, 9.0), Real(0.0, 9.0)],
        |x, m, rng| {
            let n = per(m, f64::midpoint(x[1], x[2]).max(0.5)).max(30);
            generate::blocks(n, (n / x[0] as usize).max(1), x[1], x[2], rng)
        },
    ),
    kind("k-tree", &[Whole(1, 20)], |x, m, rng| {
        generate::k_tree(per(m, x[0]).max(30), x[0] as usize, rng)
    }),
    kind("hypercube", &[], |_, m, _| {
        // The dimension with the nearest number of edges, by ratio.
        let edges = |d: &i32| (f64::from(*d) * 2_f64.powi(d - 1) / m as f64).ln().abs();
        let best = (2..=27).min_by(|a, b| edges(a).total_cmp(&edges(b)));
        generate::hypercube(best.unwrap_or(2) as usize)
    }),
    kind("path-power", &[Whole(1, 20)], |x, m, _| {
        generate::path_power(per(m, x[0]).max(30), x[0] as usize)
    }),
    kind("cycle-power", &[Whole(1, 20)], |x, m, _| {
        generate::cycle_power(per(m, x[0]).max(50), x[0] as usize)
    }),
    kind("hamiltonian-paths", &[], |_, m, rng| {
        generate::hamiltonian_paths((m / 2).max(4), rng)
    }),
    kind("nested", &[Real(0.001, 0.5)], |x, m, rng| {
        generate::nested((m / 2).max(2), x[0], rng)
    }),
    // Vertices in a clump, edges per vertex, links.
    kind(
        "clumps",
        &[Whole(5, 5000), Real(2.0, 3.5), Whole(0, 6)],
        |x, m, rng| {
            let size = x[0] as usize;
            let edges = ((x[0] * x[1]) as usize).max(2 * size - 2);
            generate::clumps(
                (m / (edges + x[2] as usize)).max(1),
                size,
                edges,
                x[2] as usize,
                rng,
            )
        },
    ),
    kind("series-parallel", &[], |_, m, rng| {
        generate::series_parallel(m, rng)
    }),
    kind("ladder", &[], |_, m, _| generate::ladder((m / 3).max(1))),
    // Columns per row.
    kind("bridgit", &[Real(0.1, 10.0)], |x, m, _| {
        let rows = ((m as f64 / 2.0 / x[0]).sqrt() as usize).max(1);
        generate::bridgit_rectangle(((rows as f64 * x[0]) as usize).max(1), rows)
    }),
];

/// How many vertices there are with this many edges each, at least four.
fn per(edges: usize, edges_per_vertex: f64) -> usize {
    ((edges as f64 / edges_per_vertex) as usize).max(4)
}

/// A lattice with this many edges per vertex before it is diluted.
fn lattice(kind: Lattice, per: f64, keep: f64, periodic: bool, m: usize, rng: &mut Rng) -> Made {
    let vertices = m as f64 / (per * keep);
    let side = if kind == Lattice::Cubic {
        vertices.cbrt()
    } else {
        vertices.sqrt()
    };
    generate::lattice(kind, (side.round() as usize).max(3), keep, periodic, rng)
}

/// The average degree follows from the exponent and the least degree.
fn power_law(x: &[f64], m: usize, rng: &mut Rng) -> Made {
    let least = x[1] as usize;
    // The largest degree is the root of the number of vertices, of which there are about m / 2.
    let most = (m / 2).isqrt().max(least);
    let sum = |power: f64| -> f64 { (least..=most).map(|d| (d as f64).powf(power)).sum() };
    let average = sum(1.0 - x[0]) / sum(-x[0]);
    generate::power_law(per(m, average / 2.0).max(50), x[0], least, rng)
}
