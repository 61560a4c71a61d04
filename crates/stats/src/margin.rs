//! Non-inferiority and equivalence: is the difference within a margin fixed beforehand?
//!
//! A large p from a test of no difference is not evidence of equality: ten items always "pass". With limits low < 0 < high
//! of the difference (system minus baseline), two one-sided tests are made (Schuirmann 1987; Lakens 2017):
//!
//! | null | rejected by a small | claim |
//! |---|---|---|
//! | difference <= low | `p_low` | not inferior |
//! | difference >= high | `p_high` | not superior by more than high |
//! | either | max(p_low, p_high) | equivalent |
//!
//! Each claim at level alpha holds exactly when the interval at confidence 1 - 2 alpha lies within the limit or limits.
//!
//! | by | p_low | interval |
//! |---|---|---|
//! | Student's t ([`TEstimate::margin`]) | `P(T >= (estimate - low) / se)` | t |
//! | the bootstrap law ([`MarginTest::of_law`]) | `P(T* - t >= t - low)` | basic |
//! | replicates ([`SampledMargin`]) | the same, counted, (r + 1) / (R + 1) | basic |
//! | studentized replicates ([`MarginTest::of_studentized`]) | `#{t* >= (estimate - low) / se}`, (r + 1) / (R + 1) | studentized |
//! | Tango's score ([`MarginTest::of_changes`]), 0/1 scores | `P(Z >= T(low))` | score |
//! | score test (`ScoreShares::margin`), 0/1 scores of different items | `P(Z >= z)`, Miettinen and Nurminen's z against low | theirs |
//! | bets, scores in a declared range ([`MarginTest::of_bounded`]) | `1 / largest capital` | means not ruled out |
//! | identical outputs in a range ([`MarginTest::of_identical`]) | `(1 - abs(low) / range)^n` | +-range (1 - alpha^(1/n)) |
//!
//! Without spread t and bootstrap have an interval of no width, which is no evidence: they refuse
//! ([`StatsError::NoSpread`]). Tango's test does not: a system whose 0/1 outputs are all identical to the baseline's passes a
//! margin of 1 point on 10,000 items (p = 5e-24) and not on 10 (p = .38). For scores in a range of width w, a mean change
//! of D takes changes on a share D / w of the items, and n items without any have probability (1 - D / w)^n at most: the rule
//! of three (Hanley & Lippman-Hand 1983).

use crate::error::{finite, positive};
use crate::interval::{
    BootstrapDistribution, IdealBootstrap, Interval, Replicates, ratios, tango, tango_score,
};
use crate::special::{Chance, normal_upper};
use crate::{Alternative, Law, MonteCarlo, Probability, StatsError, TEstimate, binomial};

/// Limits are integers of a law's lattice when this close to one, relative to their size.
const ON_LATTICE: f64 = 1e-9;

/// Limits of a difference, fixed before the data were seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    low: f64,
    high: f64,
}

impl Margin {
    /// `-size` to `size`, in units of the score.
    ///
    /// # Errors
    /// When `size` is not above 0 and finite.
    pub fn within(size: f64) -> Result<Self, StatsError> {
        let size = positive("the margin", size)?;
        Ok(Self {
            low: -size,
            high: size,
        })
    }

    /// Limits that a gain has to lie beyond: `size` where higher is better, `-size` where lower is. `p_low` is then of the null "the
    /// difference is at or below size", `p_high` of "at or above -size", and neither says anything of equivalence.
    ///
    /// # Errors
    /// When `size` is below 0 or not finite.
    pub fn beyond(size: f64) -> Result<Self, StatsError> {
        finite(&[size])?;
        if size < 0.0 {
            return Err(StatsError::OutOfOrder {
                low_name: "low",
                low: 0.0,
                high_name: "the margin",
                high: size,
            });
        }
        Ok(Self {
            low: size,
            high: -size,
        })
    }

    /// Limits of different size, `low < 0 < high`.
    ///
    /// # Errors
    /// When a limit is not finite or on the wrong side of 0.
    pub fn between(low: f64, high: f64) -> Result<Self, StatsError> {
        finite(&[low, high])?;
        let ends = |low, high| StatsError::OutOfOrder {
            low_name: "low",
            low,
            high_name: "high",
            high,
        };
        match () {
            () if low >= 0.0 => Err(ends(low, 0.0)),
            () if high <= 0.0 => Err(ends(0.0, high)),
            () => Ok(Self { low, high }),
        }
    }

    /// Limits with which the other p-value of each is of the contrary: of [`Margin::within`] those of [`Margin::beyond`], and the
    /// reverse. `p_high` of them is then of the null "the difference is at or above the first limit".
    #[must_use]
    pub fn opposite(self) -> Self {
        Self {
            low: self.high,
            high: self.low,
        }
    }

    /// The limit below 0.
    pub fn low(self) -> f64 {
        self.low
    }

    /// The limit above 0.
    pub fn high(self) -> f64 {
        self.high
    }
}

/// Two one-sided tests against the limits of a margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarginTest {
    /// p-value of the null "the difference is at or below the lower limit".
    pub p_low: Probability,
    /// p-value of the null "the difference is at or above the upper limit".
    pub p_high: Probability,
    /// At confidence 1 - 2 alpha.
    pub interval: Interval,
}

impl MarginTest {
    /// The p-value of equivalence: the larger of the two.
    pub fn equivalent(&self) -> Probability {
        self.p_low.max(self.p_high)
    }

    /// From the exact bootstrap law of a sum.
    ///
    /// `observed`: the sum over the items; `divisor`: what turns a sum into the mean, as for [`IdealBootstrap`]. A limit
    /// within a relative 1e-9 of the lattice lies on it, and equality counts as at least as extreme.
    ///
    /// # Errors
    /// When the law has no spread or `alpha` is outside (0, 1/2).
    pub fn of_law(
        law: &Law,
        observed: i128,
        divisor: f64,
        margin: Margin,
        alpha: f64,
    ) -> Result<Self, StatsError> {
        let confidence = confidence(alpha)?;
        if law.variance() <= 0.0 {
            return Err(StatsError::NoSpread);
        }
        // T* - t >= t - low n
        let least = 2 * observed - floor_on_lattice(margin.low * divisor);
        let most = 2 * observed - ceil_on_lattice(margin.high * divisor);
        Ok(Self {
            p_low: law.at_least(least).probability,
            p_high: law.at_most(most).probability,
            interval: IdealBootstrap::new(law, observed, divisor).basic(confidence)?,
        })
    }

    /// From replicates with a standard error each, (theta*, se*): deviations by their own standard errors (Hall 1992, section 3.10),
    /// which holds the level where differences are skewed and t does not.
    ///
    /// The ends of the interval are order statistics of t*, so that it excludes a limit exactly where that p is at or below alpha;
    /// infinite where alpha (R + 1) is below 1.
    ///
    /// # Errors
    /// When the standard error is 0, a number is not finite, or `alpha` is outside (0, 1/2).
    pub fn of_studentized(
        (observed, error): (f64, f64),
        replicates: &[(f64, f64)],
        margin: Margin,
        alpha: f64,
    ) -> Result<Self, StatsError> {
        confidence(alpha)?;
        if error <= 0.0 {
            return Err(StatsError::NoSpread);
        }
        let (mut t, _) = ratios(observed, replicates)?;
        t.sort_unstable_by(f64::total_cmp);
        let all = t.len();
        let (from_low, from_high) = (
            (observed - margin.low) / error,
            (observed - margin.high) / error,
        );
        let above = all - t.partition_point(|&t| t < from_low);
        let below = t.partition_point(|&t| t <= from_high);
        let p = |extreme: usize| Probability::new((extreme as f64 + 1.0) / (all as f64 + 1.0));
        // The largest count of extreme ones that rejects is this less one.
        let rank = (alpha * (all as f64 + 1.0) * (1.0 + 1e-12)).floor() as usize;
        let end =
            |rank: Option<&f64>, infinite: f64| rank.map_or(infinite, |t| observed - error * t);
        let high = rank.checked_sub(1).and_then(|rank| t.get(rank));
        let low = rank
            .checked_sub(1)
            .and_then(|rank| t.get(all.checked_sub(1 + rank)?));
        let interval = Interval::new(end(low, f64::NEG_INFINITY), end(high, f64::INFINITY))?;
        Ok(Self {
            p_low: p(above),
            p_high: p(below),
            interval,
        })
    }

    /// From the changes of 0/1 scores, by Tango's score test (1998): `b` items that only the system has right, `c` that only
    /// the baseline has, of `n`.
    ///
    /// # Errors
    /// When `n` is 0, `b + c > n`, a limit is not inside (-1, 1) or `alpha` is outside (0, 1/2).
    pub fn of_changes(
        b: u64,
        c: u64,
        n: u64,
        margin: Margin,
        alpha: f64,
    ) -> Result<Self, StatsError> {
        Ok(Self {
            p_low: normal_upper(tango_score(b, c, n, margin.low)?),
            p_high: normal_upper(-tango_score(b, c, n, margin.high)?),
            interval: tango(b, c, n, confidence(alpha)?)?,
        })
    }

    /// As [`Self::of_changes`], of a gain beyond the margin: where exact McNemar's one-sided test does not reject 0, no gain is shown.
    ///
    /// # Errors
    /// As [`Self::of_changes`].
    pub fn gain_of_changes(
        b: u64,
        c: u64,
        n: u64,
        margin: Margin,
        alpha: f64,
    ) -> Result<Self, StatsError> {
        let by_score = Self::of_changes(b, c, n, margin, alpha)?;
        let [better, worse] = [b, c].map(|wins| binomial::upper(wins, b + c, Chance::HALF));
        let Interval { mut low, mut high } = by_score.interval;
        if better.value() > alpha {
            low = low.min(0.0);
        }
        if worse.value() > alpha {
            high = high.max(0.0);
        }
        Ok(Self {
            p_low: by_score.p_low.max(better),
            p_high: by_score.p_high.max(worse),
            interval: Interval::new(low, high)?,
        })
    }

    /// From `items` identical outputs whose scores lie in a range of width `range`: 1 for accuracies in shares, 100 in
    /// points.
    ///
    /// # Errors
    /// When `items` is 0, `range` not above 0 or `alpha` outside (0, 1/2).
    pub fn of_identical(
        items: u64,
        range: f64,
        margin: Margin,
        alpha: f64,
    ) -> Result<Self, StatsError> {
        confidence(alpha)?;
        let range = positive("the range of the scores", range)?;
        if items == 0 {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 1,
                found: 0,
            });
        }
        let n = items as f64;
        let unchanged = |limit: f64| {
            let share = limit.abs() / range;
            if share >= 1.0 {
                Probability::ZERO
            } else {
                Probability::from_ln(n * libm::log1p(-share))
            }
        };
        let reach = -range * libm::expm1(libm::log(alpha) / n);
        Ok(Self {
            p_low: unchanged(margin.low),
            p_high: unchanged(margin.high),
            interval: Interval::around(0.0, reach)?,
        })
    }
}

impl TEstimate {
    /// Two one-sided t tests, with the t interval at confidence 1 - 2 alpha.
    ///
    /// # Errors
    /// When the standard error is 0 or `alpha` is outside (0, 1/2).
    pub fn margin(&self, margin: Margin, alpha: f64) -> Result<MarginTest, StatsError> {
        let interval = self
            .interval(confidence(alpha)?)?
            .ok_or(StatsError::NoSpread)?;
        Ok(MarginTest {
            p_low: self.against(margin.low).p(Alternative::Greater),
            p_high: self.against(margin.high).p(Alternative::Less),
            interval,
        })
    }
}

/// The counts of two one-sided tests on replicates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledMargin {
    /// Replicates at least as far above the estimate as the estimate is above the lower limit.
    pub low: MonteCarlo,
    /// Replicates at least as far below the estimate as the estimate is below the upper limit.
    pub high: MonteCarlo,
    /// With p-values (r + 1) / (R + 1).
    pub test: MarginTest,
}

impl SampledMargin {
    /// From bootstrap replicates of the difference.
    ///
    /// # Errors
    /// When all replicates are equal or `alpha` is outside (0, 1/2).
    pub fn new(replicates: &Replicates, margin: Margin, alpha: f64) -> Result<Self, StatsError> {
        let interval = replicates.basic(confidence(alpha)?)?;
        let ascending = replicates.ascending();
        if ascending[0] == ascending[ascending.len() - 1] {
            return Err(StatsError::NoSpread);
        }
        let twice = 2.0 * replicates.observed();
        let low = MonteCarlo::new(
            replicates.at_least(twice - margin.low),
            ascending.len() as u64,
        )?;
        let high = MonteCarlo::new(
            replicates.at_most(twice - margin.high),
            ascending.len() as u64,
        )?;
        Ok(Self {
            low,
            high,
            test: MarginTest {
                p_low: low.add_one(),
                p_high: high.add_one(),
                interval,
            },
        })
    }
}

/// `1 - 2 alpha`.
pub(crate) fn confidence(alpha: f64) -> Result<f64, StatsError> {
    if alpha > 0.0 && alpha < 0.5 {
        Ok(1.0 - 2.0 * alpha)
    } else {
        Err(StatsError::BadShare {
            name: "2 alpha",
            value: 2.0 * alpha,
        })
    }
}

fn nearest(limit: f64) -> Option<f64> {
    let nearest = libm::round(limit);
    ((limit - nearest).abs() <= ON_LATTICE * limit.abs().max(1.0)).then_some(nearest)
}

fn floor_on_lattice(limit: f64) -> i128 {
    nearest(limit).unwrap_or_else(|| libm::floor(limit)) as i128
}

fn ceil_on_lattice(limit: f64) -> i128 {
    nearest(limit).unwrap_or_else(|| libm::ceil(limit)) as i128
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Moments;
    use crate::StudentT;

    fn point() -> Margin {
        Margin::within(0.01).unwrap()
    }

    #[test]
    fn identical_outputs_pass_on_ten_thousand_items_and_not_on_ten() {
        let of = |n| {
            [
                MarginTest::of_changes(0, 0, n, point(), 0.05).unwrap(),
                MarginTest::of_identical(n, 1.0, point(), 0.05).unwrap(),
            ]
        };
        for test in of(10_000) {
            assert!(
                test.p_low.value() < 1e-20 && test.equivalent().value() < 1e-20,
                "{test:?}"
            );
            assert!(test.interval.low > -0.01 && test.interval.high < 0.01);
            assert!(test.interval.low < 0.0, "never of zero width: {test:?}");
        }
        for test in of(10) {
            assert!(test.p_low.value() > 0.3, "{test:?}");
            assert!(test.interval.low < -0.01);
        }
        // t and bootstrap refuse.
        let none = StudentT::of_moments(Moments::new(10_000, 0.0, 0.0).unwrap()).unwrap();
        assert_eq!(
            none.estimate().margin(point(), 0.05),
            Err(StatsError::NoSpread)
        );
        let law = Law::bootstrap([(0, 10_000)]);
        assert_eq!(
            MarginTest::of_law(&law, 0, 1e4, point(), 0.05),
            Err(StatsError::NoSpread)
        );
        let flat = Replicates::new(0.0, vec![0.0; 99]).unwrap();
        assert_eq!(
            SampledMargin::new(&flat, point(), 0.05),
            Err(StatsError::NoSpread)
        );
    }

    #[test]
    fn a_p_value_at_alpha_puts_the_end_of_the_interval_on_the_limit() {
        let estimate = TEstimate::new(0.004, 0.01, 41.0).unwrap();
        let t = estimate.margin(point(), 0.05).unwrap();
        let at_p = estimate.margin(point(), t.p_low.value()).unwrap();
        // One quantile of relative error 1e-14 times the error of 0.01.
        assert!((at_p.interval.low + 0.01).abs() < 1e-14, "{at_p:?}");
        let score = MarginTest::of_changes(30, 35, 2000, point(), 0.05).unwrap();
        let at_p = MarginTest::of_changes(30, 35, 2000, point(), score.p_low.value()).unwrap();
        assert!((at_p.interval.low + 0.01).abs() < 1e-13, "{at_p:?}");
        let same = MarginTest::of_identical(200, 1.0, point(), 0.05).unwrap();
        let at_p = MarginTest::of_identical(200, 1.0, point(), same.p_low.value()).unwrap();
        assert!((at_p.interval.low + 0.01).abs() < 1e-14, "{at_p:?}");
    }

    #[test]
    fn studentized_p_and_interval_are_one_decision() {
        let replicates: Vec<(f64, f64)> = (0..999)
            .map(|i| {
                (
                    0.3 + f64::from(i * 7 % 101 - 50) / 400.0,
                    0.04 + f64::from(i % 13) / 300.0,
                )
            })
            .collect();
        let mut decided = [0, 0];
        for step in 1..200 {
            let margin = Margin::within(f64::from(step) / 400.0).unwrap();
            for alpha in [0.01, 0.05, 0.1] {
                let test =
                    MarginTest::of_studentized((0.02, 0.05), &replicates, margin, alpha).unwrap();
                assert_eq!(
                    test.p_low.value() <= alpha,
                    margin.low < test.interval.low,
                    "{step} {alpha} {test:?}"
                );
                assert_eq!(
                    test.p_high.value() <= alpha,
                    margin.high > test.interval.high,
                    "{step} {alpha} {test:?}"
                );
                decided[usize::from(test.p_low.value() <= alpha)] += 1;
            }
        }
        assert!(
            decided.iter().all(|&times| times > 20),
            "both ways: {decided:?}"
        );
        assert_eq!(
            MarginTest::of_studentized((0.3, 0.0), &replicates, point(), 0.05),
            Err(StatsError::NoSpread)
        );
        let few = MarginTest::of_studentized((0.3, 0.05), &replicates[..9], point(), 0.05).unwrap();
        assert_eq!(
            few.interval,
            Interval::new(f64::NEG_INFINITY, f64::INFINITY).unwrap(),
            "nine cannot reach .05"
        );
    }

    #[test]
    fn exchanging_the_systems_exchanges_the_limits() {
        let margin = Margin::between(-0.02, 0.05).unwrap();
        let other = Margin::between(-0.05, 0.02).unwrap();
        let exchanged = |test: MarginTest| MarginTest {
            p_low: test.p_high,
            p_high: test.p_low,
            interval: test.interval.mirrored(),
        };
        let (one, two) = (
            TEstimate::new(0.01, 0.02, 9.0).unwrap(),
            TEstimate::new(-0.01, 0.02, 9.0).unwrap(),
        );
        assert_eq!(
            one.margin(margin, 0.05).unwrap(),
            exchanged(two.margin(other, 0.05).unwrap())
        );
        assert_eq!(
            MarginTest::of_changes(7, 4, 300, margin, 0.05).unwrap(),
            exchanged(MarginTest::of_changes(4, 7, 300, other, 0.05).unwrap())
        );
        let values: [(i64, u64); 4] = [(-1, 40), (0, 200), (1, 50), (2, 10)];
        let law = Law::bootstrap(values);
        let mirrored = Law::bootstrap(values.map(|(v, c)| (-v, c)));
        let (got, want) = (
            MarginTest::of_law(&law, 30, 300.0, margin, 0.05).unwrap(),
            MarginTest::of_law(&mirrored, -30, 300.0, other, 0.05).unwrap(),
        );
        // Two inversions of a law and its mirror image.
        assert!(
            (got.p_low.value() / want.p_high.value() - 1.0).abs() < 1e-10,
            "{got:?} {want:?}"
        );
        assert!(
            (got.p_high.value() / want.p_low.value() - 1.0).abs() < 1e-10,
            "{got:?} {want:?}"
        );
    }

    #[test]
    fn law_counts_a_sum_on_the_limit() {
        // Mean of 10 differences in tenths, limit -0.3: 10 * -0.3 is the lattice point -3, whatever its last bits.
        let values: [(i64, u64); 3] = [(-1, 2), (0, 5), (1, 3)];
        let law = Law::bootstrap(values);
        let test =
            MarginTest::of_law(&law, 1, 10.0, Margin::within(0.1 + 0.2).unwrap(), 0.05).unwrap();
        assert_eq!(test.p_low, law.at_least(5).probability);
        assert_eq!(test.p_high, law.at_most(-1).probability);
    }

    #[test]
    fn replicates_tend_to_the_law() {
        let values: [(i64, u64); 3] = [(-1, 3), (0, 5), (1, 4)];
        let law = Law::bootstrap(values);
        let margin = Margin::within(0.25).unwrap();
        let exact = MarginTest::of_law(&law, 1, 12.0, margin, 0.05).unwrap();
        // Replicates in the proportions of the law: a million cells.
        let mut replicates = Vec::new();
        for sum in -12..=12_i128 {
            let cell =
                law.at_least(sum).probability.value() - law.at_least(sum + 1).probability.value();
            replicates.extend(std::iter::repeat_n(
                sum as f64 / 12.0,
                (cell * 1e6).round() as usize,
            ));
        }
        let drawn = SampledMargin::new(
            &Replicates::new(1.0 / 12.0, replicates).unwrap(),
            margin,
            0.05,
        )
        .unwrap();
        // A cell is rounded to 1e-6, 25 of them.
        assert!(
            (drawn.test.p_low.value() - exact.p_low.value()).abs() < 3e-5,
            "{drawn:?} {exact:?}"
        );
        assert!(
            (drawn.test.p_high.value() - exact.p_high.value()).abs() < 3e-5,
            "{drawn:?} {exact:?}"
        );
        assert_eq!(drawn.low.add_one(), drawn.test.p_low);
    }

    #[test]
    fn margins_that_are_none_are_refused() {
        assert!(Margin::within(0.0).is_err() && Margin::within(f64::NAN).is_err());
        assert!(Margin::between(0.1, 0.2).is_err() && Margin::between(-0.2, 0.0).is_err());
        assert!(MarginTest::of_changes(1, 1, 10, Margin::within(1.0).unwrap(), 0.05).is_err());
        assert!(MarginTest::of_changes(1, 1, 10, point(), 0.5).is_err());
        assert!(MarginTest::of_identical(0, 1.0, point(), 0.05).is_err());
    }
}
