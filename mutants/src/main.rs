//! What the tests would not notice: docs/mutants.md.
//!
//! cargo-mutants lists the mutants; all of them are compiled into one copy of the library, each behind a switch, so that
//! there is one build and not one for each. Each mutant then meets the tests that reach its place, the
//! shortest first, until one fails. The few that cannot stand behind a switch are built alone.

mod copy;
mod fitting;
mod list;
mod log;
mod report;
mod rewrite;
mod session;
mod tests;

use copy::Copy;
use fitting::fitting;
use list::Mutant;
use log::Log;
use report::{Fate, Reasons};
use session::{Session, traced};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

type Fault = Box<dyn std::error::Error + Send + Sync>;

const USAGE: &str = "switchyard-mutants [--tool CARGO-MUTANTS] [--jobs N] [--only TEXT] [--keep]

  --tool   cargo-mutants, which makes the list
  --jobs   how many tests at a time; all cores unless told
  --only   only mutants whose name has this text in it
  --keep   go on with a log of other sources: what was noticed in a function that is still the same counts, and
           survivors without a reason are tried again
";

struct Options {
    tool: PathBuf,
    jobs: usize,
    only: String,
    keep: bool,
}

fn main() -> ExitCode {
    match options().and_then(|options| run(&options)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(unexplained) => {
            eprintln!("{unexplained} survivors without a reason");
            ExitCode::FAILURE
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Options, Fault> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options {
        tool: "cargo-mutants".into(),
        jobs: cores,
        only: String::new(),
        keep: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(USAGE);
        match &*word {
            "--tool" => options.tool = value()?.into(),
            "--jobs" => options.jobs = value()?.parse()?,
            "--only" => options.only = value()?,
            "--keep" => options.keep = true,
            _ => return Err(USAGE.into()),
        }
    }
    Ok(options)
}

fn run(options: &Options) -> Result<usize, Fault> {
    let original = std::env::current_dir()?;
    let target = original.join("target/mutation");
    let mut mutants = list::list(&options.tool, &original)?;
    mutants.retain(|mutant| mutant.name.contains(&options.only));
    let sources = sources(&original, &mutants)?;
    let reasons = fs::read_to_string(original.join("mutants/reasons.txt")).unwrap_or_default();
    let reasons = Reasons::parse(&reasons);
    let log = Log::open(&target, &original, options.keep, &reasons)?;

    eprintln!("{} mutants: compiling them behind a switch", mutants.len());
    let [switched, alone] =
        ["switched", "alone"].map(|name| Copy::new(&original, &target.join(name)));
    let (switched, alone) = (switched?, alone?);
    let fitting = fitting(&switched, &mutants)?;
    let programs = switched.tests()?;
    let tests = traced(&programs, &target.join("traces"), options.jobs)?;
    let session = Session {
        mutants: &mutants,
        sources: &sources,
        log,
        tests,
    };
    session.run_switched(&fitting.switched, &programs, options.jobs)?;
    session.run_alone(&fitting.alone, &alone)?;

    let results: Vec<_> = mutants
        .iter()
        .zip(1..)
        .map(|(mutant, id)| {
            let known = session.log.fate(&session.key(id));
            let fate = if fitting.not_viable.contains(&id) {
                Some(Fate::NotViable)
            } else {
                known
            };
            let signature = mutant.signature(&sources[&mutant.file]);
            fate.map(|fate| report::Result {
                mutant,
                signature,
                fate,
            })
            .ok_or_else(|| format!("not run: {}", mutant.name).into())
        })
        .collect::<Result<_, Fault>>()?;
    let (text, unexplained) = report::report(&results, &reasons);
    print!("{text}");
    Ok(unexplained)
}

fn sources(original: &Path, mutants: &[Mutant]) -> Result<HashMap<String, String>, Fault> {
    let files: HashSet<&String> = mutants.iter().map(|mutant| &mutant.file).collect();
    files
        .into_iter()
        .map(|file| Ok((file.clone(), fs::read_to_string(original.join(file))?)))
        .collect()
}
