//! The mutants, as `cargo mutants --list --json` names them.

use crate::Fault;
use serde::Deserialize;
use std::collections::BTreeMap;
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
    pub function_name: String,
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
    fn what(&self) -> &str {
        self.name.splitn(4, ':').nth(3).unwrap_or(&self.name).trim()
    }

    /// The function or the constant that is changed.
    fn owner(&self, text: &str) -> String {
        if let Some(function) = &self.function {
            return function.function_name.clone();
        }
        let before = &text[..self.span.start.offset(text)];
        let name = |word: &str| {
            let at = before.rfind(word)?;
            let name = before[at + word.len()..].split(|c: char| !c.is_alphanumeric() && c != '_');
            Some((at, format!("{word}{}", name.into_iter().next()?)))
        };
        let nearest = ["const ", "static "].into_iter().filter_map(name).max();
        nearest.map_or_else(|| "top level".to_owned(), |(_, name)| name)
    }

    /// The kind of change, without the words of the source: `replace < with >`, `return None`.
    fn change(&self) -> String {
        match &*self.genre {
            "FnValue" => format!("return {}", self.replacement),
            "MatchArmGuard" => format!("replace match guard with {}", self.replacement),
            _ => {
                let what = self.what();
                let owner = self
                    .function
                    .as_ref()
                    .map(|f| format!(" in {}", f.function_name));
                let kind = owner.and_then(|owner| what.strip_suffix(&*owner));
                kind.unwrap_or(what).to_owned()
            }
        }
    }

    /// Whether its function returns `impl Trait`: another value would often have another type.
    pub fn returns_opaque(&self) -> bool {
        self.genre == "FnValue"
            && self
                .function
                .as_ref()
                .is_some_and(|function| function.return_type.contains("impl "))
    }
}

/// Names of mutants that do not depend on other changes of their files.
pub struct Names {
    /// The file's short name, the function, the kind of change, and its number among equal changes
    /// in that function: `check: Merge::join: replace < with <= #2`. Reformatting the source does
    /// not change them.
    pub signatures: Vec<String>,
    /// The same, and the function as it is.
    pub keys: Vec<String>,
}

impl Names {
    /// `files` has a short name for each file, by its path below `src`.
    pub fn new(
        mutants: &[Mutant],
        sources: &HashMap<String, String>,
        files: &BTreeMap<String, String>,
    ) -> Self {
        let mut seen: HashMap<String, usize> = HashMap::new();
        let (mut signatures, mut keys) = (Vec::new(), Vec::new());
        for mutant in mutants {
            let source = &sources[&mutant.file];
            let room = mutant.room();
            let file = files.get(room).map_or(room, String::as_str);
            let mut signature = format!("{file}: {}: {}", mutant.owner(source), mutant.change());
            let times = seen.entry(signature.clone()).or_default();
            *times += 1;
            if *times > 1 {
                signature += &format!(" #{times}");
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Binary operators of `source` as cargo-mutants would list them, each replaced by `*`.
    fn operators(source: &str, function: &str, operators: &[&str]) -> Vec<Mutant> {
        let mut found = Vec::new();
        for (row, line) in source.lines().enumerate() {
            for (at, _) in line.match_indices(' ') {
                let word = line[at + 1..].split(' ').next().unwrap_or("");
                if !operators.contains(&word) {
                    continue;
                }
                let (row, column) = (row + 1, at + 2);
                let place = |column| Place { line: row, column };
                let span = Span {
                    start: place(column),
                    end: place(column + word.len()),
                };
                let suffix = if function.is_empty() {
                    String::new()
                } else {
                    format!(" in {function}")
                };
                found.push(Mutant {
                    file: "crates/switchyard/src/deep/file.rs".to_owned(),
                    function: (!function.is_empty()).then(|| Function {
                        function_name: function.to_owned(),
                        return_type: String::new(),
                        span: Span { start: Place { line: 1, column: 1 }, end: place(column) },
                    }),
                    genre: "BinaryOperator".to_owned(),
                    name: format!("crates/switchyard/src/deep/file.rs:{row}:{column}: replace {word} with *{suffix}"),
                    replacement: "*".to_owned(),
                    span,
                });
            }
        }
        found
    }

    fn signatures(source: &str, mutants: &[Mutant], files: &[(&str, &str)]) -> Vec<String> {
        let sources = HashMap::from([(
            "crates/switchyard/src/deep/file.rs".to_owned(),
            source.to_owned(),
        )]);
        let files = files
            .iter()
            .map(|(path, name)| ((*path).to_owned(), (*name).to_owned()));
        Names::new(mutants, &sources, &files.collect()).signatures
    }

    #[test]
    fn a_new_layout_of_the_source_keeps_the_signatures() {
        let short = "fn f() { a + b; c - d + e }";
        let long = "fn f() {\n    // why\n    (a\n     + b);\n    c - d\n      + e\n}";
        let [short, long] = [short, long]
            .map(|source| signatures(source, &operators(source, "f", &["+", "-"]), &[]));
        assert_eq!(short, long);
        let wanted = [
            "deep/file.rs: f: replace + with *",
            "deep/file.rs: f: replace - with *",
            "deep/file.rs: f: replace + with * #2",
        ];
        assert_eq!(short, wanted);
    }

    #[test]
    fn a_file_is_known_by_its_short_name() {
        let source = "fn f() { a + b }";
        let found = signatures(
            source,
            &operators(source, "f", &["+"]),
            &[("deep/file.rs", "file")],
        );
        assert_eq!(found, ["file: f: replace + with *"]);
    }

    #[test]
    fn outside_functions_the_constant_is_named() {
        let source = "const NEAR: u16 = 1 + 2;\nstatic FAR: u16 = 3 + 4;";
        let found = signatures(source, &operators(source, "", &["+"]), &[]);
        let wanted = [
            "deep/file.rs: const NEAR: replace + with *",
            "deep/file.rs: static FAR: replace + with *",
        ];
        assert_eq!(found, wanted);
    }
}
