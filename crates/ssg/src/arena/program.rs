//! An outside program as a player: `COMMAND MODE FILE`, integers on its pipes, a clock. In the join-all game
//! `--target all` follows the file.

use crate::arena::clock::Clock;
use crate::arena::control::{Control, Report};
use crate::arena::limits::{ClockKind, Limits, Sandbox};
use crate::arena::pipes::{Heard, Pipes};
use crate::arena::usage::Meter;
use crate::arena::{sandbox, strays};
use crate::io::terminal::note;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use std::fmt;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use switchyard::graph::EdgeId;
use switchyard::player::{Forfeit, Player};
use switchyard::switching::{Position, Side, Target};
use tempfile::TempDir;

/// How long a program may take to end once the game is decided.
const PARTING: Duration = Duration::from_secs(3);
/// How long a program that has closed its output may take to end, so that its status is known.
const ENDING: Duration = Duration::from_secs(2);
/// How long the supervisor may take to kill everything: far longer than it needs.
const KILLING: Duration = Duration::from_secs(10);

/// A program in a game. When dropped, it is killed together with everything that it started.
#[derive(Debug)]
pub struct Program {
    side: Side,
    /// The supervisor, which runs the program and reports how it ended.
    child: Child,
    control: Control,
    pipes: Pipes,
    clock: Clock,
    /// The folder that it may write to, if it is confined; removed when this value is dropped.
    _folder: Option<TempDir>,
    /// Why its supervisor failed, which is not the program's fault.
    failure: Option<String>,
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

/// What a program is asked to play.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// Its side.
    pub side: Side,
    /// Who has the first move.
    pub first: Side,
    /// The network, in the course's format.
    pub file: &'a Path,
    /// What SHORT has to join.
    pub target: Target,
}

impl Program {
    /// Starts `command MODE file` under supervision.
    pub fn start(
        command: &[String],
        task: &Task<'_>,
        clock: Clock,
        limits: &Limits,
    ) -> io::Result<Self> {
        let Task {
            side, first, file, ..
        } = *task;
        let (control, theirs) = Control::pair()?;
        let (input, stdin) = io::pipe()?;
        let mut supervisor = Command::new(own_executable()?);
        supervisor.args(["supervise", "--parent", &std::process::id().to_string()]);
        let folder = restrict(&mut supervisor, limits, &clock)?;
        supervisor.arg("--");
        if folder.is_some() {
            supervisor
                .args(sandbox::absolute(command))
                .arg(mode(side, first));
            supervisor.arg(std::path::absolute(file)?);
        } else {
            supervisor.args(command).arg(mode(side, first)).arg(file);
        }
        if task.target == Target::All {
            supervisor.args(["--target", "all"]);
        }
        supervisor
            .stdin(theirs)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        // Players must not learn the secret of a cluster run.
        supervisor.env_remove("SSG_SECRET");
        let mut child = strays::spawn(&mut supervisor)?;
        // The command holds the supervisor's end of the connection, which must close when that ends.
        drop(supervisor);
        let pipes = Pipes::of(&mut child, stdin)?;
        control.hand_over(&input)?;
        Ok(Self {
            side,
            child,
            control,
            pipes,
            clock,
            _folder: folder,
            failure: None,
        })
    }

    /// Why its supervisor failed, if it did: then the game must not be counted.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// The clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The end of what it wrote to stderr.
    pub fn stderr_tail(&mut self) -> String {
        self.pipes.stderr_tail()
    }

    /// Checks how the program ends after a game that was decided on the board: the winner prints
    /// nothing more, the loser prints `0`, and both exit with code 0. The error says what it did
    /// instead.
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
        match self.end(deadline) {
            Some(End::Exit(0)) => Ok(()),
            Some(end) => Err(end.to_string()),
            None => Err("did not end when the game was over".to_owned()),
        }
    }

    /// Sends it a line that need not be a move.
    pub fn tell(&mut self, line: &str) {
        self.pipes.send(line);
    }

    /// The next word that it prints.
    pub fn listen(&mut self, deadline: Instant) -> Heard {
        self.pipes.hear(deadline)
    }

    /// Closes its input.
    pub fn hang_up(&mut self) {
        self.pipes.hang_up();
    }

    /// The exit code of a program that ends by itself; otherwise what became of it.
    pub fn exit(&mut self, deadline: Instant) -> Result<i32, String> {
        match self.end(deadline) {
            Some(End::Exit(code)) => Ok(code),
            Some(end) => Err(format!("it {end}")),
            None => Err("it did not end".to_owned()),
        }
    }

    /// Kills the program and all that it started; waits until it is done.
    pub fn stop(&mut self) {
        if !self.control.is_closed() {
            let supervisor = Pid::from_child(&self.child);
            let _ = kill_process(supervisor, Signal::TERM);
            // The program may have stopped it.
            let _ = kill_process(supervisor, Signal::CONT);
            self.control.await_close(Instant::now() + KILLING);
        }
        let reported = self.control.report().is_some();
        if !reported {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
        strays::forget(&self.child);
        // A supervisor reports only when no process is left; without a report, the referee has to
        // kill them.
        if !reported && !strays::sweep() {
            note(&"ssg: a program could not be killed: it starts processes faster than they die");
        }
    }

    /// How the program ended, once its supervisor has reported or is gone.
    fn end(&mut self, deadline: Instant) -> Option<End> {
        if !self.control.await_close(deadline) {
            return None;
        }
        Some(match self.control.report() {
            Some(Report::Exit(code)) => End::Exit(code),
            Some(Report::Signal(signal)) => End::Signal(signal),
            Some(Report::CannotRun(why)) => End::CannotRun(why),
            Some(Report::OverLimit(what)) => End::OverLimit(what),
            Some(Report::OutOfTime) => End::OutOfTime,
            Some(Report::Failed(why)) => self.blame_supervisor(why),
            Some(Report::Stopped) => self.blame_supervisor("it was told to stop".to_owned()),
            None => match self.child.wait() {
                Ok(status) if status.signal().is_some() => End::Unsupervised("killed"),
                Ok(status) => {
                    let said = self.pipes.stderr_tail();
                    self.blame_supervisor(format!("{status}; {said}"))
                }
                Err(error) => self.blame_supervisor(error.to_string()),
            },
        })
    }

    fn blame_supervisor(&mut self, why: String) -> End {
        self.failure = Some(why);
        End::Unsupervised("at fault")
    }

    /// Whether the program has stopped or killed its supervisor, which is the case if the
    /// supervisor is stopped, or gone without a report.
    fn tampering(&mut self) -> Option<End> {
        let id = WaitId::Pid(Pid::from_child(&self.child));
        let options = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        if waitid(id, options).is_ok_and(|status| status.is_some()) {
            return Some(End::Unsupervised("stopped"));
        }
        if !self.control.is_closed() || self.control.report().is_some() {
            return None;
        }
        self.end(Instant::now())
    }

    /// How a program that has closed its output ended.
    fn describe_end(&mut self) -> String {
        match self.last_words() {
            Some(end) => format!("it {end}"),
            None => "it closed its output but did not end".to_owned(),
        }
    }

    /// How a program that has closed its output ends, if it ends in time.
    fn last_words(&mut self) -> Option<End> {
        let deadline = Instant::now() + ENDING;
        self.pipes.drain(deadline);
        self.end(deadline)
    }

    /// The forfeit of a program that has closed its output before the game was over.
    fn quit(&mut self) -> Forfeit {
        match self.last_words() {
            Some(End::OverLimit(what)) => Forfeit::Limit(what),
            Some(End::OutOfTime) => {
                self.clock.set(self.clock.limit());
                Forfeit::Timeout
            }
            Some(end) => Forfeit::Crashed(format!("it {end}")),
            None => Forfeit::Crashed("it closed its output but did not end".to_owned()),
        }
    }

    /// Charges the clock with the time since `start`, or with the processor time so far.
    fn spend(&mut self, start: Instant) {
        match self.clock.kind() {
            ClockKind::Wall => self.clock.spend(start.elapsed()),
            ClockKind::Cpu => {
                let usage = Meter::default().measure(self.child.id(), 0);
                self.clock.set(usage.cpu);
            }
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
        self.spend(start);
        if let Some(end) = self.tampering() {
            return Err(Forfeit::Crashed(format!("it {end}")));
        }
        match heard {
            Heard::Endless(said) => Err(Forfeit::IllegalMove {
                said,
                why: "no integer is that long".to_owned(),
            }),
            Heard::Word(_) if self.clock.is_up() && self.clock.kind() == ClockKind::Cpu => {
                Err(Forfeit::Timeout)
            }
            Heard::Word(word) => self.understand(word),
            Heard::Closed => Err(self.quit()),
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

/// Passes the limits to a supervisor. Returns the folder that the program may write to, if it is
/// confined.
fn restrict(
    supervisor: &mut Command,
    limits: &Limits,
    clock: &Clock,
) -> io::Result<Option<TempDir>> {
    let mut give = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            supervisor.arg(name).arg(value);
        }
    };
    give("--memory", limits.memory.map(|bytes| bytes.0.to_string()));
    give(
        "--processes",
        limits.processes.map(|count| count.to_string()),
    );
    give(
        "--file-size",
        limits.file_size.map(|bytes| bytes.0.to_string()),
    );
    let seconds = clock.limit().as_secs_f64().to_string();
    give(
        "--cpu",
        Some(seconds).filter(|_| clock.kind() == ClockKind::Cpu),
    );
    if limits.sandbox == Sandbox::None {
        return Ok(None);
    }
    let folder = sandbox::working_folder()?;
    supervisor.arg("--folder").arg(folder.path());
    if limits.sandbox == Sandbox::Bubblewrap {
        supervisor.arg("--bubblewrap");
    }
    Ok(Some(folder))
}

/// This program's own file, even if it has been replaced since it was started.
fn own_executable() -> io::Result<std::path::PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok("/proc/self/exe".into());
    }
    std::env::current_exe()
}

/// How a program ended.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Exit(i32),
    Signal(i32),
    CannotRun(String),
    OverLimit(String),
    OutOfTime,
    /// What happened to its supervisor.
    Unsupervised(&'static str),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "ended with exit code {code}"),
            Self::Signal(signal) => match signal_hook::low_level::signal_name(*signal) {
                Some(name) => write!(f, "ended with signal {name}"),
                None => write!(f, "ended with signal {signal}"),
            },
            Self::CannotRun(why) => write!(f, "could not be started: {why}"),
            Self::OverLimit(what) => write!(f, "was killed: {what}"),
            Self::OutOfTime => write!(f, "was killed: it had used up its processor time"),
            Self::Unsupervised(what) => write!(f, "went on while its supervisor was {what}"),
        }
    }
}
