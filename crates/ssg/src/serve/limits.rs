//! How much one request may ask for.

use super::error::ApiError;
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
    /// Bytes of a text that is written.
    pub text: usize,
    /// Bytes of large answers that clients have not taken yet; beyond, a large answer becomes a 503.
    pub unsent: usize,
    /// How long a client may take over a large answer.
    pub taking: Duration,
    /// Vertices of a graph.
    pub vertices: usize,
    /// Edges or arcs of a graph.
    pub edges: usize,
    /// Edges of a graph whose answer takes more than near-linear time.
    pub heavy_edges: usize,
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
            text: 16 << 20,
            unsent: 64 << 20,
            taking: Duration::from_secs(60),
            vertices: 50_000,
            edges: 100_000,
            heavy_edges: 2_000,
            queue: 64,
            time: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// Refuses a graph that is too large.
    pub fn check_size(&self, vertices: usize, edges: usize) -> Result<(), ApiError> {
        if vertices > self.vertices {
            return Err(ApiError::too_large("vertices", vertices, self.vertices));
        }
        if edges > self.edges {
            return Err(ApiError::too_large("edges", edges, self.edges));
        }
        Ok(())
    }

    /// Refuses a graph that is too large for what takes more than near-linear time.
    pub fn check_heavy(&self, edges: usize) -> Result<(), ApiError> {
        if edges > self.heavy_edges {
            return Err(ApiError::too_large("edges", edges, self.heavy_edges));
        }
        Ok(())
    }
}
