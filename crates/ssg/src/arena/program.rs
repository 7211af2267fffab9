//! An outside program as a player: `COMMAND MODE FILE`, integers on its pipes, a clock.

use crate::arena::clock::Clock;
use crate::arena::pipes::{Heard, Pipes};
use crate::arena::supervisor;
use rustix::process::{Pid, Signal, kill_process};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use switchyard::graph::EdgeId;
use switchyard::player::{Forfeit, Player};
use switchyard::switching::{Position, Side};

/// How long a program may take to end once the game is decided.
const PARTING: Duration = Duration::from_secs(3);
/// How long a program that has closed its output may take to end, so that its status is known.
const ENDING: Duration = Duration::from_secs(2);
/// How long the supervisor may take to kill everything: far more than it ever needs.
const KILLING: Duration = Duration::from_secs(10);

/// A program in play. Dropped, it is killed with all that it started.
#[derive(Debug)]
pub struct Program {
    side: Side,
    /// The supervisor, which runs the program and ends as it ends.
    child: Child,
    pipes: Pipes,
    clock: Clock,
}

/// The mode word of the protocol.
pub fn mode(side: Side, first: Side) -> &'static str {
    match (side, side == first) {
        (Side::Short, true) => "c1",
        (Side::Short, false) => "c2",
        (Side::Cut, true) => "d1",
        (Side::Cut, false) => "d2",
    }
}

impl Program {
    /// Starts `command MODE file` under supervision.
    pub fn start(
        command: &[String],
        (side, first): (Side, Side),
        file: &Path,
        clock: Clock,
    ) -> io::Result<Self> {
        let mut child = Command::new(own_executable()?)
            .args([
                "supervise",
                "--parent",
                &std::process::id().to_string(),
                "--",
            ])
            .args(command)
            .arg(mode(side, first))
            .arg(file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let pipes = Pipes::of(&mut child)?;
        Ok(Self {
            side,
            child,
            pipes,
            clock,
        })
    }

    /// The clock as it stands.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The end of what it wrote to stderr.
    pub fn stderr_tail(&mut self) -> String {
        self.pipes.stderr_tail()
    }

    /// Checks how the program parts from a game that was won on the board: the winner ends
    /// quietly, the loser prints `0` first, both with exit code 0. What is wrong, if anything is.
    pub fn part(&mut self, won: bool) -> Result<(), String> {
        let deadline = Instant::now() + PARTING;
        if !won {
            match self.pipes.hear(deadline) {
                Heard::Word(word) if word == "0" => {}
                Heard::Word(word) | Heard::Endless(word) => {
                    return Err(format!("printed {word:?} instead of 0 when it had lost"));
                }
                Heard::Closed => {
                    let end = self.describe_end();
                    return Err(format!("did not print 0 when it had lost: {end}"));
                }
                Heard::Late | Heard::Interrupted => {
                    return Err("did not print 0 when it had lost".to_owned());
                }
            }
        }
        match self.pipes.hear(deadline) {
            Heard::Closed => {}
            Heard::Word(word) | Heard::Endless(word) => {
                return Err(format!("went on printing after the game: {word:?}"));
            }
            Heard::Late | Heard::Interrupted => {
                return Err("did not end when the game was over".to_owned());
            }
        }
        match self.wait(deadline) {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(format!("ended with {}", in_words(status))),
            None => Err("did not end when the game was over".to_owned()),
        }
    }

    /// Kills the program and all that it started; waits until it is done.
    pub fn stop(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        let supervisor = Pid::from_child(&self.child);
        let _ = kill_process(supervisor, Signal::TERM);
        if self.wait(Instant::now() + KILLING).is_none() {
            eprintln!(
                "ssg: a program could not be killed; its supervisor is process {supervisor:?}"
            );
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    /// Waits for the program's end.
    fn wait(&mut self, deadline: Instant) -> Option<ExitStatus> {
        let mut pause = Duration::from_micros(50);
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }

    /// How a program that has closed its output ended.
    fn describe_end(&mut self) -> String {
        let deadline = Instant::now() + ENDING;
        self.pipes.drain(deadline);
        match self.wait(deadline) {
            Some(status) if status.code() == Some(supervisor::CANNOT_RUN) => {
                "it could not be started".to_owned()
            }
            Some(status) => format!("it ended with {}", in_words(status)),
            None => "it closed its output but did not end".to_owned(),
        }
    }

    fn understand(&self, word: String) -> Result<EdgeId, Forfeit> {
        let is_integer = {
            let digits = word.strip_prefix(['-', '+']).unwrap_or(&word);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        let illegal = |said, why: &str| {
            let why = why.to_owned();
            Err(Forfeit::IllegalMove { said, why })
        };
        if !is_integer {
            let said = word + &self.pipes.rest_of_line();
            return illegal(said, "not an integer");
        }
        match word.parse::<usize>() {
            Ok(0) => illegal(word, "0 admits a lost game, but the game is not over"),
            Ok(label) => match EdgeId::from_label(label) {
                Some(edge) => Ok(edge),
                None => illegal(word, "there is no such edge"),
            },
            Err(_) => illegal(word, "there is no such edge"),
        }
    }
}

impl Player for Program {
    fn observe(&mut self, _: &Position, side: Side, edge: EdgeId) {
        if side != self.side {
            self.pipes.send(&edge.to_string());
        }
    }

    fn choose(&mut self, _: &Position) -> Result<EdgeId, Forfeit> {
        let start = Instant::now();
        let heard = self.pipes.hear(self.clock.deadline(start));
        self.clock.spend(start.elapsed());
        match heard {
            Heard::Word(word) => self.understand(word),
            Heard::Endless(said) => Err(Forfeit::IllegalMove {
                said,
                why: "no integer is that long".to_owned(),
            }),
            Heard::Closed => Err(Forfeit::Crashed(self.describe_end())),
            Heard::Late => Err(Forfeit::Timeout),
            Heard::Interrupted => Err(Forfeit::Interrupted),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.pipes.hang_up();
        self.stop();
    }
}

/// This program's own file, even if it has been replaced since it was started.
fn own_executable() -> io::Result<std::path::PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok("/proc/self/exe".into());
    }
    std::env::current_exe()
}

fn in_words(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => match signal_hook::low_level::signal_name(signal) {
            Some(name) => format!("signal {name}"),
            None => format!("signal {signal}"),
        },
        (None, None) => status.to_string(),
    }
}
