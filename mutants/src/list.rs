//! The mutants, as `cargo mutants --list --json` names them.

use crate::Fault;
use serde::Deserialize;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::process::Command;

#[derive(Clone, Deserialize)]
pub struct Mutant {
    pub file: String,
    pub function: Option<Function>,
    pub genre: String,
    pub name: String,
    pub replacement: String,
    pub span: Span,
}

#[derive(Clone, Deserialize)]
pub struct Function {
    pub return_type: String,
    pub span: Span,
}

#[derive(Clone, Copy, Deserialize)]
pub struct Span {
    pub start: Place,
    pub end: Place,
}

/// Line and column, both from 1; columns count characters.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

impl Place {
    pub fn offset(self, text: &str) -> usize {
        let mut lines = text.split_inclusive('\n');
        let before: usize = lines.by_ref().take(self.line - 1).map(str::len).sum();
        let line = lines.next().unwrap_or("");
        let within = line.char_indices().nth(self.column - 1);
        before + within.map_or(line.len(), |(offset, _)| offset)
    }
}

impl Span {
    pub fn range(self, text: &str) -> std::ops::Range<usize> {
        self.start.offset(text)..self.end.offset(text)
    }
}

impl Mutant {
    /// The file without the path that all of them share.
    pub fn room(&self) -> &str {
        self.file
            .rsplit_once("/src/")
            .map_or(&*self.file, |(_, room)| room)
    }

    /// What is changed, without line and column: `replace < with > in Merge::join`.
    pub fn what(&self) -> &str {
        self.name.splitn(4, ':').nth(3).unwrap_or(&self.name).trim()
    }

    /// Whether its function returns `impl Trait`: another value would often have another type.
    pub fn returns_opaque(&self) -> bool {
        self.genre == "FnValue"
            && self
                .function
                .as_ref()
                .is_some_and(|function| function.return_type.contains("impl "))
    }

    /// What tells this mutant from others for as long as its line stays as it is.
    fn signature(&self, text: &str) -> String {
        if self.genre == "FnValue" {
            return format!("{}: {}", self.room(), self.what());
        }
        let span = self.span.range(text);
        let start = text[..span.start]
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        let end = text[span.start..]
            .find('\n')
            .map_or(text.len(), |length| span.start + length);
        let (left, here, right) = (
            &text[start..span.start],
            &text[span.start..span.end.min(end)],
            &text[span.end.min(end)..end],
        );
        format!(
            "{}: {}: {}⟨{here}⟩{right}",
            self.room(),
            self.what(),
            left.trim_start()
        )
    }
}

/// The names of mutants that outlast other changes of their files.
pub struct Names {
    /// File, change and line.
    pub signatures: Vec<String>,
    /// The same, and the function as it is.
    pub keys: Vec<String>,
}

impl Names {
    pub fn new(mutants: &[Mutant], sources: &HashMap<String, String>) -> Self {
        let mut seen: HashMap<String, usize> = HashMap::new();
        let (mut signatures, mut keys) = (Vec::new(), Vec::new());
        for mutant in mutants {
            let source = &sources[&mutant.file];
            let mut signature = mutant.signature(source);
            let times = seen.entry(signature.clone()).or_default();
            *times += 1;
            if *times > 1 {
                signature += &format!(" (no. {times})");
            }
            let mut hash = DefaultHasher::new();
            let function = mutant.function.as_ref();
            let function = function.map_or("", |function| &source[function.span.range(source)]);
            function.hash(&mut hash);
            keys.push(format!("{:016x} {signature}", hash.finish()));
            signatures.push(signature);
        }
        Self { signatures, keys }
    }
}

/// The list for the files of `.cargo/mutants.toml`.
pub fn list(tool: &Path, root: &Path) -> Result<Vec<Mutant>, Fault> {
    let told = Command::new(tool)
        .args(["mutants", "--list", "--json"])
        .current_dir(root)
        .output()?;
    if !told.status.success() {
        return Err(format!(
            "{}: {}",
            tool.display(),
            String::from_utf8_lossy(&told.stderr)
        )
        .into());
    }
    Ok(serde_json::from_slice(&told.stdout)?)
}
