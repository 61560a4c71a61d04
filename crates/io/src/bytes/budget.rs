//! How much memory the content of one file may take.
//!
//! Three megabytes of gzip can unpack to three gigabytes, and a device has no end: what does not fit is refused while it is
//! read, not when the system has no memory left. Unless it is set, the budget is half of the memory that is free when the
//! file grows beyond [`FREE`]: the other half is for columns and for what is computed from them.

use std::fs::read_to_string;
use std::sync::atomic::{AtomicU64, Ordering};

/// Content up to here is always read.
pub(crate) const FREE: u64 = 16 << 20;
/// Where the system does not say what it has.
const UNKNOWN: u64 = 16 << 30;

/// What was set; 0 is nothing.
static SET: AtomicU64 = AtomicU64::new(0);

/// Sets how many bytes of this process the content of each file may take from now on, unpacked; mapped files take none.
pub fn set_memory(bytes: u64) {
    SET.store(bytes.max(1), Ordering::Relaxed);
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
