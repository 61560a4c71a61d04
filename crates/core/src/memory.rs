//! Fallible reservations. An allocator that ends the program when memory runs out asks [`is_fallible`] first: callers of
//! [`fallible`] and [`make_room`] handle an error instead.

use std::cell::Cell;
use std::collections::TryReserveError;

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
