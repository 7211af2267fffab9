//! Solves a network: the outcome, every winning move, and the principal partition of its graph.
//!
//! `cargo run --example solve`

use std::error::Error;
use switchyard::{EdgeId, Network, Outcome, Position, Side, partition};

/// The labels of edges, as files and players write them: they count from 1.
fn labels(edges: &[EdgeId]) -> String {
    let labels: Vec<String> = edges.iter().map(EdgeId::to_string).collect();
    labels.join(" ")
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // Two triangles side by side, joined by two edges; the terminals are at the far ends.
    let pairs = [
        (0, 1),
        (0, 2),
        (1, 2),
        (1, 3),
        (2, 4),
        (3, 4),
        (3, 5),
        (4, 5),
    ];
    let network = Network::from_pairs(6, (0, 5), &pairs)?;
    let parts = partition(network.graph());
    let mut position = Position::new(network);

    let verdict = position.solve();
    println!("outcome: {}", verdict.outcome);
    for side in Side::BOTH {
        println!("{side} wins with: {}", labels(verdict.winning.of(side)));
    }
    println!("principal partition: P = {}", labels(&parts.p));
    println!("  P* = {}", labels(&parts.p_star));
    println!("  R = {}", labels(&parts.r));
    assert_eq!(verdict.outcome, Outcome::Cut);

    // SHORT is given two edges before the game starts.
    position.play(Side::Short, EdgeId::new(0))?;
    position.play(Side::Short, EdgeId::new(7))?;
    println!("after SHORT's 1 and 8: {}", position.outcome());
    assert_eq!(position.outcome(), Outcome::Short);
    Ok(())
}
