//! The submissions of a class: found, copied, built.

use super::rules::Rules;
use crate::arena::build::{self, Built};
use crate::cli::player_spec::{Kind, PlayerSpec};
use crate::io::exit::CmdError;
use crate::wire::grade::{SubmissionToml, parse_toml};
use answers::hash::Fnv;
use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

/// A submission.
#[derive(Debug)]
pub struct Submission {
    /// Its name: that of its folder, or of its file without the ending.
    pub name: String,
    /// Changes when its files do.
    pub identity: String,
    path: PathBuf,
}

/// A submission after its build.
#[derive(Debug)]
pub struct Entry {
    /// The submission.
    pub submission: Submission,
    /// The end of the build log; why it cannot be run, if it cannot.
    pub log: String,
    /// Lines of the log with a warning.
    pub warnings: usize,
    /// The player, if it can be run.
    pub player: Option<PlayerSpec>,
}

fn refuse(path: &Path, why: &impl ToString) -> CmdError {
    CmdError::Input(format!("{}: {}", path.display(), why.to_string()))
}

/// The submissions in a folder, by name: its folders and files, except hidden ones and notes.
///
/// # Errors
/// When the folder cannot be read, or two submissions have the same name.
pub fn find(folder: &Path) -> Result<Vec<Submission>, CmdError> {
    let mut found: Vec<Submission> = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| refuse(folder, &error))? {
        let path = entry.map_err(|error| refuse(folder, &error))?.path();
        let name = if path.is_dir() {
            path.file_name()
        } else {
            path.file_stem()
        };
        let Some(name) = name.and_then(|name| name.to_str()) else {
            return Err(refuse(&path, &"the name of a submission must be text"));
        };
        let is_note = path
            .extension()
            .is_some_and(|kind| kind == "md" || kind == "txt");
        if name.starts_with('.') || is_note {
            continue;
        }
        if let Some(other) = found.iter().find(|other| other.name == name) {
            let why = format!("{} is a submission of the same name", other.path.display());
            return Err(refuse(&path, &why));
        }
        let mut hash = Fnv::new();
        identify(&path, &mut hash).map_err(|error| refuse(&path, &error))?;
        found.push(Submission {
            name: name.to_owned(),
            identity: hash.hex(),
            path,
        });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    if found.is_empty() {
        return Err(refuse(folder, &"no submission here"));
    }
    Ok(found)
}

/// The entries of a folder in a fixed order.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Hashes the names, kinds and contents of all files below a path.
fn identify(path: &Path, hash: &mut Fnv) -> io::Result<()> {
    hash.text(&path.file_name().unwrap_or_default().to_string_lossy());
    let data = fs::symlink_metadata(path)?;
    if data.is_symlink() {
        hash.text(&fs::read_link(path)?.to_string_lossy());
    } else if data.is_dir() {
        for inside in sorted(path)? {
            identify(&inside, hash)?;
        }
    } else if data.is_file() {
        hash.number(usize::from(data.permissions().mode() & 0o111 != 0));
        hash.bytes(&fs::read(path)?);
    }
    Ok(())
}

/// Copies files, folders and links, so that builds do not change the submission itself.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let data = fs::symlink_metadata(from)?;
    if data.is_symlink() {
        return symlink(fs::read_link(from)?, to);
    }
    if data.is_dir() {
        fs::create_dir(to)?;
        for inside in sorted(from)? {
            copy(&inside, &to.join(inside.file_name().unwrap_or_default()))?;
        }
    } else if data.is_file() {
        fs::copy(from, to)?;
    }
    Ok(())
}

/// Copies a submission below `work` and builds it there.
///
/// # Errors
/// When it cannot be copied, or no process can be started; a build that fails is no error.
pub fn prepare(submission: Submission, rules: &Rules, work: &Path) -> Result<Entry, CmdError> {
    let folder = work.join(&submission.name);
    let path = submission.path.clone();
    let failed = |error: io::Error| refuse(&path, &error);
    if path.is_dir() {
        copy(&path, &folder).map_err(failed)?;
    } else {
        fs::create_dir(&folder).map_err(failed)?;
        copy(&path, &folder.join(path.file_name().unwrap_or_default())).map_err(failed)?;
    }
    let own = match own_words(&folder, &path) {
        Ok(own) => own,
        Err(why) => return Ok(unusable(submission, why, 0)),
    };
    let command = own.build.or_else(|| {
        let makefile = ["Makefile", "makefile", "GNUmakefile"];
        let has_makefile = makefile.iter().any(|name| folder.join(name).is_file());
        let by_rules = rules.toml.build.command.clone();
        by_rules.or_else(|| has_makefile.then(|| "make".to_owned()))
    });
    let Built { ok, log } = match command.filter(|_| path.is_dir()) {
        Some(command) => {
            build::run(&command, &folder, rules.build_time, &rules.limits).map_err(failed)?
        }
        None => Built {
            ok: true,
            log: String::new(),
        },
    };
    let warnings = log
        .lines()
        .filter(|line| line.to_lowercase().contains("warning:"))
        .count();
    if !ok {
        return Ok(unusable(submission, log, warnings));
    }
    let candidates = own
        .command
        .map_or_else(|| rules.toml.build.run.clone(), |command| vec![command]);
    let found = candidates
        .iter()
        .find_map(|command| words(command, &folder));
    let Some(words) = found else {
        let why = format!(
            "{log}\nthere is nothing to run: none of {}",
            candidates.join(", ")
        );
        return Ok(unusable(submission, why.trim_start().to_owned(), warnings));
    };
    let player = PlayerSpec {
        name: submission.name.clone(),
        kind: Kind::Program(words),
    };
    Ok(Entry {
        submission,
        log,
        warnings,
        player: Some(player),
    })
}

fn unusable(submission: Submission, log: String, warnings: usize) -> Entry {
    Entry {
        submission,
        log,
        warnings,
        player: None,
    }
}

/// The `submission.toml` of a submission; a single file is run according to its extension.
fn own_words(folder: &Path, path: &Path) -> Result<SubmissionToml, String> {
    if !path.is_dir() {
        let file = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let quoted = shell_words::quote(&file).into_owned();
        let command = match path.extension().and_then(|ending| ending.to_str()) {
            Some("py") => format!("python3 {quoted}"),
            Some("sh") => format!("sh {quoted}"),
            _ => shell_words::quote(&format!("./{file}")).into_owned(),
        };
        return Ok(SubmissionToml {
            build: None,
            command: Some(command),
        });
    }
    match fs::read_to_string(folder.join("submission.toml")) {
        Ok(text) => parse_toml(&text).map_err(|why| format!("submission.toml: {why}")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(SubmissionToml::default()),
        Err(error) => Err(format!("submission.toml: {error}")),
    }
}

/// The words of a command whose program exists, with names of files in the folder made absolute. A path that is not in the
/// folder is nobody's program, even if it leads somewhere from where the grading runs.
fn words(command: &str, folder: &Path) -> Option<Vec<String>> {
    let words = shell_words::split(command).ok()?;
    let whole = |word: &String| {
        let file = folder.join(word);
        let here = !word.is_empty() && !word.starts_with('-') && file.exists();
        if here {
            file.to_str().map(str::to_owned)
        } else {
            Some(word.clone())
        }
    };
    let whole: Vec<String> = words.iter().map(whole).collect::<Option<_>>()?;
    let program = whole.first()?;
    let runs = |path: &Path| {
        path.is_file()
            && fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o111 != 0)
    };
    let found = if program.contains('/') {
        let path = Path::new(program);
        (path.is_absolute() || path.starts_with(folder)) && runs(path)
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| runs(&folder.join(program)))
    };
    // For `python3 player.py`, the script must exist too.
    let script = words.get(1).is_none_or(|word| {
        word.starts_with('-') || !word.contains('.') || folder.join(word).exists()
    });
    (found && script).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tests run in the folder of this crate.
    #[test]
    fn programs_beside_the_grading_are_nobodys() {
        let elsewhere = "../../tools/play.sh";
        assert!(Path::new(elsewhere).is_file());
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(words(elsewhere, folder.path()), None);
        fs::copy(elsewhere, folder.path().join("run.sh")).unwrap();
        let own = folder.path().join("run.sh").to_str().map(str::to_owned);
        assert_eq!(
            words("./run.sh", folder.path()).map(|words| PathBuf::from(&words[0])),
            own.map(PathBuf::from)
        );
    }
}
