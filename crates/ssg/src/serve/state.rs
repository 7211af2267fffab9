//! The state that all handlers share.

use super::limits::Limits;
use super::site::Site;
use super::workers::Workers;
use std::sync::Arc;

/// What every handler can reach: the bounds, and the threads that do the work.
#[derive(Clone, Debug)]
pub struct AppState {
    /// How much one request may ask.
    pub limits: Limits,
    /// The threads that compute the answers.
    pub workers: Arc<Workers>,
    /// The site that is served in place of the program's own page.
    pub site: Option<Arc<Site>>,
}

impl AppState {
    /// With these limits and this many computations at once.
    pub fn new(limits: Limits, workers: usize) -> Self {
        Self {
            limits,
            workers: Arc::new(Workers::new(workers, &limits)),
            site: None,
        }
    }
}
