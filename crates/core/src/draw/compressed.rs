//! Resamples of few distinct rows: how often each is taken, without looking at the items.
//!
//! **Bootstrap.** Counts over G groups are Multinomial(m; shares).
//! Up to four groups are split off one after the other: each count is binomial given those before (`tables::binomial`).
//! More groups take independent Poisson counts with means proportional to the shares, which are multinomial given their
//! total; so are the sums of several such rounds, as long as whether a round is kept depends on its total alone. A ladder
//! of rounds with fixed means, each a table, fills m up: a round is the largest whose mean plus 2.5 standard deviations fits
//! what is missing, is drawn again in the rare case that it does not fit, and the last few draws go to groups one by one.
//! Exact in distribution up to `tables::alias`; some four rounds of G table look-ups at m = 10⁶, whatever m.
//!
//! **Swaps.** The positive signs among m items of one row of differences are Binomial(m, ½): one look-up a distinct row.
//!
//! Words come from tiles shared by consecutive resamples, a fixed number each; a resample that needs more goes on with its
//! scalar stream.

use std::collections::BTreeMap;

use rand::Rng;

use super::resampler::Resampler;
use crate::arch::{Level, TILE};
use crate::rows::JointRows;
use crate::stream::{Address, Domain, FIRST_LANE_BLOCK, ScalarStream};
use crate::tables::AliasTable;
use crate::tables::ConditionalBinomial;

/// 64-bit words of a tile.
const WORDS: usize = TILE / 8;
/// Standard deviations of its total that a round keeps below what is missing.
const MARGIN: f64 = 2.5;
/// Most groups that are split off one by one.
const SPLIT: usize = 4;

/// Uniform words of one resample: its share of a tile, then its scalar stream.
struct Words<'a> {
    tile: std::slice::Iter<'a, [u8; 8]>,
    address: Address,
    beyond: Option<ScalarStream>,
}

impl Words<'_> {
    fn next(&mut self) -> u64 {
        match self.tile.next() {
            Some(&word) => u64::from_le_bytes(word),
            None => self.next_beyond(),
        }
    }

    #[cold]
    #[inline(never)]
    fn next_beyond(&mut self) -> u64 {
        self.beyond
            .get_or_insert_with(|| self.address.scalar())
            .next_u64()
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
        Self {
            domain,
            words: expected.next_power_of_two().clamp(1, WORDS),
            level,
        }
    }

    /// Resamples that share a tile.
    fn sharing(&self) -> u64 {
        (WORDS / self.words) as u64
    }

    /// Calls `draw` for consecutive resamples, each with its words and its chunk of `sums`.
    fn each(
        &self,
        (seed, comparison, first): (u64, u16, u64),
        sums: &mut [i64],
        columns: usize,
        mut draw: impl FnMut(&mut Words, &mut [i64]),
    ) {
        let kernels = self.level.kernels();
        let mut tile = [0; TILE];
        let mut chunks = sums.chunks_exact_mut(columns);
        let mut resample = first;
        while chunks.len() > 0 {
            let (block, slot) = (
                resample / self.sharing(),
                (resample % self.sharing()) as usize,
            );
            let address = Address {
                seed,
                domain: self.domain,
                comparison,
                resample,
                tile: 0,
                attempt: 0,
            };
            let (counter, key) = Address {
                resample: block,
                ..address
            }
            .words(FIRST_LANE_BLOCK);
            (kernels.fill)(&mut (kernels.seed)(counter, key), &mut tile);
            // The scalar stream has blocks of its own, so a shared tile and a resample of the same number never meet.
            let shares = tile.as_chunks::<8>().0.chunks_exact(self.words).skip(slot);
            for (share, sums) in shares.zip(chunks.by_ref()) {
                let address = Address {
                    resample,
                    ..address
                };
                draw(
                    &mut Words {
                        tile: share.iter(),
                        address,
                        beyond: None,
                    },
                    sums,
                );
                resample += 1;
            }
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

/// How counts of groups are drawn.
#[derive(Clone, Debug)]
enum Split {
    /// The first group, then each of the others but the last given what is left.
    OneByOne {
        first: AliasTable,
        others: Vec<ConditionalBinomial>,
    },
    /// Rounds of Poisson counts, largest mean first, then single draws.
    Ladder {
        rounds: Vec<Round>,
        tables: Vec<AliasTable>,
        owners: AliasTable,
    },
}

impl Split {
    fn one_by_one(counts: &[u64], draws: u64) -> Self {
        let [one, middle @ .., _] = counts else {
            // One group takes all.
            return Self::OneByOne {
                first: AliasTable::weighted(&[1.0]),
                others: Vec::new(),
            };
        };
        let mut rest: u64 = counts.iter().sum::<u64>() - one;
        let first = AliasTable::binomial(draws, *one as f64 / rest as f64);
        // What is left after the first group is at least this; after the second, nothing is certain.
        let (mut floor, most) = (draws - first.most(), draws - first.least());
        let mut others = Vec::new();
        for &count in middle {
            rest -= count;
            others.push(ConditionalBinomial::new(floor, most, count, rest));
            floor = 0;
        }
        Self::OneByOne { first, others }
    }

    fn ladder(counts: &[u64], draws: u64) -> Self {
        let items = counts.iter().sum::<u64>() as f64;
        let m = draws as f64;
        let owners = AliasTable::weighted(&counts.iter().map(|&c| c as f64).collect::<Vec<_>>());
        let mut means = vec![m - MARGIN * libm::sqrt(m)];
        let mut power = 1_u64 << 62;
        while power as usize > counts.len() {
            if (power as f64) < MARGIN * 2.0 * libm::sqrt(m) {
                means.push(power as f64);
            }
            power /= 2;
        }
        let mut tables = Vec::new();
        let mut rounds: Vec<Round> = Vec::new();
        for mean in means.into_iter().filter(|&mean| mean >= 1.0) {
            let mut by_count = BTreeMap::new();
            let of_group = counts.iter().map(|&count| {
                *by_count.entry(count).or_insert_with(|| {
                    tables.push(AliasTable::poisson(mean * (count as f64 / items)));
                    tables.len() as u32 - 1
                })
            });
            let of_group = of_group.collect();
            let least = (mean + MARGIN * libm::sqrt(mean)).floor() as u64;
            rounds.push(Round {
                least: least.min(draws),
                tables: of_group,
            });
        }
        Self::Ladder {
            rounds,
            tables,
            owners,
        }
    }

    /// Words that a resample needs on average; one with bad luck goes on with its scalar stream.
    fn words(&self, groups: usize) -> usize {
        match self {
            Self::OneByOne { others, .. } => {
                1 + others
                    .iter()
                    .map(ConditionalBinomial::look_ups)
                    .sum::<usize>()
            }
            // Four rounds and the single draws.
            Self::Ladder { .. } => 5 * groups + 8,
        }
    }

    /// Counts of one resample; `round` is room for as many.
    fn draw(&self, draws: u64, words: &mut Words, counts: &mut [u64], round: &mut [u64]) {
        let mut missing = draws;
        match self {
            Self::OneByOne { first, others } => {
                let Some((last, but_last)) = counts.split_last_mut() else {
                    return;
                };
                if let Some((one, middle)) = but_last.split_first_mut() {
                    *one = first.draw(words.next());
                    missing -= *one;
                    for (count, law) in middle.iter_mut().zip(others) {
                        *count = law.draw(missing, || words.next());
                        missing -= *count;
                    }
                }
                *last = missing;
            }
            Self::Ladder {
                rounds,
                tables,
                owners,
            } => {
                counts.fill(0);
                while let Some(step) = rounds
                    .iter()
                    .find(|step| step.least <= missing && missing > 0)
                {
                    loop {
                        let mut total = 0;
                        for (count, &table) in round.iter_mut().zip(&step.tables) {
                            *count = tables[table as usize].draw(words.next());
                            total += *count;
                        }
                        if total <= missing {
                            missing -= total;
                            break;
                        }
                    }
                    counts
                        .iter_mut()
                        .zip(&*round)
                        .for_each(|(count, more)| *count += more);
                }
                for _ in 0..missing {
                    counts[owners.draw(words.next()) as usize] += 1;
                }
            }
        }
    }
}

/// Bootstrap of few distinct rows.
#[derive(Clone, Debug)]
pub struct CompressedBootstrap {
    rows: Weighted,
    draws: u64,
    split: Split,
    source: Source,
}

impl CompressedBootstrap {
    /// `draws` draws with replacement from the items of at least one group; random bytes by the kernels of a level.
    pub fn new(rows: impl Into<JointRows>, draws: u64, level: Level) -> Self {
        let rows = rows.into();
        let split = if rows.len() <= SPLIT {
            Split::one_by_one(rows.counts(), draws)
        } else {
            Split::ladder(rows.counts(), draws)
        };
        let source = Source::new(Domain::Bootstrap, split.words(rows.len()), level);
        Self {
            rows: Weighted::new(rows),
            draws,
            split,
            source,
        }
    }

    fn each(
        &self,
        start: (u64, u16, u64),
        sums: &mut [i64],
        mut take: impl FnMut(&[u64], &mut [i64]),
    ) {
        let mut counts = vec![0; self.rows.rows.len()];
        let mut round = counts.clone();
        self.source
            .each(start, sums, self.columns(), |words, sums| {
                self.split.draw(self.draws, words, &mut counts, &mut round);
                take(&counts, sums);
            });
    }
}

impl Resampler for CompressedBootstrap {
    fn columns(&self) -> usize {
        self.rows.rows.columns()
    }

    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        let counts = |counts: &[u64], sums: &mut [i64]| {
            self.rows
                .sum(counts.iter().map(|count| count.cast_signed()), sums);
        };
        self.each((seed, comparison, first), sums, counts);
    }

    fn batch(&self) -> u64 {
        self.source.sharing()
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let mut counts = Vec::new();
        let mut sums = vec![0; self.columns()];
        self.each((seed, comparison, resample), &mut sums, |drawn, _| {
            counts = drawn.to_vec();
        });
        counts
    }

    fn cost(&self) -> u64 {
        match self.split {
            Split::OneByOne { .. } => 2 * self.rows.rows.len() as u64,
            Split::Ladder { .. } => 4 * self.rows.rows.len() as u64,
        }
    }
}

/// Rows to be summed with coefficients.
#[derive(Clone, Debug)]
struct Weighted {
    rows: JointRows,
    /// The values of a single column, one per row.
    single: Vec<i64>,
}

impl Weighted {
    fn new(rows: JointRows) -> Self {
        let single = if rows.columns() == 1 {
            (0..rows.len())
                .map(|g| rows.entries(g).first().map_or(0, |entry| entry.1))
                .collect()
        } else {
            Vec::new()
        };
        Self { rows, single }
    }

    /// Sums of rows, each taken as often as its coefficient says.
    #[inline]
    fn sum(&self, coefficients: impl Iterator<Item = i64>, sums: &mut [i64]) {
        if let [sum] = sums {
            *sum = coefficients
                .zip(&self.single)
                .map(|(k, value)| k * value)
                .sum();
        } else {
            sums.fill(0);
            self.rows.add(coefficients, sums);
        }
    }
}

/// Random swaps of few distinct rows of differences.
#[derive(Clone, Debug)]
pub struct CompressedFlips {
    rows: Weighted,
    /// Items of each group and the law of their positive signs.
    laws: Vec<(i64, AliasTable)>,
    source: Source,
}

impl CompressedFlips {
    /// From distinct rows of differences, up to sign: see [`JointRows::of_differences`]. Swapping a row of zeros changes
    /// nothing.
    pub fn new(rows: impl Into<JointRows>, level: Level) -> Self {
        let rows = rows.into().without_zeros();
        let laws: Vec<_> = rows
            .counts()
            .iter()
            .map(|&m| (m.cast_signed(), AliasTable::coins(m)))
            .collect();
        let source = Source::new(Domain::Permutation, laws.len(), level);
        Self {
            rows: Weighted::new(rows),
            laws,
            source,
        }
    }
}

impl Resampler for CompressedFlips {
    fn columns(&self) -> usize {
        self.rows.rows.columns()
    }

    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        self.source.each(
            (seed, comparison, first),
            sums,
            self.columns(),
            |words, sums| {
                let nets = self
                    .laws
                    .iter()
                    .map(|(m, law)| 2 * law.draw(words.next()).cast_signed() - m);
                self.rows.sum(nets, sums);
            },
        );
    }

    fn batch(&self) -> u64 {
        self.source.sharing()
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let mut counts = Vec::new();
        let mut sums = vec![0; self.columns()];
        self.source.each(
            (seed, comparison, resample),
            &mut sums,
            self.columns(),
            |words, _| {
                counts = self
                    .laws
                    .iter()
                    .map(|(_, law)| law.draw(words.next()))
                    .collect();
            },
        );
        counts
    }

    fn cost(&self) -> u64 {
        self.laws.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many groups as asked for, of 1,000 items.
    fn rows(groups: usize) -> JointRows {
        let mut counts = vec![700, 200, 90, 10, 9, 8, 7, 6];
        counts.truncate(groups);
        counts[0] = counts[0] + 1_000 - counts.iter().sum::<u64>();
        JointRows::new(
            1,
            &(0..groups as i64).map(|g| g * g - 3).collect::<Vec<_>>(),
            counts,
        )
    }

    #[test]
    fn any_start_and_batch_gives_the_same_sums() {
        let few = CompressedBootstrap::new(rows(3), 1_000, Level::detected());
        let many = CompressedBootstrap::new(rows(8), 1_000, Level::detected());
        let flips = CompressedFlips::new(rows(4), Level::Scalar);
        for resampler in [&few as &dyn Resampler, &many, &flips] {
            let one_by_one: Vec<i64> = (0..200).map(|r| resampler.sum(5, 2, r)).collect();
            for start in [0, 1, 17, 63] {
                let mut sums = vec![0; 100];
                resampler.sums(5, 2, start as u64, &mut sums);
                assert_eq!(sums, one_by_one[start..start + 100]);
            }
        }
    }

    #[test]
    fn counts_always_add_up_to_the_draws() {
        for n in [1, 2, 3, 10, 60, 1_000, 1_000_000] {
            for groups in 1..=6_u64 {
                let counts: Vec<u64> = (0..groups).map(|g| n / (g + 1) + 1).collect();
                let values: Vec<i64> = (0..groups.cast_signed()).collect();
                let rows = JointRows::new(1, &values, counts);
                for draws in [1, n, rows.items()] {
                    let bootstrap =
                        CompressedBootstrap::new(rows.clone(), draws, Level::detected());
                    for r in 0..60 {
                        assert_eq!(
                            bootstrap.counts(1, 0, r).iter().sum::<u64>(),
                            draws,
                            "{n} {groups}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn sums_of_several_columns_are_those_of_the_counts() {
        let rows = JointRows::new(2, &[1, 10, 2, -20, 3, 30], vec![5, 4, 3]);
        let bootstrap = CompressedBootstrap::new(rows.clone(), 12, Level::detected());
        let flips = CompressedFlips::new(rows.clone(), Level::detected());
        for (resampler, net) in [(&bootstrap as &dyn Resampler, false), (&flips, true)] {
            for r in 0..50 {
                let mut sums = [0; 2];
                resampler.sums(1, 0, r, &mut sums);
                let mut expected = [0; 2];
                for (g, k) in resampler.counts(1, 0, r).into_iter().enumerate() {
                    let k = if net {
                        2 * k.cast_signed() - rows.counts()[g].cast_signed()
                    } else {
                        k.cast_signed()
                    };
                    expected[0] += k * rows.row(g)[0];
                    expected[1] += k * rows.row(g)[1];
                }
                assert_eq!(sums, expected);
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
    fn counts_are_multinomial_and_wrong_tables_are_not() {
        for groups in [2, 3, 4, 5, 8] {
            let rows = rows(groups);
            let shares: Vec<f64> = rows.counts().iter().map(|&c| c as f64 / 1_000.0).collect();
            for draws in [1_000, 300] {
                let mut bootstrap =
                    CompressedBootstrap::new(rows.clone(), draws, Level::detected());
                // Up to 17 standardised figures: the largest exceeds 5 once in 10^5 seeds.
                let worst = worst_deviation(&bootstrap, &shares, draws as f64);
                assert!(worst < 5.0, "{groups} groups, {draws} draws: {worst}");
                // Negative controls: a group whose table is that of its neighbour; odds that are off by a tenth.
                match &mut bootstrap.split {
                    Split::Ladder { rounds, .. } => {
                        for round in rounds {
                            round.tables[2] = round.tables[3];
                        }
                    }
                    Split::OneByOne { first, .. } => {
                        *first = AliasTable::binomial(draws, 0.9 * shares[0] / (1.0 - shares[0]));
                    }
                }
                let worst = worst_deviation(&bootstrap, &shares, draws as f64);
                assert!(
                    worst > 5.0,
                    "{groups} groups, {draws} draws: the judge must see wrong tables: {worst}"
                );
            }
        }
    }
}
