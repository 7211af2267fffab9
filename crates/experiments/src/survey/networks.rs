//! Games on random networks.

use super::{Sample, law};
use rand::RngExt;
use switchyard::Rng;
use switchyard::generate::{self, Blueprint, Impossible, Lattice};
use switchyard::switching::{clumps, study};
use switchyard::{Graph, Network, Outcome, Position, Target, VertexId, outcome};

/// Families of random graphs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Family {
    /// Simple graphs with this many edges, uniformly.
    Gnm {
        /// How many vertices.
        nodes: usize,
        /// How many edges.
        edges: usize,
    },
    /// Every pair of vertices is joined with probability `degree`/`nodes`.
    Gnp {
        /// How many vertices.
        nodes: usize,
        /// The limit of the mean degree.
        degree: f64,
    },
    /// Regular graphs.
    Regular {
        /// How many vertices.
        nodes: usize,
        /// Their degree.
        degree: usize,
    },
    /// Points in a square, joined when they are near.
    Geometric {
        /// How many vertices.
        nodes: usize,
        /// The mean degree away from the border.
        degree: f64,
    },
    /// Small worlds.
    WattsStrogatz {
        /// How many vertices.
        nodes: usize,
        /// The degree of the ring.
        degree: usize,
        /// The probability that an edge is moved.
        rewire: f64,
    },
    /// Lattices with edges left out, periodic.
    Lattice {
        /// Which.
        kind: Lattice,
        /// Vertices in every dimension.
        side: usize,
        /// The probability that an edge is kept.
        keep: f64,
    },
}

/// Outcomes.
pub(super) const COUNTS: [&str; 3] = ["short", "cut", "first"];

/// Shares of the principal partition, the largest clump's share of the vertices, the number of clumps per
/// vertex, and the winning moves of each side where whoever moves first wins.
pub(super) const COLUMNS: [&str; 8] = [
    "p",
    "p_star",
    "r",
    "clump",
    "clumps",
    "winning_short",
    "winning_cut",
    "edges",
];

impl Family {
    /// How many vertices.
    fn nodes(&self) -> usize {
        match *self {
            Self::Gnm { nodes, .. }
            | Self::Gnp { nodes, .. }
            | Self::Regular { nodes, .. }
            | Self::Geometric { nodes, .. }
            | Self::WattsStrogatz { nodes, .. } => nodes,
            Self::Lattice { kind, side, .. } => {
                side.pow(if kind == Lattice::Cubic { 3 } else { 2 })
            }
        }
    }

    /// About how many edges.
    pub(super) fn edges(&self) -> f64 {
        let nodes = self.nodes() as f64;
        match *self {
            Self::Gnm { edges, .. } => edges as f64,
            Self::Gnp { degree, .. } | Self::Geometric { degree, .. } => nodes * degree / 2.0,
            Self::Regular { degree, .. } | Self::WattsStrogatz { degree, .. } => {
                nodes * degree as f64 / 2.0
            }
            Self::Lattice { kind, keep, .. } => {
                let lines = match kind {
                    Lattice::Square => 2.0,
                    Lattice::Triangular | Lattice::Cubic => 3.0,
                    Lattice::King => 4.0,
                };
                nodes * lines * keep
            }
        }
    }

    fn graph(&self, rng: &mut Rng) -> Result<Graph, Impossible> {
        let built = |blueprint: Blueprint| blueprint.build().into_graph();
        Ok(match *self {
            Self::Gnm { nodes, edges } => gnm(nodes, edges, rng)?,
            Self::Gnp { nodes, degree } => gnp(nodes, degree, rng)?,
            Self::Regular { nodes, degree } => built(generate::regular(nodes, degree, rng)?),
            Self::Geometric { nodes, degree } => built(generate::geometric(nodes, degree, rng)?),
            Self::WattsStrogatz {
                nodes,
                degree,
                rewire,
            } => built(generate::watts_strogatz(nodes, degree, rewire, rng)?),
            Self::Lattice { kind, side, keep } => {
                built(generate::lattice(kind, side, keep, true, rng)?)
            }
        })
    }
}

/// One network, with one pair of random terminals or several.
pub(super) fn sample(
    family: Family,
    target: Target,
    pairs: u32,
    rng: &mut Rng,
) -> Result<Sample, Impossible> {
    let graph = family.graph(rng)?;
    let (vertices, edges) = (graph.vertex_count(), graph.edge_count());
    if vertices < 2 {
        return Impossible::because("a game needs two vertices");
    }
    let mut position = Position::new(between(graph, target, rng));
    let (verdict, partition) = study(&position);
    let mut counts = vec![0; COUNTS.len()];
    counts[place(verdict.outcome)] += 1;
    let share = |part: &[_]| (edges > 0).then(|| part.len() as f64 / edges as f64);
    let moves = |side: &[_]| (verdict.outcome == Outcome::First).then_some(side.len() as f64);
    let sets = clumps_of(&position);
    let largest = sets.iter().map(Vec::len).max().unwrap_or(1);
    let per_vertex = |count: usize| Some(count as f64 / vertices as f64);
    let values = vec![
        share(&partition.p),
        share(&partition.p_star),
        share(&partition.r),
        per_vertex(largest),
        per_vertex(sets.len()),
        moves(&verdict.winning.short),
        moves(&verdict.winning.cut),
        Some(edges as f64),
    ];
    // The join-all game has no terminals to choose again.
    let more = if target == Target::Terminals {
        pairs.saturating_sub(1)
    } else {
        0
    };
    for _ in 0..more {
        let graph = position.network().graph().clone();
        position = Position::new(between(graph, target, rng));
        counts[place(outcome(&position))] += 1;
    }
    Ok(Sample { counts, values })
}

/// The clumps of the graph. A decided position has none, so other terminals are taken then.
fn clumps_of(position: &Position) -> Vec<Vec<VertexId>> {
    if position.winner().is_none() {
        return clumps(position);
    }
    let graph = position.network().graph();
    let mut ends = graph.edges().map(|edge| graph.ends(edge));
    let Some([left, right]) = ends.find(|[u, v]| u != v) else {
        return Vec::new();
    };
    let network = Network::new(graph.clone(), left, right);
    clumps(&Position::new(network.expect("two different vertices")))
}

fn place(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Short => 0,
        Outcome::Cut => 1,
        Outcome::First => 2,
    }
}

/// The graph with two random terminals, and the target.
fn between(graph: Graph, target: Target, rng: &mut Rng) -> Network {
    let n = graph.vertex_count();
    let left = rng.random_range(0..n);
    let right = (left + rng.random_range(1..n)) % n;
    let network = Network::new(graph, VertexId::new(left), VertexId::new(right));
    network.expect("two different vertices").with_target(target)
}

/// What a law says about a family's games.
pub(super) fn predicted(family: Family, target: Target) -> Vec<(&'static str, f64)> {
    let law = match family {
        Family::Gnm { nodes, edges } => law::sparse(2.0 * edges as f64 / nodes as f64),
        Family::Gnp { degree, .. } => law::sparse(degree),
        Family::Regular { degree, .. } => law::regular(degree),
        Family::Geometric { .. } | Family::WattsStrogatz { .. } | Family::Lattice { .. } => {
            return Vec::new();
        }
    };
    let mut said = vec![
        ("p", law.short),
        ("p_star", law.cut()),
        ("r", law.first),
        ("clump", law.clump),
    ];
    match (target, family) {
        (Target::Terminals, _) => {
            said.extend([
                ("short", law.short),
                ("cut", law.cut()),
                ("first", law.first),
            ]);
        }
        // A sparse random graph has vertices of degree 0, which nobody joins.
        (Target::All, Family::Gnm { .. } | Family::Gnp { .. }) => {
            said.extend([("short", 0.0), ("cut", 1.0), ("first", 0.0)]);
        }
        (Target::All, _) => {
            said.extend([
                ("short", law.short),
                ("cut", 1.0 - law.short),
                ("first", 0.0),
            ]);
        }
    }
    said
}

/// Simple graphs with this many edges, uniformly: pairs are drawn until there are enough different ones.
fn gnm(nodes: usize, edges: usize, rng: &mut Rng) -> Result<Graph, Impossible> {
    let pairs = nodes as u64 * (nodes as u64).saturating_sub(1) / 2;
    if edges as u64 > pairs || nodes > Graph::MAX_SIZE || edges > Graph::MAX_SIZE {
        return Impossible::because(format!("{edges} edges on {nodes} vertices are too many"));
    }
    let mut codes: Vec<u64> = Vec::with_capacity(edges);
    while codes.len() < edges {
        for _ in codes.len()..edges {
            codes.push(rng.random_range(0..pairs));
        }
        codes.sort_unstable();
        codes.dedup();
    }
    Ok(from_codes(nodes, codes.into_iter()))
}

/// Every pair with probability `degree`/`nodes`: the gaps between the pairs taken are geometric.
fn gnp(nodes: usize, degree: f64, rng: &mut Rng) -> Result<Graph, Impossible> {
    let p = degree / nodes as f64;
    if !(0.0..1.0).contains(&p) || nodes > Graph::MAX_SIZE {
        return Impossible::because(format!("a mean degree of {degree} on {nodes} vertices"));
    }
    if p <= 0.0 {
        return Ok(Graph::new(nodes));
    }
    let pairs = nodes as u64 * (nodes as u64).saturating_sub(1) / 2;
    let mut codes = Vec::with_capacity((pairs as f64 * p * 1.1) as usize + 16);
    let log = (-p).ln_1p();
    let mut at = 0.0;
    loop {
        // In (0, 1], so that its logarithm is finite.
        let chance = 1.0 - rng.random::<f64>();
        at += (chance.ln() / log).floor();
        if at >= pairs as f64 {
            break;
        }
        codes.push(at as u64);
        at += 1.0;
    }
    Ok(from_codes(nodes, codes.into_iter()))
}

/// Pair number v(v − 1)/2 + u is the one of u < v; the codes must increase.
fn from_codes(nodes: usize, codes: impl Iterator<Item = u64>) -> Graph {
    let mut row = 1_u64;
    let ends = codes.map(|code| {
        while row * (row + 1) / 2 <= code {
            row += 1;
        }
        let column = code - row * (row - 1) / 2;
        [column, row].map(|vertex| VertexId::new(vertex as usize))
    });
    Graph::from_ends(nodes, ends.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use switchyard::Rng;

    #[test]
    fn graphs_are_simple_and_of_their_size() {
        for seed in 0..20 {
            let graph = gnm(30, 100, &mut Rng::from_seed(seed)).unwrap();
            let mut ends: Vec<_> = graph.edges().map(|edge| graph.ends(edge)).collect();
            assert!(ends.iter().all(|[u, v]| u < v));
            ends.sort_unstable();
            ends.dedup();
            assert_eq!(ends.len(), 100);
        }
        let whole = gnm(20, 190, &mut Rng::from_seed(1)).unwrap();
        assert_eq!(whole.edge_count(), 190);
        assert!(gnm(20, 191, &mut Rng::from_seed(1)).is_err());
        assert!(gnp(20, 20.0, &mut Rng::from_seed(1)).is_err());
        assert_eq!(
            gnp(20, 0.0, &mut Rng::from_seed(1)).unwrap().edge_count(),
            0
        );
    }

    /// Every pair of five vertices appears as often as it should, by a test at one in ten thousand.
    #[test]
    fn pairs_are_drawn_evenly() {
        let mut seen = [[0_u64; 5]; 5];
        let mut drawn = 0;
        for seed in 0..4000 {
            let graph = gnp(5, 2.0, &mut Rng::from_seed(seed)).unwrap();
            for edge in graph.edges() {
                let [u, v] = graph.ends(edge).map(VertexId::index);
                seen[u][v] += 1;
                drawn += 1;
            }
        }
        let expected = 4000.0 * 0.4;
        let value: f64 = (0..5)
            .flat_map(|v| (0..v).map(move |u| (u, v)))
            .map(|(u, v)| (seen[u][v] as f64 - expected).powi(2) / (expected * 0.6))
            .sum();
        assert!(value < 36.0, "χ² of ten pairs is {value}");
        assert!((f64::from(drawn) - 16_000.0).abs() < 500.0);
    }

    /// A decided game says nothing about the clumps: they are those of the graph.
    #[test]
    fn clumps_do_not_depend_on_the_terminals() {
        // A triangle with a doubled edge, and an isolated vertex.
        let graph = Graph::from_pairs(4, &[(0, 1), (1, 2), (2, 0), (0, 1)]);
        let between = |left, right| {
            let ends = [left, right].map(VertexId::new);
            Position::new(Network::new(graph.clone(), ends[0], ends[1]).unwrap())
        };
        assert!(between(0, 3).winner().is_some());
        let sets = clumps_of(&between(0, 3));
        assert_eq!(sets, clumps_of(&between(0, 2)));
        assert_eq!(sets.iter().map(Vec::len).collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn samples_agree_with_themselves() {
        let family = Family::Gnp {
            nodes: 300,
            degree: 4.0,
        };
        let one = sample(family, Target::Terminals, 3, &mut Rng::from_seed(5)).unwrap();
        assert_eq!(
            one,
            sample(family, Target::Terminals, 3, &mut Rng::from_seed(5)).unwrap()
        );
        assert_eq!(one.counts.iter().sum::<u64>(), 3);
        let shares: f64 = one.values[..3].iter().flatten().sum();
        assert!((shares - 1.0).abs() < 1e-12);
        let all = sample(family, Target::All, 3, &mut Rng::from_seed(5)).unwrap();
        assert_eq!(all.counts, [0, 1, 0], "isolated vertices");
    }
}
