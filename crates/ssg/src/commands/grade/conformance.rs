//! The checks of the protocol: what a program must do in every mode, on networks made for it.
//!
//! Some checks are games against built-in players, on networks where every move of the program wins
//! or every move loses; others talk to the program directly, because they send what no referee
//! sends.

use super::rules::Rules;
use crate::arena::clock::Clock;
use crate::arena::limits::ClockKind;
use crate::arena::match_runner::{self, MatchNetwork, Pairing};
use crate::arena::pipes::Heard;
use crate::arena::program::{Program, Task, mode};
use crate::cli::player_spec::{Kind, PlayerSpec};
use crate::io::exit::CmdError;
use crate::io::interrupt;
use crate::wire::grade::CheckJson;
use answers::wire::record::Record;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use switchyard::player::Builtin;
use switchyard::switching::{Side, Target};

/// The network of the course: whoever moves first wins.
const COURSE: &str = "4\n5\n1\n4\n1 2\n2 4\n2 3\n1 3\n3 4\n";
/// SHORT needs both edges, CUT any one.
const SERIES: &str = "3\n2\n1\n3\n1 2\n2 3\n";
/// CUT needs both edges, SHORT any one.
const PARALLEL: &str = "2\n2\n1\n2\n1 2\n2 1\n";
/// Who moves first wins with the only move there is.
const ONE_EDGE: &str = "2\n1\n1\n2\n1 2\n";
const LOOPS: &str = "4\n8\n1\n4\n1 1\n1 2\n2 2\n2 4\n2 3\n1 3\n3 4\n4 4\n";
const PARALLELS: &str = "3\n7\n3\n1\n1 2\n2 1\n1 2\n2 3\n3 2\n2 3\n1 3\n";
const ISOLATED: &str = "7\n5\n2\n6\n2 3\n3 6\n3 5\n2 5\n5 6\n";
/// The terminals are apart: CUT has won before the first move.
const APART: &str = "3\n1\n1\n3\n1 2\n";
const NO_EDGES: &str = "2\n0\n1\n2\n";

/// The first check: if the program prints nothing here, the other checks in this mode fail too.
const FIRST: &str = "plays a game";

/// A check that is a game: its name, its network, and whether theory decides it for the program.
const GAMES: &[(&str, &str)] = &[
    (FIRST, COURSE),
    ("one edge", ONE_EDGE),
    ("edges in series", SERIES),
    ("edges in parallel", PARALLEL),
    ("loops", LOOPS),
    ("parallel edges and terminals in another order", PARALLELS),
    ("vertices without edges", ISOLATED),
];

/// A check that is a dialogue: what the program is sent where it expects a move.
const DIALOGUES: &[(&str, Sent)] = &[
    ("an edge that was already played", Sent::Again),
    ("an edge that does not exist", Sent::Line("99")),
    ("a word instead of a number", Sent::Line("seven")),
    ("the end of its input", Sent::Nothing),
];

#[derive(Clone, Copy)]
enum Sent {
    /// The program's own edge, or the opponent's a second time.
    Again,
    Line(&'static str),
    /// The input is closed.
    Nothing,
}

/// A side, and who begins: the modes of the course's protocol.
pub type Mode = (Side, Side);

/// The four modes: c1, c2, d1, d2.
pub fn modes() -> [Mode; 4] {
    let [one, two] = Side::BOTH;
    [(one, one), (one, two), (two, two), (two, one)]
}

/// All checks of a program in a mode. The networks are written to `folder`.
///
/// # Errors
/// When the user interrupts, or no process can be started.
pub fn check(
    player: &PlayerSpec,
    rules: &Rules,
    folder: &Path,
    (side, first): Mode,
) -> Result<Vec<CheckJson>, CmdError> {
    let networks = Networks { folder };
    let mut checks = Vec::new();
    let role = Role {
        player,
        rules,
        side,
        first,
    };
    let mut silent = false;
    for &(name, text) in GAMES {
        let found = if silent {
            Err(NOT_TRIED.to_owned())
        } else {
            role.game(&networks.file(name, text)?)?
        };
        silent |= name == FIRST && found.as_ref().is_err_and(|why| why.contains(SILENT));
        checks.push(role.note(&format!("{name}: plays, ends, exit code 0"), found));
    }
    for (name, text) in [("terminals apart", APART), ("no edges", NO_EDGES)] {
        let found = if silent {
            Err(NOT_TRIED.to_owned())
        } else {
            role.decided(&networks.file(name, text)?)?
        };
        checks.push(role.note(&format!("{name}: knows that CUT has won"), found));
    }
    for &(name, sent) in DIALOGUES {
        let found = if silent {
            Err(NOT_TRIED.to_owned())
        } else {
            role.dialogue(&networks.file("course", COURSE)?, sent)?
        };
        checks.push(role.note(
            &format!("{name}: ends with another exit code than 0"),
            found,
        ));
    }
    Ok(checks)
}

/// How a program that says nothing is described.
const SILENT: &str = "nothing was heard";
const NOT_TRIED: &str = "not tried: it said nothing in its first game in this mode";

/// Where the networks of the checks are.
struct Networks<'a> {
    folder: &'a Path,
}

impl Networks<'_> {
    fn file(&self, name: &str, text: &str) -> Result<std::path::PathBuf, CmdError> {
        let path = self.folder.join(format!("{}.net", name.replace(' ', "-")));
        if !path.exists() {
            fs::write(&path, text)?;
        }
        Ok(path)
    }
}

/// A program in a mode.
struct Role<'a> {
    player: &'a PlayerSpec,
    rules: &'a Rules,
    side: Side,
    first: Side,
}

impl Role<'_> {
    fn note(&self, check: &str, found: Result<(), String>) -> CheckJson {
        CheckJson {
            check: check.to_owned(),
            mode: mode(self.side, self.first).to_owned(),
            passed: found.is_ok(),
            detail: found.err().unwrap_or_default(),
        }
    }

    /// A game against the perfect player: it must be decided on the board, and the program must end
    /// as the protocol says.
    fn game(&self, file: &Path) -> Result<Result<(), String>, CmdError> {
        let network = MatchNetwork::load(file)?;
        let opponent = PlayerSpec {
            name: "perfect".to_owned(),
            kind: Kind::Builtin(Builtin::PERFECT),
        };
        let (short, cut) = match self.side {
            Side::Short => (self.player, &opponent),
            Side::Cut => (&opponent, self.player),
        };
        let pairing = Pairing {
            short,
            cut,
            first: self.first,
        };
        let record = match_runner::play(&network, pairing, &self.rules.of_check(), 1)?;
        Ok(self.judge(&record))
    }

    fn judge(&self, record: &Record) -> Result<(), String> {
        if let Some(fault) = &record.fault {
            let said = fault
                .said
                .as_ref()
                .map(|said| format!("; it printed {said:?}"));
            let hint = match record.reason {
                Some(answers::wire::record::ReasonName::Timeout) => {
                    format!(
                        ": {SILENT} for {} s; is the output flushed after every move?",
                        self.rules.toml.conformance.time
                    )
                }
                _ => String::new(),
            };
            return Err(format!(
                "{}{hint}{}",
                fault.detail,
                said.unwrap_or_default()
            ));
        }
        let conduct = record.conduct.as_ref();
        let mine = conduct.and_then(|conduct| match self.side {
            Side::Short => conduct.short.as_ref(),
            Side::Cut => conduct.cut.as_ref(),
        });
        mine.map_or(Ok(()), |what| Err(what.clone()))
    }

    fn start(&self, file: &Path) -> Result<Program, CmdError> {
        interrupt::check()?;
        let Kind::Program(words) = &self.player.kind else {
            return Err(CmdError::Input("a submission is a program".to_owned()));
        };
        let limits = self.rules.of_check().limits;
        let clock = Clock::new(ClockKind::Wall, self.patience());
        let task = Task {
            side: self.side,
            first: self.first,
            file,
            target: Target::Terminals,
        };
        Ok(Program::start(words, &task, clock, &limits)?)
    }

    fn patience(&self) -> Duration {
        Duration::from_secs_f64(self.rules.toml.conformance.time)
    }

    /// CUT has won before the first move: Constructor says `0`, Destructor says nothing, both end.
    fn decided(&self, file: &Path) -> Result<Result<(), String>, CmdError> {
        let mut program = self.start(file)?;
        let deadline = Instant::now() + self.patience();
        if self.side == Side::Short {
            match program.listen(deadline) {
                Heard::Word(word) if word == "0" => {}
                heard => return Ok(Err(format!("{} instead of 0", describe(&heard)))),
            }
        }
        match program.listen(deadline) {
            Heard::Closed => {}
            heard => return Ok(Err(format!("{} when the game was over", describe(&heard)))),
        }
        Ok(match program.exit(deadline) {
            Ok(0) => Ok(()),
            Ok(code) => Err(format!("it ended with exit code {code}, not 0")),
            Err(why) => Err(why),
        })
    }

    /// Sends something that is not a move: the program must exit by itself, print nothing more, and
    /// not with exit code 0.
    fn dialogue(&self, file: &Path, sent: Sent) -> Result<Result<(), String>, CmdError> {
        let mut program = self.start(file)?;
        let deadline = Instant::now() + self.patience();
        let hear = |program: &mut Program| match program.listen(deadline) {
            Heard::Word(word) => Ok(word),
            heard => Err(format!("{} instead of a move", describe(&heard))),
        };
        let mut taken = "1".to_owned();
        if self.side == self.first {
            match hear(&mut program) {
                Ok(word) => taken = word,
                Err(why) => return Ok(Err(why)),
            }
        } else if matches!(sent, Sent::Again) {
            program.tell("1");
            if let Err(why) = hear(&mut program) {
                return Ok(Err(why));
            }
        }
        match sent {
            Sent::Again => program.tell(&taken),
            Sent::Line(line) => program.tell(line),
            Sent::Nothing => program.hang_up(),
        }
        match program.listen(deadline) {
            Heard::Closed => {}
            heard => return Ok(Err(format!("{} after that", describe(&heard)))),
        }
        Ok(match program.exit(deadline) {
            Ok(0) => Err("it ended with exit code 0, as if all were well".to_owned()),
            Ok(_) => Ok(()),
            Err(why) => Err(why),
        })
    }
}

fn describe(heard: &Heard) -> String {
    match heard {
        Heard::Word(word) | Heard::Endless(word) => format!("it printed {word:?}"),
        Heard::Closed => "it closed its output".to_owned(),
        Heard::Late | Heard::Interrupted => SILENT.to_owned(),
    }
}
