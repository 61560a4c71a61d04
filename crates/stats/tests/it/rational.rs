//! The laws against enumeration in exact fractions: every outcome listed, nothing rounded.
//!
//! The oracle counts outcomes in integers: sign flips in Gray-code order, one sign a step; bootstrap draws as
//! nondecreasing lists of item numbers, each weighing as many as it has orders. No formula is shared with the laws.

use restrap_testing::Numbers;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::Ratio;
use restrap_stats::{Law, Tail};

type Fraction = Ratio<BigInt>;

/// Cases of a seed.
struct Random(Numbers);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        // Sizes reach 2^41.
        ((u128::from(self.0.bits()) * u128::from(n)) >> 64) as u64
    }

    /// 1 to `most` differences: 0/1/−1, graded, or wide, with zeros and repeated values.
    fn differences(&mut self, most: u64) -> Vec<i64> {
        let size = [1, 1, 3, 12, 2520, 1 << 20, 1 << 40][self.below(7) as usize];
        let mut values: Vec<i64> = Vec::new();
        for _ in 0..=self.below(most - 1) {
            let fresh = self.below(2 * size + 1).cast_signed() - size.cast_signed();
            values.push(match self.below(6) {
                0 => 0,
                1 if !values.is_empty() => values[self.below(values.len() as u64) as usize],
                2 if !values.is_empty() => -values[self.below(values.len() as u64) as usize],
                _ => fresh,
            });
        }
        values
    }
}

/// How many of all equally likely outcomes give each sum.
struct Outcomes {
    sums: BTreeMap<i128, u64>,
    all: u64,
}

impl Outcomes {
    fn of_flips(values: &[i64]) -> Self {
        let mut sums = BTreeMap::new();
        let mut positive = vec![true; values.len()];
        let mut sum: i128 = values.iter().map(|&d| i128::from(d)).sum();
        let all = 1_u64 << values.len();
        for step in 1..=all {
            *sums.entry(sum).or_insert(0) += 1;
            // The Gray code changes the sign of one item a step.
            let item = (step.trailing_zeros() as usize).min(values.len() - 1);
            sum += if positive[item] { -2 } else { 2 } * i128::from(values[item]);
            positive[item] = !positive[item];
        }
        Self { sums, all }
    }

    fn of_draws(values: &[i64]) -> Self {
        let n = values.len();
        let factorial = |k: u64| (1..=k).product::<u64>();
        let mut sums = BTreeMap::new();
        let mut drawn = vec![0; n];
        let mut weighed = 0;
        loop {
            let orders = drawn
                .chunk_by(|a, b| a == b)
                .map(|run| factorial(run.len() as u64));
            let weight = factorial(n as u64) / orders.product::<u64>();
            *sums
                .entry(drawn.iter().map(|&item| i128::from(values[item])).sum())
                .or_insert(0) += weight;
            weighed += weight;
            // The next nondecreasing list: raise the last item number that can be raised, and all after it to it.
            let Some(place) = drawn.iter().rposition(|&item| item + 1 < n) else {
                break;
            };
            let item = drawn[place] + 1;
            drawn[place..].fill(item);
        }
        assert_eq!(
            weighed,
            (n as u64).pow(n as u32),
            "every outcome is counted once"
        );
        Self { sums, all: weighed }
    }

    fn share(&self, count: u64) -> Fraction {
        Fraction::new(count.into(), self.all.into())
    }

    fn at_least(&self, t: i128) -> Fraction {
        self.share(self.sums.range(t..).map(|s| s.1).sum())
    }

    fn at_most(&self, t: i128) -> Fraction {
        self.share(self.sums.range(..=t).map(|s| s.1).sum())
    }

    /// Smallest sum t with P(T <= t) >= q.
    fn quantile(&self, q: &Fraction) -> i128 {
        let mut below = 0;
        for (&sum, count) in &self.sums {
            below += count;
            if self.share(below) >= *q {
                return sum;
            }
        }
        unreachable!("the last share is 1")
    }

    /// Points to look at: up to 40 sums spread over all, both ends, and what lies beside them.
    fn points(&self) -> Vec<i128> {
        let step = self.sums.len().div_ceil(40);
        let spread = self
            .sums
            .keys()
            .step_by(step)
            .chain(self.sums.keys().last());
        let mut points: Vec<i128> = spread.flat_map(|&t| [t - 1, t, t + 1]).collect();
        points.extend([-1, 0, 1]);
        points
    }
}

/// The fraction that a double is.
fn fraction(x: f64) -> Fraction {
    assert!(x.is_finite() && x >= 0.0);
    let (mut mantissa, mut exponent) = (x, 0_i32);
    while mantissa.fract() != 0.0 {
        // Exact: a power of two.
        mantissa *= 2.0;
        exponent += 1;
    }
    Fraction::new(BigInt::from(mantissa as u128), BigInt::from(1) << exponent)
}

/// The law's value lies within its own stated error of the fraction.
fn is_within_stated_error(got: Tail, want: &Fraction) -> bool {
    let got_value = fraction(got.probability.value());
    let gap = if got_value > *want {
        got_value - want
    } else {
        want - got_value
    };
    gap <= want * fraction(got.relative_error)
}

fn check(
    law: &Law,
    outcomes: &Outcomes,
    agrees: impl Fn(Tail, &Fraction) -> bool,
    what: &str,
) -> usize {
    let points = outcomes.points();
    for &t in &points {
        for (got, want, side) in [
            (law.at_least(t), outcomes.at_least(t), ">="),
            (law.at_most(t), outcomes.at_most(t), "<="),
        ] {
            assert!(
                agrees(got, &want),
                "{what}: P(T {side} {t}) is {got:?}, exactly {want}"
            );
            assert!(
                got.complete,
                "{what}: nothing is left out of so small a law"
            );
        }
    }
    for thousandths in [25, 50, 310, 500, 777, 950, 975] {
        let q = Fraction::new(thousandths.into(), 1000.into());
        assert_eq!(
            law.quantile(f64::from(thousandths) / 1e3),
            outcomes.quantile(&q),
            "{what}: quantile {q}"
        );
    }
    2 * points.len()
}

fn counted(values: &[i64]) -> Vec<(i64, u64)> {
    values.iter().map(|&d| (d, 1)).collect()
}

#[test]
fn permutation_laws_of_up_to_12_items_are_the_fractions_themselves() {
    let mut random = Random(Numbers(1));
    let mut tails = 0;
    for case in 0..1000 {
        let values = random.differences(12);
        // Multiples of 2^-12 and their sums are doubles: nothing may be lost.
        let equal = |got: Tail, want: &Fraction| fraction(got.probability.value()) == *want;
        let law = Law::permutation(counted(&values));
        tails += check(
            &law,
            &Outcomes::of_flips(&values),
            equal,
            &format!("case {case} {values:?}"),
        );
    }
    println!("permutation: 1000 cases, {tails} tails equal to their fractions");
}

#[test]
fn bootstrap_laws_of_up_to_8_items_lie_within_their_stated_error_of_the_fractions() {
    let mut random = Random(Numbers(2));
    let (mut tails, mut worst) = (0, 0.0_f64);
    for case in 0..1000 {
        let values = random.differences(8);
        let law = Law::bootstrap(counted(&values));
        let outcomes = Outcomes::of_draws(&values);
        tails += check(
            &law,
            &outcomes,
            is_within_stated_error,
            &format!("case {case} {values:?}"),
        );
        worst = outcomes
            .points()
            .iter()
            .fold(worst, |w, &t| w.max(law.at_most(t).relative_error));
    }
    // No digit may be lost in a small tail either: the smallest here is 8^-8 = 6e-8.
    assert!(worst <= 1e-12, "stated error {worst:e}");
    println!("bootstrap: 1000 cases, {tails} tails within their stated error, at most {worst:e}");
}

#[test]
fn the_judge_sees_a_strict_inequality_and_an_error_of_one_part_in_1e11() {
    // Negative controls.
    let values = [3, -1, 0, 3, 2, -2, 1];
    let (law, outcomes) = (
        Law::bootstrap(counted(&values)),
        Outcomes::of_draws(&values),
    );
    let want = outcomes.at_least(6);
    assert!(is_within_stated_error(law.at_least(6), &want));
    assert!(!is_within_stated_error(law.at_least(7), &want));
    let off = law.at_least(6).probability.scaled(1.0 + 1e-11);
    assert!(!is_within_stated_error(
        Tail {
            probability: off,
            ..law.at_least(6)
        },
        &want
    ));
}
