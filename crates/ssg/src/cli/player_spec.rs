//! A player as it is named on the command line: a built-in name, or the command of a program.

use crate::arena::clock::Clock;
use crate::arena::program::Program;
use crate::io::interrupt;
use crate::wire::record::Fnv;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;
use switchyard::graph::EdgeId;
use switchyard::player::builtin::Builtin;
use switchyard::player::{Forfeit, Player};
use switchyard::switching::{Position, Side};

/// Who plays: `NAME`, `COMMAND…` or `LABEL=` before either.
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    /// The name in tables and records.
    pub name: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Builtin(Builtin),
    /// The words of a command, split as a shell would, run without one.
    Program(Vec<String>),
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (label, spec) = split_label(text);
        let kind = match spec.parse::<Builtin>() {
            Ok(builtin) => Kind::Builtin(builtin),
            Err(unknown) => {
                let words = shell_words::split(spec).map_err(|error| error.to_string())?;
                let program = words.first().ok_or("no player is named")?;
                if find_program(program).is_none() {
                    return Err(format!("{unknown}; and there is no program {program:?}"));
                }
                Kind::Program(words)
            }
        };
        let name = label.unwrap_or(spec).to_owned();
        Ok(Self { name, kind })
    }
}

/// `alice=python3 alice.py` has the label `alice`.
fn split_label(text: &str) -> (Option<&str>, &str) {
    let is_label = |label: &str| {
        let word = |c: char| c.is_alphanumeric() || "_.-".contains(c);
        !label.is_empty() && label.chars().all(word)
    };
    match text.split_once('=') {
        Some((label, spec)) if is_label(label) => (Some(label), spec),
        _ => (None, text),
    }
}

/// Where a program is: at its path, or in one of the folders of PATH.
fn find_program(program: &str) -> Option<PathBuf> {
    let is_program = |path: &PathBuf| {
        rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok() && path.is_file()
    };
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(is_program);
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(is_program)
}

impl Contestant {
    /// Gives the plain perfect player this strength; other players keep theirs.
    pub fn with_strength(mut self, strength: Option<f64>) -> Self {
        if let (Kind::Builtin(builtin), Some(strength)) = (&mut self.kind, strength) {
            builtin.weaken(strength);
        }
        self
    }

    /// Whether it is an outside program.
    pub fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Program(_))
    }

    /// What tells this player from an older version of itself: for a program the contents of the
    /// files that its command names.
    pub fn identity(&self) -> String {
        let mut hash = Fnv::new();
        match &self.kind {
            Kind::Builtin(builtin) => hash.text(&builtin.to_string()),
            Kind::Program(words) => {
                let program = words.first().and_then(|program| find_program(program));
                let others = words.iter().skip(1).map(PathBuf::from);
                for path in program.into_iter().chain(others) {
                    if path.is_file()
                        && let Ok(bytes) = fs::read(&path)
                    {
                        hash.bytes(&bytes);
                    }
                }
                for word in words {
                    hash.text(word);
                }
            }
        }
        hash.hex()
    }

    /// Sits down for a game.
    ///
    /// # Errors
    /// When a program cannot be started for want of processes or pipes.
    pub fn sit(
        &self,
        (side, first): (Side, Side),
        (file, start): (&Path, &Position),
        seed: u64,
        mut clock: Clock,
    ) -> io::Result<Seat> {
        Ok(match &self.kind {
            Kind::Builtin(builtin) => {
                let begun = Instant::now();
                let player = builtin.sit(side, start, seed);
                clock.spend(begun.elapsed());
                Seat::Builtin { player, clock }
            }
            Kind::Program(words) => {
                Seat::Program(Program::start(words, (side, first), file, clock)?)
            }
        })
    }
}

/// A contestant in a game.
pub enum Seat {
    /// In this process; its clock can only be read when it has chosen.
    Builtin {
        /// The player.
        player: Box<dyn Player + Send>,
        /// Its clock.
        clock: Clock,
    },
    /// In a process of its own.
    Program(Program),
}

impl Seat {
    /// The clock as it stands.
    pub fn clock(&self) -> &Clock {
        match self {
            Self::Builtin { clock, .. } => clock,
            Self::Program(program) => program.clock(),
        }
    }

    /// The end of stderr, if there is any.
    pub fn stderr_tail(&mut self) -> Option<String> {
        let Self::Program(program) = self else {
            return None;
        };
        Some(program.stderr_tail()).filter(|tail| !tail.is_empty())
    }

    /// How it parts from a game that was won on the board: what is wrong, if anything is.
    pub fn part(&mut self, won: bool) -> Option<String> {
        match self {
            Self::Builtin { .. } => None,
            Self::Program(program) => program.part(won).err(),
        }
    }
}

impl Player for Seat {
    fn observe(&mut self, position: &Position, side: Side, edge: EdgeId) {
        match self {
            Self::Builtin { player, clock } => {
                let begun = Instant::now();
                player.observe(position, side, edge);
                clock.spend(begun.elapsed());
            }
            Self::Program(program) => program.observe(position, side, edge),
        }
    }

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        match self {
            Self::Builtin { player, clock } => {
                let begun = Instant::now();
                let edge = player.choose(position);
                clock.spend(begun.elapsed());
                if interrupt::asked() {
                    return Err(Forfeit::Crashed("interrupted".to_owned()));
                }
                if clock.is_up() {
                    return Err(Forfeit::Timeout);
                }
                edge
            }
            Self::Program(program) => program.choose(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_names_or_commands() {
        let greedy: Contestant = "greedy".parse().unwrap();
        assert!(!greedy.is_program());
        let labelled: Contestant = "anna=sh -c 'echo 1'".parse().unwrap();
        assert_eq!(labelled.name, "anna");
        let words = ["sh", "-c", "echo 1"].map(str::to_owned).to_vec();
        assert_eq!(labelled.kind, Kind::Program(words));
        let unlabelled: Contestant = "/bin/sh x=1".parse().unwrap();
        assert_eq!(unlabelled.name, "/bin/sh x=1");
        for bad in ["", "no-such-player", "/no/such/program", "a=", "sh 'x"] {
            assert!(bad.parse::<Contestant>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_changed_program_is_another_player() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("p.sh");
        fs::write(&script, "echo 1").unwrap();
        let player: Contestant = format!("sh {}", script.display()).parse().unwrap();
        let before = player.identity();
        assert_eq!(before, player.identity());
        fs::write(&script, "echo 2").unwrap();
        assert_ne!(before, player.identity());
    }
}
