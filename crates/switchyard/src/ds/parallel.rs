//! Work on several cores with the feature `parallel`, on one without it.

use std::ops::Range;

/// The number of vertices or edges from which on a second core pays: smaller work is done before
/// another thread has woken up.
const WORTHWHILE: usize = 50_000;

/// Whether work on this many vertices or edges is done on several cores.
pub(crate) fn is_large(size: usize) -> bool {
    #[cfg(feature = "parallel")]
    let is_shared = rayon::current_num_threads() > 1;
    #[cfg(not(feature = "parallel"))]
    let is_shared = false;
    is_shared && size >= WORTHWHILE
}

/// Both results; `size` is how many vertices or edges the work is about.
pub(crate) fn join_if_large<A: Send, B: Send>(
    size: usize,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "parallel")]
    if size >= WORTHWHILE {
        return rayon::join(first, second);
    }
    #[cfg(not(feature = "parallel"))]
    let _ = (size, WORTHWHILE);
    (first(), second())
}

/// Works on all items of a slice, where it is large on each half by another core.
pub(crate) fn on_halves<T: Send>(items: &mut [T], work: impl Fn(&mut [T]) + Sync) {
    let size = items.len();
    let (low, high) = items.split_at_mut(if is_large(size) { size / 2 } else { 0 });
    join_if_large(size, || work(low), || work(high));
}

/// The results for both halves of a range from 0, where it is large each by another core; otherwise the first half is empty.
pub(crate) fn halves<R: Send>(size: usize, work: impl Fn(Range<usize>) -> R + Sync) -> (R, R) {
    let middle = if is_large(size) { size / 2 } else { 0 };
    join_if_large(size, || work(0..middle), || work(middle..size))
}

/// How many threads there are.
#[cfg(feature = "coins")]
pub(crate) fn threads() -> usize {
    #[cfg(feature = "parallel")]
    let threads = rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    let threads = 1;
    threads
}

/// The results for all items, in their order, by all threads.
#[cfg(any(feature = "coins", feature = "formats"))]
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        items.into_par_iter().map(work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    items.into_iter().map(work).collect()
}

/// Works on all items, by all threads.
#[cfg(feature = "coins")]
pub(crate) fn for_each<T: Send>(items: Vec<T>, work: impl Fn(T) + Sync + Send) {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        items.into_par_iter().for_each(work);
    }
    #[cfg(not(feature = "parallel"))]
    items.into_iter().for_each(work);
}
