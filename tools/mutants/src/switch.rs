//! Goes into the switched copy as `crate::mutate`: which mutant is on, if any.
//!
//! `MUTANT=7` turns on mutant 7. `MUTANT_TRACE=file` turns on none, and writes to the file the number of
//! each mutant whose place in the code is reached.

use std::fs::File;
use std::io::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

const UNKNOWN: u32 = u32::MAX;
const TRACING: u32 = u32::MAX - 1;
static CURRENT: AtomicU32 = AtomicU32::new(UNKNOWN);

/// Whether the mutant is on.
#[inline(always)]
pub fn on(id: u32) -> bool {
    let current = CURRENT.load(Ordering::Relaxed);
    if current < TRACING { current == id } else { first(current, id) }
}

#[inline(never)]
fn first(current: u32, id: u32) -> bool {
    if current == TRACING {
        trace(id);
        return false;
    }
    let chosen = match std::env::var("MUTANT") {
        _ if std::env::var_os("MUTANT_TRACE").is_some() => TRACING,
        Ok(number) => number.parse().expect("MUTANT is a number"),
        Err(_) => 0,
    };
    CURRENT.store(chosen, Ordering::Relaxed);
    on(id)
}

static REACHED: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];
static FILE: LazyLock<File> = LazyLock::new(|| {
    let path = std::env::var_os("MUTANT_TRACE").expect("tracing");
    File::create(path).expect("a file for the trace")
});

fn trace(id: u32) {
    let reached = &REACHED[id as usize];
    if !reached.load(Ordering::Relaxed) && !reached.swap(true, Ordering::Relaxed) {
        (&*FILE).write_all(format!("{id}\n").as_bytes()).expect("room for the trace");
    }
}
