//! Bootstrap resamples under laws that weigh groups of items unequally, several laws by the same uniforms.
//!
//! A stratum draws n groups independently. Under a law the groups stand in an order with cumulative weights, and a uniform number takes
//! the group whose piece of the unit interval it lies in. What a group gets is thus the number of n uniforms between two thresholds, and
//! another law, of the same stratum and resample, moves thresholds and not uniforms: counts fall and rise with the weights.
//!
//! Uniforms are not drawn one by one. The number of m uniforms of a dyadic interval that lie in its lower half is Binomial(m, ½): m fair
//! bits of the scalar stream of that interval. Halves without a threshold are left alone; of [`LEAF`] uniforms or fewer each is drawn.
//! Exact in distribution up to 2^-64. Cost: about 2n/64 words of random bits for each threshold that stands far from the others.

use rand::Rng;

use super::resampler::Resampler;
use crate::rows::JointRows;
use crate::stream::{Address, Domain};

/// Uniforms of an interval up to which each is drawn.
const LEAF: u64 = 16;
/// Halvings after which the uniforms of an interval are drawn one by one, however many they are: intervals have 32 bits in an address.
const DEEPEST: u32 = 31;

/// A stratum: its draws, and under each law the groups in order with their weights, which need not sum to 1.
#[derive(Clone, Debug)]
pub struct WeightedStratum {
    /// Number of draws.
    pub draws: u64,
    /// Places of groups among the rows and their weights, for each law.
    pub laws: Vec<Vec<(u32, f64)>>,
}

/// Bootstrap resamples of weighted groups.
#[derive(Clone, Debug)]
pub struct WeightedBootstrap {
    rows: JointRows,
    strata: Vec<Stratum>,
    laws: usize,
}

#[derive(Clone, Debug)]
struct Stratum {
    draws: u64,
    /// The groups in order, for each law.
    groups: Vec<Vec<u32>>,
    /// Thresholds of all laws, ascending, in units of 2^-64.
    thresholds: Vec<u64>,
    /// The places of the thresholds among all, for each law.
    places: Vec<Vec<u32>>,
}

impl Stratum {
    fn new(stratum: &WeightedStratum) -> Self {
        let mut all: Vec<(u64, usize, usize)> = Vec::new();
        for (law, groups) in stratum.laws.iter().enumerate() {
            let sum: f64 = groups.iter().map(|group| group.1).sum();
            let mut below = 0.0;
            for (at, group) in groups
                .iter()
                .enumerate()
                .take(groups.len().saturating_sub(1))
            {
                below += group.1;
                all.push((threshold(below / sum), law, at));
            }
        }
        all.sort_unstable();
        let mut places: Vec<Vec<u32>> = stratum
            .laws
            .iter()
            .map(|groups| vec![0; groups.len().saturating_sub(1)])
            .collect();
        for (place, &(_, law, at)) in (0_u32..).zip(&all) {
            places[law][at] = place;
        }
        Self {
            draws: stratum.draws,
            groups: stratum
                .laws
                .iter()
                .map(|groups| groups.iter().map(|group| group.0).collect())
                .collect(),
            thresholds: all.into_iter().map(|one| one.0).collect(),
            places,
        }
    }

    /// Counts the uniforms below each threshold.
    fn below(&self, address: Address, below: &mut Vec<u64>) {
        below.clear();
        below.resize(self.thresholds.len(), 0);
        let whole = Interval {
            node: 1,
            depth: 0,
            low: 0,
            uniforms: self.draws,
            before: 0,
        };
        self.descend(whole, address, 0, below);
    }

    /// Counts the uniforms below the thresholds within an interval, of which `first` is the first.
    fn descend(&self, interval: Interval, address: Address, first: usize, below: &mut [u64]) {
        let Interval {
            node,
            depth,
            low,
            uniforms,
            before,
        } = interval;
        if below.is_empty() {
            return;
        }
        if uniforms == 0 {
            below.fill(before);
            return;
        }
        let mut stream = Address {
            tile: node,
            ..address
        }
        .scalar();
        let thresholds = &self.thresholds[first..first + below.len()];
        if uniforms <= LEAF || depth == DEEPEST {
            for _ in 0..uniforms {
                let at = low + (stream.next_u64() >> depth);
                let place = thresholds.partition_point(|&threshold| threshold <= at);
                if let Some(count) = below.get_mut(place) {
                    *count += 1;
                }
            }
            let mut total = before;
            for count in below {
                total += *count;
                *count = total;
            }
            return;
        }
        let lower = coins(uniforms, || stream.next_u64());
        let middle = low + (1 << (63 - depth));
        let split = thresholds.partition_point(|&threshold| threshold <= middle);
        let (left, right) = below.split_at_mut(split);
        let half = Interval {
            node: 2 * node,
            depth: depth + 1,
            low,
            uniforms: lower,
            before,
        };
        self.descend(half, address, first, left);
        let half = Interval {
            node: 2 * node + 1,
            low: middle,
            uniforms: uniforms - lower,
            before: before + lower,
            ..half
        };
        self.descend(half, address, first + split, right);
    }
}

/// A dyadic interval with the number of uniforms in it and below it.
#[derive(Clone, Copy)]
struct Interval {
    /// Its place in the binary tree of intervals: 1 for all, 2i and 2i + 1 for the halves of i.
    node: u32,
    depth: u32,
    low: u64,
    uniforms: u64,
    before: u64,
}

/// Returns a threshold in units of 2^-64.
fn threshold(share: f64) -> u64 {
    // A double below 1 times 2^64 fits.
    if share >= 1.0 {
        u64::MAX
    } else {
        (share * 18_446_744_073_709_551_616.0) as u64
    }
}

/// Returns the number of heads among fair coins.
fn coins(number: u64, mut word: impl FnMut() -> u64) -> u64 {
    let whole: u64 = (0..number / 64)
        .map(|_| u64::from(word().count_ones()))
        .sum();
    match number % 64 {
        0 => whole,
        rest => whole + u64::from((word() >> (64 - rest)).count_ones()),
    }
}

impl WeightedBootstrap {
    /// From the rows of all groups, whose counts do not matter, and strata with as many laws each. A resample has the sums of the first
    /// law, then of the next.
    pub fn new(rows: JointRows, strata: &[WeightedStratum]) -> Self {
        Self {
            rows,
            laws: strata.first().map_or(0, |stratum| stratum.laws.len()),
            strata: strata.iter().map(Stratum::new).collect(),
        }
    }

    /// Calls `take` with each law, group and count of a resample.
    fn each(
        &self,
        (seed, comparison, resample): (u64, u16, u64),
        room: &mut Vec<u64>,
        mut take: impl FnMut(usize, u32, u64),
    ) {
        for (place, stratum) in (0_u16..).zip(&self.strata) {
            let address = Address {
                seed,
                domain: Domain::Weighted,
                comparison,
                resample,
                tile: 0,
                attempt: place,
            };
            stratum.below(address, room);
            for (law, (groups, places)) in stratum.groups.iter().zip(&stratum.places).enumerate() {
                let mut before = 0;
                let ends = places.iter().map(|&place| room[place as usize]);
                for (&group, end) in groups.iter().zip(ends.chain([stratum.draws])) {
                    if end > before {
                        take(law, group, end - before);
                    }
                    before = end;
                }
            }
        }
    }
}

impl Resampler for WeightedBootstrap {
    fn columns(&self) -> usize {
        self.laws * self.rows.columns()
    }

    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        let own = self.rows.columns();
        // No law, no sums.
        if sums.is_empty() {
            return;
        }
        let mut room = Vec::new();
        for (resample, sums) in (first..).zip(sums.chunks_exact_mut(self.columns())) {
            sums.fill(0);
            self.each(
                (seed, comparison, resample),
                &mut room,
                |law, group, count| {
                    for &(column, value) in self.rows.entries(group as usize) {
                        sums[law * own + column as usize] += count.cast_signed() * value;
                    }
                },
            );
        }
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let mut counts = vec![0; self.laws * self.rows.len()];
        self.each(
            (seed, comparison, resample),
            &mut Vec::new(),
            |law, group, count| {
                counts[law * self.rows.len() + group as usize] += count;
            },
        );
        counts
    }

    fn cost(&self) -> u64 {
        self.strata
            .iter()
            .map(|stratum| stratum.draws / 8 + 16)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bootstrap(draws: u64, laws: &[&[f64]]) -> WeightedBootstrap {
        let groups = laws[0].len();
        let values: Vec<i64> = (0..groups as i64).collect();
        let rows = JointRows::new(1, &values, vec![1; groups]);
        let of = |law: &&[f64]| (0..).zip(law.iter().copied()).collect();
        let stratum = WeightedStratum {
            draws,
            laws: laws.iter().map(of).collect(),
        };
        WeightedBootstrap::new(rows, &[stratum])
    }

    /// Pearson's chi-square of counts of the first group against Binomial(draws, share), cells of an expected count below 5 pooled.
    fn chi_square(counts: &[u64], draws: u64, share: f64) -> (f64, usize) {
        let mut seen = vec![0.0; draws as usize + 1];
        for &count in counts {
            seen[count as usize] += 1.0;
        }
        let mut term = libm::pow(1.0 - share, draws as f64);
        let (mut statistic, mut cells) = (0.0, 0);
        let (mut expected, mut found) = (0.0, 0.0);
        for k in 0..=draws {
            expected += counts.len() as f64 * term;
            found += seen[k as usize];
            term *= (draws - k) as f64 / (k + 1) as f64 * share / (1.0 - share);
            if expected >= 5.0 {
                statistic += (found - expected) * (found - expected) / expected;
                cells += 1;
                (expected, found) = (0.0, 0.0);
            }
        }
        (statistic, cells)
    }

    #[test]
    fn every_count_is_binomial_and_one_draw_less_is_noticed() {
        for (draws, share) in [(9, 0.3), (40, 0.02), (200, 0.45), (1_000, 0.003)] {
            let law = [share, 0.5 * (1.0 - share), 0.5 * (1.0 - share)];
            let resamples = bootstrap(draws, &[&law]);
            let counts: Vec<u64> = (0..4_000).map(|r| resamples.counts(7, 0, r)[0]).collect();
            let (statistic, cells) = chi_square(&counts, draws, share);
            // Chi-square beyond its mean by five standard deviations.
            let limit = |cells: usize| cells as f64 + 5.0 * libm::sqrt(2.0 * cells as f64);
            assert!(
                statistic < limit(cells),
                "{draws} {share}: {statistic} of {cells}"
            );
            // Negative control: another share.
            let (wrong, cells) = chi_square(&counts, draws, 1.25 * share);
            assert!(wrong > limit(cells), "{draws} {share}: {wrong} of {cells}");
        }
    }

    #[test]
    fn counts_sum_to_the_draws_and_move_with_the_law() {
        let (low, high) = ([0.1, 0.3, 0.6], [0.2, 0.35, 0.45]);
        let resamples = bootstrap(500, &[&low, &high]);
        for resample in 0..500 {
            let counts = resamples.counts(3, 1, resample);
            let (low, high) = counts.split_at(3);
            assert_eq!((low.iter().sum(), high.iter().sum()), (500_u64, 500_u64));
            // The same uniforms: a higher threshold has at least as many below it.
            assert!(low[0] <= high[0] && low[0] + low[1] <= high[0] + high[1]);
        }
    }

    #[test]
    fn neighbouring_counts_covary_as_a_multinomial() {
        let resamples = bootstrap(300, &[&[0.2, 0.3, 0.5]]);
        let all: Vec<Vec<u64>> = (0..20_000).map(|r| resamples.counts(5, 0, r)).collect();
        let mean = |at: usize| all.iter().map(|c| c[at] as f64).sum::<f64>() / all.len() as f64;
        let means = [mean(0), mean(1)];
        let products = all
            .iter()
            .map(|c| (c[0] as f64 - means[0]) * (c[1] as f64 - means[1]));
        let covariance = products.sum::<f64>() / all.len() as f64;
        // −300 · .2 · .3 = −18, with a standard error of about 56 / √20,000 = .4.
        assert!((covariance + 18.0).abs() < 2.0, "{covariance}");
        assert!((means[0] - 60.0).abs() < 0.3, "{means:?}");
    }

    #[test]
    fn sums_are_those_of_the_counts() {
        let resamples = bootstrap(70, &[&[0.2, 0.3, 0.5], &[0.5, 0.3, 0.2]]);
        let mut sums = vec![0; 2 * 10];
        resamples.sums(1, 0, 4, &mut sums);
        for (resample, sums) in (4..).zip(sums.chunks_exact(2)) {
            let counts = resamples.counts(1, 0, resample);
            let sum = |law: usize| (counts[3 * law + 1] + 2 * counts[3 * law + 2]).cast_signed();
            assert_eq!(sums, [sum(0), sum(1)]);
        }
    }
}
