//! The program as a user runs it.

#![allow(dead_code)] // every test file uses its own part of this

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{env, thread};
use tempfile::NamedTempFile;

/// How a run of the program ended.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// Answered: exit 0 and nothing on stderr.
    #[track_caller]
    pub fn answered(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{self:?}");
        self.stdout
    }

    /// Refused: exit 2, nothing on stdout, and a word on stderr.
    #[track_caller]
    pub fn refused(self) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (Some(2), ""), "{self:?}");
        assert!(!self.stderr.is_empty(), "nothing said");
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self.stderr
    }
}

/// The program, without the colours and settings of whoever runs the tests.
pub fn ssg(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ssg"));
    command.args(args).env_remove("RUST_BACKTRACE");
    command
}

/// Starts a server, and waits for the address that it prints: host and port.
pub fn serve(mut command: Command) -> (Child, String) {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    BufReader::new(stdout)
        .read_line(&mut line)
        .expect("the server prints its address");
    let address = line.trim().trim_start_matches("http://");
    (child, address.trim_end_matches('/').to_owned())
}

/// Runs the program on this input to its end.
pub fn run(args: &[&str], input: &str) -> Run {
    let mut child = ssg(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_string();
    // The program may end before it has read everything: that is no fault of the test.
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()).ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("stdout is text"),
        stderr: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}

/// A file that goes away with this value.
pub struct Scratch(NamedTempFile);

impl Scratch {
    pub fn new(contents: &str) -> Self {
        let mut file = NamedTempFile::new().expect("a file in the temporary directory");
        file.write_all(contents.as_bytes())
            .expect("room on the disk");
        Self(file)
    }

    pub fn path(&self) -> &str {
        self.0.path().to_str().expect("a path of plain letters")
    }
}

/// The text of a network file, from labels.
pub fn network_text(n: usize, (left, right): (usize, usize), edges: &[(usize, usize)]) -> String {
    let header = [n, edges.len(), left, right].map(|number| number.to_string());
    let edges = edges.iter().map(|(u, v)| format!("{u} {v}"));
    let lines: Vec<String> = header.into_iter().chain(edges).collect();
    lines.join("\n") + "\n"
}

/// The network of the course: whoever moves first wins.
pub const COURSE: &str = "4\n5\n1\n4\n1 2\n2 4\n2 3\n1 3\n3 4\n";

/// The paper's Figure 3.
pub const FIGURE_3: &str = "5\n7\n1\n5\n1 4\n1 3\n1 2\n3 4\n2 3\n4 5\n2 5\n";

/// The program in a dialogue: its lines as it says them.
pub struct Talk {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    pub fn start(args: &[&str]) -> Self {
        let mut child = ssg(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
        }
    }

    /// The program's next line, which must come by itself; `None` when it has closed its output.
    pub fn hear(&mut self) -> Option<String> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        match self.lines.recv_timeout(Duration::from_secs(60)) {
            Ok(line) => Some(line),
            Err(Disconnected) => None,
            Err(Timeout) => {
                self.child.kill().ok();
                panic!("the program says nothing");
            }
        }
    }

    pub fn tell(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("still open");
        writeln!(stdin, "{line}").expect("the program listens");
        stdin.flush().expect("the program listens");
    }

    /// Ends the input and waits: how the program ended, what else it said, and its complaints.
    pub fn end(mut self) -> (ExitStatus, Vec<String>, String) {
        drop(self.stdin.take());
        let mut rest = Vec::new();
        while let Some(line) = self.hear() {
            rest.push(line);
        }
        let mut stderr = String::new();
        let mut pipe = self.child.stderr.take().expect("a pipe");
        pipe.read_to_string(&mut stderr).expect("stderr is text");
        let status = self.child.wait().expect("the program ends");
        (status, rest, stderr)
    }
}
