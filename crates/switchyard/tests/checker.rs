//! The checker alone: whatever it is shown, for whatever position, it accepts no falsehood.

use std::sync::Arc;
use switchyard::graph::{EdgeId, VertexId};
use switchyard::switching::certificate::{Certificate, Won};
use switchyard::switching::check;
use switchyard::switching::solve;
use switchyard::switching::{Network, Outcome, Position, Side};
use switchyard_oracle::graphs::{multigraphs, network, terminals};
use switchyard_oracle::switching::Oracle;

/// Every position of a network of few edges: each free, SHORT's or CUT's.
fn positions(network: &Arc<Network>) -> Vec<Position> {
    let mut moves: Vec<Vec<(Side, EdgeId)>> = vec![Vec::new()];
    for edge in network.graph().edges() {
        for made in moves.clone() {
            for side in Side::BOTH {
                let mut more = made.clone();
                more.push((side, edge));
                moves.push(more);
            }
        }
    }
    let position = |made| Position::with_moves(network.clone(), made).unwrap();
    moves.into_iter().map(position).collect()
}

fn small_networks() -> impl Iterator<Item = Arc<Network>> {
    let graphs = multigraphs(3, 3).into_iter().chain(multigraphs(4, 3));
    graphs.flat_map(|graph| {
        terminals(&graph).map(move |(left, right)| network(graph.clone(), left, right))
    })
}

/// What is true of one position is shown for every other of the same network.
#[test]
fn a_certificate_of_another_position_proves_no_falsehood() {
    let (mut accepted, mut refused) = (0, 0);
    for network in small_networks() {
        let mut oracle = Oracle::new(&network);
        let positions = positions(&network);
        let proofs: Vec<Certificate> = positions.iter().map(|p| solve(p).certificate).collect();
        for position in &positions {
            let truth = oracle.outcome(position);
            for proof in &proofs {
                if check(position, proof).is_ok() {
                    assert_eq!(proof.outcome(), truth, "{proof:?} of {position:?}");
                    accepted += 1;
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(
        accepted > 10_000 && refused > 10_000,
        "{accepted} {refused}"
    );
}

/// Every list of up to three edges as SHORT's path, every set of vertices as CUT's.
#[test]
fn only_a_finished_game_is_over() {
    for network in small_networks() {
        let paths = lists(&network);
        let sets = 0..1_usize << network.graph().vertex_count();
        let sets: Vec<Vec<VertexId>> = sets.map(|set| members(&network, set)).collect();
        for position in positions(&network) {
            let proved = |won: Won| check(&position, &Certificate::Over(won)).is_ok();
            let joined = paths.iter().any(|path| proved(Won::Path(path.clone())));
            let apart = sets.iter().any(|set| proved(Won::Apart(set.clone())));
            let found = [joined, apart];
            let winner = position.winner();
            assert_eq!(
                found,
                Side::BOTH.map(|side| winner == Some(side)),
                "{position:?}"
            );
        }
    }
}

fn lists(network: &Network) -> Vec<Vec<EdgeId>> {
    let mut all: Vec<Vec<EdgeId>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..3 {
        let to = all.len();
        for at in from..to {
            for edge in network.graph().edges() {
                let mut longer = all[at].clone();
                longer.push(edge);
                all.push(longer);
            }
        }
        from = to;
    }
    all
}

fn members(network: &Network, set: usize) -> Vec<VertexId> {
    let vertices = network.graph().vertices();
    vertices.filter(|v| set >> v.index() & 1 == 1).collect()
}

/// The two-sided proof says something of both sides: either half alone may be the false one.
#[test]
fn both_openings_are_looked_at() {
    let mut refused = 0;
    for network in small_networks() {
        let positions = positions(&network);
        let proofs: Vec<Certificate> = positions.iter().map(|p| solve(p).certificate).collect();
        for (position, own) in positions.iter().zip(&proofs) {
            let Certificate::First { short, cut } = own else {
                continue;
            };
            assert_eq!(own.outcome(), Outcome::First);
            for other in &proofs {
                let Certificate::First {
                    short: other_short,
                    cut: other_cut,
                } = other
                else {
                    continue;
                };
                for (short, cut) in [(short, other_cut), (other_short, cut)] {
                    let mixed = Certificate::First {
                        short: short.clone(),
                        cut: cut.clone(),
                    };
                    // A move that was made already is no opening, whatever follows it.
                    let played = [short, cut].iter().any(|o| !position.is_legal(o.edge));
                    let verdict = check(position, &mixed);
                    assert!(!(played && verdict.is_ok()), "{mixed:?} of {position:?}");
                    refused += u32::from(verdict.is_err());
                }
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}
