//! The allocator of the program: where memory is not to be had, one line says how much, and the program ends with exit code 4. Without it
//! the program would be killed by a signal.
#![allow(
    unsafe_code,
    reason = "an allocator is an unsafe trait; every call goes to that of the system"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The allocator of the system, which ends the program where it has nothing left and the caller takes no error.
pub struct Told;

// SAFETY: layouts and pointers are handed to `System` as they came, and what it returns is handed back as it is.
unsafe impl GlobalAlloc for Told {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is that of `System`.
        checked(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the block is one of `System`, because every other function here returns its blocks.
        checked(unsafe { System.realloc(pointer, layout, size) }, size)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the block is one of `System`, as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// A block, or the end of the program.
fn checked(block: *mut u8, size: usize) -> *mut u8 {
    if block.is_null() && !restrap_cli::takes_memory_errors() {
        end(size);
    }
    block
}

#[cold]
fn end(size: usize) -> ! {
    // Nothing here may take memory.
    let mut line = [0; 96];
    let mut rest = &mut line[..];
    let _ = writeln!(rest, "error: cannot get {size} bytes of memory");
    let left = rest.len();
    let told = line.len() - left;
    let _ = std::io::stderr().write_all(&line[..told]);
    std::process::exit(i32::from(restrap_cli::MEMORY))
}
