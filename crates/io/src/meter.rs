//! The progress of reading files and scoring outputs, for a caller that waits.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Counts bytes that are read and segments that are scored, and says when to stop the scoring. Clones count together.
#[derive(Clone, Debug, Default)]
pub struct Meter(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    read: Tally,
    scored: Tally,
    systems: AtomicU64,
    stopped: AtomicBool,
}

/// How much is done, and how much there is to do as far as is known.
#[derive(Debug, Default)]
pub struct Tally {
    done: AtomicU64,
    known: AtomicU64,
}

impl Meter {
    /// Bytes of files as stored.
    pub fn read(&self) -> &Tally {
        &self.0.read
    }

    /// Segments of all systems.
    pub fn scored(&self) -> &Tally {
        &self.0.scored
    }

    /// One more system has its score.
    pub fn finish_system(&self) {
        self.0.systems.fetch_add(1, Relaxed);
    }

    /// Systems that have their score.
    pub fn systems(&self) -> u64 {
        self.0.systems.load(Relaxed)
    }

    /// Asks for what is finished: scoring ends with the segments that are being scored.
    pub fn stop(&self) {
        self.0.stopped.store(true, Relaxed);
    }

    /// Whether only what is finished is wanted.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Relaxed)
    }

    /// Makes the bytes of files known before any of them is read; folders and pipes have none to tell.
    pub fn expect_files<'p>(&self, paths: impl IntoIterator<Item = &'p str>) {
        self.read().expect(paths.into_iter().map(stored).sum());
    }

    /// The reading of a file that was expected.
    pub fn file(&self, path: &str) -> Reading<'_> {
        Reading {
            tally: Some(self.read()),
            stored: stored(path),
            told: AtomicU64::new(0),
        }
    }
}

impl Tally {
    /// So much more is known.
    pub fn expect(&self, more: u64) {
        self.known.fetch_add(more, Relaxed);
    }

    /// So much more is done.
    pub fn add(&self, more: u64) {
        self.done.fetch_add(more, Relaxed);
    }

    /// What is done, and what is known.
    pub fn now(&self) -> (u64, u64) {
        (self.done.load(Relaxed), self.known.load(Relaxed))
    }
}

/// One file that is being read. All of it is read when this is dropped.
#[derive(Debug, Default)]
pub struct Reading<'m> {
    tally: Option<&'m Tally>,
    stored: u64,
    told: AtomicU64,
}

impl Reading<'_> {
    /// So many bytes of its content are parsed, of so many after unpacking.
    pub(crate) fn parsed(&self, bytes: usize, of: usize) {
        if let Some(tally) = self.tally {
            // A part of a file is below 2^53 bytes.
            let stored = (self.stored as f64 * bytes as f64 / of.max(1) as f64) as u64;
            self.told.fetch_add(stored, Relaxed);
            tally.add(stored);
        }
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        if let Some(tally) = self.tally {
            tally.add(self.stored.saturating_sub(*self.told.get_mut()));
        }
    }
}

fn stored(path: &str) -> u64 {
    std::fs::metadata(Path::new(path)).map_or(0, |meta| if meta.is_file() { meta.len() } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_counts_once_however_it_is_cut() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, [b'x'; 1_000]).unwrap();
        let path = file.path().to_str().unwrap();
        let meter = Meter::default();
        meter.expect_files([path, "nowhere"]);
        let reading = meter.file(path);
        reading.parsed(300, 900);
        assert_eq!(meter.read().now(), (333, 1_000));
        reading.parsed(600, 900);
        drop(reading);
        assert_eq!(meter.read().now(), (1_000, 1_000));
    }
}
