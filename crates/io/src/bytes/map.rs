//! The one place where a file is mapped into memory.
//!
//! A mapping is read by the parser and dropped before anything is computed with the scores, so that a file that
//! changes in the third hour cannot harm a run. Cost: no copy of the file. Limit: a file that is *truncated while
//! it is being parsed* raises SIGBUS, which no process can recover from cleanly; `--no-mmap` and pipes avoid it.

#![allow(unsafe_code)]
use std::fs::File;
use std::io;
use std::ops::Deref;

/// The bytes of a file, mapped read-only.
#[derive(Debug)]
pub(crate) struct Map(memmap2::Mmap);

impl Map {
    /// Maps the whole file; an error means that the caller should read it instead.
    pub(crate) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: `Mmap::map` asks that the file is not modified while the mapping lives, which no program can
        // enforce on Unix. What holds here: the mapping is private to this crate and lives for one parse; it is
        // read only as `[u8]`, for which every bit pattern is valid; the readers (memchr, csv-core, fast-float2,
        // blake3, this crate, and the rankings of restrap-metrics, which compare bytes) index within the mapped
        // length, which does not change, and none skips a bounds or UTF-8 check on the strength of a value it read
        // earlier: who keeps checked text (JSON, outputs and references of metrics) is given a copy. Every score is
        // copied out, and size and modification time are compared before a result is used, so that bytes which did
        // change lead to an error and not to a wrong number. What remains is the truncation named in the module head.
        let map = unsafe { memmap2::Mmap::map(file)? };
        Ok(Self(map))
    }
}

impl Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
