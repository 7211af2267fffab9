//! Writes the static site: `switchyard-site REPOSITORY ENGINES RUSTDOC OUT`.
//!
//! The repository is read for the page and the documents, ENGINES is the folder of the modules that `make engine`
//! builds, and RUSTDOC the one that `cargo doc` writes.

mod bundle;
mod page;
mod strip;
mod tree;

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use switchyard_documents::{Extent, build};
use tree::{Error, Files, walk};

/// What documents may name, from the root of the repository: folders, and files beside them.
const FOLDERS: [&str; 3] = ["docs", "boards", "crates"];

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [repository, engines, rustdoc, out] = &arguments[..] else {
        eprintln!("usage: switchyard-site REPOSITORY ENGINES RUSTDOC OUT");
        return ExitCode::from(2);
    };
    match run(repository, engines, rustdoc, out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Error(reason)) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

fn run(repository: &Path, engines: &Path, rustdoc: &Path, out: &Path) -> Result<(), Error> {
    let (page, version) = page::build(&repository.join("page"), engines)?;
    let documents = build(&sources(repository)?, Extent::Repository)?;
    let library = walk(rustdoc)?.into_iter();
    let library: Files = library
        .filter(|(name, _)| !name.starts_with('.'))
        .map(|(name, bytes)| (format!("rust/{name}"), bytes))
        .collect();
    println!("version {version} in {}", out.display());
    let is_engine = |name: &str| name.ends_with(page::ENGINE);
    let is_first = |name: &str| {
        let is_page = name == "index.html" || name.starts_with("a/");
        is_page && !is_engine(name)
    };
    let first = page.iter().filter(|(name, _)| is_first(name));
    print_size("all that a first game loads", first);
    let engine = page.iter().filter(|(name, _)| is_engine(name));
    print_size("the whole engine, loaded when it is needed", engine);
    print_size("documents", &documents);
    print_size("the library's API", &library);
    let mut all = page;
    all.extend(documents);
    all.extend(library);
    print_size("the site", &all);
    tree::write(&all, out)
}

/// Everything that documents may name.
fn sources(repository: &Path) -> Result<Files, Error> {
    let mut sources = Files::new();
    for entry in std::fs::read_dir(repository).map_err(|error| Error(error.to_string()))? {
        let path = entry.map_err(|error| Error(error.to_string()))?.path();
        if path.is_file() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_text = path.extension().is_some_and(|end| end == "md");
            let bytes = if is_text {
                tree::read(&path)?
            } else {
                Vec::new()
            };
            sources.insert(name.into_owned(), bytes);
        }
    }
    for folder in FOLDERS
        .into_iter()
        .chain(["tools", "fuzz", "e2e/unit", "e2e/browser"])
    {
        let files = walk(&repository.join(folder))?.into_iter();
        sources.extend(files.map(|(name, bytes)| (format!("{folder}/{name}"), bytes)));
    }
    Ok(sources)
}

fn print_size<'a>(what: &str, files: impl IntoIterator<Item = (&'a String, &'a Vec<u8>)>) {
    let (mut count, mut plain, mut packed) = (0, 0, 0);
    for (_, bytes) in files {
        count += 1;
        plain += bytes.len();
        packed += packed_size(bytes);
    }
    println!(
        "{what}: {count} files, {} kB, {} kB with gzip",
        plain / 1000,
        packed / 1000
    );
}

fn packed_size(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // A vector takes everything.
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.map_or(bytes.len(), |packed| packed.len())
}
