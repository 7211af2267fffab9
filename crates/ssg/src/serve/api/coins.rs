//! The coin game: labels, sums, every move's effect, replies.

use super::super::limits::Limits;
use super::super::trouble::Trouble;
use super::Answered;
use crate::wire::page::{
    CoinAnswer, CoinMoveJson, CoinQuestion, CoinReply, DigraphJson, LabelJson, NimRow,
    OutcomesJson, PlayerJson, PlayerKind, PushJson,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use switchyard::coins::{Game, Label, Outcome, Position, Push, RatedMove, Rating, Value};
use switchyard::graph::{Digraph, NodeId};

/// More coins than anybody wants to see.
const MOST_COINS: usize = 10_000;

fn game(json: &DigraphJson, limits: &Limits) -> Answered<Game<'static>> {
    Ok(Game::new(digraph(json, limits)?))
}

/// The digraph of a request.
pub fn digraph(json: &DigraphJson, limits: &Limits) -> Answered<Digraph<'static>> {
    let nodes = json.nodes.len();
    limits.check_size(nodes, json.arcs.len())?;
    let index = |label: usize| {
        let known = (1..=nodes).contains(&label);
        let reason = || format!("there is no node {label} among {nodes}");
        known
            .then(|| label as u32 - 1)
            .ok_or_else(|| Trouble::invalid("digraph", reason()))
    };
    let arc = |&[from, to]: &[usize; 2]| Ok((index(from)?, index(to)?));
    let arcs: Vec<(u32, u32)> = json.arcs.iter().map(arc).collect::<Answered<_>>()?;
    Ok(Digraph::from_arcs(nodes, &arcs))
}

fn node(label: usize, digraph: &Digraph<'_>, field: &'static str) -> Answered<NodeId> {
    let node = NodeId::from_label(label).filter(|&node| digraph.has_node(node));
    let nodes = digraph.node_count();
    node.ok_or_else(|| Trouble::invalid(field, format!("there is no node {label} among {nodes}")))
}

fn position(coins: &[usize], digraph: &Digraph<'_>) -> Answered<Position> {
    if coins.len() > MOST_COINS {
        return Err(Trouble::too_large("coins", coins.len(), MOST_COINS));
    }
    let nodes = coins.iter().map(|&label| node(label, digraph, "coins"));
    Ok(Position::new(nodes.collect::<Answered<_>>()?))
}

/// Everything about a position.
pub fn analyse(question: &CoinQuestion, limits: &Limits) -> Answered<CoinAnswer> {
    let game = game(&question.digraph, limits)?;
    let position = position(&question.coins, game.digraph())?;
    let labels = game.labels();
    let mut answer = CoinAnswer {
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
        moves: game.moves(&position).iter().map(rated).collect(),
        best: game.best(&position).map(|best| push(best.push)),
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
    answer.sentence = sentence(&answer, outcome, &question.digraph.nodes);
    Ok(answer)
}

fn sentence(answer: &CoinAnswer, outcome: Outcome, names: &[String]) -> String {
    let name = |label: usize| names[label - 1].as_str();
    let by = answer.best.map_or(String::new(), |best| {
        format!(", by {} → {}", name(best.from), name(best.to))
    });
    let sum = answer.nim_sum;
    match (outcome, answer.infinite.len()) {
        _ if answer.over => "No coin can move: whoever moved last has won.".to_owned(),
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

fn label(value: &Value, order: Option<u32>) -> LabelJson {
    let (value, infinite) = match value {
        Value::Finite(number) => (Some(*number), None),
        Value::Infinite(set) => (None, Some(set.members().to_vec())),
    };
    LabelJson {
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

fn rated(rated: &RatedMove) -> CoinMoveJson {
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
pub fn reply(question: &CoinQuestion, limits: &Limits) -> Answered<CoinReply> {
    let game = game(&question.digraph, limits)?;
    let position = position(&question.coins, game.digraph())?;
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
        PlayerKind::Analog | PlayerKind::MinCut | PlayerKind::Greedy => {
            let reason = "this player plays the switching game only";
            return Err(Trouble::invalid("player", reason));
        }
    };
    let chosen = if perfect {
        game.best(&position).map(|best| best.push)
    } else {
        let pushes = position.pushes(game.digraph());
        (!pushes.is_empty()).then(|| pushes[random.random_range(0..pushes.len())])
    };
    let chosen = chosen.map(push);
    Ok(CoinReply { push: chosen })
}

/// The outcome before the first move and after every move.
pub fn history(question: &CoinQuestion, limits: &Limits) -> Answered<OutcomesJson<String>> {
    let game = game(&question.digraph, limits)?;
    let mut position = position(&question.coins, game.digraph())?;
    let work = (question.moves.len() + 1) * (question.coins.len() + 1);
    if work > limits.heavy_edges * limits.heavy_edges {
        let most = limits.heavy_edges * limits.heavy_edges;
        return Err(Trouble::too_large("moves times coins", work, most));
    }
    let mut outcomes = vec![game.outcome(&position).to_string()];
    for given in &question.moves {
        let from = node(given.from, game.digraph(), "moves")?;
        let to = node(given.to, game.digraph(), "moves")?;
        let next = position.push(game.digraph(), Push { from, to });
        position = next.map_err(|error| Trouble::invalid("moves", error.to_string()))?;
        outcomes.push(game.outcome(&position).to_string());
    }
    Ok(OutcomesJson { outcomes })
}
