//! The mutants, as `cargo mutants --list --json` names them.

use crate::Fault;
use serde::Deserialize;
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

    /// Whether it stands in the same function as the other or, where that is none, in the same file.
    pub fn is_near(&self, other: &Mutant) -> bool {
        let start = |function: &Function| function.span.start;
        let here = self.function.as_ref().map(start);
        self.file == other.file
            && other
                .function
                .as_ref()
                .is_none_or(|function| here == Some(start(function)))
    }

    /// What tells this mutant from all others for as long as its line stays as it is.
    pub fn signature(&self, text: &str) -> String {
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
