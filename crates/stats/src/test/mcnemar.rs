//! McNemar's test for two systems judged right or wrong on the same items.
//!
//! b items only the system has right, c only the baseline; N = b + c, and b ~ Bin(N, 1/2) under the null (McNemar 1947).
//!
//! | variant | two-sided | one-sided, system better |
//! |---|---|---|
//! | exact | min(1, 2 P(X <= min(b, c))) | P(X >= b) |
//! | mid-p | 2 P(X < min) + P(X = min), 1 if b = c | P(X > b) + P(X = b) / 2 |
//! | chi2 | P(chi2_1 >= (b - c)^2 / N) | P(Z >= (b - c) / sqrt N) |
//! | chi2-corrected | with max(0, abs(b - c) - 1) | the same, sign kept |
//!
//! The unconditional variant is in `unconditional/`. mid-p: Fagerland, Lydersen & Laake 2013, never above exact, to be chosen beforehand. The one-sided chi-square variants
//! are the signed root, which halves the two-sided p in the observed direction. Chi-square needs N >= 25 or so. N = 0 gives
//! 1 throughout. The exact test equals the sign test with ties dropped.
//!
//! [`McNemar::wins`] has the intervals of the share of wins among the N items that hold 1/2 exactly where the mid-p or chi-square test
//! does not reject: mid-p Clopper-Pearson, Wilson, and Wilson with continuity correction (Newcombe 1998, single proportion, methods 3, 4).

use restrap_words::vocabulary;

use crate::error::share;
use crate::interval::{Interval, wilson, wilson_corrected};
use crate::special::{Chance, chi_square_1_upper, normal_upper};
use crate::{Alternative, Pairs, Probability, StatsError, Unconditional, binomial};

vocabulary! {
    /// How the p-value is computed.
    pub enum McNemarVariant: "a variant of McNemar's test" {
        /// Binomial tails.
        Exact = "exact",
        /// The largest probability over the share of items that differ.
        Unconditional = "unconditional",
        /// Half the weight of the observed count.
        MidP = "mid-p",
        /// Chi-square without correction.
        ChiSquare = "chi2",
        /// Chi-square with Edwards's correction (1948).
        ChiSquareCorrected = "chi2-corrected",
    }
    default Exact
}

/// Discordant counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct McNemar {
    /// Items that only the system has right.
    pub b: u64,
    /// Items that only the baseline has right.
    pub c: u64,
}

/// The smallest share of wins whose mid-p tail `P(X > wins) + P(X = wins) / 2` is at least `half`, by halving.
fn mid_p_limit(wins: u64, n: u64, half: f64) -> f64 {
    const HALVINGS: u32 = 60;
    if wins == 0 {
        return 0.0;
    }
    let tail = |share: f64| {
        let chance = Chance::new(share);
        let point = binomial::point(wins, n, chance).scaled(0.5);
        binomial::upper(wins + 1, n, chance).plus(point).value()
    };
    let (mut below, mut above) = (0.0, wins as f64 / n as f64);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(below, above);
        if tail(middle) < half {
            below = middle;
        } else {
            above = middle;
        }
    }
    above
}

impl McNemar {
    /// Counts the discordant items of 0/1 scores.
    ///
    /// # Errors
    /// As [`Pairs::new`], or when a score is neither 0 nor 1.
    pub fn of_scores(system: &[f64], baseline: &[f64]) -> Result<Self, StatsError> {
        let pairs = Pairs::new(system, baseline)?;
        for column in [system, baseline] {
            if let Some(index) = column
                .iter()
                .position(|&score| score != 0.0 && score != 1.0)
            {
                return Err(StatsError::NotBinary {
                    index,
                    value: column[index],
                });
            }
        }
        let counts = pairs.counts();
        Ok(Self {
            b: counts.better,
            c: counts.worse,
        })
    }

    /// Discordant items, b + c.
    pub fn discordant(self) -> u64 {
        self.b + self.c
    }

    /// The p-value among `items` items, which the unconditional variant alone asks; relative error below 1e-12 while
    /// p > 1e-300, of the unconditional one 1e-9.
    ///
    /// # Errors
    /// When the variant is unconditional and `items` is 0, below b + c or above 2^53.
    pub fn p(
        self,
        items: u64,
        variant: McNemarVariant,
        alternative: Alternative,
    ) -> Result<Probability, StatsError> {
        Ok(match variant {
            McNemarVariant::Unconditional => {
                Unconditional::new(self.b, self.c, items)?.p(alternative)
            }
            _ if self.discordant() == 0 => Probability::ONE,
            McNemarVariant::Exact => self.exact(alternative),
            McNemarVariant::MidP => self.mid_p(alternative),
            McNemarVariant::ChiSquare => self.asymptotic(alternative, false),
            McNemarVariant::ChiSquareCorrected => self.asymptotic(alternative, true),
        })
    }

    /// Returns the interval of the share of wins among the items that differ, `b / (b + c)`, which holds 1/2 exactly where the two-sided
    /// p-value of this variant exceeds `1 - confidence`. `None` if no item differs, and for the exact and unconditional variants, whose
    /// interval is that of [`Unconditional`].
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    pub fn wins(
        self,
        variant: McNemarVariant,
        confidence: f64,
    ) -> Result<Option<Interval>, StatsError> {
        let n = self.discordant();
        if n == 0 {
            return Ok(None);
        }
        Ok(match variant {
            McNemarVariant::Exact | McNemarVariant::Unconditional => None,
            McNemarVariant::MidP => {
                let half = 0.5 * (1.0 - share("confidence", confidence)?);
                let low = |wins| mid_p_limit(wins, n, half);
                Some(Interval::new(low(self.b), 1.0 - low(self.c))?)
            }
            McNemarVariant::ChiSquare => Some(wilson(self.b, n, confidence)?),
            McNemarVariant::ChiSquareCorrected => Some(wilson_corrected(self.b, n, confidence)?),
        })
    }

    /// `(b - c) / sqrt N`, 0 for N = 0: the statistic of the unconditional variant.
    pub fn z(self) -> f64 {
        self.signed_root(false) / libm::sqrt(self.discordant().max(1) as f64)
    }

    /// `(b - c)^2 / N`, or `max(0, |b - c| - 1)^2 / N` corrected; 0 for N = 0.
    pub fn chi_square(self, corrected: bool) -> f64 {
        let root = self.signed_root(corrected);
        if self.discordant() == 0 {
            0.0
        } else {
            root * root / self.discordant() as f64
        }
    }

    fn signed_root(self, corrected: bool) -> f64 {
        let gap = self.b.abs_diff(self.c);
        let size = if corrected {
            gap.saturating_sub(1)
        } else {
            gap
        } as f64;
        if self.b < self.c { -size } else { size }
    }

    /// The exact conditional p-value; relative error below 1e-12 while p > 1e-300.
    pub fn exact(self, alternative: Alternative) -> Probability {
        let tail = |count| binomial::upper(count, self.discordant(), Chance::HALF);
        match alternative {
            Alternative::TwoSided => tail(self.b.max(self.c)).scaled(2.0),
            Alternative::Greater => tail(self.b),
            Alternative::Less => tail(self.c),
        }
    }

    fn mid_p(self, alternative: Alternative) -> Probability {
        let n = self.discordant();
        let beyond = |count| {
            let point = binomial::point(count, n, Chance::HALF);
            binomial::upper(count + 1, n, Chance::HALF).plus(point.scaled(0.5))
        };
        match alternative {
            Alternative::TwoSided if self.b == self.c => Probability::ONE,
            Alternative::TwoSided => beyond(self.b.max(self.c)).scaled(2.0),
            Alternative::Greater => beyond(self.b),
            Alternative::Less => beyond(self.c),
        }
    }

    fn asymptotic(self, alternative: Alternative, corrected: bool) -> Probability {
        let z = self.signed_root(corrected) / libm::sqrt(self.discordant() as f64);
        match alternative {
            Alternative::TwoSided => chi_square_1_upper(self.chi_square(corrected)),
            Alternative::Greater => normal_upper(z),
            Alternative::Less => normal_upper(-z),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_read_back_from_their_names() {
        for variant in McNemarVariant::ALL {
            assert_eq!(variant.to_string().parse(), Ok(variant));
        }
        assert!("midp".parse::<McNemarVariant>().is_err());
    }

    #[test]
    fn mid_p_never_exceeds_exact() {
        for n in 1..60 {
            for b in 0..=n {
                let test = McNemar { b, c: n - b };
                for side in Alternative::ALL {
                    let (mid, exact) = (
                        test.p(n, McNemarVariant::MidP, side).unwrap(),
                        test.exact(side),
                    );
                    // A rounding of the point, which comes from a logarithm.
                    assert!(
                        mid.value() <= exact.value() * (1.0 + 1e-14),
                        "{test:?} {side}: {mid:?} {exact:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn scores_other_than_zero_and_one_are_refused() {
        assert_eq!(
            McNemar::of_scores(&[1.0, 1.0, 0.0], &[0.0, 1.0, 1.0]),
            Ok(McNemar { b: 1, c: 1 })
        );
        assert_eq!(
            McNemar::of_scores(&[1.0, 0.5], &[0.0, 0.0]),
            Err(StatsError::NotBinary {
                index: 1,
                value: 0.5
            })
        );
    }
}
