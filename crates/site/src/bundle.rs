//! The modules of the page as one: fewer requests, and better compression than one by one.
//!
//! Every module becomes a function that is called once, in the order in which the language would
//! run them, and returns what the module exports. This is correct for the constructs that the page
//! uses, and all others are refused: named imports at the start of a line, exports of constants,
//! functions and classes, and no import cycles.

use crate::strip;
use crate::tree::{Error, Files};
use std::fmt::Write as _;

/// The modules that `entry` needs, as one text, and their names. Sources are as they were written: what stands at the
/// start of a line is on the outermost level.
pub fn bundle(entry: &str, sources: &Files) -> Result<(String, Vec<String>), Error> {
    let mut bundle = Bundle {
        sources,
        done: Vec::new(),
        open: Vec::new(),
        out: String::new(),
    };
    bundle.add(entry)?;
    Ok((bundle.out, bundle.done))
}

struct Bundle<'a> {
    sources: &'a Files,
    /// Modules that are written, in order: the place of a module is its number.
    done: Vec<String>,
    /// Modules whose imports are being written.
    open: Vec<String>,
    out: String,
}

impl Bundle<'_> {
    /// Writes a module after those that it imports; returns its number.
    fn add(&mut self, name: &str) -> Result<usize, Error> {
        if let Some(number) = self.done.iter().position(|done| done == name) {
            return Ok(number);
        }
        if self.open.iter().any(|open| open == name) {
            return Err(Error(format!(
                "{name}: it imports itself, by way of others"
            )));
        }
        let bytes = self.sources.get(name);
        let bytes = bytes.ok_or_else(|| Error(format!("{name}: no such module")))?;
        let source = String::from_utf8_lossy(bytes).into_owned();
        self.open.push(name.to_owned());
        let mut body = String::new();
        let mut exports = Vec::new();
        let mut lines = source.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    let more = lines.next().ok_or_else(|| refused(name, line))?;
                    statement.push_str(more);
                }
                body.push_str(&self.import(name, &statement)?);
            } else if let Some(declared) = line.strip_prefix("export ") {
                let list = declared
                    .strip_prefix("{ ")
                    .and_then(|list| list.strip_suffix(" };"));
                if let Some(list) = list.filter(|list| !list.contains(" as ")) {
                    exports.extend(list.split(", "));
                } else {
                    exports.push(exported(declared).ok_or_else(|| refused(name, line))?);
                    body.push_str(declared);
                }
            } else {
                // The address of a module is that of the whole; what it names beside itself is where it was.
                let address = format!("new URL('{name}', import.meta.url).href");
                body.push_str(&line.replace("import.meta.url", &address));
            }
            body.push('\n');
        }
        self.open.pop();
        let (number, body) = (self.done.len(), strip::script(&body));
        let exports = exports.join(", ");
        let _ = write!(
            self.out,
            "const m{number} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"
        );
        self.done.push(name.to_owned());
        Ok(number)
    }

    /// `import { a, b as c } from './d.js';` as a constant.
    fn import(&mut self, name: &str, statement: &str) -> Result<String, Error> {
        let parts = statement
            .strip_prefix("import {")
            .and_then(|rest| rest.split_once("} from '"));
        let (names, from) = parts.ok_or_else(|| refused(name, statement))?;
        let from = from.trim_end_matches("';");
        let number = self.add(&beside(name, from))?;
        let names = names.replace(" as ", ": ");
        Ok(format!("const {{{names}}} = m{number};"))
    }
}

fn refused(name: &str, line: &str) -> Error {
    Error(format!("{name}: this tool does not bundle `{line}`"))
}

/// The name that is declared by what follows `export`.
fn exported(declaration: &str) -> Option<&str> {
    let kinds = ["async function ", "function ", "class ", "const "];
    let rest = kinds
        .iter()
        .find_map(|kind| declaration.strip_prefix(kind))?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
    (end > 0).then_some(&rest[..end])
}

/// The name of a module that another one imports by a relative path.
fn beside(name: &str, path: &str) -> String {
    let mut parts: Vec<&str> = name.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(modules: &[(&str, &str)]) -> Result<(String, Vec<String>), Error> {
        let sources = modules
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
        bundle("main.js", &sources.collect())
    }

    #[test]
    fn modules_run_once_after_what_they_import() {
        let (text, names) = bundled(&[
            (
                "main.js",
                "import { a } from './a.js';\nimport {\n  b as c,\n} from './v/b.js';\na(c);\n",
            ),
            (
                "a.js",
                "// Words.\nexport function a(x) {\n  return x;\n}\n",
            ),
            (
                "v/b.js",
                "import { a } from '../a.js';\nexport const b = a(1);\nexport class D {}\n",
            ),
            ("other.js", "never();\n"),
        ])
        .unwrap();
        assert_eq!(names, ["a.js", "v/b.js", "main.js"]);
        let expected = "const m0 = (() => {\nfunction a(x) {\nreturn x;\n}\nreturn { a };\n})();\n\
            const m1 = (() => {\nconst { a } = m0;\nconst b = a(1);\nclass D {}\nreturn { b, D };\n})();\n\
            const m2 = (() => {\nconst { a } = m0;\nconst {  b: c,} = m1;\na(c);\nreturn {  };\n})();\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn what_cannot_be_bundled_is_refused() {
        for (text, words) in [
            ("import './a.js';\n", "does not bundle"),
            ("import * as a from './a.js';\n", "does not bundle"),
            ("export default 1;\n", "does not bundle"),
            ("export let a = 1;\n", "does not bundle"),
            ("import { a } from './none.js';\n", "no such module"),
            ("import { a } from './main.js';\n", "imports itself"),
        ] {
            let Error(reason) = bundled(&[("main.js", text), ("a.js", "")]).unwrap_err();
            assert!(reason.contains(words), "{text}: {reason}");
        }
    }
}
