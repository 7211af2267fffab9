//! Lists the documents, and what they show, as constants to compile in.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let manifest = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let root = manifest.join("sources");
    let mut names = Vec::new();
    collect(&root, "", &mut names)?;
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        // Documents name boards, but the page brings their contents.
        if name.starts_with("boards/") {
            writeln!(list, "({name:?}, &[]),")?;
        } else {
            let path = root.join(&name);
            let path = path.to_str().ok_or("a path that is not UTF-8")?;
            writeln!(list, "({name:?}, include_bytes!({path:?})),")?;
        }
    }
    list.push_str("]\n");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    fs::write(out.join("sources.rs"), list)?;
    Ok(())
}

/// The names of all files below a folder, and the folders as what cargo has to watch.
fn collect(folder: &Path, prefix: &str, names: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().ok_or("a name that is not UTF-8")?;
        let path = entry.path();
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), names)?;
        } else {
            names.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}
