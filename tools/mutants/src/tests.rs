//! The tests, one process each: which mutants each reaches, and whether it notices one.

use crate::Fault;
use crate::copy::Program;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub struct Test {
    /// Its place in the list of programs.
    pub program: usize,
    pub name: String,
    /// The processor time it takes when all is well.
    pub time: Duration,
    /// The mutants whose place in the code it reaches.
    pub reaches: HashSet<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Passed,
    Failed,
    TimedOut,
}

/// How a test is started.
enum Mode<'a> {
    Trace(&'a Path),
    Mutant(u32),
}

/// The names of a program's tests, without those that are ignored.
pub fn names(program: &Program) -> Result<Vec<String>, Fault> {
    let listed = |more: &[&str]| -> Result<Vec<String>, Fault> {
        let told = Command::new(&program.path)
            .args(["--list", "--format=terse"])
            .args(more)
            .output()?;
        let text = String::from_utf8(told.stdout)?;
        Ok(text
            .lines()
            .filter_map(|line| Some(line.strip_suffix(": test")?.to_owned()))
            .collect())
    };
    let ignored: HashSet<String> = listed(&["--ignored"])?.into_iter().collect();
    Ok(listed(&[])?
        .into_iter()
        .filter(|name| !ignored.contains(name))
        .collect())
}

/// Runs a test without a mutant, and notes what it reaches.
pub fn trace(
    program: &Program,
    number: usize,
    name: String,
    scratch: &Path,
) -> Result<Test, Fault> {
    let file = scratch.join(format!("{}-{}", program.name, name.replace(':', "_")));
    let hour = Duration::from_hours(1);
    if run(program, &name, &Mode::Trace(&file), hour)? != Verdict::Passed {
        return Err(format!("{} {name} fails without any mutant", program.name).into());
    }
    let time = processor_time(&fs::read_to_string(format!("{}.times", file.display()))?);
    let ids = fs::read_to_string(&file).unwrap_or_default();
    let reaches = ids.lines().map(str::parse).collect::<Result<_, _>>()?;
    Ok(Test {
        program: number,
        name,
        time,
        reaches,
    })
}

impl Test {
    /// Runs the test with a mutant on (0: with none). Long enough is two seconds and four times as long as usual.
    pub fn notices(&self, programs: &[Program], mutant: u32) -> Result<Verdict, Fault> {
        let limit = Duration::from_secs(2) + 4 * self.time;
        run(
            &programs[self.program],
            &self.name,
            &Mode::Mutant(mutant),
            limit,
        )
    }
}

/// The limits, the test, and for a trace the time it took: the shell's builtin knows.
const PLAIN: &str = r#"ulimit -t $1; ulimit -v 8000000; shift; exec "$@""#;
const TIMED: &str = r#"ulimit -v 8000000; shift; "$@" && times > "$MUTANT_TRACE.times""#;

/// Runs one test with a limit of processor time, and a longer one of time for those that wait for ever.
fn run(program: &Program, test: &str, mode: &Mode, limit: Duration) -> Result<Verdict, Fault> {
    let mut command = Command::new("sh");
    match mode {
        Mode::Trace(file) => command.env("MUTANT_TRACE", file).args(["-c", TIMED, "sh"]),
        Mode::Mutant(id) => command
            .env("MUTANT", id.to_string())
            .args(["-c", PLAIN, "sh"]),
    };
    command
        .arg((limit.as_secs() + 1).to_string())
        .arg(&program.path)
        .args(["--exact", test])
        .current_dir(working_directory(program))
        .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
        .env("RUST_BACKTRACE", "0")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn()?;
    let end = Instant::now() + 20 * limit;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(match status.code() {
                Some(0) => Verdict::Passed,
                None if is_timeout(status) => Verdict::TimedOut,
                _ => Verdict::Failed,
            });
        }
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            return Ok(Verdict::TimedOut);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// What `times` says of the children, in its second line: `0m1.230s 0m0.100s`.
fn processor_time(times: &str) -> Duration {
    let seconds = |word: &str| {
        let (minutes, seconds) = word.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    };
    let words = times.lines().nth(1).unwrap_or("").split_whitespace();
    Duration::from_secs_f64(words.filter_map(seconds).sum())
}

/// Whether the system ended it for its use of the processor.
fn is_timeout(status: std::process::ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    const KILLED: i32 = 9;
    const PROCESSOR: i32 = 24;
    matches!(status.signal(), Some(KILLED | PROCESSOR))
}

/// Where cargo would run it: the library's own directory, above `target`.
fn working_directory(program: &Program) -> PathBuf {
    let target = program
        .path
        .ancestors()
        .find(|path| path.ends_with("target"));
    target
        .and_then(Path::parent)
        .unwrap_or(Path::new("."))
        .join("crates/switchyard")
}
