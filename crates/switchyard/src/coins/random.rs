//! Random digraphs to explore and to measure with, from a seed.

use crate::Rng;
use crate::graph::Digraph;
use rand::{Rng as _, RngExt};

/// `arcs` arcs, each from a random node to a random node.
pub fn uniform(nodes: usize, arcs: usize, seed: u64) -> Digraph<'static> {
    let mut rng = Rng::from_seed(seed);
    let degrees = shared_out(nodes, arcs, &mut rng);
    build(&degrees, |_| below(&mut rng, nodes))
}

/// Every node has k arcs with a probability that falls geometrically in k, `degree` on average, each
/// to a random node. Dead ends are many, so almost every node gets a number.
///
/// # Panics
/// If the degree is negative or not a number.
pub fn geometric(nodes: usize, degree: f64, seed: u64) -> Digraph<'static> {
    assert!(degree >= 0.0, "a degree is not negative");
    let mut rng = Rng::from_seed(seed);
    let stay = (degree / (1.0 + degree)).ln();
    let draw = |rng: &mut Rng| {
        // In (0, 1], so that its logarithm is finite.
        let chance = 1.0 - rng.random::<f64>();
        if degree > 0.0 {
            (chance.ln() / stay) as u32
        } else {
            0
        }
    };
    let degrees: Vec<u32> = (0..nodes).map(|_| draw(&mut rng)).collect();
    build(&degrees, |_| below(&mut rng, nodes))
}

/// Random pairs of different nodes, joined by an arc from the later to the earlier one, but a share
/// `back` of them the other way.
///
/// # Panics
/// If the share is not between 0 and 1, or there are arcs but not two nodes to join.
pub fn nearly_acyclic(nodes: usize, arcs: usize, back: f64, seed: u64) -> Digraph<'static> {
    assert!((0.0..=1.0).contains(&back), "a share is between 0 and 1");
    assert!(nodes >= 2 || arcs == 0, "an arc needs two nodes");
    let mut rng = Rng::from_seed(seed);
    let pair = |_| {
        let (a, b) = (below(&mut rng, nodes), below(&mut rng, nodes - 1));
        let b = b + u32::from(b >= a);
        let (low, high) = (a.min(b), a.max(b));
        if rng.random_bool(back) {
            (low, high)
        } else {
            (high, low)
        }
    };
    let arcs: Vec<(u32, u32)> = (0..arcs).map(pair).collect();
    Digraph::from_arcs(nodes, &arcs)
}

/// Every node has an arc to every node before it: node v gets the label v − 1.
pub fn transitive_tournament(nodes: usize) -> Digraph<'static> {
    let degrees: Vec<u32> = (0..nodes as u32).collect();
    let mut next = 0;
    build(&degrees, |from| {
        let to = next;
        next = if to + 1 == from { 0 } else { to + 1 };
        to
    })
}

/// How many of the arcs leave each node, when each chooses its node by chance.
fn shared_out(nodes: usize, arcs: usize, rng: &mut Rng) -> Vec<u32> {
    let mut degrees = vec![0; nodes];
    if nodes > 0 {
        (0..arcs).for_each(|_| degrees[below(rng, nodes) as usize] += 1);
    }
    degrees
}

/// A random number below `bound`, by one multiplication; the bias is below 2⁻³².
fn below(rng: &mut Rng, bound: usize) -> u32 {
    ((u128::from(rng.next_u64()) * bound as u128) >> 64) as u32
}

fn build(degrees: &[u32], mut target: impl FnMut(u32) -> u32) -> Digraph<'static> {
    let mut starts = Vec::with_capacity(degrees.len() + 1);
    let mut arcs = 0;
    starts.push(0);
    for &degree in degrees {
        arcs += degree;
        starts.push(arcs);
    }
    let mut targets = Vec::with_capacity(arcs as usize);
    for (from, &degree) in degrees.iter().enumerate() {
        targets.extend((0..degree).map(|_| target(from as u32)));
    }
    Digraph::from_rows(starts, targets).expect("every target is a node")
}

#[cfg(test)]
mod tests {
    use super::super::engine::label;
    use super::super::labels::Label;
    use super::*;
    use crate::graph::NodeId;

    #[test]
    fn the_seed_decides() {
        assert_eq!(uniform(50, 200, 3), uniform(50, 200, 3));
        assert_ne!(uniform(50, 200, 3), uniform(50, 200, 4));
        assert_eq!(uniform(50, 200, 3).arc_count(), 200);
        assert_eq!(uniform(0, 0, 3).node_count(), 0);
    }

    #[test]
    fn geometric_degrees_have_their_mean_and_dead_ends() {
        let digraph = geometric(100_000, 5.0, 1);
        let mean = digraph.arc_count() as f64 / 100_000.0;
        assert!((mean - 5.0).abs() < 0.1, "{mean}");
        let ends = digraph.nodes().filter(|&v| digraph.out_degree(v) == 0);
        let share = ends.count() as f64 / 100_000.0;
        assert!((share - 1.0 / 6.0).abs() < 0.01, "{share}");
        assert_eq!(geometric(100, 0.0, 1).arc_count(), 0);
    }

    #[test]
    fn back_arcs_have_their_share() {
        let digraph = nearly_acyclic(10_000, 100_000, 0.01, 5);
        let back = digraph.arcs().filter(|(from, to)| to > from).count();
        assert!((800..1200).contains(&back), "{back}");
        assert!(digraph.arcs().all(|(from, to)| from != to));
        assert!(
            nearly_acyclic(1000, 5000, 0.0, 5)
                .arcs()
                .all(|(u, v)| v < u)
        );
    }

    #[test]
    fn a_transitive_tournament_is_nim() {
        let digraph = transitive_tournament(30);
        let labels = label(&digraph);
        for v in 0..30 {
            assert_eq!(labels.of(NodeId::new(v as usize)), Label::Finite(v));
        }
    }
}
