//! p-values adjusted for a family of comparisons.
//!
//! Input order is kept; an adjusted p is at most 1; a hypothesis is rejected when its adjusted p is at most alpha. In the
//! formulas `p_(1) <= ... <= p_(k)` are the sorted p-values. Monte Carlo p-values have the floor `k / (R + 1)` after
//! Bonferroni or Holm: use many more than k / alpha resamples.

mod false_discovery;
mod family_wise;

use restrap_words::vocabulary;

use crate::Probability;

vocabulary! {
    /// A procedure for a family of p-values.
    pub enum Adjustment: "an adjustment" {
        /// Family-wise error, any dependence; dominates Bonferroni.
        Holm = "holm",
        /// Family-wise error, any dependence.
        Bonferroni = "bonferroni",
        /// Family-wise error under independence.
        Sidak = "sidak",
        /// Step-down Sidak: family-wise error under independence.
        HolmSidak = "holm-sidak",
        /// Step-up: family-wise error under independence or positive dependence.
        Hochberg = "hochberg",
        /// Closed Simes test: as Hochberg, never less powerful.
        Hommel = "hommel",
        /// Benjamini and Hochberg: false discovery rate, positive dependence.
        BenjaminiHochberg = "bh" | "fdr-bh" | "benjamini-hochberg",
        /// Benjamini and Yekutieli: false discovery rate, any dependence.
        BenjaminiYekutieli = "by" | "fdr-by" | "benjamini-yekutieli",
    }
    default Holm
}

impl Adjustment {
    /// The adjusted p-values, in the order of the input; O(k log k), Hommel O(k^2).
    pub fn adjust(self, family: &[Probability]) -> Vec<Probability> {
        let sorted = Sorted::new(family);
        let adjusted = match self {
            Self::Holm => family_wise::holm(&sorted.ascending),
            Self::Bonferroni => family_wise::bonferroni(&sorted.ascending),
            Self::Sidak => family_wise::sidak(&sorted.ascending),
            Self::HolmSidak => family_wise::holm_sidak(&sorted.ascending),
            Self::Hochberg => family_wise::hochberg(&sorted.ascending),
            Self::Hommel => family_wise::hommel(&sorted.ascending),
            Self::BenjaminiHochberg => false_discovery::benjamini_hochberg(&sorted.ascending),
            Self::BenjaminiYekutieli => false_discovery::benjamini_yekutieli(&sorted.ascending),
        };
        sorted.restore(&adjusted)
    }

    /// Returns `true` for procedures that control the false discovery rate, not the family-wise error.
    pub fn is_of_discoveries(self) -> bool {
        matches!(self, Self::BenjaminiHochberg | Self::BenjaminiYekutieli)
    }

    /// Returns the error of each interval of a family of `size`, of which `rejected` have an adjusted p of at most `error`.
    ///
    /// A family-wise error is shared by all intervals, as Bonferroni or Šidák do, so that they hold together; a step-down procedure
    /// rejects some hypotheses whose interval contains the null value. A false discovery rate is shared by the rejected ones: of their
    /// intervals a share of `error` is expected not to hold, the false coverage rate (Benjamini and Yekutieli 2005, JASA 100, section 3;
    /// under any dependence their error is divided by the harmonic number of `size`), and an interval excludes the null value exactly
    /// where the hypothesis is rejected.
    pub fn interval_error(self, error: f64, size: usize, rejected: usize) -> f64 {
        let all = size.max(1) as f64;
        let selected = rejected.max(1) as f64;
        match self {
            Self::Sidak | Self::HolmSidak => -libm::expm1(libm::log1p(-error) / all),
            Self::BenjaminiHochberg => error * selected / all,
            Self::BenjaminiYekutieli => {
                let harmonic: f64 = (1..=size).rev().map(|j| 1.0 / j as f64).sum();
                error * selected / (all * harmonic.max(1.0))
            }
            Self::Holm | Self::Bonferroni | Self::Hochberg | Self::Hommel => error / all,
        }
    }
}

/// A family in ascending order that remembers where each p-value stood.
struct Sorted {
    ascending: Vec<Probability>,
    places: Vec<usize>,
}

impl Sorted {
    fn new(family: &[Probability]) -> Self {
        let mut places: Vec<usize> = (0..family.len()).collect();
        places.sort_by(|&i, &j| family[i].total_cmp(&family[j]));
        Self {
            ascending: places.iter().map(|&place| family[place]).collect(),
            places,
        }
    }

    fn restore(&self, adjusted: &[Probability]) -> Vec<Probability> {
        let mut family = vec![Probability::ONE; adjusted.len()];
        for (&place, &p) in self.places.iter().zip(adjusted) {
            family[place] = p;
        }
        family
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(values: &[f64]) -> Vec<Probability> {
        values
            .iter()
            .map(|&value| Probability::new(value))
            .collect()
    }

    #[test]
    fn names_read_back_as_the_procedure_that_they_name() {
        for method in Adjustment::ALL {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
        assert!("fdr".parse::<Adjustment>().is_err());
    }

    #[test]
    fn adjusted_values_keep_order_and_the_known_ranking_of_procedures() {
        let raw = family(&[0.04, 1e-5, 0.3, 0.011, 0.012, 0.9, 0.011]);
        let by_method = |method: Adjustment| method.adjust(&raw);
        for method in Adjustment::ALL {
            let adjusted = by_method(method);
            for i in 0..raw.len() {
                assert!(
                    adjusted[i].value() >= raw[i].value(),
                    "{method} lowered p {i}"
                );
                for j in 0..raw.len() {
                    assert!(
                        raw[i].ln() > raw[j].ln() || adjusted[i].ln() <= adjusted[j].ln(),
                        "{method} reordered"
                    );
                }
            }
        }
        let no_larger = |smaller, larger| {
            let pairs = by_method(smaller).into_iter().zip(by_method(larger));
            // Different orders of the same two multiplications.
            pairs
                .into_iter()
                .all(|(s, l)| s.value() <= l.value() * (1.0 + 1e-15))
        };
        assert!(no_larger(Adjustment::Holm, Adjustment::Bonferroni));
        assert!(no_larger(Adjustment::Hochberg, Adjustment::Holm));
        assert!(no_larger(Adjustment::Hommel, Adjustment::Hochberg));
        assert!(no_larger(Adjustment::BenjaminiHochberg, Adjustment::Hommel));
        assert!(no_larger(
            Adjustment::BenjaminiHochberg,
            Adjustment::BenjaminiYekutieli
        ));
    }

    #[test]
    fn far_tails_are_adjusted_as_logarithms() {
        let raw = [
            Probability::from_ln(-11_000.0),
            Probability::from_ln(-12_000.0),
            Probability::new(0.5),
        ];
        for method in Adjustment::ALL {
            let adjusted = method.adjust(&raw);
            // Factors of at most 3 * (1 + 1/2 + 1/3) = 5.5.
            assert!(
                (adjusted[1].ln() + 12_000.0 - 3.0_f64.ln()).abs() < 0.7,
                "{method}: {:?}",
                adjusted[1]
            );
        }
    }

    #[test]
    fn an_empty_family_stays_empty() {
        for method in Adjustment::ALL {
            assert!(method.adjust(&[]).is_empty());
        }
    }
}
