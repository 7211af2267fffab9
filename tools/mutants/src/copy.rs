//! A copy of the workspace with the mutated library, and its builds.

use crate::Fault;
use crate::list::Mutant;
use crate::rewrite::{self, Switched};
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the library's tests are built from.
const PARTS: [&str; 4] = ["Cargo.toml", "Cargo.lock", "crates", "boards"];

/// Lints must not reject a mutant that the tests are to detect.
const LINTS: &str = "#![allow(warnings, arithmetic_overflow, unconditional_panic)]\n";

pub struct Copy {
    pub root: PathBuf,
    original: PathBuf,
}

/// One of the test programs.
#[derive(Clone)]
pub struct Program {
    pub name: String,
    pub path: PathBuf,
}

#[derive(Deserialize)]
struct Message {
    reason: String,
    #[serde(rename = "message")]
    diagnostic: Option<Diagnostic>,
    executable: Option<PathBuf>,
    target: Option<Target>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    spans: Vec<Where>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Where {
    file_name: String,
    byte_start: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

/// The call that a macro was expanded from.
#[derive(Deserialize)]
struct Expansion {
    span: Where,
}

impl Where {
    /// Itself, and the macro calls it comes from.
    fn origins(&self) -> impl Iterator<Item = &Where> {
        std::iter::successors(Some(self), |span| {
            span.expansion.as_ref().map(|expansion| &expansion.span)
        })
    }
}

impl Copy {
    /// A new copy, or an old one brought up to date; its build results are kept.
    pub fn new(original: &Path, root: &Path) -> Result<Self, Fault> {
        let sources = root.join("crates");
        if sources.exists() {
            // Files that are gone must not stay behind.
            remove_others(&original.join("crates"), &sources)?;
        }
        for part in PARTS {
            copy(&original.join(part), &root.join(part))?;
        }
        Ok(Self {
            root: root.to_owned(),
            original: original.to_owned(),
        })
    }

    /// Writes the library with the wanted mutants behind switches.
    pub fn switch(
        &self,
        mutants: &[Mutant],
        wanted: &HashSet<u32>,
    ) -> Result<BTreeMap<String, Switched>, Fault> {
        let mut files: BTreeMap<String, Vec<(u32, &Mutant)>> = BTreeMap::new();
        for (mutant, id) in mutants.iter().zip(1..) {
            let file = files.entry(mutant.file.clone()).or_default();
            file.extend(wanted.contains(&id).then_some((id, mutant)));
        }
        let library = "crates/switchyard/src";
        let head = fs::read_to_string(self.original.join(library).join("lib.rs"))?;
        let head = format!("{LINTS}{head}\n#[doc(hidden)]\npub mod mutate;\n");
        write(&self.root.join(library).join("lib.rs"), &head)?;
        write(
            &self.root.join(library).join("mutate.rs"),
            include_str!("switch.rs"),
        )?;
        let mut switched = BTreeMap::new();
        for (file, mutants) in files {
            let text = fs::read_to_string(self.original.join(&file))?;
            let new = rewrite::switched(&text, &mutants)?;
            write(&self.root.join(&file), &new.text)?;
            switched.insert(file, new);
        }
        Ok(switched)
    }

    /// Writes another text in the place of a file.
    pub fn write(&self, file: &str, text: &str) -> Result<(), Fault> {
        write(&self.root.join(file), text)
    }

    /// Compiles the library, and returns the mutants that do not compile.
    pub fn errors(&self, switched: &BTreeMap<String, Switched>) -> Result<HashSet<u32>, Fault> {
        let mut guilty = HashSet::new();
        for message in self.cargo(&["check", "--lib"])?.1 {
            let Some(error) = message
                .diagnostic
                .filter(|m| m.level == "error" && !m.spans.is_empty())
            else {
                continue;
            };
            let of = |primary: bool| {
                let spans = error
                    .spans
                    .iter()
                    .filter(move |span| span.is_primary || !primary);
                spans.flat_map(Where::origins).flat_map(|span| {
                    let places = switched
                        .get(&span.file_name)
                        .into_iter()
                        .flat_map(|file| &file.places);
                    places
                        .filter(|place| place.1.contains(&span.byte_start))
                        .map(|place| place.0)
                })
            };
            let mut found: Vec<u32> = of(true).collect();
            if found.is_empty() {
                found.extend(of(false));
            }
            if found.is_empty() {
                return Err(
                    format!("no mutant explains\n{}", error.rendered.unwrap_or_default()).into(),
                );
            }
            guilty.extend(found);
        }
        Ok(guilty)
    }

    /// Whether the library compiles.
    pub fn compiles(&self) -> Result<bool, Fault> {
        Ok(self.cargo(&["check", "--lib"])?.0)
    }

    /// Builds the library's tests.
    pub fn tests(&self) -> Result<Vec<Program>, Fault> {
        let (built, messages) = self.cargo(&["test", "--no-run", "--lib", "--tests"])?;
        if !built {
            let errors = messages
                .into_iter()
                .filter_map(|m| m.diagnostic)
                .filter(|m| m.level == "error");
            let said = errors.filter_map(|m| m.rendered);
            return Err(format!("the tests do not build\n{}", said.collect::<String>()).into());
        }
        let programs = messages
            .into_iter()
            .filter(|message| message.reason == "compiler-artifact");
        let mut programs: Vec<Program> = programs
            .filter_map(|m| {
                Some(Program {
                    name: m.target?.name,
                    path: m.executable?,
                })
            })
            .collect();
        // Cargo lists programs in the order in which they are built; tests refer to them by index,
        // so the order must be fixed.
        programs.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(programs)
    }

    fn cargo(&self, arguments: &[&str]) -> Result<(bool, Vec<Message>), Fault> {
        let told = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
            .args(arguments)
            .args([
                "--locked",
                "--package=switchyard-games",
                // As `make test` runs the library's tests: the coin engines are behind a feature.
                "--all-features",
                "--profile=mutants",
                "--message-format=json",
            ])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            .stderr(Stdio::null())
            .output()?;
        let lines = told
            .stdout
            .split(|&byte| byte == b'\n')
            .filter(|line| line.starts_with(b"{"));
        let messages = lines
            .map(serde_json::from_slice)
            .collect::<Result<_, _>>()?;
        Ok((told.status.success(), messages))
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), Fault> {
    if from.is_dir() {
        for entry in fs::read_dir(from)? {
            let name = entry?.file_name();
            copy(&from.join(&name), &to.join(&name))?;
        }
        return Ok(());
    }
    let bytes = fs::read(from)?;
    if fs::read(to).ok().as_ref() != Some(&bytes) {
        fs::create_dir_all(to.parent().unwrap_or(to))?;
        fs::write(to, bytes)?;
    }
    Ok(())
}

fn remove_others(from: &Path, to: &Path) -> Result<(), Fault> {
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        let original = from.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            remove_others(&original, &entry.path())?;
        } else if !original.exists() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Writes only what has changed, because cargo rebuilds what has been written.
fn write(path: &Path, text: &str) -> Result<(), Fault> {
    if fs::read_to_string(path).ok().as_deref() != Some(text) {
        fs::write(path, text)?;
    }
    Ok(())
}
