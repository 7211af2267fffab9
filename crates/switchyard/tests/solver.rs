//! The solver, the partition and the checker against exhaustive search.

use std::sync::Arc;
use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::switching::certificate::{Certificate, Opening, Proof};
use switchyard::switching::{
    Claim, Network, Position, Side, Target, check, outcome, partition, solve, study,
};
use switchyard_oracle::graphs::{connected_graphs, small_networks};
use switchyard_oracle::sampler::Sampler;
use switchyard_oracle::switching::{self as oracle, Oracle};

/// Everything the solver says of a position, held against the oracle.
fn check_position(oracle: &mut Oracle, position: &Position) {
    let verdict = solve(position);
    assert_eq!(
        verdict.outcome,
        oracle.outcome(position),
        "outcome of {position:?}"
    );
    assert_eq!(outcome(position), verdict.outcome);
    for side in Side::BOTH {
        assert_eq!(
            verdict.winning.of(side),
            oracle.winning_moves(position, side),
            "winning moves of {side} in {position:?}"
        );
    }
    assert_eq!(verdict.certificate.outcome(), verdict.outcome);
    check(position, &verdict.certificate)
        .unwrap_or_else(|why| panic!("{why}: {:?} of {position:?}", verdict.certificate));
}

#[test]
fn all_connected_graphs_of_six_vertices_with_all_terminals() {
    let mut networks = 0;
    for network in small_networks(6) {
        check_position(&mut Oracle::new(&network), &Position::new(network.clone()));
        networks += 1;
    }
    // 1 + 2·3 + 6·6 + 21·10 + 112·15 graphs and pairs.
    assert_eq!(networks, 1933);
}

#[test]
fn random_multigraphs_from_the_middle_of_the_game() {
    let mut sampler = Sampler::new(2);
    for _ in 0..6000 {
        let network = sampler.network(7, 12);
        let mut oracle = Oracle::new(&network);
        check_position(&mut oracle, &Position::new(network.clone()));
        for played in [8, 4, 2] {
            let position = sampler.position(&network, played);
            check_position(&mut oracle, &position);
        }
    }
}

#[test]
fn partition_answers_the_game_of_every_edge() {
    let mut sampler = Sampler::new(3);
    let small = (2..=5).flat_map(connected_graphs);
    let random: Vec<_> = (0..2000).map(|_| sampler.graph(6, 10)).collect();
    for graph in small.chain(random) {
        let expected = oracle::partition(&graph);
        let found = partition(&graph);
        assert_eq!(found.p, expected.p, "P of {graph:?}");
        assert_eq!(found.p_star, expected.p_star, "P* of {graph:?}");
        assert_eq!(found.r, expected.r, "R of {graph:?}");
    }
}

/// What is left of a position: SHORT's edges contracted, CUT's gone. With the board's names of the
/// edges.
fn remains(position: &Position) -> (Graph, Vec<EdgeId>) {
    let graph = position.network().graph();
    let mut name: Vec<usize> = (0..graph.vertex_count()).collect();
    for edge in graph
        .edges()
        .filter(|&e| position.claim_of(e) == Claim::Short)
    {
        let [u, v] = graph.ends(edge).map(|end| name[end.index()]);
        for name in &mut name {
            if *name == u {
                *name = v;
            }
        }
    }
    let ids: Vec<EdgeId> = position.free_edges().collect();
    let ends = |&edge: &EdgeId| {
        let [u, v] = graph.ends(edge).map(|end| name[end.index()]);
        (u, v)
    };
    let pairs: Vec<_> = ids.iter().map(ends).collect();
    (Graph::from_pairs(graph.vertex_count(), &pairs), ids)
}

#[test]
fn a_study_is_the_verdict_and_the_partition_of_what_is_left() {
    let mut sampler = Sampler::new(11);
    let mut over = [0; 2];
    for round in 0..1500 {
        let mut network = sampler.network(6, 10);
        let joins_all = round % 2 == 1;
        if joins_all {
            network = Arc::new(Network::clone(&network).with_target(Target::All));
        }
        let position = sampler.position(&network, 6);
        let (verdict, found) = study(&position);
        assert_eq!(verdict, solve(&position), "{position:?}");
        over[usize::from(joins_all)] += usize::from(position.winner().is_some());
        let (left, ids) = remains(&position);
        let expected = oracle::partition(&left);
        let named = |edges: &[EdgeId]| edges.iter().map(|e| ids[e.index()]).collect::<Vec<_>>();
        assert_eq!(found.p, named(&expected.p), "P of {position:?}");
        assert_eq!(found.p_star, named(&expected.p_star), "P* of {position:?}");
        assert_eq!(found.r, named(&expected.r), "R of {position:?}");
    }
    assert!(
        over.iter().all(|&over| over > 50),
        "only {over:?} games were over"
    );
}

/// The moves that were made in a position.
fn moves(position: &Position) -> Vec<(Side, EdgeId)> {
    let side = |edge| match position.claim_of(edge) {
        Claim::Free => None,
        Claim::Short => Some((Side::Short, edge)),
        Claim::Cut => Some((Side::Cut, edge)),
    };
    position
        .network()
        .graph()
        .edges()
        .filter_map(side)
        .collect()
}

/// On a board with far more vertices than edges most of them are removed before it is solved.
#[test]
fn isolated_vertices_matter_to_the_join_all_game_only() {
    let mut sampler = Sampler::new(12);
    let mut seen = [0; 3];
    for round in 0..4000 {
        let network = sampler.network(7, 12);
        let edges = network.graph().edge_count();
        // With the fewest vertices nothing is removed.
        let vertices = (edges + edges / 4 + 2 + sampler.number(0, edges)).max(7);
        let board = sampler.scatter(&network, vertices);
        let position = sampler.position(&board, [100, 8, 4, 2][round % 4]);
        check_position(&mut Oracle::new(&board), &position);
        let (verdict, partition) = study(&position);
        assert_eq!(verdict, solve(&position), "{position:?}");
        let dense = Position::with_moves(network, moves(&position)).unwrap();
        let (expected, expected_partition) = study(&dense);
        assert_eq!(verdict.outcome, expected.outcome, "{position:?}");
        assert_eq!(verdict.winning, expected.winning, "{position:?}");
        assert_eq!(partition, expected_partition, "{position:?}");
        seen[verdict.outcome as usize] += 1;

        let board = Arc::new((*board).clone().with_target(Target::All));
        let position = Position::with_moves(board.clone(), moves(&position)).unwrap();
        check_position(&mut Oracle::new(&board), &position);
        let (verdict, partition) = study(&position);
        assert_eq!(verdict, solve(&position), "{position:?}");
        assert_eq!(partition, expected_partition, "{position:?}");
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

/// Every way to spoil a proof a little: drop, replace or repeat one item of one of its lists.
fn mutants(proof: &Proof, network: &Network) -> Vec<Proof> {
    let mut out = Vec::new();
    let mut vary = |edit: &dyn Fn(&mut Proof)| {
        let mut copy = proof.clone();
        edit(&mut copy);
        out.push(copy);
    };
    let lists = match proof {
        Proof::Short(trees) => &trees.trees,
        Proof::Cut(forests) => &forests.forests,
    };
    for (which, list) in lists.iter().enumerate() {
        for at in 0..list.len() {
            vary(&|p| {
                edges(p, which).remove(at);
            });
            for edge in network.graph().edges() {
                vary(&|p| edges(p, which)[at] = edge);
            }
        }
        vary(&|p| edges(p, which).push(EdgeId::new(network.graph().edge_count())));
        vary(&|p| edges(p, which).clear());
    }
    if let Proof::Short(trees) = proof {
        for at in 0..trees.vertices.len() {
            vary(&|p| {
                vertices(p).remove(at);
            });
        }
        vary(&|p| vertices(p).push(VertexId::new(network.graph().vertex_count())));
    }
    if let Proof::Cut(forests) = proof {
        for at in 0..forests.classes.len() {
            vary(&|p| {
                if let Proof::Cut(forests) = p {
                    forests.classes.remove(at);
                }
            });
        }
    }
    out
}

fn edges(proof: &mut Proof, which: usize) -> &mut Vec<EdgeId> {
    match proof {
        Proof::Short(trees) => &mut trees.trees[which],
        Proof::Cut(forests) => &mut forests.forests[which],
    }
}

fn vertices(proof: &mut Proof) -> &mut Vec<VertexId> {
    match proof {
        Proof::Short(trees) => &mut trees.vertices,
        Proof::Cut(_) => unreachable!("only SHORT's proof has a vertex set"),
    }
}

/// A spoilt certificate may by luck be another valid one; never may it prove a falsehood.
#[test]
fn no_spoilt_certificate_proves_a_falsehood() {
    let mut sampler = Sampler::new(4);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..800 {
        let network = sampler.network(5, 8);
        let mut oracle = Oracle::new(&network);
        let position = sampler.position(&network, 8);
        let truth = oracle.outcome(&position);
        let mut judge = |certificate: &Certificate| match check(&position, certificate) {
            Ok(()) => {
                assert_eq!(
                    certificate.outcome(),
                    truth,
                    "{certificate:?} of {position:?}"
                );
                accepted += 1;
            }
            Err(_) => refused += 1,
        };
        match solve(&position).certificate {
            Certificate::Over(_) => {}
            Certificate::Second(proof) => {
                for mutant in mutants(&proof, &network) {
                    judge(&Certificate::Second(mutant));
                }
            }
            Certificate::First { short, cut } => {
                for mutant in mutants(&short.proof, &network) {
                    let short = Opening {
                        proof: mutant,
                        ..short.clone()
                    };
                    judge(&Certificate::First {
                        short,
                        cut: cut.clone(),
                    });
                }
                for edge in network.graph().edges() {
                    let wrong = Opening {
                        edge,
                        ..cut.clone()
                    };
                    judge(&Certificate::First {
                        short: short.clone(),
                        cut: wrong,
                    });
                    judge(&Certificate::Second(short.proof.clone()));
                    judge(&Certificate::Second(cut.proof.clone()));
                }
            }
        }
    }
    assert!(refused > 5000 && accepted > 0, "{refused} {accepted}");
}

#[test]
fn refusals_give_the_reason() {
    let graph = Graph::from_pairs(3, &[(0, 1), (0, 1), (1, 2), (1, 2)]);
    let network = Network::new(graph, VertexId::new(0), VertexId::new(2)).unwrap();
    let position = Position::new(Arc::new(network));
    let Certificate::Second(Proof::Short(trees)) = solve(&position).certificate else {
        panic!("SHORT wins");
    };
    let why = |edit: &dyn Fn(&mut switchyard::switching::certificate::TwoTrees)| {
        let mut spoilt = trees.clone();
        edit(&mut spoilt);
        let certificate = Certificate::Second(Proof::Short(spoilt));
        check(&position, &certificate).unwrap_err().to_string()
    };
    assert_eq!(
        why(&|t| {
            t.vertices.pop();
        }),
        "terminal 3 is not in the vertex set"
    );
    assert!(
        why(&|t| {
            t.vertices.remove(1);
        })
        .contains("which is not in the vertex set")
    );
    assert!(
        why(&|t| {
            t.trees[0].pop();
        })
        .contains("needs 2 to span")
    );
    assert!(why(&|t| t.trees[0] = t.trees[1].clone()).contains("is used twice"));
}
