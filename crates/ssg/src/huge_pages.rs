//! Memory in large pages, where the system has them.
//!
//! The trees and rows of a network of a million edges are read all over. With pages of four kilobytes the
//! processor then looks up where a page is almost as often as it reads one; of two megabytes, few
//! of them cover everything. Linux gives large pages to those who ask ("madvise", the setting of most
//! distributions) or to all.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, asking for large pages wherever a whole one fits in.
#[derive(Clone, Copy, Debug, Default)]
pub struct HugePages;

/// The size of a large page on the processors that matter; elsewhere fewer of them are asked for.
const LARGE: usize = 2 << 20;

// SAFETY: every block comes from the system's allocator and goes back to it unchanged; large pages
// change where a block's bytes are kept, not their values.
#[allow(unsafe_code, reason = "an allocator is unsafe by its signature")]
unsafe impl GlobalAlloc for HugePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the same contract.
        ask(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        ask(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        ask(unsafe { System.realloc(block, layout, size) }, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Asks for large pages inside a block of the size; a block of nothing (null) has none.
#[inline]
fn ask(block: *mut u8, size: usize) -> *mut u8 {
    if size >= LARGE && !block.is_null() {
        advise(block, size);
    }
    block
}

/// Only pages that lie inside the block as a whole: its neighbours are none of its business, and no
/// memory is taken that would not be used.
#[cfg(target_os = "linux")]
#[cold]
fn advise(block: *mut u8, size: usize) {
    use rustix::mm::{Advice, madvise};
    let before = block.align_offset(LARGE);
    let inside = size.saturating_sub(before) / LARGE * LARGE;
    if inside > 0 {
        // SAFETY: the range lies inside a live block, and the advice changes no byte of it. Where
        // the system has no large pages, it says so, and nothing is lost.
        #[allow(unsafe_code, reason = "the system is told about an address")]
        let _ = unsafe { madvise(block.add(before).cast(), inside, Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, _: usize) {}

#[cfg(test)]
mod tests {
    /// Blocks of several huge pages, allocated, grown and shrunk by the program's own allocator.
    #[test]
    fn large_blocks_keep_their_bytes() {
        let mut block = vec![7_u8; 10 << 20];
        block.resize(30 << 20, 8);
        block.truncate(20 << 20);
        block.shrink_to_fit();
        let (old, new) = block.split_at(10 << 20);
        assert!(old.iter().all(|&byte| byte == 7));
        assert!(new.iter().all(|&byte| byte == 8));
        let zeroed = vec![0_u8; 10 << 20];
        assert!(zeroed.iter().all(|&byte| byte == 0));
    }
}
