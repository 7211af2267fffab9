//! A player as it is named on the command line: a built-in name, or the command of a program.

use answers::hash::Fnv;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use switchyard::player::{Builtin, UnknownPlayerError};

/// Who plays: `NAME`, `COMMAND…` or `LABEL=` before either.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    /// The name in tables and records.
    pub name: String,
    /// What it is.
    pub kind: Kind,
}

/// A player of this program, or another program.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Built in.
    Builtin(Builtin),
    /// The words of a command, split as a shell would, run without one.
    Program(Vec<String>),
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (label, spec) = split_label(text);
        let kind = match spec.parse::<Builtin>() {
            Ok(builtin) => Kind::Builtin(builtin),
            Err(error @ UnknownPlayerError::Opponent(_)) => return Err(error.to_string()),
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

impl PlayerSpec {
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

    /// Distinguishes versions of a player: for a program the contents of the
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_names_or_commands() {
        let greedy: PlayerSpec = "greedy".parse().unwrap();
        assert!(!greedy.is_program());
        let labelled: PlayerSpec = "anna=sh -c 'echo 1'".parse().unwrap();
        assert_eq!(labelled.name, "anna");
        let words = ["sh", "-c", "echo 1"].map(str::to_owned).to_vec();
        assert_eq!(labelled.kind, Kind::Program(words));
        let unlabelled: PlayerSpec = "/bin/sh x=1".parse().unwrap();
        assert_eq!(unlabelled.name, "/bin/sh x=1");
        for bad in ["", "no-such-player", "/no/such/program", "a=", "sh 'x"] {
            assert!(bad.parse::<PlayerSpec>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_changed_program_is_another_player() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("p.sh");
        fs::write(&script, "echo 1").unwrap();
        let player: PlayerSpec = format!("sh {}", script.display()).parse().unwrap();
        let before = player.identity();
        assert_eq!(before, player.identity());
        fs::write(&script, "echo 2").unwrap();
        assert_ne!(before, player.identity());
    }
}
