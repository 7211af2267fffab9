//! `ssg referee`: two players, any number of networks, one record per game.

use crate::arena::clock::TimeControl;
use crate::arena::limit_args::LimitArgs;
use crate::arena::match_runner::{self, MatchNetwork, Pairing, Rules};
use crate::cli::player_spec::PlayerSpec;
use crate::cli::side;
use crate::cli::strength::strength;
use crate::cli::target::TargetArgs;
use crate::cli::terminals;
use crate::io::durable::{Kind, Log, Sharing};
use crate::io::exit::{CmdError, CmdResult};
use crate::io::interrupt;
use crate::io::output::{self, Listener};
use crate::io::terminal::escape_name;
use answers::wire::record::Record;
use std::fmt::Write as _;
use std::path::PathBuf;
use switchyard::switching::Side;

/// Arguments of `ssg referee`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Who plays SHORT: a built-in player, or a command that is run as `COMMAND MODE FILE`, with `--target all` after the
    /// file if that is the game
    #[arg(long, value_name = "PLAYER")]
    short: PlayerSpec,
    /// Who plays CUT
    #[arg(long, value_name = "PLAYER")]
    cut: PlayerSpec,
    /// Who moves first
    #[arg(long, value_parser = side::parser(), default_value = "short")]
    first: Side,
    /// Seconds for each side in a game, or `auto`: by the size of the network
    #[arg(long, value_name = "SECONDS", default_value = "auto")]
    time: TimeControl,
    /// Games on every network, each with the next seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The seed of the built-in players' random choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The probability, 0 to 1, that a move of `perfect` is not an error
    #[arg(long, value_name = "P", value_parser = strength)]
    strength: Option<f64>,
    /// Processes of an outside program at a time, itself included
    #[arg(long, alias = "player-processes", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    processes: Option<u32>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Append the records of the games to this file, for `ssg replay`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Put the whole network into every record
    #[arg(long)]
    embed: bool,
    /// Fail (exit code 1) unless this side wins every game
    #[arg(long, value_parser = side::parser(), value_name = "SIDE")]
    expect: Option<Side>,
    /// Print the records as JSON, one per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    terminals: terminals::Args,
    /// The networks
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Plays the games.
pub fn run(args: &Args) -> CmdResult {
    interrupt::watch()?;
    let short = args.short.clone().with_strength(args.strength);
    let cut = args.cut.clone().with_strength(args.strength);
    let pairing = Pairing {
        short: &short,
        cut: &cut,
        first: args.first,
    };
    let with_programs = short.is_program() || cut.is_program();
    let rules = Rules {
        time: args.time,
        limits: args.limits.resolve(args.processes, with_programs)?,
    };
    let mut log = open_log(args)?;
    let (mut played, mut unexpected) = (0, 0);
    let mut listener = Listener::default();
    for file in &args.files {
        let network = {
            let (target, named) = (args.target.target, args.terminals.named());
            MatchNetwork::load_between(file, with_programs, target, named)?
        };
        for game in 0..args.games {
            let seed = args.seed.wrapping_add(u64::from(game));
            let mut record = match_runner::play(&network, pairing, &rules, seed)?;
            record.graph = args.embed.then(|| network.graph());
            if let Some(log) = &mut log {
                log.add(&record.line())?;
            }
            let text = if args.json {
                record.line()
            } else {
                describe(&record)
            };
            // Games that are recorded or expected are all played, even if nobody reads the output.
            if log.is_some() || args.expect.is_some() {
                listener.say(&text)?;
            } else {
                output::say(&text)?;
            }
            played += 1;
            unexpected += u32::from(
                args.expect
                    .is_some_and(|side| record.winner.map(Side::from) != Some(side)),
            );
        }
    }
    if let Some(log) = &mut log {
        log.sync()?;
    }
    if unexpected > 0 {
        let text = format!("{unexpected} of {played} games were won by the other side");
        return Err(CmdError::Refused(text));
    }
    Ok(())
}

/// The file of the records, which other referees may be adding to.
fn open_log(args: &Args) -> Result<Option<Log>, CmdError> {
    const KIND: Kind = Kind {
        name: "a file of game records",
        recognise: |line| Record::parse(line).map(drop),
        sharing: Sharing::InTurns,
    };
    let Some(path) = &args.record else {
        return Ok(None);
    };
    let (log, ()) = Log::open(path, &KIND, |lines| {
        lines.iter().try_for_each(|line| {
            let record = Record::parse(&line.text);
            record.map(drop).map_err(|why| line.fault(&why))
        })
    })?;
    Ok(Some(log))
}

/// How much of a program's stderr people want to see; the record has more.
const STDERR_LINES: usize = 8;

/// A game in a few lines for people.
fn describe(record: &Record) -> String {
    let shown = |name: &Option<String>| escape_name(name.as_deref().unwrap_or("?")).into_owned();
    let name = |side: Side| match side {
        Side::Short => shown(&record.short),
        Side::Cut => shown(&record.cut),
    };
    let network = shown(&record.network);
    let (Some(winner), Some(reason)) = (record.winner, record.reason) else {
        return format!("{network}: unfinished\n");
    };
    let winner = Side::from(winner);
    let mut text = format!(
        "{network}: {winner} ({}) wins: {}, {} moves",
        name(winner),
        reason.as_str(),
        record.moves.len()
    );
    if let Some(clock) = record.clock {
        let _ = write!(text, ", SHORT {:.3} s, CUT {:.3} s", clock.short, clock.cut);
    }
    text.push('\n');
    if let Some(fault) = &record.fault {
        let loser = winner.other();
        let detail = escape_name(&fault.detail);
        let _ = write!(text, "  {loser} ({}): {detail}", name(loser));
        if let Some(said) = &fault.said {
            let _ = write!(text, "; it printed {said:?}");
        }
        text.push('\n');
        let stderr: Vec<&str> = fault.stderr.iter().flat_map(|tail| tail.lines()).collect();
        for line in stderr
            .iter()
            .skip(stderr.len().saturating_sub(STDERR_LINES))
        {
            let _ = writeln!(text, "    stderr: {line}");
        }
    }
    if let Some(conduct) = &record.conduct {
        for (side, what) in [(Side::Short, &conduct.short), (Side::Cut, &conduct.cut)] {
            if let Some(what) = what {
                let _ = writeln!(text, "  {side} ({}), after the game: {what}", name(side));
            }
        }
    }
    text
}
