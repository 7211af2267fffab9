//! Every byte string that fuzzing found worth keeping, and every one that once broke something.

use std::fs;
use std::path::{Path, PathBuf};

/// All that is kept for this target; names say what was once wrong, or are hashes.
fn kept(folder: &str, target: &str) -> Vec<PathBuf> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let Ok(files) = fs::read_dir(fuzz.join(folder).join(target)) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn what_was_found_worth_keeping_still_holds() {
    for (name, target) in fuzz_targets::TARGETS {
        let corpus = kept("corpus", name);
        assert!(!corpus.is_empty(), "{name} has no corpus");
        for path in corpus.iter().chain(&kept("regressions", name)) {
            println!("{}", path.display());
            target(&fs::read(path).unwrap());
        }
    }
}
