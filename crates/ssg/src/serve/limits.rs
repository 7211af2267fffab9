//! How much one request may ask for.

use std::time::Duration;

/// The bounds of the server. They keep one client from starving the others.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once; one more takes the place of the one that has been silent longest.
    pub connections: usize,
    /// How long a connection may take to send a request.
    pub patience: Duration,
    /// Bytes of a request's body.
    pub body: usize,
    /// A body of a quarter of these bytes, or an answer of more than this, is a large one.
    pub small_body: usize,
    /// Bytes of bodies that are being read or computed; small ones are not counted.
    pub bodies: usize,
    /// How long a client may send too slowly while another body needs the memory.
    pub turn: Duration,
    /// Bytes per second that a client must send, on average, while another body needs the memory.
    pub pace: usize,
    /// Bytes that computations may take together, by the estimate of each.
    pub memory: usize,
    /// Threads for small questions alone.
    pub small_threads: usize,
    /// Steps that a small question may take before it waits among the large ones.
    pub small_steps: u64,
    /// Bytes that a small question may take.
    pub small_bytes: u64,
    /// Bytes of large answers that clients have not received yet; beyond this, a large answer
    /// becomes a 503.
    pub unsent: usize,
    /// How long a client may take to receive a large answer.
    pub taking: Duration,
    /// How much one question may ask.
    pub answers: answers::Limits,
    /// Requests that may wait for a thread.
    pub queue: usize,
    /// How long a request may take, waiting included.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 512,
            patience: Duration::from_secs(10),
            body: 4 << 20,
            small_body: 64 << 10,
            bodies: 48 << 20,
            turn: Duration::from_millis(250),
            pace: 64 << 10,
            memory: 224 << 20,
            small_threads: 2,
            small_steps: 10_000_000,
            small_bytes: 8 << 20,
            unsent: 48 << 20,
            taking: Duration::from_secs(60),
            answers: answers::Limits::default(),
            queue: 64,
            time: Duration::from_secs(10),
        }
    }
}
