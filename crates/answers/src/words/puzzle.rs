//! The questions of puzzles, and the feedback on attempts.

use super::list;
use switchyard::coins::{Outcome as CoinOutcome, Rating, Value};
use switchyard::graph::EdgeId;
use switchyard::puzzle::{CoinFault, CoinTask, Fault, Task};
use switchyard::switching::{MoveError, Outcome, Side};

/// What is asked about a network.
pub fn question(task: Task) -> String {
    match task {
        Task::Move(side) => format!("{side} is to move, and only one move wins. Which?"),
        Task::Outcome => {
            "Who wins, if both sides play as well as they can: SHORT, CUT, or whoever moves first?"
                .to_owned()
        }
        Task::Side(first) => format!("{first} moves first. Which side would you take?"),
        Task::Trees => {
            "This network is two spanning trees without a common edge. Find them.".to_owned()
        }
    }
}

/// What is asked about a digraph, with the name of the node where there is one.
pub fn coin_question(task: &CoinTask, name: &str) -> String {
    match task {
        CoinTask::Label(_) => format!("What is the label of node {name}?"),
        CoinTask::KeepDraw(_) => {
            "You are to move, and cannot win. One move keeps the draw. Which?".to_owned()
        }
    }
}

/// Who wins, by the name that JSON has for it.
pub fn outcome_name(name: &str) -> &'static str {
    match name {
        "short" => "SHORT",
        "cut" => "CUT",
        _ => "whoever moves first",
    }
}

/// What is said to a right attempt.
pub fn right(task: Task) -> String {
    match task {
        Task::Move(side) => format!("Right: after this move {side} wins, whatever the other does."),
        Task::Outcome | Task::Side(_) => "Right.".to_owned(),
        Task::Trees => {
            "Right: whatever CUT takes from one tree, an edge of the other mends.".to_owned()
        }
    }
}

/// What is wrong with an attempt at a task on a network.
pub fn wrong(task: Task, fault: &Fault) -> String {
    match fault {
        Fault::Unfit => "That is no answer to this question.".to_owned(),
        Fault::Illegal(error) => illegal(error),
        Fault::Loses(Some(reply)) => {
            let other =
                mover(task).map_or("the other side".to_owned(), |side| side.other().to_string());
            format!("No: {other} answers with edge {reply} and wins.")
        }
        Fault::Loses(None) => "No: after this move the game is lost.".to_owned(),
        Fault::Outcome(outcome) => match (task, outcome) {
            (Task::Side(first), Outcome::First) => {
                format!("No: whoever moves first wins, and that is {first}.")
            }
            (_, Outcome::Short) => "No: SHORT wins, even moving second.".to_owned(),
            (_, Outcome::Cut) => "No: CUT wins, even moving second.".to_owned(),
            (_, Outcome::First) => "No: whoever moves first wins.".to_owned(),
        },
        Fault::Taken(edge) => format!("Edge {edge} cannot be in both trees."),
        Fault::Circuit(which, edge) => format!(
            "The {} tree has a circuit, which edge {edge} closes.",
            ordinal(*which)
        ),
        Fault::Unreached(which, vertex) => format!(
            "The {} tree does not reach node {vertex} from L.",
            ordinal(*which)
        ),
        Fault::Edges { missing, surplus } => {
            let say = |edges: &[EdgeId], what: &str| match edges {
                [] => String::new(),
                [edge] => format!(" Edge {edge} {what}."),
                [..] => format!(
                    " Edges {} {}.",
                    list(edges, 8),
                    what.replace("does", "do").replace("belongs", "belong")
                ),
            };
            format!(
                "Not yet.{}{}",
                say(surplus, "does not belong to it"),
                say(missing, "belongs to it")
            )
        }
    }
}

fn illegal(error: &MoveError) -> String {
    format!("That is no move: {error}.")
}

fn mover(task: Task) -> Option<Side> {
    match task {
        Task::Move(side) => Some(side),
        _ => None,
    }
}

fn ordinal(which: usize) -> &'static str {
    if which == 0 { "first" } else { "second" }
}

/// What is said to a right attempt about coins.
pub fn coin_right(played: Option<Rating>) -> &'static str {
    match played {
        Some(Rating::Wins) => "Right: this move wins.",
        Some(Rating::Draws) => "Right: this move keeps the draw.",
        Some(Rating::Loses) | None => "Right.",
    }
}

/// What is wrong with an attempt about coins; `reply` is the best answer to a move, by name.
pub fn coin_wrong(fault: &CoinFault, reply: Option<(String, String)>) -> String {
    match fault {
        CoinFault::Illegal(error) => format!("That is no move: {error}."),
        CoinFault::Spoils { played, .. } => {
            let what = match played.rating {
                Rating::Loses => "loses",
                _ => "only draws",
            };
            let by = reply.map_or(String::new(), |(from, to)| {
                format!(" The answer is {from} → {to}.")
            });
            format!("No: this move {what}. It {}.{by}", played.reason)
        }
        CoinFault::Label(label) => format!("No: the label is {}.", label_text(label)),
    }
}

/// A label as it is written on the board.
pub fn label_text(label: &Value) -> String {
    label.to_string()
}

/// What is said about the outcome of a position of coins.
pub fn coin_outcome(outcome: CoinOutcome, is_right: bool) -> String {
    let truth = match outcome {
        CoinOutcome::First => "whoever is to move wins",
        CoinOutcome::Second => "whoever is to move loses",
        CoinOutcome::Draw => "it is a draw: neither can force an end",
    };
    format!("{}: {truth}.", if is_right { "Right" } else { "No" })
}

/// What is said about the edge with the largest current.
pub fn current(edge: EdgeId, best: &[EdgeId]) -> String {
    match best {
        best if best.contains(&edge) => {
            format!("Right: no edge carries more current than edge {edge}.")
        }
        [best] => format!("No: edge {best} carries the largest current."),
        best => format!("No: edges {} carry the largest current.", list(best, 8)),
    }
}
