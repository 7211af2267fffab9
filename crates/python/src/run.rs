//! Work without the interpreter's lock, which Ctrl-C ends.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use switchyard::budget::Stop;

/// Below this size (in edges) work ends before a user could press Ctrl-C.
const QUICK: usize = 50_000;

/// How long a pressed key may wait.
const POLL: Duration = Duration::from_millis(50);

/// Does the work without the interpreter's lock.
///
/// Large work is done on a thread of its own while this one looks for signals. An interrupt is raised at once;
/// work that does not look at `stop` then ends in the background, and its result is dropped.
pub fn run_until<T: Send + 'static>(
    py: Python<'_>,
    size: usize,
    stop: &Stop,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    if size < QUICK {
        return Ok(py.detach(work));
    }
    let (send, mut receive) = channel();
    thread::spawn(move || send.send(work()));
    loop {
        let (result, receiver) = py.detach(move || (receive.recv_timeout(POLL), receive));
        receive = receiver;
        match result {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| stop.raise())?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err(
                    "the computation ended in a panic: this is a bug of switchyard",
                ));
            }
        }
    }
}

/// The same for work that cannot be stopped.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    size: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    run_until(py, size, &Stop::default(), work)
}
