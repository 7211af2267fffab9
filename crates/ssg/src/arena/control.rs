//! The connection between the referee and a supervisor: the referee hands over the program's input, the
//! supervisor reports how the program ended.
//!
//! The program cannot reach the connection, so a report can only come from the supervisor. A
//! supervisor that is gone without a report was stopped or killed.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use std::fmt;
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// How a supervised program ended, as its supervisor reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// By itself, with this exit code.
    Exit(i32),
    /// By a signal.
    Signal(i32),
    /// It was killed because the game was over.
    Stopped,
    /// It was killed because it went over a limit.
    OverLimit(String),
    /// It was killed because it had used up its processor time.
    OutOfTime,
    /// It was never started, for this reason.
    CannotRun(String),
    /// The supervisor itself could not do its work, for this reason.
    Failed(String),
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "exit {code}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
            Self::Stopped => write!(f, "stopped -"),
            Self::OverLimit(what) => write!(f, "over-limit {}", what.replace('\n', " ")),
            Self::OutOfTime => write!(f, "out-of-time -"),
            Self::CannotRun(why) => write!(f, "cannot-run {}", why.replace('\n', " ")),
            Self::Failed(why) => write!(f, "failed {}", why.replace('\n', " ")),
        }
    }
}

impl Report {
    fn parse(line: &str) -> Option<Self> {
        let (what, rest) = line.strip_suffix('\n')?.split_once(' ')?;
        match what {
            "exit" => rest.parse().ok().map(Self::Exit),
            "signal" => rest.parse().ok().map(Self::Signal),
            "stopped" => Some(Self::Stopped),
            "over-limit" => Some(Self::OverLimit(rest.to_owned())),
            "out-of-time" => Some(Self::OutOfTime),
            "cannot-run" => Some(Self::CannotRun(rest.to_owned())),
            "failed" => Some(Self::Failed(rest.to_owned())),
            _ => None,
        }
    }
}

/// The referee's end.
#[derive(Debug)]
pub struct Control {
    stream: UnixStream,
    heard: Vec<u8>,
    closed: bool,
}

/// The longest report, in bytes.
const LONGEST: usize = 1 << 16;

impl Control {
    /// A connection: this end, and the one that the supervisor gets as its standard input.
    pub fn pair() -> io::Result<(Self, OwnedFd)> {
        let (stream, theirs) = UnixStream::pair()?;
        stream.set_nonblocking(true)?;
        let this = Self {
            stream,
            heard: Vec::new(),
            closed: false,
        };
        Ok((this, theirs.into()))
    }

    /// Hands over the input of the program, as a file descriptor.
    pub fn hand_over(&self, input: &impl AsFd) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        let inputs = [input.as_fd()];
        if !ancillary.push(SendAncillaryMessage::ScmRights(&inputs)) {
            return Err(io::Error::other("no room for a handle"));
        }
        sendmsg(
            &self.stream,
            &[IoSlice::new(b"!")],
            &mut ancillary,
            SendFlags::empty(),
        )?;
        Ok(())
    }

    /// Whether the supervisor has closed its end: the kernel does it, too, when the supervisor is killed.
    pub fn is_closed(&mut self) -> bool {
        self.read();
        self.closed
    }

    /// Waits until the supervisor has closed its end, or until the deadline. Returns whether it has closed it.
    pub fn await_close(&mut self, deadline: Instant) -> bool {
        while !self.is_closed() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let patience = Timespec::try_from(left.min(Duration::from_millis(50))).ok();
            let mut waiting = [PollFd::new(&self.stream, PollFlags::IN)];
            let _ = poll(&mut waiting, patience.as_ref());
        }
        true
    }

    /// The report, if there was one.
    pub fn report(&self) -> Option<Report> {
        Report::parse(&String::from_utf8_lossy(&self.heard))
    }

    fn read(&mut self) {
        let mut chunk = [0; 1024];
        while !self.closed {
            match self.stream.read(&mut chunk) {
                Ok(0) => self.closed = true,
                Ok(length) if self.heard.len() + length <= LONGEST => {
                    self.heard.extend_from_slice(&chunk[..length]);
                }
                Ok(_) => self.closed = true,
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock => return,
                    io::ErrorKind::Interrupted => {}
                    _ => self.closed = true,
                },
            }
        }
    }
}

/// The supervisor's end.
#[derive(Debug)]
pub struct ReportLine(UnixStream);

impl ReportLine {
    /// Takes standard input for the connection.
    pub fn from_stdin() -> io::Result<Self> {
        let stream = io::stdin().as_fd().try_clone_to_owned()?;
        Ok(Self(stream.into()))
    }

    /// The input of the program.
    pub fn take_input(&self) -> io::Result<OwnedFd> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let mut byte = [0];
        recvmsg(
            &self.0,
            &mut [IoSliceMut::new(&mut byte)],
            &mut ancillary,
            RecvFlags::CMSG_CLOEXEC,
        )?;
        let mut handles = ancillary.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(mut handles) => handles.next(),
            _ => None,
        });
        handles
            .next()
            .ok_or_else(|| io::Error::other("the referee handed over no input"))
    }

    /// Sends the report to the referee. If the referee is gone, nobody needs it.
    pub fn tell(&mut self, report: &Report) {
        let _ = writeln!(self.0, "{report}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read_as_they_were_told_or_not_at_all() {
        for report in [
            Report::Exit(127),
            Report::Signal(9),
            Report::Stopped,
            Report::OverLimit("64 MiB of memory".to_owned()),
            Report::OutOfTime,
            Report::CannotRun("no such\nfile".to_owned()),
            Report::Failed("no room".to_owned()),
        ] {
            let (mut control, theirs) = Control::pair().unwrap();
            let mut line = ReportLine(theirs.into());
            assert!(!control.is_closed());
            line.tell(&report);
            drop(line);
            assert!(control.await_close(Instant::now() + Duration::from_secs(10)));
            let heard = control.report().unwrap();
            assert_eq!(heard.to_string(), report.to_string());
        }
        for torn in ["", "exit", "exit 1", "exit x\n", "something else\n"] {
            assert_eq!(Report::parse(torn), None, "{torn:?}");
        }
    }

    #[test]
    fn a_handle_is_handed_over() {
        let (control, theirs) = Control::pair().unwrap();
        let (reader, mut writer) = io::pipe().unwrap();
        control.hand_over(&reader).unwrap();
        drop(reader);
        let input = ReportLine(theirs.into()).take_input().unwrap();
        writer.write_all(b"7\n").unwrap();
        drop(writer);
        let mut text = String::new();
        std::fs::File::from(input)
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "7\n");
    }
}
