//! `ssg supervise`: stands between the referee and an outside program, and leaves nothing behind.
//!
//! The referee starts a supervisor, the supervisor starts the program, in a process group of its own and on
//! the very pipes it was given; it never touches a byte that passes. How the program ended it reports on a
//! connection of its own ([`control`](super::control)), so that its own failure is never the program's. The supervisor is a *subreaper*
//! (Linux): whatever the program starts, however often it forks and even in a session of its own,
//! becomes the supervisor's child when its parents die. So the supervisor can kill everything, and "no
//! children left" from the kernel proves that it has. It does so when
//!
//! - the program ends;
//! - the referee sends SIGTERM;
//! - the referee dies, be it by SIGKILL: the kernel then sends the supervisor SIGTERM.
//!
//! A program with the same rights can stop or kill its supervisor. Then it forfeits, and the referee does
//! the supervisor's work ([`strays`](super::strays)). Elsewhere than on Linux only the program's process group is killed.

use super::control::{Report, ReportLine};
use super::strays;
use crate::io::exit::{CmdError, CmdResult};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

/// Arguments of `ssg supervise`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The referee's process: the supervisor ends when it does
    #[arg(long)]
    parent: i32,
    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

/// Runs the program under supervision, and reports how it ended.
pub fn run(args: &Args) -> CmdResult {
    let mut line = ReportLine::from_stdin()?;
    let report = match supervise(args, &line) {
        Ok(report) => report,
        Err(failure) => Report::Failed(failure.to_string()),
    };
    line.tell(&report);
    Ok(())
}

fn supervise(args: &Args, line: &ReportLine) -> Result<Report, CmdError> {
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGCHLD])?;
    follow_parent(args.parent)?;
    let program = match start(&args.command, line.take_input()?) {
        Ok(program) => program,
        Err(error) => return Ok(Report::CannotRun(error.to_string())),
    };
    let_go_of_pipes()?;
    let status = await_end(&mut signals, program);
    kill_all(program);
    Ok(status.map_or(Report::Stopped, |status| {
        match status.terminating_signal() {
            Some(signal) => Report::Signal(signal),
            None => Report::Exit(status.exit_status().unwrap_or(0)),
        }
    }))
}

#[cfg(target_os = "linux")]
fn follow_parent(parent: i32) -> CmdResult {
    use rustix::process::{getpid, getppid, set_child_subreaper, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::TERM)).map_err(io::Error::from)?;
    set_child_subreaper(Some(getpid())).map_err(io::Error::from)?;
    // The parent may have died before the kernel was told.
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

fn start(command: &[OsString], input: OwnedFd) -> io::Result<Pid> {
    let child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(input)
        .process_group(0)
        .spawn()?;
    Ok(Pid::from_child(&child))
}

/// The supervisor's copies of the pipes would keep them open after the program has closed them.
fn let_go_of_pipes() -> io::Result<()> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    rustix::stdio::dup2_stderr(&null)?;
    Ok(())
}

/// Waits until the program ends (its status) or somebody asks the supervisor to stop (`None`).
fn await_end(signals: &mut Signals, program: Pid) -> Option<WaitStatus> {
    loop {
        for signal in signals.wait() {
            if signal != SIGCHLD {
                return None;
            }
            // Several deaths may arrive as one signal; orphans are reaped on the way.
            while let Ok(Some((pid, status))) = rustix::process::wait(WaitOptions::NOHANG) {
                if pid == program {
                    return Some(status);
                }
            }
        }
    }
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
