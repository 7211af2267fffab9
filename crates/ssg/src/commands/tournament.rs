//! `ssg tournament`: a round robin on every network, with both sides and in both orders.

use crate::arena::clock::TimeControl;
use crate::arena::limit_args::LimitArgs;
use crate::arena::match_runner::{self, MatchNetwork, Rules};
use crate::cli::place::PlaceArgs;
use crate::cli::player_spec::PlayerSpec;
use crate::cli::target::TargetArgs;
use crate::cli::terminals;
use crate::io::durable;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::interrupt;
use crate::io::output;
use crate::io::terminal::note;
use crate::league::log::Log;
use crate::league::networks::network_files;
use crate::league::plan::Plan;
use crate::league::standings::Standings;
use crate::league::{csv, games, html, tables};
use crate::pool::Pool;
use crate::wire::tournament::{TournamentHeader, TournamentJson};
use answers::wire::record::Record;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

/// Arguments of `ssg tournament`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A built-in player, or a command that is run as `COMMAND MODE FILE` (and with `--target all` after the file if
    /// that is the game); `NAME=` before it gives it a name for the tables
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<PlayerSpec>,
    /// The networks: a folder, or a file; may be given several times
    #[arg(long, required = true, value_name = "DIR")]
    networks: Vec<PathBuf>,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    terminals: terminals::Args,
    /// The number of rounds; in each, every pair meets on each network with each side and in each order
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Seconds for each side in a game, or `auto`: by the size of the network
    #[arg(long, value_name = "SECONDS", default_value = "auto")]
    time: TimeControl,
    /// Processes of an outside program at a time, itself included (`--processes` of `ssg referee`)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    player_processes: Option<u32>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Games at a time [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// The seed of the built-in players' random choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The probability, 0 to 1, that a move of `perfect` is not an error
    #[arg(long, value_name = "P", value_parser = crate::cli::strength::strength)]
    strength: Option<f64>,
    /// The log of finished games, from which the same command resumes
    /// [default: tournament-DIGEST.ndjson]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Discard the log and start again
    #[arg(long)]
    restart: bool,
    /// Write a report with plots and all games to this file
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Where the replays of the report open: the address of `ssg serve`
    #[arg(long, value_name = "URL", default_value = games::PAGE, value_parser = games::address)]
    page: String,
    /// Write the standings to this file, one line per player
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Print standings and table as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: PlaceArgs,
}

/// Plays what is left to play, then shows the tables.
pub fn run(args: &Args) -> CmdResult {
    interrupt::watch()?;
    let plan = plan(args)?;
    let rules = Rules {
        time: args.time,
        limits: args.limits.resolve(
            args.player_processes,
            plan.players.iter().any(PlayerSpec::is_program),
        )?,
    };
    let header = plan.header(&rules, args.rounds);
    let mut pool = Pool::join(&args.place, &format!("tournament {}", header.line()))?;
    let path = match &args.log {
        Some(path) => path.clone(),
        None => PathBuf::from(format!("tournament-{}.ndjson", header.digest())),
    };
    // Only the first process has the log; the others hear from it what was played before.
    let (mut log, before) = if pool.is_first() {
        let games = plan.fixtures.len();
        let (log, before) = if args.restart {
            (Log::restart(&path, &header)?, vec![None; games])
        } else {
            Log::open(&path, &header, games, plan.index())?
        };
        (Some(log), before)
    } else {
        (None, Vec::new())
    };
    let mut records = pool.share(before)?;
    let played = play_the_rest((args, &rules), &plan, &mut pool, log.as_mut(), &mut records);
    if let Some(log) = &mut log {
        log.sync()?;
    }
    if !pool.is_first() {
        played?;
        pool.finish()?;
        return Ok(());
    }
    if let Err(failure) = played {
        let done = records.iter().flatten().count();
        note(&format_args!(
            "ssg: {done} of {} games are in {}; the same command resumes from it",
            records.len(),
            path.display()
        ));
        return Err(failure);
    }
    pool.finish()?;
    show(args, &plan, &header, &records, &path)
}

fn plan(args: &Args) -> Result<Plan, CmdError> {
    let mut names = HashSet::new();
    for player in &args.players {
        if !names.insert(&player.name) {
            return Err(CmdError::Input(format!(
                "two players are called {0:?}: give one another name, as in other={0}",
                player.name
            )));
        }
    }
    let with_programs = args.players.iter().any(PlayerSpec::is_program);
    let mut networks = Vec::new();
    for path in network_files(&args.networks)? {
        interrupt::check()?;
        let (target, named) = (args.target.target, args.terminals.named());
        let network = MatchNetwork::load_between(&path, with_programs, target, named)?;
        networks.push(network);
    }
    let players = args.players.iter().cloned();
    let players = players.map(|player| player.with_strength(args.strength));
    Ok(Plan::new(
        players.collect(),
        networks,
        args.rounds,
        args.seed,
    ))
}

/// Plays the games that no record exists of, several at a time.
fn play_the_rest(
    (args, rules): (&Args, &Rules),
    plan: &Plan,
    pool: &mut Pool,
    mut log: Option<&mut Log>,
    records: &mut [Option<Record>],
) -> CmdResult {
    let left: Vec<usize> = (0..records.len())
        .filter(|&game| records[game].is_none())
        .collect();
    let bar = progress_bar(records.len(), records.len() - left.len());
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = args.jobs.map_or(cores, NonZero::get);
    let work = |&game: &usize| {
        let fixture = &plan.fixtures[game];
        let network = &plan.networks[fixture.network];
        let seed = plan.seed_of(fixture);
        let mut record = match_runner::play(network, plan.pairing(fixture), rules, seed)?;
        record.round = Some(fixture.round);
        Ok((game, record))
    };
    pool.each(&left, jobs, &bar, work, |(game, record)| {
        if let Some(log) = &mut log {
            log.add(&record)?;
        }
        records[game] = Some(record);
        Ok(())
    })
}

/// A bar on stderr; nothing if that is no terminal.
fn progress_bar(games: usize, done: usize) -> ProgressBar {
    let bar = ProgressBar::new(games as u64).with_position(done as u64);
    let style = "{wide_bar} {pos}/{len} games, {elapsed} gone, {eta} to go";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.reset_eta();
    bar
}

fn show(
    args: &Args,
    plan: &Plan,
    header: &TournamentHeader,
    records: &[Option<Record>],
    log: &Path,
) -> CmdResult {
    let standings = Standings::of(plan, records);
    if let Some(path) = &args.report {
        let page = html::page(plan, header, records, &standings, &args.page);
        durable::write(path, page.as_bytes())?;
    }
    if let Some(path) = &args.csv {
        durable::write(path, csv::standings(&standings.rows).as_bytes())?;
    }
    if args.json {
        return output::json(&TournamentJson {
            games: standings.games,
            table: standings.meetings(),
            by_network: standings.on_networks(plan),
            by_role: standings.in_roles(),
            standings: standings.rows,
            networks: header.networks.clone(),
            seed: header.seed,
            log: log.display().to_string(),
        });
    }
    let mut text = tables::text(&standings);
    let _ = write!(text, "\nseed {}; games: {}\n", header.seed, log.display());
    output::say(&text)
}
