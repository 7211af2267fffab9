//! Coins on a digraph, in words.

use switchyard::coins::{LabelsError, Outcome, Rating, TraceReason, TraceStep};
use switchyard::graph::NodeId;

/// What a sentence about a position needs to know.
#[derive(Clone, Copy, Debug)]
pub struct SumFacts<'a> {
    /// Who wins.
    pub outcome: Outcome,
    /// Whether no coin can move.
    pub is_over: bool,
    /// The Nim-sum of the coins on numbers.
    pub nim_sum: u32,
    /// How many coins are on ∞.
    pub infinite: usize,
    /// The best move, from and to, by name.
    pub best: Option<(&'a str, &'a str)>,
}

/// Who wins with these coins, and why.
pub fn sentence(facts: &SumFacts<'_>) -> String {
    let by = facts
        .best
        .map_or(String::new(), |(from, to)| format!(", by {from} → {to}"));
    let sum = facts.nim_sum;
    match (facts.outcome, facts.infinite) {
        _ if facts.is_over => "No coin can move: whoever moved last has won.".to_owned(),
        (Outcome::First, 0) => {
            format!("Whoever is to move wins{by}: the Nim-sum is {sum}, and the move makes it 0.")
        }
        (Outcome::First, _) => format!(
            "Whoever is to move wins{by}: the coin on ∞ goes to a node whose label is {sum}, the \
             Nim-sum of the others."
        ),
        (Outcome::Second, _) => "Whoever has just moved wins: the Nim-sum is 0, and every move \
            makes it something else."
            .to_owned(),
        (Outcome::Draw, 1) => format!(
            "A draw: the coin on ∞ can go round for ever, and no follower of it has the label \
             {sum} that would win."
        ),
        (Outcome::Draw, n) => {
            format!("A draw: {n} coins stand on ∞, and nobody can bring both down.")
        }
    }
}

/// The outcome alone.
pub fn headline(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::First => "the first player wins",
        Outcome::Second => "the second player wins",
        Outcome::Draw => "a draw",
    }
}

/// What the best move is for.
pub fn purpose(rating: Rating) -> &'static str {
    match rating {
        Rating::Wins => "to win",
        Rating::Draws => "to keep the draw",
        Rating::Loses => "to delay the loss",
    }
}

/// Why labels are wrong, with the names of the nodes.
pub fn wrong_labels<N: Copy + std::fmt::Display>(
    error: &LabelsError<N>,
    name: impl Fn(N) -> String,
) -> String {
    match error {
        LabelsError::NoWayBack {
            node,
            label,
            counter,
            follower,
        } => format!(
            "node {} is labelled {label} with counter {counter}, but its follower {} is labelled \
             higher and has no follower labelled {label} with a smaller counter",
            name(*node),
            name(*follower)
        ),
        _ => match error.node() {
            Some(node) => format!("node {}: {error}", name(node)),
            None => error.to_string(),
        },
    }
}

/// Why a node gets its label in the walk of the four steps.
pub fn labelling(step: &TraceStep, name: impl Fn(NodeId) -> String) -> String {
    /// Of many followers, only some are named.
    const TOLD: usize = 6;
    let i = step.round;
    match &step.reason {
        TraceReason::Number { back } if back.is_empty() => {
            format!("no follower is labelled {i}, and no follower is without a number")
        }
        TraceReason::Number { back } => {
            let told = back.iter().take(TOLD);
            let mut ways: Vec<String> = told
                .map(|&(v, w)| format!("{} to {}", name(v), name(w)))
                .collect();
            if back.len() > TOLD {
                ways.push(format!("and {} more", back.len() - TOLD));
            }
            format!(
                "no follower is labelled {i}, and every follower without a number leads back to {i}: {}",
                ways.join(", ")
            )
        }
        TraceReason::Infinity { blocker } => format!(
            "no follower is labelled {i}, but the follower {} has no number and no follower labelled {i}",
            name(*blocker)
        ),
    }
}
