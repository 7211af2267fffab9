//! Verdicts, replies, overlays, histories and Chase's steps.

use super::super::limits::Limits;
use super::super::trouble::Trouble;
use super::Answered;
use crate::wire::certificate::CertificateJson;
use crate::wire::page::{
    Announcement, Answer, ChaseJson, CurrentsJson, EdgeJson, ExplanationJson, GameJson, MoveJson,
    OutcomesJson, Overlay, PlayerJson, PlayerKind, Question, ReplyWish,
};
use crate::wire::record::{GraphJson, OutcomeName};
use crate::wire::verdict::VerdictJson;
use crate::wire::{labels, vertex_labels};
use std::sync::Arc;
use switchyard::analog::circuit::{Circuit, CircuitError};
use switchyard::analog::currents::{Analysis, Effort};
use switchyard::graph::EdgeId;
use switchyard::player::builtin::Builtin;
use switchyard::switching::certificate::Certificate;
use switchyard::switching::chase::Chase;
use switchyard::switching::explain::{Explanation, clumps, explain};
use switchyard::switching::partition::partition;
use switchyard::switching::solve::{Verdict, outcome, solve};
use switchyard::switching::{Network, Outcome, Position, Side};

/// The network of a request.
pub fn network(json: &GraphJson, limits: &Limits) -> Answered<Arc<Network>> {
    limits.check_size(json.vertices, json.edges.len())?;
    let network = json.network();
    let network = network.map_err(|reason| Trouble::invalid("network", reason))?;
    Ok(Arc::new(network))
}

/// The position after the moves of a request, and the moves.
pub fn position(
    network: &Arc<Network>,
    moves: &[MoveJson],
) -> Answered<(Position, Vec<(Side, EdgeId)>)> {
    let edge = |given: &MoveJson| {
        let reason = || format!("there is no edge {}: edges count from 1", given.edge);
        let edge = EdgeId::from_label(given.edge);
        let edge = edge.ok_or_else(|| Trouble::invalid("moves", reason()))?;
        Ok((Side::from(given.side), edge))
    };
    let moves: Vec<(Side, EdgeId)> = moves.iter().map(edge).collect::<Answered<_>>()?;
    let position = Position::with_moves(Arc::clone(network), moves.iter().copied());
    let position = position.map_err(|error| Trouble::invalid("moves", error.to_string()))?;
    Ok((position, moves))
}

/// The verdict on a position, with what else was asked for; after a reply, if one was.
pub fn analyse(question: &Question, limits: &Limits) -> Answered<Answer> {
    let network = network(&question.network, limits)?;
    let (mut position, mut moves) = position(&network, &question.moves)?;
    let mut replied = None;
    if let Some(wish) = question.reply.filter(|_| position.winner().is_none()) {
        let before = outcome(&position);
        let edge = choose(&position, wish, limits)?;
        moves.push((wish.side.into(), edge));
        // For a single move this is cheaper than to get a position ready for a game.
        position =
            Position::with_moves(Arc::clone(&network), moves).map_err(|_| Trouble::broken())?;
        replied = Some((edge, before));
    }
    let verdict = solve(&position);
    let asked = |overlay| question.overlays.contains(&overlay);
    let currents = asked(Overlay::Currents).then(|| currents(&position, limits));
    let VerdictJson { winning_moves, .. } = VerdictJson::from(&verdict);
    Ok(Answer {
        winner: position.winner().map(Into::into),
        outcome: verdict.outcome.into(),
        winning_moves,
        sentence: sentence(&position, &verdict),
        announcement: announcement(&verdict),
        certificate: CertificateJson::from(&verdict.certificate),
        reply: replied.map(|(edge, _)| EdgeJson { edge: edge.label() }),
        before: replied.map(|(_, before)| before.into()),
        partition: asked(Overlay::Partition).then(|| (&partition(network.graph())).into()),
        clumps: asked(Overlay::Clumps).then(|| {
            let sets = clumps(&position);
            sets.iter().map(|set| vertex_labels(set)).collect()
        }),
        currents: currents.transpose()?,
    })
}

fn choose(position: &Position, wish: ReplyWish, limits: &Limits) -> Answered<EdgeId> {
    let player = builtin(wish.player)?;
    if player == Builtin::Analog {
        limits.check_heavy(position.free_count())?;
    }
    let mut player = player.sit(wish.side.into(), position, wish.player.seed);
    player.choose(position).map_err(|forfeit| {
        tracing::error!(%forfeit, "a built-in player gave up");
        Trouble::broken()
    })
}

fn builtin(player: PlayerJson) -> Answered<Builtin> {
    Ok(match player.kind {
        PlayerKind::Perfect => Builtin::PERFECT,
        PlayerKind::Strength => {
            let strength = player.strength.unwrap_or(100.0);
            if !(0.0..=100.0).contains(&strength) {
                let reason = "a strength is a number from 0 to 100";
                return Err(Trouble::invalid("reply", reason));
            }
            let strength = strength / 100.0;
            Builtin::Perfect { strength }
        }
        PlayerKind::Analog => Builtin::Analog,
        PlayerKind::MinCut => Builtin::MinCut,
        PlayerKind::Greedy => Builtin::Greedy,
        PlayerKind::Random => Builtin::Random,
    })
}

fn sentence(position: &Position, verdict: &Verdict) -> String {
    let count = |edges: &[EdgeId]| match edges.len() {
        1 => "one winning move".to_owned(),
        n => format!("{n} winning moves"),
    };
    match (position.winner(), verdict.outcome) {
        (Some(Side::Short), _) => "SHORT has won: its edges join L and R.".to_owned(),
        (Some(Side::Cut), _) => "CUT has won: L and R are parted.".to_owned(),
        (None, Outcome::Short) => "SHORT wins this even moving second: two trees without a \
            common edge hold the terminals together, and whatever CUT takes from one, the other \
            mends."
            .to_owned(),
        (None, Outcome::Cut) => "CUT wins this even moving second: two forests without a common \
            edge hold every edge between the clumps, and neither ever joins the terminals."
            .to_owned(),
        (None, Outcome::First) => format!(
            "Whoever moves first wins: SHORT would have {}, CUT {}.",
            count(&verdict.winning.short),
            count(&verdict.winning.cut)
        ),
    }
}

fn announcement(verdict: &Verdict) -> Announcement {
    let (role, text, first_move) = match (verdict.outcome, &verdict.certificate) {
        (Outcome::Short, _) => ("short", "I am the connect player, you move first.", None),
        (Outcome::Cut, _) => ("cut", "I am the cut player, you move first.", None),
        (Outcome::First, certificate) => (
            "choose",
            "See my first move, you choose which player you want to be.",
            opening(certificate),
        ),
    };
    Announcement {
        role,
        text,
        first_move,
    }
}

/// The move that wins for either side: the certificate's two openings are one edge.
fn opening(certificate: &Certificate) -> Option<usize> {
    match certificate {
        Certificate::First { short, .. } => Some(short.edge.label()),
        _ => None,
    }
}

/// Currents in floating point; ties counted equal at 256 bits, far beyond what decides a game
/// on boards of this size.
fn currents(position: &Position, limits: &Limits) -> Answered<CurrentsJson> {
    limits.check_heavy(position.free_count())?;
    let graph = position.network().graph();
    let mut answer = CurrentsJson {
        currents: vec![0.0; graph.edge_count()],
        potentials: vec![None; graph.vertex_count()],
        best: Vec::new(),
    };
    let circuit = match Circuit::new(position) {
        Ok(circuit) => circuit,
        // A decided game carries no current, or too much: nothing to draw.
        Err(error) if CircuitError::winner(error).is_some() => return Ok(answer),
        Err(error) => return Err(Trouble::invalid("network", error.to_string())),
    };
    let analysis = Analysis::new(&circuit);
    let trouble = |error: CircuitError| Trouble::invalid("network", error.to_string());
    let solved = analysis.currents().map_err(trouble)?;
    let best = analysis.best(Effort::Bits(256)).map_err(trouble)?;
    for (resistor, &flow) in circuit.resistors().iter().zip(&solved.flows) {
        answer.currents[resistor.edge.index()] = flow;
    }
    for vertex in graph.vertices() {
        let node = circuit.node_of(vertex);
        answer.potentials[vertex.index()] = node.map(|node| solved.potentials[node]);
    }
    answer.best = labels(&best.edges);
    Ok(answer)
}

/// Why the last move was answered as it was, or how it should be.
pub fn explained(question: &GameJson, limits: &Limits) -> Answered<ExplanationJson> {
    let network = network(&question.network, limits)?;
    let (_, moves) = position(&network, &question.moves)?;
    // The last move is one to be answered, or it is itself the answer to the one before.
    for back in [1, 2] {
        let Some(at) = moves.len().checked_sub(back) else {
            break;
        };
        let (hitter, hit) = moves[at];
        let before = Position::with_moves(Arc::clone(&network), moves[..at].iter().copied());
        let before = before.map_err(|_| Trouble::broken())?;
        let chosen = moves.get(at + 1).map(|&(_, edge)| edge);
        let found = explain(&before, hit).filter(|found| found.winner != hitter);
        if let Some(found) = found {
            return Ok(explanation(hit, chosen, &found));
        }
    }
    let reason = "the last move has no answer to explain: no side won the position before it \
        even moving second";
    Err(Trouble::invalid("moves", reason))
}

fn explanation(hit: EdgeId, chosen: Option<EdgeId>, found: &Explanation) -> ExplanationJson {
    ExplanationJson {
        hit: hit.label(),
        replies: labels(&found.replies),
        chosen: chosen.map(EdgeId::label),
        winner: found.winner.into(),
        broken: labels(&found.broken),
        whole: labels(&found.whole),
        path: labels(&found.path),
        side: vertex_labels(&found.side),
        sentence: because(hit, found),
    }
}

fn because(hit: EdgeId, found: &Explanation) -> String {
    let list = |edges: &[EdgeId]| {
        let texts: Vec<String> = edges.iter().take(12).map(ToString::to_string).collect();
        let more = if edges.len() > 12 { ", …" } else { "" };
        format!("{}{more}", texts.join(", "))
    };
    match (found.winner, found.replies.as_slice()) {
        (winner, []) => format!(
            "Edge {hit} touches nothing that {winner} needs: {winner} may play where it likes."
        ),
        (Side::Short, replies) => format!(
            "Edge {hit} is gone, and one tree has fallen in two. The other still joins its ends \
             along {}; SHORT bridges the gap with {}.",
            list(&found.path),
            list(replies)
        ),
        (Side::Cut, replies) => format!(
            "Edge {hit} is SHORT's, and closes a circuit with the other forest and the \
             unplayable edge between the terminals. CUT opens it again with {}.",
            list(replies)
        ),
    }
}

/// The outcome before the first move and after every move.
pub fn history(question: &GameJson, limits: &Limits) -> Answered<OutcomesJson<OutcomeName>> {
    let network = network(&question.network, limits)?;
    let (_, moves) = position(&network, &question.moves)?;
    let work = (moves.len() + 1) * (network.graph().edge_count() + 1);
    if work > limits.heavy_edges * limits.heavy_edges {
        let most = limits.heavy_edges * limits.heavy_edges;
        return Err(Trouble::too_large("moves times edges", work, most));
    }
    let mut position = Position::new(network);
    let mut outcomes = vec![outcome(&position).into()];
    for (side, edge) in moves {
        // Nothing changes after the end; the page shows such moves, if a record has them.
        if position.winner().is_none() {
            position.play(side, edge).map_err(|_| Trouble::broken())?;
        }
        outcomes.push(outcome(&position).into());
    }
    Ok(OutcomesJson { outcomes })
}

/// The steps of the 1972 algorithm.
pub fn chase(question: &GameJson, limits: &Limits) -> Answered<ChaseJson> {
    // Every step repeats both trees: the answer grows with the square of the network.
    const MOST: usize = 400;
    let network = network(&question.network, limits)?;
    let edges = network.graph().edge_count();
    if edges > MOST {
        return Err(Trouble::too_large("edges", edges, MOST));
    }
    let mut steps = Vec::new();
    Chase::run(&network, &[], &mut |step| steps.push((&step).into()));
    Ok(ChaseJson {
        steps,
        extra: [edges + 1, edges + 2],
    })
}
