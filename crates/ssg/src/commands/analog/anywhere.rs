//! `ssg analog quota` and `ssg analog adversary` on files and rectangular boards.

use super::first_moves::{self, FirstMoves, refuted};
use super::ground::Field;
use crate::cli::place::PlaceArgs;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::{durable, output};
use crate::pool::{Pool, local};
use crate::wire::analog::{
    AdversaryJson, AnywhereFirstMoveJson, AnywhereJson, AnywhereTallyJson, LineJson, QuotaJson,
    RefutationJson,
};
use answers::wire::names::SideName;
use answers::wire::network::NetworkJson;
use answers::wire::record::{ReasonName, Record};
use std::fmt::Write as _;
use std::path::Path;
use switchyard::graph::EdgeId;
use switchyard::switching::Side;
use switchyard_experiments::anywhere::{Group, Opponent, Robot, Stop};
use switchyard_experiments::tally::Tally;

/// Who works, and how the answer is told.
pub struct Hands<'a> {
    /// Threads.
    pub jobs: usize,
    /// Other processes.
    pub place: &'a PlaceArgs,
    /// One JSON object instead of text.
    pub json: bool,
}

type Refutation = RefutationJson<AnywhereTallyJson>;

/// Robot against robot.
pub fn quota(field: &Field, hands: &Hands<'_>) -> CmdResult {
    let mut pool = Pool::join(hands.place, &field.job("analog quota"))?;
    let robot = field.robot();
    let groups = groups_of(&robot)?;
    let bar = local::bar(groups.len(), &field.title());
    let work = |&at: &usize| {
        let first = groups[at].edges[0];
        let played = robot.play_first(first);
        let (wins, tally) = played.map_err(|stop| refuse(field, first, stop))?;
        Ok(AnywhereFirstMoveJson {
            group: at,
            wins: wins.to_string(),
            tally: AnywhereTallyJson::from(&tally),
        })
    };
    let mut values = vec![None; groups.len()];
    let mut tally = Tally::default();
    let all: Vec<usize> = (0..groups.len()).collect();
    pool.each(
        &all,
        hands.jobs,
        &bar,
        work,
        |done: AnywhereFirstMoveJson| {
            tally.add(&Tally::from(&done.tally));
            values[done.group] = Some(done.wins);
            Ok(())
        },
    )?;
    if !pool.finish()? {
        return Ok(());
    }
    let sorted = sort(field, &groups, values.iter().map(Option::as_deref));
    let certificate = AnywhereTallyJson::from(&tally);
    let answer = on_field(field, sorted.count, sorted.certified(certificate));
    output::answer(hands.json, || &answer, || quota_text(field, &answer))
}

/// The robot against an opponent who knows it.
pub fn adversary(field: &Field, hands: &Hands<'_>, lines: Option<&Path>) -> CmdResult {
    let mut pool = Pool::join(hands.place, &field.job("analog adversary"))?;
    let robot = field.robot();
    let groups = groups_of(&robot)?;
    let bar = local::bar(groups.len(), &field.title());
    let work = |&at: &usize| refute(field, &robot, groups[at].edges[0]).map(|found| (at, found));
    let mut found: Vec<Option<Refutation>> = vec![None; groups.len()];
    let all: Vec<usize> = (0..groups.len()).collect();
    pool.each(&all, hands.jobs, &bar, work, |(at, entry)| {
        found[at] = entry;
        Ok(())
    })?;
    if !pool.finish()? {
        return Ok(());
    }
    let values = found
        .iter()
        .map(|entry| entry.as_ref().map(|entry| &*entry.wins));
    let sorted = sort(field, &groups, values);
    let refutations = found.iter().flatten().cloned().collect();
    let answer = on_field(field, sorted.count, sorted.opposed(refutations));
    if let Some(path) = lines {
        let games = answer
            .found
            .refutations
            .iter()
            .flat_map(|entry| &entry.lines);
        let text: String = games.map(|line| record(field, line).line()).collect();
        durable::write(path, text.as_bytes())?;
    }
    output::answer(
        hands.json,
        || &answer,
        || adversary_text(field, &answer.found),
    )
}

fn groups_of(robot: &Robot) -> Result<Vec<Group>, CmdError> {
    robot.first_moves().map_err(|stop| match stop {
        Stop::Circuit(error) if error.winner().is_some() => CmdError::input(&error),
        stop => CmdError::Refused(stop.to_string()),
    })
}

/// What is known about a first move; nothing if the work that is allowed did not tell.
fn refute(field: &Field, robot: &Robot, first: EdgeId) -> Result<Option<Refutation>, CmdError> {
    let mut opponent = Opponent::new(robot);
    let found = match opponent.answer(first) {
        Ok(found) => found,
        Err(Stop::TooMany(_)) => return Ok(None),
        Err(stop) => return Err(refuse(field, first, stop)),
    };
    let trap = found.trap.iter();
    Ok(Some(RefutationJson {
        first: field.name(field.first, first),
        wins: found.wins.to_string(),
        trap: trap
            .map(|&edge| field.name(field.first.other(), edge))
            .collect(),
        lines: found.lines.iter().map(LineJson::from).collect(),
        tally: AnywhereTallyJson::from(&opponent.tally),
        solved: opponent.solved,
    }))
}

fn refuse(field: &Field, first: EdgeId, stop: Stop) -> CmdError {
    let first = field.name(field.first, first);
    match stop {
        Stop::Asked => CmdError::Interrupted,
        Stop::TooMany(_) => CmdError::Refused(format!(
            "first move {first}: {stop}; --most allows more, and `ssg analog sample` estimates the quota"
        )),
        Stop::Circuit(_) => CmdError::Refused(format!("first move {first}: {stop}")),
    }
}

/// All first moves, with the values of their groups.
fn sort<'v>(
    field: &Field,
    groups: &[Group],
    values: impl Iterator<Item = Option<&'v str>>,
) -> FirstMoves {
    let mut named: Vec<(EdgeId, Option<&str>)> = Vec::new();
    for (group, wins) in groups.iter().zip(values) {
        named.extend(group.edges.iter().map(|&edge| (edge, wins)));
    }
    named.sort_unstable();
    FirstMoves::sort(named.into_iter().map(|(edge, wins)| {
        let wins = wins.map(|wins| wins.parse().expect("written by this program"));
        (field.name(field.first, edge), wins)
    }))
}

/// What was found on this field.
fn on_field<T>(field: &Field, first_moves: usize, found: T) -> AnywhereJson<T> {
    AnywhereJson {
        columns: field.sides.map(|[columns, _]| columns),
        rows: field.sides.map(|[_, rows]| rows),
        first: field.first.into(),
        first_moves,
        found,
    }
}

/// The record of a line, for `ssg replay`.
fn record(field: &Field, line: &LineJson) -> Record {
    let knower = Some("omnipotent".to_owned());
    let robot = Some("analog".to_owned());
    let (short, cut, reason) = match field.first {
        Side::Cut => (knower, robot, ReasonName::Connected),
        Side::Short => (robot, knower, ReasonName::Disconnected),
    };
    Record {
        graph: Some(NetworkJson::of(&field.network)),
        short,
        cut,
        winner: Some(SideName::from(field.first.other())),
        reason: Some(reason),
        ..Record::new(field.first, line.edges.clone())
    }
}

fn quota_text(field: &Field, json: &AnywhereJson<QuotaJson<AnywhereTallyJson>>) -> String {
    let found = &json.found;
    let mut text = format!(
        "{}: {} moves first and wins with probability {} ({:.6})\n",
        field.title(),
        field.first,
        found.quota,
        found.about
    );
    let _ = writeln!(text, "first moves: {}", json.first_moves);
    text.push_str(&first_moves::doubtful(found));
    let t = &found.certificate;
    let _ = writeln!(
        text,
        "games of {} to {} moves; {} decisions, all certified: {} refined in {} rounds, {} ties of several \
         classes of edges, {} positions met before",
        t.shortest, t.longest, t.decisions, t.refinements, t.rounds, t.ties, t.met_before
    );
    text
}

fn adversary_text(field: &Field, found: &AdversaryJson<Refutation>) -> String {
    let title = field.title();
    let mut text = match &found.quota {
        Some(quota) => format!(
            "{title}: against an opponent who knows it the robot, {} and moving first, wins with probability {quota}\n",
            field.first
        ),
        None => format!(
            "{title}: {} first moves are unresolved: {}; --most allows more work\n",
            found.unresolved_first_moves.len(),
            found.unresolved_first_moves.join(" ")
        ),
    };
    text.extend(found.refutations.iter().map(refuted));
    text
}
