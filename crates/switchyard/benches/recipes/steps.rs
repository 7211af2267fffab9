//! What recipes do to a board.

use super::Range::{Real, Whole};
use super::{Action, Board, Change, Mix, Range, Word};
use rand::RngExt;
use rand::seq::SliceRandom;
use switchyard::Rng;
use switchyard::internals::UnionFind;

const fn step(
    name: &'static str,
    numbers: &'static [Range],
    share: fn(&[f64]) -> f64,
    change: Change,
) -> Word {
    Word {
        name,
        numbers,
        action: Action::Change(share, change),
    }
}

const fn mix(name: &'static str, numbers: &'static [Range], mix: Mix) -> Word {
    Word {
        name,
        numbers,
        action: Action::Mix(|_| 0.5, mix),
    }
}

const SHARE: &[Range] = &[Real(0.001, 1.0)];

fn whole(_: &[f64]) -> f64 {
    1.0
}

/// The steps.
pub const STEPS: &[Word] = &[
    // The order of the edges and the names of the vertices.
    step("shuffle", &[], whole, |_, board, rng| {
        shuffle_names(shuffle_edges(board, rng), rng)
    }),
    step("shuffle-edges", &[], whole, |_, board, rng| {
        shuffle_edges(board, rng)
    }),
    step("shuffle-names", &[], whole, |_, board, rng| {
        shuffle_names(board, rng)
    }),
    step("reverse", &[], whole, |_, mut board, _| {
        board.edges.reverse();
        board
    }),
    step("sort", &[], whole, |_, mut board, _| {
        board.edges.sort_unstable();
        board
    }),
    step("columns", &[], whole, |_, board, _| columns(board)),
    // Edges left out, made one, doubled, split, or replaced by a gadget, each with a probability.
    step(
        "dilute",
        &[Real(0.05, 1.0)],
        |x| 1.0 / x[0],
        |x, mut board, rng| {
            board.edges.retain(|_| rng.random::<f64>() < x[0]);
            board
        },
    ),
    step(
        "contract",
        &[Real(0.001, 0.5)],
        |x| 1.0 / (1.0 - x[0]),
        contract,
    ),
    step(
        "double",
        SHARE,
        |x| 1.0 / (1.0 + x[0]),
        |x, board, rng| replace(x[0], board, rng, |[u, v], _| vec![[u, v], [u, v]]),
    ),
    step(
        "subdivide",
        SHARE,
        |x| 1.0 / (1.0 + x[0]),
        |x, board, rng| {
            replace(x[0], board, rng, |[u, v], new| {
                let w = new();
                vec![[u, w], [w, v]]
            })
        },
    ),
    // Two triangles with a common edge that is not uv: the first player wins between u and v.
    step(
        "diamond",
        SHARE,
        |x| 1.0 / (1.0 + 4.0 * x[0]),
        |x, board, rng| {
            replace(x[0], board, rng, |[u, v], new| {
                let [a, b] = [new(), new()];
                vec![[u, a], [u, b], [a, b], [a, v], [b, v]]
            })
        },
    ),
    // The complete graph on four vertices: the smallest simple clump.
    step(
        "clump",
        SHARE,
        |x| 1.0 / (1.0 + 5.0 * x[0]),
        |x, board, rng| {
            replace(x[0], board, rng, |[u, v], new| {
                let [a, b] = [new(), new()];
                vec![[u, a], [u, b], [a, b], [a, v], [b, v], [u, v]]
            })
        },
    ),
    // A vertex joined to a share of all others; a path through a share of the vertices.
    step("hub", SHARE, whole, hub),
    step("thread", SHARE, whole, thread),
    // Other terminals: 0 random, 1 neighbours, 2 far apart, 3 of the largest degrees.
    step("terminals", &[Whole(0, 3)], whole, terminals),
    // Side by side with this many random edges between; one on top of the other.
    mix("join", &[Whole(0, 200)], join),
    mix("union", &[], |_, boards, _| union(boards)),
];

fn shuffle_edges(mut board: Board, rng: &mut Rng) -> Board {
    board.edges.shuffle(rng);
    board
}

fn shuffle_names(mut board: Board, rng: &mut Rng) -> Board {
    let mut name: Vec<u32> = (0..board.vertices as u32).collect();
    name.shuffle(rng);
    let renamed = |ends: [u32; 2]| ends.map(|end| name[end as usize]);
    for ends in &mut board.edges {
        *ends = renamed(*ends);
    }
    board.terminals = renamed(board.terminals);
    board
}

/// The edges of a Bridg-It board column by column; those of others in strides of about the root of
/// their number. A board of size M has (2M − 1)² = 2m − 1, and 2M − 1 edges in a row.
fn columns(mut board: Board) -> Board {
    let stride = (2 * board.edges.len()).saturating_sub(1).isqrt().max(1);
    let old = std::mem::take(&mut board.edges);
    for start in 0..stride {
        board.edges.extend(old.iter().skip(start).step_by(stride));
    }
    board
}

/// Contracts edges with a probability; loops go, and terminals that would become one are parted.
fn contract(x: &[f64], mut board: Board, rng: &mut Rng) -> Board {
    let mut sets = UnionFind::new(board.vertices);
    for &[u, v] in &board.edges {
        if rng.random::<f64>() < x[0] {
            sets.union(u as usize, v as usize);
        }
    }
    let mut name = vec![u32::MAX; board.vertices];
    let mut vertices = 0;
    let mut named = |vertex: u32| {
        let root = sets.find(vertex as usize);
        if name[root] == u32::MAX {
            name[root] = vertices;
            vertices += 1;
        }
        name[root]
    };
    for ends in &mut board.edges {
        *ends = ends.map(&mut named);
    }
    let [left, mut right] = board.terminals.map(&mut named);
    if right == left {
        right = vertices;
        vertices += 1;
        board.edges.push([left, right]);
    }
    board.edges.retain(|[u, v]| u != v);
    board.terminals = [left, right];
    board.vertices = vertices as usize;
    board
}

/// What an edge is replaced by, given its ends and what makes a new vertex.
type Gadget = fn([u32; 2], &mut dyn FnMut() -> u32) -> Vec<[u32; 2]>;

/// Replaces edges with a probability by others, which may use new vertices.
fn replace(share: f64, mut board: Board, rng: &mut Rng, gadget: Gadget) -> Board {
    let mut vertices = board.vertices as u32;
    let mut new = || {
        vertices += 1;
        vertices - 1
    };
    let old = std::mem::take(&mut board.edges);
    for ends in old {
        if rng.random::<f64>() < share {
            board.edges.extend(gadget(ends, &mut new));
        } else {
            board.edges.push(ends);
        }
    }
    board.vertices = vertices as usize;
    board
}

fn hub(x: &[f64], mut board: Board, rng: &mut Rng) -> Board {
    let hub = board.vertices as u32;
    let chosen = (0..hub).filter(|_| rng.random::<f64>() < x[0]);
    board.edges.extend(chosen.map(|vertex| [vertex, hub]));
    board.vertices += 1;
    board
}

fn thread(x: &[f64], mut board: Board, rng: &mut Rng) -> Board {
    let all = 0..board.vertices as u32;
    let mut chosen: Vec<u32> = all.filter(|_| rng.random::<f64>() < x[0]).collect();
    chosen.shuffle(rng);
    board
        .edges
        .extend(chosen.windows(2).map(|two| [two[0], two[1]]));
    board
}

fn terminals(x: &[f64], mut board: Board, rng: &mut Rng) -> Board {
    let n = board.vertices as u32;
    let start = rng.random_range(0..n);
    let pair = match x[0] as u32 {
        0 => [start, rng.random_range(0..n)],
        1 if !board.edges.is_empty() => board.edges[rng.random_range(0..board.edges.len())],
        2 => {
            let far = farthest(&board, start);
            [far, farthest(&board, far)]
        }
        _ => {
            let mut degree = vec![0_u32; board.vertices];
            for &end in board.edges.iter().flatten() {
                degree[end as usize] += 1;
            }
            let largest = |but: u32| {
                (0..n)
                    .filter(|&v| v != but)
                    .max_by_key(|&v| degree[v as usize])
            };
            let first = largest(n).unwrap_or(0);
            [first, largest(first).unwrap_or(first)]
        }
    };
    if pair[0] != pair[1] {
        board.terminals = pair;
    }
    board
}

/// A vertex as far from this one as any in its component.
fn farthest(board: &Board, from: u32) -> u32 {
    let mut starts = vec![0_u32; board.vertices + 1];
    for &end in board.edges.iter().flatten() {
        starts[end as usize + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut next = starts.clone();
    let mut rows = vec![0_u32; 2 * board.edges.len()];
    for &[u, v] in &board.edges {
        for [a, b] in [[u, v], [v, u]] {
            rows[next[a as usize] as usize] = b;
            next[a as usize] += 1;
        }
    }
    let mut queue = vec![from];
    let mut seen = vec![false; board.vertices];
    seen[from as usize] = true;
    let mut done = 0;
    while let Some(&at) = queue.get(done) {
        done += 1;
        let row = starts[at as usize] as usize..starts[at as usize + 1] as usize;
        for &to in &rows[row] {
            if !std::mem::replace(&mut seen[to as usize], true) {
                queue.push(to);
            }
        }
    }
    queue[queue.len() - 1]
}

/// Two boards side by side, with one terminal in each.
fn join(x: &[f64], [mut first, second]: [Board; 2], rng: &mut Rng) -> Board {
    let shift = first.vertices as u32;
    let all = first.vertices + second.vertices;
    first
        .edges
        .extend(second.edges.iter().map(|ends| ends.map(|end| end + shift)));
    let between = (0..x[0] as usize).map(|_| {
        [
            rng.random_range(0..shift),
            rng.random_range(shift..all as u32),
        ]
    });
    first.edges.extend(between);
    first.terminals[1] = second.terminals[1] + shift;
    first.vertices = all;
    first
}

/// Two boards on the same vertices, with the terminals of the larger.
fn union([mut large, mut small]: [Board; 2]) -> Board {
    if large.vertices < small.vertices {
        std::mem::swap(&mut large, &mut small);
    }
    large.edges.append(&mut small.edges);
    large
}
