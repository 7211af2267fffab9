//! The same work for many items, on all cores, with a progress bar and a clean stop.

use crate::io::exit::{CmdError, CmdResult};
use crate::io::interrupt;
use indicatif::{ProgressBar, ProgressStyle};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The number of threads when the user does not say.
pub fn default_jobs() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// A progress bar, drawn only when stderr is a terminal.
pub fn bar(steps: usize, title: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {pos} of {len}, {eta}");
    ProgressBar::new(steps as u64)
        .with_style(style.expect("a template without faults"))
        .with_prefix(title.to_owned())
}

/// Does `work` for every item on `jobs` threads; `done` gets the results as they arrive, on this
/// thread. After a signal to stop, items in progress are finished and their results passed to
/// `done`.
pub fn each<I: Sync, T: Send>(
    items: &[I],
    jobs: usize,
    bar: &ProgressBar,
    work: impl Fn(&I) -> Result<T, CmdError> + Sync,
    mut done: impl FnMut(T) -> CmdResult,
) -> CmdResult {
    interrupt::watch()?;
    let next = AtomicUsize::new(0);
    let result = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while !interrupt::asked() {
                    let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        break;
                    };
                    if sender.send(work(item)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for result in receiver {
            let handed = result.and_then(&mut done);
            if handed.is_err() {
                // The others stop at their next item.
                next.store(items.len(), Ordering::Relaxed);
                return handed;
            }
            bar.inc(1);
        }
        interrupt::check()
    });
    bar.finish_and_clear();
    result
}
