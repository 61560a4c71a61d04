//! Resamples of few distinct values: how often each value is taken, without looking at the items.
//!
//! **Bootstrap.** Counts over G groups are Multinomial(n; shares). Independent Poisson counts with means proportional to
//! the shares are multinomial given their total; so are the sums of several such rounds, as long as whether a round is
//! kept depends on its total alone. A ladder of rounds with fixed means, each a table, fills n up: a round is the largest
//! whose mean plus 2.5 standard deviations fits what is missing, is drawn again in the rare case that it does not fit, and
//! the last few draws go to groups one by one. Exact in distribution up to `alias`; some four rounds of G table look-ups at
//! n = 10⁶, whatever n.
//!
//! **Swaps.** The positive signs among m items of one size are Binomial(m, ½): one look-up a distinct size.
//!
//! Words come from tiles shared by consecutive resamples, a fixed number each; a resample that needs more goes on with its
//! scalar stream.

use std::collections::BTreeMap;

use rand::Rng;

use crate::alias::AliasTable;
use crate::arch::{Level, TILE, Tile};
use crate::draw::Resampler;
use crate::rows::DistinctRows;
use crate::stream::{Address, Domain, FIRST_LANE_BLOCK, ScalarStream};

/// 64-bit words of a tile.
const WORDS: usize = TILE / 8;
/// Standard deviations of its total that a round keeps below what is missing.
const MARGIN: f64 = 2.5;

/// Uniform words of one resample: its share of a tile, then its scalar stream.
struct Words<'a> {
    tile: &'a [u8],
    next: usize,
    address: Address,
    beyond: Option<ScalarStream>,
}

impl Words<'_> {
    fn next(&mut self) -> u64 {
        if let Some(word) = self.tile.get(self.next..).and_then(|rest| rest.first_chunk()) {
            self.next += 8;
            return u64::from_le_bytes(*word);
        }
        self.beyond.get_or_insert_with(|| self.address.scalar()).next_u64()
    }
}

/// Where the words of resamples come from.
#[derive(Clone, Copy, Debug)]
struct Source {
    domain: Domain,
    /// Words of a tile that belong to one resample: a power of two up to a whole tile.
    words: usize,
    level: Level,
}

impl Source {
    fn new(domain: Domain, expected: usize, level: Level) -> Self {
        Self { domain, words: expected.next_power_of_two().clamp(1, WORDS), level }
    }

    /// Calls `draw` for consecutive resamples, each with its words.
    fn each(
        &self,
        seed: u64,
        comparison: u16,
        first: u64,
        sums: &mut [i64],
        mut draw: impl FnMut(&mut Words) -> i64,
    ) {
        let sharing = (WORDS / self.words) as u64;
        let mut tile = Tile::default();
        let mut filled = None;
        for (place, sum) in sums.iter_mut().enumerate() {
            let resample = first + place as u64;
            let (block, slot) = (resample / sharing, (resample % sharing) as usize);
            let address =
                |resample| Address { seed, domain: self.domain, comparison, resample, tile: 0, attempt: 0 };
            if filled != Some(block) {
                let (counter, key) = address(block).words(FIRST_LANE_BLOCK);
                (self.level.kernels().fill)(counter, key, &mut tile.0);
                filled = Some(block);
            }
            // The scalar stream has blocks of its own, so a shared tile and a resample of the same number never meet.
            let share = slot * self.words * 8;
            let mut words = Words {
                tile: &tile.0[share..share + self.words * 8],
                next: 0,
                address: address(resample),
                beyond: None,
            };
            *sum = draw(&mut words);
        }
    }
}

/// One round of the ladder: a table for each group.
#[derive(Clone, Debug)]
struct Round {
    /// Smallest number of missing draws that it is used for.
    least: u64,
    /// Index into the tables, one a group.
    tables: Vec<u32>,
}

/// Bootstrap of few distinct values.
#[derive(Clone, Debug)]
pub struct CompressedBootstrap {
    rows: DistinctRows,
    items: u64,
    /// Largest mean first.
    ladder: Vec<Round>,
    tables: Vec<AliasTable>,
    owners: AliasTable,
    source: Source,
}

impl CompressedBootstrap {
    /// As many draws as items; random bytes by the kernels of a level.
    pub fn new(rows: DistinctRows, level: Level) -> Self {
        let items = rows.items();
        let n = items as f64;
        let owners = AliasTable::weighted(&rows.counts.iter().map(|&c| c as f64).collect::<Vec<_>>());
        let mut means = vec![n - MARGIN * libm::sqrt(n)];
        let mut power = 1_u64 << 62;
        while power as usize > rows.len() {
            if (power as f64) < MARGIN * 2.0 * libm::sqrt(n) {
                means.push(power as f64);
            }
            power /= 2;
        }
        let mut tables = Vec::new();
        let mut ladder: Vec<Round> = Vec::new();
        for mean in means.into_iter().filter(|&mean| mean >= 1.0) {
            let mut by_count = BTreeMap::new();
            let of_group = rows.counts.iter().map(|&count| {
                *by_count.entry(count).or_insert_with(|| {
                    tables.push(AliasTable::poisson(mean * (count as f64 / n)));
                    tables.len() as u32 - 1
                })
            });
            let of_group = of_group.collect();
            let least = (mean + MARGIN * libm::sqrt(mean)).floor() as u64;
            ladder.push(Round { least: least.min(items), tables: of_group });
        }
        // Four rounds and the single draws, on average; a resample with bad luck goes on with its scalar stream.
        let source = Source::new(Domain::Bootstrap, 5 * rows.len() + 8, level);
        Self { rows, items, ladder, tables, owners, source }
    }

    fn draw(&self, words: &mut Words, counts: &mut [u64]) {
        counts.fill(0);
        let mut missing = self.items;
        let mut round = vec![0; counts.len()];
        while let Some(step) = self.ladder.iter().find(|step| step.least <= missing && missing > 0) {
            loop {
                let mut total = 0;
                for (count, &table) in round.iter_mut().zip(&step.tables) {
                    *count = self.tables[table as usize].draw(words.next());
                    total += *count;
                }
                if total <= missing {
                    missing -= total;
                    break;
                }
            }
            counts.iter_mut().zip(&round).for_each(|(count, more)| *count += more);
        }
        for _ in 0..missing {
            counts[self.owners.draw(words.next()) as usize] += 1;
        }
    }
}

impl Resampler for CompressedBootstrap {
    fn sum(&self, seed: u64, comparison: u16, resample: u64) -> i64 {
        let mut sum = [0];
        self.sums(seed, comparison, resample, &mut sum);
        sum[0]
    }

    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        let mut counts = vec![0; self.rows.len()];
        self.source.each(seed, comparison, first, sums, |words| {
            self.draw(words, &mut counts);
            counts.iter().zip(&self.rows.values).map(|(&k, value)| k.cast_signed() * value).sum()
        });
    }

    fn batch(&self) -> u64 {
        (WORDS / self.source.words) as u64
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let mut counts = vec![0; self.rows.len()];
        self.source.each(seed, comparison, resample, &mut [0], |words| {
            self.draw(words, &mut counts);
            0
        });
        counts
    }

    fn cost(&self) -> u64 {
        4 * self.rows.len() as u64
    }
}

/// Random swaps of few distinct sizes.
#[derive(Clone, Debug)]
pub struct CompressedFlips {
    /// Distinct |d| > 0, how many items have it, and the law of its positive signs; most frequent first, then by size.
    sizes: Vec<(i64, i64, AliasTable)>,
    source: Source,
}

impl CompressedFlips {
    /// From distinct sizes |d|; a size of 0 is left out, swapping it changes nothing.
    pub fn new(sizes: &DistinctRows, level: Level) -> Self {
        let sizes = sizes.pairs().into_iter().filter(|&(size, _)| size != 0);
        let sizes: Vec<(i64, i64, AliasTable)> =
            sizes.map(|(size, m)| (size, m.cast_signed(), AliasTable::coins(m))).collect();
        let source = Source::new(Domain::Permutation, sizes.len(), level);
        Self { sizes, source }
    }
}

impl Resampler for CompressedFlips {
    fn sum(&self, seed: u64, comparison: u16, resample: u64) -> i64 {
        let mut sum = [0];
        self.sums(seed, comparison, resample, &mut sum);
        sum[0]
    }

    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        self.source.each(seed, comparison, first, sums, |words| {
            let signed = |(size, m, law): &(i64, i64, AliasTable)| {
                size * (2 * law.draw(words.next()).cast_signed() - m)
            };
            self.sizes.iter().map(signed).sum()
        });
    }

    fn batch(&self) -> u64 {
        (WORDS / self.source.words) as u64
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let mut counts = Vec::new();
        self.source.each(seed, comparison, resample, &mut [0], |words| {
            counts = self.sizes.iter().map(|(_, _, law)| law.draw(words.next())).collect();
            0
        });
        counts
    }

    fn cost(&self) -> u64 {
        self.sizes.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> DistinctRows {
        DistinctRows { values: vec![0, 3, -1, 7], counts: vec![700, 200, 90, 10] }
    }

    #[test]
    fn any_start_and_batch_gives_the_same_sums() {
        let bootstrap = CompressedBootstrap::new(rows(), Level::detected());
        let flips = CompressedFlips::new(&rows(), Level::Scalar);
        for resampler in [&bootstrap as &dyn Resampler, &flips] {
            let one_by_one: Vec<i64> = (0..200).map(|r| resampler.sum(5, 2, r)).collect();
            for start in [0, 1, 17, 63] {
                let mut sums = vec![0; 100];
                resampler.sums(5, 2, start as u64, &mut sums);
                assert_eq!(sums, one_by_one[start..start + 100]);
            }
        }
    }

    #[test]
    fn counts_always_add_up_to_the_items() {
        for n in [1, 2, 3, 10, 60, 1_000, 1_000_000] {
            let rows = DistinctRows { values: vec![0, 5], counts: vec![n, n / 3 + 1] };
            let items = rows.items();
            let bootstrap = CompressedBootstrap::new(rows, Level::detected());
            for r in 0..300 {
                assert_eq!(bootstrap.counts(1, 0, r).iter().sum::<u64>(), items, "{n}");
            }
        }
    }

    /// Standardised mean and variance of each group's count, and of one covariance, over many resamples.
    fn worst_deviation(bootstrap: &CompressedBootstrap, shares: &[f64], items: f64) -> f64 {
        const R: u64 = 40_000;
        let counts: Vec<Vec<u64>> = (0..R).map(|r| bootstrap.counts(9, 0, r)).collect();
        let mean = |f: &dyn Fn(&[u64]) -> f64| counts.iter().map(|c| f(c)).sum::<f64>() / R as f64;
        let mut worst: f64 = 0.0;
        for (g, p) in shares.iter().enumerate() {
            let variance = items * p * (1.0 - p);
            let centred = |c: &[u64]| (c[g] as f64 - items * p) / variance.sqrt();
            worst = worst.max((mean(&centred) * (R as f64).sqrt()).abs());
            let excess = mean(&|c| centred(c).powi(2)) - 1.0;
            worst = worst.max((excess * (R as f64 / (2.0 + 1.0 / variance)).sqrt()).abs());
        }
        let (p, q) = (shares[0], shares[1]);
        let covariance = mean(&|c| (c[0] as f64 - items * p) * (c[1] as f64 - items * q));
        let scale = items * (p * (1.0 - p) * q * (1.0 - q)).sqrt();
        worst.max(((covariance + items * p * q) / scale * (R as f64).sqrt()).abs())
    }

    #[test]
    fn counts_are_multinomial_and_a_ladder_without_margin_is_not() {
        let shares = [0.7, 0.2, 0.09, 0.01];
        let bootstrap = CompressedBootstrap::new(rows(), Level::detected());
        // Nine standardised figures: the largest exceeds 4.5 once in 10^4 seeds.
        let worst = worst_deviation(&bootstrap, &shares, 1_000.0);
        assert!(worst < 4.5, "{worst}");
        // Negative control: a group whose table is that of its neighbour.
        let mut wrong = bootstrap;
        for round in &mut wrong.ladder {
            round.tables[2] = round.tables[3];
        }
        assert!(worst_deviation(&wrong, &shares, 1_000.0) > 4.5, "the judge must see a wrong share");
    }
}
