//! `ssg analog quota` and `ssg analog adversary` on files and rectangular boards.

use super::ground::Field;
use super::quota::about;
use crate::cli::place::PlaceArgs;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::{durable, output};
use crate::pool::{Pool, local};
use crate::wire::analog::{
    AnywhereAdversaryJson, AnywhereFirstMoveJson, AnywhereQuotaJson, AnywhereRefutedJson,
    AnywhereTallyJson, LineJson,
};
use answers::wire::names::SideName;
use answers::wire::network::NetworkJson;
use answers::wire::record::{ReasonName, Record};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeMap;
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

/// First moves by what they are worth.
struct Sorted {
    quota: Option<BigRational>,
    losing: Vec<String>,
    tied: BTreeMap<String, String>,
    unresolved: Vec<String>,
    moves: usize,
}

/// Robot against robot.
pub fn quota(field: &Field, hands: &Hands<'_>) -> CmdResult {
    let mut pool = Pool::join(hands.place, &field.job("analog quota"))?;
    let robot = field.robot();
    let groups = first_moves(&robot)?;
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
    let sorted = sort(field, &groups, &values);
    let quota = sorted.quota.expect("every first move was played");
    let answer = AnywhereQuotaJson {
        columns: field.sides.map(|[columns, _]| columns),
        rows: field.sides.map(|[_, rows]| rows),
        first: field.first.into(),
        first_moves: sorted.moves,
        about: about(&quota),
        quota: quota.to_string(),
        losing_first_moves: sorted.losing,
        tied_first_moves: sorted.tied,
        certified: true,
        certificate: AnywhereTallyJson::from(&tally),
    };
    output::answer(hands.json, || &answer, || quota_text(field, &answer))
}

/// The robot against an opponent who knows it.
pub fn adversary(field: &Field, hands: &Hands<'_>, lines: Option<&Path>) -> CmdResult {
    let mut pool = Pool::join(hands.place, &field.job("analog adversary"))?;
    let robot = field.robot();
    let groups = first_moves(&robot)?;
    let bar = local::bar(groups.len(), &field.title());
    let work = |&at: &usize| refute(field, &robot, groups[at].edges[0]).map(|found| (at, found));
    let mut found: Vec<Option<AnywhereRefutedJson>> = vec![None; groups.len()];
    let all: Vec<usize> = (0..groups.len()).collect();
    pool.each(&all, hands.jobs, &bar, work, |(at, entry)| {
        found[at] = entry;
        Ok(())
    })?;
    if !pool.finish()? {
        return Ok(());
    }
    let values: Vec<Option<String>> = found
        .iter()
        .map(|entry| entry.as_ref().map(|entry| entry.wins.clone()))
        .collect();
    let sorted = sort(field, &groups, &values);
    let answer = AnywhereAdversaryJson {
        columns: field.sides.map(|[columns, _]| columns),
        rows: field.sides.map(|[_, rows]| rows),
        first: field.first.into(),
        first_moves: sorted.moves,
        quota: sorted.quota.map(|quota| quota.to_string()),
        losing_first_moves: sorted.losing,
        tied_first_moves: sorted.tied,
        unresolved_first_moves: sorted.unresolved,
        refutations: found.into_iter().flatten().collect(),
    };
    if let Some(path) = lines {
        let games = answer.refutations.iter().flat_map(|entry| &entry.lines);
        let text: String = games.map(|line| record(field, line).line()).collect();
        durable::write(path, text.as_bytes())?;
    }
    output::answer(hands.json, || &answer, || adversary_text(field, &answer))
}

fn first_moves(robot: &Robot) -> Result<Vec<Group>, CmdError> {
    robot.first_moves().map_err(|stop| match stop {
        Stop::Circuit(error) if error.winner().is_some() => CmdError::input(&error),
        stop => CmdError::Refused(stop.to_string()),
    })
}

/// What is known about a first move; nothing if the work that is allowed did not tell.
fn refute(
    field: &Field,
    robot: &Robot,
    first: EdgeId,
) -> Result<Option<AnywhereRefutedJson>, CmdError> {
    let mut opponent = Opponent::new(robot);
    let found = match opponent.answer(first) {
        Ok(found) => found,
        Err(Stop::TooMany(_)) => return Ok(None),
        Err(stop) => return Err(refuse(field, first, stop)),
    };
    let trap = found.trap.iter();
    Ok(Some(AnywhereRefutedJson {
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

/// All first moves, group by group, with the groups' values.
fn sort(field: &Field, groups: &[Group], values: &[Option<String>]) -> Sorted {
    let mut named: Vec<(EdgeId, Option<&String>)> = Vec::new();
    for (group, wins) in groups.iter().zip(values) {
        named.extend(group.edges.iter().map(|&edge| (edge, wins.as_ref())));
    }
    named.sort_unstable();
    let mut sum = BigRational::from_integer(BigInt::ZERO);
    let mut sorted = Sorted {
        quota: None,
        losing: Vec::new(),
        tied: BTreeMap::new(),
        unresolved: Vec::new(),
        moves: named.len(),
    };
    for (edge, wins) in named {
        let name = field.name(field.first, edge);
        match wins.map(String::as_str) {
            None => sorted.unresolved.push(name),
            Some("0") => sorted.losing.push(name),
            Some(wins) => {
                sum += wins
                    .parse::<BigRational>()
                    .expect("written by this program");
                if wins != "1" {
                    sorted.tied.insert(name, wins.to_owned());
                }
            }
        }
    }
    let all = BigRational::from_integer(BigInt::from(sorted.moves));
    sorted.quota = sorted.unresolved.is_empty().then(|| sum / all);
    sorted
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

fn quota_text(field: &Field, json: &AnywhereQuotaJson) -> String {
    let mut text = format!(
        "{}: {} moves first and wins with probability {} ({:.6})\n",
        field.title(),
        field.first,
        json.quota,
        json.about
    );
    let _ = writeln!(text, "first moves: {}", json.first_moves);
    if !json.losing_first_moves.is_empty() {
        let _ = writeln!(text, "losing: {}", json.losing_first_moves.join(" "));
    }
    for (name, wins) in &json.tied_first_moves {
        let _ = writeln!(text, "ties decide after {name}: wins {wins}");
    }
    let t = &json.certificate;
    let _ = writeln!(
        text,
        "games of {} to {} moves; {} decisions, all certified: {} refined in {} rounds, {} ties of several \
         classes of edges, {} positions met before",
        t.shortest, t.longest, t.decisions, t.refinements, t.rounds, t.ties, t.met_before
    );
    text
}

fn adversary_text(field: &Field, json: &AnywhereAdversaryJson) -> String {
    let title = field.title();
    let mut text = match &json.quota {
        Some(quota) => format!(
            "{title}: against an opponent who knows it the robot, {} and moving first, wins with probability {quota}\n",
            field.first
        ),
        None => format!(
            "{title}: {} first moves are unresolved: {}; --most allows more work\n",
            json.unresolved_first_moves.len(),
            json.unresolved_first_moves.join(" ")
        ),
    };
    for entry in &json.refutations {
        let decided: Vec<String> = entry.lines.iter().map(|l| l.decided.to_string()).collect();
        let _ = match (entry.lines.is_empty(), entry.trap.is_empty()) {
            (true, _) => writeln!(text, "{:>5}  wins {}", entry.first, entry.wins),
            (false, true) => writeln!(
                text,
                "{:>5}  loses: it leaves a won position to the opponent",
                entry.first
            ),
            (false, false) => writeln!(
                text,
                "{:>5}  loses to {} (decided after {} moves)",
                entry.first,
                entry.trap.join(" "),
                decided.join(", ")
            ),
        };
    }
    text
}
