//! The build of a submission: a command in a folder, with limits on time and resources; no process
//! of it survives.

use super::limits::{Limits, Sandbox};
use super::strays;
use crate::io::interrupt;
use rustix::process::{Pid, Signal, kill_process};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The result of a build.
#[derive(Debug)]
pub struct Built {
    /// Whether it ended with exit code 0.
    pub ok: bool,
    /// The end of what it printed, and why it failed.
    pub log: String,
}

/// How much of the log is kept.
const TAIL: u64 = 16 << 10;

/// Runs `sh -c command` in the folder.
///
/// # Errors
/// When no process can be started.
pub fn run(command: &str, folder: &Path, time: Duration, limits: &Limits) -> io::Result<Built> {
    let log = tempfile::tempfile()?;
    let mut supervisor = Command::new(std::env::current_exe()?);
    supervisor.args([
        "supervise",
        "--alone",
        "--parent",
        &std::process::id().to_string(),
    ]);
    if limits.sandbox != Sandbox::None {
        supervisor.arg("--folder").arg(folder);
    }
    if limits.sandbox == Sandbox::Bubblewrap {
        supervisor.arg("--bubblewrap");
    }
    supervisor
        .args(["--", "sh", "-c", command])
        .current_dir(folder)
        .env_remove("SSG_SECRET")
        // A class may be graded by a Makefile: the builds' own make does not belong to it.
        .env_remove("MAKEFLAGS")
        .env_remove("MFLAGS")
        .env_remove("MAKELEVEL")
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log.try_clone()?);
    let mut child = strays::spawn(&mut supervisor)?;
    let deadline = Instant::now() + time;
    let mut late = false;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if !late && (Instant::now() > deadline || interrupt::asked()) {
            late = true;
            // The supervisor kills everything and ends.
            let _ = kill_process(Pid::from_child(&child), Signal::TERM);
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    strays::forget(&child);
    let text = without_path(tail(log)?, folder);
    let ok = status.success() && !late;
    let end = if late {
        format!("the build took more than {} seconds", time.as_secs_f64())
    } else if ok {
        String::new()
    } else {
        format!("the build failed: {status}")
    };
    Ok(Built {
        ok,
        log: format!("{text}\n{end}").trim().to_owned(),
    })
}

/// The folder by its name alone: it is a temporary one, and means nothing to whoever reads the log.
fn without_path(log: String, folder: &Path) -> String {
    match (folder.to_str(), folder.file_name().and_then(OsStr::to_str)) {
        (Some(path), Some(name)) => log.replace(path, name),
        _ => log,
    }
}

fn tail(mut log: File) -> io::Result<String> {
    let length = log.seek(SeekFrom::End(0))?;
    log.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    log.take(TAIL).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(if length > TAIL {
        format!("…{text}")
    } else {
        text
    })
}
