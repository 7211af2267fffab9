//! `ssg supervise`: stands between the referee and an outside program, and leaves nothing behind.
//!
//! The referee starts a supervisor, the supervisor starts the program, in a process group of its own and on
//! the very pipes it was given; it never touches a byte that passes. The supervisor is a *subreaper*
//! (Linux): whatever the program starts, however often it forks and even in a session of its own,
//! becomes the supervisor's child when its parents die. So the supervisor can kill everything, and "no
//! children left" from the kernel proves that it has. It does so when
//!
//! - the program ends: the supervisor then ends with the same status (same exit code, same signal);
//! - the referee sends SIGTERM;
//! - the referee dies, be it by SIGKILL: the kernel then sends the supervisor SIGTERM.
//!
//! Elsewhere than on Linux only the program's process group is killed.

use crate::io::exit::{CmdError, CmdResult};
use crate::io::terminal::note;
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{self, Command};
use std::time::Duration;

/// Arguments of `ssg supervise`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The referee's process: the supervisor ends when it does
    #[arg(long)]
    parent: i32,
    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

/// The exit code that tells of a program which could not be started, as in shells.
pub const CANNOT_RUN: i32 = 127;

/// Runs the program under supervision; never returns on success, since it ends as the program ended.
pub fn run(args: &Args) -> CmdResult {
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGCHLD])?;
    follow_parent(args.parent)?;
    let program = match start(&args.command) {
        Ok(program) => program,
        Err(error) => {
            note(&format_args!("cannot run {}: {error}", args.command[0]));
            process::exit(CANNOT_RUN);
        }
    };
    let_go_of_pipes()?;
    let status = await_end(&mut signals, program);
    kill_all(program);
    end_like(status)
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

fn start(command: &[String]) -> io::Result<Pid> {
    let child = Command::new(&command[0])
        .args(&command[1..])
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
                for child in children() {
                    let _ = rustix::process::kill_process(child, Signal::KILL);
                }
                std::thread::sleep(Duration::from_micros(200));
            }
            Err(_) => return,
        }
    }
}

/// The processes whose parent is this one.
fn children() -> Vec<Pid> {
    let me = process::id();
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok())
        .filter(|pid| parent_of(*pid) == Some(me))
        .filter_map(Pid::from_raw)
        .collect()
}

/// The parent of a process: the second field after the name, which may itself hold anything.
fn parent_of(pid: i32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_whitespace().nth(1)?.parse().ok()
}

/// Ends this process as the program ended, so that the referee sees its status.
fn end_like(status: Option<WaitStatus>) -> ! {
    let Some(status) = status else {
        process::exit(0);
    };
    if let Some(signal) = status.terminating_signal() {
        let none = rustix::process::Rlimit {
            current: Some(0),
            maximum: Some(0),
        };
        // The program has dumped its core if anybody wanted it; the supervisor's is of no interest.
        let _ = rustix::process::setrlimit(rustix::process::Resource::Core, none);
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        if let Some(signal) = Signal::from_named_raw(signal) {
            let _ = rustix::process::kill_process(rustix::process::getpid(), signal);
        }
        process::exit(128 + signal);
    }
    process::exit(status.exit_status().unwrap_or(0))
}
