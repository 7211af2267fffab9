//! Settings of glibc's allocator, which a program makes before it starts threads. Other allocators have none of them.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use libc::{M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD};
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
const M_ARENA_MAX: i32 = 0;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
const M_MMAP_THRESHOLD: i32 = 0;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
const M_TRIM_THRESHOLD: i32 = 0;

/// Lets all threads allocate from one arena, for a program whose threads work on one solution.
///
/// glibc gives every thread an arena of its own, and what one thread frees stays in its arena: the next step of a
/// solution, in another thread, gets fresh pages, which the system has to clear. The threads of a solution allocate few
/// and large blocks, so that they hardly wait for one another.
pub fn share_arena() {
    set(&[(M_ARENA_MAX, 1)]);
}

/// Returns freed memory to the system at once, for a server that promises a bound on its memory.
///
/// Otherwise glibc keeps an arena for each of many threads, and learns from every large block that is freed to keep the
/// next one.
pub fn return_freed() {
    const ARENAS: i32 = 4;
    const KEPT: i32 = 256 << 10;
    set(&[
        (M_ARENA_MAX, ARENAS),
        (M_MMAP_THRESHOLD, KEPT),
        (M_TRIM_THRESHOLD, 4 * KEPT),
    ]);
}

fn set(settings: &[(i32, i32)]) {
    for &(option, value) in settings {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        // SAFETY: this stores one number inside the allocator, which only future allocations read.
        #[allow(unsafe_code, reason = "glibc has no other way to say it")]
        let _is_known = unsafe { libc::mallopt(option, value) };
        #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
        let _ = (option, value);
    }
}
