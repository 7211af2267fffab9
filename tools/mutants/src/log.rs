//! What is known already of the mutants: the log that lets a run go on where it stopped.

use crate::Fault;
use crate::report::{Fate, Reasons};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::fs::{self, File, OpenOptions};
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

/// One line per mutant, after a line that says of which sources.
pub struct Log {
    fates: Mutex<HashMap<String, Fate>>,
    file: Mutex<File>,
}

impl Log {
    pub fn open(
        target: &Path,
        original: &Path,
        keep: bool,
        reasons: &Reasons,
    ) -> Result<Self, Fault> {
        fs::create_dir_all(target)?;
        let path = target.join("log.tsv");
        let mut hash = DefaultHasher::new();
        fingerprint(&original.join("crates/switchyard"), &mut hash)?;
        let head = format!("sources {:016x}", hash.finish());
        let old = fs::read_to_string(&path).unwrap_or_default();
        let same = old.lines().next() == Some(&*head);
        let mut fates = HashMap::new();
        let mut kept = head + "\n";
        for line in old.lines().skip(1).filter(|_| same || keep) {
            let mut words = line.split('\t');
            let (Some(key), Some(fate)) = (words.next(), words.next().and_then(Fate::from_word))
            else {
                continue;
            };
            // A key is a hash and a signature.
            let explained = key
                .split_once(' ')
                .is_some_and(|key| reasons.explain(key.1));
            if (same && !keep) || fate != Fate::Survived || explained {
                fates.insert(key.to_owned(), fate);
                kept.extend([line, "\n"]);
            }
        }
        fs::write(&path, kept)?;
        let file = OpenOptions::new().append(true).open(&path)?;
        Ok(Self {
            fates: Mutex::new(fates),
            file: Mutex::new(file),
        })
    }

    pub fn fate(&self, key: &str) -> Option<Fate> {
        self.fates.lock().unwrap().get(key).copied()
    }

    pub fn write(&self, key: &str, fate: Fate, by: &str) -> Result<(), Fault> {
        self.fates.lock().unwrap().insert(key.to_owned(), fate);
        Ok(writeln!(
            self.file.lock().unwrap(),
            "{key}\t{}\t{by}",
            fate.word()
        )?)
    }
}

fn fingerprint(path: &Path, hash: &mut DefaultHasher) -> Result<(), Fault> {
    if path.is_dir() {
        let mut entries: Vec<_> = fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        entries.sort();
        return entries
            .iter()
            .try_for_each(|entry| fingerprint(entry, hash));
    }
    path.hash(hash);
    fs::read(path)?.hash(hash);
    Ok(())
}
