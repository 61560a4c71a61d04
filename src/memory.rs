//! The allocator of the program. When memory runs out it prints the number of bytes and exits with code 4; the default handler would
//! abort with a signal.
#![allow(
    unsafe_code,
    reason = "an allocator is an unsafe trait; every call goes to that of the system"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The system's allocator, which exits when memory runs out outside of fallible reservations.
pub struct ExitingAllocator;

// SAFETY: layouts and pointers are handed to `System` as they came, and what it returns is handed back as it is.
unsafe impl GlobalAlloc for ExitingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is that of `System`.
        or_exit(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        or_exit(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the block is one of `System`, because every other function here returns its blocks.
        or_exit(unsafe { System.realloc(pointer, layout, size) }, size)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the block is one of `System`, as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Returns the block, or exits if it is null and the caller cannot handle that.
fn or_exit(block: *mut u8, size: usize) -> *mut u8 {
    if block.is_null() && !restrap_cli::takes_memory_errors() {
        exit_without(size);
    }
    block
}

#[cold]
fn exit_without(size: usize) -> ! {
    // Nothing here may take memory.
    let mut line = [0; 96];
    let mut rest = &mut line[..];
    let _ = writeln!(rest, "error: cannot get {size} bytes of memory");
    let left = rest.len();
    let told = line.len() - left;
    let _ = std::io::stderr().write_all(&line[..told]);
    std::process::exit(i32::from(restrap_cli::MEMORY))
}
