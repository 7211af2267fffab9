//! How much one request may ask for.

use std::time::Duration;

/// The bounds of the server. They keep one client from starving the others.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once; one more takes the place of the one that has been silent longest.
    pub connections: usize,
    /// How long a connection may take to ask for something.
    pub patience: Duration,
    /// Bytes of a request's body.
    pub body: usize,
    /// A body, or an answer, of more bytes than this is a large one.
    pub small_body: usize,
    /// How many requests with a large body are read or computed at once; others wait to be read.
    pub large_bodies: usize,
    /// Bytes of large answers that clients have not taken yet; beyond, a large answer becomes a 503.
    pub unsent: usize,
    /// How long a client may take over a large answer.
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
            large_bodies: 16,
            unsent: 64 << 20,
            taking: Duration::from_secs(60),
            answers: answers::Limits::default(),
            queue: 64,
            time: Duration::from_secs(10),
        }
    }
}
