//! The report: the table, the survivors and their reasons.

use crate::Fault;
use crate::list::Mutant;
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    Noticed,
    TimedOut,
    NotViable,
    Survived,
    NotRun,
}

impl Fate {
    const ALL: [(Fate, &str); 5] = [
        (Fate::Noticed, "noticed"),
        (Fate::TimedOut, "timeout"),
        (Fate::NotViable, "not viable"),
        (Fate::Survived, "survived"),
        (Fate::NotRun, "not run"),
    ];

    pub fn word(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|fate| fate.1 == word)
            .map(|fate| fate.0)
    }
}

/// Why survivors are accepted: a reason, and below it, indented, the signatures of its mutants.
/// Before the reasons, below `files:`, are short names for the files in those signatures.
pub struct Reasons {
    /// Short names by path: a file that moves needs a change of one line.
    pub files: BTreeMap<String, String>,
    reasons: Vec<String>,
    by_signature: BTreeMap<String, usize>,
}

impl Reasons {
    pub fn parse(text: &str) -> std::result::Result<Self, Fault> {
        let mut found = Self {
            files: BTreeMap::new(),
            reasons: Vec::new(),
            by_signature: BTreeMap::new(),
        };
        let mut in_files = false;
        for (line, number) in text.lines().zip(1..) {
            let item = line.trim();
            if item.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong =
                |what: &str| Fault::from(format!("reasons.txt, line {number}: {what}: {item}"));
            if !line.starts_with(' ') {
                in_files = item == "files:";
                if !in_files {
                    found.reasons.push(item.to_owned());
                }
            } else if in_files {
                let pair = item.split_once(" = ");
                let (name, path) = pair.ok_or_else(|| wrong("not of the form NAME = PATH"))?;
                found.files.insert(path.to_owned(), name.to_owned());
            } else {
                let reason = found.reasons.len().checked_sub(1);
                let reason = reason.ok_or_else(|| wrong("a mutant before the first reason"))?;
                if found.by_signature.insert(item.to_owned(), reason).is_some() {
                    return Err(wrong("this mutant has a reason already"));
                }
            }
        }
        Ok(found)
    }

    pub fn explain(&self, signature: &str) -> bool {
        self.by_signature.contains_key(signature)
    }
}

/// The result of a mutant.
pub struct Result<'a> {
    pub mutant: &'a Mutant,
    pub signature: &'a str,
    pub fate: Fate,
}

/// The report, and how many survivors have no reason.
pub fn report(results: &[Result], reasons: &Reasons) -> (String, usize) {
    let survivors: Vec<_> = results
        .iter()
        .filter(|result| result.fate == Fate::Survived)
        .collect();
    let mut by_reason: BTreeMap<Option<usize>, Vec<&Result>> = BTreeMap::new();
    for survivor in &survivors {
        by_reason
            .entry(reasons.by_signature.get(survivor.signature).copied())
            .or_default()
            .push(survivor);
    }
    let mut text = table(results);
    text += "\n| survivors | where | why they are accepted |\n|--:|---|---|\n";
    for (&reason, mutants) in by_reason
        .iter()
        .filter_map(|(reason, mutants)| Some((reason.as_ref()?, mutants)))
    {
        let mut rooms: Vec<_> = mutants
            .iter()
            .map(|result| format!("`{}`", result.mutant.room()))
            .collect();
        rooms.dedup();
        writeln!(
            text,
            "| {} | {} | {} |",
            mutants.len(),
            rooms.join(", "),
            reasons.reasons[reason]
        )
        .unwrap();
    }
    let unexplained = by_reason.get(&None).map_or(&[][..], Vec::as_slice);
    if !unexplained.is_empty() {
        text += "\nSurvivors without a reason:\n\n";
        for result in unexplained {
            writeln!(text, "  {}", result.signature).unwrap();
        }
    }
    text += &needless(results, reasons);
    (text, unexplained.len())
}

/// Reasons that are not needed: their mutants do not survive, or do not exist.
fn needless(results: &[Result], reasons: &Reasons) -> String {
    let fates: BTreeMap<&str, Fate> = results
        .iter()
        .map(|result| (result.signature, result.fate))
        .collect();
    let mut text = String::new();
    for signature in reasons.by_signature.keys() {
        let why = match fates.get(&**signature) {
            Some(Fate::Survived | Fate::NotRun) => continue,
            Some(_) => "A reason for a mutant that does not survive",
            None => "A reason for a mutant that is not in the list",
        };
        writeln!(text, "\n{why}: {signature}").unwrap();
    }
    text
}

fn table(results: &[Result]) -> String {
    let mut files: BTreeMap<&str, [usize; 5]> = BTreeMap::new();
    for result in results {
        for line in [result.mutant.room(), ALL_FILES] {
            files.entry(line).or_default()[result.fate as usize] += 1;
        }
    }
    // The last column only if it is needed.
    let all = files.get(ALL_FILES).copied().unwrap_or_default();
    let columns = 5 - usize::from(all[Fate::NotRun as usize] == 0);
    let mut text = String::from("| file | mutants |");
    for (_, word) in &Fate::ALL[..columns] {
        write!(text, " {word} |").unwrap();
    }
    text += &format!("\n|---|--:|{}\n", "--:|".repeat(columns));
    for (file, counts) in files {
        let sum: usize = counts.iter().sum();
        let name = match file {
            ALL_FILES => "all".to_owned(),
            _ => format!("`{file}`"),
        };
        write!(text, "| {name} | {sum} |").unwrap();
        for count in &counts[..columns] {
            write!(text, " {count} |").unwrap();
        }
        text.push('\n');
    }
    text
}

/// The line of the table for all files: sorts after their names.
const ALL_FILES: &str = "~";

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;
    use syn::visit::{self, Visit};

    /// The functions and constants of a source file, without type parameters: `f`, `Type::f`, `const C`.
    #[derive(Default)]
    struct Owners {
        found: BTreeSet<String>,
        type_name: Option<String>,
    }

    impl<'ast> Visit<'ast> for Owners {
        fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
            if let syn::Type::Path(path) = &*item.self_ty {
                self.type_name = path.path.segments.last().map(|last| last.ident.to_string());
            }
            visit::visit_item_impl(self, item);
            self.type_name = None;
        }

        fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
            let type_name = self.type_name.as_deref().unwrap_or_default();
            self.found
                .insert(format!("{type_name}::{}", function.sig.ident));
        }

        fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
            self.found.insert(function.sig.ident.to_string());
        }

        fn visit_item_const(&mut self, constant: &'ast syn::ItemConst) {
            self.found.insert(format!("const {}", constant.ident));
        }
    }

    /// `Type<'a, T>::f` as `Type::f`.
    fn without_parameters(owner: &str) -> String {
        let mut depth = 0;
        let keep = |&c: &char| {
            depth += i32::from(c == '<');
            let outside = depth == 0;
            depth -= i32::from(c == '>');
            outside
        };
        owner.chars().filter(keep).collect()
    }

    #[test]
    fn every_reason_names_a_file_and_a_function_that_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let text = fs::read_to_string(root.join("tools/mutants/reasons.txt")).unwrap();
        let reasons = Reasons::parse(&text).unwrap();
        let mut owners: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for (path, name) in &reasons.files {
            let source = fs::read_to_string(root.join("crates/switchyard/src").join(path));
            let source = source.unwrap_or_else(|error| panic!("{path}: {error}"));
            let mut found = Owners::default();
            found.visit_file(&syn::parse_file(&source).unwrap());
            owners.insert(name, found.found);
        }
        assert!(!reasons.by_signature.is_empty());
        for signature in reasons.by_signature.keys() {
            let (file, rest) = signature.split_once(": ").unwrap();
            let (owner, _) = rest.split_once(": ").unwrap();
            let known = owners.get(file);
            let known =
                known.unwrap_or_else(|| panic!("{signature}: `{file}` is not below files:"));
            assert!(
                known.contains(&without_parameters(owner)),
                "{signature}: no such function"
            );
        }
    }

    const TEXT: &str = "# why\nfiles:\n  a = deep/a.rs\n\nA tie.\n  a: f: return 1\n\nSpeed.\n  a: g: return ()\n  a: h: return ()\n";

    #[test]
    fn reasons_and_files_are_read() {
        let reasons = Reasons::parse(TEXT).unwrap();
        assert_eq!(reasons.files["deep/a.rs"], "a");
        assert_eq!(reasons.reasons, ["A tie.", "Speed."]);
        assert_eq!(reasons.by_signature["a: f: return 1"], 0);
        assert_eq!(reasons.by_signature["a: h: return ()"], 1);
        assert!(reasons.explain("a: g: return ()") && !reasons.explain("a: g: return 1"));
    }

    #[test]
    fn faults_are_told_with_their_lines() {
        for (text, wanted) in [
            (
                "files:\n  a: deep/a.rs\n",
                "line 2: not of the form NAME = PATH",
            ),
            (
                "  a: f: return 1\n",
                "line 1: a mutant before the first reason",
            ),
            (
                "A tie.\n  a: f: return 1\n  a: f: return 1\n",
                "line 3: this mutant has a reason already",
            ),
        ] {
            let fault = Reasons::parse(text).err().unwrap().to_string();
            assert!(fault.contains(wanted), "{fault}");
        }
    }

    #[test]
    fn a_reason_for_a_mutant_that_is_not_in_the_list_is_told() {
        let reasons = Reasons::parse(TEXT).unwrap();
        let (text, unexplained) = report(&[], &reasons);
        assert_eq!(unexplained, 0);
        assert_eq!(text.matches("not in the list: a: ").count(), 3);
    }
}
