//! A margin test of scores in a range that was declared beforehand: no shape of the scores can break its level.
//!
//! For items drawn independently, with differences x in [0, 1] after scaling, the null "mean ≤ m" is bet against, item by item in their order:
//! capital `K_t = ∏ (1 + λ_i (x_i − m))` with bets λ_i that know the items before only. Under the null K has no gain to expect, so that it
//! reaches 1/α at any time with probability α at most (Ville 1939), and `p = 1 / max K_t`. Bets are those of Waudby-Smith and Ramdas (2024,
//! section 4.2, at fixed n): `λ_i = √(2 ln(1/α) / (n v))`, v the variance of the items before with half an item at ½ added, at most
//! 3/(4 m). Both ends of the interval are the means that are not ruled out at α on their side. What is paid for the promise is power: only
//! gains that are large beside the range, or many items, show.

use crate::error::{finite, positive};
use crate::interval::Interval;
use crate::margin::{Margin, MarginTest};
use crate::{Probability, StatsError};

/// A bet stakes this share of what may be lost at most.
const LARGEST_STAKE: f64 = 0.75;
/// Halvings of an interval's end: it is known to a 2^40th of the range.
const HALVINGS: u32 = 40;

impl MarginTest {
    /// From differences of paired scores whose range is at most `width`.
    ///
    /// # Errors
    /// When a difference is wider than the range, the margin is not below it, there are no items or `alpha` is outside (0, 1/2).
    pub fn of_bounded(
        differences: &[f64],
        width: f64,
        margin: Margin,
        alpha: f64,
    ) -> Result<Self, StatsError> {
        let width = positive("the range of the scores", width)?;
        finite(differences)?;
        if differences.is_empty() {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 1,
                found: 0,
            });
        }
        let beyond = |value: f64| StatsError::OutOfOrder {
            low_name: "difference",
            low: value,
            high_name: "range",
            high: width,
        };
        if let Some(&wide) = differences.iter().find(|d| d.abs() > width) {
            return Err(beyond(wide));
        }
        if margin.high() >= width || -margin.low() >= width {
            return Err(beyond(margin.high().max(-margin.low())));
        }
        crate::margin::confidence(alpha)?;
        let up: Vec<f64> = differences
            .iter()
            .map(|d| 0.5 * (d / width + 1.0))
            .collect();
        let down: Vec<f64> = up.iter().map(|x| 1.0 - x).collect();
        let place = |limit: f64| 0.5 * (limit / width + 1.0);
        let mean = |place: f64| width * (2.0 * place - 1.0);
        Ok(Self {
            p_low: p(&up, place(margin.low()), alpha),
            p_high: p(&down, 1.0 - place(margin.high()), alpha),
            interval: Interval::new(mean(least(&up, alpha)), -mean(least(&down, alpha)))?,
        })
    }
}

/// p-value of the null "the mean of x in [0, 1] is at most m", 0 < m < 1.
fn p(x: &[f64], m: f64, alpha: f64) -> Probability {
    Probability::from_ln(-ln_capital(x, m, alpha))
}

/// Logarithm of the largest capital; never below that of the first stake.
fn ln_capital(x: &[f64], m: f64, alpha: f64) -> f64 {
    let per_item = -2.0 * libm::log(alpha) / x.len() as f64;
    let (mut sum, mut squares, mut capital, mut most) = (0.5, 0.25, 0.0_f64, 0.0_f64);
    for (before, &x) in (1_u32..).zip(x) {
        let variance = squares / f64::from(before);
        let bet = libm::sqrt(per_item / variance).min(LARGEST_STAKE / m);
        capital += libm::log1p(bet * (x - m));
        most = most.max(capital);
        sum += x;
        let off = x - sum / f64::from(before + 1);
        squares += off * off;
    }
    most
}

/// The largest mean that is ruled out at alpha, or 0.
fn least(x: &[f64], alpha: f64) -> f64 {
    let needed = -libm::log(alpha);
    let (mut ruled_out, mut kept) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let m = 0.5 * (ruled_out + kept);
        // Each factor of the capital falls with m.
        if ln_capital(x, m, alpha) >= needed {
            ruled_out = m;
        } else {
            kept = m;
        }
    }
    ruled_out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tested(differences: &[f64], size: f64) -> MarginTest {
        MarginTest::of_bounded(differences, 1.0, Margin::within(size).unwrap(), 0.05).unwrap()
    }

    /// Every sequence of n differences that are `low` or `high`, with its probability where the mean is −size.
    fn level(n: u32, low: f64, high: f64, size: f64) -> f64 {
        let share = (high + size) / (high - low);
        let sequences = (0..1_u32 << n).map(|bits| {
            let lost = bits.count_ones();
            let each: Vec<f64> = (0..n)
                .map(|at| if bits >> at & 1 == 1 { low } else { high })
                .collect();
            let rejected = tested(&each, size).p_low.value() <= 0.05;
            f64::from(u8::from(rejected))
                * share.powi(lost as i32)
                * (1.0 - share).powi((n - lost) as i32)
        });
        sequences.sum()
    }

    #[test]
    fn the_level_holds_whatever_the_shape() {
        for (low, high) in [
            (-1.0, 0.0),
            (-1.0, 0.05),
            (-0.3, 0.0),
            (-1.0, 1.0),
            (-0.2, 0.1),
        ] {
            for size in [0.02, 0.1] {
                for n in [1, 5, 12] {
                    let level = level(n, low, high, size);
                    assert!(level <= 0.05, "{low} {high} {size} {n}: {level}");
                }
            }
        }
    }

    #[test]
    fn p_and_interval_decide_alike_and_no_loss_at_all_is_shown_in_time() {
        let differences: Vec<f64> = (0..400)
            .map(|at| f64::from(at * 7 % 5 - 2) / 10.0)
            .collect();
        for size in [0.01, 0.05, 0.1, 0.2, 0.5] {
            let test = tested(&differences, size);
            assert_eq!(
                test.p_low.value() <= 0.05,
                test.interval.low >= -size,
                "{size} {test:?}"
            );
            assert_eq!(
                test.p_high.value() <= 0.05,
                test.interval.high <= size,
                "{size} {test:?}"
            );
            assert!(test.interval.low < 0.0 && 0.0 < test.interval.high);
        }
        assert!(
            tested(&[0.0; 2_000], 0.05).p_low.value() < 0.05,
            "two thousand ties"
        );
        assert!(tested(&[0.0; 10], 0.05).p_low.value() > 0.05, "ten");
    }

    #[test]
    fn what_no_range_allows_is_refused() {
        let of = |differences: &[f64], size| {
            MarginTest::of_bounded(differences, 1.0, Margin::within(size).unwrap(), 0.05)
        };
        assert!(of(&[1.5], 0.1).is_err() && of(&[0.1], 1.0).is_err() && of(&[], 0.1).is_err());
    }
}
