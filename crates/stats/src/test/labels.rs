//! Exact permutation tests of two samples of different items: under the null, chance decides which items carry the
//! system's label.
//!
//! Under the null all `C(N, n)` ways to give n of N items the system's label are equally likely (Fisher 1935; Pitman 1937).
//! The law is that of the sum S over the labelled items, on integers; the difference of the means rises with S. In order:
//!
//! | form | when | how |
//! |---|---|---|
//! | lattice | N <= 1000, N n W <= 2^28, n W <= 2^23 | number of subsets by size and sum, item by item: positive terms only |
//! | halves | N <= 36, any integers | all subsets of each half by size and sum, joined by two pointers: exact counts |
//!
//! n is the smaller sample and W the largest sum that it may have above its least, in steps of the common grid. A count is a
//! double, below C(1000, 500) = 3e299; relative error of a tail at most N 2^-53. Beyond both forms:
//! [`StatsError::NeedsSampling`].

use crate::{Alternative, Probability, StatsError};

/// Items of which halves are listed at most: 2^18 subsets each.
const MOST_LISTED: usize = 36;

/// Items of a lattice at most: the number of their subsets is a finite double.
const MOST_ITEMS: u64 = 1_000;

/// Table cells updated at most: about 0.2 s.
const MOST_CELLS: f64 = (1_u64 << 28) as f64;

/// Table entries at most: 64 MiB.
const LARGEST_TABLE: f64 = (1_u64 << 23) as f64;

/// The law of the sum of some items drawn without replacement.
#[derive(Clone, Debug)]
pub struct LabelLaw {
    form: Form,
    /// The sum of all items where the form describes those that were left.
    left_of: Option<i128>,
}

#[derive(Clone, Debug)]
enum Form {
    Lattice(Lattice),
    Halves(Halves),
}

impl LabelLaw {
    /// Draws `drawn` of the items of a pool of values with their numbers of items; values may repeat.
    ///
    /// # Errors
    /// When `drawn` is 0 or all items, or the law is out of reach.
    pub fn new(pool: &[(i64, u64)], drawn: u64) -> Result<Self, StatsError> {
        let all: u64 = pool.iter().map(|group| group.1).sum();
        if drawn == 0 || drawn >= all {
            return Err(StatsError::TooFew {
                what: "items in each sample",
                needed: 1,
                found: 0,
            });
        }
        let refusal = |cells| StatsError::NeedsSampling {
            items: all,
            cells,
            limit: MOST_CELLS,
        };
        if all > MOST_ITEMS {
            return Err(refusal(f64::INFINITY));
        }
        let repeated =
            |&(value, count): &(i64, u64)| std::iter::repeat_n(i128::from(value), count as usize);
        let mut items: Vec<i128> = pool.iter().flat_map(repeated).collect();
        items.sort_unstable();
        // The sum of the smaller sample fixes that of the larger.
        let smaller = drawn.min(all - drawn) as usize;
        let left_of = (smaller as u64 != drawn).then(|| items.iter().sum());
        let form = match Lattice::new(&items, smaller) {
            Ok(lattice) => Form::Lattice(lattice),
            Err(_) if items.len() <= MOST_LISTED => Form::Halves(Halves::new(&items, smaller)),
            Err(cells) => return Err(refusal(cells)),
        };
        Ok(Self { form, left_of })
    }

    /// `P(S >= sum)`; relative error below 1e-12.
    pub fn at_least(&self, sum: i128) -> Probability {
        self.left_of
            .map_or_else(|| self.upper(sum), |total| self.lower(total - sum))
    }

    /// `P(S <= sum)`; relative error below 1e-12.
    pub fn at_most(&self, sum: i128) -> Probability {
        self.left_of
            .map_or_else(|| self.lower(sum), |total| self.upper(total - sum))
    }

    fn upper(&self, sum: i128) -> Probability {
        match &self.form {
            Form::Lattice(lattice) => lattice.upper(sum),
            Form::Halves(halves) => halves.upper(sum),
        }
    }

    fn lower(&self, sum: i128) -> Probability {
        match &self.form {
            Form::Lattice(lattice) => lattice.lower(sum),
            Form::Halves(halves) => halves.lower(sum),
        }
    }
}

/// The permutation test of a difference of means of two samples, on exact integer scores of one grid.
#[derive(Clone, Debug)]
pub struct LabelPermutation {
    law: LabelLaw,
    /// The sum of the system's scores.
    observed: i128,
    /// The sum of all scores.
    total: i128,
    /// Items of the system, and of both.
    system: i128,
    all: i128,
}

impl LabelPermutation {
    /// Takes the scores of both samples.
    ///
    /// # Errors
    /// When a sample is empty or the exact law is out of reach ([`StatsError::NeedsSampling`]).
    pub fn new(system: &[i64], baseline: &[i64]) -> Result<Self, StatsError> {
        let pool: Vec<(i64, u64)> = system
            .iter()
            .chain(baseline)
            .map(|&item| (item, 1))
            .collect();
        let sum = |items: &[i64]| items.iter().map(|&item| i128::from(item)).sum::<i128>();
        Ok(Self {
            law: LabelLaw::new(&pool, system.len() as u64)?,
            observed: sum(system),
            total: sum(system) + sum(baseline),
            system: system.len() as i128,
            all: pool.len() as i128,
        })
    }

    /// The law of the sum of the system's scores.
    pub fn law(&self) -> &LabelLaw {
        &self.law
    }

    /// Returns the sum at which both means are equal, as a fraction.
    pub fn centre(&self) -> (i128, i128) {
        (self.system * self.total, self.all)
    }

    /// Returns the difference of the means, in grid units, where the system's scores have this sum.
    pub fn difference(&self, sum: i128) -> f64 {
        let other = (self.all - self.system) as f64;
        sum as f64 / self.system as f64 - (self.total - sum) as f64 / other
    }

    /// Returns the p-value. Two-sided `P(|difference| >= |observed|)`, which is not the doubled tail where the samples differ in size.
    pub fn p(&self, alternative: Alternative) -> Probability {
        let Self { law, observed, .. } = self;
        match alternative {
            Alternative::Greater => law.at_least(*observed),
            Alternative::Less => law.at_most(*observed),
            Alternative::TwoSided => {
                // |N S - n total| >= |N s - n total|: the difference of the means times n m, without a division.
                let (all, centre) = (self.all, self.system * self.total);
                let gap = (all * observed - centre).abs();
                if gap == 0 {
                    return Probability::ONE;
                }
                let (low, high) = (
                    (centre - gap).div_euclid(all),
                    -(-centre - gap).div_euclid(all),
                );
                law.at_most(low).plus(law.at_least(high))
            }
        }
    }
}

/// The p-value of [`LabelPermutation`].
///
/// # Errors
/// As [`LabelPermutation::new`].
pub fn permute_labels(
    system: &[i64],
    baseline: &[i64],
    alternative: Alternative,
) -> Result<Probability, StatsError> {
    Ok(LabelPermutation::new(system, baseline)?.p(alternative))
}

/// Tail sums on `origin, origin + step, ...`.
#[derive(Clone, Debug)]
struct Lattice {
    origin: i128,
    step: i128,
    at_most: Vec<f64>,
    at_least: Vec<f64>,
}

impl Lattice {
    /// Subsets of `chosen` of the ascending items; the number of cells where that is too many.
    fn new(items: &[i128], chosen: usize) -> Result<Self, f64> {
        let least = items[0];
        let step = items
            .iter()
            .fold(0, |step, item| gcd(step, item - least))
            .max(1);
        let weights: Vec<i128> = items.iter().map(|item| (item - least) / step).collect();
        let width: i128 = weights[weights.len() - chosen..].iter().sum();
        let table = width as f64 * chosen as f64;
        let cells = table * items.len() as f64;
        if table > LARGEST_TABLE || cells > MOST_CELLS {
            return Err(cells);
        }
        // rows[k][y]: subsets of k items with sum y, as far as such sums reach.
        let mut rows: Vec<Vec<f64>> = vec![Vec::new(); chosen + 1];
        rows[0].push(1.0);
        for &weight in &weights {
            let weight = weight as usize;
            for k in (1..=chosen).rev() {
                let (fewer, more) = rows.split_at_mut(k);
                let (from, to) = (&fewer[k - 1], &mut more[0]);
                if from.is_empty() {
                    continue;
                }
                to.resize(to.len().max(from.len() + weight), 0.0);
                for (cell, ways) in to[weight..].iter_mut().zip(from) {
                    *cell += ways;
                }
            }
        }
        let ways = &rows[chosen];
        let (mut at_most, mut at_least) = (ways.clone(), ways.clone());
        for y in 1..ways.len() {
            at_most[y] += at_most[y - 1];
        }
        for y in (1..ways.len()).rev() {
            at_least[y - 1] += at_least[y];
        }
        let (all_from_below, all_from_above) = (at_most[ways.len() - 1], at_least[0]);
        for (below, above) in at_most.iter_mut().zip(&mut at_least) {
            *below /= all_from_below;
            *above /= all_from_above;
        }
        Ok(Self {
            origin: least * chosen as i128,
            step,
            at_most,
            at_least,
        })
    }

    fn upper(&self, sum: i128) -> Probability {
        let place = -(self.origin - sum).div_euclid(self.step);
        match usize::try_from(place) {
            Err(_) => Probability::ONE,
            Ok(y) => self
                .at_least
                .get(y)
                .map_or(Probability::ZERO, |&p| Probability::new(p)),
        }
    }

    fn lower(&self, sum: i128) -> Probability {
        let place = (sum - self.origin).div_euclid(self.step);
        match usize::try_from(place) {
            Err(_) => Probability::ZERO,
            Ok(y) => self
                .at_most
                .get(y)
                .map_or(Probability::ONE, |&p| Probability::new(p)),
        }
    }
}

pub(crate) fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Sums of the subsets of either half by their size, each ascending.
#[derive(Clone, Debug)]
struct Halves {
    left: Vec<Vec<i128>>,
    right: Vec<Vec<i128>>,
    chosen: usize,
    subsets: u64,
}

impl Halves {
    fn new(items: &[i128], chosen: usize) -> Self {
        // Alternate items, so that both halves span the values.
        let half = |parity: usize| {
            let part: Vec<i128> = items.iter().copied().skip(parity).step_by(2).collect();
            let mut by_size: Vec<Vec<i128>> = vec![Vec::new(); part.len() + 1];
            by_size[0].push(0);
            for (taken, item) in part.iter().enumerate() {
                for size in (0..=taken).rev() {
                    let grown: Vec<i128> = by_size[size].iter().map(|sum| sum + item).collect();
                    by_size[size + 1].extend(grown);
                }
            }
            for sums in &mut by_size {
                sums.sort_unstable();
            }
            by_size
        };
        let mut halves = Self {
            left: half(0),
            right: half(1),
            chosen,
            subsets: 0,
        };
        halves.subsets = halves.count(i128::MIN / 2);
        halves
    }

    /// Subsets with a sum of at least `limit`: at most C(36, 18) = 9e9.
    fn count(&self, limit: i128) -> u64 {
        let mut count = 0;
        for (size, sums) in self.left.iter().enumerate() {
            let Some(others) = self
                .chosen
                .checked_sub(size)
                .and_then(|rest| self.right.get(rest))
            else {
                continue;
            };
            let mut first = others.len();
            for sum in sums {
                while first > 0 && sum + others[first - 1] >= limit {
                    first -= 1;
                }
                count += (others.len() - first) as u64;
            }
        }
        count
    }

    fn upper(&self, sum: i128) -> Probability {
        Probability::new(self.count(sum) as f64 / self.subsets as f64)
    }

    fn lower(&self, sum: i128) -> Probability {
        Probability::new((self.subsets - self.count(sum + 1)) as f64 / self.subsets as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of subsets with a sum at least, at most, and a mean difference as far from 0, by listing them all.
    fn listed(system: &[i64], baseline: &[i64]) -> [f64; 3] {
        let pool: Vec<i64> = system.iter().chain(baseline).copied().collect();
        let (all, n) = (pool.len(), system.len());
        let (total, observed): (i64, i64) = (pool.iter().sum(), system.iter().sum());
        let gap = |sum: i64| (all as i64 * sum - n as i64 * total).abs();
        let (mut above, mut below, mut beyond, mut subsets) = (0, 0, 0, 0);
        for mask in 0..1_u32 << all {
            if mask.count_ones() as usize != n {
                continue;
            }
            let sum = (0..all)
                .filter(|i| mask >> i & 1 == 1)
                .map(|i| pool[i])
                .sum();
            subsets += 1;
            above += i32::from(sum >= observed);
            below += i32::from(sum <= observed);
            beyond += i32::from(gap(sum) >= gap(observed));
        }
        [beyond, above, below].map(|count| f64::from(count) / f64::from(subsets))
    }

    #[test]
    fn every_side_counts_all_ways_to_label() {
        let cases: [(&[i64], &[i64]); 6] = [
            (&[1, 0, 1, 1], &[0, 0, 1, 0, 0, 1]),
            (&[7, -3, 12, 5, 5, 9, 1], &[4, 4, -20]),
            (&[5], &[1, 2, 3, 4]),
            (&[3, 3, 3], &[3, 3]),
            (&[2, 4], &[3, 3]),
            (
                &[900_000_000_001, 5, -77],
                &[123_456_789_123, 17, 4, -1, 800_000_000_000],
            ),
        ];
        for (system, baseline) in cases {
            for (side, want) in Alternative::ALL.into_iter().zip(listed(system, baseline)) {
                let got = permute_labels(system, baseline, side).unwrap().value();
                // A quotient of exact counts.
                assert!(
                    (got - want).abs() < 1e-15,
                    "{system:?} {baseline:?} {side}: {got} {want}"
                );
            }
        }
    }

    #[test]
    fn both_forms_are_one_law() {
        let items: Vec<i128> = (0..24).map(|i| (i * i * 7 + 3 * i) % 29).collect();
        let mut items = items;
        items.sort_unstable();
        for chosen in [1, 5, 12] {
            let (lattice, halves) = (
                Lattice::new(&items, chosen).unwrap(),
                Halves::new(&items, chosen),
            );
            for sum in -3..400 {
                // Counts below 2^53 are exact in both.
                assert_eq!(lattice.upper(sum), halves.upper(sum), "{chosen} {sum}");
                assert_eq!(lattice.lower(sum), halves.lower(sum), "{chosen} {sum}");
            }
        }
    }

    #[test]
    fn deep_tails_are_hypergeometric() {
        // 60 of 120 items are 1: all of them in the sample of 60 has probability 1 / C(120, 60).
        let law = LabelLaw::new(&[(0, 60), (1, 60)], 60).unwrap();
        let ways: f64 = (0..60)
            .map(|i| f64::from(120 - i) / f64::from(60 - i))
            .product();
        // 60 quotients and products.
        assert!(
            (law.at_least(60).value() * ways - 1.0).abs() < 1e-13,
            "{:?}",
            law.at_least(60)
        );
        assert_eq!(law.at_least(61), Probability::ZERO);
        assert_eq!(law.at_most(60).value(), 1.0);
    }

    #[test]
    fn exchanging_the_samples_exchanges_the_sides() {
        let (a, b) = ([3, 8, -2, 0, 0, 11, 4], [1, 0, 6, -5]);
        for side in Alternative::ALL {
            let (one, other) = (
                permute_labels(&a, &b, side),
                permute_labels(&b, &a, side.swapped()),
            );
            assert_eq!(one, other, "{side}");
        }
    }

    #[test]
    fn laws_out_of_reach_ask_for_sampling() {
        let wide: Vec<i64> = (0..50).map(|i| i * i * 1_000_003 + i).collect();
        let got = permute_labels(&wide[..25], &wide[25..], Alternative::TwoSided);
        assert!(
            matches!(got, Err(StatsError::NeedsSampling { items: 50, .. })),
            "{got:?}"
        );
        assert!(LabelLaw::new(&[(0, 900), (1, 900)], 900).is_err());
        assert!(LabelLaw::new(&[(0, 9)], 9).is_err() && LabelLaw::new(&[(0, 9)], 0).is_err());
    }
}
