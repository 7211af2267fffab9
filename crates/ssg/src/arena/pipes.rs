//! The three pipes of an outside program, read and written so that it can neither stall nor flood
//! its reader.
//!
//! All pipes are non-blocking; one `poll` with a deadline waits for all of them. Output is read
//! only as far as the next word; the rest stays in the pipe, so a program that prints without end
//! is blocked by it. Only the end of stderr is kept.

use crate::io::interrupt;
use rustix::event::{PollFd, PollFlags, Timespec};
use std::io::{self, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{Child, ChildStderr, ChildStdout};
use std::time::{Duration, Instant};

/// The result of waiting for a word.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// Characters up to a blank, a newline or the end.
    Word(String),
    /// A word that is too long: its beginning.
    Endless(String),
    /// The output is closed.
    Closed,
    /// The deadline has passed.
    Late,
    /// The user has interrupted.
    Interrupted,
}

/// The pipes of a child, with the bytes not yet sent or taken.
#[derive(Debug)]
pub struct Pipes {
    stdin: Option<PipeWriter>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Still to be written, when the program reads.
    outbox: Vec<u8>,
    /// Read, but not yet returned as a word.
    inbox: Vec<u8>,
    tail: Vec<u8>,
}

/// The longest word that is read, in bytes: moves are far shorter.
const LONGEST_WORD: usize = 4096;
/// How much of stderr is kept.
const TAIL: usize = 2048;
/// How often a wait checks for an interrupt.
const TICK: Duration = Duration::from_millis(50);

impl Pipes {
    /// Takes the pipes of a child: its output and its errors, and the other end of its input.
    pub fn of(child: &mut Child, stdin: PipeWriter) -> io::Result<Self> {
        let pipes = Self {
            stdin: Some(stdin),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            outbox: Vec::new(),
            inbox: Vec::new(),
            tail: Vec::new(),
        };
        let ends = [
            pipes.stdin.as_ref().map(AsFd::as_fd),
            pipes.stdout.as_ref().map(AsFd::as_fd),
            pipes.stderr.as_ref().map(AsFd::as_fd),
        ];
        for end in ends.into_iter().flatten() {
            rustix::io::ioctl_fionbio(end, true)?;
        }
        Ok(pipes)
    }

    /// Sends a line: as much as the pipe takes now, the rest while waiting for words.
    pub fn send(&mut self, line: &str) {
        self.outbox.extend_from_slice(line.as_bytes());
        self.outbox.push(b'\n');
        self.write();
    }

    /// Waits for the next word.
    pub fn hear(&mut self, deadline: Instant) -> Heard {
        loop {
            if let Some(heard) = self.take_word() {
                return heard;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Heard::Late;
            }
            if interrupt::asked() {
                return Heard::Interrupted;
            }
            self.pump(left.min(TICK));
        }
    }

    /// The word that has been read, if it is complete.
    fn take_word(&mut self) -> Option<Heard> {
        let blank = u8::is_ascii_whitespace;
        let start = self.inbox.iter().position(|byte| !blank(byte));
        self.inbox.drain(..start.unwrap_or(self.inbox.len()));
        let end = match self.inbox.iter().position(blank) {
            Some(end) => end,
            None if self.inbox.len() >= LONGEST_WORD => {
                return Some(Heard::Endless(excerpt(&self.inbox)));
            }
            None if self.stdout.is_some() => return None,
            None if self.inbox.is_empty() => return Some(Heard::Closed),
            None => self.inbox.len(),
        };
        let word: Vec<u8> = self.inbox.drain(..end).collect();
        Some(Heard::Word(String::from_utf8_lossy(&word).into_owned()))
    }

    /// The rest of the line after the last word, as far as it has been read.
    pub fn rest_of_line(&self) -> String {
        let line = self.inbox.split(|&byte| byte == b'\n').next();
        excerpt(line.unwrap_or_default())
    }

    /// Reads stderr to its end, or until the deadline; what is printed meanwhile is lost.
    pub fn drain(&mut self, deadline: Instant) {
        while self.stderr.is_some() && !interrupt::asked() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            self.inbox.clear();
            self.pump(left.min(TICK));
        }
    }

    /// The end of what the program has written to stderr so far.
    pub fn stderr_tail(&mut self) -> String {
        // Reads what is in the pipe now, some 16 chunks; the program may never stop writing.
        for _ in 0..32 {
            if self.read_stderr() == 0 {
                break;
            }
        }
        String::from_utf8_lossy(&self.tail).trim().to_owned()
    }

    /// Closes the program's input.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// Waits until a pipe is ready, then moves what can be moved.
    fn pump(&mut self, patience: Duration) {
        let patience = Timespec::try_from(patience).ok();
        let ready = rustix::event::poll(&mut self.waiting(), patience.as_ref());
        if ready.is_ok_and(|ready| ready > 0) {
            self.write();
            self.read_stdout();
            self.read_stderr();
        }
    }

    /// The pipes that something may come from or go to.
    fn waiting(&self) -> Vec<PollFd<'_>> {
        let writable = self.stdin.as_ref().filter(|_| !self.outbox.is_empty());
        let pipes: [(Option<BorrowedFd<'_>>, PollFlags); 3] = [
            (self.stdout.as_ref().map(AsFd::as_fd), PollFlags::IN),
            (self.stderr.as_ref().map(AsFd::as_fd), PollFlags::IN),
            (writable.map(AsFd::as_fd), PollFlags::OUT),
        ];
        pipes
            .into_iter()
            .filter_map(|(pipe, flags)| Some(PollFd::from_borrowed_fd(pipe?, flags)))
            .collect()
    }

    fn write(&mut self) {
        let Some(stdin) = &mut self.stdin else { return };
        while !self.outbox.is_empty() {
            match stdin.write(&self.outbox) {
                Ok(written) => drop(self.outbox.drain(..written)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // It has closed its input or ended; its output and exit code will show which.
                Err(_) => {
                    self.stdin = None;
                    return;
                }
            }
        }
    }

    fn read_stdout(&mut self) {
        let mut chunk = [0; LONGEST_WORD];
        match read_some(self.stdout.as_mut(), &mut chunk) {
            Some(0) => self.stdout = None,
            Some(length) => self.inbox.extend_from_slice(&chunk[..length]),
            None => {}
        }
    }

    /// Reads a chunk of stderr, if there is one now; its length.
    fn read_stderr(&mut self) -> usize {
        let mut chunk = [0; LONGEST_WORD];
        let read = read_some(self.stderr.as_mut(), &mut chunk);
        if read == Some(0) {
            self.stderr = None;
        }
        let length = read.unwrap_or(0);
        self.tail.extend_from_slice(&chunk[..length]);
        let extra = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..extra);
        length
    }
}

/// One read: the number of bytes (0 at the end, or when the pipe is broken), `None` if nothing
/// is there now.
fn read_some(pipe: Option<&mut impl Read>, chunk: &mut [u8]) -> Option<usize> {
    match pipe?.read(chunk) {
        Ok(length) => Some(length),
        Err(error) => match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => None,
            _ => Some(0),
        },
    }
}

/// The beginning of what a program printed, short enough for a message.
fn excerpt(bytes: &[u8]) -> String {
    const SHOWN: usize = 60;
    let text = String::from_utf8_lossy(bytes);
    let mut shown: String = text.trim_end().chars().take(SHOWN).collect();
    if shown.len() < text.trim_end().len() {
        shown.push('…');
    }
    shown
}
