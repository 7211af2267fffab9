//! The table, the survivors and their reasons, as they stand in docs/mutants.md.

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

/// Why survivors may live: a reason, and below it, indented, the signatures of those it is true of.
pub struct Reasons {
    reasons: Vec<String>,
    by_signature: BTreeMap<String, usize>,
}

impl Reasons {
    pub fn parse(text: &str) -> Self {
        let mut found = Self {
            reasons: Vec::new(),
            by_signature: BTreeMap::new(),
        };
        for line in text
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        {
            if line.starts_with(' ') {
                found.by_signature.insert(
                    line.trim().to_owned(),
                    found.reasons.len().saturating_sub(1),
                );
            } else {
                found.reasons.push(line.to_owned());
            }
        }
        found
    }

    pub fn explain(&self, signature: &str) -> bool {
        self.by_signature.contains_key(signature)
    }
}

/// What became of a mutant.
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
    text += "\n| survivors | where | why it may live |\n|--:|---|---|\n";
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
    let gone = |key: &&String| {
        let mut of = results.iter().filter(|result| result.signature == **key);
        of.all(|result| !matches!(result.fate, Fate::Survived | Fate::NotRun))
    };
    let stale = reasons.by_signature.keys().filter(gone);
    for signature in stale {
        writeln!(text, "\nA reason for what does not survive: {signature}").unwrap();
    }
    (text, unexplained.len())
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
