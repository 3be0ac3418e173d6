//! Memory with a limit.
//!
//! Counts what a call takes beyond what the interpreter had when it was forked.
//! Elsewhere it costs one look at a number.
#![expect(unsafe_code, reason = "an allocator is made of nothing else")]

use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicIsize, Ordering};

/// How a process ends that took too much.
pub(crate) const EXIT_MEMORY: i32 = 87;

/// Bytes that may be taken; no limit below one.
static LIMIT: AtomicIsize = AtomicIsize::new(0);

static TAKEN: AtomicIsize = AtomicIsize::new(0);

/// An allocator that knows a limit.
pub struct Counting<A>(pub A);

/// From now on, this process ends when it takes more than so many bytes.
pub(crate) fn limit(bytes: u64) {
    TAKEN.store(0, Ordering::Relaxed);
    LIMIT.store(isize::try_from(bytes).unwrap_or(isize::MAX), Ordering::Relaxed);
}

/// Whether this program's memory is counted at all; without, nothing may run.
pub(crate) fn is_counting() -> bool {
    LIMIT.store(isize::MAX, Ordering::Relaxed);
    let before = TAKEN.load(Ordering::Relaxed);
    let probe = std::hint::black_box(Box::new([0_u8; 64]));
    let after = TAKEN.load(Ordering::Relaxed);
    drop(probe);
    LIMIT.store(0, Ordering::Relaxed);
    after != before
}

#[inline]
fn take(bytes: usize) {
    let limit = LIMIT.load(Ordering::Relaxed);
    if limit > 0 {
        let bytes = isize::try_from(bytes).unwrap_or(isize::MAX);
        let before = TAKEN.fetch_add(bytes, Ordering::Relaxed);
        if before.saturating_add(bytes) > limit {
            // SAFETY: ends this process and returns to nobody.
            unsafe { libc::_exit(EXIT_MEMORY) }
        }
    }
}

#[inline]
fn give(bytes: usize) {
    if LIMIT.load(Ordering::Relaxed) > 0 {
        TAKEN.fetch_sub(isize::try_from(bytes).unwrap_or(isize::MAX), Ordering::Relaxed);
    }
}

// SAFETY: everything is the inner allocator's; nothing here touches memory.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counting<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { self.0.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        give(layout.size());
        // SAFETY: as above.
        unsafe { self.0.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: as above.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        take(size.saturating_sub(layout.size()));
        give(layout.size().saturating_sub(size));
        // SAFETY: as above.
        unsafe { self.0.realloc(pointer, layout, size) }
    }
}
