//! `ssg cluster local N COMMAND…`: several processes on this machine, for trying it out.

use crate::io::exit::{CmdError, CmdResult};
use crate::io::interrupt;
use clap::Subcommand;
use std::io::{self, Write};
use std::net::TcpListener;
use std::num::NonZero;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Arguments of `ssg cluster`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    command: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Run a command in N processes on this machine: `ssg cluster local 4 coins label FOLDER`
    Local {
        /// The number of processes
        processes: NonZero<usize>,
        /// A command that takes --processes, --process and --hosts
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<String>,
    },
}

/// Starts the processes and waits for all of them.
pub fn run(args: &Args) -> CmdResult {
    let What::Local { processes, command } = &args.command;
    interrupt::watch()?;
    let hosts = hosts(processes.get())?;
    let program = std::env::current_exe()?;
    let mut children = Vec::new();
    for process in 0..processes.get() {
        let mut child = Command::new(&program);
        child
            .args(command)
            .arg("--processes")
            .arg(processes.to_string());
        child.arg("--process").arg(process.to_string());
        child.arg("--hosts").arg(hosts.path());
        child.stdin(Stdio::null());
        match child.spawn() {
            Ok(child) => children.push(Some(child)),
            Err(error) => {
                stop(&mut children);
                return Err(CmdError::Input(format!("process {process}: {error}")));
            }
        }
    }
    wait(&mut children)
}

/// A list of free ports of this machine, in a file that goes away.
fn hosts(processes: usize) -> Result<HostFile, CmdError> {
    // All are held until all are found, so that they differ.
    let free: Vec<TcpListener> = (0..processes)
        .map(|_| TcpListener::bind("127.0.0.1:0"))
        .collect::<io::Result<_>>()?;
    let path = std::env::temp_dir().join(format!("ssg-hosts-{:016x}", rand::random::<u64>()));
    let mut file = std::fs::File::create_new(&path)?;
    let hosts = HostFile(path);
    for port in &free {
        writeln!(file, "{}", port.local_addr()?)?;
    }
    Ok(hosts)
}

struct HostFile(std::path::PathBuf);

impl HostFile {
    fn path(&self) -> &std::path::Path {
        &self.0
    }
}

impl Drop for HostFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// How long the others may take to notice that one has failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// Waits for all. When one fails, the others notice; whoever does not is stopped.
fn wait(children: &mut [Option<Child>]) -> CmdResult {
    let mut failed: Option<(String, Instant)> = None;
    while children.iter().any(Option::is_some) {
        for (process, place) in children.iter_mut().enumerate() {
            let Some(child) = place else { continue };
            let Some(status) = child.try_wait()? else {
                continue;
            };
            *place = None;
            if !status.success() && failed.is_none() {
                failed = Some((format!("process {process}: {status}"), Instant::now()));
            }
        }
        if interrupt::asked() {
            stop(children);
            return Err(CmdError::Interrupted);
        }
        if failed
            .as_ref()
            .is_some_and(|(_, at)| at.elapsed() > PATIENCE)
        {
            stop(children);
        }
        thread::sleep(Duration::from_millis(10));
    }
    failed.map_or(Ok(()), |(text, _)| Err(CmdError::Input(text)))
}

fn stop(children: &mut [Option<Child>]) {
    for child in children.iter_mut().flatten() {
        let _ = child.kill();
        let _ = child.wait();
    }
}
