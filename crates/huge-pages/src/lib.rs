//! An allocator that asks for huge pages, where the system has them.
//!
//! The trees and rows of a network of a million edges are accessed at random. With pages of four
//! kilobytes nearly every access then misses the TLB; with pages of two megabytes a few entries cover
//! everything. Linux gives huge pages to programs that ask for them ("madvise", the setting of most
//! distributions) or to all.
//!
//! The choice of an allocator belongs to a program, so this one is not part of the library. The
//! benches use it too, so that their figures apply to the program.

mod glibc;

pub use glibc::{return_freed, share_arena};
use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, with a request for huge pages in every block that contains one.
#[derive(Clone, Copy, Debug, Default)]
pub struct HugePages;

/// The size of a huge page on x86-64 and most ARM systems.
const HUGE: usize = 2 << 20;

// SAFETY: every block comes from the system's allocator and goes back to it unchanged; huge pages
// change where a block's bytes are stored, not their values.
#[allow(unsafe_code, reason = "an allocator is unsafe by its signature")]
unsafe impl GlobalAlloc for HugePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the same contract.
        request(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        request(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        request(unsafe { System.realloc(block, layout, size) }, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Requests huge pages inside a block of this size; a null pointer is not a block.
#[inline]
fn request(block: *mut u8, size: usize) -> *mut u8 {
    if size >= HUGE && !block.is_null() {
        advise(block, size);
    }
    block
}

/// Advises only huge pages contained in the block, so no other allocation is affected and nothing extra
/// is committed.
#[cfg(target_os = "linux")]
#[cold]
fn advise(block: *mut u8, size: usize) {
    use rustix::mm::{Advice, madvise};
    let before = block.align_offset(HUGE);
    let inside = size.saturating_sub(before) / HUGE * HUGE;
    if inside > 0 {
        // SAFETY: the range lies inside a live block, and the advice changes no byte of it. A system
        // without huge pages returns an error, which is ignored.
        #[allow(unsafe_code, reason = "the system is told about an address")]
        let _ = unsafe { madvise(block.add(before).cast(), inside, Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, _: usize) {}

#[cfg(test)]
mod tests {
    use super::HugePages;

    #[global_allocator]
    static MEMORY: HugePages = HugePages;

    /// Blocks of several huge pages, allocated, grown and shrunk by this allocator.
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
