//! The coin game: labels, sums, every move's effect, replies.

use crate::limits::at_most;
use crate::wire::coin_page::{
    CoinMoveJson, CoinPositionAnswer, CoinQuestion, CoinReply, DigraphJson, LabellingJson, NimRow,
    NodeLabelJson, PushJson, TraceAnswer, TraceQuestion,
};
use crate::wire::players::{PlayerJson, PlayerKind};
use crate::wire::switching::OutcomesJson;
use crate::words::coins::{self as words, SumFacts};
use crate::{Answered, ApiError, Limits};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use switchyard::budget::Budget;
use switchyard::coins::{
    self, Game, Label, Position, Push, RatedMove, Rating, TraceReason, TraceStep, Value,
};
use switchyard::graph::{Digraph, NodeId};

/// What a move in the list costs: about as much as its sentence is long.
const LISTED_STEPS: u64 = 200;

fn game(json: &DigraphJson, limits: &Limits) -> Answered<Game<'static>> {
    Ok(Game::new(digraph(json, limits)?))
}

/// The digraph of a question.
///
/// # Errors
/// When an arc has an end that does not exist, or it is too large.
pub fn digraph(json: &DigraphJson, limits: &Limits) -> Answered<Digraph<'static>> {
    let nodes = json.nodes.len();
    limits.check_size(nodes, json.arcs.len())?;
    let index = |label: usize| {
        let known = (1..=nodes).contains(&label);
        let reason = || format!("there is no node {label} among {nodes}");
        known
            .then(|| label as u32 - 1)
            .ok_or_else(|| ApiError::invalid("digraph", reason()))
    };
    let arc = |&[from, to]: &[usize; 2]| Ok((index(from)?, index(to)?));
    let arcs: Vec<(u32, u32)> = json.arcs.iter().map(arc).collect::<Answered<_>>()?;
    Ok(Digraph::from_arcs(nodes, &arcs))
}

pub(super) fn node(label: usize, digraph: &Digraph<'_>, field: &'static str) -> Answered<NodeId> {
    let node = NodeId::from_label(label).filter(|&node| digraph.has_node(node));
    let nodes = digraph.node_count();
    node.ok_or_else(|| ApiError::invalid(field, format!("there is no node {label} among {nodes}")))
}

pub(super) fn position(
    coins: &[usize],
    digraph: &Digraph<'_>,
    limits: &Limits,
) -> Answered<Position> {
    at_most("coins", coins.len(), limits.coins)?;
    let nodes = coins.iter().map(|&label| node(label, digraph, "coins"));
    Ok(Position::new(nodes.collect::<Answered<_>>()?))
}

/// Everything about a position.
///
/// # Errors
/// When the position does not exist, or is too large.
pub fn analyse(
    question: &CoinQuestion,
    limits: &Limits,
    budget: &Budget,
) -> Answered<CoinPositionAnswer> {
    let game = game(&question.digraph, limits)?;
    let position = position(&question.coins, game.digraph(), limits)?;
    let labels = game.labels();
    let rated_moves = game.rated_moves(&position);
    let moves_in_all = rated_moves.len();
    let moves = rated_moves.take(limits.moves).map(|rated| {
        let listed = listed(&rated);
        budget.spend(
            LISTED_STEPS,
            (size_of_val(&listed) + listed.text.len()) as u64,
        )?;
        Ok(listed)
    });
    let mut answer = CoinPositionAnswer {
        over: position.is_over(game.digraph()),
        outcome: game.outcome(&position).to_string(),
        labels: game
            .digraph()
            .nodes()
            .map(|node| label(&Value::from(labels.of(node)), labels.counter(node)))
            .collect(),
        value: label(&game.value(&position), None),
        nim: Vec::new(),
        nim_sum: 0,
        infinite: Vec::new(),
        moves: moves.collect::<Answered<_>>()?,
        moves_in_all,
        best: game
            .best_within(&position, budget)?
            .map(|best| push(best.push)),
        sentence: String::new(),
    };
    for &coin in position.coins() {
        match labels.of(coin) {
            Label::Finite(number) => {
                answer.nim_sum ^= number;
                answer.nim.push(NimRow {
                    node: coin.label(),
                    label: number,
                });
            }
            Label::Infinite(_) => answer.infinite.push(coin.label()),
        }
    }
    let outcome = game.outcome(&position);
    let name = |label: usize| question.digraph.nodes[label - 1].as_str();
    answer.sentence = words::sentence(&SumFacts {
        outcome,
        is_over: answer.over,
        nim_sum: answer.nim_sum,
        infinite: answer.infinite.len(),
        best: answer.best.map(|best| (name(best.from), name(best.to))),
    });
    Ok(answer)
}

/// The labelling algorithm, step by step.
///
/// # Errors
/// When the digraph is none, or too large.
pub fn trace(question: &TraceQuestion, limits: &Limits, budget: &Budget) -> Answered<TraceAnswer> {
    let digraph = digraph(&question.digraph, limits)?;
    limits.check_heavy(digraph.arc_count())?;
    at_most("nodes", digraph.node_count(), limits.heavy_edges)?;
    budget.spend((digraph.arc_count() + digraph.node_count()) as u64, 0)?;
    let name = |node: NodeId| question.digraph.nodes[node.index()].clone();
    let told = |step: &TraceStep| {
        let told = LabellingJson {
            node: step.node.label(),
            round: step.round,
            label: label(&step.label, step.counter),
            arcs: evidence(step),
            reason: words::labelling(step, name),
        };
        budget.spend(LISTED_STEPS, told.reason.len() as u64)?;
        Ok(told)
    };
    let steps = coins::trace(&digraph);
    Ok(TraceAnswer {
        steps: steps.iter().map(told).collect::<Answered<_>>()?,
    })
}

/// The arcs that decide a label.
fn evidence(step: &TraceStep) -> Vec<[usize; 2]> {
    let node = step.node.label();
    match &step.reason {
        TraceReason::Number { back } => back
            .iter()
            .flat_map(|(v, w)| [[node, v.label()], [v.label(), w.label()]])
            .collect(),
        TraceReason::Infinity { blocker } => vec![[node, blocker.label()]],
    }
}

fn label(value: &Value, order: Option<u32>) -> NodeLabelJson {
    let (value, infinite) = match value {
        Value::Finite(number) => (Some(*number), None),
        Value::Infinite(set) => (None, Some(set.members().to_vec())),
    };
    NodeLabelJson {
        value,
        infinite,
        order,
    }
}

fn push(push: Push) -> PushJson {
    PushJson {
        from: push.from.label(),
        to: push.to.label(),
    }
}

fn listed(rated: &RatedMove) -> CoinMoveJson {
    CoinMoveJson {
        from: rated.push.from.label(),
        to: rated.push.to.label(),
        result: match rated.rating {
            Rating::Wins => "win",
            Rating::Draws => "draw",
            Rating::Loses => "lose",
        },
        text: rated.reason.to_string(),
    }
}

/// The machine's move.
///
/// # Errors
/// When the position does not exist, or the player does not play this game.
pub fn reply(question: &CoinQuestion, limits: &Limits, budget: &Budget) -> Answered<CoinReply> {
    let game = game(&question.digraph, limits)?;
    let position = position(&question.coins, game.digraph(), limits)?;
    let player = question.player.unwrap_or(PlayerJson {
        kind: PlayerKind::Perfect,
        strength: None,
        seed: 0,
    });
    let mut random = ChaCha8Rng::seed_from_u64(player.seed);
    let perfect = match player.kind {
        PlayerKind::Perfect => true,
        PlayerKind::Strength => random.random::<f64>() * 100.0 < player.strength.unwrap_or(100.0),
        PlayerKind::Random => false,
        PlayerKind::Analog
        | PlayerKind::MinCut
        | PlayerKind::Greedy
        | PlayerKind::ExploitAnalog => {
            let reason = "this player plays the switching game only";
            return Err(ApiError::invalid("player", reason));
        }
    };
    let chosen = if perfect {
        game.best_within(&position, budget)?.map(|best| best.push)
    } else {
        let pushes = position.pushes(game.digraph());
        (!pushes.is_empty()).then(|| pushes[random.random_range(0..pushes.len())])
    };
    let chosen = chosen.map(push);
    Ok(CoinReply { push: chosen })
}

/// The outcome before the first move and after every move.
///
/// # Errors
/// When the position or a move does not exist, or they are too many.
pub fn history(
    question: &CoinQuestion,
    limits: &Limits,
    budget: &Budget,
) -> Answered<OutcomesJson<String>> {
    let game = game(&question.digraph, limits)?;
    let mut position = position(&question.coins, game.digraph(), limits)?;
    let (moves, coins) = (question.moves.len(), question.coins.len());
    limits.check_history("moves times coins", moves, coins)?;
    let mut outcomes = vec![game.outcome(&position).to_string()];
    for given in &question.moves {
        budget.spend(2 * coins as u64 + 1, 0)?;
        let from = node(given.from, game.digraph(), "moves")?;
        let to = node(given.to, game.digraph(), "moves")?;
        let next = position.push(game.digraph(), Push { from, to });
        position = next.map_err(|error| ApiError::invalid("moves", error.to_string()))?;
        outcomes.push(game.outcome(&position).to_string());
    }
    Ok(OutcomesJson { outcomes })
}
