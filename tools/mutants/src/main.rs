//! Mutation testing: see README.md.
//!
//! cargo-mutants lists the mutants; all of them are compiled into one copy of the library, each
//! behind a switch, so that there is one build instead of one per mutant. Each mutant is then tried
//! with the tests that reach it, the fastest first, until one fails. The few that cannot be
//! switched are built one by one.

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
use list::{Mutant, Names};
use log::Log;
use report::{Fate, Reasons};
use session::{Session, traced};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

type Fault = Box<dyn std::error::Error + Send + Sync>;

const USAGE: &str =
    "switchyard-mutants [--tool CARGO-MUTANTS] [--jobs N] [--only TEXT] [--keep] [--report]

  --tool   cargo-mutants, which makes the list
  --jobs   tests at a time [default: the number of cores]
  --only   only mutants whose name contains this text
  --keep   reuse a log of other sources: results of unchanged functions count, except survivors
           without a reason, which are tried again
  --report run nothing, and print the results in the log
";

struct Options {
    tool: PathBuf,
    jobs: usize,
    only: String,
    keep: bool,
    report: bool,
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
        report: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(USAGE);
        match &*word {
            "--tool" => options.tool = value()?.into(),
            "--jobs" => options.jobs = value()?.parse()?,
            "--only" => options.only = value()?,
            "--keep" => options.keep = true,
            "--report" => options.report = true,
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
    let reasons = fs::read_to_string(original.join("tools/mutants/reasons.txt"));
    let reasons = Reasons::parse(&reasons?)?;
    let names = Names::new(&mutants, &sources, &reasons.files);
    let log = Log::open(&target, &original, options.keep, &reasons)?;
    if !options.report {
        let session = Session {
            mutants: &mutants,
            sources: &sources,
            names: &names,
            log: &log,
        };
        work(&session, &original, &target, options.jobs)?;
    }
    let results = mutants.iter().zip(&names.signatures).zip(&names.keys);
    let results: Vec<_> = results
        .map(|((mutant, signature), key)| report::Result {
            mutant,
            signature,
            fate: log.fate(key).unwrap_or(Fate::NotRun),
        })
        .collect();
    let (text, unexplained) = report::report(&results, &reasons);
    print!("{text}");
    Ok(unexplained)
}

fn work(session: &Session, original: &Path, target: &Path, jobs: usize) -> Result<(), Fault> {
    eprintln!(
        "{} mutants: compiling them behind a switch",
        session.mutants.len()
    );
    let [switched, alone] =
        ["switched", "alone"].map(|name| Copy::new(original, &target.join(name)));
    let (switched, alone) = (switched?, alone?);
    let fitting = fitting(&switched, session.mutants)?;
    session.leave_out(&fitting.not_viable)?;
    let programs = switched.tests()?;
    let tests = traced(&programs, &target.join("traces"), jobs)?;
    session.run_switched(&fitting.switched, &programs, &tests, jobs)?;
    session.run_alone(&fitting.alone, &tests, &alone)
}

fn sources(original: &Path, mutants: &[Mutant]) -> Result<HashMap<String, String>, Fault> {
    let files: HashSet<&String> = mutants.iter().map(|mutant| &mutant.file).collect();
    files
        .into_iter()
        .map(|file| Ok((file.clone(), fs::read_to_string(original.join(file))?)))
        .collect()
}
