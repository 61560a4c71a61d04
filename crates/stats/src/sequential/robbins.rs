//! Bounds of a probability that hold after every number of draws at once (Robbins 1970, Annals of Mathematical Statistics 41:1397).
//!
//! The set {p : (n + 1) P(Bin(n, p) = c) > 1 − confidence} holds the true p for all n together with at least that confidence: the
//! other way round, the mixture of the likelihoods of all p is a bet against p that is fair if p is true. So it may be looked at
//! at any time, and at a stop that it decided (Ding, Gandy and Hahn 2020, Statistics and Computing 30:1437).

use crate::StatsError;
use crate::interval::Interval;
use crate::special::{Chance, ln_binomial_point};

/// Bounds of the probability behind `count` of `draws`, whenever the draws stopped.
///
/// # Errors
/// For no draws, more exceedances than draws, and a confidence outside (0, 1).
pub fn robbins(count: u64, draws: u64, confidence: f64) -> Result<Interval, StatsError> {
    if draws == 0 {
        return Err(StatsError::TooFew {
            what: "draws",
            needed: 1,
            found: 0,
        });
    }
    if count > draws {
        return Err(StatsError::PartExceedsWhole {
            part_name: "count",
            part: count,
            whole_name: "draws",
            whole: draws,
        });
    }
    if !(confidence > 0.0 && confidence < 1.0) {
        return Err(StatsError::BadShare {
            name: "confidence",
            value: confidence,
        });
    }
    let (hits, misses) = (count as f64, (draws - count) as f64);
    let least = libm::log1p(-confidence) - libm::log(draws as f64 + 1.0);
    let holds = |p: f64| ln_binomial_point(hits, misses, Chance::new(p)) > least;
    // The likelihood rises up to the share, where it is above the mean of all p, and falls behind it.
    let share = hits / draws as f64;
    let low = if count == 0 {
        0.0
    } else {
        end(0.0, share, &holds)
    };
    let high = if count == draws {
        1.0
    } else {
        end(1.0, share, &holds)
    };
    Interval::new(low, high)
}

/// Where a set ends between a point outside and one inside it.
fn end(mut outside: f64, mut inside: f64, holds: &impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = f64::midpoint(outside, inside);
        if middle == outside || middle == inside {
            return outside;
        }
        if holds(middle) {
            inside = middle
        } else {
            outside = middle
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::clopper_pearson;
    use crate::sequential::{Look, crossing};

    #[test]
    fn ends_mirror_when_hits_and_misses_exchange() {
        for (count, draws) in [(0, 10), (3, 1_000), (400, 999), (1, 1_000_000)] {
            let (one, other) = (
                robbins(count, draws, 0.95).unwrap(),
                robbins(draws - count, draws, 0.95).unwrap(),
            );
            // The logarithm of a probability of 1e6 draws is off by 1e-13 of itself at an end.
            assert!(
                (one.low - (1.0 - other.high)).abs() < 1e-12,
                "{one:?} {other:?}"
            );
            assert!(
                (one.high - (1.0 - other.low)).abs() < 1e-12,
                "{one:?} {other:?}"
            );
        }
        assert!(
            robbins(0, 0, 0.95).is_err()
                && robbins(2, 1, 0.95).is_err()
                && robbins(1, 2, 1.0).is_err()
        );
    }

    #[test]
    fn the_truth_is_left_out_at_any_draw_no_more_often_than_said_where_others_leave_it_out_often() {
        let most = 200;
        let ever_left_out = |truth: f64, bounds: &dyn Fn(u64, u64) -> Interval| {
            let looks: Vec<Look> = (1..=most)
                .map(|draws| {
                    let above = |&count: &u64| bounds(count, draws).low > truth;
                    let below = |&count: &u64| bounds(count, draws).high < truth;
                    let upper = (0..=draws)
                        .rev()
                        .take_while(above)
                        .last()
                        .unwrap_or(draws + 1);
                    Look {
                        draws,
                        upper,
                        lower: (0..=draws).take_while(below).last(),
                    }
                })
                .collect();
            1.0 - crossing(truth, &looks).unwrap().open
        };
        for truth in [0.05, 0.3] {
            let sequence =
                ever_left_out(truth, &|count, draws| robbins(count, draws, 0.95).unwrap());
            assert!(sequence <= 0.05, "{truth}: {sequence}");
            let fixed = ever_left_out(truth, &|count, draws| {
                clopper_pearson(count, draws, 0.95).unwrap()
            });
            assert!(fixed > 0.1, "{truth}: {fixed}");
        }
    }
}
