//! Bootstrap resamples under laws that weigh groups of items unequally, several laws by the same normal variates.
//!
//! A stratum draws n groups independently. Under a law the groups stand in an order; what the first gets is Binomial(n, its share of the
//! weights), what the next gets is binomial of what is left, and so on. Each place of the order has a normal variate of its own, by
//! which the count is read off the inverse of its distribution: another law, of the same stratum and resample, changes shares and not
//! variates, so that near laws have near counts. Exact in distribution up to about 1e-12 of a count (`draw::binomial`). Cost: about 40
//! ns for each group and law, whatever n is.

use rand::Rng;

use super::binomial::Trial;
use super::resampler::Resampler;
use crate::rows::JointRows;
use crate::stream::{Address, Domain};

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
    /// Those that differ.
    laws: Vec<Law>,
    /// Normal variates that the longest of them takes.
    variates: usize,
}

#[derive(Clone, Debug)]
struct Law {
    /// The groups in order, each with its share of the weights from it on.
    groups: Vec<(u32, Trial)>,
    /// The places of the laws that are such.
    places: Vec<usize>,
}

impl Stratum {
    fn new(stratum: &WeightedStratum) -> Self {
        let law = |groups: &Vec<(u32, f64)>| -> Vec<(u32, Trial)> {
            let mut rest = 0.0;
            let mut trials: Vec<(u32, Trial)> = groups
                .iter()
                .rev()
                .map(|&(group, weight)| {
                    let trial = Trial::new(weight, rest);
                    rest += weight;
                    (group, trial)
                })
                .collect();
            trials.reverse();
            trials
        };
        let mut laws: Vec<Law> = Vec::new();
        let mut firsts: Vec<&Vec<(u32, f64)>> = Vec::new();
        for (place, groups) in stratum.laws.iter().enumerate() {
            if let Some(same) = firsts.iter().position(|first| *first == groups) {
                laws[same].places.push(place);
            } else {
                firsts.push(groups);
                laws.push(Law {
                    groups: law(groups),
                    places: vec![place],
                });
            }
        }
        let longest = laws.iter().map(|law| law.groups.len()).max().unwrap_or(0);
        Self {
            draws: stratum.draws,
            laws,
            // The last group has what is left.
            variates: longest.saturating_sub(1),
        }
    }

    /// The normal variates of a resample, in pairs (Box and Muller 1958).
    fn draw(&self, address: Address, variates: &mut Vec<f64>) {
        /// 2^-53.
        const STEP: f64 = 1.0 / 9_007_199_254_740_992.0;
        variates.clear();
        let mut stream = address.scalar();
        let mut share = || ((stream.next_u64() >> 11) as f64 + 0.5) * STEP;
        while variates.len() < self.variates {
            let radius = (-2.0 * libm::log(share())).sqrt();
            let (sine, cosine) = libm::sincos(2.0 * std::f64::consts::PI * share());
            variates.extend([radius * cosine, radius * sine]);
        }
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
        variates: &mut Vec<f64>,
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
            stratum.draw(address, variates);
            for Law { groups, places } in &stratum.laws {
                let mut left = stratum.draws;
                for (at, &(group, trial)) in groups.iter().enumerate() {
                    if left == 0 {
                        break;
                    }
                    let count = match variates.get(at) {
                        Some(&z) if at + 1 < groups.len() => trial.count(left, z),
                        _ => left,
                    };
                    left -= count;
                    if count > 0 {
                        for &law in places {
                            take(law, group, count);
                        }
                    }
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
            .map(|stratum| 8 * (1 + stratum.variates * (1 + stratum.laws.len())) as u64)
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
            // The same variate: a larger share of the first group gets at least as many.
            assert!(low[0] <= high[0]);
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
