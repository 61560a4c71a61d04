//! Fallible reservations, and a limit on what an allocator gives. An allocator that ends the program when memory runs out asks
//! [`is_fallible`] first: callers of [`fallible`] and [`make_room`] handle an error instead.

use std::cell::Cell;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

/// Bytes that blocks may take together; without a limit nothing is counted.
static ALLOWED: AtomicI64 = AtomicI64::new(i64::MAX);
/// Bytes of the blocks since there is a limit; negative where older ones were given back.
static HELD: AtomicI64 = AtomicI64::new(0);

/// What is allowed, and what is held of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Bytes.
    pub allowed: u64,
    /// Bytes.
    pub held: u64,
}

impl Limit {
    /// The limit that was set.
    pub fn now() -> Option<Self> {
        let allowed = ALLOWED.load(Relaxed);
        (allowed < i64::MAX).then(|| Self {
            allowed: allowed.cast_unsigned(),
            held: HELD.load(Relaxed).max(0).cast_unsigned(),
        })
    }
}

/// Limits what blocks take together from now on, where the program's allocator asks [`take`].
pub fn limit(bytes: u64) {
    ALLOWED.store(i64::try_from(bytes).unwrap_or(i64::MAX), Relaxed);
}

/// Counts a block that an allocator is about to give; `false` where it must not.
pub fn take(bytes: usize) -> bool {
    let allowed = ALLOWED.load(Relaxed);
    if allowed == i64::MAX {
        return true;
    }
    // A block has at most isize::MAX bytes.
    let bytes = bytes as i64;
    let is_allowed = HELD.fetch_add(bytes, Relaxed) + bytes <= allowed;
    if !is_allowed {
        HELD.fetch_sub(bytes, Relaxed);
    }
    is_allowed
}

/// Counts a block that an allocator has taken back.
pub fn give(bytes: usize) {
    if ALLOWED.load(Relaxed) < i64::MAX {
        HELD.fetch_sub(bytes as i64, Relaxed);
    }
}

thread_local! {
    /// The number of callers of this thread that take an error.
    static TAKERS: Cell<u32> = const { Cell::new(0) };
}

/// Runs `reserve`, whose caller takes an error for memory that is not to be had.
pub fn fallible<T>(reserve: impl FnOnce() -> T) -> T {
    TAKERS.with(|takers| takers.set(takers.get() + 1));
    let reserved = reserve();
    TAKERS.with(|takers| takers.set(takers.get() - 1));
    reserved
}

/// Returns `true` if this thread is inside a call of [`fallible`].
pub fn is_fallible() -> bool {
    // A thread that ends has no such variable any more.
    TAKERS.try_with(|takers| takers.get() > 0).unwrap_or(false)
}

/// Makes room for `more` values.
///
/// # Errors
/// When the memory is not to be had.
pub fn make_room<T>(values: &mut Vec<T>, more: usize) -> Result<(), TryReserveError> {
    if values.capacity() - values.len() >= more {
        return Ok(());
    }
    fallible(|| values.try_reserve(more))
}
