//! How much one request may ask for.

use super::trouble::Trouble;
use std::time::Duration;

/// The bounds of the server. They keep one client from starving the others.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
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
            body: 4 << 20,
            vertices: 20_000,
            edges: 50_000,
            heavy_edges: 2_000,
            queue: 64,
            time: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// Refuses a graph that is too large.
    pub fn check_size(&self, vertices: usize, edges: usize) -> Result<(), Trouble> {
        if vertices > self.vertices {
            return Err(Trouble::too_large("vertices", vertices, self.vertices));
        }
        if edges > self.edges {
            return Err(Trouble::too_large("edges", edges, self.edges));
        }
        Ok(())
    }

    /// Refuses a graph that is too large for what takes more than near-linear time.
    pub fn check_heavy(&self, edges: usize) -> Result<(), Trouble> {
        if edges > self.heavy_edges {
            return Err(Trouble::too_large("edges", edges, self.heavy_edges));
        }
        Ok(())
    }
}
