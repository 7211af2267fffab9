//! The processes that a killed supervisor leaves behind, found and killed by the referee.
//!
//! The referee is a *subreaper* too (Linux). When a supervisor dies before its program, the program
//! and its descendants become the referee's children. Every child that is not a supervisor is such
//! a process; the referee kills them until none is left.

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use std::collections::HashSet;
use std::fs;
use std::io;
use std::process::{self, Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The supervisors that are running, by their process numbers.
static SUPERVISORS: Mutex<Option<HashSet<u32>>> = Mutex::new(None);

/// How long a sweep may take.
const PATIENCE: Duration = Duration::from_secs(10);

fn supervisors() -> MutexGuard<'static, Option<HashSet<u32>>> {
    SUPERVISORS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a supervisor. No sweep takes it for a stray.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut known = supervisors();
    if known.is_none() {
        adopt_orphans()?;
    }
    let child = command.spawn()?;
    known.get_or_insert_default().insert(child.id());
    Ok(child)
}

/// A supervisor has ended, and its end was noticed.
pub fn forget(supervisor: &Child) {
    if let Some(known) = supervisors().as_mut() {
        known.remove(&supervisor.id());
    }
}

#[cfg(target_os = "linux")]
fn adopt_orphans() -> io::Result<()> {
    use rustix::process::{getpid, set_child_subreaper};
    Ok(set_child_subreaper(Some(getpid()))?)
}

#[cfg(not(target_os = "linux"))]
fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Kills every child of this process that is no supervisor, with all its descendants. Returns whether all are gone.
pub fn sweep() -> bool {
    // The lock is held until the end, so that no supervisor is started meanwhile.
    let known = supervisors();
    let is_known = |pid: Pid| {
        let pid = pid.as_raw_nonzero().get().cast_unsigned();
        known.as_ref().is_some_and(|known| known.contains(&pid))
    };
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        let strays: Vec<Pid> = children()
            .into_iter()
            .filter(|&pid| !is_known(pid))
            .collect();
        if strays.is_empty() {
            return true;
        }
        for stray in strays {
            let _ = kill_process(stray, Signal::KILL);
            let _ = waitpid(Some(stray), WaitOptions::NOHANG);
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    false
}

/// The processes whose parent is this one.
pub fn children() -> Vec<Pid> {
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

/// The parent of a process: the second field after the name, which may itself contain blanks and brackets.
fn parent_of(pid: i32) -> Option<u32> {
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_whitespace().nth(1)?.parse().ok()
}
