//! One game between two players on one network, from their start to the record.

use crate::arena::clock::{Clock, TimeControl};
use crate::arena::limits::Limits;
use crate::arena::seat::Seat;
use crate::cli::player_spec::PlayerSpec;
use crate::io::exit::CmdError;
use crate::io::input;
use crate::io::input::Bytes;
use crate::io::interrupt;
use crate::io::path::is_stdin;
use answers::hash::fingerprint;
use answers::wire::network::NetworkJson;
use answers::wire::record::{ClockJson, ConductJson, Record};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use switchyard::format::{Description, Format, begins_like_network};
use switchyard::referee::{self, Ending, Game, Reason};
use switchyard::switching::{Network, Outcome, Position, Side, Target};
use tempfile::TempDir;

/// A network that games are played on, with the data that all of them share.
#[derive(Debug)]
pub struct MatchNetwork {
    /// The network's file.
    pub path: PathBuf,
    /// A copy in the course's format, where outside programs could not read the file itself.
    written: Option<Written>,
    /// The starting position.
    pub start: Position,
    /// The network's fingerprint.
    pub fingerprint: String,
    /// Who wins under perfect play.
    pub outcome: Outcome,
}

impl MatchNetwork {
    /// Reads and solves a network for outside programs.
    ///
    /// # Errors
    /// When the file is no network.
    pub fn load(path: &Path) -> Result<Self, CmdError> {
        Self::load_between(path, true, Target::Terminals, input::Terminals::default())
    }

    /// Reads and solves a network, with a target and terminals of the user's choice. Outside programs read only the
    /// course's format, and take the terminals from the file: they get a copy with those terminals where they need one.
    ///
    /// # Errors
    /// When the file is no network, or there are no such terminals.
    pub fn load_between(
        path: &Path,
        for_programs: bool,
        target: Target,
        terminals: input::Terminals<'_>,
    ) -> Result<Self, CmdError> {
        if for_programs && is_stdin(path) {
            let text = "an outside program needs a network file, not standard input";
            return Err(CmdError::Input(text.to_owned()));
        }
        let bytes = Bytes::read(path)?;
        // Programs read a file by its content, whatever its name.
        let plain = for_programs && terminals.format.is_none() && begins_like_network(&bytes);
        let format = if plain {
            Some(Format::Network)
        } else {
            terminals.format
        };
        let named = input::Terminals {
            format,
            ..terminals
        };
        let network = Arc::new(input::network_of(path, &bytes, target, named)?);
        let as_it_is = plain && terminals.left.is_none() && terminals.right.is_none();
        let written = (for_programs && !as_it_is).then(|| Written::new(path, &network));
        let start = Position::new(Arc::clone(&network));
        Ok(Self {
            path: path.to_owned(),
            written: written.transpose()?,
            fingerprint: fingerprint(&network),
            outcome: start.outcome(),
            start,
        })
    }

    /// The file that outside programs are given.
    fn file(&self) -> &Path {
        self.written.as_ref().map_or(&self.path, |own| &own.file)
    }

    /// The network's name in records and tables.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The network as part of a record.
    pub fn graph(&self) -> NetworkJson {
        NetworkJson::of(self.start.network())
    }
}

/// A network in the course's format, in a folder that lasts as long as the games.
#[derive(Debug)]
struct Written {
    file: PathBuf,
    _folder: TempDir,
}

impl Written {
    fn new(path: &Path, network: &Network) -> Result<Self, CmdError> {
        let refuse = |error: io::Error| {
            let text = format!("{}: no file for the programs: {error}", path.display());
            CmdError::Input(text)
        };
        let folder = tempfile::tempdir().map_err(refuse)?;
        let name = path.file_stem().unwrap_or(path.as_os_str());
        let file = folder.path().join(name).with_extension("net");
        let mut text = String::new();
        let written = Format::Network.write(&Description::of(network.clone()), &mut text);
        written.map_err(|error| CmdError::input(&error))?;
        std::fs::write(&file, text).map_err(refuse)?;
        Ok(Self {
            file,
            _folder: folder,
        })
    }
}

/// Who plays which side, and who begins.
#[derive(Clone, Copy, Debug)]
pub struct Pairing<'a> {
    /// SHORT.
    pub short: &'a PlayerSpec,
    /// CUT.
    pub cut: &'a PlayerSpec,
    /// Who has the first move.
    pub first: Side,
}

/// What both sides may use.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The time for a game.
    pub time: TimeControl,
    /// The limits of outside programs.
    pub limits: Limits,
}

/// Plays one game.
///
/// # Errors
/// When the user interrupts, or a program cannot be started at all.
pub fn play(
    network: &MatchNetwork,
    pairing: Pairing<'_>,
    rules: &Rules,
    seed: u64,
) -> Result<Record, CmdError> {
    interrupt::check()?;
    let limit = rules.time.limit(network.start.network());
    let (mut clocks, mut tail, mut conduct) = ([0.0; 2], None, ConductJson::default());
    let game = if let Some(winner) = network.start.winner() {
        // The game is decided before the first move: no program is started.
        Game {
            first: pairing.first,
            moves: Vec::new(),
            ending: Ending::by_goal(winner),
        }
    } else {
        let sit = |side: Side, spec: &PlayerSpec, seed: u64| {
            let board = (network.file(), &network.start);
            let seated = Seat::take(
                spec,
                (side, pairing.first),
                board,
                seed,
                (Clock::new(rules.limits.clock, limit), &rules.limits),
            );
            let refuse = |error| CmdError::Input(format!("cannot start {:?}: {error}", spec.name));
            seated.map_err(refuse)
        };
        // With the same seed, two random players would make the same choices.
        let mut short = sit(Side::Short, pairing.short, seed)?;
        let mut cut = sit(Side::Cut, pairing.cut, seed.wrapping_add(1 << 60))?;
        let game = referee::play(network.start.clone(), pairing.first, &mut short, &mut cut);
        clocks = [&short, &cut].map(|seat| rounded(seat.clock().used()));
        (tail, conduct) = part(&game, &mut short, &mut cut);
        interrupt::check()?;
        for (seat, spec) in [(&short, pairing.short), (&cut, pairing.cut)] {
            if let Some(why) = seat.failure() {
                let name = &spec.name;
                let text =
                    format!("the supervisor of {name:?} failed, which is not its fault: {why}");
                return Err(CmdError::Input(text));
            }
        }
        game
    };
    let mut record = Record::of(&game);
    record.network = Some(network.name());
    record.fingerprint = Some(network.fingerprint.clone());
    record.outcome = Some(network.outcome.into());
    record.target = network.start.network().target().into();
    record.short = Some(pairing.short.name.clone());
    record.cut = Some(pairing.cut.name.clone());
    record.seed = Some(seed);
    record.clock = Some(ClockJson {
        short: clocks[0],
        cut: clocks[1],
        limit: Some(limit.as_secs_f64()),
    });
    if let Some(fault) = &mut record.fault {
        fault.stderr = tail;
    }
    record.conduct = Some(conduct).filter(|conduct| *conduct != ConductJson::default());
    Ok(record)
}

/// Seconds, to the microsecond.
fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// After the last move: what the loser of a forfeited game wrote to stderr, or how both programs
/// ended.
fn part(game: &Game, short: &mut Seat, cut: &mut Seat) -> (Option<String>, ConductJson) {
    let winner = game.ending.winner;
    if matches!(game.ending.reason, Reason::Forfeit(_)) {
        let loser = match winner {
            Side::Short => cut,
            Side::Cut => short,
        };
        return (loser.stderr_tail(), ConductJson::default());
    }
    let conduct = ConductJson {
        short: short.part(winner == Side::Short),
        cut: cut.part(winner == Side::Cut),
    };
    (None, conduct)
}
