//! Settings of the system's allocator.

/// Returns freed memory to the system at once, because the server promises a bound on its memory.
///
/// Otherwise the system's allocator keeps a pool for each of many threads, and learns from every large block that is
/// freed to keep the next one.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn return_freed() {
    const POOLS: i32 = 4;
    const KEPT: i32 = 256 << 10;
    let options = [
        (libc::M_ARENA_MAX, POOLS),
        (libc::M_MMAP_THRESHOLD, KEPT),
        (libc::M_TRIM_THRESHOLD, 4 * KEPT),
    ];
    for (option, value) in options {
        // SAFETY: these settings affect only future allocations.
        #[allow(unsafe_code, reason = "a setting of the system's allocator")]
        let _is_known = unsafe { libc::mallopt(option, value) };
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_freed() {}
