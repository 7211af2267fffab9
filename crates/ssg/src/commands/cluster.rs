//! `ssg cluster local N COMMAND…`: several processes on this machine, for trying it out.

use crate::cli::place::SECRET;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::interrupt;
use clap::Subcommand;
use std::io::{self, Write};
use std::net::TcpListener;
use std::num::NonZero;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use switchyard_cluster::net::Secret;

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
        child.args(["--hosts", "-"]);
        child.args(["--parent", &std::process::id().to_string()]);
        child.env_remove(SECRET).stdin(Stdio::piped());
        match child.spawn() {
            Ok(mut child) => {
                // A child that exits before it has read everything reports its own error.
                let told = child.stdin.take().map(|mut pipe| pipe.write_all(&hosts));
                drop(told);
                children.push(Some(child));
            }
            Err(error) => {
                stop(&mut children);
                return Err(CmdError::Input(format!("process {process}: {error}")));
            }
        }
    }
    wait(&mut children)
}

/// A list of free ports of this machine and a secret, for the pipes to the processes: it is in no file.
fn hosts(processes: usize) -> Result<Vec<u8>, CmdError> {
    // All are held until all are found, so that they differ.
    let free: Vec<TcpListener> = (0..processes)
        .map(|_| TcpListener::bind("127.0.0.1:0"))
        .collect::<io::Result<_>>()?;
    let mut list = format!("secret {}\n", Secret::invent()).into_bytes();
    for port in &free {
        writeln!(list, "{}", port.local_addr()?)?;
    }
    Ok(list)
}

/// How long the others may take to notice that one has failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// Waits for all. When one fails, the others notice and stop; any that does not is killed.
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
