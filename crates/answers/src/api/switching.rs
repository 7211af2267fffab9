//! Verdicts, replies, overlays, histories and Chase's steps.

use crate::limits::at_most;
use crate::wire::certificate::CertificateJson;
use crate::wire::chase::StepJson;
use crate::wire::names::{OutcomeName, SideName};
use crate::wire::network::NetworkJson;
use crate::wire::players::{PlayerJson, PlayerKind};
use crate::wire::principal::EdgeReasonJson;
use crate::wire::switching::{
    AnnouncementJson, ChaseJson, CurrentsOverlay, EdgeAnswer, EdgeJson, EdgeQuestion,
    ExplanationJson, GameJson, MoveJson, OutcomesJson, Overlay, PositionAnswer, PositionQuestion,
    ReasonJson, ReplyWish, WonJson,
};
use crate::wire::verdict::VerdictJson;
use crate::wire::{labels, vertex_labels};
use crate::words;
use crate::words::announcements::announcement;
use crate::{Answered, ApiError, Limits};
use std::sync::Arc;
use switchyard::analog::{Analysis, Circuit, CircuitError, Effort};
use switchyard::budget::Budget;
use switchyard::graph::{EdgeId, VertexId};
use switchyard::player::{Builtin, Model, Reason, Shortening};
use switchyard::switching::chase::{Chase, Step};
use switchyard::switching::{
    Explanation, Network, Position, Side, Target, Verdict, clumps, edge_reason, explain, outcome,
    partition, prove_partition, solve,
};

/// The network of a question.
///
/// # Errors
/// When it is none, or too large.
pub fn network(json: &NetworkJson, limits: &Limits) -> Answered<Arc<Network>> {
    limits.check_size(json.vertices, json.edges.len())?;
    let network = json.network();
    let network = network.map_err(|reason| ApiError::invalid("network", reason))?;
    Ok(Arc::new(network))
}

/// The position after the moves of a question, and the moves.
///
/// # Errors
/// When a move cannot be made.
pub fn position(
    network: &Arc<Network>,
    moves: &[MoveJson],
) -> Answered<(Position, Vec<(Side, EdgeId)>)> {
    let edge = |given: &MoveJson| {
        let reason = || format!("there is no edge {}: edges count from 1", given.edge);
        let edge = EdgeId::from_label(given.edge);
        let edge = edge.ok_or_else(|| ApiError::invalid("moves", reason()))?;
        Ok((Side::from(given.side), edge))
    };
    let moves: Vec<(Side, EdgeId)> = moves.iter().map(edge).collect::<Answered<_>>()?;
    let position = Position::with_moves(Arc::clone(network), moves.iter().copied());
    let position = position.map_err(|error| ApiError::invalid("moves", error.to_string()))?;
    Ok((position, moves))
}

/// The verdict on a position, with what else was asked for; after a reply, if one was.
///
/// # Errors
/// When the position does not exist, or is too large for what was asked.
pub fn analyse(
    question: &PositionQuestion,
    limits: &Limits,
    budget: &Budget,
) -> Answered<PositionAnswer> {
    let network = network(&question.network, limits)?;
    let (mut position, mut moves) = position(&network, &question.moves)?;
    let edges = network.graph().edge_count() as u64;
    budget.spend(edges, 0)?;
    let mut replied = None;
    if let Some(wish) = question.reply.filter(|_| position.winner().is_none()) {
        let before = outcome(&position);
        budget.spend(edges, 0)?;
        let chosen = choose(&position, wish, limits)?;
        moves.push((wish.side.into(), chosen.edge));
        // For a single move this is cheaper than to get a position ready for a game.
        position = Position::with_moves(Arc::clone(&network), moves).map_err(ApiError::broken)?;
        replied = Some((chosen, before));
    }
    budget.spend(edges, 0)?;
    let verdict = solve(&position);
    // A stop is noticed between the parts of the answer: each of them is a pass over the network.
    let asked = |overlay| {
        let is_asked = question.overlays.contains(&overlay);
        budget.spend(if is_asked { edges } else { 0 }, 0)?;
        Answered::Ok(is_asked)
    };
    let currents = asked(Overlay::Currents)?.then(|| currents(&position, limits));
    let (reply, before) = replied.unzip();
    let (edge, reason, won) = match reply {
        Some(Chosen { edge, reason, won }) => (Some(edge), reason, won),
        None => (None, None, None),
    };
    let VerdictJson { winning_moves, .. } = VerdictJson::from(&verdict);
    Ok(PositionAnswer {
        winner: position.winner().map(Into::into),
        outcome: verdict.outcome.into(),
        winning_moves,
        sentence: words::verdict::sentence(&position, &verdict),
        announcement: announced(&verdict),
        certificate: CertificateJson::from(&verdict.certificate),
        reply: edge.map(|edge| EdgeJson { edge: edge.label() }),
        reason,
        won,
        before: before.map(Into::into),
        partition: asked(Overlay::Partition)?.then(|| (&partition(network.graph())).into()),
        clumps: asked(Overlay::Clumps)?.then(|| {
            let sets = clumps(&position);
            sets.iter().map(|set| vertex_labels(set)).collect()
        }),
        currents: currents.transpose()?,
    })
}

/// A move, and why it was made.
struct Chosen {
    edge: EdgeId,
    reason: Option<ReasonJson>,
    won: Option<WonJson>,
}

fn choose(position: &Position, wish: ReplyWish, limits: &Limits) -> Answered<Chosen> {
    let player = builtin(wish.player)?;
    if matches!(player, Builtin::Analog | Builtin::Exploit { .. }) {
        limits.check_heavy(position.free_count())?;
    }
    let mut player = player.sit(wish.side.into(), position, wish.player.seed);
    let chosen = player.choose(position);
    let gave_up = |forfeit| ApiError::broken(format!("a built-in player gave up: {forfeit}"));
    let edge = chosen.map_err(gave_up)?;
    let reason = player.reason().map(|why| reason(why, wish.side.into()));
    let won = player.shortening().map(|why| won(why, wish.side.into()));
    Ok(Chosen { edge, reason, won })
}

fn won(why: &Shortening, winner: Side) -> WonJson {
    WonJson {
        sentence: words::won::sentence(why, winner, &format!("edge {}", why.edge)),
        winning: why.winning,
        resistance: why.resistance,
    }
}

fn reason(reason: &Reason, loser: Side) -> ReasonJson {
    let errs = words::lost::erring(reason).into_iter();
    ReasonJson {
        sentence: words::lost::sentence(reason, loser, &format!("edge {}", reason.edge)),
        replies: reason.replies,
        winning: reason.winning,
        errs: errs.map(Model::name).collect(),
        refutes: reason.refutes.map(Model::name),
    }
}

fn builtin(player: PlayerJson) -> Answered<Builtin> {
    Ok(match player.kind {
        PlayerKind::Perfect => Builtin::PERFECT,
        PlayerKind::Strength => {
            let strength = player.strength.unwrap_or(100.0);
            if !(0.0..=100.0).contains(&strength) {
                let reason = "a strength is a number from 0 to 100";
                return Err(ApiError::invalid("reply", reason));
            }
            let strength = strength / 100.0;
            Builtin::Perfect { strength }
        }
        PlayerKind::Analog => Builtin::Analog,
        PlayerKind::MinCut => Builtin::MinCut,
        PlayerKind::Greedy => Builtin::Greedy,
        PlayerKind::Random => Builtin::Random,
        PlayerKind::ExploitAnalog => Builtin::Exploit {
            opponent: Model::Analog,
        },
    })
}

fn announced(verdict: &Verdict) -> AnnouncementJson {
    let announcement = announcement(verdict);
    let side = |side| SideName::from(side).as_str();
    AnnouncementJson {
        role: announcement.role.map_or("choose", side),
        text: announcement.text,
        first_move: announcement.first_move.map(EdgeId::label),
    }
}

/// Currents in floating point; ties counted equal at 256 bits, far beyond what decides a game
/// on boards of this size.
pub(super) fn currents(position: &Position, limits: &Limits) -> Answered<CurrentsOverlay> {
    limits.check_heavy(position.free_count())?;
    let graph = position.network().graph();
    let mut answer = CurrentsOverlay {
        currents: vec![0.0; graph.edge_count()],
        potentials: vec![None; graph.vertex_count()],
        best: Vec::new(),
    };
    let circuit = match Circuit::new(position) {
        Ok(circuit) => circuit,
        // A decided game carries no current, or too much: nothing to draw.
        Err(error) if CircuitError::winner(error).is_some() => return Ok(answer),
        Err(error) => return Err(ApiError::invalid("network", error.to_string())),
    };
    let analysis = Analysis::new(&circuit);
    let error = |error: CircuitError| ApiError::invalid("network", error.to_string());
    let solved = analysis.currents().map_err(error)?;
    let best = analysis.best(Effort::Bits(256)).map_err(error)?;
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
///
/// # Errors
/// When there is nothing to explain.
pub fn explained(
    question: &GameJson,
    limits: &Limits,
    budget: &Budget,
) -> Answered<ExplanationJson> {
    let network = network(&question.network, limits)?;
    let (_, moves) = position(&network, &question.moves)?;
    // The last move is one to be answered, or it is itself the answer to the one before.
    for back in [1, 2] {
        let Some(at) = moves.len().checked_sub(back) else {
            break;
        };
        budget.spend(network.graph().edge_count() as u64, 0)?;
        let (hitter, hit) = moves[at];
        let before = Position::with_moves(Arc::clone(&network), moves[..at].iter().copied());
        let before = before.map_err(ApiError::broken)?;
        let chosen = moves.get(at + 1).map(|&(_, edge)| edge);
        let found = explain(&before, hit).filter(|found| found.winner != hitter);
        if let Some(found) = found {
            return Ok(explanation(hit, chosen, &found));
        }
    }
    Err(ApiError::nothing_to_explain())
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
        apart: found.apart.map(|ends| ends.map(VertexId::label)),
        sentence: words::explanation::sentence(hit, found),
    }
}

/// Why an edge is in P, P* or R.
///
/// # Errors
/// When there is no such edge, or the graph is too large.
pub fn edge(question: &EdgeQuestion, limits: &Limits, budget: &Budget) -> Answered<EdgeAnswer> {
    let network = network(&question.network, limits)?;
    let graph = network.graph();
    let edges = graph.edge_count();
    limits.check_heavy(edges)?;
    let edge = EdgeId::from_label(question.edge).filter(|edge| edge.index() < edges);
    let missing = || format!("there is no edge {} among {edges}", question.edge);
    let edge = edge.ok_or_else(|| ApiError::invalid("edge", missing()))?;
    budget.spend(edges as u64, 0)?;
    let reason = edge_reason(graph, &prove_partition(graph), edge);
    Ok(EdgeAnswer {
        sentence: words::principal::reason(edge, &reason),
        reason: EdgeReasonJson::new(edge, &reason),
    })
}

/// The outcome before the first move and after every move.
///
/// # Errors
/// When the position does not exist, or there are too many.
pub fn history(
    question: &GameJson,
    limits: &Limits,
    budget: &Budget,
) -> Answered<OutcomesJson<OutcomeName>> {
    let network = network(&question.network, limits)?;
    let (_, moves) = position(&network, &question.moves)?;
    let edges = network.graph().edge_count();
    limits.check_history("moves times edges", moves.len(), edges)?;
    let mut position = Position::new(network);
    let mut outcomes = vec![outcome(&position).into()];
    for (side, edge) in moves {
        budget.spend(edges as u64, 0)?;
        // Nothing changes after the end; the page shows such moves, if a record has them.
        if position.winner().is_none() {
            position.play(side, edge).map_err(ApiError::broken)?;
        }
        outcomes.push(outcome(&position).into());
    }
    Ok(OutcomesJson { outcomes })
}

/// A step of the 1972 algorithm, with its sentence.
pub fn chase_step(step: &Step) -> StepJson {
    StepJson::new(step, words::chase::step(step))
}

/// The steps of the 1972 algorithm.
///
/// # Errors
/// When the network is none, or too large.
pub fn chase(question: &GameJson, limits: &Limits, budget: &Budget) -> Answered<ChaseJson> {
    let network = network(&question.network, limits)?;
    if network.target() == Target::All {
        let reason = "the algorithm of 1972 plays for two terminals, not for all vertices";
        return Err(ApiError::invalid("network", reason));
    }
    let edges = network.graph().edge_count();
    at_most("edges", edges, limits.chase_edges)?;
    let mut steps = Vec::new();
    let mut spent = Ok(());
    Chase::run(&network, &[], &mut |step| {
        // The run itself is short; what grows is the list of its steps.
        if spent.is_ok() {
            // Two trees and two lists of edges, and as much again when they are written.
            spent = budget.spend(edges as u64, 64 * edges as u64);
            steps.push(chase_step(&step));
        }
    });
    spent?;
    Ok(ChaseJson {
        steps,
        extra: [edges + 1, edges + 2],
    })
}
