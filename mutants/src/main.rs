//! What the tests would not notice: docs/mutants.md.
//!
//! cargo-mutants lists the mutants; all of them are compiled into one copy of the library, each behind a switch, so that
//! there is one build and not one for each. Each mutant then meets the tests that reach its place, the
//! shortest first, until one fails. The few that cannot stand behind a switch are built alone.

mod copy;
mod list;
mod report;
mod rewrite;
mod tests;

use copy::{Copy, Program};
use list::Mutant;
use report::{Fate, Reasons};
use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tests::{Test, Verdict};

type Fault = Box<dyn std::error::Error + Send + Sync>;

const USAGE: &str = "switchyard-mutants [--tool CARGO-MUTANTS] [--jobs N] [--only TEXT] [--keep]

  --tool   cargo-mutants, which makes the list
  --jobs   how many tests at a time; all cores unless told
  --only   only mutants whose name has this text in it
  --keep   go on with a log of other sources: what was noticed in a function that is still the same counts, and
           survivors are tried again
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
    let mut options = Options { tool: "cargo-mutants".into(), jobs: cores, only: String::new(), keep: false };
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
    let log = Log::open(&target, &original, options.keep)?;

    eprintln!("{} mutants: compiling them behind a switch", mutants.len());
    let switched = Copy::new(&original, &target.join("switched"))?;
    let fitting = fitting(&switched, &mutants)?;
    let programs = switched.tests()?;
    let tests = traced(&programs, &target.join("traces"), options.jobs)?;
    let session = Session { mutants: &mutants, sources: &sources, log, tests };
    session.run_switched(&fitting.switched, &programs, options.jobs)?;
    session.run_alone(&fitting.alone, &Copy::new(&original, &target.join("alone"))?)?;

    let results: Vec<_> = mutants
        .iter()
        .zip(1..)
        .map(|(mutant, id)| {
            let known = session.log.fate(&session.key(id));
            let fate = if fitting.not_viable.contains(&id) { Some(Fate::NotViable) } else { known };
            let signature = mutant.signature(&sources[&mutant.file]);
            fate.map(|fate| report::Result { mutant, signature, fate }).ok_or_else(|| format!("not run: {}", mutant.name).into())
        })
        .collect::<Result<_, Fault>>()?;
    let reasons = Reasons::parse(&fs::read_to_string(original.join("mutants/reasons.txt")).unwrap_or_default());
    let (text, unexplained) = report::report(&results, &reasons);
    print!("{text}");
    Ok(unexplained)
}

fn sources(original: &Path, mutants: &[Mutant]) -> Result<HashMap<String, String>, Fault> {
    let files: HashSet<&String> = mutants.iter().map(|mutant| &mutant.file).collect();
    files.into_iter().map(|file| Ok((file.clone(), fs::read_to_string(original.join(file))?))).collect()
}

/// How each mutant can be tried, if at all.
struct Fitting {
    switched: Vec<u32>,
    /// Mutants that have no place behind a switch: in constants, or of another type than what the function returns.
    alone: Vec<u32>,
    not_viable: HashSet<u32>,
}

fn fitting(copy: &Copy, mutants: &[Mutant]) -> Result<Fitting, Fault> {
    let all = || mutants.iter().zip(1..).map(|(mutant, id)| (id, mutant));
    let mut wanted: HashSet<u32> = all().filter(|(_, mutant)| !mutant.returns_opaque()).map(|(id, _)| id).collect();
    let mut not_viable = HashSet::new();
    loop {
        let files = copy.switch(mutants, &wanted)?;
        let placed: HashSet<u32> = files.values().flat_map(rewrite::placed).collect();
        let guilty = copy.errors(&files)?;
        if guilty.is_empty() {
            let (switched, alone) = all().map(|(id, _)| id).filter(|id| !not_viable.contains(id)).partition(|id| placed.contains(id));
            return Ok(Fitting { switched, alone, not_viable });
        }
        eprintln!("{} do not compile", guilty.len());
        wanted.retain(|id| !guilty.contains(id));
        not_viable.extend(guilty);
    }
}

/// Every test, run without a mutant.
fn traced(programs: &[Program], scratch: &Path, jobs: usize) -> Result<Vec<Test>, Fault> {
    fs::create_dir_all(scratch)?;
    let mut names = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        names.extend(tests::names(program)?.into_iter().map(|name| (number, name)));
    }
    let traced = Mutex::new(Vec::new());
    on_all_cores(jobs, &names, |(number, name)| {
        let test = tests::trace(&programs[*number], *number, name.clone(), scratch)?;
        traced.lock().unwrap().push(test);
        Ok(())
    })?;
    let mut traced = traced.into_inner().unwrap();
    traced.retain(|test| !test.reaches.is_empty());
    traced.sort_by_key(|test| test.time);
    let time: f64 = traced.iter().map(|test| test.time.as_secs_f64()).sum();
    eprintln!("{} of {} tests reach a mutant's place; {time:.0} s without one", traced.len(), names.len());
    Ok(traced)
}

struct Session<'a> {
    mutants: &'a [Mutant],
    sources: &'a HashMap<String, String>,
    log: Log,
    /// The shortest first.
    tests: Vec<Test>,
}

impl Session<'_> {
    fn mutant(&self, id: u32) -> &Mutant {
        &self.mutants[id as usize - 1]
    }

    /// Tells the mutant from all others, and from itself in a function that has changed.
    fn key(&self, id: u32) -> String {
        let mutant = self.mutant(id);
        let source = &self.sources[&mutant.file];
        let function = mutant.function.as_ref().map_or("", |function| &source[function.span.range(source)]);
        let mut hash = DefaultHasher::new();
        function.hash(&mut hash);
        format!("{:016x} {}", hash.finish(), mutant.signature(source))
    }

    fn run_switched(&self, ids: &[u32], programs: &[Program], jobs: usize) -> Result<(), Fault> {
        let open: Vec<u32> = ids.iter().copied().filter(|&id| self.log.fate(&self.key(id)).is_none()).collect();
        eprintln!("{} to run behind the switch", open.len());
        on_all_cores(jobs, &open, |&id| {
            let tests = self.tests.iter().filter(|test| test.reaches.contains(&id));
            let (fate, by) = fate(tests, programs, id)?;
            self.log.write(&self.key(id), fate, &by)
        })
    }

    /// Builds each in a copy of its own, and runs the tests that reach its function or, in a constant, its file.
    fn run_alone(&self, ids: &[u32], copy: &Copy) -> Result<(), Fault> {
        let open = ids.iter().copied().filter(|&id| self.log.fate(&self.key(id)).is_none());
        for id in open {
            let mutant = self.mutant(id);
            eprintln!("alone: {}", mutant.name);
            copy.replace(mutant)?;
            let (fate, by) = if copy.compiles()? {
                let programs = copy.tests()?;
                let near: HashSet<u32> = (1..=self.mutants.len() as u32).filter(|&other| self.mutant(other).is_near(mutant)).collect();
                fate(self.tests.iter().filter(|test| !test.reaches.is_disjoint(&near)), &programs, 0)?
            } else {
                (Fate::NotViable, String::new())
            };
            self.log.write(&self.key(id), fate, &by)?;
            copy.restore(&mutant.file)?;
        }
        Ok(())
    }
}

/// Runs the tests until one notices.
fn fate<'a>(tests: impl Iterator<Item = &'a Test>, programs: &[Program], id: u32) -> Result<(Fate, String), Fault> {
    for test in tests {
        match test.notices(programs, id)? {
            Verdict::Passed => {}
            Verdict::Failed => return Ok((Fate::Noticed, test.name.clone())),
            Verdict::TimedOut => return Ok((Fate::TimedOut, test.name.clone())),
        }
    }
    Ok((Fate::Survived, String::new()))
}

fn on_all_cores<T: Sync>(jobs: usize, work: &[T], job: impl Fn(&T) -> Result<(), Fault> + Sync) -> Result<(), Fault> {
    let next = AtomicUsize::new(0);
    let worker = || -> Result<(), Fault> {
        while let Some(item) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
            job(item)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })
}

/// What is known already: one line a mutant, after a line that says of which sources.
struct Log {
    fates: Mutex<HashMap<String, Fate>>,
    file: Mutex<File>,
}

impl Log {
    fn open(target: &Path, original: &Path, keep: bool) -> Result<Self, Fault> {
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
            let (Some(key), Some(fate)) = (words.next(), words.next().and_then(Fate::from_word)) else { continue };
            if same || fate != Fate::Survived {
                fates.insert(key.to_owned(), fate);
                kept += &format!("{line}\n");
            }
        }
        fs::write(&path, kept)?;
        let file = OpenOptions::new().append(true).open(&path)?;
        Ok(Self { fates: Mutex::new(fates), file: Mutex::new(file) })
    }

    fn fate(&self, key: &str) -> Option<Fate> {
        self.fates.lock().unwrap().get(key).copied()
    }

    fn write(&self, key: &str, fate: Fate, by: &str) -> Result<(), Fault> {
        self.fates.lock().unwrap().insert(key.to_owned(), fate);
        Ok(writeln!(self.file.lock().unwrap(), "{key}\t{}\t{by}", fate.word())?)
    }
}

fn fingerprint(path: &Path, hash: &mut DefaultHasher) -> Result<(), Fault> {
    if path.is_dir() {
        let mut entries: Vec<_> = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
        entries.sort();
        return entries.iter().try_for_each(|entry| fingerprint(entry, hash));
    }
    path.hash(hash);
    fs::read(path)?.hash(hash);
    Ok(())
}
