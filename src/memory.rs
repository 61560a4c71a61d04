//! The allocator of the program. When memory runs out, or `--memory` allows no more, it prints the number of bytes and exits with code
//! 4; the default handler would abort with a signal.
#![allow(
    unsafe_code,
    reason = "an allocator is an unsafe trait; every call goes to that of the system"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::ptr::null_mut;

use restrap_cli::memory::{self, Limit};

/// The system's allocator within the limit of `--memory`, which exits when memory runs out outside of fallible reservations.
pub struct ExitingAllocator;

// SAFETY: layouts and pointers are handed to `System` as they came, and what it returns is handed back as it is.
unsafe impl GlobalAlloc for ExitingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is that of `System`.
        counted(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        counted(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the block is one of `System`, because every other function here returns its blocks.
        let moved = || unsafe { System.realloc(pointer, layout, size) };
        let moved = counted(size.saturating_sub(layout.size()), moved);
        if !moved.is_null() {
            memory::give(layout.size().saturating_sub(size));
        }
        moved
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        memory::give(layout.size());
        // SAFETY: the block is one of `System`, as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Returns a block that was counted, or exits if there is none and the caller cannot handle that.
fn counted(size: usize, block: impl FnOnce() -> *mut u8) -> *mut u8 {
    let is_allowed = memory::take(size);
    let block = if is_allowed { block() } else { null_mut() };
    if block.is_null() {
        if is_allowed {
            memory::give(size);
        }
        if !memory::is_fallible() {
            exit_without(size, is_allowed);
        }
    }
    block
}

#[cold]
fn exit_without(size: usize, is_allowed: bool) -> ! {
    // Nothing here may take memory.
    let mut line = [0; 256];
    let mut rest = &mut line[..];
    let _ = match Limit::now().filter(|_| !is_allowed) {
        Some(Limit { allowed, held }) => writeln!(
            rest,
            "error: --memory allows {allowed} bytes; {held} are held and {size} more are needed\nhint: raise --memory, or leave it out"
        ),
        None => writeln!(rest, "error: cannot get {size} bytes of memory"),
    };
    let left = rest.len();
    let told = line.len() - left;
    let _ = std::io::stderr().write_all(&line[..told]);
    std::process::exit(i32::from(restrap_cli::MEMORY))
}
