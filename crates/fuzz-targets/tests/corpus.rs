//! Every target on its corpus, and on every input that once broke something.

use fuzz_targets::archive;
use std::fs;
use std::path::{Path, PathBuf};

fn fuzz(place: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz")
        .join(place)
}

/// The named inputs that once broke this target.
fn regressions(target: &str) -> Vec<PathBuf> {
    let Ok(files) = fs::read_dir(fuzz("regressions").join(target)) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn targets_hold_on_their_corpora() {
    for (name, target) in fuzz_targets::TARGETS {
        let inputs = archive::read(&fuzz("corpus").join(format!("{name}.corpus"))).unwrap();
        assert!(inputs.len() > 50, "{name} has {} inputs", inputs.len());
        for (number, input) in inputs.iter().enumerate() {
            println!("{name}.corpus, input {number}");
            target(input);
        }
    }
}

#[test]
fn targets_hold_on_inputs_that_once_broke_them() {
    let mut count = 0;
    for (name, target) in fuzz_targets::TARGETS {
        for path in regressions(name) {
            println!("{}", path.display());
            target(&fs::read(path).unwrap());
            count += 1;
        }
    }
    assert!(count >= 8, "only {count} regressions were found");
}

#[test]
fn every_corpus_belongs_to_a_target() {
    let known: Vec<String> = fuzz_targets::TARGETS
        .iter()
        .map(|(name, _)| format!("{name}.corpus"))
        .collect();
    for file in fs::read_dir(fuzz("corpus")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(known.contains(&name), "fuzz/corpus/{name} has no target");
    }
}
