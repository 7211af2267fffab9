//! The processes find each other: everybody listens, and calls those with smaller numbers.
//!
//! Before anything else both sides of a connection say who they are and what they are about to do,
//! so that a wrong host list or a wrong command is found out at once and by name.

use super::Place;
use crate::ClusterError;
use answers::hash::Fnv;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

/// Another process.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    pub process: usize,
    pub address: String,
}

const MAGIC: &[u8; 8] = b"SSGMEET1";
/// How long a caller may take to say who it is.
const GREETING: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);

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
    loop {
        let why = match connect(address, deadline) {
            Ok(stream) => match greet(place, stream, deadline) {
                Ok((stream, hello)) => {
                    hello.fits(place, Some(process))?;
                    return Ok(stream);
                }
                // It may be about to end, or somebody else listens there.
                Err(error) => error,
            },
            Err(error) => error,
        };
        if Instant::now() + PAUSE > deadline {
            return Err(gone(&why.to_string()));
        }
        thread::sleep(PAUSE);
    }
}

fn connect(address: &str, deadline: Instant) -> io::Result<TcpStream> {
    let left = deadline.saturating_duration_since(Instant::now());
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, left.max(PAUSE)) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
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
    while met[place.process + 1..].iter().any(Option::is_none) {
        let caller = match listener.accept() {
            Ok((stream, _)) => stream.set_nonblocking(false).map(|()| stream),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if Instant::now() > deadline {
                    return Err(absent(place, met));
                }
                thread::sleep(PAUSE);
                continue;
            }
            Err(error) => Err(error),
        };
        // Whoever does not speak our language is not one of us: a scanner, say.
        let Ok((stream, hello)) = caller.and_then(|stream| greet(place, stream, deadline)) else {
            continue;
        };
        hello.fits(place, None)?;
        met[hello.process as usize] = Some(stream);
    }
    Ok(())
}

fn absent(place: &Place, met: &[Option<TcpStream>]) -> ClusterError {
    let missing = (place.process + 1..met.len()).filter(|&process| met[process].is_none());
    let missing: Vec<String> = missing
        .map(|process| format!("{process} ({})", place.addresses[process]))
        .collect();
    ClusterError::Setup(format!(
        "not heard within {} s from process {}: was it started, with the same host list?",
        place.patience.as_secs(),
        missing.join(", ")
    ))
}

/// Both sides say who they are.
fn greet(
    place: &Place,
    mut stream: TcpStream,
    deadline: Instant,
) -> io::Result<(TcpStream, Hello)> {
    let left = deadline.saturating_duration_since(Instant::now());
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(left.clamp(PAUSE, GREETING)))?;
    stream.write_all(&Hello::of(place).bytes())?;
    let mut bytes = [0; Hello::LENGTH];
    stream.read_exact(&mut bytes)?;
    let hello = Hello::read(&bytes)
        .ok_or_else(|| io::Error::other("what answers there is no process of this program"))?;
    stream.set_read_timeout(None)?;
    Ok((stream, hello))
}

/// Who somebody is, and what it is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hello {
    process: u64,
    processes: u64,
    workers: u64,
    hosts: u64,
    job: u64,
}

impl Hello {
    const LENGTH: usize = 48;

    fn of(place: &Place) -> Self {
        Self {
            process: place.process as u64,
            processes: place.processes() as u64,
            workers: place.workers as u64,
            hosts: Fnv::of(place.addresses.join("\n").as_bytes()),
            job: place.job,
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let fields = [
            self.process,
            self.processes,
            self.workers,
            self.hosts,
            self.job,
        ];
        let fields = fields.iter().flat_map(|field| field.to_le_bytes());
        MAGIC.iter().copied().chain(fields).collect()
    }

    fn read(bytes: &[u8; Self::LENGTH]) -> Option<Self> {
        let (magic, fields) = bytes.split_at(8);
        let mut fields = fields
            .chunks_exact(8)
            .map(|field| u64::from_le_bytes(field.try_into().expect("8 bytes")));
        let mut next = || fields.next().unwrap_or_default();
        (magic == MAGIC).then(|| Self {
            process: next(),
            processes: next(),
            workers: next(),
            hosts: next(),
            job: next(),
        })
    }

    /// Whether this may be a process of the same run; the one called, or one that calls.
    fn fits(&self, place: &Place, called: Option<usize>) -> Result<(), ClusterError> {
        let (own, me) = (Self::of(place), place.process);
        let (them, they) = (self.process, self.processes);
        let refuse = |what: String| Err(ClusterError::Setup(what));
        if they != own.processes {
            return refuse(format!(
                "process {them} was started for {they} processes, this one ({me}) for {}",
                own.processes
            ));
        }
        if let Some(called) = called
            && them != called as u64
        {
            let address = &place.addresses[called];
            return refuse(format!(
                "at {address}, where process {called} should be, is process {them}: the host \
                 lists differ"
            ));
        }
        if called.is_none() && (them <= own.process || them >= own.processes) {
            return refuse(format!(
                "process {them} called this one ({me}), which it should not: was a number given \
                 twice?"
            ));
        }
        if self.hosts != own.hosts {
            return refuse(format!("process {them} has another host list"));
        }
        if self.workers != own.workers {
            return refuse(format!(
                "process {them} has {} workers, this one ({me}) has {}",
                self.workers, own.workers
            ));
        }
        if self.job != own.job {
            return refuse(format!("process {them} was given another command"));
        }
        Ok(())
    }
}

/// A host that vanishes without a word is noticed within seconds.
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
