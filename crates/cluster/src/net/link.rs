//! A connection that counts its bytes, and reports the loss of the other side instead of panicking.
//!
//! Timely's threads panic when a stream breaks. This type hides the loss from them: it is reported,
//! the thread that met it sleeps for ever, and the receiver of the report ends the process.

use super::meet::Peer;
use crate::ClusterError;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::thread;
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::networking::MessageHeader;

/// One end of a connection to another process.
pub(super) struct Link {
    stream: TcpStream,
    frames: Frames,
    peer: Arc<Peer>,
    sent: Arc<AtomicU64>,
    losses: Sender<ClusterError>,
}

impl Link {
    pub fn new(
        stream: TcpStream,
        peer: Arc<Peer>,
        sent: Arc<AtomicU64>,
        losses: Sender<ClusterError>,
    ) -> Self {
        Self {
            stream,
            frames: Frames::default(),
            peer,
            sent,
            losses,
        }
    }

    fn lost(&self, why: &str) -> ! {
        // The receiver is gone if the run has already ended.
        let _ = self.losses.send(ClusterError::Lost {
            process: self.peer.process,
            address: self.peer.address.clone(),
            why: why.to_owned(),
        });
        loop {
            thread::park();
        }
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(buffer) {
            Ok(0) if !self.frames.ended => self.lost("it closed the connection"),
            // Timely would panic, or allocate as much memory as the header says.
            Ok(length) => match self.frames.pass(&buffer[..length]) {
                Ok(()) => Ok(length),
                Err(why) => self.lost(why),
            },
            Err(error) if error.kind() == ErrorKind::Interrupted => self.read(buffer),
            // The stream has ended in good order; nothing after it is needed.
            Err(_) if self.frames.ended => Ok(0),
            Err(error) => self.lost(&error.to_string()),
        }
    }
}

impl Write for Link {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.stream.write(buffer) {
            Ok(length) => {
                self.sent.fetch_add(length as u64, Relaxed);
                Ok(length)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            Err(error) => self.lost(&error.to_string()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        let stream = self.stream.try_clone()?;
        let (peer, sent) = (Arc::clone(&self.peer), Arc::clone(&self.sent));
        Ok(Self::new(stream, peer, sent, self.losses.clone()))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other side may have closed first: then there is nothing left to shut.
        match self.stream.shutdown(how) {
            Err(error) if error.kind() == ErrorKind::NotConnected => Ok(()),
            done => done,
        }
    }
}

/// Where one message ends and the next begins: an empty one says that the stream ends in good
/// order.
#[derive(Default)]
struct Frames {
    header: Vec<u8>,
    /// Bytes of the present message still to come.
    body: usize,
    ended: bool,
}

impl Frames {
    const HEADER: usize = 48;
    /// The longest message: nodes are words of 32 bits, and most take a byte.
    const LONGEST: u64 = 1 << 32;

    fn pass(&mut self, mut bytes: &[u8]) -> Result<(), &'static str> {
        while !bytes.is_empty() && !self.ended {
            let skipped = self.body.min(bytes.len());
            self.body -= skipped;
            bytes = &bytes[skipped..];
            let wanted = (Self::HEADER - self.header.len()).min(bytes.len());
            if self.body > 0 || wanted == 0 {
                continue;
            }
            self.header.extend_from_slice(&bytes[..wanted]);
            bytes = &bytes[wanted..];
            if self.header.len() == Self::HEADER {
                let length = self.header[32..40].try_into().expect("8 bytes");
                let length = u64::from_be_bytes(length);
                if length > Self::LONGEST {
                    return Err("it announced a message longer than any");
                }
                self.body = length as usize;
                self.ended = self.body == 0;
                self.header.clear();
            }
        }
        if bytes.is_empty() {
            Ok(())
        } else {
            Err("it went on after its last message")
        }
    }
}

// Timely does not document where its header has the length; this test notices a change.
const _: () = assert!(size_of::<MessageHeader>() == Frames::HEADER);

#[cfg(test)]
mod tests {
    use super::*;

    fn message(length: usize) -> Vec<u8> {
        let header = MessageHeader {
            channel: 1,
            source: 2,
            target_lower: 3,
            target_upper: 4,
            length,
            seqno: 5,
        };
        let mut bytes = Vec::new();
        header.write_to(&mut bytes).unwrap();
        bytes.extend(vec![0; length]);
        bytes
    }

    #[test]
    fn the_end_is_known_however_the_bytes_arrive() {
        let bytes = [message(100), message(1), message(0)].concat();
        for piece in 1..bytes.len() {
            let mut frames = Frames::default();
            for (i, some) in bytes.chunks(piece).enumerate() {
                assert!(!frames.ended, "{piece}, {i}");
                frames.pass(some).unwrap();
            }
            assert!(frames.ended, "{piece}");
            let mut cut = Frames::default();
            cut.pass(&bytes[..piece]).unwrap();
            assert!(!cut.ended, "{piece}");
        }
    }

    #[test]
    fn what_no_process_says_ends_the_connection() {
        let mut frames = Frames::default();
        assert!(frames.pass(&[message(0), vec![0]].concat()).is_err());
        let mut frames = Frames::default();
        frames.pass(&message(0)).unwrap();
        assert!(frames.pass(b"more").is_err());
        let mut huge = message(0);
        huge[32..40].copy_from_slice(&(1_u64 << 40).to_be_bytes());
        assert!(Frames::default().pass(&huge).is_err());
    }
}
