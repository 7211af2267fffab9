//! Two pieces of work on two cores where they are large enough.

/// From how many vertices or edges on: below, the work is done before another core has woken up, and on a
/// busy machine long before.
const WORTHWHILE: usize = 50_000;

/// Both results; `size` is how many vertices or edges the work is about.
pub(crate) fn join_if_large<A: Send, B: Send>(
    size: usize,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    if size < WORTHWHILE {
        (first(), second())
    } else {
        rayon::join(first, second)
    }
}
