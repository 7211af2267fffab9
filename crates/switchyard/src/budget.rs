//! Bounds on the cost of a computation, which counts its own steps.
//!
//! A server gives every request a [`Budget`]. The computation spends it step by step, and ends with
//! [`OverBudget`] when it is used up, or when its [`Stop`] was raised because the client has left.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use thiserror::Error;

/// A request to end early, which any thread may raise.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the computation to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the computation was asked to end.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a computation ended before its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OverBudget {
    /// It would have taken too many steps.
    #[error("this takes more steps than one question is given")]
    Steps,
    /// It would have taken too much memory.
    #[error("this takes more memory than one question is given")]
    Bytes,
    /// It was asked to end.
    #[error("nobody waits for this any more")]
    Stopped,
}

/// Steps and bytes that may still be spent. Bytes that are freed do not come back.
#[derive(Debug)]
pub struct Budget {
    steps: AtomicU64,
    bytes: AtomicU64,
    stop: Stop,
}

impl Budget {
    /// So many steps and bytes, as long as `stop` is not raised.
    pub fn new(steps: u64, bytes: u64, stop: Stop) -> Self {
        Self {
            steps: AtomicU64::new(steps),
            bytes: AtomicU64::new(bytes),
            stop,
        }
    }

    /// A budget that is never used up.
    pub fn unlimited() -> Self {
        Self::new(u64::MAX, u64::MAX, Stop::default())
    }

    /// Spends this much, before it is done and taken.
    ///
    /// # Errors
    /// When less is left, or the computation was asked to end. What was left is then used up.
    pub fn spend(&self, steps: u64, bytes: u64) -> Result<(), OverBudget> {
        if self.stop.is_raised() {
            return Err(OverBudget::Stopped);
        }
        take(&self.steps, steps).ok_or(OverBudget::Steps)?;
        take(&self.bytes, bytes).ok_or(OverBudget::Bytes)
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

fn take(left: &AtomicU64, amount: u64) -> Option<()> {
    let before = left.load(Ordering::Relaxed);
    if before == u64::MAX {
        return Some(());
    }
    let after = before.checked_sub(amount);
    left.store(after.unwrap_or(0), Ordering::Relaxed);
    after.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_account_ends_by_itself() {
        let budget = Budget::new(10, 100, Stop::default());
        assert_eq!(budget.spend(4, 100), Ok(()));
        assert_eq!(budget.spend(6, 0), Ok(()));
        assert_eq!(budget.spend(0, 1), Err(OverBudget::Bytes));
        assert_eq!(budget.spend(1, 0), Err(OverBudget::Steps));
        let unlimited = Budget::unlimited();
        for _ in 0..3 {
            assert_eq!(unlimited.spend(u64::MAX, u64::MAX), Ok(()));
        }
    }

    #[test]
    fn a_raised_stop_ends_what_has_budget_left() {
        let stop = Stop::default();
        let budget = Budget::new(u64::MAX, u64::MAX, stop.clone());
        assert_eq!(budget.spend(1, 1), Ok(()));
        std::thread::spawn(move || stop.raise()).join().unwrap();
        assert_eq!(budget.spend(0, 0), Err(OverBudget::Stopped));
    }
}
