//! The dual of the permutation test: the shifts that a two-sided test at this level does not reject.
//!
//! Subtract θ from every difference and test whether their mean is 0 by random signs. For one side the p-value is
//! `P(sum over J of (d_i − θ) <= 0)` over random subsets J, which grows with θ; the lower end is where it first exceeds
//! half the level, and the upper end mirrors it (Tukey; Noreen 1989; Garthwaite 1996). The p-value of "no difference"
//! is above the level exactly when 0 lies inside, because both come from the same law.
//!
//! A cluster is swapped as one: its total D loses θ for each of its n items, so that J counts where its ratio
//! `sum of D / sum of n` is at most θ. An item is a cluster of one.
//!
//! Shifts lie on a lattice that divides that of the differences, so that ties stay ties: as fine as 2^30 steps across
//! the range for up to 30 units, whose p-values are steps; beyond, a thousandth of a standard
//! error, and linear within four of those. Cost: some twenty laws of few units, four of more.

use super::{Interval, far};
use crate::law::{Cumulants, ShiftedFlips};
use crate::{Law, StatsError, error};

/// Lattice steps across the range of few differences.
const FINEST: u64 = 1 << 30;
/// Lattice steps in a standard error of many differences.
const STEPS_PER_ERROR: f64 = 1024.0;
/// Share of a standard error within which the end is known and p taken as linear.
const ENOUGH: i64 = 256;
/// Units up to which the law is a staircase worth following step by step.
const FEW: u64 = 30;
/// Relative error of a p-value that moves an end by less than a thousandth of a standard error.
const TOLERANCE: f64 = 1e-3;
/// Steps of the search at most.
const MOST_ROUNDS: u32 = 80;
/// Standard errors beyond the normal quantile up to which the laws of both ends share their sums.
const SHARED_BEYOND: f64 = 2.0;
/// Bits of a shifted total at most.
const MOST_BITS: u32 = 62;

/// A unit that is swapped as one, and how many equal units there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Sum of the differences of its items, in steps of their grid.
    pub total: i64,
    /// Its items, at least one.
    pub items: u64,
    /// Units of this total and size.
    pub copies: u64,
}

/// The interval of a mean difference from distinct integer differences with multiplicities, `per_one` of which make 1.
///
/// Unbounded on a side where no shift can be rejected: fewer than `log2(2 / (1 − confidence))` items.
///
/// # Errors
/// When `confidence` is outside (0, 1).
pub fn invert(
    differences: &[(i64, u64)],
    per_one: f64,
    confidence: f64,
) -> Result<Interval, StatsError> {
    interval(
        Units::new(Source::Items(differences)),
        0,
        per_one,
        confidence,
    )
}

/// The interval of a ratio of sums, total over items, from units that are swapped as one; bounds as [`invert`].
///
/// `slack`: sums up to this far from a tie are taken as one, where totals were rounded to their grid.
///
/// # Errors
/// When `confidence` is outside (0, 1).
pub fn invert_units(
    units: &[Unit],
    slack: u64,
    per_one: f64,
    confidence: f64,
) -> Result<Interval, StatsError> {
    interval(
        Units::new(Source::Groups(units)),
        slack,
        per_one,
        confidence,
    )
}

fn interval(
    units: Units,
    slack: u64,
    per_one: f64,
    confidence: f64,
) -> Result<Interval, StatsError> {
    error::share("confidence", confidence)?;
    let tail = 0.5 * (1.0 - confidence);
    let (low, high) = ends(units, slack, tail);
    Interval::new(low / per_one, high / per_one)
}

/// Units as they were given, or with the other sign.
#[derive(Clone, Copy, Debug)]
struct Units<'u> {
    source: Source<'u>,
    sign: i64,
}

#[derive(Clone, Copy, Debug)]
enum Source<'u> {
    /// Differences of items, and how many have each.
    Items(&'u [(i64, u64)]),
    Groups(&'u [Unit]),
}

impl<'u> Units<'u> {
    fn new(source: Source<'u>) -> Self {
        Self { source, sign: 1 }
    }

    fn mirrored(self) -> Self {
        Self {
            sign: -self.sign,
            ..self
        }
    }

    fn iter(self) -> impl Iterator<Item = Unit> + 'u {
        let many = match self.source {
            Source::Items(differences) => differences.len(),
            Source::Groups(units) => units.len(),
        };
        (0..many).map(move |at| {
            let unit = match self.source {
                Source::Items(differences) => Unit {
                    total: differences[at].0,
                    items: 1,
                    copies: differences[at].1,
                },
                Source::Groups(units) => units[at],
            };
            Unit {
                total: self.sign * unit.total,
                ..unit
            }
        })
    }
}

/// Both ends in units of the differences.
fn ends(units: Units, slack: u64, tail: f64) -> (f64, f64) {
    let count: u64 = units.iter().map(|unit| unit.copies).sum();
    // The empty subset alone has probability 2^-n: a smaller tail is out of reach.
    if count < 64 && 0.5_f64.powi(count as i32) > tail {
        return (f64::NEG_INFINITY, f64::INFINITY);
    }
    if let Some(ratio) = common_ratio(units) {
        return (ratio, ratio);
    }
    let (least, most) = range(units);
    let largest = units.iter().map(|unit| unit.items).max().unwrap_or(1);
    let span = u128::from(most.abs_diff(least));
    let excess_bits =
        (128 - (span * u128::from(largest)).leading_zeros()).saturating_sub(MOST_BITS);
    if excess_bits > 0 {
        let coarser: Vec<Unit> = units
            .iter()
            .map(|unit| Unit {
                total: unit.total >> excess_bits,
                ..unit
            })
            .collect();
        let coarser = Units::new(Source::Groups(&coarser));
        let (low, high) = ends(coarser, slack >> excess_bits, tail);
        let finer = |end| libm::ldexp(end, excess_bits as i32);
        return (finer(low), finer(high));
    }
    let lattice = Lattice::new(units);
    let shared = lattice.shared(units, tail);
    let low = lower_end(units, slack, tail, lattice, shared.as_ref());
    let lattice = Lattice {
        least: -lattice.least - lattice.span.cast_signed(),
        mean: -lattice.mean,
        is_mirrored: true,
        ..lattice
    };
    let high = lower_end(units.mirrored(), slack, tail, lattice, shared.as_ref());
    (low, -high)
}

/// The lattice of shifts, from the least ratio on.
#[derive(Clone, Copy, Debug)]
struct Lattice {
    /// A whole number below all ratios, and from it to one above all.
    least: i64,
    span: u64,
    /// Steps to 1.
    scale: u64,
    mean: f64,
    standard_error: f64,
    /// The law is a staircase that is followed step by step.
    few: bool,
    /// The ratios have changed their sign: shifts of the shared laws count from the other end.
    is_mirrored: bool,
}

impl Lattice {
    fn new(units: Units) -> Self {
        let (least, most) = range(units);
        let span = most.abs_diff(least);
        let items: u64 = units.iter().map(|unit| unit.items * unit.copies).sum();
        let mean = units
            .iter()
            .map(|unit| unit.total as f64 * unit.copies as f64)
            .sum::<f64>()
            / items as f64;
        let squares = units.iter().map(|unit| {
            let residual = unit.total as f64 - mean * unit.items as f64;
            residual * residual * unit.copies as f64
        });
        let standard_error = libm::sqrt(squares.sum::<f64>()) / items as f64;
        let finest = (FINEST / span).max(1);
        let few = units.iter().map(|unit| unit.copies).sum::<u64>() <= FEW;
        let scale = if few {
            finest
        } else {
            finest.min((STEPS_PER_ERROR / standard_error).ceil() as u64)
        };
        Self {
            least,
            span,
            scale,
            mean,
            standard_error,
            few,
            is_mirrored: false,
        }
    }

    /// The shift of an index, and the index of a shift, rounded down.
    fn shift(&self, index: f64) -> f64 {
        index / self.scale as f64 + self.least as f64
    }

    fn index(&self, shift: f64) -> f64 {
        (shift - self.least as f64) * self.scale as f64
    }

    fn top(&self) -> i64 {
        (self.scale * self.span).cast_signed()
    }

    /// The index among the shared laws.
    fn of_shared(&self, index: i64) -> i64 {
        if self.is_mirrored {
            self.top() - index
        } else {
            index
        }
    }

    /// The sums that the laws of both ends share, of many units of one item.
    fn shared(&self, units: Units, tail: f64) -> Option<ShiftedFlips> {
        if units.iter().any(|unit| unit.items != 1) {
            return None;
        }
        let atoms = units
            .iter()
            .map(|unit| {
                let above_least = unit.total.abs_diff(self.least);
                (above_least * self.scale, unit.copies)
            })
            .collect();
        let errors = SHARED_BEYOND - crate::special::normal_quantile(tail);
        let items: u64 = units.iter().map(|unit| unit.copies).sum();
        // The second look of a guess lies a hundredth of the range away; with larger shifts power sums would serve too few values.
        let second = (0.011 * self.span as f64).min(0.004 * items as f64 * self.standard_error);
        let reach = (errors * self.standard_error).max(second) * self.scale as f64;
        ShiftedFlips::new(atoms, self.index(self.mean) as u64, reach)
    }
}

/// `sup {θ : P(sum of random subset of (D − θ n) <= 0) <= tail}`, in units of the differences.
fn lower_end(
    units: Units,
    slack: u64,
    tail: f64,
    lattice: Lattice,
    shared: Option<&ShiftedFlips>,
) -> f64 {
    let Lattice {
        least,
        scale,
        mean,
        standard_error,
        few,
        ..
    } = lattice;
    // θ as a lattice index between the least ratio (0) and the largest.
    let excess = |index: i64, tolerance: f64| {
        let tied = |total: i128| total - i128::from(slack) * i128::from(scale);
        let place = lattice.of_shared(index);
        let found = if let Some(shared) = shared.filter(|shared| shared.reaches(place as f64)) {
            let place = place.unsigned_abs();
            let total = shared.total(place);
            let total = if lattice.is_mirrored { -total } else { total };
            shared.law(place, tolerance).at_least(tied(total))
        } else {
            let shifted: Vec<(i64, u64)> = units
                .iter()
                .map(|unit| {
                    let above_least = unit.total - least * unit.items.cast_signed();
                    (
                        above_least * scale.cast_signed() - index * unit.items.cast_signed(),
                        unit.copies,
                    )
                })
                .collect();
            let total = shifted
                .iter()
                .map(|&(d, m)| i128::from(d) * i128::from(m))
                .sum();
            Law::permutation_within(&shifted, tolerance).at_least(tied(total))
        };
        found.probability.value() - tail
    };
    let tolerance = if few { 0.0 } else { TOLERANCE };
    let guess = mean + crate::special::normal_quantile(tail) * standard_error;
    let step = (standard_error * scale as f64) as i64 + 1;
    let (begin, step_of_search) = if few {
        (lattice.index(guess) as i64, step)
    } else {
        let ln_p = |theta: f64| {
            let index = lattice.index(theta);
            // Of the mirrored differences, subsets are those whose tilt has the other sign.
            let (place, sign) = if lattice.is_mirrored {
                (lattice.top() as f64 - index, -1.0)
            } else {
                (index, 1.0)
            };
            if let Some(shared) = shared.filter(|shared| shared.reaches(place)) {
                let cumulants = shared.subsets(place);
                far::ln_p(&far::Subsets {
                    items: shared.items() as f64,
                    largest: shared.largest(place),
                    all_above: index <= 0.0,
                    cumulants: |tilt: f64| {
                        let at = cumulants(sign * tilt);
                        Cumulants {
                            mean: sign * at.mean,
                            ..at
                        }
                    },
                })
            } else {
                let shift = |unit: Unit| {
                    (
                        unit.total as f64 - theta * unit.items as f64,
                        unit.copies as f64,
                    )
                };
                let shifted: Vec<(f64, f64)> = units.iter().map(shift).collect();
                far::ln_p(&far::subsets(&shifted))
            }
        };
        let (near, slope) = far::guess(ln_p, least as f64, mean, guess, tail);
        let index = |theta: f64| lattice.index(theta) as i64;
        let p = excess(index(near), tolerance) + tail;
        let newton = if p > 0.0 {
            near - libm::log(p / tail) / slope
        } else {
            near
        };
        // An eighth of it is the first step: half of what is enough.
        (index(newton), 4 * (step / ENOUGH).max(1))
    };
    let mut bracket = Bracket::around(begin, step_of_search, lattice.top(), |index| {
        excess(index, tolerance)
    });
    if bracket.low.1 > 0.0 {
        // Below the least difference only the empty subset counts.
        return least as f64;
    }
    if few {
        bracket.narrow(1, |index| excess(index, tolerance));
        // The first shift that is not rejected, so that "no difference" lies inside exactly when it is not.
        return lattice.shift(bracket.high.0 as f64);
    }
    bracket.narrow((step / ENOUGH).max(1), |index| excess(index, tolerance));
    let no_difference = least.unsigned_abs() as i64 * scale as i64;
    if least < 0 && bracket.low.0 < no_difference && no_difference < bracket.high.0 {
        bracket.split(no_difference, excess(no_difference, 0.0));
    }
    lattice.shift(bracket.interpolated())
}

/// Lattice points either side of where a non-decreasing function passes 0.
struct Bracket {
    low: (i64, f64),
    high: (i64, f64),
}

impl Bracket {
    /// Grown from a guess by steps in `0..=top`.
    fn around(guess: i64, step: i64, top: i64, excess: impl Fn(i64) -> f64) -> Self {
        let guess = guess.clamp(0, top);
        let at_guess = (guess, excess(guess));
        let (mut low, mut high) = (at_guess, at_guess);
        let mut reach = (step / 8).max(1);
        while low.1 > 0.0 && low.0 > 0 {
            high = low;
            let next = (low.0 - reach).max(0);
            low = (next, excess(next));
            reach *= 2;
        }
        reach = (step / 8).max(1);
        while high.1 <= 0.0 && high.0 < top {
            low = high;
            let next = (high.0 + reach).min(top);
            high = (next, excess(next));
            reach *= 2;
        }
        Self { low, high }
    }

    /// Moves one end to `index`, inside.
    fn split(&mut self, index: i64, excess: f64) {
        if excess <= 0.0 {
            self.low = (index, excess);
        } else {
            self.high = (index, excess);
        }
    }

    /// To a width: secants on smooth laws (Illinois weights), plain halving where the law jumps.
    fn narrow(&mut self, enough: i64, excess: impl Fn(i64) -> f64) {
        let (mut at_low, mut at_high) = (self.low.1, self.high.1);
        for round in 0..MOST_ROUNDS {
            let width = self.high.0 - self.low.0;
            if width <= enough {
                return;
            }
            let share = at_low / (at_low - at_high);
            let halving = round % 3 == 2 || !share.is_finite();
            let inner = if halving {
                width / 2
            } else {
                (share * width as f64) as i64
            };
            let middle = self.low.0 + inner.clamp(1, width - 1);
            let value = excess(middle);
            self.split(middle, value);
            (at_low, at_high) = if value <= 0.0 {
                (value, at_high * 0.5)
            } else {
                (at_low * 0.5, value)
            };
        }
    }

    fn interpolated(&self) -> f64 {
        let share = self.low.1 / (self.low.1 - self.high.1);
        self.low.0 as f64
            + (self.high.0 - self.low.0) as f64 * if share.is_finite() { share } else { 0.0 }
    }
}

/// Whole numbers of steps below and above all ratios.
fn range(units: Units) -> (i64, i64) {
    let floor = |total: i64, items: u64| total.div_euclid(items.cast_signed());
    let held = || units.iter().filter(|unit| unit.copies > 0);
    (
        held()
            .map(|unit| floor(unit.total, unit.items))
            .min()
            .unwrap_or(0),
        held()
            .map(|unit| -floor(-unit.total, unit.items))
            .max()
            .unwrap_or(0),
    )
}

/// The ratio of all units, if they have one.
fn common_ratio(units: Units) -> Option<f64> {
    let mut held = units.iter().filter(|unit| unit.copies > 0);
    let first = held.next()?;
    let product = |total: i64, items: u64| i128::from(total) * i128::from(items);
    held.all(|unit| product(unit.total, first.items) == product(first.total, unit.items))
        .then(|| first.total as f64 / first.items as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_testing::Numbers;

    fn counted(values: &[i64]) -> Vec<(i64, u64)> {
        values.iter().map(|&v| (v, 1)).collect()
    }

    /// Subset means sorted: the lower end leaves out those that hold at most the tail.
    fn by_enumeration(values: &[i64], tail: f64) -> f64 {
        let n = values.len();
        let mut means: Vec<f64> = (1..1_u32 << n)
            .map(|mask| {
                let members = (0..n).filter(|i| (mask >> i) & 1 == 1);
                let sum: i64 = members.clone().map(|i| values[i]).sum();
                sum as f64 / members.count() as f64
            })
            .collect();
        means.sort_unstable_by(f64::total_cmp);
        // θ below the k-th smallest mean: the empty set and k − 1 subsets have sum <= 0.
        let allowed = (tail * f64::from(1_u32 << n)).floor() as usize;
        means[allowed - 1]
    }

    #[test]
    fn ends_are_the_subset_means_that_enumeration_gives() {
        let values = [3, -1, 4, 1, -5, 9, 2, 6, -2, 7, 0];
        let interval = invert(&counted(&values), 10.0, 0.95).expect("valid level");
        let low = by_enumeration(&values, 0.025) / 10.0;
        let high = -by_enumeration(&values.map(|v| -v), 0.025) / 10.0;
        assert!(
            (interval.low - low).abs() < 1e-6 && (interval.high - high).abs() < 1e-6,
            "{interval:?} {low} {high}"
        );
    }

    #[test]
    fn the_interval_covers_zero_exactly_when_the_test_does_not_reject() {
        let mut numbers = Numbers(5);
        let mut next = |n: u64| numbers.below(n);
        let mut rejected = 0;
        for case in 0..300 {
            let n = 8 + next(60);
            let shift = next(9) as i64;
            let values: Vec<i64> = (0..n).map(|_| next(21) as i64 - 10 + shift).collect();
            let total: i64 = values.iter().sum();
            let p = Law::permutation(counted(&values))
                .at_least(i128::from(total.abs()))
                .probability
                .scaled(2.0);
            let interval = invert(&counted(&values), 1.0, 0.95).expect("valid level");
            if (p.value() - 0.05).abs() > 1e-4 {
                assert_eq!(
                    p.value() > 0.05,
                    interval.contains(0.0),
                    "case {case}: p {} {interval:?}",
                    p.value()
                );
            }
            rejected += u32::from(p.value() < 0.05);
        }
        assert!(
            (50..250).contains(&rejected),
            "both outcomes must occur: {rejected}"
        );
    }

    #[test]
    fn far_out_the_law_at_an_end_is_the_tail() {
        let values: Vec<i64> = (0..45)
            .map(|i: i64| (i * i * 7_919) % 2_003 - 300)
            .collect();
        for confidence in [0.9999, 0.999_999] {
            let interval = invert(&counted(&values), 1.0, confidence).expect("valid level");
            let tail = 0.5 * (1.0 - confidence);
            for (end, sign) in [(interval.low, 1), (interval.high, -1)] {
                let index = (end * 1_000.0).round() as i64;
                let shifted: Vec<i64> = values.iter().map(|v| sign * (v * 1_000 - index)).collect();
                let total: i64 = shifted.iter().sum();
                let p = Law::permutation(counted(&shifted))
                    .at_least(i128::from(total))
                    .probability
                    .value();
                // A thousandth of a standard error moves ln p by less than 0.01.
                assert!(
                    (p / tail).ln().abs() < 0.01,
                    "{confidence} {interval:?}: {p} of {tail}"
                );
            }
        }
    }

    #[test]
    fn ends_follow_the_jumps_of_graded_scores() {
        // P(sum over a random subset of (d − θ) <= 0) jumps at fractions and where one value stands out; ends from a
        // convolution over sum and size of the subset.
        let graded = [(-1, 9), (0, 55), (1, 21), (2, 15)];
        let one = [(0, 999_999), (1, 1)];
        for (values, per_one, low, high) in [
            (&graded[..], 1.0, 0.25, 23.0 / 39.0),
            (&one[..], 1e-6, 0.0, 2.003_293),
        ] {
            let interval = invert(values, per_one, 0.95).expect("valid level");
            let items: u64 = values.iter().map(|v| v.1).sum();
            let mean = values
                .iter()
                .map(|&(d, m)| d as f64 * m as f64)
                .sum::<f64>()
                / items as f64;
            let error = libm::sqrt(
                values
                    .iter()
                    .map(|&(d, m)| (d as f64 - mean).powi(2) * m as f64)
                    .sum(),
            ) / items as f64
                / per_one;
            assert!(
                (interval.low - low).abs() < 2e-3 * error
                    && (interval.high - high).abs() < 2e-3 * error,
                "{interval:?} against {low} {high}, standard error {error}"
            );
        }
    }

    #[test]
    fn large_samples_agree_with_the_t_interval() {
        let values: Vec<(i64, u64)> = (-500..=520).map(|v| (v, 3)).collect();
        let interval = invert(&values, 1.0, 0.95).expect("valid level");
        // Variance (1021² − 1)/12 over n = 3,063: ± 1.96·5.326 about 10.
        assert!(
            (interval.low + 0.44).abs() < 0.02 && (interval.high - 20.44).abs() < 0.02,
            "{interval:?}"
        );
    }

    #[test]
    fn few_items_or_no_spread_have_the_obvious_ends() {
        let few = invert(&counted(&[1, 2, 3]), 1.0, 0.95).expect("valid level");
        assert_eq!((few.low, few.high), (f64::NEG_INFINITY, f64::INFINITY));
        let constant = invert(&[(4, 100)], 2.0, 0.95).expect("valid level");
        assert_eq!((constant.low, constant.high), (2.0, 2.0));
    }
}
