//! Coins on a digraph: the paper's four steps, literally, and every
//! outcome by retrograde analysis of the product graph.

use switchyard::coins::{LabelSet, Outcome, Value};
use switchyard::graph::{Digraph, NodeId};

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    None,
    Number(u32),
    Infinity,
}

/// Steps 1 to 4 of the paper, then K adjoined to every ∞.
pub fn four_steps(digraph: &Digraph<'_>) -> Vec<Value> {
    let n = digraph.node_count();
    let mut marks = vec![Mark::None; n];
    let row = |u: usize| digraph.followers(NodeId::new(u)).map(NodeId::index);
    let mut i = 0;
    while marks.contains(&Mark::None) {
        let sees = |marks: &[Mark], u: usize| row(u).any(|v| marks[v] == Mark::Number(i));
        loop {
            let fits = |&u: &usize| {
                let waiting = |&v: &usize| !matches!(marks[v], Mark::Number(_));
                marks[u] == Mark::None
                    && !sees(&marks, u)
                    && row(u).filter(waiting).all(|v| sees(&marks, v))
            };
            let Some(u) = (0..n).find(fits) else { break };
            marks[u] = Mark::Number(i);
        }
        for u in 0..n {
            if marks[u] == Mark::None && !sees(&marks, u) {
                marks[u] = Mark::Infinity;
            }
        }
        i += 1;
    }
    let number = |v: usize| match marks[v] {
        Mark::Number(label) => Some(label),
        _ => None,
    };
    let value = |u: usize| match number(u) {
        Some(label) => Value::Finite(label),
        None => Value::Infinite(LabelSet::new(row(u).filter_map(number).collect())),
    };
    (0..n).map(value).collect()
}

/// The outcome of every placing of `coins` coins; coins c₀, c₁, … are at place c₀ + n·c₁ + ….
pub fn outcomes(digraph: &Digraph<'_>, coins: u32) -> Vec<Outcome> {
    let n = digraph.node_count();
    let size = n.pow(coins);
    let mut moves: Vec<Vec<usize>> = Vec::with_capacity(size);
    for place in 0..size {
        let mut row = Vec::new();
        for coin in 0..coins {
            let unit = n.pow(coin);
            let u = place / unit % n;
            let followers = digraph.followers(NodeId::new(u));
            row.extend(followers.map(|v| place - u * unit + v.index() * unit));
        }
        moves.push(row);
    }
    let mut outcomes = vec![Outcome::Draw; size];
    let mut changed = true;
    while changed {
        changed = false;
        for place in 0..size {
            if outcomes[place] != Outcome::Draw {
                continue;
            }
            let mut next = moves[place].iter().map(|&q| outcomes[q]);
            if next.clone().any(|o| o == Outcome::Second) {
                outcomes[place] = Outcome::First;
                changed = true;
            } else if next.all(|o| o == Outcome::First) {
                outcomes[place] = Outcome::Second;
                changed = true;
            }
        }
    }
    outcomes
}

/// The coins of a place in [`outcomes`].
pub fn coins_at(place: usize, nodes: usize, coins: u32) -> Vec<NodeId> {
    let coin = |c| NodeId::new(place / nodes.pow(c) % nodes);
    (0..coins).map(coin).collect()
}
