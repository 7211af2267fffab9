//! `ssg supervise`: runs an outside program for the referee, and leaves none of its processes
//! behind.
//!
//! The referee starts the supervisor, and the supervisor starts the program in a new process group,
//! on the pipes that it was given: no byte of the dialogue passes through the supervisor. It
//! reports how the program ended on a separate connection ([`control`](super::control)), so that a
//! failure of its own is not taken for the program's. The supervisor is a *subreaper* (Linux): any
//! descendant of the program, even in another session, becomes the supervisor's child when its
//! parents die. So the supervisor can kill all of them, and has done so when the kernel reports
//! that it has no children. It kills them when
//!
//! - the program ends;
//! - the referee sends SIGTERM;
//! - the referee dies, even by SIGKILL: the kernel then sends SIGTERM to the supervisor.
//!
//! It also measures what the program uses, and kills it when it exceeds its limits
//! ([`limits`](super::limits)). In a sandbox ([`sandbox`](super::sandbox)) the program is started
//! below an `init`.
//!
//! A program with the same rights can stop or kill its supervisor. Then it forfeits, and the
//! referee kills the processes that are left ([`strays`](super::strays)). On systems other than
//! Linux, only the program's process group is killed.

use super::control::{Report, ReportLine};
use super::limits::{Bytes, Sandbox};
use super::usage::Meter;
use super::{sandbox, strays};
use crate::io::exit::{CmdError, CmdResult};
use rustix::process::{Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, setrlimit};
use rustix::thread::Timespec;
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Arguments of `ssg supervise`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The referee's process: the supervisor ends when it does
    #[arg(long, default_value_t = 0)]
    parent: i32,
    /// Be the first process of a sandbox: run the program, wait for all processes, exit as it does
    #[arg(long)]
    init: bool,
    /// Send no report: exit as the program does
    #[arg(long)]
    alone: bool,
    /// Test whether a sandbox around this folder is possible
    #[arg(long, value_name = "DIR")]
    check: Option<PathBuf>,
    /// Confine the program to this folder
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Use bubblewrap instead of namespaces
    #[arg(long)]
    bubblewrap: bool,
    /// Bytes of memory
    #[arg(long)]
    memory: Option<u64>,
    /// Processes
    #[arg(long)]
    processes: Option<usize>,
    /// Bytes in a file
    #[arg(long)]
    file_size: Option<u64>,
    /// Seconds of processor time
    #[arg(long)]
    cpu: Option<f64>,
    /// The program and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

impl Args {
    fn sandbox(&self) -> Sandbox {
        match (&self.folder, self.bubblewrap) {
            (None, _) => Sandbox::None,
            (Some(_), true) => Sandbox::Bubblewrap,
            (Some(_), false) => Sandbox::Namespaces,
        }
    }

    fn has_limits(&self) -> bool {
        self.memory.is_some() || self.processes.is_some() || self.cpu.is_some()
    }
}

/// Runs the program under supervision, and reports how it ended.
pub fn run(args: &Args) -> CmdResult {
    if args.init {
        return init(args);
    }
    if let Some(folder) = &args.check {
        return check(folder);
    }
    if args.alone {
        return alone(args);
    }
    let mut line = ReportLine::from_stdin()?;
    let report = match supervise(args, || line.take_input()) {
        Ok(report) => report,
        Err(failure) => Report::Failed(failure.to_string()),
    };
    line.tell(&report);
    Ok(())
}

/// Runs a program outside a game, such as a build, and exits as it does.
fn alone(args: &Args) -> CmdResult {
    let nothing = || Ok(File::open("/dev/null")?.into());
    let code = match supervise(args, nothing)? {
        Report::Exit(code) => code,
        Report::Signal(signal) => SIGNALLED + signal,
        Report::CannotRun(why) => return Err(CmdError::Input(why)),
        _ => 1,
    };
    std::process::exit(code)
}

fn supervise(args: &Args, input: impl FnOnce() -> io::Result<OwnedFd>) -> Result<Report, CmdError> {
    if let (Sandbox::Namespaces, Some(folder)) = (args.sandbox(), &args.folder) {
        // First, because entering namespaces resets the parent-death signal.
        sandbox::enter(folder)?;
    }
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGCHLD])?;
    follow_parent(args.parent)?;
    set_limits(args)?;
    let program = match start(args, input()?) {
        Ok(program) => program,
        Err(error) => return Ok(Report::CannotRun(error.to_string())),
    };
    let_go_of_pipes()?;
    let end = await_end(&mut signals, program, args);
    kill_all(program);
    Ok(match end {
        End::Told => Report::Stopped,
        End::Over(report) => report,
        End::Ended(status) => ended(args, status),
    })
}

/// How the program ended; in a sandbox, as its `init` passes it on.
fn ended(args: &Args, status: WaitStatus) -> Report {
    let code = status.exit_status().unwrap_or(0);
    let signal = status.terminating_signal().or_else(|| {
        let confined = args.sandbox() != Sandbox::None;
        (confined && (SIGNALLED + 1..SIGNALLED + 65).contains(&code)).then(|| code - SIGNALLED)
    });
    match (signal, args.file_size) {
        (Some(signal), Some(size)) if signal == Signal::XFSZ.as_raw() => {
            Report::OverLimit(too_large(size))
        }
        // Some languages turn the signal into an error; the size of the file shows it.
        (_, Some(size))
            if args
                .folder
                .as_deref()
                .is_some_and(|folder| has_file_of(folder, size)) =>
        {
            Report::OverLimit(too_large(size))
        }
        (Some(signal), _) => Report::Signal(signal),
        (None, _) => Report::Exit(code),
    }
}

fn too_large(size: u64) -> String {
    format!("it wrote a file of more than {}", Bytes(size))
}

/// Whether there is a file that has reached the limit.
fn has_file_of(folder: &Path, size: u64) -> bool {
    let Ok(entries) = folder.read_dir() else {
        return false;
    };
    entries.flatten().any(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => has_file_of(&entry.path(), size),
        Ok(data) => data.is_file() && data.len() >= size,
        Err(_) => false,
    })
}

/// An exit code above this is a signal, as in a shell.
const SIGNALLED: i32 = 128;

/// The first process of a sandbox: starts the program, waits for it and for every orphan, and ends as it did.
/// What is left when it ends is killed by the kernel.
fn init(args: &Args) -> CmdResult {
    follow_to_death()?;
    let missing = || CmdError::Input("no program is named".to_owned());
    let (program, rest) = args.command.split_first().ok_or_else(missing)?;
    let child = Command::new(program).args(rest).spawn()?;
    let program = Pid::from_child(&child);
    let_go_of_pipes()?;
    loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == program => {
                let signal = status.terminating_signal().map(|signal| SIGNALLED + signal);
                std::process::exit(signal.or(status.exit_status()).unwrap_or(0));
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(io::Error::from(error).into()),
        }
    }
}

#[cfg(target_os = "linux")]
fn follow_to_death() -> io::Result<()> {
    Ok(rustix::process::set_parent_process_death_signal(Some(
        Signal::KILL,
    ))?)
}

#[cfg(not(target_os = "linux"))]
fn follow_to_death() -> io::Result<()> {
    Ok(())
}

/// Makes a sandbox and runs a program in it that does nothing.
fn check(folder: &Path) -> CmdResult {
    sandbox::enter(folder)?;
    let ended = sandbox::command(Sandbox::Namespaces, Some(folder), &["true".into()]).status()?;
    if ended.success() {
        return Ok(());
    }
    Err(CmdError::Input(format!("a program in the sandbox {ended}")))
}

/// The limits that the kernel enforces. Reserved memory that is never touched does not count as
/// used; its bound only stops programs that grow faster than they are measured.
fn set_limits(args: &Args) -> io::Result<()> {
    let set = |resource, most: u64| {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, limit)
    };
    set(Resource::Core, 0)?;
    if let Some(size) = args.file_size {
        set(Resource::Fsize, size)?;
    }
    if let Some(memory) = args.memory {
        set(
            Resource::Data,
            memory.saturating_mul(4).saturating_add(1 << 28),
        )?;
    }
    Ok(())
}

#[cfg(target_os = "linux")]
fn follow_parent(parent: i32) -> CmdResult {
    use rustix::process::{getpid, getppid, set_child_subreaper, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::TERM)).map_err(io::Error::from)?;
    set_child_subreaper(Some(getpid())).map_err(io::Error::from)?;
    // The parent may have died before this call.
    if getppid()
        .map(Pid::as_raw_nonzero)
        .map(std::num::NonZero::get)
        == Some(parent)
    {
        Ok(())
    } else {
        Err(CmdError::Interrupted)
    }
}

#[cfg(not(target_os = "linux"))]
fn follow_parent(_: i32) -> CmdResult {
    Ok(())
}

fn start(args: &Args, input: OwnedFd) -> io::Result<Pid> {
    if args.command.is_empty() {
        return Err(io::Error::other("no program is named"));
    }
    let child = sandbox::command(args.sandbox(), args.folder.as_deref(), &args.command)
        .stdin(input)
        .process_group(0)
        .spawn()?;
    Ok(Pid::from_child(&child))
}

/// Closes the supervisor's copies of the pipes, which would stay open after the program has closed
/// its own.
fn let_go_of_pipes() -> io::Result<()> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    rustix::stdio::dup2_stderr(&null)?;
    Ok(())
}

/// Why the supervisor's wait is over.
enum End {
    /// The program ended.
    Ended(WaitStatus),
    /// It used more than it may.
    Over(Report),
    /// The supervisor was asked to stop.
    Told,
}

/// How often the program's use is measured.
const LOOK: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 15_000_000,
};

/// Waits until the program ends, exceeds a limit, or the supervisor is asked to stop.
fn await_end(signals: &mut Signals, program: Pid, args: &Args) -> End {
    let mut meter = Meter::default();
    loop {
        let arrived: Vec<i32> = if args.has_limits() {
            if let Some(report) = breach(&mut meter, args) {
                return End::Over(report);
            }
            // A signal ends the sleep.
            let _ = rustix::thread::nanosleep(&LOOK);
            signals.pending().collect()
        } else {
            signals.wait().collect()
        };
        for signal in arrived {
            if signal != SIGCHLD {
                return End::Told;
            }
            // Several deaths may arrive as one signal; orphans are reaped on the way.
            while let Ok(Some((pid, status))) = rustix::process::wait(WaitOptions::NOHANG) {
                if pid == program {
                    return last_look(&mut meter, args, status);
                }
            }
        }
    }
}

/// What the program used up to its end may still have been too much.
fn last_look(meter: &mut Meter, args: &Args, status: WaitStatus) -> End {
    match breach(meter, args) {
        Some(report) if args.has_limits() => End::Over(report),
        _ => End::Ended(status),
    }
}

/// The limit that the program has gone over, if it has.
fn breach(meter: &mut Meter, args: &Args) -> Option<Report> {
    let usage = meter.measure(std::process::id(), sandbox::helpers(args.sandbox()));
    if args.cpu.is_some_and(|most| usage.cpu.as_secs_f64() > most) {
        return Some(Report::OutOfTime);
    }
    if let Some(most) = args
        .memory
        .filter(|&most| usage.resident.max(usage.peak) > most)
    {
        let what = format!("it used more than {} of memory", Bytes(most));
        return Some(Report::OverLimit(what));
    }
    if let Some(most) = args.processes.filter(|&most| usage.processes > most) {
        let what = match most {
            1 => "it started another process".to_owned(),
            most => format!("it had more than {most} processes"),
        };
        return Some(Report::OverLimit(what));
    }
    None
}

/// Kills the program and all that comes from it, until the kernel knows of no child.
fn kill_all(program: Pid) {
    let _ = rustix::process::kill_process_group(program, Signal::KILL);
    loop {
        match rustix::process::wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
            Ok(None) => {
                for child in strays::children() {
                    let _ = rustix::process::kill_process(child, Signal::KILL);
                }
                std::thread::sleep(Duration::from_micros(200));
            }
            Err(_) => return,
        }
    }
}
