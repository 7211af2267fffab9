//! `ssg grade`: a folder of submissions → builds, checks of the protocol, games, a round robin, and a report.

mod conformance;
mod pages;
mod record;
mod rules;
mod submission;

use crate::arena::match_runner::{self, MatchNetwork, Pairing};
use crate::cli::player_spec::PlayerSpec;
use crate::io::durable;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::interrupt;
use crate::io::output;
use crate::io::path::is_stdin;
use crate::io::terminal::{escape_name, note};
use crate::league::plan::Plan;
use crate::league::standings::Standings;
use crate::league::{csv, games, html};
use crate::pool::local;
use crate::wire::grade::{CheckJson, GradeJson, PointsJson, StepJson};
use crate::wire::tournament::StandingJson;
use answers::hash::Fnv;
use answers::wire::record::Record;
use record::GradeLog;
use rules::Rules;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::mem;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use submission::Entry;
use switchyard::switching::Side;

/// Arguments of `ssg grade`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rules of the class: docs/grading.md
    #[arg(value_name = "RULES.toml")]
    rules: PathBuf,
    /// Write an overview, a page per student and the tournament's report to this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Where the replays of the report open: the address of `ssg serve`
    #[arg(long, value_name = "URL", default_value = games::PAGE, value_parser = games::address)]
    page: String,
    /// Write one line per submission, to standard output unless a file is named
    #[arg(long, value_name = "FILE.csv", num_args = 0..=1, default_missing_value = "-", require_equals = false)]
    csv: Option<PathBuf>,
    /// Print one JSON object per submission and line
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// The log of what is done, from which the same command resumes
    /// [default: grade.ndjson in the folder of the report, otherwise grade-DIGEST.ndjson]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Discard the log and start again
    #[arg(long)]
    restart: bool,
    /// Submissions and games at a time [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

/// Grades the class.
pub fn run(args: &Args) -> CmdResult {
    interrupt::watch()?;
    let mut rules = Rules::load(&args.rules)?;
    let networks = mem::take(&mut rules.networks);
    let submissions = submission::find(&rules.submissions)?;
    if let Some(name) = clash(&submissions, &rules) {
        return Err(CmdError::Input(format!(
            "{}: a submission is called {name:?} like a built-in player of the tournament",
            rules.submissions.display()
        )));
    }
    let path = log_path(args, &rules)?;
    let mut log = GradeLog::open(&path, &rules.digest, args.restart)?;
    let jobs = args.jobs.map_or_else(local::default_jobs, NonZero::get);
    let work = tempfile::Builder::new().prefix("ssg-grade-").tempdir()?;
    let graded = grade((&rules, networks), submissions, work.path(), &mut log, jobs);
    log.sync()?;
    let class = match graded {
        Ok(class) => class,
        Err(failure) => {
            note(&format_args!(
                "ssg: progress is saved in {}; the same command resumes from it",
                path.display()
            ));
            return Err(failure);
        }
    };
    if let Some(folder) = &args.report {
        write_report(folder, &rules, &class, &args.page)?;
    }
    show(args, &class)
}

/// A submission that has the name of a built-in player of the tournament.
fn clash<'a>(submissions: &'a [submission::Submission], rules: &Rules) -> Option<&'a str> {
    let names = submissions
        .iter()
        .map(|submission| submission.name.as_str());
    let taken = |name: &&str| rules.players.iter().any(|player| player.name == *name);
    names.into_iter().find(taken)
}

/// Where the log is. A report is written only to a folder that is empty or holds a report already.
fn log_path(args: &Args, rules: &Rules) -> Result<PathBuf, CmdError> {
    let own = args
        .report
        .as_ref()
        .map(|folder| folder.join("grade.ndjson"));
    if let (Some(folder), Some(own)) = (&args.report, &own) {
        fs::create_dir_all(folder)
            .map_err(|error| CmdError::Input(format!("{}: {error}", folder.display())))?;
        let is_empty = fs::read_dir(folder)?.next().is_none();
        let is_report =
            own.exists() || folder.join("index.html").exists() && folder.join("students").is_dir();
        if !is_empty && !is_report {
            return Err(CmdError::Input(format!(
                "{}: the folder is not empty and holds no report of `ssg grade`",
                folder.display()
            )));
        }
    }
    let default = || PathBuf::from(format!("grade-{}.ndjson", &rules.digest[..8]));
    Ok(args.log.clone().or(own).unwrap_or_else(default))
}

/// Everything that was found out.
struct Class {
    grades: Vec<GradeJson>,
    won: Vec<Vec<Record>>,
    league: Option<League>,
}

/// The round robin.
struct League {
    plan: Plan,
    records: Vec<Option<Record>>,
    standings: Standings,
}

fn grade(
    (rules, networks): (&Rules, Vec<MatchNetwork>),
    submissions: Vec<submission::Submission>,
    work: &Path,
    log: &mut GradeLog,
    jobs: usize,
) -> Result<Class, CmdError> {
    let entries = build(rules, submissions, work)?;
    let checks = conformance(rules, &entries, work, log, jobs)?;
    let plays: Vec<bool> = checks.iter().map(|checks| plays(checks)).collect();
    let won = won_games(rules, &entries, &plays, log, jobs)?;
    let league = league((rules, networks), &entries, &plays, log, jobs)?;
    let best = best_share(&entries, league.as_ref());
    let mut grades = Vec::new();
    for ((entry, checks), won) in entries.iter().zip(checks).zip(&won) {
        grades.push(total(rules, entry, checks, won, (league.as_ref(), best)));
    }
    Ok(Class {
        grades,
        won,
        league,
    })
}

/// Builds one after the other: builds use all cores by themselves.
fn build(
    rules: &Rules,
    submissions: Vec<submission::Submission>,
    work: &Path,
) -> Result<Vec<Entry>, CmdError> {
    let bar = local::bar(submissions.len(), "builds");
    let folder = work.join("builds");
    fs::create_dir(&folder)?;
    let mut entries = Vec::new();
    for submission in submissions {
        interrupt::check()?;
        entries.push(submission::prepare(submission, rules, &folder)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(entries)
}

fn conformance(
    rules: &Rules,
    entries: &[Entry],
    work: &Path,
    log: &mut GradeLog,
    jobs: usize,
) -> Result<Vec<Vec<CheckJson>>, CmdError> {
    let folder = work.join("networks");
    let mut checks: Vec<Vec<CheckJson>> = Vec::new();
    let mut left = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let known = log.done().checks(&entry.submission);
        if let (None, Some(player)) = (&known, &entry.player) {
            left.extend((0..conformance::modes().len()).map(|mode| (at, player, mode)));
        }
        checks.push(known.unwrap_or_default());
    }
    // Checks wait for programs that say nothing, so the modes of a submission run beside each other.
    let bar = local::bar(left.len(), "checks");
    let work = |&(at, player, mode): &(usize, &PlayerSpec, usize)| {
        let folder = folder.join(format!("{at}-{mode}"));
        fs::create_dir_all(&folder)?;
        let found = conformance::check(player, rules, &folder, conformance::modes()[mode])?;
        Ok((at, mode, found))
    };
    let mut found: Vec<BTreeMap<usize, Vec<CheckJson>>> = vec![BTreeMap::new(); entries.len()];
    local::each(&left, jobs, &bar, work, |(at, mode, of_mode)| {
        found[at].insert(mode, of_mode);
        if found[at].len() < conformance::modes().len() {
            return Ok(());
        }
        let submission = &entries[at].submission;
        let all: Vec<CheckJson> = mem::take(&mut found[at]).into_values().flatten().collect();
        log.add(&StepJson::Conformance {
            name: submission.name.clone(),
            identity: submission.identity.clone(),
            checks: all.clone(),
        })?;
        checks[at] = all;
        Ok(())
    })?;
    Ok(checks)
}

/// Whether a program plays at all: it passed its first game in some mode.
fn plays(checks: &[CheckJson]) -> bool {
    checks.iter().any(|check| check.passed)
}

/// A game from a won position: a network, the winning side, and who begins.
struct WonPosition<'a> {
    network: &'a MatchNetwork,
    side: Side,
    first: Side,
}

/// Every network with every side and order that theory says it wins.
fn won_positions(networks: &[MatchNetwork]) -> Vec<WonPosition<'_>> {
    let mut positions = Vec::new();
    for first in Side::BOTH {
        for network in networks {
            let side = network.outcome.winner(first);
            if network.start.winner().is_none() {
                positions.push(WonPosition {
                    network,
                    side,
                    first,
                });
            }
        }
    }
    positions
}

fn won_games(
    rules: &Rules,
    entries: &[Entry],
    plays: &[bool],
    log: &mut GradeLog,
    jobs: usize,
) -> Result<Vec<Vec<Record>>, CmdError> {
    let positions = won_positions(&rules.won_networks);
    let games = if positions.is_empty() {
        0
    } else {
        rules.toml.won.games as usize
    };
    let mut records: Vec<Vec<Option<Record>>> = vec![vec![None; games]; entries.len()];
    let mut left = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        for (number, record) in records[at].iter_mut().enumerate() {
            *record = log.done().won_game(&entry.submission, number);
            if record.is_none() && plays[at] {
                left.push((at, number));
            }
        }
    }
    let bar = local::bar(left.len(), "won positions");
    let work = |&(at, number): &(usize, usize)| {
        let position = &positions[number % positions.len()];
        let Some(player) = &entries[at].player else {
            return Err(CmdError::Input(
                "a submission without a program plays no game".to_owned(),
            ));
        };
        let (short, cut) = match position.side {
            Side::Short => (player, &rules.opponent),
            Side::Cut => (&rules.opponent, player),
        };
        let pairing = Pairing {
            short,
            cut,
            first: position.first,
        };
        let mut hash = Fnv::new();
        hash.bytes(&rules.toml.seed.to_le_bytes());
        hash.number(number);
        hash.text(&position.network.fingerprint);
        let seed = hash.value() >> 11;
        let record = match_runner::play(position.network, pairing, &rules.of_game(), seed)?;
        Ok((at, number, record))
    };
    local::each(&left, jobs, &bar, work, |(at, number, record)| {
        let submission = &entries[at].submission;
        log.add(&StepJson::Won {
            name: submission.name.clone(),
            identity: submission.identity.clone(),
            number,
            record: record.clone(),
        })?;
        records[at][number] = Some(record);
        Ok(())
    })?;
    Ok(records
        .into_iter()
        .map(|games| games.into_iter().flatten().collect())
        .collect())
}

fn league(
    (rules, networks): (&Rules, Vec<MatchNetwork>),
    entries: &[Entry],
    plays: &[bool],
    log: &mut GradeLog,
    jobs: usize,
) -> Result<Option<League>, CmdError> {
    let entrants = entries.iter().zip(plays).filter(|(_, plays)| **plays);
    let mut identities: Vec<String> = Vec::new();
    let mut players: Vec<PlayerSpec> = Vec::new();
    for (entry, _) in entrants {
        players.extend(entry.player.clone());
        identities.push(entry.submission.identity.clone());
    }
    for player in &rules.players {
        players.push(player.clone());
        identities.push(player.identity());
    }
    if players.len() < 2 || networks.is_empty() {
        return Ok(None);
    }
    let plan = Plan::new(
        players,
        networks,
        rules.toml.tournament.rounds,
        rules.toml.seed,
    );
    let sides = |at: usize| {
        let fixture = &plan.fixtures[at];
        [fixture.short, fixture.cut].map(|player| identities[player].clone())
    };
    let mut records = log
        .done()
        .tournament(plan.fixtures.len(), plan.index(), sides);
    let left: Vec<usize> = (0..records.len())
        .filter(|&game| records[game].is_none())
        .collect();
    let bar = local::bar(left.len(), "tournament");
    let work = |&game: &usize| {
        let fixture = &plan.fixtures[game];
        let network = &plan.networks[fixture.network];
        let seed = plan.seed_of(fixture);
        let mut record =
            match_runner::play(network, plan.pairing(fixture), &rules.of_game(), seed)?;
        record.round = Some(fixture.round);
        Ok((game, record))
    };
    local::each(&left, jobs, &bar, work, |(game, record)| {
        log.add(&StepJson::Tournament {
            identities: sides(game),
            record: record.clone(),
        })?;
        records[game] = Some(record);
        Ok(())
    })?;
    let standings = Standings::of(&plan, &records);
    Ok(Some(League {
        plan,
        records,
        standings,
    }))
}

/// A player's row in the standings.
fn row<'a>(league: Option<&'a League>, name: &str) -> Option<&'a StandingJson> {
    let rows = &league?.standings.rows;
    rows.iter().find(|row| row.player == name)
}

/// The largest share of games that a submission won in the round robin.
fn best_share(entries: &[Entry], league: Option<&League>) -> f64 {
    let names = entries.iter().map(|entry| &entry.submission.name);
    let shares = names.filter_map(|name| Some(row(league, name)?.all.share()));
    shares.fold(0.0, f64::max)
}

fn total(
    rules: &Rules,
    entry: &Entry,
    checks: Vec<CheckJson>,
    won: &[Record],
    (league, best): (Option<&League>, f64),
) -> GradeJson {
    let toml = &rules.toml;
    let name = entry.submission.name.clone();
    let built = entry.player.is_some();
    let wins = won
        .iter()
        .filter(|record| pages::is_winner(record, &name))
        .count();
    let share = |part: usize, all: usize| {
        if all == 0 {
            0.0
        } else {
            part as f64 / all as f64
        }
    };
    let standing = row(league, &name);
    let lost = toml.build.per_warning * entry.warnings as f64;
    let points_by_section = PointsJson {
        build: if built {
            (toml.build.points - lost).max(0.0)
        } else {
            0.0
        },
        conformance: toml.conformance.points * share(pages::passed(&checks), checks.len()),
        won: toml.won.points * share(wins, won.len()),
        tournament: match standing {
            Some(standing) if best > 0.0 => toml.tournament.points * standing.all.share() / best,
            _ => 0.0,
        },
    };
    GradeJson {
        name,
        built,
        warnings: entry.warnings,
        build_log: entry.log.clone(),
        conformance: checks,
        won: wins,
        played: won.len(),
        rating: standing.map(|standing| standing.rating),
        rating_interval: standing.map(|standing| [standing.rating_low, standing.rating_high]),
        rank: standing.map(|standing| standing.rank),
        tournament_won: standing.map_or(0, |standing| standing.all.won),
        tournament_played: standing.map_or(0, |standing| standing.all.played),
        points: (points_by_section.sum() * 100.0).round() / 100.0,
        points_by_section,
    }
}

/// The overview, the students' pages, the tournament's report and the table as CSV.
fn write_report(folder: &Path, rules: &Rules, class: &Class, page: &str) -> CmdResult {
    fs::create_dir_all(folder.join("students"))?;
    let title = &rules.toml.title;
    let overview = pages::overview(title, &class.grades, class.league.is_some());
    durable::write(&folder.join("index.html"), overview.as_bytes())?;
    durable::write(&folder.join("grades.csv"), table(&class.grades).as_bytes())?;
    let played: Vec<&Record> = class
        .league
        .iter()
        .flat_map(|league| league.records.iter().flatten())
        .collect();
    for (grade, won) in class.grades.iter().zip(&class.won) {
        let mine = |record: &&&Record| {
            [&record.short, &record.cut]
                .iter()
                .any(|name| name.as_deref() == Some(grade.name.as_str()))
        };
        let tournament: Vec<&Record> = played.iter().filter(mine).copied().collect();
        let text = pages::student(title, grade, won, &tournament);
        durable::write(&folder.join(pages::place(&grade.name)), text.as_bytes())?;
    }
    if let Some(League {
        plan,
        records,
        standings,
    }) = &class.league
    {
        let header = plan.header(&rules.of_game(), rules.toml.tournament.rounds);
        let report = html::page(plan, &header, records, standings, page);
        durable::write(&folder.join("tournament.html"), report.as_bytes())?;
    }
    Ok(())
}

/// One line per submission.
fn table(grades: &[GradeJson]) -> String {
    let heads = "name,points,build_points,conformance_points,won_points,tournament_points,built,warnings,\
                 checks_passed,checks,won,played,rating,rating_low,rating_high,rank,tournament_won,tournament_played";
    let mut text = format!("{heads}\n");
    for grade in grades {
        let by_section = grade.points_by_section;
        let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let points = [
            by_section.build,
            by_section.conformance,
            by_section.won,
            by_section.tournament,
        ];
        let mut cells = vec![grade.name.clone(), grade.points.to_string()];
        cells.extend(points.map(|points| format!("{points:.2}")));
        cells.extend([
            grade.built.to_string(),
            grade.warnings.to_string(),
            pages::passed(&grade.conformance).to_string(),
            grade.conformance.len().to_string(),
            grade.won.to_string(),
            grade.played.to_string(),
            number(grade.rating),
            number(grade.rating_interval.map(|interval| interval[0])),
            number(grade.rating_interval.map(|interval| interval[1])),
            grade.rank.map_or_else(String::new, |rank| rank.to_string()),
            grade.tournament_won.to_string(),
            grade.tournament_played.to_string(),
        ]);
        text.push_str(&csv::line(&cells));
    }
    text
}

fn show(args: &Args, class: &Class) -> CmdResult {
    match &args.csv {
        Some(path) if is_stdin(path) => return output::say(&table(&class.grades)),
        Some(path) => durable::write(path, table(&class.grades).as_bytes())?,
        None => {}
    }
    if args.json {
        for grade in &class.grades {
            output::json(grade)?;
        }
        return Ok(());
    }
    let mut text = String::new();
    for grade in &class.grades {
        let rating = grade.rating.map_or_else(
            || "no rating".to_owned(),
            |rating| format!("rating {rating:+.0}"),
        );
        let _ = writeln!(
            text,
            "{:>6.1}  {}: {}, {} of {} checks, {} of {} won positions, {rating}",
            grade.points,
            escape_name(&grade.name),
            if grade.built { "built" } else { "not built" },
            pages::passed(&grade.conformance),
            grade.conformance.len(),
            grade.won,
            grade.played,
        );
    }
    output::say(&text)
}
