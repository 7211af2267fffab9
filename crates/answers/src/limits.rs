//! How much one question may ask.

use crate::{Answered, ApiError};
use switchyard::budget::{Budget, Stop};

/// Bounds on one question and its answer.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a text that is written.
    pub text: usize,
    /// Vertices of a graph.
    pub vertices: usize,
    /// Edges or arcs of a graph.
    pub edges: usize,
    /// Edges of a graph whose answer takes more than near-linear time.
    pub heavy_edges: usize,
    /// Edges of a network for Chase's steps: the answer grows with their square.
    pub chase_edges: usize,
    /// Coins of a position.
    pub coins: usize,
    /// Moves of a position that are listed with their reasons.
    pub moves: usize,
    /// Steps of a computation that counts them.
    pub steps: u64,
    /// Bytes that a computation which counts them takes in all.
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            text: 16 << 20,
            vertices: 50_000,
            edges: 100_000,
            heavy_edges: 2_000,
            chase_edges: 400,
            coins: 10_000,
            moves: 20_000,
            steps: 1_000_000_000,
            bytes: 128 << 20,
        }
    }
}

impl Limits {
    /// The budget of one question; raising `stop` ends it.
    pub fn budget(&self, stop: &Stop) -> Budget {
        Budget::new(self.steps, self.bytes, stop.clone())
    }

    /// Refuses a graph that is too large.
    ///
    /// # Errors
    /// When it is.
    pub fn check_size(&self, vertices: usize, edges: usize) -> Answered<()> {
        at_most("vertices", vertices, self.vertices)?;
        at_most("edges", edges, self.edges)
    }

    /// Refuses a graph that is too large for what takes more than near-linear time.
    ///
    /// # Errors
    /// When it is.
    pub fn check_heavy(&self, edges: usize) -> Answered<()> {
        at_most("edges", edges, self.heavy_edges)
    }

    /// Refuses a history whose positions are too many for their size.
    ///
    /// # Errors
    /// When they are.
    pub fn check_history(&self, what: &'static str, moves: usize, size: usize) -> Answered<()> {
        let most = self.heavy_edges * self.heavy_edges;
        at_most(what, (moves + 1) * (size + 1), most)
    }
}

/// Refuses more than `most` of something.
///
/// # Errors
/// When there is more.
pub fn at_most(what: &'static str, given: usize, most: usize) -> Answered<()> {
    if given > most {
        return Err(ApiError::too_large(what, given, most));
    }
    Ok(())
}
