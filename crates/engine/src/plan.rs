//! How a resample is drawn: a frozen function of the data, never of threads, clock or R.

use std::fmt;

/// How a sampled test draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Counts of distinct values.
    Compressed,
    /// Item by item: uniform indices, or one fair bit an item.
    Indexed,
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Compressed => "compressed",
            Self::Indexed => "indexed",
        })
    }
}

/// A binomial draw costs about as much as 16 indexed ones (70 ns against 4 ns).
const BINOMIAL_IN_INDICES: u64 = 16;
/// A binomial draw costs about as much as 64 coins dotted with their planes.
const BINOMIAL_IN_COINS: u64 = 64;

/// Route of a bootstrap sum of `items` with `groups` distinct values.
pub fn bootstrap_route(items: u64, groups: u64) -> Route {
    if groups * BINOMIAL_IN_INDICES <= items {
        Route::Compressed
    } else {
        small(items, groups, BINOMIAL_IN_INDICES)
    }
}

/// Route of random swaps of `items` that differ, with `groups` distinct sizes.
pub fn permutation_route(items: u64, groups: u64) -> Route {
    if groups * BINOMIAL_IN_COINS <= items {
        Route::Compressed
    } else {
        small(items, groups, BINOMIAL_IN_COINS)
    }
}

/// Few groups are compressed even among few items: small means take the cheap walk, not the rejection.
fn small(items: u64, groups: u64, factor: u64) -> Route {
    if groups <= 4 && items * 4 >= factor { Route::Compressed } else { Route::Indexed }
}

/// Resamples a shard: about a millisecond of draws, a power of two.
pub fn default_shard_size(cost: u64) -> u64 {
    (65_536 / cost.max(1)).clamp(1, 4_096).next_power_of_two()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graded_scores_are_compressed_and_continuous_ones_are_not() {
        assert_eq!(bootstrap_route(1_000_000, 95), Route::Compressed);
        assert_eq!(bootstrap_route(10, 3), Route::Compressed);
        assert_eq!(bootstrap_route(1_000, 1_000), Route::Indexed);
        assert_eq!(permutation_route(1_000_000, 48), Route::Compressed);
        assert_eq!(permutation_route(1_000, 900), Route::Indexed);
    }
}
