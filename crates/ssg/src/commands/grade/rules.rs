//! The rules of a class, read and checked.

use crate::arena::clock::TimeControl;
use crate::arena::limit_args::{LimitArgs, SandboxChoice};
use crate::arena::limits::{Bytes, ClockKind, Limits};
use crate::arena::match_runner::{self, MatchNetwork};
use crate::cli::player_spec::{Kind, PlayerSpec};
use crate::io::exit::CmdError;
use crate::league::networks::network_files;
use crate::wire::grade::{RulesToml, TimeToml, parse_toml};
use answers::hash::Fnv;
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use std::time::Duration;
use switchyard::player::Builtin;
use switchyard_files::read;

/// The longest file of rules, in bytes.
const MOST_RULES: u64 = 1 << 20;

/// The rules, with everything that they name.
#[derive(Debug)]
pub struct Rules {
    /// As they are written.
    pub toml: RulesToml,
    /// Where the submissions are.
    pub submissions: PathBuf,
    /// What a program may use.
    pub limits: Limits,
    /// The time for a game.
    pub time: TimeControl,
    /// The time for a build.
    pub build_time: Duration,
    /// The networks of the games from won positions.
    pub won_networks: Vec<MatchNetwork>,
    /// The opponent in them.
    pub opponent: PlayerSpec,
    /// The networks of the round robin.
    pub networks: Vec<MatchNetwork>,
    /// The built-in players of the round robin.
    pub players: Vec<PlayerSpec>,
    /// Changes when the rules or a network do.
    pub digest: String,
}

impl Rules {
    /// Reads the rules and every network that they name.
    ///
    /// # Errors
    /// When something is wrong with them; the words say what and where.
    pub fn load(path: &Path) -> Result<Self, CmdError> {
        let refuse = |why: &str| CmdError::Input(format!("{}: {why}", path.display()));
        let text = read::text(path, MOST_RULES).map_err(|why| refuse(&why.to_string()))?;
        let toml: RulesToml = parse_toml(&text).map_err(|why| refuse(&why))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        check(&toml).map_err(|why| refuse(&why))?;
        let won_networks = networks(folder, &toml.won.networks)?;
        let networks = networks(folder, &toml.tournament.networks)?;
        let builtin = |name: &String, section: &str| match name.parse::<Builtin>() {
            Ok(builtin) => Ok(PlayerSpec {
                name: name.clone(),
                kind: Kind::Builtin(builtin),
            }),
            Err(why) => Err(refuse(&format!("[{section}]: {why}"))),
        };
        let mut players = Vec::new();
        for name in &toml.tournament.players {
            players.push(builtin(name, "tournament")?);
        }
        let limits = limits(&toml).map_err(|why| refuse(&format!("[limits]: {why}")))?;
        let mut hash = Fnv::new();
        hash.text(&text);
        for network in won_networks.iter().chain(&networks) {
            hash.text(&network.fingerprint);
        }
        Ok(Self {
            submissions: folder.join(&toml.submissions),
            limits: limits.resolve(toml.limits.processes, true)?,
            time: time(&toml.limits.time)
                .map_err(|why| refuse(&format!("[limits] time: {why}")))?,
            build_time: Duration::from_secs_f64(toml.build.time),
            opponent: builtin(&toml.won.opponent, "won")?,
            won_networks,
            networks,
            players,
            digest: hash.hex(),
            toml,
        })
    }

    /// What both sides of a game may use.
    pub fn of_game(&self) -> match_runner::Rules {
        match_runner::Rules {
            time: self.time,
            limits: self.limits,
        }
    }

    /// What both sides of a check may use.
    pub fn of_check(&self) -> match_runner::Rules {
        match_runner::Rules {
            time: TimeControl::Fixed(Duration::from_secs_f64(self.toml.conformance.time)),
            limits: Limits {
                clock: ClockKind::Wall,
                ..self.limits
            },
        }
    }
}

/// Numbers that make no sense.
fn check(toml: &RulesToml) -> Result<(), String> {
    let points = [
        ("[build] points", toml.build.points),
        ("[build] per_warning", toml.build.per_warning),
        ("[conformance] points", toml.conformance.points),
        ("[won] points", toml.won.points),
        ("[tournament] points", toml.tournament.points),
    ];
    for (name, points) in points {
        if !(0.0..=1e6).contains(&points) {
            return Err(format!("{name}: 0 to 1000000, not {points}"));
        }
    }
    for (name, seconds) in [
        ("[build] time", toml.build.time),
        ("[conformance] time", toml.conformance.time),
    ] {
        if !(0.01..=1e5).contains(&seconds) {
            return Err(format!("{name}: 0.01 to 100000 seconds, not {seconds}"));
        }
    }
    if toml.tournament.rounds == 0 {
        return Err("[tournament] rounds: at least 1".to_owned());
    }
    if toml.limits.processes == Some(0) {
        return Err("[limits] processes: at least 1".to_owned());
    }
    Ok(())
}

fn limits(toml: &RulesToml) -> Result<LimitArgs, String> {
    let size = |text: &Option<String>| text.as_deref().map(str::parse::<Bytes>).transpose();
    Ok(LimitArgs {
        clock: ClockKind::from_str(&toml.limits.clock, false)
            .map_err(|_| "clock: `wall` or `cpu`")?,
        memory: size(&toml.limits.memory).map_err(|why| format!("memory: {why}"))?,
        file_size: size(&toml.limits.file_size).map_err(|why| format!("file_size: {why}"))?,
        sandbox: SandboxChoice::from_str(&toml.limits.sandbox, false)
            .map_err(|_| "sandbox: `auto`, `bwrap` or `none`")?,
    })
}

fn time(toml: &TimeToml) -> Result<TimeControl, String> {
    match toml {
        TimeToml::Seconds(seconds) => seconds.to_string().parse(),
        TimeToml::Words(words) => words.parse(),
    }
}

fn networks(folder: &Path, given: &[String]) -> Result<Vec<MatchNetwork>, CmdError> {
    if given.is_empty() {
        return Ok(Vec::new());
    }
    let paths: Vec<PathBuf> = given.iter().map(|path| folder.join(path)).collect();
    let files = network_files(&paths)?;
    let load = |path: &PathBuf| MatchNetwork::load(path);
    files.iter().map(load).collect()
}
