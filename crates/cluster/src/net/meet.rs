//! How the processes connect: each listens, and calls those with smaller numbers.
//!
//! Before anything else both sides of a connection prove that they know the secret of the run, and
//! say who they are and what they are about to do ([`hello`](super::hello)), so that a wrong host
//! list or command is reported at once, with the process concerned. A caller that does not know the
//! secret gets no answer. Callers are served concurrently, each for a few seconds, so that no
//! stranger delays a process of the run.

use super::Place;
use super::hello::{self, End, GREETING, Hello, INTRODUCTION, OPENING};
use crate::ClusterError;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

/// Another process.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    pub process: usize,
    pub address: String,
}

/// How long a greeting may take from its first byte to its last.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);
/// The number of callers served at a time; beyond it, the one that came first is dropped.
const MOST_CALLERS: usize = 256;

/// Connections to all other processes, `None` in the place of this one.
pub(super) fn meet(place: &Place) -> Result<Vec<Option<TcpStream>>, ClusterError> {
    let deadline = Instant::now() + place.patience;
    let own = &place.addresses[place.process];
    let listener = TcpListener::bind(own).map_err(|error| {
        let process = place.process;
        ClusterError::Setup(format!("process {process} cannot listen at {own}: {error}"))
    })?;
    let mut met: Vec<Option<TcpStream>> = place.addresses.iter().map(|_| None).collect();
    for (process, stream) in met.iter_mut().enumerate().take(place.process) {
        *stream = Some(call(place, process, deadline)?);
    }
    listen(place, &listener, &mut met, deadline)?;
    for stream in met.iter().flatten() {
        keep_alive(stream)
            .map_err(|error| ClusterError::Setup(format!("a connection: {error}")))?;
    }
    Ok(met)
}

/// Calls a process with a smaller number until it answers.
fn call(place: &Place, process: usize, deadline: Instant) -> Result<TcpStream, ClusterError> {
    let address = &place.addresses[process];
    let gone = |why: &str| {
        let patience = place.patience.as_secs();
        ClusterError::Setup(format!(
            "process {process} ({address}) did not answer within {patience} s: {why}"
        ))
    };
    // What went wrong in a greeting says more than that nobody listens any more: the other process may have given
    // up first. And what this program says of it, more than a connection that broke.
    let mut was_answered = false;
    let mut why = io::Error::from(ErrorKind::TimedOut);
    loop {
        match connect(address, deadline) {
            Ok(stream) => match greet(place, stream, deadline) {
                Ok((stream, hello)) => {
                    hello.fits(place, Some(process))?;
                    return Ok(stream);
                }
                // It may be about to exit, or another program listens there.
                Err(error) if !was_answered || error.kind() == ErrorKind::Other => {
                    (was_answered, why) = (true, error);
                }
                Err(_) => {}
            },
            Err(error) if !was_answered => why = error,
            Err(_) => {}
        }
        if Instant::now() + PAUSE > deadline {
            return Err(gone(&why.to_string()));
        }
        thread::sleep(PAUSE);
    }
}

fn connect(address: &str, deadline: Instant) -> io::Result<TcpStream> {
    let left = deadline.saturating_duration_since(Instant::now());
    let mut last = io::Error::from(ErrorKind::NotFound);
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, left.max(PAUSE)) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The caller's side of the greeting.
fn greet(
    place: &Place,
    mut stream: TcpStream,
    deadline: Instant,
) -> io::Result<(TcpStream, Hello)> {
    let deadline = deadline.min(Instant::now() + PATIENCE);
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let ours = hello::opening();
    stream.write_all(&ours)?;
    let mut theirs = [0; OPENING];
    read_by(&mut stream, &mut theirs, deadline)?;
    if !hello::is_opening(&theirs) {
        let why = "what answers there is no process of this program";
        return Err(io::Error::other(why));
    }
    let said: &[&[u8]] = &[&ours, &theirs];
    let own = hello::introduction(&place.secret, End::Caller, said, &Hello::of(place));
    stream.write_all(&own)?;
    let mut message = [0; INTRODUCTION];
    let hung_up = |error: io::Error| match error.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset => {
            io::Error::other("it hung up in the greeting: has it another secret?")
        }
        _ => error,
    };
    read_by(&mut stream, &mut message, deadline).map_err(hung_up)?;
    let said: &[&[u8]] = &[&ours, &theirs, &own];
    let hello = hello::introduced(&place.secret, End::Listener, said, &message);
    let hello = hello.ok_or_else(|| io::Error::other("it does not know the secret of this run"))?;
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)?;
    Ok((stream, hello))
}

/// Fills the buffer, however the bytes arrive, until the deadline.
fn read_by(stream: &mut TcpStream, bytes: &mut [u8], deadline: Instant) -> io::Result<()> {
    let mut read = 0;
    while read < bytes.len() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut bytes[read..]) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(length) => read += length,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Waits until all processes with larger numbers have called.
fn listen(
    place: &Place,
    listener: &TcpListener,
    met: &mut [Option<TcpStream>],
    deadline: Instant,
) -> Result<(), ClusterError> {
    let broken = |error: io::Error| ClusterError::Setup(format!("listening: {error}"));
    listener.set_nonblocking(true).map_err(broken)?;
    let mut callers: VecDeque<Caller> = VecDeque::new();
    let mut strangers = 0;
    while met[place.process + 1..].iter().any(Option::is_none) {
        if Instant::now() > deadline {
            return Err(absent(place, met, strangers));
        }
        wait(listener, &callers, deadline);
        accept(listener, &mut callers);
        for mut caller in std::mem::take(&mut callers) {
            match caller.hear(place) {
                Heard::NotAll => callers.push_back(caller),
                Heard::Nothing => {}
                Heard::Stranger => strangers += 1,
                Heard::Process(hello) => {
                    hello.fits(place, None)?;
                    let stream = caller.stream;
                    stream.set_nonblocking(false).map_err(broken)?;
                    // If it called before and gave up, this call replaces the earlier one.
                    met[hello.process as usize] = Some(stream);
                }
            }
        }
    }
    Ok(())
}

/// Waits for a call, for bytes of a caller, or for a short time.
fn wait(listener: &TcpListener, callers: &VecDeque<Caller>, deadline: Instant) {
    let left = deadline.saturating_duration_since(Instant::now());
    let patience = Timespec::try_from(left.min(Duration::from_millis(200))).ok();
    let streams = callers.iter().map(|caller| &caller.stream);
    let mut waiting = vec![PollFd::new(listener, PollFlags::IN)];
    waiting.extend(streams.map(|stream| PollFd::new(stream, PollFlags::IN)));
    // The result does not matter: all sockets are polled next.
    let _ = poll(&mut waiting, patience.as_ref());
}

/// Accepts waiting calls. If there are too many callers, the one that has been silent longest is
/// dropped.
fn accept(listener: &TcpListener, callers: &mut VecDeque<Caller>) {
    const AT_A_TIME: usize = 64;
    for _ in 0..AT_A_TIME {
        match listener.accept() {
            Ok((stream, _)) => callers.extend(Caller::new(stream)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            // Out of file descriptors, perhaps: dropping a stranger frees one.
            Err(_) => {
                callers.pop_front();
                break;
            }
        }
        while callers.len() > MOST_CALLERS {
            callers.pop_front();
        }
    }
    callers.retain(|caller| caller.since.elapsed() < PATIENCE);
}

/// A caller, and the bytes received from it so far.
struct Caller {
    stream: TcpStream,
    since: Instant,
    said: [u8; GREETING],
    length: usize,
    ours: [u8; OPENING],
}

enum Heard {
    /// The greeting is not complete.
    NotAll,
    /// It is gone, or uses another protocol.
    Nothing,
    /// It does not know the secret.
    Stranger,
    /// A process of this run.
    Process(Hello),
}

impl Caller {
    fn new(stream: TcpStream) -> Option<Self> {
        stream.set_nonblocking(true).ok()?;
        stream.set_nodelay(true).ok()?;
        Some(Self {
            stream,
            since: Instant::now(),
            said: [0; GREETING],
            length: 0,
            ours: hello::opening(),
        })
    }

    /// Reads what has arrived, and answers when it is the listener's turn.
    fn hear(&mut self, place: &Place) -> Heard {
        loop {
            let wanted = if self.length < OPENING {
                OPENING
            } else {
                GREETING
            };
            match self.stream.read(&mut self.said[self.length..wanted]) {
                Ok(0) => return Heard::Nothing,
                Ok(length) => self.length += length,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Heard::NotAll,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => return Heard::Nothing,
            }
            if self.length == GREETING {
                return self.judge(place);
            }
            // The answer fits into any socket's buffer: it is written at once or not at all.
            if self.length == OPENING
                && (!hello::is_opening(&self.said) || self.stream.write_all(&self.ours).is_err())
            {
                return Heard::Nothing;
            }
        }
    }

    /// The whole greeting has come.
    fn judge(&mut self, place: &Place) -> Heard {
        let (theirs, message) = self.said.split_at(OPENING);
        let said: &[&[u8]] = &[theirs, &self.ours];
        let hello = message
            .try_into()
            .ok()
            .and_then(|message| hello::introduced(&place.secret, End::Caller, said, message));
        let Some(hello) = hello else {
            return Heard::Stranger;
        };
        let said: &[&[u8]] = &[theirs, &self.ours, message];
        let own = hello::introduction(&place.secret, End::Listener, said, &Hello::of(place));
        match self.stream.write_all(&own) {
            Ok(()) => Heard::Process(hello),
            Err(_) => Heard::Nothing,
        }
    }
}

fn absent(place: &Place, met: &[Option<TcpStream>], strangers: usize) -> ClusterError {
    let missing = (place.process + 1..met.len()).filter(|&process| met[process].is_none());
    let missing: Vec<String> = missing
        .map(|process| format!("{process} ({})", place.addresses[process]))
        .collect();
    let others = match strangers {
        0 => String::new(),
        some => format!("; {some} calls came from somebody with another secret"),
    };
    ClusterError::Setup(format!(
        "not heard within {} s from process {}: was it started, with the same host list?{others}",
        place.patience.as_secs(),
        missing.join(", ")
    ))
}

/// Keep-alive: a host that disappears is noticed within seconds.
fn keep_alive(stream: &TcpStream) -> io::Result<()> {
    use rustix::net::sockopt;
    sockopt::set_socket_keepalive(stream, true)?;
    sockopt::set_tcp_keepidle(stream, Duration::from_secs(5))?;
    sockopt::set_tcp_keepintvl(stream, Duration::from_secs(2))?;
    sockopt::set_tcp_keepcnt(stream, 3)?;
    #[cfg(target_os = "linux")]
    sockopt::set_tcp_user_timeout(stream, 15_000)?;
    Ok(())
}
