//! On which side of a threshold a p-value lies, with a bounded risk of saying the other one.
//!
//! Resamples go on until the count of those that exceed reaches an upper boundary (p above the threshold) or a lower one (p at or
//! below it). Boundaries are those of Gandy (2009, JASA 104:1504, section 2): as close as they can be while draws whose p equals the
//! threshold have crossed either one with probability at most `risk n / (n + 1000)` after n draws. A smaller p crosses the upper one
//! with less probability still, a larger p the lower one: whatever p is, the other side is said with probability at most `risk`.
//!
//! Gandy looks after every draw. After fewer looks the same holds, since nothing but draws at the threshold is counted: here the
//! law of the count between two looks is one binomial convolution. Where p equals the threshold no number of draws settles it.
//! Cost: about 70 standard deviations of a look's count times as many of its step; all looks up to 10^8 draws take about a second.

use super::look::Look;
use super::walk::Walk;
use crate::StatsError;

/// The risk where nothing else is asked for (Gandy 2009, section 4).
pub const RISK: f64 = 1e-3;

/// Draws after which half of the risk may be spent (Gandy 2009, section 4).
const HALF_SPENT: f64 = 1e3;

/// Boundaries of a threshold, from look to look.
#[derive(Clone, Debug)]
pub struct Gandy {
    risk: f64,
    walk: Walk,
    above: f64,
    below: f64,
}

impl Gandy {
    /// # Errors
    /// For a threshold or risk outside (0, 1), and a risk from ¼ on, at which boundaries may meet.
    pub fn new(threshold: f64, risk: f64) -> Result<Self, StatsError> {
        if !(threshold > 0.0 && threshold < 1.0) {
            return Err(StatsError::BadShare {
                name: "threshold",
                value: threshold,
            });
        }
        if !(risk > 0.0 && risk < 0.25) {
            return Err(StatsError::OutOfRange {
                name: "risk",
                low: 0.0,
                high: 0.25,
                value: risk,
            });
        }
        Ok(Self {
            risk,
            walk: Walk::new(threshold),
            above: 0.0,
            below: 0.0,
        })
    }

    /// Boundaries after these numbers of draws, which increase; each is computed when it is asked for.
    pub fn at(mut self, draws: impl IntoIterator<Item = u64>) -> impl Iterator<Item = Look> {
        draws.into_iter().map(move |draws| self.next(draws))
    }

    fn next(&mut self, draws: u64) -> Look {
        self.walk.advance(draws);
        let spent = self.risk * draws as f64 / (draws as f64 + HALF_SPENT);
        let many = taken(self.walk.mass.iter().rev(), spent - self.above);
        let upper = self.walk.first + (self.walk.mass.len() - many) as u64;
        self.above += self.walk.stop_from(upper);
        let few = taken(self.walk.mass.iter(), spent - self.below);
        let lower = (self.walk.first + few as u64).checked_sub(1);
        self.below += self.walk.stop_to(lower);
        Look {
            draws,
            upper,
            lower,
        }
    }
}

/// How many of these probabilities together stay within what may be spent.
fn taken<'m>(mass: impl Iterator<Item = &'m f64>, most: f64) -> usize {
    let mut sum = 0.0;
    mass.take_while(|&&own| {
        sum += own;
        sum <= most
    })
    .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequential::{crossing, looks};

    const GRID: [f64; 9] = [1e-4, 0.01, 0.03, 0.045, 0.049, 0.051, 0.06, 0.1, 0.5];

    #[test]
    fn no_p_is_put_on_its_other_side_more_often_than_the_risk() {
        for (threshold, most, grain) in [
            (0.05, 20_000, 1_024),
            (0.05, 2_000, 1),
            (0.01, 200_000, 1_024),
        ] {
            let boundaries: Vec<Look> = Gandy::new(threshold, RISK)
                .unwrap()
                .at(looks(grain, most))
                .collect();
            for p in GRID.into_iter().chain([threshold]) {
                let told = crossing(p, &boundaries).unwrap();
                let wrong = if p <= threshold {
                    told.above
                } else {
                    told.below
                };
                assert!(wrong <= RISK, "{threshold} {p}: {told:?}");
            }
            // Whoever looks at the p-value until it is at or below the threshold says so too often where it is not.
            let peeks: Vec<Look> = looks(grain, most)
                .map(|draws| {
                    let most = (threshold * (draws as f64 + 1.0)).floor() as u64;
                    Look {
                        draws,
                        upper: draws + 1,
                        lower: most.checked_sub(1),
                    }
                })
                .collect();
            let peeking = crossing(1.02 * threshold, &peeks).unwrap();
            assert!(peeking.below > 100.0 * RISK, "{threshold}: {peeking:?}");
        }
    }

    #[test]
    fn clear_p_values_stop_early_and_the_threshold_itself_does_not() {
        let boundaries: Vec<Look> = Gandy::new(0.05, RISK)
            .unwrap()
            .at(looks(1_024, 100_000))
            .collect();
        for (p, draws) in [
            (0.0, 1_024.0),
            (0.5, 1_024.0),
            (0.01, 1_100.0),
            (0.1, 2_100.0),
        ] {
            let told = crossing(p, &boundaries).unwrap();
            assert!(told.draws <= draws && told.open < 1e-12, "{p}: {told:?}");
        }
        let told = crossing(0.05, &boundaries).unwrap();
        assert!(
            told.open > 1.0 - 2.0 * RISK && told.draws > 99_800.0,
            "{told:?}"
        );
    }

    #[test]
    fn what_is_settled_is_what_the_p_value_with_one_more_says() {
        for threshold in [0.3, 0.05, 0.01, 0.05 / 128.0] {
            for look in Gandy::new(threshold, RISK)
                .unwrap()
                .at(looks(1_024, 300_000))
            {
                let p = |count: u64| (count as f64 + 1.0) / (look.draws as f64 + 1.0);
                assert!(p(look.upper) > threshold, "{look:?}");
                assert!(
                    look.lower.is_none_or(|lower| p(lower) <= threshold),
                    "{look:?}"
                );
            }
        }
    }

    #[test]
    fn thresholds_and_risks_are_shares() {
        for (threshold, risk) in [
            (0.0, 0.1),
            (1.0, 0.1),
            (f64::NAN, 0.1),
            (0.5, 0.0),
            (0.5, 0.3),
            (0.5, f64::NAN),
        ] {
            assert!(Gandy::new(threshold, risk).is_err(), "{threshold} {risk}");
        }
    }
}
