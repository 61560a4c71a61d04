//! How a resample is drawn: a frozen function of the data, never of threads, clock or R.

use restrap_words::vocabulary;

vocabulary! {
    /// How a sampled test draws.
    pub enum Route: "a route" {
        /// Counts of distinct values.
        Compressed = "compressed",
        /// A random byte (bootstrap) or bit (swaps) an item, dotted with the planes.
        Streamed = "streamed",
        /// n uniform indices, or one fair bit an item: the oracle, and the route of few items.
        Indexed = "indexed",
    }
}

/// Items from which bytes beat indices: below, what a resample costs whatever its size weighs more.
const STREAMED_FROM: u64 = 64;
/// Groups that are split off one by one, in less time than anything else takes.
const FEW_GROUPS: u64 = 4;
/// Streamed items that cost as much as a group of a compressed bootstrap (9 ns against 0.15 ns per item).
const GROUP_IN_BYTES: u64 = 64;
/// Streamed signs that cost as much as a group of compressed swaps (3 ns against 0.023 ns per item).
const GROUP_IN_BITS: u64 = 128;

/// Route of a bootstrap sum of `items` with `groups` distinct rows: a frozen table, part of the stream's definition.
pub fn bootstrap_route(items: u64, groups: u64) -> Route {
    match () {
        () if groups <= FEW_GROUPS || groups.saturating_mul(GROUP_IN_BYTES) <= items => {
            Route::Compressed
        }
        () if items < STREAMED_FROM => Route::Indexed,
        () => Route::Streamed,
    }
}

/// Route of random swaps of `items` that differ, with `groups` distinct rows of differences up to sign.
pub fn permutation_route(items: u64, groups: u64) -> Route {
    if groups <= FEW_GROUPS || groups.saturating_mul(GROUP_IN_BITS) <= items {
        Route::Compressed
    } else {
        Route::Streamed
    }
}

/// Routes for several columns that are summed together: the cost of a group is compared with the cost of an item in each
/// column.
pub mod joint_route {
    use super::{FEW_GROUPS, GROUP_IN_BITS, GROUP_IN_BYTES, Route, STREAMED_FROM};

    /// Columns that cost as much again as drawing a byte or a bit per item.
    const COLUMNS: u64 = 4;

    /// Distinct rows up to which `items` in `columns` are drawn compressed: a frozen table, part of the stream's definition.
    pub fn most_groups(swaps: bool, items: u64, columns: u64) -> u64 {
        let group = if swaps { GROUP_IN_BITS } else { GROUP_IN_BYTES };
        // One column costs what it costs alone.
        let times = 1 + columns.saturating_sub(1) / COLUMNS;
        (items.saturating_mul(times) / group)
            .min(items)
            .max(FEW_GROUPS)
    }

    /// Groups up to which swaps of sparse columns are drawn compressed: a group takes 3 ns, 5 beyond the words of a tile, an item that
    /// differs 0.06 ns, in hundreds of columns of labels (`restrap_core::SlicedFlips`). A frozen table too.
    pub fn most_groups_beside_bits(items: u64) -> u64 {
        /// Below it a resample takes less than a microsecond either way.
        const FROM: u64 = 256;
        const GROUP_IN_ITEMS: u64 = 48;
        (items / GROUP_IN_ITEMS).max(FROM)
    }

    /// The route for more groups.
    pub fn beyond(swaps: bool, items: u64) -> Route {
        if swaps || items >= STREAMED_FROM {
            Route::Streamed
        } else {
            Route::Indexed
        }
    }
}

/// Resamples per shard: about a millisecond of draws, a power of two, at least one batch.
pub fn default_shard_size(cost: u64, batch: u64) -> u64 {
    (65_536 / cost.max(1))
        .clamp(batch.max(1), 4_096)
        .next_power_of_two()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graded_scores_are_compressed_and_continuous_ones_are_not() {
        assert_eq!(bootstrap_route(1_000_000, 95), Route::Compressed);
        assert_eq!(bootstrap_route(10, 3), Route::Compressed);
        assert_eq!(bootstrap_route(6_980, 94), Route::Compressed);
        assert_eq!(bootstrap_route(1_000, 1_000), Route::Streamed);
        assert_eq!(bootstrap_route(100, 90), Route::Streamed);
        assert_eq!(bootstrap_route(50, 40), Route::Indexed);
        assert_eq!(permutation_route(1_000_000, 48), Route::Compressed);
        assert_eq!(permutation_route(1_000, 900), Route::Streamed);
    }
}
