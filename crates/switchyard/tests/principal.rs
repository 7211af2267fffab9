//! Proofs of principal partitions: against the oracle, and mutated ones are refused.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::switching::principal::{EdgeClass, EdgeReason, PartitionProof};
use switchyard::switching::{check_partition, edge_reason, prove_partition};
use switchyard::{Network, Outcome, Position, partition, solve};
use switchyard_oracle::switching as oracle;

fn random_graph(rng: &mut ChaCha8Rng, most: usize) -> Graph {
    let n = rng.random_range(1..=most);
    let m = rng.random_range(0..=3 * n);
    let pairs: Vec<(usize, usize)> = (0..m)
        .map(|_| (rng.random_range(0..n), rng.random_range(0..n)))
        .collect();
    Graph::from_pairs(n, &pairs)
}

#[test]
fn proofs_hold_and_say_what_the_solver_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for round in 0..3_000 {
        let graph = random_graph(&mut rng, if round % 100 == 0 { 120 } else { 9 });
        let proof = prove_partition(&graph);
        assert_eq!(proof.partition, partition(&graph), "{graph:?}");
        assert_eq!(check_partition(&graph, &proof), Ok(()), "{graph:?}");
    }
}

#[test]
fn the_proved_partition_is_that_of_exhaustive_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut tried = 0;
    while tried < 150 {
        let graph = random_graph(&mut rng, 5);
        if graph.edge_count() > 9 {
            continue;
        }
        tried += 1;
        let (found, wanted) = (prove_partition(&graph).partition, oracle::partition(&graph));
        assert_eq!(found.p, wanted.p, "{graph:?}");
        assert_eq!(found.p_star, wanted.p_star, "{graph:?}");
        assert_eq!(found.r, wanted.r, "{graph:?}");
    }
}

/// Every exchange leaves two forests without a common edge (but for the copy), and the result shows what it says.
#[test]
fn swapping_sequences_keep_the_trees_and_end_where_they_should() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut longest = 0;
    for _ in 0..1_500 {
        let graph = random_graph(&mut rng, 10);
        let proof = prove_partition(&graph);
        for edge in graph.edges() {
            let reason = edge_reason(&graph, &proof, edge);
            assert_eq!(reason.class, proof.class_of(edge));
            longest = longest.max(reason.steps.len());
            follow(&graph, &proof, edge, &reason);
            shows(&graph, edge, &reason);
        }
    }
    assert!(longest >= 4, "the longest sequence has {longest} swaps");
}

fn is_forest(graph: &Graph, edges: &[EdgeId]) -> bool {
    let mut name: Vec<usize> = (0..graph.vertex_count()).collect();
    edges.iter().all(|&edge| {
        let [u, v] = graph.ends(edge).map(|end| name[end.index()]);
        for other in &mut name {
            if *other == u {
                *other = v;
            }
        }
        u != v
    })
}

fn follow(graph: &Graph, proof: &PartitionProof, edge: EdgeId, reason: &EdgeReason) {
    let mut trees = proof.forests.clone();
    for step in &reason.steps {
        let tree = &mut trees[step.tree];
        let before = tree.len();
        tree.retain(|&kept| Some(kept) != step.out);
        assert_eq!(
            before - tree.len(),
            usize::from(step.out.is_some()),
            "{graph:?}"
        );
        assert!(!tree.contains(&step.into), "{graph:?}");
        tree.push(step.into);
        assert!(is_forest(graph, tree), "{graph:?} {edge} {reason:?}");
    }
    let both: Vec<EdgeId> = trees[0]
        .iter()
        .copied()
        .filter(|kept| trees[1].contains(kept))
        .collect();
    let has = |tree: usize| trees[tree].contains(&edge);
    match reason.class {
        EdgeClass::P => {
            assert_eq!(both, []);
            assert!(!has(0) && !has(1), "{graph:?}");
        }
        EdgeClass::PStar => assert_eq!(both, [edge], "{graph:?}"),
        EdgeClass::R => assert!(has(0) != has(1)),
    }
}

fn shows(graph: &Graph, edge: EdgeId, reason: &EdgeReason) {
    if !reason.circuit.is_empty() {
        // Every vertex of a circuit has two of its edge ends.
        let mut degree = vec![0; graph.vertex_count()];
        for end in reason.circuit.iter().flat_map(|&edge| graph.ends(edge)) {
            degree[end.index()] += 1;
        }
        assert!(
            degree.iter().all(|&d| d == 0 || d == 2),
            "{graph:?} {reason:?}"
        );
        assert!(reason.circuit.contains(&edge));
    }
    if !reason.cutset.is_empty() {
        // A circuit and a cutset meet in an even number of edges, and without the cutset the ends are apart.
        assert!(reason.cutset.contains(&edge));
        let common = reason
            .circuit
            .iter()
            .filter(|kept| reason.cutset.contains(kept));
        assert_eq!(common.count() % 2, 0, "{graph:?} {reason:?}");
        let kept: Vec<EdgeId> = graph
            .edges()
            .filter(|kept| !reason.cutset.contains(kept))
            .collect();
        let mut name: Vec<usize> = (0..graph.vertex_count()).collect();
        for edge in kept {
            let [u, v] = graph.ends(edge).map(|end| name[end.index()]);
            name.iter_mut()
                .filter(|other| **other == u)
                .for_each(|other| *other = v);
        }
        let [u, v] = graph.ends(edge).map(|end| name[end.index()]);
        assert_ne!(u, v);
    }
    // The edge's own game, by the solver.
    let [u, v] = graph.ends(edge);
    if u == v {
        assert_eq!(reason.class, EdgeClass::P);
        return;
    }
    let rest: Vec<(usize, usize)> = graph
        .edges()
        .filter(|&other| other != edge)
        .map(|other| graph.ends(other).map(VertexId::index))
        .map(|[u, v]| (u, v))
        .collect();
    let network = Network::new(Graph::from_pairs(graph.vertex_count(), &rest), u, v).unwrap();
    let wanted = match reason.class {
        EdgeClass::P => Outcome::Short,
        EdgeClass::PStar => Outcome::Cut,
        EdgeClass::R => Outcome::First,
    };
    assert_eq!(solve(&Position::new(network)).outcome, wanted);
}

/// A mutated proof is refused, unless it is still a proof of the partition that it claims.
#[test]
fn mutated_proofs_are_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut refused = [0; 8];
    for _ in 0..4_000 {
        let graph = random_graph(&mut rng, 9);
        if graph.edge_count() == 0 {
            continue;
        }
        let right = prove_partition(&graph);
        let mut proof = right.clone();
        let kind = rng.random_range(0..8_usize);
        mutate(&mut rng, &graph, &mut proof, kind);
        match check_partition(&graph, &proof) {
            Ok(()) => assert_eq!(sorted(&proof), sorted(&right), "{kind} {graph:?}"),
            Err(_) => refused[kind] += 1,
        }
    }
    assert!(refused.iter().all(|&count| count > 20), "{refused:?}");
}

fn sorted(proof: &PartitionProof) -> [Vec<EdgeId>; 3] {
    let parts = &proof.partition;
    [&parts.p, &parts.p_star, &parts.r].map(|part| {
        let mut part = part.clone();
        part.sort_unstable();
        part
    })
}

fn mutate(rng: &mut ChaCha8Rng, graph: &Graph, proof: &mut PartitionProof, kind: usize) {
    let any_edge = |rng: &mut ChaCha8Rng| EdgeId::new(rng.random_range(0..graph.edge_count() + 1));
    let any_vertex =
        |rng: &mut ChaCha8Rng| VertexId::new(rng.random_range(0..graph.vertex_count() + 1));
    match kind {
        // An edge moves to another part.
        0 => {
            let parts = &mut proof.partition;
            let edge = parts.p.pop().or_else(|| parts.p_star.pop());
            let edge = edge.unwrap_or_else(|| EdgeId::new(0));
            parts.r.push(edge);
        }
        1 => {
            let edge = any_edge(rng);
            proof.forests[rng.random_range(0..2)].push(edge);
        }
        2 => {
            let forest = rng.random_range(0..2);
            proof.forests[forest].pop();
        }
        3 if rng.random_bool(0.5) => drop(proof.dependent.pop()),
        3 => proof.dependent.push(vec![any_vertex(rng), any_vertex(rng)]),
        4 if rng.random_bool(0.5) => drop(proof.clumps.pop()),
        4 => proof.clumps.push(vec![any_vertex(rng), any_vertex(rng)]),
        5 if rng.random_bool(0.5) => drop(proof.from.pop()),
        5 => {
            let pair = (any_edge(rng), any_edge(rng));
            let at = rng.random_range(0..=proof.from.len());
            proof.from.insert(at, pair);
        }
        6 if rng.random_bool(0.5) => drop(proof.to.pop()),
        6 => {
            let next = rng.random_bool(0.5).then(|| any_edge(rng));
            let edge = any_edge(rng);
            let at = rng.random_range(0..=proof.to.len());
            proof.to.insert(at, (edge, next));
        }
        // A chain is told in another order, or leads elsewhere.
        _ => match rng.random_range(0..3) {
            0 => proof.from.reverse(),
            1 => proof.to.reverse(),
            _ => {
                let edge = any_edge(rng);
                if let Some(last) = proof.to.last_mut() {
                    last.1 = Some(edge);
                }
            }
        },
    }
}
