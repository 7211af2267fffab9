//! The switching game: outcome, every winning move, certificate and partition of small networks.

use crate::{EVERY_POSITION, Findings, Range, Subject};
use std::sync::Arc;
use switchyard::graph::{EdgeId, Graph};
use switchyard::switching::{Network, Position, Side, Target};
use switchyard_oracle::graphs::{
    connected_graphs, multigraphs as all_multigraphs, network, terminals,
};
use switchyard_oracle::switching::{Oracle, partition};

/// Of graphs on at most this many vertices too: these have up to ten edges.
const EVERY_POSITION_VERTICES: usize = 5;

pub(super) fn graphs(subject: &Subject, vertices: usize, range: Range, findings: &mut Findings) {
    for graph in &connected_graphs(vertices)[range.0..range.1] {
        let every = vertices <= EVERY_POSITION_VERTICES || graph.edge_count() <= EVERY_POSITION;
        examine(subject, graph, every, findings);
    }
}

pub(super) fn multigraphs(
    subject: &Subject,
    vertices: usize,
    edges: usize,
    range: Range,
    findings: &mut Findings,
) {
    for graph in &all_multigraphs(vertices, edges)[range.0..range.1] {
        examine(subject, graph, edges <= EVERY_POSITION, findings);
    }
}

/// The partition of a graph; the first position, or every one, with every pair of terminals and of the
/// join-all game.
fn examine(subject: &Subject, graph: &Graph, every: bool, findings: &mut Findings) {
    let found = (subject.partition)(graph);
    let expected = partition(graph);
    findings.covered.partitions += 1;
    let parts = [found.p, found.p_star, found.r];
    findings.agree(&parts, &[expected.p, expected.p_star, expected.r], || {
        format!("the partition of {graph:?}")
    });
    for (left, right) in terminals(graph) {
        let network = network(graph.clone(), left, right);
        examine_network(subject, &network, every, findings);
    }
    let join_all = Network::join_all(graph.clone()).expect("two vertices");
    examine_network(subject, &Arc::new(join_all), every, findings);
}

fn examine_network(
    subject: &Subject,
    network: &Arc<Network>,
    every: bool,
    findings: &mut Findings,
) {
    let mut oracle = Oracle::new(network);
    match network.target() {
        Target::Terminals => findings.covered.networks += 1,
        Target::All => findings.covered.join_all += 1,
    }
    if every {
        for position in positions(network) {
            examine_position(subject, &mut oracle, &position, findings);
        }
    } else {
        let start = Position::new(Arc::clone(network));
        examine_position(subject, &mut oracle, &start, findings);
    }
}

/// Every position: number n has edge i free, SHORT's or CUT's by the i-th ternary digit of n.
fn positions(network: &Arc<Network>) -> impl Iterator<Item = Position> + '_ {
    let edges = network.graph().edge_count();
    (0..3_usize.pow(edges as u32)).map(move |number| {
        let claims = (0..edges).map(|edge| (number / 3_usize.pow(edge as u32) % 3, edge));
        let moves = claims.filter_map(|(digit, edge)| match digit {
            0 => None,
            1 => Some((Side::Short, EdgeId::new(edge))),
            _ => Some((Side::Cut, EdgeId::new(edge))),
        });
        Position::with_moves(network.clone(), moves).expect("every edge is claimed once")
    })
}

/// Everything the solver says of a position.
fn examine_position(
    subject: &Subject,
    oracle: &mut Oracle,
    position: &Position,
    findings: &mut Findings,
) {
    findings.covered.positions += 1;
    let verdict = (subject.solve)(position);
    let expected = oracle.outcome(position);
    findings.agree(&verdict.outcome, &expected, || {
        format!("the outcome of {position:?}")
    });
    findings.agree(&(subject.outcome)(position), &expected, || {
        format!("the outcome alone of {position:?}")
    });
    for side in Side::BOTH {
        let expected = oracle.winning_moves(position, side);
        findings.agree(&verdict.winning.of(side), &&expected[..], || {
            format!("the winning moves of {side} in {position:?}")
        });
    }
    // What the checker accepts must be true, and it must accept what the solver proves.
    findings.agree(&verdict.certificate.outcome(), &expected, || {
        format!("what is proved of {position:?}")
    });
    if let Err(why) = (subject.check)(position, &verdict.certificate) {
        findings.disagree(|| format!("the certificate of {position:?}: {why}"));
    }
}
