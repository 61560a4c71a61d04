//! How much memory the content of one file may take.
//!
//! Three megabytes of gzip can unpack to three gigabytes, and a device has no end: what does not fit is refused while it is
//! read, not when the system has no memory left. Unless it is set, the budget is half of the memory that is free when the
//! file grows beyond [`FREE`]: the other half is for columns and for what is computed from them.
//!
//! A budget that is set is for all that grows with the data: files whose scores alone take more are refused before any of them is
//! read, and the allocator of the program gives no more than it allows.

use std::fs::{File, read_to_string};
use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};

use restrap_core::memory;

use crate::Error;
use crate::bytes::{decompress, named};
use crate::format::magic;

/// Content up to here is always read.
pub(crate) const FREE: u64 = 16 << 20;
/// Where the system does not say what it has.
const UNKNOWN: u64 = 16 << 30;

/// What was set; 0 is nothing.
static SET: AtomicU64 = AtomicU64::new(0);

/// Sets how many bytes of this process the content of each file, unpacked, may take from now on, and all that is computed from
/// them; mapped files take none. Less than 16 MiB is 16 MiB.
pub fn set_memory(bytes: u64) {
    let bytes = bytes.max(FREE);
    SET.store(bytes, Ordering::Relaxed);
    memory::limit(bytes);
}

/// Refuses files whose scores take more than was set, before any of them is read.
///
/// # Errors
/// At the file with which they are too many.
pub(crate) fn check<'p>(paths: impl IntoIterator<Item = &'p str>) -> Result<(), Error> {
    let allowed = SET.load(Ordering::Relaxed);
    if allowed == 0 {
        return Ok(());
    }
    let mut bytes = 0;
    for path in paths {
        bytes += rows(path).unwrap_or(0) * size_of::<f64>() as u64;
        if bytes > allowed {
            return Err(Error::Scores {
                path: named::shown(path).to_owned(),
                bytes,
                allowed,
            });
        }
    }
    Ok(())
}

/// About how many rows a file has, each with a score at least; `None` where its first bytes do not say.
fn rows(path: &str) -> Option<u64> {
    let mut file = File::open(path).ok()?;
    let stored = file
        .metadata()
        .ok()
        .filter(std::fs::Metadata::is_file)?
        .len();
    let mut first = Vec::new();
    file.by_ref().take(1 << 16).read_to_end(&mut first).ok()?;
    if magic::format(&first).is_some() || decompress::detect(&first).is_some() {
        // Numbers of 8 bytes, packed or not.
        return first.starts_with(b"\x93NUMPY").then_some(stored / 8);
    }
    let lines = memchr::memchr_iter(b'\n', &first).count() as u64;
    (lines > 1).then(|| stored * lines / first.len() as u64)
}

/// Bytes that the content of a file may take: what was set, or half of what is free.
pub fn allowed_memory() -> u64 {
    match SET.load(Ordering::Relaxed) {
        0 => (free().unwrap_or(UNKNOWN) / 2).max(FREE),
        set => set,
    }
}

/// What is free for this process, where the system says: memory, what its control group leaves, and its address space.
fn free() -> Option<u64> {
    let in_kib = |path: &str, key: &str| {
        let text = read_to_string(path).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(key))?;
        line.split_whitespace()
            .next()?
            .parse::<u64>()
            .ok()
            .map(|kib| kib << 10)
    };
    let whole = |path: &str| read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let left = |most: &str, used: &str| Some(whole(most)?.saturating_sub(whole(used)?));
    let limits = read_to_string("/proc/self/limits").unwrap_or_default();
    let space = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"));
    let space = space.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    let used = in_kib("/proc/self/status", "VmSize:").unwrap_or(0);
    [
        in_kib("/proc/meminfo", "MemAvailable:"),
        left("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
        left(
            "/sys/fs/cgroup/memory/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/memory.usage_in_bytes",
        ),
        space.map(|space| space.saturating_sub(used)),
    ]
    .into_iter()
    .flatten()
    .min()
}
